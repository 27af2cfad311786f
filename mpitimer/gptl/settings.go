package gptl

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

// defaults returns the values of all options before they are set.
var defaults = map[Option]int{
	SyncMPI: 0, Wall: 1, CPU: 0, AbortOnError: 0, Overhead: 1, DepthLimit: DefaultDepthLimit, Verbose: 0,
	NarrowPrint: 1, Percent: 0, PerSec: 1, Multiplex: 0, DoprPreamble: 1, DoprThreadSort: 1, DoprMultParent: 1,
	DoprCollision: 0, PrintMethod: MostFrequent, DoprMemUsage: 0, TableSize: DefaultTableSize,
	MaxThreads: DefaultMaxThreads, OnlyPrintRank0: 0, MemGrowth: 0,
	ProfileOverhead: 0, DoprQuotes: 1, PrintMode: PrintWrite, Layout: Upstream, Nesting: OwnNesting, ToTheLetter: 0,
}

// ranges holds the valid values of options; options not listed are on or off, and any number but 0 is on.
var ranges = map[Option][2]int{
	DepthLimit:  {minInt32, maxInt32},
	PrintMethod: {FirstParent, FullTree},
	TableSize:   {2, maxInt32},
	MaxThreads:  {1, maxInt32},
	MemGrowth:   {0, 100},
	PrintMode:   {PrintWrite, PrintAppend},
	Layout:      {Upstream, E3SM},
	Nesting:     {OwnNesting, GPTLNesting},
}

const (
	minInt32 = -1 << 31
	maxInt32 = 1<<31 - 1
)

// SetOption sets an option, or switches a hardware counter on by its code. It must come before Initialize,
// which alone looks at what is set here; PrintMode and Layout can be set at any time.
//
// An unknown option or invalid value gives ErrOption, one that this package does not support ErrUnsupported,
// and an event that cannot be counted ErrNoCounters; nothing is changed then. Events are counted in programs that
// link package mpitimer/counters (docs/counters.md).
func SetOption(option Option, value int) error {
	l := settable()
	call := fmt.Sprintf("SetOption(%d, %d)", option, value)
	if l.timers != nil && option != PrintMode && option != Layout {
		return l.fail("%s: %w", call, ErrInitialized)
	}
	if _, known := defaults[option]; !known {
		return l.setEvent(call, option, value)
	}
	limits, number := ranges[option]
	switch {
	case number && (value < limits[0] || value > limits[1]):
		return l.fail("%s: %w: expected %d to %d", call, ErrOption, limits[0], limits[1])
	case !number && value != 0:
		value = 1
	}
	switch {
	case option == NarrowPrint:
		return l.fail("%s: %w: GPTL 8 has it no more", call, ErrOption)
	case (option == PerSec || option == Multiplex) && !machine.there():
		return l.fail("%s: %w: %w", call, ErrNoCounters, errNotLinked)
	case option == SyncMPI && value != 0 && mpicall.Registered() == nil: // of which GPTL without its wrappers says this, too, and returns 0
		l.note("%s: there are no wrappers of MPI's calls in this program (package mpitimer/mpiwrap): nothing is synchronized", call)
		return nil
	case option == CPU && value != 0 && !haveProcessTimes:
		return l.fail("%s: %w: this system does not tell the CPU time of a process", call, ErrUnsupported)
	}
	l.mu.Lock()
	l.values[option] = value
	l.mu.Unlock()
	l.tell("GPTL note: %s\n", call)
	return nil
}

// OptionValue returns the value of an option; for the code of an event 1 if it is on, else 0.
func OptionValue(option Option) (int, error) {
	l := current()
	if _, known := defaults[option]; !known && eventName(option) == "" {
		return 0, l.fail("OptionValue(%d): %w: there is no such option", option, ErrOption)
	}
	if l.isCounted(option) {
		return 1, nil
	}
	return l.option(option), nil
}

// Options lists all options but the codes of counters, in ascending order.
func Options() []Option { return slices.Sorted(maps.Keys(defaults)) }

// E3SMOption returns the option that has a number in the header of E3SM's fork, where some numbers mean other
// options than upstream.
func E3SMOption(code int) (Option, error) {
	switch code {
	case 27:
		return ProfileOverhead, nil
	case 28:
		return DoprQuotes, nil
	case 50:
		return PrintMode, nil
	case 51:
		return TableSize, nil
	case 52:
		return MaxThreads, nil
	}
	option := Option(code)
	upstreamOnly := option == MemGrowth || code > int(MemGrowth)
	if _, known := defaults[option]; upstreamOnly || !known && eventName(option) == "" {
		l := current()
		return 0, l.fail("E3SMOption(%d): %w: there is no such option", code, ErrOption)
	}
	return option, nil
}

// source returns the clock's name in the timers' configuration.
func (c Clock) source() string {
	switch c {
	case NanoTime:
		return "tsc"
	case GetTimeOfDay, MPIWtime, ClockGetTime:
		return "monotonic"
	}
	return "auto"
}

// SetUTR chooses the clock ("underlying timing routine") before Initialize: NanoTime is the processor's time
// stamp counter, GetTimeOfDay, ClockGetTime and MPIWtime the system's monotonic clock. Without it the better
// of the two is used, and if the chosen one is unreliable, the other. Settings among the options of
// Initialize (mpitimer.WithConfigFunc) take precedence.
//
// ReadRealTime and Placebo are ErrUnsupported, PAPITime is ErrNoCounters.
func SetUTR(clock Clock) error {
	l := settable()
	if l.timers != nil {
		return l.fail("SetUTR(%d): %w", clock, ErrInitialized)
	}
	switch clock {
	case GetTimeOfDay, NanoTime, MPIWtime, ClockGetTime:
	case ReadRealTime:
		return l.fail("SetUTR(%d): read_real_time: %w: it is a clock of AIX", clock, ErrUnsupported)
	case Placebo:
		return l.fail("SetUTR(%d): placebo: %w: it measures nothing", clock, ErrUnsupported)
	case PAPITime:
		return l.fail("SetUTR(%d): PAPI_get_real_usec: %w", clock, ErrNoCounters)
	default:
		return l.fail("SetUTR(%d): %w: there is no such clock", clock, ErrOption)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clock = clock
	return nil
}

// PrintModeSet sets whether files printed from now on replace old ones (PrintWrite) or are appended to them
// (PrintAppend).
func PrintModeSet(mode int) error { return SetOption(PrintMode, mode) }

// PrintModeQuery is PrintWrite or PrintAppend.
func PrintModeQuery() int { return current().option(PrintMode) }
