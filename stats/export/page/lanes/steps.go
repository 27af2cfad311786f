package lanes

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// timers is what the names of groups begin with in which ranks have written what regions took from one epoch of the
// program to the next.
const timers = "Timers"

// The bounds of steps: what is seen on a screen, and what a page may weigh.
const (
	mostColumns = 1024
	mostCells   = 1 << 20
)

// building is a steps.Times in the making.
type building struct {
	ranks []*rankSteps
	place map[string]*rankSteps
	marks map[string]*marks // of ranks, by nodeKey
}

// marks is when a rank called Epoch, by its own clock, or, if the program counts its steps, when each of them began. It is
// cut where the trace leaves something out after the last.
type marks struct {
	epochs  []hdtrace.Epoch
	numbers []int
	begins  bool
	cut     bool
	loop    int           // how deep the last mark is in the trace; negative if the state that it is in has ended, …
	until   hdtrace.Epoch // … when that was
}

// add adds a mark. Where some are of beginnings, others do not count.
func (m *marks) add(at hdtrace.Epoch, number, depth int, begins bool) {
	if begins && !m.begins {
		m.epochs, m.numbers = nil, nil
	}
	if m.begins = m.begins || begins; m.begins == begins {
		m.epochs, m.numbers = append(m.epochs, at), append(m.numbers, number)
		m.loop, m.until, m.cut = depth, hdtrace.EndOfTime, false
	}
}

// number is that of a step.
func (m *marks) number(step int) int {
	if n := len(m.numbers); m.begins && n > 0 {
		return m.numbers[min(step, n-1)] + max(step-n+1, 0)
	}
	return step + 1
}

// count is how many steps one stands for; 0 if that is not known, of the last where the one before stood for several.
func (m *marks) count(step int) int {
	if last := len(m.numbers) - 1; m.begins && step == last && last > 0 && m.numbers[last] > m.numbers[last-1]+1 {
		return 0
	}
	return m.number(step+1) - m.number(step)
}

// isMark reports whether a record marks the end of a step, and is nothing else.
func isMark(record *trace.Record) bool {
	if record.Kind != trace.Event || record.Name != "Epoch" {
		return false
	}
	_, numbered := record.Value("number")
	return numbered
}

// mark notes when a rank's trace says that a step ended, or that something was left out.
func (s *building) mark(host, rank string, record *trace.Record) {
	key := nodeKey(host, rank)
	m := s.marks[key]
	switch {
	case isMark(record):
		if s.marks == nil {
			s.marks = make(map[string]*marks)
		}
		if m == nil {
			m = &marks{}
			s.marks[key] = m
		}
		text, _ := record.Value("number")
		_, begins := record.Value("begins")
		m.add(record.Start, number(text), record.Depth, begins)
	case m == nil:
	case record.Kind == trace.Event:
		m.cut = m.cut || record.Name == "LeftOut"
	case record.Depth < m.loop: // states come as they end
		m.loop, m.until = -1, record.End
	}
}

// rankSteps is the steps of one rank.
type rankSteps struct {
	name       string
	marks      *marks
	start, end []float64
	seconds    map[string][]float32 // by region
}

// ReadSteps reads what the steps of a project took, nil if that is not in it.
func ReadSteps(fsys fs.FS, name string, o Options) (*steps.Times, error) {
	r, err := begin(fsys, name, o)
	if err != nil {
		return nil, err
	}
	if err := r.extend(); err != nil {
		return nil, err
	}
	for i := range r.files.Nodes {
		n := &r.files.Nodes[i]
		for _, g := range n.Statistics {
			if err := r.addSteps(n.Node, g); err != nil {
				return nil, err
			}
		}
	}
	return r.steps.done(), nil
}

// addSteps reads a group of statistics, if it is one of the timers of a rank.
func (r *reader) addSteps(n *hdtrace.Node, g project.GroupFile) error {
	if !strings.HasPrefix(g.Group, timers) {
		return nil
	}
	var of *rankSteps
	first := false
	clock := r.clocks.of(n)
	return r.entries(g.File, func(h *stat.Header, e *stat.Entry) {
		if of == nil {
			of, first = r.steps.rank(n)
		}
		at := of.step(e.Start, e.End, float64(r.since(clock, e.Start)), float64(r.since(clock, e.End)), first)
		for i := range h.Values {
			if v := &h.Values[i]; at >= 0 && v.Unit == "s" && e.Type(i) != stat.TypeString {
				of.add(v.Name, at, e.Float(i))
			}
		}
	})
}

// rank returns that of a node, and whether it is new.
func (s *building) rank(n *hdtrace.Node) (of *rankSteps, first bool) {
	name := n.Path()
	if of = s.place[name]; of != nil {
		return of, false
	}
	if s.place == nil {
		s.place = make(map[string]*rankSteps)
	}
	host, label, _ := labels(n)
	of = &rankSteps{name: cmp.Or(label, name), seconds: map[string][]float32{}, marks: &marks{}}
	if m := s.marks[nodeKey(host, label)]; m != nil {
		of.marks = m
	}
	s.place[name], s.ranks = of, append(s.ranks, of)
	return of, true
}

// step is the place of an entry among the rank's steps. The first group of a rank has them all, others begin when regions
// come that it does not have; what is of no step is at -1. The recorder also takes samples within steps, and after the
// last: where the trace has marks, those of a step are one, and what comes after the last is none. Of marks of beginnings
// what comes before the first is none, and what begins after the state that the last is in.
func (k *rankSteps) step(start, end hdtrace.Epoch, from, to float64, first bool) int {
	n, marked := len(k.start), len(k.marks.epochs)
	before, _ := slices.BinarySearch(k.marks.epochs, end)
	if k.marks.begins {
		before--
		last := before == marked-1
		switch {
		case before < 0 || last && k.marks.count(before) == 0:
			return -1
		case last && start >= k.marks.until && start > k.marks.epochs[before]: // a step may end as it begins
			return -1
		case last && k.marks.cut && start > k.marks.epochs[before]:
			before = marked // one whose mark is left out
		}
	}
	if before < marked {
		for first && len(k.start) <= before {
			k.start, k.end = append(k.start, from), append(k.end, to)
		}
		if before < n {
			k.end[before] = max(k.end[before], to)
		}
		return before
	}
	if marked > 0 && !k.marks.cut {
		return -1
	}
	if first {
		k.start, k.end = append(k.start, from), append(k.end, to)
		return n
	}
	if at, known := slices.BinarySearch(k.start, from); known {
		return at
	}
	return -1
}

// add adds to what a region took in a step.
func (k *rankSteps) add(region string, at int, seconds float64) {
	list := k.seconds[region]
	for len(list) <= at {
		list = append(list, float32(math.NaN()))
	}
	if n := k.marks.count(at); n > 1 {
		seconds /= float64(n)
	}
	if list[at] == list[at] { // a number
		seconds += float64(list[at])
	}
	list[at] = float32(seconds)
	k.seconds[region] = list
}

// mostStepRegions is how many regions have their steps on a page.
const mostStepRegions = 32

// done makes the steps of all ranks, nil if there are not two.
func (s *building) done() *steps.Times {
	d := &steps.Times{}
	for _, k := range s.ranks {
		d.Count = max(d.Count, len(k.start))
	}
	if d.Count < 2 {
		return nil
	}
	slices.SortStableFunc(s.ranks, func(a, b *rankSteps) int { return cmp.Compare(number(a.name), number(b.name)) })
	most := min(mostColumns, max(mostCells/len(s.ranks), 16))
	d.Fold = (d.Count + most - 1) / most
	columns := (d.Count + d.Fold - 1) / d.Fold
	d.Regions = s.regions(max(min(mostStepRegions, mostCells/(len(s.ranks)*columns)), 1))
	for column := range columns + 1 {
		d.Numbers = append(d.Numbers, s.ranks[0].marks.number(min(column*d.Fold, d.Count)))
	}
	for _, k := range s.ranks {
		d.Ranks = append(d.Ranks, k.name)
		for column := range columns {
			start, end := k.window(column*d.Fold, (column+1)*d.Fold)
			d.Start, d.End = append(d.Start, start), append(d.End, end)
		}
	}
	for _, region := range d.Regions {
		for _, k := range s.ranks {
			list := k.seconds[region]
			for column := range columns {
				longest := float32(math.NaN())
				for _, v := range list[min(column*d.Fold, len(list)):min((column+1)*d.Fold, len(list))] {
					if v == v && !(v <= longest) { // not NaN, and longer or the first
						longest = v
					}
				}
				d.Seconds = append(d.Seconds, longest)
			}
		}
	}
	return d
}

// window is from the beginning of the first of some steps to the end of the last, of those that the rank has.
func (k *rankSteps) window(from, to int) (start, end float64) {
	start, end = math.NaN(), math.NaN()
	for step := min(from, len(k.start)); step < min(to, len(k.start)); step++ {
		if start != start {
			start = k.start[step]
		}
		if v := k.end[step]; v == v {
			end = v
		}
	}
	return start, end
}

// regions are those that took the most in all steps.
func (s *building) regions(most int) []string {
	sums := map[string]float64{}
	for _, k := range s.ranks {
		for name, list := range k.seconds {
			for _, v := range list {
				if v == v {
					sums[name] += float64(v)
				}
			}
		}
	}
	names := slices.Sorted(maps.Keys(sums))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(sums[b], sums[a]) })
	return names[:min(len(names), most)]
}
