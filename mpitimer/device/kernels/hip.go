//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-hpc/timers/mpitimer/device/internal/library"
)

// topology is where AMD's driver in the kernel describes its nodes, which are processors too; tests have another.
var topology = "/sys/class/kfd/kfd/topology/nodes"

// hip numbers devices as HIP does and package device does: roctracer has the numbers of nodes, which are other ones where
// the process sees a part of them, as the ranks of a node usually do.
type hip struct {
	count   func(n *int32) int32
	address func(text *byte, length, device int32) int32
	numbers map[uint32]uint32
}

// bind finds the functions. Without them devices keep the numbers of their nodes.
func (h *hip) bind(driver uintptr) {
	h.numbers = make(map[uint32]uint32)
	if library.Bind("HIP", driver, []library.Function{{Name: "hipGetDeviceCount", To: &h.count}, {Name: "hipDeviceGetPCIBusId", To: &h.address}}) != nil {
		h.count = func(*int32) int32 { return 1 }
	}
}

// number returns HIP's number of a node, or the node's own if that is not one device of HIP's.
func (h *hip) number(node uint32) uint32 {
	number, known := h.numbers[node]
	if known {
		return number
	}
	number = node
	var n int32
	if at := addressOf(node); at != "" && h.count(&n) == 0 {
		matches := 0
		for device := range n {
			var text [64]byte
			if h.address(&text[0], int32(len(text)), device) == 0 && strings.HasPrefix(strings.ToLower(string(text[:])), at) {
				number = uint32(device)
				matches++
			}
		}
		if matches != 1 {
			number = node
		}
	}
	h.numbers[node] = number
	return number
}

// addressOf returns a node's address on the PCI bus, up to the function, or "" if there is none.
func addressOf(node uint32) string {
	b, err := os.ReadFile(filepath.Join(topology, fmt.Sprint(node), "properties"))
	if err != nil {
		return ""
	}
	var domain, location uint32
	found := false
	for line := range strings.Lines(string(b)) {
		var key string
		var value uint32
		if n, _ := fmt.Sscan(line, &key, &value); n != 2 {
			continue
		}
		switch key {
		case "domain":
			domain = value
		case "location_id":
			location, found = value, value != 0
		}
	}
	if !found {
		return ""
	}
	return fmt.Sprintf("%04x:%02x:%02x.", domain, location>>8&0xff, location>>3&0x1f)
}
