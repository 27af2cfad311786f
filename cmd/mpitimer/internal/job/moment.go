// Package job reads the tables of a job's ranks: it finds the jobs, the state of their ranks, their
// current regions, and their measurements. The commands top, stacks, recover and runs share it.
package job

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// Moment is the contents of a run's tables at one time.
type Moment struct {
	At       time.Time
	Name     string // of the run
	Owner    int    // user whose run it is, -1 if that is not known
	Others   bool   // it is not the caller's
	Program  string
	Size     int
	Ranks    []Rank        // ascending
	Missing  []stats.Range // ranks without a table
	Problems []error
	Summary  *stats.Summary // nil when nothing could be read

	Goroutines *Goroutines // nil if they were not asked for

	Steps *steps.Times // what the steps of the program took; nil if that is not known, or was not asked for

	far *Digest // of ranks on other nodes, which are not in Ranks

	// Interval is what ranks on other nodes have measured since the moment before; nil if they were not asked.
	Interval *Interval
}

// Interval is the time between two moments, for the ranks that lived in both.
type Interval struct {
	Summary *stats.Summary // nil if there is no such rank
	Spent   float64        // nanoseconds of all these ranks together
	Ranks   int
}

// Far reports whether the ranks are on other nodes: nothing is known of each of them.
func (m *Moment) Far() bool { return m.far != nil }

// Rank is the contents of one rank's table.
type Rank struct {
	ranktable.Info
	Profile *stats.Profile // nil when it could not be read
	Open    []ranktable.OpenRegion
	Rounds  []ranktable.Round // nil if they are not known
	Problem error
}

// Look reads the tables of a run.
func Look(r *ranktable.Run, now time.Time) *Moment {
	m := newMoment(r, now)
	m.Problems = slices.Clone(r.Problems)
	for l, err := range r.Looks() {
		m.Ranks = append(m.Ranks, lookAtRank(r.Tables[len(m.Ranks)], l, err))
	}
	m.Merge()
	return m
}

// LookThrough is Look for a run with so many ranks that their profiles would fill the memory: these have no nodes,
// and the moment has no Summary. It returns the one that says how the ranks have ended.
func LookThrough(r *ranktable.Run, now time.Time) (*Moment, *stats.Summary, error) {
	m := newMoment(r, now)
	m.Problems = slices.Clone(r.Problems)
	m.Ranks = make([]Rank, 0, len(r.Tables))
	ended, err := r.Through(func(n int, l *ranktable.Look, err error) {
		m.Ranks = append(m.Ranks, lookAtRank(r.Tables[n], l, err))
	})
	m.settle(nil, errors.Join(r.Problems[len(m.Problems):]...))
	return m, ended, err
}

// LookEach is Look for one who takes what is of use of each rank's profile as it is read: the nodes are others' when
// take returns. The moment keeps no profile, and has no Summary.
func LookEach(r *ranktable.Run, now time.Time, take func(l *ranktable.Look)) *Moment {
	m := newMoment(r, now)
	m.Problems = slices.Clone(r.Problems)
	r.Each(func(n int, l *ranktable.Look, err error) {
		k := lookAtRank(r.Tables[n], l, err)
		if k.Profile != nil {
			take(l)
			head := *k.Profile
			head.Nodes = nil
			k.Profile = &head
		}
		m.Ranks = append(m.Ranks, k)
	})
	m.settle(nil, nil)
	return m
}

// Since is what a rank has measured between two profiles, except the shortest and the longest calls and
// what belongs to them: two readings cannot give those of the time between.
func Since(now, before *stats.Profile) *stats.Profile {
	p := stats.Difference(now, before)
	p.Warnings = nil
	leaveOut := func(m *stats.Measure) {
		m.Timed, m.Min, m.Max, m.Squares, m.Histogram = 0, 0, 0, stats.Uint128{}, stats.Histogram{}
	}
	for i := range p.Nodes {
		leaveOut(&p.Nodes[i].Measure)
		for j := range p.Nodes[i].ByTrack {
			leaveOut(&p.Nodes[i].ByTrack[j].Measure)
		}
	}
	return p
}

func newMoment(r *ranktable.Run, now time.Time) *Moment {
	return &Moment{At: now, Name: r.Name, Owner: r.Owner, Others: !r.Own(), Program: r.Program, Size: r.Size, Missing: r.Missing}
}

func lookAtRank(t *ranktable.Table, look *ranktable.Look, err error) Rank {
	var r Rank
	r.Problem = err
	if look == nil {
		var noInfo error
		if r.Info, noInfo = t.Info(); r.Problem == nil {
			r.Problem = noInfo
		}
		return r
	}
	r.Info, r.Profile, r.Open, r.Rounds = look.Info, look.Profile, look.Open, look.Rounds
	if r.Profile == nil {
		return r
	}
	if r.end().After(r.LastSeen) {
		r.LastSeen = r.end() // the tables say more than the header
	}
	for i := range r.Open { // what has no environment of its own is in the default one
		if o := &r.Open[i]; o.Environment == r.Profile.Environments[0].Name {
			o.Environment = ""
		}
	}
	return r
}

// Merge makes the Summary of the ranks that could be read.
func (m *Moment) Merge() { m.settle(stats.Merge(m.Profiles())) }

// settle sorts the ranks, and takes over their Summary and each rank's faults.
func (m *Moment) settle(s *stats.Summary, wrong error) {
	slices.SortStableFunc(m.Ranks, func(a, b Rank) int { return cmp.Compare(a.Rank, b.Rank) })
	for i := range m.Ranks {
		if r := &m.Ranks[i]; r.Problem != nil {
			m.Problems = append(m.Problems, fmt.Errorf("rank %d: %w", r.Rank, r.Problem))
		}
	}
	m.Summary = s
	if wrong != nil && len(m.Profiles()) > 0 {
		m.Problems = append(m.Problems, wrong)
	}
}

// Profiles returns what could be read of the ranks.
func (m *Moment) Profiles() []*stats.Profile {
	var profiles []*stats.Profile
	for i := range m.Ranks {
		if p := m.Ranks[i].Profile; p != nil {
			profiles = append(profiles, p)
		}
	}
	return profiles
}

// Alive reports whether a rank of the run still lives.
func (m *Moment) Alive() bool {
	return m.far != nil && m.far.Alive ||
		slices.ContainsFunc(m.Ranks, func(r Rank) bool { return r.Alive })
}

// Over reports whether all ranks that are known have ended.
func (m *Moment) Over() bool { return m.Tables() > 0 && !m.Alive() }

// Tables is how many there are.
func (m *Moment) Tables() int {
	if m.far != nil {
		return m.far.Tables
	}
	return len(m.Ranks)
}

// Begun returns when the first rank began; zero when none has.
func (m *Moment) Begun() time.Time {
	if m.far != nil {
		return m.far.Begun
	}
	var first time.Time
	for i := range m.Ranks {
		if b := m.Ranks[i].Begin; !b.IsZero() && (first.IsZero() || b.Before(first)) {
			first = b
		}
	}
	return first
}

// LastSeen returns when the last rank gave its last sign of life.
func (m *Moment) LastSeen() time.Time {
	if m.far != nil {
		return m.far.Seen
	}
	return m.latest(func(r *Rank) time.Time { return r.LastSeen })
}

// latest is the latest of the ranks' times; zero when there are none.
func (m *Moment) latest(of func(*Rank) time.Time) (last time.Time) {
	for i := range m.Ranks {
		if t := of(&m.Ranks[i]); t.After(last) {
			last = t
		}
	}
	return last
}

// end is when the last rank's profile ends.
func (m *Moment) end() time.Time {
	if m.far != nil {
		return m.far.End
	}
	return m.latest((*Rank).end)
}

func (r *Rank) end() time.Time {
	if r.Profile == nil {
		return r.LastSeen
	}
	return r.Begin.Add(time.Duration(r.Profile.To))
}

func (m *Moment) hosts() int {
	switch {
	case m.far != nil && m.Summary != nil:
		return m.Summary.Hosts
	case m.far != nil:
		return m.far.Hosts
	}
	hosts := map[string]bool{}
	for i := range m.Ranks {
		hosts[m.Ranks[i].Host] = true
	}
	return len(hosts)
}

// Job returns the batch system's number for the job, or "" if there is none.
func (m *Moment) Job() string {
	if m.far != nil {
		return m.far.Job
	}
	for i := range m.Ranks {
		if id := jobOf(m.Ranks[i].Job); id != "" {
			return id
		}
	}
	return ""
}

// Fate is what became of some of the ranks.
type Fate struct {
	Word  string
	Ranks []stats.Range
	Bad   bool // not as in a run that goes well
	Last  time.Time
	First First // of those that died
}

const missing = "missing"

// fateOrder has those of ranks that are well first.
var fateOrder = []ranktable.State{
	ranktable.Running, ranktable.Starting, ranktable.Reported, ranktable.Kept, ranktable.Panicked, ranktable.Died,
}

func fateWord(s ranktable.State) string {
	if s == ranktable.Reported {
		return "finished"
	}
	return s.String()
}

// Fates returns what became of every rank, those that are well first.
func (m *Moment) Fates() []Fate {
	var list []Fate
	if m.far != nil {
		list = slices.Clone(m.far.Fates)
	}
	for _, state := range fateOrder {
		f := Fate{Word: fateWord(state), Bad: state == ranktable.Kept || state == ranktable.Panicked || state == ranktable.Died}
		var ranks []int
		var died []*Rank
		for i := range m.Ranks {
			if r := &m.Ranks[i]; r.State == state && r.Rank >= 0 {
				ranks = append(ranks, r.Rank)
				if state == ranktable.Died {
					died = append(died, r)
				}
				if r.LastSeen.After(f.Last) {
					f.Last = r.LastSeen
				}
			}
		}
		f.First = firstOf(died)
		if f.Ranks = cli.RangesOf(ranks); len(ranks) > 0 {
			list = append(list, f)
		}
	}
	if len(m.Missing) > 0 {
		list = append(list, Fate{Word: missing, Ranks: m.Missing, Bad: true})
	}
	return list
}
