package perfmod

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// state is what perf_mod keeps in variables of the process; here each rank has one, since several ranks may
// live in one process.
type state struct {
	settings Settings
	timers   *mpitimer.Timers
	owned    bool // Init has initialized GPTL
	quiet    bool // what Init does is not to be logged, or another rank logs it

	disabled atomic.Int64 // calls of Disable without their Enable
	detail   atomic.Int64 // the level of detail
	overhead atomic.Int64 // measured, ns

	mu       sync.Mutex
	log      io.Writer
	detailed map[detailedName]string
}

// detailedName is a name and the level of detail at which it was started.
type detailedName struct {
	event  string
	detail int64
}

// ranks holds the states of the initialised ranks in this process.
var ranks = struct {
	sync.RWMutex
	of  map[*mpitimer.Timers]*state
	log io.Writer // of SetLog before Init
}{of: make(map[*mpitimer.Timers]*state)}

// running reports that there are states.
var running atomic.Bool

// plain is the only state there is, if its timers are started and stopped just as GPTL's are, or together if
// that is so for all of several. It is all that the fast path looks at.
var plain atomic.Pointer[state]

// together means several states. GPTL also knows whether one of them is disabled.
var together state

func newState(settings Settings, o Options) *state {
	ranks.RLock()
	defer ranks.RUnlock()
	st := &state{settings: settings, quiet: o.Quiet || !o.master(), log: o.Log, detailed: make(map[detailedName]string)}
	if st.log == nil {
		st.log = ranks.log
	}
	return st
}

// current returns the state of the calling rank, or nil if it is not initialised.
func current() *state {
	if !running.Load() {
		return nil
	}
	tm := mpitimer.Default()
	ranks.RLock()
	defer ranks.RUnlock()
	return ranks.of[tm]
}

// enter makes the state that of the calling rank.
func (st *state) enter() {
	ranks.Lock()
	defer ranks.Unlock()
	st.timers = mpitimer.Default()
	if st.timers != nil {
		ranks.of[st.timers] = st
	}
	refresh()
}

// leave takes the state out of use.
func (st *state) leave() {
	for st.disabled.Load() > 0 {
		st.enable()
	}
	ranks.Lock()
	defer ranks.Unlock()
	delete(ranks.of, st.timers)
	refresh()
}

// refresh finds out what the fast path may do. The caller holds ranks.
func refresh() {
	running.Store(len(ranks.of) > 0)
	var fast *state
	for _, st := range ranks.of {
		if st.settings.AddDetail || st.settings.MeasureOverhead {
			fast = nil
			break
		}
		if fast = st; len(ranks.of) > 1 {
			fast = &together
		}
	}
	plain.Store(fast)
	direct := int64(0)
	if fast != nil {
		direct = 1
	}
	byname.Direct.Store(direct)
}

// sayf writes a line to the log, on the rank that reads the namelist.
func (st *state) sayf(format string, args ...any) {
	if st.quiet {
		return
	}
	w := st.logger()
	// There is nobody to tell if the log can't be written.
	_, _ = fmt.Fprintf(w, " "+format+"\n", args...)
}

func (st *state) logger() io.Writer {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.log == nil {
		return os.Stdout
	}
	return st.log
}

// SetLog says where messages go (t_setLogUnit); nil is standard output. It may be called before Init.
func SetLog(w io.Writer) {
	st := current()
	if st == nil {
		ranks.Lock()
		defer ranks.Unlock()
		ranks.log = w
		return
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	st.log = w
}

// Log returns where messages go (t_getLogUnit).
func Log() io.Writer {
	if st := current(); st != nil {
		return st.logger()
	}
	ranks.RLock()
	defer ranks.RUnlock()
	if ranks.log == nil {
		return os.Stdout
	}
	return ranks.log
}

// measured starts measuring the overhead of a call, and returns the function that ends it.
func (st *state) measured() (end func()) {
	if !st.settings.MeasureOverhead || !engine.Of(st.timers).OnMain() {
		return func() {}
	}
	begin := clock.Nanotime()
	return func() { st.overhead.Add(clock.Nanotime() - begin) }
}
