package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// moment is what the tables of a run say at one time.
type moment struct {
	at       time.Time
	name     string // of the run
	owner    int    // user whose run it is, -1 if that is not known
	others   bool   // it is not the caller's
	program  string
	size     int
	ranks    []rankMoment // ascending
	missing  []stats.Span // ranks without a table
	problems []error
	summary  *stats.Summary // nil when nothing could be read
}

// rankMoment is what the table of one rank says.
type rankMoment struct {
	ranktable.Info
	profile *stats.Profile // nil when it could not be read
	open    []ranktable.OpenRegion
	problem error
}

// lookAt reads the tables of a run.
func lookAt(r *ranktable.Run, now time.Time) *moment {
	m := newMoment(r, now)
	m.problems = slices.Clone(r.Problems)
	for l, err := range r.Looks() {
		m.ranks = append(m.ranks, lookAtRank(r.Tables[len(m.ranks)], l, err))
	}
	m.merge()
	return m
}

// lookThrough is lookAt of a run of so many ranks that their profiles would fill the memory: they are merged as
// they come, also by ended, and those of the ranks have no nodes.
func lookThrough(r *ranktable.Run, now time.Time, ended *ranktable.Merger) *moment {
	m := newMoment(r, now)
	m.problems = slices.Clone(r.Problems)
	var all stats.Merger
	var wrong error
	for l, err := range r.Looks() {
		n := len(m.ranks)
		ended.Add(n, l)
		k := lookAtRank(r.Tables[n], l, err)
		if k.profile != nil {
			if err := all.Add(k.profile); wrong == nil {
				wrong = err
			}
			head := *k.profile
			head.Nodes = nil
			k.profile = &head
		}
		m.ranks = append(m.ranks, k)
	}
	s, err := all.Summary()
	if wrong != nil {
		s, err = nil, wrong
	}
	m.settle(s, err)
	return m
}

func newMoment(r *ranktable.Run, now time.Time) *moment {
	return &moment{at: now, name: r.Name, owner: r.Owner, others: !r.Own(), program: r.Program, size: r.Size, missing: r.Missing}
}

func lookAtRank(t *ranktable.Table, look *ranktable.Look, err error) rankMoment {
	var r rankMoment
	r.problem = err
	if look == nil {
		var noInfo error
		if r.Info, noInfo = t.Info(); r.problem == nil {
			r.problem = noInfo
		}
		return r
	}
	r.Info, r.profile, r.open = look.Info, look.Profile, look.Open
	if r.profile == nil {
		return r
	}
	if r.end().After(r.LastSeen) {
		r.LastSeen = r.end() // the tables know more than the header
	}
	for i := range r.open { // what is not in a context of its own is in the default one
		if o := &r.open[i]; o.Context == r.profile.Contexts[0].Name {
			o.Context = ""
		}
	}
	return r
}

// merge makes the Summary of the ranks that could be read.
func (m *moment) merge() { m.settle(stats.Merge(m.profiles())) }

// settle sorts the ranks, and takes over their Summary and what was wrong with each.
func (m *moment) settle(s *stats.Summary, wrong error) {
	slices.SortStableFunc(m.ranks, func(a, b rankMoment) int { return cmp.Compare(a.Rank, b.Rank) })
	for i := range m.ranks {
		if r := &m.ranks[i]; r.problem != nil {
			m.problems = append(m.problems, fmt.Errorf("rank %d: %w", r.Rank, r.problem))
		}
	}
	m.summary = s
	if wrong != nil && len(m.profiles()) > 0 {
		m.problems = append(m.problems, wrong)
	}
}

func (m *moment) profiles() []*stats.Profile {
	var profiles []*stats.Profile
	for i := range m.ranks {
		if p := m.ranks[i].profile; p != nil {
			profiles = append(profiles, p)
		}
	}
	return profiles
}

// alive says whether a rank of the run still lives.
func (m *moment) alive() bool {
	return slices.ContainsFunc(m.ranks, func(r rankMoment) bool { return r.Alive })
}

// over says whether all ranks that are known have ended.
func (m *moment) over() bool { return len(m.ranks) > 0 && !m.alive() }

// begun is when the first rank began; zero when none has.
func (m *moment) begun() time.Time {
	var first time.Time
	for i := range m.ranks {
		if b := m.ranks[i].Begin; !b.IsZero() && (first.IsZero() || b.Before(first)) {
			first = b
		}
	}
	return first
}

// lastSeen is when the last rank gave its last sign of life.
func (m *moment) lastSeen() time.Time {
	var last time.Time
	for i := range m.ranks {
		if s := m.ranks[i].LastSeen; s.After(last) {
			last = s
		}
	}
	return last
}

// end is when the last rank's profile ends.
func (m *moment) end() time.Time {
	var last time.Time
	for i := range m.ranks {
		if e := m.ranks[i].end(); e.After(last) {
			last = e
		}
	}
	return last
}

func (r *rankMoment) end() time.Time {
	if r.profile == nil {
		return r.LastSeen
	}
	return r.Begin.Add(time.Duration(r.profile.To))
}

func (m *moment) hosts() int {
	hosts := map[string]bool{}
	for i := range m.ranks {
		hosts[m.ranks[i].Host] = true
	}
	return len(hosts)
}

// job is the number that the batch system knows the job by, empty if there is none.
func (m *moment) job() string {
	for i := range m.ranks {
		for _, name := range slices.Sorted(maps.Keys(m.ranks[i].Job)) {
			if strings.HasSuffix(name, "JOB_ID") || strings.HasSuffix(name, "JOBID") {
				return m.ranks[i].Job[name]
			}
		}
	}
	return ""
}

// fate is what became of some of the ranks.
type fate struct {
	word  string
	ranks []stats.Span
	bad   bool // not as in a run that goes well
	last  time.Time
}

// fates says of every rank what became of it, those that go well first.
func (m *moment) fates() []fate {
	var list []fate
	for _, state := range []ranktable.State{
		ranktable.Running, ranktable.Starting, ranktable.Reported, ranktable.Kept, ranktable.Panicked, ranktable.Died,
	} {
		f := fate{word: state.String(), bad: state == ranktable.Kept || state == ranktable.Panicked || state == ranktable.Died}
		if state == ranktable.Reported {
			f.word = "finished"
		}
		var ranks []int
		for i := range m.ranks {
			if r := &m.ranks[i]; r.State == state && r.Rank >= 0 {
				ranks = append(ranks, r.Rank)
				if r.LastSeen.After(f.last) {
					f.last = r.LastSeen
				}
			}
		}
		if f.ranks = cli.SpansOf(ranks); len(ranks) > 0 {
			list = append(list, f)
		}
	}
	if len(m.missing) > 0 {
		list = append(list, fate{word: "missing", ranks: m.missing, bad: true})
	}
	return list
}

// stateStyle makes a rank that went wrong stand out.
func (r *rankMoment) stateStyle() style {
	switch r.State {
	case ranktable.Running:
		return style{colour: green}
	case ranktable.Died, ranktable.Panicked, ranktable.Kept:
		return style{colour: red, bold: true}
	}
	return style{}
}
