//go:build mpi

package main

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
)

func TestMain(m *testing.M) {
	status := m.Run()
	if err := mpi.Finalize(); err != nil {
		println(err.Error())
		status = 1
	}
	os.Exit(status)
}

// together is the ranks of MPI, and a small run of which they share the directory of rank 0, as they would on a cluster.
func together(t *testing.T) (*mpi.Comm, Config) {
	t.Helper()
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
	return world, cfg
}

// The same program on the ranks of MPI and on one embedded rank.
func TestMPIGivesTheSameBits(t *testing.T) {
	world, cfg := together(t)
	alone := cfg
	alone.Out = t.TempDir()
	want, _, err := simulate(alone, 1)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	got, err := run(world, cfg, written(cfg.Out), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("on %d ranks of MPI the totals are %+v, on one embedded rank %+v", world.Size(), got, want)
	}
	if world.Rank() == 0 {
		checkTree(t, cfg, world.Size(), time.Since(begin))
		if !bytes.Equal(readPicture(t, cfg, 30), readPicture(t, alone, 30)) {
			t.Error("the picture differs from that of one embedded rank")
		}
	}
	if err := world.Free(); err != nil {
		t.Error(err)
	}
}
