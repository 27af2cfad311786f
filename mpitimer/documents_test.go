package mpitimer_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
)

// Programs of all verbs leave in the Profile what the documents say of them, to the call and to the nanosecond,
// whoever wrote the programs: the oracle knows the timers from their documents only.
func TestDocuments(t *testing.T) {
	var now atomic.Int64
	now.Store(int64(time.Hour))
	t.Cleanup(clock.Simulate(now.Load))
	rapid.Check(t, func(t *rapid.T) {
		p := beginProgram(t, &now, rapid.IntRange(1, 2).Draw(t, "ranks"))
		defer p.finish()
		p.remake(0)
		t.Repeat(p.verbs())
		p.compare()
	})
}

// placeOf is an environment as the oracle knows it.
func placeOf(name string, ranks []stats.Range) string {
	return strings.TrimSpace(name + " " + machenv.FormatRanges(ranks, 8))
}

// A rank is a goroutine that does what it is told, and so is each further goroutine of a program.
type worker chan func()

func (w worker) serve() {
	for f := range w {
		f()
	}
}

// do returns when the worker has done it.
func (w worker) do(f func()) {
	done := make(chan struct{})
	w <- func() { defer close(done); f() }
	<-done
}

// A program does everything twice: with the timers, and with the oracle.
type program struct {
	*rapid.T
	*oracle
	now       *atomic.Int64
	timers    *mpitimer.Timers
	registry  []*machenv.Registry // of each rank; rank 1 only makes environments with rank 0
	ranks     []worker
	ended     chan error
	workers   []worker // beside each strand; nil when its goroutine has ended
	intervals []mpitimer.Interval
	calls     []*call
	restores  []func()
	restored  []string
	log       []string
}

// beginProgram begins on one rank or two: two cost more, and are for environments that are made again of other ranks.
func beginProgram(t *rapid.T, now *atomic.Int64, ranks int) *program {
	p := &program{T: t, oracle: newOracle(ranks), now: now, ended: make(chan error, 1)}
	p.registry, p.ranks = make([]*machenv.Registry, ranks), make([]worker, ranks)
	ready := make(chan struct{}, ranks)
	for i := range p.ranks {
		p.ranks[i] = make(worker)
	}
	go func() {
		p.ended <- local.Run(ranks, func(comm machenv.Communicator) error {
			rank := comm.Rank()
			r, err := machenv.NewRegistry(comm)
			if err != nil {
				return err
			}
			c := mpitimer.DefaultConfig()
			c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables = "none", 0, false, "off"
			tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard), mpitimer.WithEnvironments(r))
			if p.registry[rank] = r; rank == 0 {
				p.timers = tm
			}
			ready <- struct{}{}
			p.ranks[rank].serve()
			if err == nil {
				err = tm.Finalize()
			}
			return err
		})
	}()
	for range p.ranks {
		<-ready
	}
	p.workers = []worker{p.ranks[0]}
	p.both(func() { p.timers.Reset() }, p.oracle.reset)
	return p
}

func (p *program) finish() {
	for i, w := range p.workers[1:] {
		if w != nil {
			close(w)
			p.workers[1+i] = nil
		}
	}
	for _, w := range p.ranks {
		close(w)
	}
	if err := <-p.ended; err != nil {
		p.Errorf("the ranks: %v", err)
	}
}

// both lets the main goroutine and the oracle do something.
func (p *program) both(timers, oracle func()) {
	p.ranks[0].do(timers)
	oracle()
}

func (p *program) say(format string, args ...any) {
	p.log = append(p.log, fmt.Sprintf(format, args...))
}

func (p *program) compare() {
	var profile *stats.Profile
	p.ranks[0].do(func() { profile = p.timers.Profile() })
	if err := profile.Check(); err != nil {
		p.Errorf("%v", err)
	}
	wrong := wrongOf(profile)
	p.either(wrong)
	got := append(profileLines(profile), wrongLines(wrong)...)
	want := append(p.oracle.lines(), wrongLines(p.wrong)...)
	if !slices.Equal(got, want) {
		p.Fatalf("after\n  %s\nthe timers have\n  %s\nthe documents say\n  %s", strings.Join(p.log, "\n  "),
			strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
	p.ranks[0].do(func() { p.timers.SetPrefix("") })
	for _, name := range p.names() {
		if v, _ := p.timers.Query(name); v.Calls != p.query(name) {
			p.Errorf("after\n  %s\nquery of %s has %d calls, want %d", strings.Join(p.log, "\n  "), name, v.Calls, p.query(name))
		}
	}
	var open []string
	for _, r := range p.timers.OpenRegions() {
		if r.Track == 0 {
			open = append(open, strings.Join(r.Path, "/")+" "+r.Environment)
		}
	}
	if want := p.openLines(); !slices.Equal(open, want) {
		p.Errorf("after\n  %s\nopen are %q, want %q", strings.Join(p.log, "\n  "), open, want)
	}
}

// either calls the second stops of intervals whose goroutines have ended what the timers call them.
func (p *program) either(wrong map[string]uint64) {
	for ; p.goneStops > 0; p.goneStops-- {
		kind := wrongGoroutine
		if p.wrong[wrongInterval] < wrong[wrongInterval] {
			kind = wrongInterval
		}
		p.wrong[kind]++
	}
}
