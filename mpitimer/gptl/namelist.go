package gptl

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/namelist"
)

// logicals and numbers are the options that the namelist has by name.
var logicals = map[string]Option{
	"sync_mpi": SyncMPI, "wall": Wall, "cpu": CPU, "abort_on_error": AbortOnError, "overhead": Overhead,
	"verbose": Verbose, "percent": Percent, "persec": PerSec, "multiplex": Multiplex,
	"dopr_preamble": DoprPreamble, "dopr_threadsort": DoprThreadSort, "dopr_multparent": DoprMultParent,
	"dopr_collision": DoprCollision, "dopr_memusage": DoprMemUsage, "onlyprint_rank0": OnlyPrintRank0,
}

var numbers = map[string]Option{"depthlimit": DepthLimit, "maxthreads": MaxThreads, "tablesize": TableSize}

// methodNames and clockNames are the texts of print_method and utr.
var methodNames = map[string]int{
	"first_parent": FirstParent, "last_parent": LastParent, "most_frequent": MostFrequent, "full_tree": FullTree,
}

var clockNames = map[string]Clock{
	"gettimeofday": GetTimeOfDay, "nanotime": NanoTime, "read_real_time": ReadRealTime, "mpiwtime": MPIWtime,
	"clockgettime": ClockGetTime,
}

// maxEvents is the length of the array eventlist.
const maxEvents = 99

// ProcessNamelist sets the options that stand in the group &gptlnl of a Fortran namelist, before
// Initialize. File names the text in errors.
//
// Everything that is wrong, or not supported, is reported with its line, and the rest is set. What the group
// does not hold stays as it is. If there is no such group the error is ErrOption.
func ProcessNamelist(r io.Reader, file string) error {
	l := settable()
	if l.timers != nil {
		return l.fail("ProcessNamelist: %w", ErrInitialized)
	}
	groups, err := namelist.Parse(r, file)
	if err != nil {
		return l.fail("ProcessNamelist: %w", err)
	}
	group := namelist.Find(groups, "gptlnl")
	if group == nil {
		return l.fail("ProcessNamelist: %s: %w: there is no group &gptlnl", file, ErrOption)
	}
	n := newNamelistValues(l)
	lines, err := group.Decode(n.targets)
	var problem error
	if err != nil {
		problem = l.fail("ProcessNamelist: %w", err)
	}
	return errors.Join(problem, n.set(file, lines))
}

// namelistValues maps the namelist's names to values.
type namelistValues struct {
	targets     map[string]any
	method, utr string
	events      []string
}

func newNamelistValues(l *library) *namelistValues {
	n := &namelistValues{events: make([]string, maxEvents)}
	n.targets = map[string]any{"print_method": &n.method, "utr": &n.utr, "eventlist": n.events}
	for name, option := range logicals {
		value := l.isOn(option)
		n.targets[name] = &value
	}
	for name, option := range numbers {
		value := l.option(option)
		n.targets[name] = &value
	}
	return n
}

// set sets what the group has set, starting with the options that change what an error does.
func (n *namelistValues) set(file string, lines map[string]int) (problem error) {
	note := func(name string, err error) {
		if err != nil {
			problem = errors.Join(problem, fmt.Errorf("%s:%d: %s: %w", file, lines[name], name, err))
		}
	}
	first := []string{"verbose", "abort_on_error"}
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(logicals)), func(name string) bool { return slices.Contains(first, name) })
	for _, name := range append(first, rest...) {
		value := 0
		if *n.targets[name].(*bool) {
			value = 1
		}
		switch option := logicals[name]; {
		case lines[name] == 0:
		case option != PerSec && option != Multiplex || machine.there():
			note(name, SetOption(option, value))
		case value != defaults[option]:
			current().note("%s:%d: %s: %v", file, lines[name], name, ErrNoCounters)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		if lines[name] > 0 {
			note(name, SetOption(numbers[name], *n.targets[name].(*int)))
		}
	}
	if lines["print_method"] > 0 {
		note("print_method", SetOption(PrintMethod, methodNames[n.method])) // 0 is none
	}
	if lines["utr"] > 0 {
		note("utr", SetUTR(clockNames[n.utr])) // 0 is none
	}
	for _, event := range n.events {
		switch {
		case event == "":
		case !machine.there(): // GPTL without PAPI does not look at them
			current().note("%s:%d: eventlist: %s: %v", file, lines["eventlist"], event, ErrNoCounters)
		default:
			code, err := EventNameToCode(event)
			if err == nil {
				err = SetOption(code, 1)
			}
			note("eventlist", err)
		}
	}
	return problem
}
