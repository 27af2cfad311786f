package gptl

import (
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

func TestSetOption(t *testing.T) {
	fresh(t)
	captured(t)
	for _, option := range Options() {
		value := 1
		if limits, number := ranges[option]; number {
			value = max(limits[0], min(limits[1], 2))
			if limits[0] > -1<<31 {
				wants(t, SetOption(option, limits[0]-1), ErrOption, "expected")
			}
			if limits[1] < 1<<31-1 {
				wants(t, SetOption(option, limits[1]+1), ErrOption, "expected")
			}
		}
		switch option {
		case SyncMPI: // which without wrappers is no error, and has no effect
			if mpicall.Registered() == nil {
				ok(t, SetOption(option, 1))
				value = 0
			}
		case NarrowPrint:
			wants(t, SetOption(option, 1), ErrOption)
			continue
		case PerSec, Multiplex:
			wants(t, SetOption(option, 0), ErrNoCounters)
			continue
		case AbortOnError:
			continue
		}
		ok(t, SetOption(option, value))
		now, err := OptionValue(option)
		ok(t, err)
		equal(t, "value", now, value)
	}
	ok(t, SetOption(Percent, -7))
	on, _ := OptionValue(Percent)
	equal(t, "a number that is not 0", on, 1)
	wants(t, SetOption(Option(8), 1), ErrOption, "SetOption(8, 1)")
	wants(t, SetOption(Option(math.MaxInt), 0), ErrOption)
	for _, event := range []Option{IPC, CI, -1 << 31, -1<<31 + 107} {
		wants(t, SetOption(event, 1), ErrNoCounters)
		ok(t, SetOption(event, 0))
	}
	wants(t, SetOption(-1<<31+108, 1), ErrOption)
}

// After Initialize only what concerns later files can be set.
func TestSetOptionTooLate(t *testing.T) {
	begin(t)
	for _, option := range Options() {
		switch option {
		case PrintMode, Layout:
			value, _ := OptionValue(option)
			ok(t, SetOption(option, value))
		default:
			wants(t, SetOption(option, 1), ErrInitialized)
		}
	}
	wants(t, SetOption(Option(8), 1), ErrInitialized)
}

func TestOptionValue(t *testing.T) {
	fresh(t)
	want := map[Option]int{
		SyncMPI: 0, Wall: 1, CPU: 0, AbortOnError: 0, Overhead: 1, DepthLimit: 99999, Verbose: 0, Percent: 0,
		PerSec: 1, Multiplex: 0, DoprPreamble: 1, DoprThreadSort: 1, DoprMultParent: 1, DoprCollision: 0,
		PrintMethod: MostFrequent, DoprMemUsage: 0, TableSize: 1023, OnlyPrintRank0: 0, MemGrowth: 0,
		IPC: 0,
	}
	for option, value := range want {
		got, err := OptionValue(option)
		ok(t, err)
		if got != value {
			t.Errorf("option %d is %d, expected %d", option, got, value)
		}
	}
	_, err := OptionValue(Option(8))
	wants(t, err, ErrOption)
}

func TestOptions(t *testing.T) {
	options := Options()
	equal(t, "number", len(options), len(defaults))
	for i := range options[1:] {
		if options[i] >= options[i+1] {
			t.Errorf("%d stands before %d", options[i], options[i+1])
		}
	}
}

func TestE3SMOption(t *testing.T) {
	fresh(t)
	for code, want := range map[int]Option{
		0: SyncMPI, 1: Wall, 5: DepthLimit, 16: PrintMethod, 17: IPC, 18: CI, 20: FPI,
		27: ProfileOverhead, 28: DoprQuotes, 50: PrintMode, 51: TableSize, 52: MaxThreads,
		-1 << 31: -1 << 31,
	} {
		got, err := E3SMOption(code)
		ok(t, err)
		equal(t, "option", got, want)
	}
	for _, code := range []int{8, 53, 1027, 2000, -1} {
		_, err := E3SMOption(code)
		wants(t, err, ErrOption)
	}
}

func TestSetUTR(t *testing.T) {
	for clock, want := range map[Clock]string{
		GetTimeOfDay: "monotonic", ClockGetTime: "monotonic", MPIWtime: "monotonic", NanoTime: "tsc",
	} {
		fresh(t)
		ok(t, SetUTR(clock))
		equal(t, "source", clock.source(), want)
		t.Chdir(t.TempDir())
		ok(t, Initialize())
		got := mpitimer.Default().Profile().Clock.Name
		if got != want && !(want == "tsc" && got == "monotonic") { // which a machine need not have
			t.Errorf("clock %d is %s, expected %s", clock, got, want)
		}
		wants(t, SetUTR(clock), ErrInitialized)
		ok(t, Finalize())
	}
	wants(t, SetUTR(ReadRealTime), ErrUnsupported)
	wants(t, SetUTR(Placebo), ErrUnsupported)
	wants(t, SetUTR(PAPITime), ErrNoCounters)
	wants(t, SetUTR(Clock(0)), ErrOption, "SetUTR(0)")
	equal(t, "unset", Clock(0).source(), "auto")
}

func TestPrintModeSet(t *testing.T) {
	folder := begin(t)
	within(t, nothing, "a")
	ok(t, PrintFile("x"))
	once := content(t, folder, "x")
	ok(t, PrintModeSet(PrintAppend))
	ok(t, PrintFile("x"))
	ok(t, PrintFile("new"))
	equal(t, "tables", strings.Count(content(t, folder, "x"), "Stats for thread 0:"), 2)
	if !strings.HasPrefix(content(t, folder, "x"), once) {
		t.Error("what the file held has changed")
	}
	equal(t, "tables of a new file", strings.Count(content(t, folder, "new"), "Stats for thread 0:"), 1)
	ok(t, PrintModeSet(PrintWrite))
	ok(t, PrintFile("x"))
	equal(t, "tables", strings.Count(content(t, folder, "x"), "Stats for thread 0:"), 1)
	wants(t, PrintModeSet(3), ErrOption)
}

func TestPrintModeQuery(t *testing.T) {
	begin(t)
	equal(t, "mode", PrintModeQuery(), PrintWrite)
	ok(t, PrintModeSet(PrintAppend))
	equal(t, "mode", PrintModeQuery(), PrintAppend)
}
