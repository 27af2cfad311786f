//go:build mpi && cgo

package util

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/stats/hdtrace"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := mpi.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// TestPerHostOverMPI traces this machine: all ranks are on one host, of which there is one trace.
func TestPerHostOverMPI(t *testing.T) {
	world, err := mpi.World()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := machenv.NewRegistry(world)
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	dir := []byte{}
	if world.Rank() == 0 {
		name, err := os.MkdirTemp("", "util")
		if err != nil {
			t.Fatal(err)
		}
		dir = []byte(name)
	}
	if dir, err = machenv.Broadcast(world, 0, dir); err != nil {
		t.Fatal(err)
	}
	err = perHost(registry, filepath.Join(string(dir), "trace"), []string{hdtrace.Label(host)}, Options{})
	if err != nil {
		t.Errorf("rank %d: %v", world.Rank(), err)
	}
	if err := world.Barrier(); err != nil {
		t.Error(err)
	}
	if world.Rank() == 0 {
		if err := os.RemoveAll(string(dir)); err != nil {
			t.Error(err)
		}
	}
}
