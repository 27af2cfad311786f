//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unsafe"
)

// fields are those of CUPTI's records that are read here, by the names of the types in cupti_activity.h, which end in the number of a version.
var fields = map[string]map[string]uintptr{
	"CUpti_ActivityKernel": {
		"kind": 0, "start": unsafe.Offsetof(kernelRecord{}.start), "end": unsafe.Offsetof(kernelRecord{}.end), "deviceId": unsafe.Offsetof(kernelRecord{}.device),
		"contextId": unsafe.Offsetof(kernelRecord{}.context), "streamId": unsafe.Offsetof(kernelRecord{}.stream),
		"correlationId": unsafe.Offsetof(kernelRecord{}.correlation), "name": unsafe.Offsetof(kernelRecord{}.name),
	},
	"CUpti_ActivityMemcpy": {
		"kind": 0, "copyKind": unsafe.Offsetof(copyRecord{}.copyKind), "bytes": unsafe.Offsetof(copyRecord{}.bytes), "start": unsafe.Offsetof(copyRecord{}.start), "end": unsafe.Offsetof(copyRecord{}.end),
		"deviceId": unsafe.Offsetof(copyRecord{}.device), "contextId": unsafe.Offsetof(copyRecord{}.context), "streamId": unsafe.Offsetof(copyRecord{}.stream),
		"correlationId": unsafe.Offsetof(copyRecord{}.correlation),
	},
	"CUpti_ActivityMemset": {
		"kind": 0, "bytes": unsafe.Offsetof(copyRecord{}.bytes), "start": unsafe.Offsetof(copyRecord{}.start), "end": unsafe.Offsetof(copyRecord{}.end),
		"deviceId": unsafe.Offsetof(copyRecord{}.device), "contextId": unsafe.Offsetof(copyRecord{}.context), "streamId": unsafe.Offsetof(copyRecord{}.stream),
		"correlationId": unsafe.Offsetof(copyRecord{}.correlation),
	},
	"CUpti_ActivityMemcpyPtoP": {
		"kind": 0, "bytes": unsafe.Offsetof(peerRecord{}.bytes), "start": unsafe.Offsetof(peerRecord{}.start), "end": unsafe.Offsetof(peerRecord{}.end),
		"deviceId": unsafe.Offsetof(peerRecord{}.device), "contextId": unsafe.Offsetof(peerRecord{}.context), "streamId": unsafe.Offsetof(peerRecord{}.stream),
		"correlationId": unsafe.Offsetof(peerRecord{}.correlation),
	},
	"CUpti_CallbackData": {
		"callbackSite": 0, "functionReturnValue": unsafe.Offsetof(callData{}.result), "correlationId": unsafe.Offsetof(callData{}.correlation),
	},
}

// constants are the numbers that are used here, by their names in CUPTI's headers.
var constants = map[string]int64{
	"CUPTI_ACTIVITY_KIND_MEMCPY": kindMemcpy, "CUPTI_ACTIVITY_KIND_MEMSET": kindMemset, "CUPTI_ACTIVITY_KIND_KERNEL": kindKernel,
	"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL": kindConcurrent, "CUPTI_ACTIVITY_KIND_MEMCPY2": kindPeer, "CUPTI_CB_DOMAIN_DRIVER_API": domainDriver,
	"CUPTI_CB_DOMAIN_RUNTIME_API": domainRuntime, "CUPTI_API_ENTER": siteEnter, "CUPTI_API_EXIT": siteExit, "CUPTI_ACTIVITY_FLAG_FLUSH_FORCED": flushForced,
	"CUPTI_ERROR_INSUFFICIENT_PRIVILEGES": noPrivilege,
}

// unversioned is the name of a type without the number of its version.
func unversioned(name string) string { return regexp.MustCompile(`[0-9]+$`).ReplaceAllString(name, "") }

// What is read of CUPTI's records and calls is where the headers of CUDA 13.0 have it, for each version of a record since CUDA 5.5.
// testdata/cupti-13.0.txt is what TestDeviceLayouts has logged with them.
func TestLayouts(t *testing.T) {
	text, err := os.ReadFile("testdata/cupti-13.0.txt")
	if err != nil {
		t.Fatal(err)
	}
	checkLayouts(t, strings.Split(strings.TrimSpace(string(text)), "\n"))
}

// checkLayouts compares what headers say with what is used here.
func checkLayouts(t *testing.T, list []string) {
	t.Helper()
	for _, line := range list {
		words := strings.Fields(line)
		var want int64
		var known bool
		if len(words) > 3 || words[0] == "CUpti_ActivityKernel" || words[0] == "CUpti_ActivityKernel2" {
			continue // a version that lacks a field, and those before CUDA 5.5
		}
		if len(words) == 2 {
			want, known = constants[words[0]]
		} else {
			var offset uintptr
			offset, known = fields[unversioned(words[0])][words[1]]
			want = int64(offset)
		}
		if known && words[len(words)-1] != fmt.Sprint(want) {
			t.Errorf("%s, read here as %d", line, want)
		}
	}
}
