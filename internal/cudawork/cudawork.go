//go:build linux && (amd64 || arm64)

package cudawork

import (
	"os"
	"runtime"
	"testing"

	"github.com/go-hpc/timers/internal/standin"
)

// Work has the functions of work.cu, which says what each does.
type Work struct {
	Kernel       func(which int32, stream uintptr, ns uint64) int32
	DriverKernel func(stream uintptr, ns uint64) int32
	Copy         func(kind int32, stream, bytes uintptr) int32
	Wait         func(stream uintptr) int32
	Graph        func(stream uintptr, ns uint64, kernels, launches int32) int32
	Capture      func(stream uintptr) int32
	Uncapture    func(stream uintptr) int32
	Refused      func(stream uintptr) int32
	Fault        func(stream uintptr) int32
	Thread       func(n int64) int32
	Many         func(stream uintptr, n int32, ns uint64, launched, done *float64) int32
	Stream       func() uintptr
	Callback     func() uintptr
	Context      func() uintptr
	NewContext   func() uintptr
	EndContext   func(context uintptr) int32
	DriverStream func() uintptr
	DriverSet    func(stream, bytes uintptr) int32
}

// The kinds of copies.
const (
	ToDevice = iota
	ToHost
	OnDevice
	Peer
	Set
)

// Use opens the library, and makes the device ready. The goroutine keeps its thread until the test ends, as the device's
// context is the thread's. Where there is no device the test is skipped.
func Use(t testing.TB) *Work {
	t.Helper()
	path := os.Getenv(Library)
	if path == "" {
		t.Skip("no device here")
	}
	w := new(Work)
	var begin func() int32
	standin.At(t, path).Bind(map[string]any{
		"workBegin": &begin, "workKernel": &w.Kernel, "workDriverKernel": &w.DriverKernel, "workCopy": &w.Copy, "workWait": &w.Wait,
		"workGraph": &w.Graph, "workCapture": &w.Capture, "workUncapture": &w.Uncapture, "workRefused": &w.Refused, "workFault": &w.Fault,
		"workThread": &w.Thread, "workMany": &w.Many, "workStream": &w.Stream, "workCallback": &w.Callback, "workContext": &w.Context, "workNewContext": &w.NewContext,
		"workEndContext": &w.EndContext, "workDriverStream": &w.DriverStream, "workDriverSet": &w.DriverSet,
	})
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	if code := begin(); code != 0 {
		t.Fatalf("the device does not begin: error %d of CUDA", code)
	}
	return w
}
