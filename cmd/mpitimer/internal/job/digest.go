package job

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Digest is what is known of some of the ranks of a run, without anything that is of a single rank: it can be sent, and
// joined with that of other ranks. Its length depends on the places in which the ranks are, not on their number.
type Digest struct {
	Size, Tables, Hosts int
	Program, Job        string
	Owner               int
	Begun, Seen, End    time.Time
	Alive               bool
	Epochs              Epochs
	Fates               []Fate // in the order of Moment.Fates, without those that are missing
	Places              []Place
	Open                []Level
	Waits               []Waits
	Unwaited            int // ranks that wait, beyond those
	Rounds              []Rounds
	Counted             []stats.Range // ranks of which all rounds are there
	Old                 []stats.Range // ranks whose tables had no room for all
	Goroutines          *Goroutines   // nil if they were not asked for

	Problems []string // the first few
	More     int      // how many there are besides
}

// Place is a Group as it is sent.
type Place struct {
	Key, Label    string
	Dead, Further bool
	Ranks         []stats.Range
	Threads       int
	Least, Most   time.Duration
}

// Level is an open region with the ranks that have it open, as it is sent.
type Level struct {
	Name, Environment string
	Ranks             []stats.Range
	Least, Most       time.Duration
	Inner             []Level
}

// Of a job on many nodes there may be as many problems as ranks.
const mostProblems = 20

// Digest makes that of the moment's ranks.
func (m *Moment) Digest() *Digest {
	d := &Digest{
		Size: m.Size, Tables: len(m.Ranks), Hosts: m.hosts(), Program: m.Program, Job: m.Job(), Owner: m.Owner,
		Begun: m.Begun(), Seen: m.LastSeen(), End: m.end(), Alive: m.Alive(), Epochs: m.Epochs(), Old: cli.RangesOf(m.Old()),
	}
	for _, f := range m.Fates() {
		if f.Word != missing {
			d.Fates = append(d.Fates, f)
		}
	}
	for _, g := range m.Groups() {
		d.Places = append(d.Places, Place{g.key, g.path, g.dead, g.further, cli.RangesOf(g.Ranks), g.threads, g.least, g.most})
	}
	for _, l := range m.levels() {
		d.Open = append(d.Open, l.sent())
	}
	d.Waits, d.Unwaited = m.sentWaits()
	d.Rounds, d.Counted = m.sentRounds()
	d.Goroutines = m.Goroutines
	for _, p := range m.Problems {
		d.problem(p.Error())
	}
	return d
}

func (d *Digest) problem(text string) {
	if len(d.Problems) == mostProblems {
		d.More++
		return
	}
	d.Problems = append(d.Problems, text)
}

// Problem adds one that is of no rank.
func (d *Digest) Problem(text string) { d.problem(text) }

func (l *level) sent() Level {
	s := Level{Name: l.name, Environment: l.environment, Ranks: cli.RangesOf(l.ranks), Least: l.least, Most: l.most}
	for _, in := range l.inner {
		s.Inner = append(s.Inner, in.sent())
	}
	return s
}

// Join adds the ranks of another digest of the run. The clock of its node may be off: later says by how much this one
// is later.
func (d *Digest) Join(o *Digest, later time.Duration) {
	shift := func(t time.Time) time.Time {
		if t.IsZero() {
			return t
		}
		return t.Add(later)
	}
	if d.Tables == 0 {
		d.Size, d.Program, d.Owner = o.Size, o.Program, o.Owner
	}
	d.Epochs = d.Epochs.join(o.Epochs)
	d.Job = cmp.Or(d.Job, o.Job)
	d.Tables += o.Tables
	d.Hosts += o.Hosts
	if b := shift(o.Begun); !b.IsZero() && (d.Begun.IsZero() || b.Before(d.Begun)) {
		d.Begun = b
	}
	d.Seen, d.End = latest(d.Seen, shift(o.Seen)), latest(d.End, shift(o.End))
	d.Alive = d.Alive || o.Alive
	for _, f := range o.Fates {
		f.Last = shift(f.Last)
		f.First = First{}.join(f.First, later)
		d.joinFate(f)
	}
	d.joinPlaces(o.Places)
	d.Open = joinLevels(d.Open, o.Open)
	var left int
	d.Waits, left = joinWaits(d.Waits, o.Waits)
	d.Unwaited += left + o.Unwaited
	d.joinRounds(o)
	d.Old = JoinRanges(d.Old, o.Old)
	if o.Goroutines != nil {
		if d.Goroutines == nil {
			d.Goroutines = &Goroutines{}
		}
		d.Goroutines.Join(o.Goroutines)
	}
	for _, p := range o.Problems {
		d.problem(p)
	}
	d.More += o.More
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (d *Digest) joinFate(f Fate) {
	i := slices.IndexFunc(d.Fates, func(k Fate) bool { return k.Word == f.Word })
	if i < 0 {
		d.Fates = append(d.Fates, f)
		slices.SortStableFunc(d.Fates, func(a, b Fate) int { return cmp.Compare(fatePlace(a.Word), fatePlace(b.Word)) })
		return
	}
	k := &d.Fates[i]
	k.Ranks, k.Last = JoinRanges(k.Ranks, f.Ranks), latest(k.Last, f.Last)
	k.First = k.First.join(f.First, 0)
}

func fatePlace(word string) int {
	return slices.IndexFunc(fateOrder, func(s ranktable.State) bool { return fateWord(s) == word })
}

func (d *Digest) joinPlaces(others []Place) {
	type which struct {
		key           string
		dead, further bool
	}
	known := make(map[which]int, len(d.Places))
	for i := range d.Places {
		known[which{d.Places[i].Key, d.Places[i].Dead, d.Places[i].Further}] = i
	}
	for _, o := range others {
		i, is := known[which{o.Key, o.Dead, o.Further}]
		if !is {
			d.Places = append(d.Places, o)
			continue
		}
		p := &d.Places[i]
		p.Ranks = JoinRanges(p.Ranks, o.Ranks)
		p.Threads += o.Threads
		p.Least, p.Most = min(p.Least, o.Least), max(p.Most, o.Most)
	}
}

func joinLevels(a, b []Level) []Level {
	for _, o := range b {
		i := slices.IndexFunc(a, func(l Level) bool {
			return l.Name == o.Name && (l.Environment == o.Environment || len(l.Ranks) == 0 || len(o.Ranks) == 0)
		})
		if i < 0 {
			a = append(a, o)
			continue
		}
		l := &a[i]
		switch {
		case len(l.Ranks) == 0:
			l.Environment, l.Least, l.Most = o.Environment, o.Least, o.Most
		case len(o.Ranks) > 0:
			l.Least, l.Most = min(l.Least, o.Least), max(l.Most, o.Most)
		}
		l.Ranks, l.Inner = JoinRanges(l.Ranks, o.Ranks), joinLevels(l.Inner, o.Inner)
	}
	return a
}

// JoinRanges unites sets of ranks.
func JoinRanges(a, b []stats.Range) []stats.Range {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	if joined := joinIntervals(a, b); joined != nil {
		return joined
	}
	all := append(RanksOf(a), RanksOf(b)...)
	slices.Sort(all)
	return cli.RangesOf(slices.Compact(all))
}

// joinIntervals unites sets that consist of neighbouring ranks, as those of nodes do, without looking at each rank. It
// returns nil for others, and where single ranks may be more briefly told by a stride.
func joinIntervals(a, b []stats.Range) (joined []stats.Range) {
	singles := 0
	for len(a) > 0 || len(b) > 0 {
		if len(a) == 0 || len(b) > 0 && b[0].First < a[0].First {
			a, b = b, a
		}
		next := a[0]
		n := len(joined)
		if a = a[1:]; next.Stride != 1 && next.First != next.Last || next.Last < next.First || n > 0 && next.First < joined[n-1].First {
			return nil
		}
		if n > 0 && next.First <= joined[n-1].Last+1 {
			joined[n-1].Last = max(joined[n-1].Last, next.Last)
			continue
		}
		joined = append(joined, stats.Range{First: next.First, Last: next.Last, Stride: 1})
	}
	for _, r := range joined {
		if singles++; r.First != r.Last {
			singles = 0
		}
		if singles == 3 {
			return nil
		}
	}
	return joined
}

// Within reports whether a rank is in a set.
func Within(ranges []stats.Range, rank int) bool {
	return slices.ContainsFunc(ranges, func(r stats.Range) bool {
		return rank >= r.First && rank <= r.Last && (rank-r.First)%max(r.Stride, 1) == 0
	})
}

// mostRanks bounds what a digest of another process makes this one do.
const mostRanks = 1 << 24

// RanksOf are the single ranks of a set.
func RanksOf(ranges []stats.Range) (ranks []int) {
	for _, r := range ranges {
		for k := r.First; k <= r.Last && len(ranks) < mostRanks; k += max(r.Stride, 1) {
			ranks = append(ranks, k)
		}
	}
	return ranks
}

// Far is the moment of a run whose tables lie on other nodes.
func Far(name string, at time.Time, d *Digest, s *stats.Summary) *Moment {
	m := &Moment{At: at, Name: name, Owner: d.Owner, Program: d.Program, Size: d.Size, Summary: s, Goroutines: d.Goroutines, far: d}
	known := make([]bool, min(max(d.Size, 0), mostRanks))
	for _, f := range d.Fates {
		for _, k := range RanksOf(f.Ranks) {
			if k >= 0 && k < len(known) {
				known[k] = true
			}
		}
	}
	var gone []int
	for k, is := range known {
		if !is {
			gone = append(gone, k)
		}
	}
	m.Missing = cli.RangesOf(gone)
	return m
}

// Unseen is the moment of a run of which nothing is seen.
func Unseen(why error) *Moment {
	return &Moment{At: time.Now(), Owner: -1, Problems: []error{why}}
}

// groups are those of the digest.
func (d *Digest) groups() (list []Group) {
	for _, p := range d.Places {
		list = append(list, Group{
			place: place{key: p.Key, path: printable.Line(p.Label), dead: p.Dead, further: p.Further},
			Ranks: RanksOf(p.Ranks), threads: p.Threads, least: p.Least, most: p.Most,
		})
	}
	return list
}

func levelsOf(sent []Level) (list []*level) {
	for _, s := range sent {
		list = append(list, &level{s.Name, s.Environment, RanksOf(s.Ranks), s.Least, s.Most, levelsOf(s.Inner)})
	}
	return list
}

// Inside counts for each call path the ranks whose main program stands in it, by Key: of one that polls, in the call by which it does.
func (m *Moment) Inside() map[string]int {
	inside := map[string]int{}
	for _, g := range m.Groups() {
		if !g.further && g.path != "" {
			inside[strings.TrimSuffix(g.key, ranktable.Polling)] += len(g.Ranks)
		}
	}
	return inside
}

// Old are the ranks of which something has no room in their tables.
func (m *Moment) Old() (ranks []int) {
	if m.far != nil {
		return RanksOf(m.far.Old)
	}
	for i := range m.Ranks {
		if r := &m.Ranks[i]; r.Profile != nil && !r.Complete {
			ranks = append(ranks, r.Rank)
		}
	}
	return ranks
}

// jobOf is the batch system's number for a job, or "" if there is none.
func jobOf(variables map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if strings.HasSuffix(name, "JOB_ID") || strings.HasSuffix(name, "JOBID") {
			return variables[name]
		}
	}
	return ""
}
