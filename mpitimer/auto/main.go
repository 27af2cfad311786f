package auto

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/all" // the environment may ask for anything
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/logfile"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
)

// ReportVariable is the environment variable that says where the reports go of timers that the program has
// not started itself: "stderr", the default if it is blank, "stdout", or "off".
const ReportVariable = "MPITIMER_REPORT"

// Main starts the timers of a program that has not started any, and returns what ends them:
//
//	defer auto.Main()()
//
// A program whose MPI calls are recorded is timed from MPI's start to its end, since only in between do its
// ranks know of each other.
func Main() (end func()) {
	return start()
}

// AtFinalize finalizes timers that the program has started and left running when it ends MPI, if its calls of MPI are
// recorded.
func AtFinalize() {
	recorder := mpicall.Registered()
	if recorder == nil {
		return
	}
	recorder.Lifecycle(func() {}, func() {
		if tm := mpitimer.Default(); tm != nil {
			if err := tm.Finalize(); err != nil && !errors.Is(err, mpitimer.ErrFinalized) { // by which MPI ends just now
				complain(err)
			}
		}
	})
}

func start() (end func()) {
	if profiles != "" {
		profiled = sync.OnceFunc(startProfile())
		return profiled
	}
	if mpitimer.Default() != nil {
		return func() {}
	}
	if recorder := mpicall.Registered(); recorder != nil {
		recorder.Lifecycle(begin, func() { finish(false) })
	} else {
		begin()
	}
	return func() {
		switch left() {
		case byReturn:
			finish(false)
		case byPanic:
			finish(true)
		}
	}
}

// begin starts the timers. A fault is reported and does not keep the program from running.
func begin() {
	if mpitimer.Default() != nil {
		return // of the program
	}
	tables := "off"
	used := mpitimer.WithConfigFunc(func(c *mpitimer.Config) { tables = c.Output.Tables })
	if err := mpitimer.Initialize(mpitimer.WithConfig(config()), used, mpitimer.WithLog(report())); err != nil {
		if _, told := err.(logfile.Told); !told {
			complain(err)
		}
	}
	if started = mpitimer.Default(); started != nil {
		holdBallast()
		limits.begin(started, tables)
	}
}

// profiled ends the profile, if there is one.
var profiled func()

// ballast makes Go collect garbage less often in a program with a heap of a megabyte or so: with the timers it would scan up to
// twice as much at each of as many collections. Nothing is written there.
//
//lint:ignore U1000 it is there, and that is its use
var ballast []byte

const ballastSize = 3 << 20

// holdBallast waits for the first collection. So much new memory at once would begin one in programs that come to none, and their main
// goroutine would often go on on another thread than its first.
func holdBallast() {
	runtime.SetFinalizer(new([1]*byte), func(*[1]*byte) { ballast = make([]byte, ballastSize) })
}

// started holds the timers that begin has started.
var started *mpitimer.Timers

// config writes nothing but the tree, unless the environment says otherwise: the program may run
// anywhere. Of functions that the build has chosen most take next to no time: they have no rows.
func config() mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.MinShare = 0.1
	// Nobody has prepared the program for a signal that it does not know, nor for goroutines that wait for it.
	c.Output.Signal = false
	if quiet {
		c.Output.Tables = "off"
	}
	return c
}

func report() io.Writer {
	if tree != "" {
		return io.Discard
	}
	switch os.Getenv(ReportVariable) {
	case "off":
		return io.Discard
	case "stdout":
		return os.Stdout
	}
	return os.Stderr
}

// complain must not end the program when nobody reads its standard error.
func complain(err error) {
	for _, line := range logfile.Faults(err) {
		fmt.Fprintln(logfile.Writer(os.Stderr), line)
	}
}

// finish ends the timers that begin has started. A rank that ends before its time waits for no other.
func finish(early bool) {
	tm := started
	if tm == nil {
		return
	}
	limits.end()
	var err error
	var p *stats.Profile
	if (!quiet || tree != "") && tm.Environments().Default().Rank() == 0 {
		p = tm.Profile()
	}
	if early {
		err = engine.Of(tm).Owner.FinalizeAlone("the rank ends early")
	} else {
		err = tm.Finalize()
	}
	if err != nil && !errors.Is(err, mpitimer.ErrFinalized) {
		complain(err)
	}
	switch {
	case err != nil || p == nil:
	case tree != "":
		leaveTree(p)
	default:
		the.tell(logfile.Writer(report()))
		limits.tell(logfile.Writer(report()))
		tellUntimed(logfile.Writer(report()), the.Join(p))
		tellCost(logfile.Writer(report()), p)
	}
}

// How a function can be left.
type way int

const (
	byReturn way = iota
	byPanic
	byGoexit // of the main goroutine: the program goes on until another ends it
)

// left returns how main is being left, in a deferred call. It must not recover: the text printed for a panic
// would change.
func left() way {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			return byPanic
		case f.Function == "runtime.Goexit":
			return byGoexit
		case !more || strings.HasPrefix(f.Function, "main."):
			return byReturn
		}
	}
}

// Exit replaces os.Exit, which runs no deferred functions.
func Exit(code int) {
	if profiled != nil {
		profiled()
	}
	if started != nil {
		finish(started.Profile().Size > 1)
	}
	os.Exit(code)
}

// Fatal replaces log.Fatal.
func Fatal(v ...any) { fatal(fmt.Sprint(v...)) }

// Fatalf replaces log.Fatalf.
func Fatalf(format string, v ...any) { fatal(fmt.Sprintf(format, v...)) }

// Fatalln replaces log.Fatalln.
func Fatalln(v ...any) { fatal(fmt.Sprintln(v...)) }

// fatal logs with the place at which the caller of its caller called.
func fatal(text string) {
	_ = log.Output(3, text)
	Exit(1)
}
