package perfmod

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/gptl"
)

// Start starts the timer with the given name (t_startf). Trailing blanks are removed, as in Fortran strings.
func Start(event string) {
	if st := plain.Load(); st != nil {
		if st.disabled.Load() == 0 {
			_ = gptl.Start(trimmed(event)) // an ignored error is counted, and a warning of the timers
		}
		return
	}
	if st := current(); st.isOn() {
		end := st.measured()
		_ = gptl.Start(st.name(event))
		end()
	}
}

// Stop stops the timer of that name (t_stopf).
func Stop(event string) {
	if st := plain.Load(); st != nil {
		if st.disabled.Load() == 0 {
			_ = gptl.Stop(trimmed(event))
		}
		return
	}
	if st := current(); st.isOn() {
		end := st.measured()
		_ = gptl.Stop(st.name(event))
		end()
	}
}

// StartStopVals adds calls that were timed elsewhere and together took the given time (t_startstop_valsf;
// there, an omitted time is 0, and an omitted number of calls 1). Negative arguments count as 0.
func StartStopVals(event string, wall time.Duration, calls int) {
	if st := current(); st.isOn() {
		end := st.measured()
		_ = gptl.StartStopVals(st.name(event), max(wall, 0), max(calls, 0))
		end()
	}
}

// Stamp returns the wallclock time, and the CPU time of the process in the program and in the system
// (t_stampf). While timing is off they are 0.
func Stamp() (wall, user, system time.Duration) {
	st := current()
	if !st.isOn() {
		return 0, 0, 0
	}
	wall, user, system, err := gptl.Stamp()
	if err != nil {
		return 0, 0, 0
	}
	return wall, user, system
}

// SetPrefix puts a prefix before the names of the timers that are started from now on (t_set_prefixf):
// on all goroutines if the rank's main one calls it, otherwise on the calling one.
func SetPrefix(prefix string) {
	if current() != nil {
		_ = gptl.PrefixSet(trimmed(prefix))
	}
}

// UnsetPrefix ends what SetPrefix began (t_unset_prefixf).
func UnsetPrefix() {
	if current() != nil {
		_ = gptl.PrefixUnset()
	}
}

// isOn reports whether timers are started.
func (st *state) isOn() bool { return st != nil && st.disabled.Load() == 0 }

func trimmed(name string) string {
	if name == "" || name[len(name)-1] != ' ' {
		return name
	}
	return strings.TrimRight(name, " ")
}

// maxDetail is the highest level with two digits.
const maxDetail = 99

// name returns the timer's name.
func (st *state) name(event string) string {
	event = trimmed(event)
	detail := st.detail.Load()
	if !st.settings.AddDetail || detail > maxDetail {
		return event
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	key := detailedName{event, detail}
	name, known := st.detailed[key]
	if !known {
		name = fmt.Sprintf("%s_%02d", event, detail)
		st.detailed[key] = name
	}
	return name
}
