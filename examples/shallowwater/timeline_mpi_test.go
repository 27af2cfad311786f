//go:build mpi

package main

import (
	"io"
	"path/filepath"
	"testing"
)

// The ranks of MPI make one project.
func TestMPITimeline(t *testing.T) {
	world, cfg := together(t)
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
