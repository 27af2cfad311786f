package gptl

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
)

// counted lets a machine count some events until the test ends: the counters of the program that have their names.
func counted(t *testing.T, names ...string) (options []mpitimer.Option, count map[string]*atomic.Int64) {
	t.Helper()
	fresh(t)
	former := machine
	t.Cleanup(func() { machine = former })
	machine.there = func() bool { return true }
	machine.find = func(name string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return errors.New("this machine has no " + name)
	}
	machine.ask = func(*mpitimer.Config, []string, bool) {}
	count = make(map[string]*atomic.Int64)
	for _, name := range names {
		n := new(atomic.Int64)
		count[name] = n
		options = append(options, mpitimer.WithCounter(mpitimer.Counter{Name: name, Read: n.Load}))
	}
	return options, count
}

func beginWith(t *testing.T, options []mpitimer.Option) (folder string) {
	t.Helper()
	folder = t.TempDir()
	ok(t, Initialize(append(options, mpitimer.WithConfig(configIn(folder)), mpitimer.WithLog(io.Discard))...))
	t.Cleanup(func() {
		if Initialized() {
			ok(t, Finalize())
		}
	})
	return folder
}

func code(t *testing.T, name string) Option {
	t.Helper()
	code, err := EventNameToCode(name)
	ok(t, err)
	return code
}

// Events that are on have values by timer and thread, quotients are of the sums, and files have their columns.
func TestEvents(t *testing.T) {
	options, count := counted(t, "PAPI_TOT_INS", "PAPI_TOT_CYC", "perf::PAGE-FAULTS")
	ok(t, SetOption(IPC, 1))
	ok(t, SetOption(code(t, "PAPI_TOT_INS"), 1))
	ok(t, SetOption(code(t, "perf::PAGE-FAULTS"), 1))
	folder := beginWith(t, options)
	work := func(instructions, cycles, faults int64) func() {
		return func() {
			count["PAPI_TOT_INS"].Add(instructions)
			count["PAPI_TOT_CYC"].Add(cycles)
			count["perf::PAGE-FAULTS"].Add(faults)
		}
	}
	within(t, func() {
		within(t, work(3000, 2000, 5), "inner")
		within(t, func() { within(t, work(40, 10, 0), "inner") }, "inner")
		within(t, work(60, 90, 2))
	}, "outer")
	elsewhere(func() { within(t, work(7_000_000, 3_500_000, 1), "inner") })

	for _, want := range []struct {
		timer, event string
		thread       int
		value        float64
	}{
		{"inner", "PAPI_TOT_INS", 0, 3040}, {"inner", "perf::PAGE-FAULTS", 0, 5}, {"inner", "GPTL_IPC", 0, 3040. / 2010},
		{"outer", "PAPI_TOT_INS", -1, 3100}, {"outer", "perf::PAGE-FAULTS", 0, 7}, {"outer", "PAPI_TOT_CYC", 0, 2100},
		{"inner", "PAPI_TOT_INS", 1, 7e6}, {"inner", "GPTL_IPC", 1, 2},
	} {
		got, err := EventValue(want.timer, want.event, want.thread)
		ok(t, err)
		equal(t, fmt.Sprintf("%s of %s on %d", want.event, want.timer, want.thread), got, want.value)
	}
	list, err := QueryCounters("outer", 0)
	ok(t, err)
	equal(t, "counters", fmt.Sprint(list), "[3100 2100 7]")
	_, err = EventValue("outer", "PAPI_L1_DCM", 0)
	wants(t, err, ErrNoCounters, "PAPI_L1_DCM")
	on, err := OptionValue(IPC)
	ok(t, err)
	equal(t, "IPC", on, 1)

	ok(t, Print(0))
	text := content(t, folder, "timing.000000")
	for _, want := range []string{
		"HAVE_PAPI was true\n  PAPI event multiplexing was OFF\nDescription of printed events (PAPI and derived):\n  GPTL_IPC\n  PAPI_TOT_INS\n  perf::PAGE-FAULTS\n\n" +
			"PAPI events enabled (including those required for derived events):\n  PAPI_TOT_INS\n  PAPI_TOT_CYC\n  perf::PAGE-FAULTS\n\n",
		"IPC  TOT_INS e6_/_sec :PAGE-FA\n", " 1.48e+00     3100 ", " 2.00e+00 7.00e+06 ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}

	// What was written is read.
	f := readTiming(t, text)
	ok(t, f.Profile.Check())
	var names []string
	for _, c := range f.Profile.Counters {
		names = append(names, c.Name)
	}
	equal(t, "counters that were read", strings.Join(names, " "), "PAPI_TOT_INS perf::PAGE-FAULTS")
	for i := range f.Profile.Nodes {
		n := &f.Profile.Nodes[i]
		want := map[string]string{"outer": "[3100 7]", "inner": "[7003040 6]"}[n.Name]
		if n.Name == "inner" && n.Parent >= 0 && len(n.ByTrack) < 2 {
			want = "[3040 5]"
			if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 1 {
				want = "[7000000 1]"
			}
		}
		if n.Name == "inner" && n.Parent < 0 {
			want = "[7000000 1]"
		}
		equal(t, "what was read of "+n.Name, fmt.Sprint(n.Values), want)
	}
}

// What cannot be counted changes nothing, and says why.
func TestEventsInError(t *testing.T) {
	options, _ := counted(t, "PAPI_L1_DCA", "PAPI_TOT_INS", "PAPI_TOT_CYC", "PAPI_L1_DCM", "PAPI_L2_TCM")
	wants(t, SetOption(L3MRT, 1), ErrNoCounters, "GPTL_L3MRT", "no PAPI_L3_TCM")
	wants(t, SetOption(code(t, "PAPI_FP_OPS"), 1), ErrNoCounters, "PAPI_FP_OPS")
	_, err := EventNameToCode("perf::NOTHING")
	wants(t, err, ErrNoCounters, "perf::NOTHING")
	ok(t, PAPILibraryInit())
	ok(t, SetOption(LSTPI, 1)) // of accesses to the cache where loads and stores are not counted
	wants(t, SetOption(LSTPI, 1), ErrOption, "GPTL_LSTPI")
	wants(t, SetOption(LSTPI, 0), ErrOption)
	ok(t, SetOption(DCMRT, 1))
	ok(t, SetOption(LSTPL2M, 1))
	wants(t, SetOption(IPC, 1), ErrOption, "3 events at most")
	ok(t, SetOption(PerSec, 0))
	ok(t, SetOption(Multiplex, 1))
	beginWith(t, options)
	within(t, nothing, "a")
	list, err := QueryCounters("a", 0)
	ok(t, err)
	equal(t, "counters", len(list), 4)
	rate, err := EventValue("a", "GPTL_DCMRT", 0)
	ok(t, err)
	equal(t, "a quotient of nothing", rate, 0)
	ok(t, Finalize())
	wants(t, SetOption(FPI, 1), ErrNoCounters) // and all is off again
	ok(t, SetOption(LSTPI, 1))
}

// The namelist switches events on; those that are not there are told with their line.
func TestProcessNamelistEvents(t *testing.T) {
	counted(t, "PAPI_TOT_CYC", "PAPI_TOT_INS")
	err := ProcessNamelist(strings.NewReader("&gptlnl\n persec = .false.\n eventlist = 'PAPI_TOT_CYC', 'GPTL_IPC', 'PAPI_L1_DCM'\n/"), "x")
	wants(t, err, ErrNoCounters, "x:3: eventlist", "PAPI_L1_DCM")
	for event, want := range map[Option]int{IPC: 1, code(t, "PAPI_TOT_CYC"): 1, code(t, "PAPI_L1_DCM"): 0, PerSec: 0} {
		got, err := OptionValue(event)
		ok(t, err)
		equal(t, fmt.Sprintf("option %d", event), got, want)
	}
}

// Timers that the program has made count what they count: an event that they do not is told.
func TestEventsOfTimersOfOthers(t *testing.T) {
	options, count := counted(t, "PAPI_TOT_INS", "PAPI_TOT_CYC")
	ok(t, mpitimer.Initialize(append(options[:1], mpitimer.WithConfig(configIn(t.TempDir())), mpitimer.WithLog(io.Discard))...))
	defer mpitimer.Finalize()
	ok(t, SetOption(code(t, "PAPI_TOT_INS"), 1))
	ok(t, SetOption(code(t, "PAPI_TOT_CYC"), 1))
	wants(t, Initialize(), ErrNoCounters, "PAPI_TOT_CYC")
	within(t, func() { count["PAPI_TOT_INS"].Add(12) }, "a")
	got, err := EventValue("a", "PAPI_TOT_INS", 0)
	ok(t, err)
	equal(t, "instructions", got, 12)
	list, err := QueryCounters("a", 0)
	ok(t, err)
	equal(t, "counters", fmt.Sprint(list), "[12 -999999]")
	ok(t, Finalize())
}
