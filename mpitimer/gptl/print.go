package gptl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// standardErrorName is the file name that means standard error.
const standardErrorName = "stderr"

// Print writes the timers of this rank to the file timing.NNNNNN, of the number id, and to standard
// error if id is not within 0 and 999999. With the layout E3SM the name is timing.N, and another id is
// ErrValue. See PrintFile.
func Print(id int) error {
	l, err := initialized("Print")
	if err != nil {
		return err
	}
	name := upstream.TimingName(id)
	outside := id < 0 || id > 999999
	switch e3sm := l.option(Layout) == E3SM; {
	case outside && e3sm:
		return l.fail("Print(%d): %w: expected 0 to 999999", id, ErrValue)
	case outside:
		name = standardErrorName
	case e3sm:
		name = fmt.Sprintf("timing.%d", id)
	}
	return l.print("Print", name)
}

// PrintFile writes the timers of this rank to a file; "stderr" is standard error. The option Layout sets the
// format, PrintMode whether the file's old contents stay, and with OnlyPrintRank0 other ranks write nothing.
//
// Timers go on, and what one that is running has spent since its start is left out; so is Total, the
// region of package mpitimer that runs from the beginning to the end. A name that is not
// absolute is one in the timers' directory, the working directory unless their configuration has
// another. A file that cannot be written there is written elsewhere, which the error tells.
func PrintFile(name string) error {
	l, err := initialized("PrintFile")
	if err != nil {
		return err
	}
	return l.print("PrintFile", name)
}

func (l *library) print(call, name string) error {
	if name == "" {
		return l.fail("%s: %w: the name of the file is empty", call, ErrValue)
	}
	if !l.prints() {
		return nil
	}
	if err := l.output(name, l.write); err != nil {
		return l.fail("%s: %w", call, err)
	}
	return nil
}

// output writes a file according to the print mode. The text is assembled first, so that it is appended to a
// file as a whole.
func (l *library) output(name string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	copied := func(w io.Writer) error {
		_, err := w.Write(text.Bytes())
		return err
	}
	switch folder := filepath.Dir(name); {
	case name == standardErrorName:
		return copied(standardError)
	case l.missing(folder):
		l.note("there is no directory %s: what was to be printed there follows", folder)
		return copied(standardError)
	case l.option(PrintMode) == PrintAppend:
		return engine.Of(l.timers).Owner.AppendFile(name, copied)
	}
	return l.timers.WriteFile(name, copied)
}

// missing reports whether a directory that the program names is not there: GPTL makes none, and prints to standard error.
func (l *library) missing(folder string) bool {
	if folder == "." {
		return false // the timers' directory, which they make
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(l.folder(), folder)
	}
	_, err := os.Stat(folder)
	return errors.Is(err, fs.ErrNotExist)
}

// profile returns that of the rank as GPTL would have it: without mpitimer's Total, which the program has not
// started.
func (l *library) profile() *stats.Profile {
	return l.asGPTL(func(nodes []stats.Node) []stats.Node { return nodes })
}

func (l *library) asGPTL(order func([]stats.Node) []stats.Node) *stats.Profile {
	p := withoutTotal(l.timers.Profile())
	if title := clockTitles[l.clock]; title != "" {
		p.Clock.Name = title
	}
	p.Nodes = order(l.withKept(p.Nodes))
	l.nesting.show(p.Nodes)
	if l.isOn(ToTheLetter) {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			n.Name = n.Name[:min(len(n.Name), gptlcompat.DefaultMaxName)]
		}
	}
	return p
}

// toTheLetter gives calls that were given together their mean as shortest and longest, and time without a call its whole.
func toTheLetter(nodes []stats.Node) {
	given := func(m *stats.Measure) {
		done, calls := m.Total-m.Open, m.Calls-m.Recursion
		if mean := done / int64(max(calls, 1)); m.Timed < calls || calls == 0 && done > 0 {
			if m.Max = max(m.Max, mean); m.Timed > 0 {
				mean = min(m.Min, mean)
			}
			m.Timed, m.Min = max(calls, 1), mean
		}
	}
	for i := range nodes {
		n := &nodes[i]
		given(&n.Measure)
		n.ByTrack = slices.Clone(n.ByTrack)
		for t := range n.ByTrack {
			given(&n.ByTrack[t].Measure)
		}
	}
}

// Profile is that of the calling rank as the files show it, its nodes in the order of their first starts; nil before Initialize.
func Profile() *stats.Profile {
	l := current()
	if l.timers == nil {
		return nil
	}
	return l.asGPTL(l.inOrder)
}

// clockTitles are what GPTL calls clocks that are one here.
var clockTitles = map[Clock]string{GetTimeOfDay: "gettimeofday", MPIWtime: "MPI_Wtime"}

func withoutTotal(p *stats.Profile) *stats.Profile {
	q := *p
	if len(p.Nodes) == 0 || p.Nodes[0].Name != mpitimer.TotalName {
		return &q
	}
	q.Nodes = slices.Clone(p.Nodes[1:])
	for i := range q.Nodes {
		if n := &q.Nodes[i]; n.Parent >= 0 {
			n.Parent-- // those of Total have none now
		}
	}
	return &q
}

// write writes the timers of the rank in the layout that was asked for.
func (l *library) write(w io.Writer) error {
	p := l.asGPTL(l.inOrder)
	if l.option(Layout) == E3SM {
		if l.isOn(ToTheLetter) {
			toTheLetter(p.Nodes)
		}
		return gptlcompat.WriteRank(w, p, l.rankOptions(p))
	}
	return upstream.WriteTiming(w, p, l.timingOptions(p))
}

// method returns the print method as the writers name it.
func (l *library) method() gptlcompat.PrintMethod {
	return map[int]gptlcompat.PrintMethod{
		FirstParent: gptlcompat.FirstParent, LastParent: gptlcompat.LastParent,
		MostFrequent: gptlcompat.MostFrequent, FullTree: gptlcompat.FullTree,
	}[l.option(PrintMethod)]
}

func (l *library) timingOptions(p *stats.Profile) upstream.TimingOptions {
	wrong := l.errors.Load() > 0
	bytes, _ := l.timers.Memory()
	o := upstream.TimingOptions{
		Method:       l.method(),
		NoOverhead:   !l.isOn(Overhead),
		NoPreamble:   !l.isOn(DoprPreamble),
		NoThreadSort: !l.isOn(DoprThreadSort),
		NoParents:    !l.isOn(DoprMultParent),
		Percent:      l.isOn(Percent),
		Memory:       &upstream.TimingMemory{Regions: int64(bytes)},
		CallErrors:   &wrong,

		ImperfectNesting: l.nesting.isImperfect(),
		NoWall:           !l.isOn(Wall),
		Bytes:            counters.MessageBytes(p),
	}
	l.columns(p, &o)
	o.Idle, o.NoMPI = true, !engine.Of(l.timers).Owner.HasMPI() // idle is what was reset
	if p.Clock.Name == "tsc" || p.Clock.Name == "fenced" {
		o.ClockSource = "CLOCK_MONOTONIC"
	}
	if l.cpu != nil {
		o.CPU = l.cpu.ofNodes(p)
	}
	if size, resident, err := readProcessSize(); err == nil {
		o.ProcessSize = &upstream.ProcessSize{Size: size, Resident: resident}
	}
	return o
}

// MemoryOfThreads is what the timers of each thread occupy, as E3SM's files of ranks tell it.
func MemoryOfThreads(tm *mpitimer.Timers) (list []gptlcompat.Memory) {
	tracks, _ := engine.Of(tm).Memory()
	for _, bytes := range tracks {
		list = append(list, gptlcompat.Memory{Regions: int64(bytes)})
	}
	return list
}

func (l *library) rankOptions(p *stats.Profile) gptlcompat.RankOptions {
	o := gptlcompat.RankOptions{Method: l.method(), NoBanner: true, NoPreamble: !l.isOn(DoprPreamble), NoQuotes: !l.isOn(DoprQuotes)}
	o.Idle, o.NoMPI = true, !engine.Of(l.timers).Owner.HasMPI()
	o.Memory = MemoryOfThreads(l.timers)
	if f := engine.Bridge.NumberOf; f != nil && f() >= 0 && engine.Of(l.timers).Tracks() > 1 {
		o.Threading = "with THREADED_OMP"
	}
	if l.isOn(ProfileOverhead) {
		o.Overhead = OverheadOf(p)
	}
	return o
}

// OverheadOf returns what the calls on thread 0 cost. E3SM's fork times its own with further readings of the clock, for which it
// then makes allowance in two ways. The cost of a pair is known here without that, so both are the same.
func OverheadOf(p *stats.Profile) *gptlcompat.Overhead {
	pair := p.Clock.PairCost / 1e9
	var calls uint64
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.ByTrack == nil {
			calls += n.Calls
		} else if n.ByTrack[0].Track == 0 {
			calls += n.ByTrack[0].Calls
		}
	}
	cost := float64(calls) * pair
	return &gptlcompat.Overhead{Total: cost, AtInit: pair / 2, Estimate: cost, Bound: cost}
}

// PrintSummary writes the statistics of all ranks of a communicator to the file timing.summary; see
// PrintSummaryFile.
func PrintSummary(comm machenv.Communicator) error {
	return printSummary("PrintSummary", comm, upstream.TimingSummaryName)
}

// PrintSummaryFile writes the statistics of all ranks of a communicator to a file, which its rank 0 writes;
// nil means all ranks. It is collective over the communicator, even while timing is disabled. Ranks are
// numbered as in the communicator.
//
// Timers with the same name are one, whatever their parents. With the layout E3SM the file starts with the
// lines that E3SM's Fortran layer writes, without which its tools find nothing. For the file's name and place
// see PrintFile.
func PrintSummaryFile(comm machenv.Communicator, name string) error {
	return printSummary("PrintSummaryFile", comm, name)
}

func printSummary(call string, comm machenv.Communicator, name string) error {
	l, err := initialized(call)
	if err != nil {
		return err
	}
	p := l.asGPTL(l.inOrder)
	summary, err := l.timers.Reduce(comm, gptlcompat.ByName(p))
	if err != nil { // what could be had is written all the same
		err = l.fail("%s: %w", call, err)
	}
	if summary == nil {
		return err
	}
	if name == "" {
		return l.fail("%s: %w: the name of the file is empty", call, ErrValue)
	}
	wrong := l.errors.Load() > 0
	failed := l.output(name, func(w io.Writer) error {
		if l.option(Layout) == E3SM {
			return gptlcompat.WriteGlobal(w, summary, gptlcompat.GlobalOptions{NoQuotes: !l.isOn(DoprQuotes), NoBanner: l.hasBanner(name)})
		}
		return upstream.WriteTimingSummary(w, summary, upstream.TimingSummaryOptions{
			Threads: len(p.Tracks), CallErrors: &wrong, Events: counters.OfRanks(summary),
		})
	})
	if failed != nil {
		return l.fail("%s: %w", call, failed)
	}
	return err
}

// hasBanner reports whether the lines that stand above E3SM's statistics are there already: E3SM's Fortran layer writes them to
// the file, to which GPTL then appends.
func (l *library) hasBanner(name string) bool {
	if l.option(PrintMode) != PrintAppend {
		return false
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(l.folder(), name)
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var end [256]byte
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return false
	}
	n, _ := f.ReadAt(end[:], max(0, size-int64(len(end))))
	text := strings.TrimRight(string(end[:n]), "\n")
	return strings.HasPrefix(text[strings.LastIndexByte(text, '\n')+1:], "***** GLOBAL STATISTICS (")
}

// folder is the timers' directory.
func (l *library) folder() string {
	return engine.Of(l.timers).Owner.(interface{ Folder() string }).Folder()
}

// Barrier waits for all ranks of a communicator, in a timer with the given name; nil means all ranks. It is
// collective, even if the timer is ignored.
func Barrier(comm machenv.Communicator, name string) error {
	l := current()
	if comm == nil {
		if l.timers == nil {
			return l.fail("Barrier(%q): %w", name, ErrNotInitialized)
		}
		comm = l.timers.Environments().Default().Comm()
	}
	if err := Start(name); err != nil {
		return err
	}
	if err := comm.Barrier(); err != nil {
		return l.fail("Barrier(%q): %w", name, err)
	}
	return Stop(name)
}
