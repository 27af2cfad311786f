package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	series "github.com/go-hpc/timers/stats/answers/steps"
)

// since is in which steps the slow ranks have more to do: over all steps that is as much as if it were in each of them.
type since struct {
	when        string
	pattern     series.Pattern
	first, last int       // slow steps, from 0 on
	often       []float64 // of the usual excess, what each step has
	turn        int       // a node in which another rank is slow in each step; -1: none
	more        float64   // and by how much, in steps
	turns       int       // steps in which one is
}

// Values of since.when where nothing is planted, and where ranks are slow in turn.
const (
	always = "always"
	turns  = "in turn"
)

// mostStepped is how many ranks have a timeline.
const mostStepped = 1000

// placeSince draws the steps, with numbers of its own, so that all else of a run is as it is without.
func (r *Run) placeSince() {
	d := rand.New(rand.NewPCG(r.Seed, 0x73696e6365))
	n, w := r.Steps, &r.since
	*w = since{when: always, pattern: series.Always, last: n - 1, often: slices.Repeat([]float64{1}, n), turn: -1}
	switch {
	case n < 8 || r.Ranks > mostStepped:
		return
	case r.Culprit == nothing && r.Coupling == barrier && r.Ranks > 2 && 4*(n/r.Ranks*r.Ranks) >= 3*n && r.split == 0 && r.lost < 0 && r.again < 0 && d.IntN(2) == 0:
		var list []int
		for i := range r.nodes {
			if k := &r.nodes[i]; k.phase == steps && !k.sync && !waiting(k.name) && r.leaf(i) {
				list = append(list, i)
			}
		}
		*w = since{when: turns, pattern: series.InTurn, last: n/r.Ranks*r.Ranks - 1, often: w.often, turn: pick(d, list...), more: 0.2 + d.Float64(), turns: n / r.Ranks * r.Ranks}
		return
	case !r.planted() || r.Culprit == between || r.Culprit == double || r.nodes[r.Truth.node].phase != steps:
		return
	}
	w.pattern = series.Stretch
	period := 2 + d.IntN(max(n/4-1, 1))
	first := n/4 + d.IntN(n/2)
	switch w.when = pick(d, "from a step on", "from a step on", "until a step", "between steps", "one step", "periodic", "growing", always); {
	case w.when == "from a step on":
		w.first = first
	case w.when == "until a step":
		w.last = first
	case w.when == "between steps":
		w.first = 1 + d.IntN(n/3)
		w.last = n/2 + d.IntN(n/3)
	case w.when == "one step":
		w.first, w.last = first, first
	case w.when == "periodic" && n >= 12:
		w.pattern, w.first = series.Periodic, d.IntN(period)
		for w.last = w.first; w.last+period < n; {
			w.last += period
		}
	case w.when == "growing" && n >= 12:
		w.pattern = series.Growing
	default:
		w.when, w.pattern = always, series.Always
	}
	sum := 0.0
	for step := range w.often {
		slow := step >= w.first && step <= w.last && (w.pattern != series.Periodic || (step-w.first)%period == 0)
		if w.often[step] = float64(count(slow)); w.pattern == series.Growing {
			w.often[step] = float64(step) + 0.5
		}
		sum += w.often[step]
	}
	for step := range w.often {
		w.often[step] *= float64(n) / sum
	}
}

// lane is what the timeline of a run has: what a node took of each rank and step, with what is below it, when the rank began and ended the
// step, and when it was in what has been planted. Places are step * Ranks + rank.
type lane struct {
	took, before [][]float64 // by node
	from, to     []float64
	at           [][2]float64
}

// shown is the step that shows what was planted.
func (w *since) shown() int {
	if w.pattern == series.Growing {
		return w.last
	}
	return w.first
}

// beginStep notes when ranks begin a step, of the first one of all with room for all.
func (r *Run) beginStep(step int, at []float64) {
	if r.now = step; r.Ranks > mostStepped || r.real {
		return
	}
	if cells := r.Steps * r.Ranks; step == 0 {
		r.lane = lane{table(len(r.nodes), cells), table(len(r.nodes), r.Ranks), make([]float64, cells), make([]float64, cells), make([][2]float64, cells)}
	}
	copy(r.lane.from[step*r.Ranks:], at)
	for i, before := range r.lane.before {
		for rank := range before {
			before[rank] = r.work[i][rank] + r.wait[i][rank]
		}
	}
}

// endStep notes what they took in it.
func (r *Run) endStep(step int, at []float64) {
	if r.lane.took == nil {
		return
	}
	first := step * r.Ranks
	copy(r.lane.to[first:], at)
	for i := len(r.nodes) - 1; i >= 0; i-- {
		took, up := r.lane.took[i][first:], r.nodes[i].parent
		for rank := range at {
			if took[rank] += r.work[i][rank] + r.wait[i][rank] - r.lane.before[i][rank]; up >= 0 {
				r.lane.took[up][first+rank] += took[rank]
			}
		}
	}
}

// note notes when a rank is in what has been planted.
func (r *Run) note(i, rank int, from, to float64) {
	if r.lane.at != nil && r.nodes[i].phase == steps && (r.isCulprit(i) || i == r.since.turn) {
		r.lane.at[r.now*r.Ranks+rank] = [2]float64{from, to}
	}
}

// stepName names a node as a recorder of timelines does, by the end of its path if that is long.
func (r *Run) stepName(i int) string {
	const most = 49 // hdtrace.MaxValueName
	name := strings.TrimPrefix(r.path(i), "Total/")
	if len(name) > most {
		name = ".." + name[len(name)-most+2:]
	}
	return name
}

// Times is what a recorder would have written of the steps; nil of runs that have no timeline.
func (r *Run) Times() *series.Times {
	if r.lane.took == nil {
		return nil
	}
	const most = 32 // regions, as who reads timelines has them
	t := &series.Times{Count: r.Steps, Fold: 1}
	for step := range r.Steps + 1 {
		t.Numbers = append(t.Numbers, step+1)
	}
	sums, list := make(map[string]float64), make(map[string][]float64)
	for i, took := range r.lane.took {
		if n := &r.nodes[i]; n.parent < 0 || n.phase != steps {
			continue
		}
		name := r.stepName(i)
		if list[name] == nil {
			list[name] = slices.Repeat([]float64{math.NaN()}, len(took))
		}
		for k, v := range took {
			if !r.runs(i, k%r.Ranks) || r.forgot(k) {
				continue
			}
			if sums[name] += v; list[name][k] == list[name][k] { // in another environment
				v += list[name][k]
			}
			list[name][k] = v
		}
	}
	t.Regions = slices.SortedFunc(maps.Keys(sums), func(a, b string) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	t.Regions = t.Regions[:min(len(t.Regions), most)]
	for rank := range r.Ranks {
		if rank != r.lost {
			t.Ranks = append(t.Ranks, fmt.Sprint(rank))
			t.Start, t.End = append(t.Start, r.ofRank(r.lane.from, rank)...), append(t.End, r.ofRank(r.lane.to, rank)...)
		}
	}
	for _, name := range t.Regions {
		for rank := range r.Ranks {
			for _, v := range r.ofRank(list[name], rank) {
				if rank != r.lost {
					t.Seconds = append(t.Seconds, float32(v/1e9))
				}
			}
		}
	}
	return t
}

// ofRank is what a rank has of a list, step by step; NaN of what it forgot.
func (r *Run) ofRank(list []float64, rank int) (steps []float64) {
	for at := rank; at < len(list); at += r.Ranks {
		v := list[at]
		if r.forgot(at) {
			v = math.NaN()
		}
		steps = append(steps, v)
	}
	return steps
}

// forgot reports whether the rank of a place was restarted later.
func (r *Run) forgot(at int) bool {
	return at%r.Ranks == r.again && float64(at/r.Ranks) < (1-kept)*float64(r.Steps)
}

// since scores what a finding says of steps: whether these are the planted ones, and whether its evidence shows them.
func (j *judge) since(f *answers.Finding) (right, link bool) {
	w, s, e := &j.Run.since, f.Since, f.Evidence
	if s == nil || e == nil || e.Rank < 0 || e.Rank >= j.Run.Ranks {
		return false, false
	}
	near := func(number, step int) bool { return number >= step && number <= step+2 } // they count from 1
	right = s.Pattern == w.pattern && near(s.First, w.first) && near(s.Last, w.last)
	if j.lane.at == nil { // its timeline has a clock of its own
		j.now = w.shown()
		return right, e.Step == w.shown()+1 && j.Truth.node >= 0 && e.To-e.From > 0.8*j.amount(j.Truth.node, e.Rank, 1)
	}
	at := j.lane.at[w.shown()*j.Run.Ranks+e.Rank]
	return right, min(e.To, at[1])-max(e.From, at[0]) >= 0.8*(at[1]-at[0]) && at[1] > at[0]
}

// tells reports whether the timeline tells in which steps it is so.
func (j *judge) tells(t *series.Times) bool {
	w, i := &j.Run.since, j.Truth.node
	if i < 0 {
		i = w.turn
	}
	known := func(i int) bool { // and no other has that name, nor what runs on a device for it
		name, path := j.stepName(i), j.path(i)
		if j.Shape == devices && strings.HasPrefix(name, "..") {
			return false
		}
		return slices.Contains(t.Regions, name) && !slices.ContainsFunc(j.of, func(k int) bool {
			other := j.path(k)
			return other != path && strings.HasSuffix(other, strings.TrimPrefix(name, ".."))
		})
	}
	if t == nil || w.when == always || !known(i) || j.nodes[i].only {
		return false
	}
	for k := i + 1; j.Truth.own && k < len(j.nodes); k++ {
		if j.nodes[k].parent == i && !known(k) {
			return false
		}
	}
	return true
}

// takenBy is what a finding's region took in each step on each rank; not a number where that is not known.
func (j *judge) takenBy(f *answers.Finding) []float64 {
	took := slices.Repeat([]float64{math.NaN()}, j.Steps*j.Run.Ranks)
	add := func(i int, sign float64) {
		for at, v := range j.lane.took[i] {
			if j.runs(i, at%j.Run.Ranks) && !j.forgot(at) && at%j.Run.Ranks != j.lost {
				if took[at] != took[at] {
					took[at] = 0
				}
				took[at] += sign * v
			}
		}
	}
	for i, name := 0, j.stepName(j.of[f.Region]); i < len(j.nodes); i++ {
		if j.stepName(i) == name {
			add(i, 1)
		}
		if up := j.nodes[i].parent; f.Own && up >= 0 && j.stepName(up) == name {
			add(i, -1)
		}
	}
	return took
}

// claims says what is not so of what a finding says of steps.
func (j *judge) claims(f *answers.Finding) string {
	s := f.Since
	if s == nil || j.lane.took == nil || s.Pattern == series.InTurn || f.Region < 0 || f.Region >= len(j.of) {
		return ""
	}
	took := j.takenBy(f)
	var excess [2]float64 // on average in the slow steps, and in the others
	var n [2]float64
	for step := range j.Steps {
		slow := step+1 >= s.First && step+1 <= s.Last && (s.Pattern != series.Periodic || (step+1-s.First)%s.Period == 0)
		var others []float64
		sum, ranks := 0.0, 0.0
		for rank, v := range took[step*j.Run.Ranks : (step+1)*j.Run.Ranks] {
			switch {
			case v != v:
			case slices.ContainsFunc(s.Ranks, func(r stats.Range) bool { return r.Has(rank) }):
				sum, ranks = sum+v, ranks+1
			default:
				others = append(others, v)
			}
		}
		if ranks == 0 || len(others) == 0 && !s.Before {
			continue
		}
		if sum /= ranks; !s.Before {
			slices.Sort(others)
			sum -= others[len(others)/2]
		}
		excess[1-count(slow)] += sum
		n[1-count(slow)]++
	}
	in, out := excess[0]/max(n[0], 1), excess[1]/max(n[1], 1)
	if s.Before {
		in, out = in-out, 0
	}
	switch {
	case s.Pattern == series.Growing || s.Pattern == series.Some:
		return ""
	case in < s.Longer/2 || in > 2*s.Longer:
		return fmt.Sprintf("they take %.3g s longer in the slow steps, and are to take %.3g", in/1e9, s.Longer/1e9)
	case n[1] > 0 && out > in/2:
		return fmt.Sprintf("they take %.3g s longer in the slow steps, and %.3g in the others", in/1e9, out/1e9)
	}
	return ""
}
