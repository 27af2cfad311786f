//go:build mpi && cgo

package gptl

import (
	"fmt"
	"io"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
)

// sharedFolder returns a directory of rank 0 that all ranks know.
func sharedFolder(t *testing.T) string {
	t.Helper()
	dir, err := machenv.Broadcast(world, 0, []byte(t.TempDir()))
	ok(t, err)
	return string(dir)
}

// beginMPI initializes on all ranks, without a word of a communicator, as a program would.
func beginMPI(t *testing.T, folder string) {
	t.Helper()
	fresh(t)
	ok(t, Initialize(mpitimer.WithConfig(configIn(folder)), mpitimer.WithLog(io.Discard)))
	equal(t, "ranks", mpitimer.Default().Environments().Default().Size(), world.Size())
}

func TestMPIPrintSummary(t *testing.T) {
	folder := sharedFolder(t)
	beginMPI(t, folder)
	ok(t, summaries(world))
	ok(t, Print(world.Rank()))
	ok(t, Finalize())
	ok(t, world.Barrier())
	if world.Rank() == 0 {
		checkSummaries(t, folder, world.Size())
		for rank := range world.Size() {
			name := fmt.Sprintf("timing.%06d", rank)
			if rank >= world.Size()/2 {
				name = fmt.Sprintf("timing.%d", rank) // these have changed the layout
			}
			content(t, folder, name)
		}
	}
	ok(t, world.Barrier()) // the directory goes with the test of rank 0
}

func TestMPIBarrier(t *testing.T) {
	beginMPI(t, t.TempDir())
	ok(t, barriers(world))
	ok(t, Finalize())
}
