package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/consent"
	"github.com/go-hpc/timers/mpitimer/internal/counting"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// This file drives the outputs and sources that are attached to the timers.

// attached are those of one Timers.
type attached struct {
	asked bool // rank 0 may want some, so that all ranks find out together
	list  []*attachment
	group *machenv.Group // of all ranks, while they begin; nil if some are missing
	wrong error          // what they have complained of
}

// attachment is one that is wanted.
type attachment struct {
	name   string
	path   string        // of its package
	output attach.Output // or nil
	source attach.Source // or nil
	failed bool          // it could not begin here
}

// wanted are those that a configuration asks for, by name.
func (c *Config) wanted() (list []*attachment) {
	a := c.attachedKeys()
	for i, s := range a.settings {
		if output, source := s.Open(); output != nil || source != nil {
			list = append(list, &attachment{name: a.kinds[i].Name, path: reflect.TypeOf(s).Elem().PkgPath(), output: output, source: source})
		}
	}
	return list
}

// beginSources finds out what all ranks have attached, and begins the sources. It is collective if rank 0 may
// want any.
func (tm *Timers) beginSources() (problem error) {
	a := &tm.attached
	a.list = tm.config.wanted()
	if !a.asked {
		for _, each := range a.list {
			problem = errors.Join(problem, fmt.Errorf("mpitimer: %s is left out: rank 0 does not ask for it", each.name))
		}
		a.list = nil
		return problem
	}
	problem = tm.agreeOnAttached("what is attached", func(name string, rank uint32) error {
		err := fmt.Errorf("mpitimer: %s is left out on all ranks: rank %d does not have it", name, rank)
		if at := slices.IndexFunc(a.list, func(each *attachment) bool { return each.name == name }); at >= 0 {
			err = fmt.Errorf("%w (its program lacks import _ %q, or asks for other settings)", err, a.list[at].path)
		}
		return err
	})
	for _, each := range a.list {
		if each.source != nil {
			problem = errors.Join(problem, each.begin(each.source.Begin, tm))
		}
	}
	return problem
}

// openCounters collects the program's counters and those of the sources, which have begun.
func (tm *Timers) openCounters(own []Counter) (problem error) {
	c := &counting.Counters{}
	for _, o := range own {
		problem = errors.Join(problem, c.AddOwn(stats.Counter{Name: o.Name, Unit: o.Unit, Step: o.Step, Peak: o.Peak}, o.Read))
	}
	for _, each := range tm.attached.list {
		if from, is := each.source.(attach.CounterSource); is && !each.failed {
			c.AddSource(from)
		}
	}
	if c.Attach(&tm.engine) {
		tm.counting = c
	}
	return problem
}

// beginOutputs begins the outputs. What could not begin on one rank is left out on all.
func (tm *Timers) beginOutputs() (problem error) {
	a := &tm.attached
	if len(a.list) == 0 { // which all ranks know
		return nil
	}
	defer tm.engine.Mute()()
	for _, each := range a.list {
		if each.output != nil && !each.failed {
			problem = errors.Join(problem, each.begin(each.output.Begin, tm))
		}
	}
	problem = errors.Join(problem, tm.agreeOnAttached("what has begun", func(name string, rank uint32) error {
		return fmt.Errorf("mpitimer: %s is left out on all ranks: it could not begin on rank %d", name, rank)
	}))
	a.group = nil
	a.list = slices.DeleteFunc(a.list, func(each *attachment) bool { return each.failed }) // where there was no agreement
	return errors.Join(problem, a.wrong)
}

func (a *attachment) begin(begin func(attach.Run) error, tm *Timers) error {
	for _, part := range []any{a.output, a.source} {
		if user, is := part.(engine.User); is {
			user.Use(&tm.engine)
		}
	}
	err := begin(run{tm})
	if a.failed = err != nil; a.failed {
		return fmt.Errorf("mpitimer: %s: %w", a.name, err)
	}
	return nil
}

// agreeOnAttached leaves out what not all ranks have, and says so of each. If ranks are missing there is no
// agreement, and no group: each rank goes on with what needs no others.
func (tm *Timers) agreeOnAttached(kind string, leftOut func(name string, rank uint32) error) (problem error) {
	a := &tm.attached
	if a.group = nil; !tm.complete {
		return nil
	}
	var names []string
	for _, each := range a.list {
		if !each.failed {
			names = append(names, each.name)
		}
	}
	v, err := tm.rounds.Ask(machenv.Question{Kind: kind, Own: consent.Of(tm.rank(), names), Join: consent.Join, Prompt: true})
	if err == nil {
		err = tm.lost(v)
	}
	if err != nil {
		tm.complete = false
		return err
	}
	a.group = v.Group
	lacks := consent.Lacking(v.Answer)
	for _, name := range slices.Sorted(maps.Keys(lacks)) {
		if lacks[name] != consent.Nobody {
			problem = errors.Join(problem, leftOut(name, lacks[name]))
		}
	}
	var all []*attachment
	for _, each := range a.list {
		if rank, known := lacks[each.name]; known && rank == consent.Nobody {
			all = append(all, each)
			continue
		}
		if kind != "what is attached" && !each.failed {
			problem = errors.Join(problem, each.end(true))
		}
	}
	a.list = all
	return problem
}

// stopAttached tells the outputs that the regions are about to end.
func (tm *Timers) stopAttached() {
	for _, each := range tm.attached.list {
		if each.output != nil {
			each.output.Stop()
		}
	}
}

// reportAttached gives the outputs a report. It is collective over the ranks that took part in the last round.
func (tm *Timers) reportAttached(occasion attach.Occasion, r reduced, p *stats.Profile, prefix string) (problem error) {
	report := attach.Report{Occasion: occasion, Prefix: prefix, Summary: r.paths, Names: r.names, Profile: p, Method: tm.config.Output.Method, MPI: tm.engine.Owner.HasMPI()}
	report.Collect = func(name string, head func(io.Writer) error, part []byte) error {
		return tm.collect(r, tm.config.Output.aside(name), head, part)
	}
	if r.verdict != nil && len(r.verdict.Missing) == 0 && tm.complete { // which all ranks know
		report.Group = r.verdict.Group
	}
	for _, each := range tm.attached.list {
		if each.output != nil {
			if err := each.output.Report(&report); err != nil {
				problem = errors.Join(problem, fmt.Errorf("mpitimer: %s: %w", each.name, err))
			}
		}
	}
	return problem
}

// joinAttached is a profile with what the sources add to it.
func (tm *Timers) joinAttached(p *stats.Profile) *stats.Profile {
	for _, each := range tm.attached.list {
		if each.source != nil {
			p = each.source.Join(p)
		}
	}
	return p
}

// endAttached ends what nobody has ended.
func (tm *Timers) endAttached(lost bool) (problem error) {
	list := tm.attached.list
	tm.attached.list = nil
	if c := tm.counting; c != nil && slices.ContainsFunc(list, func(each *attachment) bool { _, is := each.source.(attach.CounterSource); return is }) {
		c.Closed = true
	}
	for _, each := range list {
		problem = errors.Join(problem, each.end(lost))
	}
	return problem
}

func (a *attachment) end(lost bool) (problem error) {
	if a.source != nil {
		problem = a.source.End(lost)
	}
	if a.output != nil {
		problem = errors.Join(problem, a.output.End(lost))
	}
	if problem != nil {
		problem = fmt.Errorf("mpitimer: %s: %w", a.name, problem)
	}
	return problem
}

// run is what the timers offer to what is attached.
type run struct{ tm *Timers }

var _ attach.Run = run{}

func (r run) Group() *machenv.Group     { return r.tm.attached.group }
func (r run) Rank() int                 { return r.tm.rank() }
func (r run) Size() int                 { return r.tm.all.Size() }
func (r run) Host() string              { return r.tm.all.Host() }
func (r run) Begun() time.Time          { return r.tm.started() }
func (r run) Profile() *stats.Profile   { return r.tm.Profile() }
func (r run) Hint(region string) string { return hintOf(region) }
func (r run) Warn(kind, about string)   { r.tm.engine.KeepWarning(kind, about, 0) }
func (r run) Say(text string)           { r.tm.message(text) }
func (r run) Complain(problem error) {
	r.tm.attached.wrong = errors.Join(r.tm.attached.wrong, fmt.Errorf("mpitimer: %w", problem))
}

func (r run) Memory() int {
	bytes, _ := r.tm.Memory()
	return bytes
}

func (r run) Directory() string       { return filepath.Clean(r.tm.target(r.tm.config.Output.aside("."))) }
func (r run) Log(text string) error   { _, err := io.WriteString(r.tm.out, text); return err }
func (r run) Wrote(what, path string) { r.tm.written.Add(what, path) }

func (r run) WriteEach(of func(rank int) string, write func(io.Writer) error) error {
	if !r.tm.config.writesFile(r.Rank()) {
		return nil
	}
	name := func(rank int) string { return r.tm.config.Output.aside(of(rank)) }
	err := r.tm.WriteFile(name(r.Rank()), write)
	r.tm.foldRankFiles(name)
	return err
}

func (r run) Table(rank int) string {
	if r.tm.tables == nil {
		return ""
	}
	return r.tm.tables.of(rank)
}

func (r run) Write(name string, write func(io.Writer) error) error {
	return r.tm.WriteFile(r.tm.config.Output.aside(name), write)
}
