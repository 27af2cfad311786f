package mpicalls

import (
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// noted is a recorder without MPI that notes where tracks stand.
type noted struct {
	mpicall.Recorder // what else there is must not be called
	tracks           map[uintptr]*uint32
	attached         int
}

func (r *noted) Attach([]byte, mpicall.Clock) error { r.attached++; return nil }
func (r *noted) Detach()                            { r.attached-- }
func (r *noted) Track(slot uintptr, current *uint32, _ uint32) error {
	r.tracks[slot] = current
	return nil
}
func (r *noted) Mute(uintptr, bool)                    {}
func (r *noted) Synchronise(bool)                      {}
func (r *noted) TimeOnly(bool)                         {}
func (r *noted) Number([]int) error                    { return nil }
func (r *noted) Record([]uint64, uint64)               {}
func (r *noted) Communicators() []mpicall.Communicator { return nil }
func (r *noted) Goroutines() bool                      { return true }
func (r *noted) Lifecycle(_, _ func())                 {}

// Calls of MPI after the timers have ended are in no region of theirs, on the main track or another:
// timers that begin later would take them for their own.
func TestNoTrackOutlivesTheTimers(t *testing.T) {
	if mpicall.Registered() != nil {
		t.Skip("there is an MPI in this program")
	}
	r := &noted{tracks: make(map[uintptr]*uint32)}
	mpicall.Register(r)
	defer mpicall.Register(nil)
	tm := timersFor(t)
	tm.Start("run")
	done := make(chan struct{})
	go func() {
		tm.Start("worker")
		tm.Stop("worker")
		close(done)
	}()
	<-done
	tm.Stop("run")
	if r.attached != 1 || r.tracks[0] == nil || len(r.tracks) < 2 {
		t.Fatalf("while they run: attached %d, tracks %v", r.attached, r.tracks)
	}
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	for slot, current := range r.tracks {
		if current != nil {
			t.Errorf("slot %#x leads to a region", slot)
		}
	}
	if r.attached != 0 {
		t.Errorf("attached %d", r.attached)
	}
}

// Traces of all ranks stand on rank 0's clock of the day, whatever their own says; only where the clocks could
// not be compared it is their own.
func TestTracesStandOnOneAxis(t *testing.T) {
	tm := timersFor(t)
	r := &report{rank: engine.Of(tm), run: begunAt(1_600_000_000_000_000_000)}
	const ahead, day = 5e15, 1_700_000_000_000_000_000 // of rank 0's monotonic clock; of its clock of the day at 0
	local := r.rank.Calibration.From.Nanos
	aligned := calls.Alignment{Known: true, Local: local, Offset: ahead, Error: 1000}
	r.origin, r.mapping = day, calls.Interpolate(aligned, calls.Alignment{})
	if got, want := r.timeOfDay(local), hdtrace.Epoch(day+ahead+local); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	r.mapping = calls.Interpolate(calls.Alignment{}, calls.Alignment{})
	if got, want := r.timeOfDay(local+7), hdtrace.Epoch(r.run.Begun().UnixNano()+7); got != want {
		t.Errorf("without alignment: %d, want %d", got, want)
	}
}

// The project file of the traces takes in what other tracers of the run have said, and replaces that of an earlier
// run's traces.
func TestTraceProject(t *testing.T) {
	for group, kept := range map[string]bool{"": false, "Timers": true} {
		folder := t.TempDir()
		d, err := traceDirectory(folder, "run")
		if err != nil {
			t.Fatal(err)
		}
		there := d.Project()
		_, err = there.Topology.Node("before", "0", "0")
		if group != "" {
			there.AddGroup(group)
		}
		if err = errors.Join(err, d.WriteProject(there), writeTraceProject(d, d.Project())); err != nil {
			t.Fatal(err)
		}
		p, err := d.ReadProject()
		if err != nil {
			t.Fatal(err)
		}
		if _, found := p.Topology.Find("before", "0", "0"); found != kept {
			t.Errorf("group %q: what was there is in the project: %t, want %t", group, found, kept)
		}
	}
}

// begunAt is a run that began at a time.
type begunAtRun struct {
	attach.Run
	at int64
}

func begunAt(nanos int64) attach.Run { return begunAtRun{at: nanos} }

func (r begunAtRun) Begun() time.Time { return time.Unix(0, r.at) }

// timersFor makes timers that end with the test and leave nothing behind.
func timersFor(t *testing.T) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

// MPI's initialisation and MPI_Finalize, which ends the timers, bound a trace; what was recorded is not there twice.
func TestTraceHasBounds(t *testing.T) {
	number := func(name string) int {
		n, known := functions.Lookup(name)
		if !known {
			t.Fatal("no function", name)
		}
		return n
	}
	begun, ending := number("Init_thread"), number("Finalize")
	recorded := []calls.Event{{Function: number("Send"), Start: 5, End: 7}, {Function: ending, Start: 9, End: 20}}
	for _, c := range []struct {
		events []calls.Event
		ticks  [2]uint64
		want   []uint64 // starts
	}{
		{recorded[:1], [2]uint64{3, 9}, []uint64{3, 5, 9}},
		{recorded[:1], [2]uint64{0, 9}, []uint64{5, 9}},
		{recorded[:1], [2]uint64{}, []uint64{5}},
		{recorded, [2]uint64{3, 9}, []uint64{3, 5, 9}},
		{nil, [2]uint64{3, 4}, []uint64{3, 4}},
	} {
		rank := withBounds(calls.Rank{Rank: 1, Events: c.events}, [2]mpicall.Bound{{Function: begun, Tick: c.ticks[0]}, {Function: ending, Tick: c.ticks[1]}})
		var got []uint64
		for _, e := range rank.Events {
			got = append(got, e.Start)
		}
		if !slices.Equal(got, c.want) || rank.Rank != 1 {
			t.Errorf("calls %+v, bounds at %d: starts %d, want %d", c.events, c.ticks, got, c.want)
		}
	}
	if recorded[1].End != 20 {
		t.Error("the record was changed")
	}
}
