//go:build mpi && cgo

// Package wrapped tests package gptl in a program that links the wrappers of MPI's calls, which other tests of it
// must not: they know what is in their files.
package wrapped

import (
	"fmt"
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
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

var world *mpi.Comm

func TestMain(m *testing.M) {
	var err error
	if world, err = mpi.World(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if code == 0 {
		if err := mpi.Finalize(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	os.Exit(code)
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// MPI's calls are timers below those that make them, with their bytes, as in a GPTL with PMPI.
func TestMPICallsAsTimers(t *testing.T) {
	if world.Size() < 2 {
		t.Skip("one rank sends nothing")
	}
	for range 2 { // as often as a program likes
		folder, err := machenv.Broadcast(world, 0, []byte(t.TempDir()))
		ok(t, err)
		ok(t, gptl.SetOption(gptl.PrintMethod, gptl.FullTree))
		config := gptl.Config()
		config.Output.Directory, config.Output.Tables = string(folder), "off"
		ok(t, gptl.Initialize(mpitimer.WithConfig(config)))
		ok(t, gptl.Start("exchange"))
		exchange(t)
		ok(t, gptl.Stop("exchange"))
		ok(t, gptl.Print(world.Rank()))
		ok(t, gptl.SetOption(gptl.Layout, gptl.E3SM))
		ok(t, gptl.Print(world.Rank()))
		ok(t, gptl.Finalize())
		ok(t, world.Barrier())
		if world.Rank() == 0 {
			text, err := os.ReadFile(filepath.Join(string(folder), "timing.000000"))
			ok(t, err)
			wantCalls(t, string(text))
			text, err = os.ReadFile(filepath.Join(string(folder), "timing.0"))
			ok(t, err)
			ok(t, check.Rank(text))
			if !strings.Contains(string(text), `"MPI_Isend"`) {
				t.Errorf("no MPI_Isend in\n%s", text)
			}
		}
		ok(t, world.Barrier()) // the directory goes with the test of rank 0
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
	ok(t, err)
	ok(t, comm.Send((rank+1)%size, 1, make([]byte, 1000), 0))
	_, err = comm.Recv((rank+size-1)%size, 1, 0)
	ok(t, err)
	ok(t, comm.Free())
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
