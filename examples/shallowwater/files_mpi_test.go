//go:build mpi

package main

import (
	"io"
	"testing"
)

func TestMPIWritesAllFourFiles(t *testing.T) {
	world, cfg := together(t)
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
