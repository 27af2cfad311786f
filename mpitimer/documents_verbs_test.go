package mpitimer_test

import (
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
)

var (
	drawnNames        = []string{"a", "b", "c"}
	drawnPrefixes     = []string{"", "p_", "q_"}
	drawnEnvironments = []string{"e", "f", "", "Default", "nowhere"}
)

// verbs are what programs are made of. Those at the beginning are drawn more often.
func (p *program) verbs() map[string]func(*rapid.T) {
	verbs := make(map[string]func(*rapid.T))
	for i, do := range []func(who int){
		p.startInEnvironment, p.start, p.stopInterval, p.stopNameOf, p.startHandle, p.next, p.remake, p.reset,
		p.setPrefix, p.stopNameOf, p.startAgain, p.next, p.goOn, p.addTime, p.stopInterval, p.enable, p.disable, p.stopNameOf,
		p.remake, p.setLevel, p.addParentPrefix, p.restorePrefix, p.enable, p.endGoroutine,
	} {
		verbs[fmt.Sprintf("%02d", i)] = func(*rapid.T) { p.step(do) }
	}
	return verbs
}

// step lets one of the goroutines do something.
func (p *program) step(do func(who int)) {
	var live []int
	for i, w := range p.workers {
		if w != nil {
			live = append(live, i)
		}
	}
	do(rapid.SampledFrom(live).Draw(p.T, "goroutine"))
	d := rapid.Int64Range(0, 1000).Draw(p.T, "time")
	p.now.Add(d)
	p.oracle.now += d
}

func (p *program) name() string { return rapid.SampledFrom(drawnNames).Draw(p.T, "name") }

// started keeps what a start has returned.
func (p *program) started(who int, begin func() mpitimer.Interval, c *call) {
	var s mpitimer.Interval
	p.workers[who].do(func() { s = begin() })
	p.intervals, p.calls = append(p.intervals, s), append(p.calls, c)
}

func (p *program) start(who int) {
	name := p.name()
	p.say("%d: s%d = Start(%q)", who, len(p.calls), name)
	p.started(who, func() mpitimer.Interval { return p.timers.Start(name) }, p.oracle.start(p.strands[who], name, "", 0, false))
}

func (p *program) startInEnvironment(who int) {
	p.startIn(who, p.name(), rapid.SampledFrom(drawnEnvironments).Draw(p.T, "environment"))
}

func (p *program) startIn(who int, name, environment string) {
	p.say("%d: s%d = StartInEnvironment(%q, %q)", who, len(p.calls), name, environment)
	p.started(who, func() mpitimer.Interval { return p.timers.StartInEnvironment(name, environment) },
		p.oracle.start(p.strands[who], name, environment, 0, false))
}

// startAgain starts the same region before and after its environment was made again, within itself or not.
func (p *program) startAgain(who int) {
	name := p.name()
	p.startIn(who, name, "e")
	if rapid.Bool().Draw(p.T, "stop") {
		p.stopName(who, name)
	}
	p.remakeNamed("e")
	p.startIn(who, name, "e")
}

func (p *program) startHandle(who int) {
	name, level := p.name(), rapid.IntRange(0, 2).Draw(p.T, "level")
	options := []mpitimer.RegionOption{mpitimer.Level(level)}
	environment := ""
	if rapid.Bool().Draw(p.T, "in environment") {
		environment = rapid.SampledFrom(drawnEnvironments).Draw(p.T, "environment")
		options = append(options, mpitimer.InEnvironment(environment))
	}
	r := mpitimer.Define(name, options...)
	p.say("%d: s%d = Define(%q, Level(%d), InEnvironment(%q)).Start()", who, len(p.calls), name, level, environment)
	p.started(who, func() mpitimer.Interval { return p.timers.StartRegion(r) },
		p.oracle.start(p.strands[who], name, environment, level, false))
}

func (p *program) next(who int) {
	name := p.name()
	p.say("%d: s%d = Next(%q)", who, len(p.calls), name)
	p.started(who, func() mpitimer.Interval { return p.timers.Next(name) }, p.oracle.start(p.strands[who], name, "", 0, true))
}

func (p *program) stopNameOf(who int) {
	name := p.name()
	if rapid.IntRange(0, 5).Draw(p.T, "whole") == 0 { // the name as reports show it
		name = rapid.SampledFrom(drawnPrefixes).Draw(p.T, "prefix") + name
	}
	p.stopName(who, name)
}

func (p *program) stopName(who int, name string) {
	p.say("%d: Stop(%q)", who, name)
	p.workers[who].do(func() { p.timers.Stop(name) })
	p.oracle.stopName(p.strands[who], name)
}

func (p *program) stopInterval(who int) {
	if len(p.calls) == 0 {
		return
	}
	i := len(p.calls) - 1 - rapid.IntRange(0, len(p.calls)-1).Draw(p.T, "interval")
	if p.mayBeTaken(p.calls[i]) {
		return
	}
	p.say("%d: s%d.Stop()", who, i)
	p.workers[who].do(func() { p.intervals[i].Stop() })
	p.oracle.stop(p.strands[who], p.calls[i])
}

// mayBeTaken is where a second Stop depends on who has the track of a goroutine that has ended: it may end a call of
// that one as it may one of its own.
func (p *program) mayBeTaken(c *call) bool {
	return c != nil && c.by.ended && slices.ContainsFunc(p.strands, func(s *strand) bool {
		return s.innermost(c.isTakenFor) >= 0
	})
}

func (p *program) setPrefix(int) {
	prefix := rapid.SampledFrom(drawnPrefixes).Draw(p.T, "prefix")
	p.say("SetPrefix(%q)", prefix)
	p.both(func() { p.timers.SetPrefix(prefix) }, func() { p.prefix = prefix })
}

func (p *program) addParentPrefix(who int) {
	p.say("%d: r%d = AddParentPrefix()", who, len(p.restores))
	p.restored = append(p.restored, p.prefix)
	p.workers[who].do(func() { p.restores = append(p.restores, p.timers.AddParentPrefix()) })
	p.parentPrefix(p.strands[who])
}

func (p *program) restorePrefix(who int) {
	if len(p.restores) == 0 {
		return
	}
	i := rapid.IntRange(0, len(p.restores)-1).Draw(p.T, "restore")
	p.say("%d: r%d()", who, i)
	p.workers[who].do(p.restores[i])
	p.prefix = p.restored[i]
}

// reset is called as its comment wants it: while no other goroutine is inside a region.
func (p *program) reset(int) {
	for _, s := range p.strands[1:] {
		if len(s.open) > 0 {
			return
		}
	}
	p.say("0: Reset()")
	p.both(p.timers.Reset, p.oracle.reset)
}

func (p *program) addTime(who int) {
	name, total, calls := p.name(), rapid.Int64Range(0, 1000).Draw(p.T, "total"), rapid.IntRange(0, 4).Draw(p.T, "calls")
	p.say("%d: Add(%q, %d, %d)", who, name, total, calls)
	p.workers[who].do(func() { p.timers.Add(name, time.Duration(total), calls) })
	p.oracle.add(p.strands[who], name, total, calls)
}

func (p *program) disable(who int) {
	p.say("%d: Disable()", who)
	p.workers[who].do(p.timers.Disable)
	p.disabled++
}

func (p *program) enable(who int) {
	p.say("%d: Enable()", who)
	p.workers[who].do(p.timers.Enable)
	p.oracle.enable()
}

func (p *program) setLevel(who int) {
	level := rapid.IntRange(0, 2).Draw(p.T, "level")
	p.say("%d: SetLevel(%d)", who, level)
	p.workers[who].do(func() { p.timers.SetLevel(level) })
	p.level = level
}

// remake removes an environment and makes it again, of other ranks perhaps, or leaves it removed. Rank 1 does so, too.
func (p *program) remake(int) {
	p.remakeNamed(rapid.SampledFrom([]string{"e", "f"}).Draw(p.T, "environment"))
}

func (p *program) remakeNamed(name string) {
	if _, there := p.environments[name]; there {
		p.say("Remove(%q)", name)
		delete(p.environments, name)
		p.onRanks(func(r *machenv.Registry) error { return r.Remove(name) })
	}
	ranks := rapid.SampledFrom([][]int{{0}, {0, 1}, {1}, {}}).Draw(p.T, "ranks")
	if len(ranks) == 0 || ranks[len(ranks)-1] >= len(p.ranks) {
		return
	}
	p.say("CreateList(%q, %v)", name, ranks)
	p.environments[name] = map[int]string{0: name + " 0", 1: name + " 0-1", 2: ""}[2*ranks[0]+len(ranks)-1]
	p.onRanks(func(r *machenv.Registry) error { _, err := r.CreateList(name, r.Default(), ranks); return err })
}

// onRanks lets all ranks do something at the same time.
func (p *program) onRanks(do func(*machenv.Registry) error) {
	errs := make(chan error, len(p.ranks))
	for i, w := range p.ranks {
		w <- func() { errs <- do(p.registry[i]) }
	}
	for range p.ranks {
		if err := <-errs; err != nil {
			p.Fatalf("%v", err)
		}
	}
}

// goOn starts a goroutine, below the region that another is in or below Total.
func (p *program) goOn(who int) {
	if len(p.workers) > 4 {
		return
	}
	w, root := make(worker), p.total
	if rapid.Bool().Draw(p.T, "below") {
		p.say("%d: Go(goroutine %d)", who, len(p.workers))
		p.workers[who].do(func() { p.timers.Go(w.serve) })
		root = p.strands[who].at()
	} else {
		p.say("%d: go goroutine %d", who, len(p.workers))
		p.workers[who].do(func() { go w.serve() })
	}
	p.workers, p.strands = append(p.workers, w), append(p.strands, &strand{root: root})
}

// endGoroutine ends one of the further goroutines, if it has stopped what it has started.
func (p *program) endGoroutine(who int) {
	if who == 0 || len(p.strands[who].open) > 0 {
		return
	}
	p.say("goroutine %d ends", who)
	close(p.workers[who])
	p.workers[who], p.strands[who].ended = nil, true
}
