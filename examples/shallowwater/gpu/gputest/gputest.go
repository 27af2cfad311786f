//go:build linux && (amd64 || arm64)

// Package gputest lets tests use a stand-in for the driver of CUDA, which runs the kernel of package gpu.
package gputest

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/go-hpc/timers/internal/standin"
)

// Standin is the driver.
type Standin struct {
	Launches func() int32       // how many there were
	FailFrom func(launch int32) // the device is lost at the launch after so many
	Memories func() int32       // buffers that are in use
	reset    func()
}

var only *Standin

// Use makes the stand-in what opens as libcuda.so.1, as a library of that name that is open already does. There is one in a
// process; each test has it as it was in the beginning.
func Use(t testing.TB) *Standin {
	t.Helper()
	if only == nil {
		_, file, _, _ := runtime.Caller(0)
		source := filepath.Join(filepath.Dir(filepath.Dir(file)), "testdata", "standin.c")
		l := standin.Build(t, "libcuda.so.1", source, "-Wl,-soname,libcuda.so.1", "-ffp-contract=off")
		only = new(Standin)
		l.Bind(map[string]any{
			"standinLaunches": &only.Launches, "standinFailFrom": &only.FailFrom, "standinMemories": &only.Memories, "standinReset": &only.reset,
		})
	}
	only.reset()
	return only
}
