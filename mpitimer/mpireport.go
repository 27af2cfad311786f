package mpitimer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// This file is what the last report tells of single calls of MPI: who waited for whom, who sent how much
// to whom, and the event traces.

const defaultEvents = 64 // MB

// wantsCalls says whether single calls are to be recorded.
func (o *Output) wantsCalls() bool { return o.MPITrace != "" || o.MPIWaits }

// recordCalls begins to record single calls, on all ranks, and measures where their clocks stand.
func (tm *Timers) recordCalls() (problem error) {
	o := &tm.config.Output
	if (o.wantsCalls() || o.MPIMatrix != "") && mpicall.Registered() == nil && tm.rank() == 0 {
		tm.message("mpitimer: calls of MPI are not recorded in this program (package mpiwrap, or mpitimer build -mpi): MPITrace, MPIWaits and MPIMatrix have nothing to say")
	}
	if !o.wantsCalls() && o.MPIMatrix == "" {
		return nil
	}
	defer tm.engine.Mute()()
	v, err := tm.roundOfAll("calls of MPI", tm.calls != nil)
	if tm.callsOfAll = err == nil; err != nil {
		if tm.calls != nil || !errors.Is(err, errNotAll) {
			err = fmt.Errorf("mpitimer: calls of MPI are not recorded on all ranks: %w", err)
		} else {
			err = nil // rank 0 has told
		}
		return err
	}
	if !o.wantsCalls() {
		return nil
	}
	megabytes := o.MPIEvents
	if megabytes == 0 {
		megabytes = defaultEvents
	}
	tm.calls.origin = tm.begun - tm.engine.Calibration.From.Nanos
	// Without which waits are not told, and traces are as apart as the hosts' clocks of the day.
	if err := tm.beginAlignment(v.Group); err != nil {
		problem = fmt.Errorf("mpitimer: clocks of the ranks: %w", err)
	}
	tm.calls.events = make([]uint64, megabytes<<20/int(unsafe.Sizeof(uint64(0))))
	tm.calls.pin.Pin(&tm.calls.events[0])
	tm.calls.recorder.Record(tm.calls.events)
	return problem
}

// beginAlignment measures where the rank's clock stands against that of rank 0, whose time of day is that of
// all traces.
func (tm *Timers) beginAlignment(g *machenv.Group) error {
	c := tm.calls
	origin, err := machenv.Broadcast(g, 0, binary.LittleEndian.AppendUint64(nil, uint64(c.origin)))
	if err == nil && len(origin) == 8 {
		c.origin = int64(binary.LittleEndian.Uint64(origin))
	}
	begin, problem := calls.Align(g, tm.all.Host(), clock.Nanotime, g.Prompt())
	c.begin, c.mapping = begin, calls.Interpolate(begin, calls.Alignment{})
	return errors.Join(err, problem)
}

// endAlignment measures it again.
func (tm *Timers) endAlignment(g *machenv.Group) (hosts int, err error) {
	c := tm.calls
	end, err := calls.Align(g, c.record.rank.Host, clock.Nanotime, g.Prompt())
	c.mapping = calls.Interpolate(c.begin, end)
	return end.Hosts, err
}

// callRecord is what was recorded of single calls.
type callRecord struct {
	rank     calls.Rank
	partners []calls.PathPartner
	broken   error
}

// endCalls takes what was recorded, before the report's own messages.
func (tm *Timers) endCalls() {
	c := tm.calls
	if c == nil {
		return
	}
	o := &tm.config.Output
	c.record = &callRecord{}
	if o.MPIMatrix != "" {
		c.record.partners = tm.pathPartners(c.recorder.Partners())
	}
	if !o.wantsCalls() {
		return
	}
	words, dropped := c.recorder.Events()
	events, err := calls.Decode(words)
	c.record.broken = err
	c.record.rank = calls.Rank{
		Rank: tm.rank(), Size: tm.all.Size(), Host: tm.all.Host(),
		Nanos: tm.monotonic(), Events: events, Dropped: dropped,
	}
	r := &c.record.rank
	for i := range r.Events {
		// Goroutines change threads: what is in an order of its own is a goroutine.
		e := &r.Events[i]
		if e.Thread = int(e.Track); e.Track >= mpicall.Foreign {
			e.Thread = tm.engine.Tracks() + int(e.Track-mpicall.Foreign)
		}
	}
	for _, m := range c.recorder.Communicators() {
		r.Communicators = append(r.Communicators, calls.CommunicatorRecord{ID: m.ID, Name: m.Name, Parent: m.Parent, Ranks: worldRanks(m.Ranks), Remote: worldRanks(m.Remote)})
	}
	for _, d := range c.recorder.Datatypes() {
		r.Datatypes = append(r.Datatypes, calls.DatatypeRecord{ID: d.ID, Combiner: d.Combiner, Name: d.Name, Size: d.Size, Integers: d.Integers, Addresses: d.Addresses, Types: d.Types})
	}
	for _, f := range c.recorder.Files() {
		r.Files = append(r.Files, calls.FileRecord{ID: f.ID, Name: f.Name, Size: max(f.Size, 0)})
	}
	c.recorder.Record(nil)
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
func (tm *Timers) monotonic() func(uint64) int64 {
	calibration := tm.engine.Calibration.Extend(clock.Take())
	from := tm.engine.Calibration.From
	return func(tick uint64) int64 {
		if tick < from.Ticks {
			return from.Nanos - calibration.Nanos(from.Ticks-tick)
		}
		return from.Nanos + calibration.Nanos(tick-from.Ticks)
	}
}

// writeCalls is the part of the last report that is made of single calls. It is collective, and without
// ranks that are lost.
func (tm *Timers) writeCalls(g *machenv.Group) error {
	c := tm.calls
	if c == nil || c.record == nil || !tm.callsOfAll {
		return nil
	}
	o := &tm.config.Output
	problem := c.record.broken
	if o.wantsCalls() {
		hosts, err := tm.endAlignment(g)
		problem = errors.Join(problem, err)
		if o.MPIWaits {
			problem = errors.Join(problem, tm.writeWaits(g, hosts))
		}
	}
	if o.MPIMatrix != "" {
		problem = errors.Join(problem, tm.writeMatrix(g), tm.writePaths(g))
	}
	if o.MPITrace != "" {
		problem = errors.Join(problem, tm.writeTraces())
	}
	if problem != nil {
		problem = fmt.Errorf("mpitimer: calls of MPI: %w", problem)
	}
	return problem
}

// writeWaits writes who waited for whom to the log. A step that fails here may have gone well elsewhere, so
// all ranks take all of them; what can be told without some ranks is.
func (tm *Timers) writeWaits(g *machenv.Group, hosts int) error {
	c, patience := tm.calls, g.Prompt()
	waits, problem := calls.FindWaits(g, &c.record.rank, c.mapping.At, calls.WaitOptions{Timeout: patience})
	own := calls.SumWaits(tm.rank(), g.Size(), hosts, waits, tm.callPath, c.mapping)
	all, err := calls.ReduceWaits(g, own, patience)
	problem = errors.Join(problem, err)
	if all == nil || g.Rank() != 0 {
		return problem
	}
	var text strings.Builder
	problem = errors.Join(problem, calls.WriteWaits(&text, all))
	return errors.Join(problem, tm.log("\n"+text.String()))
}

// callPath is the call path of a node of a track.
func (tm *Timers) callPath(node, track uint32) string {
	t := tm.engine.Main
	if track < mpicall.Foreign {
		t = tm.engine.TrackAt(int(track))
	}
	if t == nil {
		return ""
	}
	return t.PathOf(node)
}

// writeTraces writes the event traces of the rank, and the project on rank 0.
func (tm *Timers) writeTraces() error {
	o := &tm.config.Output
	directory, err := traceDirectory(o)
	// A node that has no room for its traces is an error on all: what follows is collective.
	v, lost := tm.rounds.Ask(machenv.Question{Kind: "directories of traces", Own: yes(err == nil), Join: both, Prompt: true})
	switch {
	case err != nil:
		return err
	case lost != nil:
		return errors.Join(lost, directory.Close())
	case !allSaidYes(v.Answer) || len(v.Missing) > 0:
		return errors.Join(errors.New("no event traces: another rank cannot write any"), directory.Close())
	}
	options := calls.TraceOptions{Epoch: tm.timeOfDay}
	r := &tm.calls.record.rank
	written, problem := calls.WriteTrace(directory, r, options)
	problem = errors.Join(problem, directory.Close())
	project, err := calls.GatherProject(v.Group, directory, r, options, written, v.Group.Prompt())
	problem = errors.Join(problem, err)
	if project != nil {
		failed := writeTraceProject(directory, project)
		problem = errors.Join(problem, failed)
		if failed == nil {
			tm.written.add("traces of all ranks", filepath.Join(filepath.Clean(o.Directory), o.MPITrace+".proj"))
		}
	}
	return problem
}

// writeTraceProject writes the project file. One that has groups of statistics is that of other tracers of the run,
// too, such as a timeline: it becomes one of both. One that has none is of the traces of an earlier run.
func writeTraceProject(d *hdtrace.Directory, p *hdtrace.Project) error {
	if there, err := d.ReadProject(); err == nil && there != nil && len(there.Groups) > 0 {
		return d.MergeProject(p)
	}
	return d.WriteProject(p)
}

func traceDirectory(o *Output) (*hdtrace.Directory, error) {
	topology, err := hdtrace.NewTopology(o.MPITrace, calls.TraceLevels()...)
	if err != nil {
		return nil, err
	}
	return hdtrace.NewDirectory(filepath.Clean(o.Directory), topology, hdtrace.DirectoryOptions{Replace: true})
}

// timeOfDay is the Unix time of rank 0 at an instant of the rank's monotonic clock, or the rank's own where the
// two could not be compared.
func (tm *Timers) timeOfDay(nanos int64) hdtrace.Epoch {
	c := tm.calls
	if at, uncertainty := c.mapping.At(nanos); uncertainty < calls.UnknownError {
		return hdtrace.Epoch(c.origin + at)
	}
	return hdtrace.Epoch(tm.begun + nanos - tm.engine.Calibration.From.Nanos)
}

// markCalls adds what a reader has to know to a profile that has calls.
func (c *mpiCalls) markCalls(p *stats.Profile) {
	if c.record != nil && c.record.rank.Dropped > 0 {
		p.Warnings = append(p.Warnings, stats.Warning{Kind: warnCallsDropped, Count: c.record.rank.Dropped})
	}
}
