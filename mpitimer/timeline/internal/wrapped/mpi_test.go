//go:build mpi && cgo

// Package wrapped tests package timeline in a program that links the wrappers of MPI's calls.
package wrapped

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
	"github.com/go-hpc/timers/mpitimer/timeline"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

var world *mpi.Comm

func TestMain(m *testing.M) { timerstest.RunMPI(m, &world) }

// Regions, the real calls of MPI in them and the statistics of a run are one project, in which each send is in the
// region that has made it, and which readers accept.
func TestMPICallsInRegions(t *testing.T) {
	if world.Size() < 2 {
		t.Skip("one rank sends nothing")
	}
	const steps = 20
	folder, err := machenv.Broadcast(world, 0, []byte(t.TempDir()))
	timerstest.OK(t, err)
	config := mpitimer.DefaultConfig()
	config.Output.GlobalFile, config.Output.RankFiles, config.Output.SummaryFile = "none", 0, false
	config.Output.Directory, config.Output.Tables = string(folder), "off"
	timerstest.OK(t, config.Set("MPITrace", "run"))
	hook := timeline.NewTrace()
	registry, err := machenv.NewRegistry(world)
	timerstest.OK(t, err)
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithEnvironments(registry), mpitimer.WithLog(io.Discard), mpitimer.WithHook(hook))
	timerstest.OK(t, err)
	recorder, err := timeline.Start(tm, timeline.Options{Directory: string(folder), Project: "run", Trace: hook, Calls: true})
	timerstest.OK(t, err)
	size, rank := world.Size(), world.Rank()
	for range steps {
		tm.Start("send")
		timerstest.OK(t, world.Send((rank+1)%size, 1, make([]byte, 1000), 0))
		tm.Stop("send")
		tm.Start("receive")
		_, err := world.Recv((rank+size-1)%size, 1, 0)
		timerstest.OK(t, err)
		tm.Stop("receive")
	}
	timerstest.OK(t, tm.Finalize())
	timerstest.OK(t, recorder.Close())
	timerstest.OK(t, world.Barrier())
	wantSends(t, string(folder), rank, steps)
	if rank == 0 {
		findings, err := project.CheckDirectory(string(folder))
		timerstest.OK(t, err)
		if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
			t.Errorf("not accepted: %v", findings)
		}
		if _, err := os.Stat(filepath.Join(string(folder), "run.calls")); err == nil {
			t.Error("calls are left over")
		}
	}
	timerstest.OK(t, world.Barrier()) // the directory goes with the test of rank 0
}

// wantSends fails unless the region send contains a call Isend each time.
func wantSends(t *testing.T, folder string, rank, want int) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(folder, fmt.Sprintf("run_*_%d_0.trc", rank)))
	if len(names) != 1 {
		t.Fatalf("traces %v", names)
	}
	f, err := os.Open(names[0])
	timerstest.OK(t, err)
	defer f.Close()
	r, err := trace.NewReader(f, hdtrace.ReadOptions{})
	timerstest.OK(t, err)
	sends, inside, elsewhere := 0, 0, 0
	for record, err := range r.Records() {
		timerstest.OK(t, err)
		switch {
		case record.Name == "Isend" && record.Depth == 2:
			inside++
		case record.Name == "send":
			if inside != 1 {
				t.Errorf("%d calls Isend in a region send", inside)
			}
			sends, inside = sends+1, 0
		case record.Name == "receive" && inside > 0:
			elsewhere, inside = elsewhere+inside, 0
		}
	}
	if sends != want || elsewhere > 0 {
		t.Errorf("%d regions send, expected %d; %d calls Isend in regions receive", sends, want, elsewhere)
	}
}
