// Package libgptl also starts and stops the regions of a rank's main goroutine in GPTL. Programs built with the
// tag gptl link it. Other goroutines are left out: GPTL knows threads, goroutines change theirs, and a GPTL
// that was built without threads has one call stack for all. docs/libgptl.md says what becomes of what.
//
// Every start and stop of the main goroutine then leaves the fast path.
package libgptl

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/gptl"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

func init() { engine.Bridge.Forward = begin }

// forwarder is what GPTL runs of a track.
type forwarder struct {
	rank   *engine.Rank
	track  *engine.Track        // the main one
	names  []gptl.Name          // by node; the zero Name where GPTL has not met it
	byName map[string]gptl.Name // the same, one for each name, as in GPTL
	open   []forwarded          // what GPTL runs, outermost first
	deep   int                  // of these, those that occupy GPTL's call stack
	made   bool                 // GPTL was initialised here, and is to be printed and ended here
	lost   bool                 // the goroutine has ended
	noted  map[string][]uint32  // nodes that a note of a kind names
}

// forwarded is a region that GPTL runs.
type forwarded struct {
	depth int // on the track's stack
	name  gptl.Name
	again bool // as a recursion: GPTL only counts it
}

// MostOpen is how deep regions may stand in each other in GPTL's call stack, which has room for
// 127 and holds the program's own timers, too. What would overflow it could not be stopped again.
const MostOpen = 96

// MostAdded is how many calls an Add tells GPTL of: they may cost a call of GPTL each.
const MostAdded = 1 << 20

// What a report says of regions that are not in GPTL's.
const (
	NoteRefused   = "missing in GPTL's report: GPTL returned an error"
	NoteAbsent    = "missing in GPTL's report: GPTL is not initialised any more"
	NoteElsewhere = "missing in GPTL's report: the main goroutine has left its thread"
	NoteDeep      = "missing in GPTL's report: too many regions within each other"
	NoteAdded     = "missing in GPTL's report: time added to a region that is running"
	NoteTime      = "missing in GPTL's report: time added without a call"
	NoteMany      = "missing in GPTL's report: too many calls added at once"
	NoteStop      = "wrong in GPTL's report: its timer could not be stopped"
)

// forwards is true while one Timers of the process has GPTL, which knows no more than one rank.
var forwards atomic.Bool

// begin lets GPTL see the regions of the main track from here on.
func begin(rank *engine.Rank) (engine.Watcher, error) {
	if !gptl.Built {
		return nil, nil
	}
	if !forwards.CompareAndSwap(false, true) {
		rank.Owner.Say("mpitimer: GPTL's report is of one rank of this process; further ranks are not in it")
		return nil, nil
	}
	// GPTL may tell threads apart. The lock is given back when the timers are.
	runtime.LockOSThread()
	made, err := gptl.Begin()
	if err != nil {
		runtime.UnlockOSThread()
		forwards.Store(false)
		return nil, fmt.Errorf("mpitimer: %w; its report will be without this rank", err)
	}
	return &forwarder{rank: rank, track: rank.Main, byName: make(map[string]gptl.Name), made: made}, nil
}

// Report prints what GPTL has seen, if it was initialised here, and says what its report lacks by design.
func (f *forwarder) Report(p *stats.Profile, file string) (problem error) {
	f.addCalls(p)
	if f.made && file != "" {
		problem = f.rank.Owner.WriteFile(file, printForwarded)
	}
	if p.Rank == 0 {
		f.tell(p)
	}
	return problem
}

// addCalls adds the calls of MPI that were recorded on the main goroutine: a timer for each function, as where GPTL itself
// records them, but beside the regions, not below those that have made the calls. GPTL cannot add to a timer at a place of
// its tree, and to tell it of each call would cost more than many of them take.
func (f *forwarder) addCalls(p *stats.Profile) {
	if f.lost {
		return
	}
	var names []string // in the order of the tree
	of := make(map[string]stats.Measure)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m := onMain(n)
		if m.Calls == 0 || !functions.IsRegion(n.Name) || f.byName[n.Name] != (gptl.Name{}) { // the program's own, which GPTL has
			continue
		}
		if _, known := of[n.Name]; !known {
			names = append(names, n.Name)
		}
		sum := of[n.Name]
		sum.Calls, sum.Total = sum.Calls+m.Calls, sum.Total+m.Total-m.Open
		of[n.Name] = sum
	}
	for _, name := range names {
		m := of[name]
		if m.Calls > MostAdded {
			f.rank.Owner.Say(fmt.Sprintf("mpitimer: %d calls of %s are %s", m.Calls, name, NoteMany))
			continue
		}
		text := gptl.NewName(name)
		if outcome := gptl.Add(text, float64(m.Total)/1e9, int(m.Calls)); outcome != gptl.Done {
			f.rank.Owner.Say("mpitimer: calls of MPI are missing in GPTL's report, which does not take them")
			text.Free()
			return // nor the next
		}
		f.byName[name] = text
	}
}

// onMain is what a node has of the main track.
func onMain(n *stats.Node) stats.Measure {
	if n.ByTrack == nil {
		return n.Measure
	}
	for _, m := range n.ByTrack {
		if m.Track == 0 {
			return m.Measure
		}
	}
	return stats.Measure{}
}

// End lets the next timers have GPTL. If that was initialised here it is finalized.
func (f *forwarder) End() (problem error) {
	for _, name := range f.byName {
		name.Free() // GPTL has a copy
	}
	if f.made {
		if err := gptl.End(); err != nil {
			problem = fmt.Errorf("mpitimer: %w", err)
		}
	}
	if f.track.Owned() && !f.lost { // the thread of a goroutine that has ended is gone with it
		runtime.UnlockOSThread()
	}
	forwards.Store(false)
	return problem
}

// printForwarded makes GPTL, which opens files itself, write what w is open for.
func printForwarded(w io.Writer) error {
	f, ok := w.(*os.File)
	if !ok {
		return errors.New("GPTL writes to files only")
	}
	return gptl.Print(f.Name())
}

// tell says what GPTL's report lacks by design.
func (f *forwarder) tell(p *stats.Profile) {
	elsewhere, sampled := uint64(0), uint64(0)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		main := onMain(n).Calls
		elsewhere += n.Calls - main
		if n.Sample > 1 {
			sampled += main
		}
	}
	if elsewhere > 0 {
		f.rank.Owner.Say(fmt.Sprintf("mpitimer: %d calls on other goroutines than the main one are not in GPTL's report, which knows threads only", elsewhere))
	}
	if sampled > 0 {
		f.rank.Owner.Say(fmt.Sprintf("mpitimer: %d calls of sampled regions are not in GPTL's report, which would have to time each", sampled))
	}
}

// Start tells GPTL that a region was started; again says that it ran already.
func (f *forwarder) Start(node uint32, again bool) {
	t := f.track
	if t.Cold[node].Sample > 1 || t.IsTotal(node) && !f.made || f.lost {
		return // Total need not end before the timer of the program in which it has begun
	}
	if !again && f.deep == MostOpen {
		f.note(NoteDeep, node)
		return
	}
	name := f.name(node)
	if outcome := gptl.Start(name); outcome != gptl.Done {
		f.noteOutcome(outcome, node)
		return
	}
	f.open = append(f.open, forwarded{t.Depth, name, again})
	if !again {
		f.deep++
	}
}

// Stop tells GPTL that the region at a depth has ended, if GPTL runs it.
func (f *forwarder) Stop(node uint32, depth int) {
	last := len(f.open) - 1
	if last < 0 || f.open[last].depth != depth {
		return
	}
	region := f.open[last]
	f.open = f.open[:last]
	if !region.again {
		f.deep--
	}
	if outcome := gptl.Stop(region.name); outcome == gptl.Refused || outcome == gptl.Elsewhere {
		f.note(NoteStop, node)
	}
}

// StopAll ends what GPTL still runs, for a rank whose own timers are left as they are.
func (f *forwarder) StopAll() {
	t := f.track
	if !t.Owned() {
		return
	}
	for depth := t.Depth; depth > 0; depth-- {
		f.Stop(t.NodeAt(depth), depth)
	}
}

// Add tells GPTL of calls that were measured elsewhere, and took so many ticks together.
func (f *forwarder) Add(node uint32, total time.Duration, calls uint64) {
	switch {
	case f.lost:
		return
	case calls == 0: // upstream's GPTL knows no such thing
		f.note(NoteTime, node)
		return
	case calls > MostAdded:
		f.note(NoteMany, node)
		return
	}
	name := f.name(node)
	for _, region := range f.open {
		if region.name == name { // GPTL would take the time of its start anew
			f.note(NoteAdded, node)
			return
		}
	}
	if outcome := gptl.Add(name, total.Seconds(), int(calls)); outcome != gptl.Done {
		f.noteOutcome(outcome, node)
	}
}

// Reset sets a GPTL of ours back to zero. It takes running timers for stopped, so they are stopped
// before and started after it.
func (f *forwarder) Reset() {
	if !f.made || f.lost {
		return
	}
	open := f.open
	for i := len(open) - 1; i >= 0; i-- {
		gptl.Stop(open[i].name)
	}
	if err := gptl.Reset(); err != nil {
		f.rank.Owner.Say("mpitimer: " + err.Error())
	}
	for _, region := range open {
		gptl.Start(region.name)
	}
}

// Abandon leaves what GPTL runs of a goroutine that has ended: its thread is gone.
func (f *forwarder) Abandon() { f.open, f.deep, f.lost = nil, 0, true }

func (f *forwarder) noteOutcome(outcome gptl.Outcome, node uint32) {
	switch outcome {
	case gptl.Absent:
		f.note(NoteAbsent, node)
	case gptl.Elsewhere:
		f.note(NoteElsewhere, node)
	default:
		f.note(NoteRefused, node)
	}
}

// note puts it among the warnings. It is nobody's wrong use: strict timers go on.
func (f *forwarder) note(kind string, node uint32) {
	t := f.track
	if f.noted == nil {
		f.noted = make(map[string][]uint32)
	}
	if named := f.noted[kind]; !slices.Contains(named, node) {
		if len(named) == maxNoted {
			f.rank.KeepWarning(kind, "", 0)
			return
		}
		f.noted[kind] = append(named, node)
	}
	f.rank.KeepWarning(kind, t.PathOf(node), t.PlaceOf(node))
}

// maxNoted is how many regions a kind of note names; the others are counted together. It leaves room
// for warnings of wrong use.
const maxNoted = 4

// name is the name of a node as GPTL takes it.
func (f *forwarder) name(node uint32) gptl.Name {
	if int(node) < len(f.names) && f.names[node] != (gptl.Name{}) {
		return f.names[node]
	}
	t := f.track
	fit := gptl.Fit(t.Name(&t.Cold[node]))
	name, known := f.byName[fit]
	if !known {
		name = gptl.NewName(fit)
		f.byName[fit] = name
	}
	for len(f.names) <= int(node) {
		f.names = append(f.names, gptl.Name{})
	}
	f.names[node] = name
	return name
}
