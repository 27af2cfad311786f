package mpitimer

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// machine runs a program on the timers of some ranks and on an oracle of each. Every action runs to its end on a
// goroutine of its own before the next begins, and time passes only where the program says so.
type machine struct {
	plan
	clock     simulated
	ranks     []*modelRank
	workers   []*modelWorker // of all ranks
	intervals []modelInterval
	places    []modelPlace
	made      func(r *modelRank) *Timers // nil: New or Initialize, as the plan says
	verbs     int
	ended     chan error // of the ranks
}

// plan is what a machine is.
type plan struct {
	ranks       int
	tracks      int  // limit; 0: that of every day
	packaged    bool // starts and stops are those of the package, not of a Timers
	histograms  bool
	hooks       bool
	counters    bool
	tables      bool
	level       int
	initialized bool // not New, which the package's functions do not see
}

// simulated is the clock. While the timers are made it goes on by itself, since they measure it.
type simulated struct {
	now     atomic.Int64
	running atomic.Bool
	counted atomic.Int64 // what a counter reads
	gauge   atomic.Int64
}

func (c *simulated) read() int64 {
	if c.running.Load() {
		return c.now.Add(1)
	}
	return c.now.Load()
}

type modelRank struct {
	number  int
	comm    machenv.Communicator
	envs    *machenv.Registry
	tm      *Timers
	oracle  *oracle
	threads map[*engine.Track]*oThread
	main    *modelWorker
	seen    []string // by the hook
}

// modelWorker is a goroutine of a rank.
type modelWorker struct {
	rank     *modelRank
	commands chan func()
	done     chan any // what f panicked with, nil for nothing
	thread   *oThread // nil before the timers have met it
	inside   []doing  // calls of Path.Run that it is in
	byGo     bool
	gone     bool
}

type doing struct {
	before   oPlace
	moved    bool
	borrowed bool
	thread   *oThread
}

type modelInterval struct {
	Interval
	oInterval
	worker *modelWorker
	oracle *oracle
}

type modelPlace struct {
	Path
	oPlace
	oracle *oracle
}

func newModelWorker(r *modelRank) *modelWorker {
	return &modelWorker{rank: r, commands: make(chan func()), done: make(chan any)}
}

// serve runs commands until it is told nil.
func (w *modelWorker) serve() {
	for f := range w.commands {
		if f == nil {
			return
		}
		w.done <- w.guarded(f)
	}
}

func (w *modelWorker) guarded(f func()) (cause any) {
	defer func() {
		if cause = recover(); cause != nil {
			cause = fmt.Sprint(cause, callers()) // the same each time, so that rapid recognises it
		}
	}()
	f()
	return nil
}

// callers is where a panic has come from.
func callers() (text string) {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		frame, more := frames.Next()
		if text += fmt.Sprintf("\n%s:%d", frame.Function, frame.Line); !more {
			return text
		}
	}
}

// run runs f on the worker.
func (w *modelWorker) run(f func()) {
	w.commands <- f
	w.wait()
}

func (w *modelWorker) wait() {
	if cause := <-w.done; cause != nil {
		panic(cause)
	}
}

// newMachine makes the timers of all ranks.
func newMachine(p plan) *machine {
	m := &machine{plan: p, ended: make(chan error, 1)}
	m.clock.now.Store(1e9)
	m.clock.running.Store(true)
	if p.ranks == 1 {
		w := m.addRank(machenv.NewSerial())
		go func() { w.serve(); m.ended <- nil }()
	} else {
		mains := make(chan *modelWorker)
		go func() {
			m.ended <- local.Run(p.ranks, func(comm machenv.Communicator) error {
				w := newModelWorker(&modelRank{number: comm.Rank(), comm: comm})
				mains <- w
				w.serve()
				return nil
			})
		}()
		list := make([]*modelWorker, p.ranks)
		for range list {
			w := <-mains
			list[w.rank.number] = w
		}
		for _, w := range list {
			m.enter(w)
		}
	}
	m.together(func(r *modelRank) {
		envs, err := machenv.NewRegistry(r.comm)
		if err != nil {
			panic(err)
		}
		r.envs = envs
	})
	return m
}

func (m *machine) addRank(comm machenv.Communicator) *modelWorker {
	w := newModelWorker(&modelRank{number: comm.Rank(), comm: comm})
	m.enter(w)
	return w
}

func (m *machine) enter(w *modelWorker) {
	w.rank.main = w
	m.ranks = append(m.ranks, w.rank)
	m.workers = append(m.workers, w)
}

// together runs f for all ranks at the same time, as collective calls want it.
func (m *machine) together(f func(r *modelRank)) {
	callers := make([]*modelWorker, len(m.ranks))
	for i, r := range m.ranks {
		callers[i] = m.callerOf(r)
		callers[i].commands <- func() { f(r) }
	}
	for _, w := range callers {
		w.wait()
	}
}

// callerOf is a goroutine that speaks for a rank: its main one, if that lives.
func (m *machine) callerOf(r *modelRank) *modelWorker {
	if !r.main.gone {
		return r.main
	}
	for _, w := range m.workers {
		if w.rank == r && !w.gone && !w.byGo && len(w.inside) == 0 {
			return w
		}
	}
	return m.spawn(r, nil)
}

// initialize makes the timers and their oracles.
func (m *machine) initialize() {
	m.clock.running.Store(true)
	m.together(func(r *modelRank) {
		err := error(nil)
		switch options := m.options(r); {
		case m.made != nil:
			r.tm = m.made(r)
		case m.initialized:
			err = Initialize(options...)
			r.tm = Default()
		default:
			r.tm, err = New(options...)
		}
		if err != nil {
			panic(err)
		}
	})
	m.clock.running.Store(false)
	begin := (m.clock.now.Load()/1e9 + 1) * 1e9 // whoever came last
	m.clock.now.Store(begin)
	for _, r := range m.ranks {
		r.tm.Engine().Calibration.From.Ticks, r.tm.Engine().Calibration.From.Nanos = uint64(begin), begin
		r.tm.Engine().Main.Records[1].Start = uint64(begin)
		r.seen = r.seen[:0]
		r.threads = make(map[*engine.Track]*oThread)
		r.oracle = newOracle(m.clock.now.Load)
		r.oracle.level = m.level
		if m.counters {
			r.oracle.read = m.counts
		}
		r.main = m.callerOf(r)
		m.know(r)
	}
	for _, w := range m.workers {
		w.thread = nil
	}
	for _, r := range m.ranks {
		m.meet(r.main)
	}
}

func (m *machine) options(r *modelRank) []Option {
	settings := func(c *Config) {
		c.Timing.Histograms, c.Timing.Level = m.histograms, m.level
		if !m.tables {
			c.Output.Tables = tablesOff
		}
	}
	options := []Option{WithConfig(quietConfig()), WithConfigFunc(settings), WithLog(io.Discard), WithEnvironments(r.envs)}
	if m.hooks {
		options = append(options, WithHook(modelHook{r}))
	}
	if m.counters {
		options = append(options,
			WithCounter(Counter{Name: "counted", Read: m.clock.counted.Load}), WithCounter(Counter{Name: "gauge", Peak: true, Read: m.clock.gauge.Load}))
	}
	return options
}

func (m *machine) counts() [2]int64 { return [2]int64{m.clock.counted.Load(), m.clock.gauge.Load()} }

// modelHook writes down what it sees beside what the oracle expects.
type modelHook struct{ rank *modelRank }

func (h modelHook) Start(path string) any {
	h.rank.see("start " + path)
	return path
}

func (h modelHook) Stop(state any) { h.rank.see("stop " + state.(string)) }

func (r *modelRank) see(event string) { r.seen = append(r.seen, event) }

// know tells the oracle of a rank which environments there are.
func (m *machine) know(r *modelRank) {
	clear(r.oracle.environments)
	for _, name := range r.envs.Names()[1:] {
		env, err := r.envs.Get(name)
		if err != nil {
			panic(err)
		}
		is := ""
		if env.IsMember() {
			is = fmt.Sprint(name, env.Ranks())
		}
		r.oracle.environments[name] = is
	}
}

// meet lets the timers look at a goroutine for the first time, and the oracle at what they make of it.
func (m *machine) meet(w *modelWorker) *oThread {
	if w.thread == nil {
		w.run(func() { w.thread = m.threadOf(w.rank) })
	}
	return w.thread
}

// threadOf is what the oracle knows the calling goroutine by. One that has taken the place of another finds
// what that has left.
func (m *machine) threadOf(r *modelRank) *oThread {
	t := r.tm.Engine().Directory.Track()
	th := r.threads[t]
	if th != nil && th.floor > 0 {
		panic("a goroutine has taken the place of the main one")
	}
	if th != nil {
		r.oracle.abandon(th)
		th.settle(th.tree.root.child(TotalName, ""))
		return th
	}
	o := r.oracle
	tree := &oTree{root: &oNode{}, shared: t.Shared()}
	if len(o.trees) > 0 && o.trees[len(o.trees)-1].shared && tree.shared {
		tree = o.trees[len(o.trees)-1]
	} else {
		o.trees = append(o.trees, tree)
	}
	th = o.thread(tree)
	r.threads[t] = th
	return th
}

// close ends everything.
func (m *machine) close() {
	for _, w := range slices.Clone(m.workers) {
		if w != w.rank.main {
			m.end(w)
		}
	}
	for _, r := range m.ranks {
		if !r.main.gone {
			m.end(r.main)
		}
	}
	if err := <-m.ended; err != nil {
		panic(err)
	}
}

// tick lets time pass.
func (m *machine) tick(t *rapid.T) {
	m.clock.now.Add(evenly([]int64{0, 1, 1, 7, 100, 3000, 1 << 20, int64(time.Hour)}).Draw(t, "ns"))
}

func (p plan) String() string {
	var parts []string
	for name, on := range map[string]bool{"packaged": p.packaged, "histograms": p.histograms, "hooks": p.hooks, "counters": p.counters, "tables": p.tables} {
		if on {
			parts = append(parts, name)
		}
	}
	slices.Sort(parts)
	return fmt.Sprintf("%d ranks, %d tracks, level %d, %s", p.ranks, p.tracks, p.level, strings.Join(parts, " "))
}

// simulate makes the machine's clock that of the process.
func (m *machine) simulate() (restore func()) { return clock.Simulate(m.clock.read) }
