package timeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// call is a call of MPI as mpicalls has it: ticks.
type call struct {
	name       string
	start, end uint64
}

// writeCalls does what mpicalls does.
func writeCalls(t *testing.T, regions *mpicall.Regions, host, thread string, list []call) {
	t.Helper()
	topology, err := hdtrace.NewTopology(regions.Project, levels...)
	if err != nil {
		t.Fatal(err)
	}
	d, err := project.NewDirectory(regions.CallsFolder(), topology, project.DirectoryOptions{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	node, err := topology.Node(host, "0", thread)
	if err != nil {
		t.Fatal(err)
	}
	w, err := d.StartTrace(node, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if err := w.BeginAt(hdtrace.Epoch(regions.At(c.start)), c.name); err != nil {
			t.Fatal(err)
		}
		if err := w.EndAt(hdtrace.Epoch(regions.At(c.end))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteInfo("Comm map='0->0;' id=0 name='WORLD'\n\n\n"); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// Calls of MPI come into the very region that made them, however short both are, while the length of a tick is
// measured anew again and again; those of a thread that has no such regions stay apart.
func TestCallsInRegions(t *testing.T) {
	race.Sequential(t)
	folder := t.TempDir()
	hook := NewTrace()
	tm := timers(t, machenv.NewSerial(), hook)
	r, err := Start(tm, Options{Directory: folder, Project: "run", Trace: hook, Period: 1e6, Limit: trace.Limit{Bytes: 1 << 30}, Calls: true})
	if err != nil {
		t.Fatal(err)
	}
	var calls []call
	const rounds = 2000
	// A clock of coarse steps does not tell where a call stands to within one of them.
	steps := 0
	if step := 1e9 * float64(clock.Resolution()) / clock.Calibrate().Hz(); step > 100 {
		steps = 3
	}
	for i := range rounds {
		for _, region := range []string{"even", "odd"} {
			tm.Start(region)
			pass(steps)
			c := call{name: "MPI-" + region, start: clock.Now()}
			pass(max(steps, 1)) // a call has a length
			c.end = clock.Now()
			calls = append(calls, c)
			pass(steps)
			tm.Stop(region)
		}
		if i%100 == 0 {
			if err := r.Epoch(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	if mpicall.Nesting(folder, "other") != nil || mpicall.Nesting(t.TempDir(), "run") != nil {
		t.Error("calls of another project come into this one")
	}
	regions := mpicall.Nesting(folder, "run")
	if regions == nil {
		t.Fatal("nobody takes calls")
	}
	writeCalls(t, regions, r.host, "0", calls)
	writeCalls(t, regions, r.host, "1", []call{{"MPI-alone", calls[0].start, calls[rounds].end}})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if mpicall.Nesting(folder, "run") != nil {
		t.Error("calls are awaited after the end")
	}
	wantCallsInRegions(t, filepath.Join(folder, "run_"+r.host+"_0_0.trc"), 2*rounds)
	for name, want := range map[string]bool{"run.calls": false, "run_" + r.host + "_0_0.info": true, "run_" + r.host + "_0_1.trc": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	accepted(t, folder)
}

// pass waits for so many steps of the clock.
func pass(steps int) {
	for range steps {
		for now := clock.Now(); clock.Now() == now; {
		}
	}
}

// wantCallsInRegions fails unless each call MPI-x is in a state x.
func wantCallsInRegions(t *testing.T, name string, want int) {
	t.Helper()
	var waiting []*trace.Record
	calls := 0
	for _, record := range records(t, name) {
		if record.Kind == trace.State && strings.HasPrefix(record.Name, "MPI-") {
			waiting = append(waiting, record)
			calls++
			continue
		}
		for _, c := range waiting {
			if record.Kind == trace.Event {
				continue
			}
			if c.Name != "MPI-"+record.Name || c.Depth != record.Depth+1 || c.Start < record.Start || c.End > record.End {
				t.Fatalf("%s at depth %d, %v to %v, comes before %s at depth %d, %v to %v", c.Name, c.Depth, c.Start, c.End, record.Name, record.Depth, record.Start, record.End)
			}
		}
		if record.Kind == trace.State {
			waiting = nil
		}
	}
	if calls != want {
		t.Errorf("%d calls, want %d", calls, want)
	}
}
