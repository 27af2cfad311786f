package auto

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats"
)

// SampleVariable is the environment variable that makes a run say which functions take the time inside regions, or not: the
// runtime looks a hundred times a second of the processor's time where it is.
const SampleVariable = "MPITIMER_SAMPLE"

// Sample makes runs of the program take samples without being told to. Unless the build was asked for that, runs too short
// to say much do not. The result makes it the value of a variable, which no profile of
// coverage has lines of.
func Sample(asked bool) bool {
	the.wanted, the.asked = true, asked
	return asked
}

// sampler adds to a rank's tree what a CPU profile knows of the time inside its regions, and marks those that were not always
// timed.
type sampler struct {
	wanted, asked bool
	begun         int64         // of clock.Nanotime
	waited        time.Duration // for processors, until then
	into          *bytes.Buffer // of a profile that is being taken
	watch         *watch
	taken         *inside
}

var the sampler

func init() {
	attach.Register(attach.Kind{Name: "auto", Settings: func() attach.Settings { return new(settings) }})
}

// settings has no keys: the build decides, and the variable.
type settings struct{}

func (*settings) Check() []attach.Fault { return nil }

func (*settings) Open() (attach.Output, attach.Source) {
	if the.decide(os.LookupEnv(SampleVariable)); !the.wanted && (quiet || mpicall.Registered() != nil) {
		return nil, nil
	}
	return nil, &the
}

// decide obeys the variable.
func (s *sampler) decide(text string, set bool) {
	if on, err := strconv.ParseBool(text); set && err == nil {
		s.wanted, s.asked = on, on
	}
}

// Begin begins the profile. A program that takes one already has its own only.
func (s *sampler) Begin(attach.Run) error {
	if text, set := os.LookupEnv(SampleVariable); set {
		if _, err := strconv.ParseBool(text); err != nil {
			complain(fmt.Errorf("environment variable %s is %q, expected true or false", SampleVariable, text))
		}
	}
	if !s.wanted {
		return nil
	}
	s.begun, s.waited, s.into, s.taken = clock.Nanotime(), waitedForProcessors("/proc/self/task"), new(bytes.Buffer), nil
	if err := pprof.StartCPUProfile(s.into); err != nil {
		if s.into = nil; s.asked {
			complain(fmt.Errorf("%s: %w", SampleVariable, err))
		}
		return nil
	}
	s.watch = startWatch()
	return nil
}

// Join adds rows to the last profile.
func (s *sampler) Join(p *stats.Profile) *stats.Profile {
	if s.stop(); s.taken != nil {
		p = s.taken.join(p)
	}
	return limits.mark(p)
}

// stop ends the profile. Nobody waits for one that tells too little.
func (s *sampler) stop() {
	if s.into == nil {
		return
	}
	s.watch.end()
	into := s.into
	if s.into = nil; !s.asked && time.Duration(clock.Nanotime()-s.begun) < longEnoughToSample() {
		go pprof.StopCPUProfile()
		return
	}
	pprof.StopCPUProfile()
	p, err := profile.Parse(into)
	if err != nil {
		complain(fmt.Errorf("%s: %w", SampleVariable, err))
		return
	}
	regions, own := limits.timed(), modules()
	s.taken = insideOf(p, regions, own)
	if s.watch.looks >= leastLooks {
		s.taken.looks, s.taken.standing = s.watch.looks, s.watch.found(regions, own)
	}
	s.taken.stretch(waitedForProcessors("/proc/self/task") - s.waited)
}

// waitedForProcessors returns how long threads have been ready while a machine's processors did something else. Only Linux says it.
func waitedForProcessors(threads string) (sum time.Duration) {
	files, _ := filepath.Glob(filepath.Join(threads, "*", "schedstat")) // the only error is one of the pattern
	for _, name := range files {
		text, err := os.ReadFile(name)
		var ran, waited time.Duration
		if err != nil {
			continue // the thread has ended
		}
		if _, err := fmt.Sscan(string(text), (*int64)(&ran), (*int64)(&waited)); err == nil {
			sum += waited
		}
	}
	return sum
}

// StartCPUProfile replaces pprof.StartCPUProfile in functions of the program: its own profile is the one that it wants.
func StartCPUProfile(w io.Writer) error {
	if the.into != nil {
		the.watch.end()
		pprof.StopCPUProfile()
		the.into = nil
	}
	return pprof.StartCPUProfile(w)
}

// longEnoughToSample returns how long a run is that nobody has asked for samples of: it has some 50 of them, and where Go's
// profiler takes up to 0.1 s to end that does not matter.
func longEnoughToSample() time.Duration {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 2 * time.Second
	}
	return 500 * time.Millisecond
}

// End implements attach.Source. A rank that ends early has no such rows.
func (s *sampler) End(bool) error { return nil }

// tell says what the rows are.
func (s *sampler) tell(w io.Writer) {
	if s.taken == nil {
		return
	}
	if in := s.taken; in.samples > 0 {
		fmt.Fprintf(w, "mpitimer: rows that begin with %s name functions in a region's own time, estimated from %d samples of the processor's time", strings.TrimSpace(insidePrefix), in.samples)
		if in.looks > 0 {
			fmt.Fprintf(w, " and %d looks at all goroutines", in.looks)
		}
		if share := float64(in.beside) / float64(in.samples); share >= leastInside {
			fmt.Fprintf(w, "; %.0f %% of the samples are in Go's runtime beside the program, as a rule in its garbage collection", 100*share)
		}
		fmt.Fprintln(w)
	}
}

// mainModule is the path of the module that the program is of, once modules has found it.
var mainModule string

// modules are the paths of the modules that the program is built of: other packages are Go's.
func modules() []string {
	list := []string{"main", "command-line-arguments"}
	if info, ok := debug.ReadBuildInfo(); ok {
		mainModule = info.Main.Path
		list = append(list, mainModule)
		for _, d := range info.Deps {
			list = append(list, d.Path)
		}
	}
	return list
}
