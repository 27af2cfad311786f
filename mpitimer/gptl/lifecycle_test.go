package gptl

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
)

func TestConfig(t *testing.T) {
	c := Config()
	if c.Output.GlobalFile != "none" || c.Output.RankFiles != 0 || c.Output.SummaryFile {
		t.Errorf("it writes files: %+v", c.Output)
	}
	if !c.Timing.Enabled {
		t.Error("it times nothing")
	}
}

// Without options nothing is written that the program did not ask for.
func TestInitialize(t *testing.T) {
	fresh(t)
	t.Chdir(t.TempDir())
	ok(t, Initialize())
	within(t, nothing, "a")
	wants(t, Initialize(), ErrInitialized, "Initialize")
	wants(t, Initialize(mpitimer.WithConfig(Config())), ErrInitialized)
	equal(t, "errors", NumErrors(), 2)
	expectTree(t, "a 1")
	ok(t, Finalize())
	if left := files(t, "."); len(left) > 0 {
		t.Errorf("files were written: %q", left)
	}
}

// With options, reports are what they say.
func TestInitializeWithOptions(t *testing.T) {
	fresh(t)
	c := configIn(t.TempDir())
	c.Output.RankFiles = 1
	var log bytes.Buffer
	ok(t, SetUTR(ClockGetTime))
	ok(t, Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(&log)))
	equal(t, "clock", mpitimer.Default().Profile().Clock.Name, "monotonic")
	within(t, nothing, "a")
	ok(t, Finalize())
	ok(t, SetUTR(NanoTime)) // settings of the program have the last word
	ok(t, Initialize(mpitimer.WithConfig(Config()), mpitimer.WithLog(io.Discard),
		mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Timing.Clock = "monotonic" })))
	equal(t, "clock", mpitimer.Default().Profile().Clock.Name, "monotonic")
	ok(t, Finalize())
	if !strings.Contains(log.String(), "Total") {
		t.Errorf("no tree in the log: %q", log.String())
	}
	if text := content(t, c.Output.Directory, "timing.0"); !strings.Contains(text, `"a"`) {
		t.Errorf("no timer in the file of the rank: %s", text)
	}
}

// The program's timers are used, and go on.
func TestInitializeOnProgramsTimers(t *testing.T) {
	fresh(t)
	ok(t, mpitimer.Initialize(mpitimer.WithConfig(configIn(t.TempDir())), mpitimer.WithLog(io.Discard)))
	defer mpitimer.Finalize()
	ok(t, Start("ignored"))
	ok(t, Initialize())
	within(t, nothing, "a")
	ok(t, Disable())
	ok(t, Finalize())
	mpitimer.Start("after").Stop()
	expectTree(t, "a 1", "after 1")
	ok(t, SetOption(CPU, 1))
	wants(t, Initialize(), ErrUnsupported, "CPU")
	within(t, nothing, "a") // it works all the same
	expectTree(t, "a 2", "after 1")
	ok(t, Finalize())
}

// Timers that the program has finalized are no timers.
func TestInitializeAfterProgramsFinalize(t *testing.T) {
	fresh(t)
	begin(t)
	ok(t, mpitimer.Finalize())
	equal(t, "initialized", Initialized(), false)
	ok(t, Start("a"))
	ok(t, Stop("a"))
	wants(t, Reset(), ErrNotInitialized)
	begin(t)
	within(t, nothing, "a")
	expectTree(t, "a 1")
	if len(ranks.of) != 1 {
		t.Errorf("%d libraries are kept", len(ranks.of))
	}
}

func TestInitialized(t *testing.T) {
	fresh(t)
	equal(t, "before", Initialized(), false)
	begin(t)
	equal(t, "between", Initialized(), true)
	elsewhere(func() { equal(t, "on another goroutine", Initialized(), true) })
	ok(t, Finalize())
	equal(t, "after", Initialized(), false)
}

// Finalize sets everything back; it can all begin anew.
func TestFinalize(t *testing.T) {
	fresh(t)
	wants(t, Finalize(), ErrNotInitialized)
	begin(t, map[Option]int{DepthLimit: 1, Layout: E3SM, Verbose: 0})
	wants(t, Stop("a"), ErrNotRunning)
	ok(t, PrintModeSet(PrintAppend))
	ok(t, Start("left running"))
	ok(t, Finalize())
	for option, value := range defaults {
		now, err := OptionValue(option)
		ok(t, err)
		equal(t, "option", now, value)
	}
	equal(t, "errors", NumErrors(), 0)
	if mpitimer.Default() != nil {
		t.Error("the timers that Initialize has made go on")
	}
	begin(t)
	expectTree(t)
}

// A panic goes on, and is not taken for the end of the program.
func TestFinalizeOfPanic(t *testing.T) {
	begin(t)
	cause := errors.New("the cause")
	func() {
		defer func() {
			if got := recover(); got != cause {
				t.Errorf("the panic is %v", got)
			}
		}()
		defer Finalize()
		panic(cause)
	}()
	equal(t, "initialized", Initialized(), false)
	ok(t, mpitimer.Finalize())
	func() {
		defer func() {
			if got := recover(); got != cause {
				t.Errorf("the panic is %v", got)
			}
		}()
		defer Finalize()
		panic(cause)
	}()
}

func TestEnable(t *testing.T) {
	begin(t)
	ok(t, Enable()) // it is
	ok(t, Disable())
	ok(t, Disable())
	ok(t, Enable()) // undoes all
	within(t, nothing, "a")
	expectTree(t, "a 1")
}

// New code is not timed either; a stop is ignored as a start is, so that what ran goes on.
func TestDisable(t *testing.T) {
	fresh(t)
	ok(t, Disable())
	begin(t)
	within(t, nothing, "before")
	ok(t, Enable())
	ok(t, Start("a"))
	ok(t, Disable())
	ok(t, Stop("a"))
	ok(t, Stop("never started"))
	mpitimer.Start("new").Stop()
	elsewhere(func() { within(t, nothing, "other") })
	v, err := Query("a", -1)
	ok(t, err)
	equal(t, "a is on", v.On, true)
	ok(t, Enable())
	ok(t, Stop("a"))
	expectTree(t, "a 1")
	equal(t, "errors", NumErrors(), 0)
}

func TestNumErrors(t *testing.T) {
	fresh(t)
	equal(t, "errors at first", NumErrors(), 0)
	wants(t, SetOption(Option(8), 1), ErrOption)
	begin(t)
	equal(t, "errors from before Initialize", NumErrors(), 1)
	for range 3 {
		_ = Stop("never")
	}
	_, _ = Query("never", 0)
	equal(t, "errors", NumErrors(), 5)
}

func TestNumWarnings(t *testing.T) {
	begin(t)
	ok(t, Start("a"))
	ok(t, Start("b"))
	_ = Stop("a")
	equal(t, "warnings", NumWarnings(), 1)
}

// A verbose library tells of errors, but not of every one of millions.
func TestVerbose(t *testing.T) {
	messages, _ := captured(t)
	begin(t, map[Option]int{Verbose: 1})
	messages.Reset()
	for range 2 * maxMessages {
		_ = Stop("never")
	}
	equal(t, "lines", strings.Count(messages.String(), "GPTL error: gptl: Stop(\"never\"): timer is not running\n"), maxMessages)
	ok(t, Start("a"))
	ok(t, Start("b"))
	_ = Stop("a")
	equal(t, "warnings", strings.Count(messages.String(), "GPTL warning: "), 1)
}

// With AbortOnError an error panics with itself; a warning does not.
func TestAbortOnError(t *testing.T) {
	begin(t, map[Option]int{AbortOnError: 1})
	func() {
		defer func() {
			err, _ := recover().(error)
			wants(t, err, ErrNotRunning)
		}()
		_ = Stop("never")
		t.Error("it did not panic")
	}()
	ok(t, Start("a"))
	ok(t, Start("b"))
	wants(t, Stop("a"), ErrNotNested)
}

// The fast path allocates nothing.
func TestAllocations(t *testing.T) {
	begin(t)
	h, _ := InitHandle("handle")
	pair := func() {
		_ = Start("a")
		_ = StartHandle(h)
		_ = StopHandle(h)
		_ = Stop("a")
	}
	pair()
	if n := testing.AllocsPerRun(100, pair); n != 0 {
		t.Errorf("%v allocations in two pairs", n)
	}
	for _, variable := range os.Environ() {
		if strings.HasPrefix(variable, "MPITIMER_") {
			t.Skipf("%s is set", variable)
		}
	}
	equal(t, "fast path", plain.Load(), DefaultDepthLimit)
}

func TestDisabled(t *testing.T) {
	fresh(t)
	ok(t, Disable())
	equal(t, "before Initialize", Disabled(), true)
	begin(t)
	equal(t, "then", Disabled(), true)
	ok(t, Enable())
	equal(t, "enabled", Disabled(), false)
}
