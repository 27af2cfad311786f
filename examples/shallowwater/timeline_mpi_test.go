//go:build mpi

package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

// The ranks of MPI make one project.
func TestMPITimeline(t *testing.T) {
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
	cfg.Timeline = filepath.Join(cfg.Out, "timeline")
	if _, err := run(world, cfg, quiet(), io.Discard); err != nil {
		t.Fatal(err)
	}
	if world.Rank() == 0 {
		checkTimeline(t, cfg, world.Size())
	}
	// Rank 0 removes the directory, which the others still use for their own.
	if err := world.Barrier(); err != nil {
		t.Error(err)
	}
	if err := world.Free(); err != nil {
		t.Error(err)
	}
}
