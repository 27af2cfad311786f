package mpicalls

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

// This file is the part of the last report on individual MPI calls: who waited for whom, who sent how much to
// whom, and the event traces.

const defaultEvents = 64 // MB

// report is the part of the last report on calls.
type report struct {
	settings settings
	run      attach.Run
	rank     *engine.Rank
	follower *follower // nil if calls are not recorded for these timers
	ofAll    bool      // they are on all ranks

	pin     runtime.Pinner // of the memory of single calls
	begin   calls.Alignment
	mapping calls.Mapping // to the clock of rank 0
	origin  int64         // Unix time at which that clock was 0, nanoseconds
	record  *callRecord   // of single calls, at the end
}

// Use implements engine.User.
func (r *report) Use(rank *engine.Rank) { r.rank = rank }

// Begin finds out whether calls are recorded on all ranks, makes these wait for each other if that is
// requested, starts recording individual calls, and measures the offsets of the ranks' clocks.
func (r *report) Begin(run attach.Run) error {
	r.run = run
	r.follower = followerOf(r.rank)
	if r.settings.wantsReport() && mpicall.Registered() == nil && run.Rank() == 0 {
		run.Say("mpitimer: calls of MPI are not recorded in this program (package mpiwrap, or mpitimer build -mpi): MPITrace, MPIWaits and MPIMatrix have nothing to say")
	}
	g := run.Group()
	if g == nil {
		return fmt.Errorf("calls are not recorded on all ranks: %w: not all ranks came to Initialize", machenv.ErrLost)
	}
	all, err := allOf(g, r.follower != nil)
	switch {
	case err != nil:
		return fmt.Errorf("calls are not recorded on all ranks: %w", err)
	case !all && r.follower != nil:
		run.Complain(errors.New("mpicalls: calls are not recorded on all ranks: some ranks cannot"))
		return nil
	case !all:
		return nil // rank 0 has told
	}
	r.ofAll = true
	r.follower.recorder.Synchronise(r.settings.Sync)
	r.follower.recorder.TimeOnly(r.settings.TimeOnly)
	if !r.settings.wantsCalls() {
		return nil
	}
	megabytes := cmp.Or(r.settings.Events, defaultEvents)
	r.origin = run.Begun().UnixNano() - r.rank.Calibration.From.Nanos
	// Without which waits are not told, and traces are as apart as the hosts' clocks of the day.
	if err := r.beginAlignment(g); err != nil {
		run.Complain(fmt.Errorf("mpicalls: clocks of the ranks: %w", err))
	}
	events := make([]uint64, megabytes<<20/int(unsafe.Sizeof(uint64(0))))
	r.pin.Pin(&events[0])
	r.follower.recorder.Record(events, uint64(r.rank.Calibration.Hz()*calls.PollGap/1e9))
	return nil
}

// followerOf returns what counts the calls of a rank, or nil for nothing.
func followerOf(rank *engine.Rank) *follower {
	recording.Lock()
	defer recording.Unlock()
	if f := recording.follower; f != nil && f.rank == rank {
		return f
	}
	return nil
}

// allOf tells every rank whether all of them say yes.
func allOf(g *machenv.Group, well bool) (bool, error) {
	own := []byte{0}
	if well {
		own[0] = 1
	}
	parts, err := machenv.Gather(g, 0, own)
	if err != nil {
		return false, err
	}
	answer := []byte{1}
	for _, part := range parts {
		answer[0] &= append(part, 0)[0]
	}
	answer, err = machenv.Broadcast(g, 0, answer)
	return len(answer) == 1 && answer[0] == 1, err
}

// beginAlignment measures where the rank's clock stands against that of rank 0, whose time of day is that of
// all traces.
func (r *report) beginAlignment(g *machenv.Group) error {
	origin, err := machenv.Broadcast(g, 0, binary.LittleEndian.AppendUint64(nil, uint64(r.origin)))
	if err == nil && len(origin) == 8 {
		r.origin = int64(binary.LittleEndian.Uint64(origin))
	}
	begin, problem := calls.Align(g, r.run.Host(), clock.Nanotime, g.Prompt())
	r.begin, r.mapping = begin, calls.Interpolate(begin, calls.Alignment{})
	return errors.Join(err, problem)
}

// endAlignment measures it again.
func (r *report) endAlignment(g *machenv.Group) (hosts int, err error) {
	end, err := calls.Align(g, r.record.rank.Host, clock.Nanotime, g.Prompt())
	r.mapping = calls.Interpolate(r.begin, end)
	return end.Hosts, err
}

// callRecord is what was recorded of individual calls.
type callRecord struct {
	rank     calls.Rank
	partners []calls.PathPartner
	bounds   [2]mpicall.Bound // MPI's initialisation, and MPI_Finalize
	broken   error
}

// Stop takes what was recorded, before the report's own messages.
func (r *report) Stop() {
	if !r.ofAll || r.record != nil {
		return
	}
	r.record = &callRecord{}
	recorder := r.follower.recorder
	if r.settings.Matrix != "" {
		r.record.partners = r.pathPartners(recorder.Partners())
	}
	if !r.settings.wantsCalls() {
		return
	}
	words, dropped := recorder.Events()
	r.record.bounds[0], r.record.bounds[1] = recorder.Bounds()
	r.follower.drop(dropped)
	events, err := calls.Decode(words)
	r.record.broken = err
	r.record.rank = calls.Rank{
		Rank: r.run.Rank(), Size: r.run.Size(), Host: r.run.Host(),
		Nanos: r.monotonic(), Events: events, Dropped: dropped,
	}
	own := &r.record.rank
	for i := range own.Events {
		// Goroutines change threads: calls in an order of their own belong to a goroutine.
		e := &own.Events[i]
		if e.Thread = int(e.Track); e.Track >= mpicall.Foreign {
			e.Thread = r.rank.Tracks() + int(e.Track-mpicall.Foreign)
		}
	}
	for _, m := range recorder.Communicators() {
		own.Communicators = append(own.Communicators, calls.CommunicatorRecord{ID: m.ID, Name: m.Name, Parent: m.Parent, Ranks: worldRanks(m.Ranks), Remote: worldRanks(m.Remote)})
	}
	for _, d := range recorder.Datatypes() {
		own.Datatypes = append(own.Datatypes, calls.DatatypeRecord{ID: d.ID, Combiner: d.Combiner, Name: d.Name, Size: d.Size, Integers: d.Integers, Addresses: d.Addresses, Types: d.Types})
	}
	for _, f := range recorder.Files() {
		own.Files = append(own.Files, calls.FileRecord{ID: f.ID, Name: f.Name, Size: max(f.Size, 0)})
	}
	recorder.Record(nil, 0)
}

// End releases the memory of individual calls.
func (r *report) End(bool) error {
	r.Stop()
	r.pin.Unpin()
	return nil
}

// worldRanks marks the ranks of other worlds as package calls does.
func worldRanks(ranks []int) []int {
	const elsewhere = -3
	list := make([]int, len(ranks))
	for i, r := range ranks {
		if list[i] = r; r < 0 {
			list[i] = elsewhere
		}
	}
	return list
}

// monotonic converts ticks, of before the timers' begin too, to the monotonic clock.
func (r *report) monotonic() func(uint64) int64 {
	calibration := r.rank.Calibration.Extend(clock.Take())
	from := r.rank.Calibration.From
	return func(tick uint64) int64 {
		if tick < from.Ticks {
			return from.Nanos - calibration.Nanos(from.Ticks-tick)
		}
		return from.Nanos + calibration.Nanos(tick-from.Ticks)
	}
}

// Report writes the part of the last report that is made from calls, unless ranks are missing.
func (r *report) Report(all *attach.Report) error {
	g := all.Group
	if g == nil || all.Occasion != attach.AtEnd || !r.ofAll || r.record == nil {
		return nil
	}
	problem := r.record.broken
	if r.settings.wantsCalls() {
		hosts, err := r.endAlignment(g)
		problem = errors.Join(problem, err)
		if r.settings.Waits {
			problem = errors.Join(problem, r.writeWaits(g, hosts))
		}
	}
	if r.settings.Matrix != "" {
		problem = errors.Join(problem, r.writeMatrix(g), r.writePaths(g))
	}
	if r.settings.Trace != "" {
		problem = errors.Join(problem, r.writeTraces(g))
	}
	return problem
}

// writeWaits writes who waited for whom to the log. A step that fails here may have succeeded elsewhere, so
// all ranks take all of them; what is known without some ranks is written.
func (r *report) writeWaits(g *machenv.Group, hosts int) error {
	patience := g.Prompt()
	waits, problem := calls.FindWaits(g, &r.record.rank, r.mapping.At, calls.WaitOptions{Timeout: patience})
	own := calls.SumWaits(r.run.Rank(), g.Size(), hosts, waits, r.callPath, r.mapping)
	all, err := calls.ReduceWaits(g, own, patience)
	problem = errors.Join(problem, err)
	if all == nil || g.Rank() != 0 {
		return problem
	}
	var text strings.Builder
	problem = errors.Join(problem, calls.WriteWaits(&text, all))
	return errors.Join(problem, r.run.Log("\n"+text.String()))
}

// callPath returns the call path of a node of a track.
func (r *report) callPath(node, track uint32) string {
	t := r.rank.Main
	if track < mpicall.Foreign {
		t = r.rank.TrackAt(int(track))
	}
	if t == nil {
		return ""
	}
	return t.PathOf(node)
}

// writeTraces writes the event traces of the rank, and the project on rank 0.
func (r *report) writeTraces(g *machenv.Group) error {
	directory, err := traceDirectory(r.run.Directory(), r.settings.Trace)
	// A node that has no room for its traces is an error on all: what follows is collective.
	all, lost := allOf(g, err == nil)
	switch {
	case err != nil:
		return err
	case lost != nil:
		return errors.Join(lost, directory.Close())
	case !all:
		return errors.Join(errors.New("no event traces: another rank cannot write any"), directory.Close())
	}
	options := calls.TraceOptions{Epoch: r.timeOfDay, Error: r.mapping.Uncertainty, OwnClock: r.begin.Apart}
	options.Header.ProcessorModel, options.Header.ProcessorMHz = hdtrace.Processor()
	own, target := withBounds(r.record.rank, r.record.bounds), directory
	var problem error
	if regions := mpicall.Nesting(r.run.Directory(), r.settings.Trace); regions != nil {
		options.Ticks = func(tick uint64) hdtrace.Epoch { return hdtrace.Epoch(regions.At(tick)) }
		if target, problem = traceDirectory(regions.CallsFolder(), r.settings.Trace); problem != nil {
			target, options.Ticks = directory, nil
		}
	}
	written, err := calls.WriteTrace(target, own, options)
	problem = errors.Join(problem, err, target.Close(), directory.Close())
	project, err := calls.GatherProject(g, target, own, options, written, g.Prompt())
	problem = errors.Join(problem, err)
	if project != nil {
		failed := writeTraceProject(directory, project)
		problem = errors.Join(problem, failed)
		if failed == nil {
			r.run.Wrote("traces of all ranks", filepath.Join(r.run.Directory(), r.settings.Trace+".proj"))
		}
	}
	return problem
}

// withBounds returns a rank with the calls of MPI's initialisation, before which nothing can be recorded, and of
// MPI_Finalize, because of which the timers end and write the trace: the one is where it ended, and the other, of which it
// is not known how long it is going to take, where it began. One that was recorded is among the calls.
func withBounds(rank calls.Rank, bounds [2]mpicall.Bound) *calls.Rank {
	for i, b := range bounds {
		if b.Tick == 0 || slices.ContainsFunc(rank.Events, func(e calls.Event) bool { return e.Function == b.Function }) {
			continue
		}
		call := []calls.Event{{Function: b.Function, Start: b.Tick, End: b.Tick}}
		if i == 0 {
			rank.Events = append(call, rank.Events...)
		} else {
			rank.Events = append(slices.Clip(rank.Events), call...)
		}
	}
	return &rank
}

// writeTraceProject writes the project file. One that has groups of statistics is that of other tracers of the run,
// too, such as a timeline: it becomes one of both. One that has none is of the traces of an earlier run.
func writeTraceProject(d *hdproject.Directory, p *hdproject.Project) error {
	if there, err := d.ReadProject(); err == nil && there != nil && len(there.Groups) > 0 {
		return d.MergeProject(p)
	}
	return d.WriteProject(p)
}

func traceDirectory(folder, name string) (*hdproject.Directory, error) {
	topology, err := hdtrace.NewTopology(name, calls.TraceLevels()...)
	if err != nil {
		return nil, err
	}
	return hdproject.NewDirectory(folder, topology, hdproject.DirectoryOptions{Replace: true})
}

// timeOfDay returns the Unix time of rank 0 at an instant of the rank's monotonic clock, or the rank's own if
// the two could not be compared.
func (r *report) timeOfDay(nanos int64) hdtrace.Epoch {
	if at, uncertainty := r.mapping.At(nanos); uncertainty < calls.UnknownError {
		return hdtrace.Epoch(r.origin + at)
	}
	return hdtrace.Epoch(r.run.Begun().UnixNano() + nanos - r.rank.Calibration.From.Nanos)
}
