//go:build mpi && cgo

// Package wrapped tests package gptl in a program that links the wrappers of MPI's calls, which other tests of it
// must not: they know what is in their files.
package wrapped

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

var world *mpi.Comm

func TestMain(m *testing.M) { timerstest.RunMPI(m, &world) }

// MPI's calls are timers below those that make them, with their bytes, as in a GPTL with PMPI.
func TestMPICallsAsTimers(t *testing.T) {
	if world.Size() < 2 {
		t.Skip("one rank sends nothing")
	}
	for range 2 { // as often as a program likes
		folder, err := machenv.Broadcast(world, 0, []byte(t.TempDir()))
		timerstest.OK(t, err)
		timerstest.OK(t, gptl.SetOption(gptl.PrintMethod, gptl.FullTree))
		config := gptl.Config()
		config.Output.Directory, config.Output.Tables = string(folder), "off"
		timerstest.OK(t, gptl.Initialize(mpitimer.WithConfig(config)))
		timerstest.OK(t, gptl.Start("exchange"))
		exchange(t)
		timerstest.OK(t, gptl.Stop("exchange"))
		timerstest.OK(t, gptl.Print(world.Rank()))
		timerstest.OK(t, gptl.SetOption(gptl.Layout, gptl.E3SM))
		timerstest.OK(t, gptl.Print(world.Rank()))
		timerstest.OK(t, gptl.Finalize())
		timerstest.OK(t, world.Barrier())
		if world.Rank() == 0 {
			text, err := os.ReadFile(filepath.Join(string(folder), "timing.000000"))
			timerstest.OK(t, err)
			wantCalls(t, string(text))
			text, err = os.ReadFile(filepath.Join(string(folder), "timing.0"))
			timerstest.OK(t, err)
			timerstest.OK(t, check.Rank(text))
			if !strings.Contains(string(text), `"MPI_Isend"`) {
				t.Errorf("no MPI_Isend in\n%s", text)
			}
		}
		timerstest.OK(t, world.Barrier()) // the directory goes with the test of rank 0
	}
}

// exchange makes a collective call and passes 1000 bytes around.
func exchange(t *testing.T) {
	t.Helper()
	size, rank := world.Size(), world.Rank()
	all := make([]int, size)
	for i := range all {
		all[i] = i
	}
	comm, err := world.Create(all)
	timerstest.OK(t, err)
	timerstest.OK(t, comm.Send((rank+1)%size, 1, make([]byte, 1000), 0))
	_, err = comm.Recv((rank+size-1)%size, 1, 0)
	timerstest.OK(t, err)
	timerstest.OK(t, comm.Free())
}

func wantCalls(t *testing.T, text string) {
	t.Helper()
	for _, want := range []string{"ENABLE_PMPI was true", "AVG_MPI_BYTES", "\n  exchange "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !regexp.MustCompile(`(?m)^[* ]   MPI_Isend +\d+ .* \d\.\d+e\+0[23] *$`).MatchString(text) {
		t.Errorf("no MPI_Isend of hundreds of bytes a call in\n%s", text)
	}
}
