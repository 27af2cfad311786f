package gptl

import (
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Threads have the numbers of the rank's tracks, 0 being the goroutine that initialised the timers, and a
// negative number means the calling goroutine. Values are those of a timer under all its parents, for
// completed calls: they do not include what a running timer has spent since its start. Under a prefix the
// name is looked up with it.

// Values is what Query returns for a timer on one thread.
type Values struct {
	Count        uint64        // calls, those of a recursion included
	Recursion    uint64        // of these, calls made while it was running
	On           bool          // it is running
	Wall         time.Duration // 0 without the option Wall
	User, System time.Duration // CPU time of the process meanwhile; 0 without the option CPU
}

// Query returns the values of a timer on a thread.
func Query(name string, thread int) (Values, error) {
	l, v, err := find("Query", name, thread)
	if err != nil {
		return Values{}, err
	}
	values := Values{Count: v.Calls, Recursion: v.Recursion, On: v.Running}
	if l.isOn(Wall) {
		values.Wall = v.Total
	}
	if l.cpu != nil {
		values.User, values.System = l.cpu.of(engine.Of(l.timers).Prefix()+name, l.thread(thread))
	}
	return values, nil
}

// Wallclock returns the wallclock time of a timer on a thread.
func Wallclock(name string, thread int) (time.Duration, error) {
	l, v, err := find("Wallclock", name, thread)
	return v.Total, l.needsWall("Wallclock", name, err)
}

// WallclockLatest returns the time of the last call of a timer on a thread that ended, by Stop, StopHandle,
// StartStopVal or StartStopVals.
func WallclockLatest(name string, thread int) (time.Duration, error) {
	l, v, err := find("WallclockLatest", name, thread)
	return v.Latest, l.needsWall("WallclockLatest", name, err)
}

// needsWall returns err, or the fault of a call that needs the option Wall.
func (l *library) needsWall(call, name string, err error) error {
	if err == nil && !l.isOn(Wall) {
		return l.fail("%s(%q): %w", call, name, errNoWall)
	}
	return err
}

// Count returns how many calls of a timer on a thread were completed.
func Count(name string, thread int) (uint64, error) {
	_, v, err := find("Count", name, thread)
	return v.Calls, err
}

// find looks a timer up.
func find(call, name string, thread int) (*library, byname.Value, error) {
	l, err := initialized(call)
	if err != nil {
		return l, byname.Value{}, err
	}
	if err := l.checkThread(call, thread); err != nil {
		return l, byname.Value{}, err
	}
	v, found := l.value(name, thread)
	if !found {
		v, found = l.rowOf(name, l.thread(thread))
	}
	if !found {
		return l, v, l.fail("%s: %w: %q on thread %d", call, ErrNoTimer, name, l.thread(thread))
	}
	return l, v, nil
}

// value is what was measured of a timer on a thread, as files show it.
func (l *library) value(name string, thread int) (v byname.Value, found bool) {
	name = engine.Of(l.timers).Prefix() + name
	if v, found = byname.Query(engine.Of(l.timers), name, thread); found {
		l.nesting.correct(&v, name, l.thread(thread))
	}
	return v, found
}

// rowOf is what was measured of a call of MPI, or of the wait for other ranks before it, on a thread: such rows are no
// regions.
func (l *library) rowOf(name string, thread int) (v byname.Value, found bool) {
	if !strings.HasPrefix(name, "MPI_") && !strings.HasPrefix(name, "sync_") {
		return v, false
	}
	p := l.timers.Profile()
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Name != name {
			continue
		}
		m, ran := n.Measure, n.ByTrack == nil && thread == 0
		for _, t := range n.ByTrack {
			if t.Track == thread {
				m, ran = t.Measure, true
			}
		}
		if ran {
			found = true
			v.Calls += m.Calls
			v.Recursion += m.Recursion
			v.Total += time.Duration(m.Total)
			v.Running = v.Running || m.Running > 0
		}
	}
	return v, found
}

// thread returns the number of a thread.
func (l *library) thread(number int) int {
	if number < 0 {
		return engine.Of(l.timers).Track()
	}
	return number
}

func (l *library) checkThread(call string, thread int) error {
	if number := l.thread(thread); number < 0 || number >= engine.Of(l.timers).Tracks() {
		return l.fail("%s: %w: %d of %d", call, ErrNoThread, number, engine.Of(l.timers).Tracks())
	}
	return nil
}

// NumRegions returns the number of timers of a thread.
func NumRegions(thread int) (int, error) {
	names, err := regions("NumRegions", thread)
	return len(names), err
}

// RegionName returns the name of a timer of a thread by its number, which counts from 0 in the order in which
// they were first started.
func RegionName(thread, region int) (string, error) {
	names, err := regions("RegionName", thread)
	if err != nil {
		return "", err
	}
	if region < 0 || region >= len(names) {
		return "", current().fail("RegionName(%d, %d): %w: there are %d", thread, region, ErrNoTimer, len(names))
	}
	return names[region], nil
}

func regions(call string, thread int) ([]string, error) {
	l, err := initialized(call)
	if err != nil {
		return nil, err
	}
	if err := l.checkThread(call, thread); err != nil {
		return nil, err
	}
	return byname.Names(engine.Of(l.timers), thread), nil
}

// ThreadWork returns the largest wallclock time of a timer on any one thread, and by how much it exceeds what
// each thread would have spent if all threads of the rank had shared the work evenly. It is called on the
// main goroutine, when the others have done their work.
func ThreadWork(name string) (most, imbalance time.Duration, err error) {
	l, err := initialized("ThreadWork")
	switch {
	case err != nil:
		return 0, 0, err
	case !l.isOn(Wall):
		return 0, 0, l.fail("ThreadWork(%q): %w", name, errNoWall)
	case !engine.Of(l.timers).OnMain():
		return 0, 0, l.fail("ThreadWork(%q): %w", name, ErrNotMain)
	}
	var sum time.Duration
	found := false
	threads := engine.Of(l.timers).Tracks()
	for thread := range threads {
		if v, here := l.value(name, thread); here {
			found = true
			most = max(most, v.Total)
			sum += v.Total
		}
	}
	if !found {
		return 0, 0, l.fail("ThreadWork: %w: %q on any thread", ErrNoTimer, name)
	}
	return most, most - sum/time.Duration(threads), nil
}

// Stamp returns the time since Initialize and the CPU time of the process, in the program and in the system.
func Stamp() (wall, user, system time.Duration, err error) {
	l, err := initialized("Stamp")
	if err != nil {
		return 0, 0, 0, err
	}
	user, system = processTimes()
	return time.Duration(clock.Nanotime() - l.begin), user, system, nil
}

// Reset sets all timers back to zero; their names stay known. Timers that are running go on from now;
// GPTL's are turned off. No other goroutine may be inside a timer.
func Reset() error {
	l, err := initialized("Reset")
	if err != nil {
		return err
	}
	l.keepNames()
	l.timers.Reset()
	if l.cpu != nil {
		l.cpu.reset(func(string) bool { return true })
	}
	l.tell("GPTL note: all timers are set to zero\n")
	return nil
}

// ResetTimer sets one timer back to zero, on all threads; it does nothing if there is none with that name.
// For the rest see Reset. It is called on the main goroutine.
func ResetTimer(name string) error {
	l, err := initialized("ResetTimer")
	if err != nil {
		return err
	}
	if !engine.Of(l.timers).OnMain() {
		return l.fail("ResetTimer(%q): %w", name, ErrNotMain)
	}
	l.keepNames()
	full := engine.Of(l.timers).Prefix() + name
	byname.Reset(engine.Of(l.timers), full)
	if l.cpu != nil {
		paths := l.cpu.paths(full)
		l.cpu.reset(func(path string) bool { return paths[path] })
	}
	return nil
}

// PrefixSet puts a prefix before the names of all timers that are started or looked up from now on. On the
// main goroutine it applies to all goroutines; on another one it sets a further prefix of that goroutine's
// own, after the common one.
func PrefixSet(prefix string) error {
	l, err := initialized("PrefixSet")
	if err != nil {
		return err
	}
	if engine.Of(l.timers).OnMain() {
		l.timers.SetPrefix(prefix)
	} else {
		engine.Of(l.timers).SetOwnPrefix(prefix)
	}
	return nil
}

// PrefixUnset ends the prefix that PrefixSet has set on the same goroutine.
func PrefixUnset() error {
	l, err := initialized("PrefixUnset")
	if err != nil {
		return err
	}
	if engine.Of(l.timers).OnMain() {
		l.timers.SetPrefix("")
	} else {
		engine.Of(l.timers).SetOwnPrefix("")
	}
	return nil
}
