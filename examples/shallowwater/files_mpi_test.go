//go:build mpi

package main

import (
	"io"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

func TestMPIWritesAllFourFiles(t *testing.T) {
	world, err := mpi.World()
	if err != nil {
		t.Fatal(err)
	}
	cfg := small(t)
	dir, err := machenv.Broadcast(world, 0, []byte(cfg.Out))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Out = string(dir)
	if _, err := run(world, cfg, asConfigured(t, cfg.Out), io.Discard); err != nil {
		t.Fatal(err)
	}
	if err := world.Barrier(); err != nil { // until all have written theirs
		t.Fatal(err)
	}
	if world.Rank() == 0 {
		checkFiles(t, cfg.Out, world.Size())
	}
	if err := world.Barrier(); err != nil { // the directory ends with rank 0's test
		t.Fatal(err)
	}
	if err := world.Free(); err != nil {
		t.Error(err)
	}
}
