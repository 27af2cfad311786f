//go:build linux && (amd64 || arm64)

// Package gputest lets tests use a stand-in for the driver of CUDA, which runs the kernel of package gpu.
package gputest

import (
	"os"
	"path/filepath"
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

// source is the file that the stand-in is compiled of, sought from the directory of the test upwards: where this was compiled
// is not known to what was built with -trimpath.
func source(t testing.TB) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := here; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if file := filepath.Join(dir, "examples", "shallowwater", "gpu", "testdata", "standin.c"); exists(file) {
			return file
		}
	}
	t.Fatalf("there is no stand-in above %s", here)
	return ""
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// Use makes the stand-in what opens as libcuda.so.1, as a library of that name that is open already does. There is one in a
// process; each test has it as it was in the beginning.
func Use(t testing.TB) *Standin {
	t.Helper()
	if only == nil {
		l := standin.Build(t, "libcuda.so.1", source(t), "-Wl,-soname,libcuda.so.1", "-ffp-contract=off")
		only = new(Standin)
		l.Bind(map[string]any{
			"standinLaunches": &only.Launches, "standinFailFrom": &only.FailFrom, "standinMemories": &only.Memories, "standinReset": &only.reset,
		})
	}
	only.reset()
	return only
}
