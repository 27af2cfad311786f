package answers

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// Of returns the findings of Find and, with the times of the program's steps, since when each holds. Without steps t
// is nil.
func Of(s *stats.Summary, t *steps.Times) []Finding { return Now(s, t, nil) }

// Now is Of for a job that runs, with those of its ranks that poll.
func Now(s *stats.Summary, t *steps.Times, polls []Polling) []Finding {
	list := findWith(s, polls)
	if t == nil || len(t.Numbers) < 2 {
		return list
	}
	numbers, ok := numbersOf(t.Ranks)
	if !ok {
		return list
	}
	o := newOver(s, t, numbers)
	for i := range list[:min(len(list), mostSince)] {
		f := &list[i]
		switch f.Kind {
		case Slow, Undecided: // of which the times are what they are, whatever explains them
			o.since(f)
		case Balanced:
			o.inTurn(f)
		}
		if f.Since != nil && slices.ContainsFunc(list[:i], func(other Finding) bool { return other.Since != nil && other.sinceText(s) == f.sinceText(s) }) {
			f.Since = nil // it is said already
			f.Evidence.Region, f.Evidence.Step, f.Evidence.From, f.Evidence.To = "", 0, 0, 0
		}
	}
	return list
}

const (
	mostSince = 8    // of how many findings steps are looked at
	says      = 0.5  // of what balance would save, that steps have to show to be named
	costs     = 0.01 // of the run, that ranks take longer that are slow in turn
	brief     = 0.01 // of a region, that one below it takes
)

// over is a run over its steps.
type over struct {
	s       *stats.Summary
	t       *steps.Times
	numbers []int  // of the ranks with steps
	places  []int  // of each region, which of those with steps it is
	marked  []bool // of each region with steps, that the program says that ranks communicate in it
	paths   []path // of each region
	names   []string
}

// path is that of a region, as steps may name it.
type path struct{ exact, whole, inside string }

// newOver makes the texts that are compared, once: there are many regions, and many names.
func newOver(s *stats.Summary, t *steps.Times, numbers []int) *over {
	o := &over{s: s, t: t, numbers: numbers, paths: make([]path, len(s.Regions)), names: make([]string, len(t.Regions))}
	for i := range s.Regions {
		list := s.Path(i)
		o.paths[i] = path{exact: strings.Join(list, "\x00"), whole: plain(strings.Join(list, "/"))}
		if len(list) > 1 {
			o.paths[i].inside = plain(strings.Join(list[1:], "/"))
		}
	}
	for i, name := range t.Regions {
		o.names[i] = plain(name)
	}
	o.place()
	return o
}

// since finds the steps in which ranks are slow in the region of a finding.
func (o *over) since(f *Finding) {
	place := o.places[f.Region]
	if place < 0 {
		return
	}
	var among []int
	for row, rank := range o.numbers {
		if rank == f.Ranks.First || f.Ranks.has(rank) {
			among = append(among, row)
		}
	}
	seconds := o.seconds(place)
	if len(among) == 0 || f.Own && !o.own(f.Region, seconds) {
		return
	}
	c, ok := steps.Find(seconds, among)
	if !ok || o.t.Fold > 1 && c.Pattern != steps.Always && c.Pattern != steps.Stretch && c.Pattern != steps.Growing { // a column has several steps
		return
	}
	if says*f.Saves > 1e9*c.Seconds*float64(c.Slow*o.t.Fold) { // what was found comes from elsewhere
		return
	}
	o.show(f, &c, seconds, place)
	if f.Ranks.Ranges == nil && f.Ranks.Count == f.Since.Count { // now all of them are known
		f.Ranks.Ranges = f.Since.Ranks
	}
}

// show sets a change, with the step and the rank that show it.
func (o *over) show(f *Finding, c *steps.Change, seconds [][]float64, place int) {
	column := c.First
	if c.Pattern == steps.Growing {
		column = c.Last
	}
	row := c.Ranks[0]
	for _, other := range c.Ranks {
		if v := seconds[other][column]; v == v && (!(seconds[row][column] == seconds[row][column]) || c.Pattern == steps.InTurn && v > seconds[row][column]) {
			row = other
		}
	}
	f.Since = c.Since(o.numbers, o.t)
	e := Evidence{Rank: o.numbers[row], Region: o.t.Regions[place]}
	if o.t.Unit == "" {
		e.Step = o.t.Numbers[column]
	}
	if f.Evidence != nil && f.Evidence.Rank == e.Rank {
		e.Track = f.Evidence.Track
	}
	columns := len(o.t.Numbers) - 1
	if at := row*columns + column; at < len(o.t.Start) && o.t.Start[at] < o.t.End[at] { // both are known
		e.From, e.To = o.t.Start[at], o.t.End[at]
	}
	f.Evidence = &e
}

// inTurn finds the innermost region in which one rank is slow in most steps, and each time another: over the run ranks are
// balanced, and others wait in each step. Of two ranks each is the slow one, either where it works or where it waits.
func (o *over) inTurn(f *Finding) {
	if len(o.numbers) < 3 || o.t.Fold > 1 || len(o.s.Regions) == 0 {
		return
	}
	most, deepest := costs*lengthOf(o.s), 0
	for place, name := range o.t.Regions {
		depth := strings.Count(name, "/")
		if f.Since != nil && depth <= deepest || o.communicates(place) {
			continue
		}
		seconds := o.seconds(place)
		c, ok := steps.Find(seconds, nil)
		if ok && c.Pattern == steps.InTurn && 1e9*c.Seconds*float64(c.Slow) >= most {
			o.show(f, &c, seconds, place)
			deepest = depth
		}
	}
}

// numbersOf are those that the labels of ranks are. It reports whether all have numbers.
func numbersOf(labels []string) (numbers []int, ok bool) {
	for _, label := range labels {
		rank, err := strconv.Atoi(label)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, rank)
	}
	return numbers, true
}

// seconds is what a region with steps took on each rank in each of them.
func (o *over) seconds(place int) [][]float64 {
	columns := len(o.t.Numbers) - 1
	list := make([][]float64, len(o.numbers))
	for row := range list {
		for _, v := range o.t.Seconds[(place*len(list)+row)*columns:][:columns] {
			list[row] = append(list[row], float64(v))
		}
	}
	return list
}

// own leaves what a region took outside of those below it. It reports whether the steps of all of these are known, but
// for short ones.
func (o *over) own(region int, seconds [][]float64) bool {
	for i := range o.s.Regions {
		if o.s.Regions[i].Parent != region || o.s.Beside(i) {
			continue
		}
		place := o.places[i]
		if place < 0 && o.s.Regions[i].Wall.Float64() > brief*o.s.Regions[region].Wall.Float64() {
			return false
		}
		if place < 0 {
			continue
		}
		for row, list := range o.seconds(place) {
			for step, v := range list {
				if v == v {
					seconds[row][step] -= v
				}
			}
		}
	}
	return true
}

// place finds which of the regions with steps each region of the Summary is, -1 if it has no steps, or if those may be another one's. They
// are paths with the outermost region or, of those that have no such name, without it, plain as package mpitimer/timeline writes them; of
// a long one the beginning is cut.
func (o *over) place() {
	of := make([]string, len(o.names)) // whose steps they are, by exact path; "\x00": of several
	o.places, o.marked = make([]int, len(o.paths)), make([]bool, len(o.names))
	for i := range o.paths {
		at := &o.paths[i]
		found := slices.IndexFunc(o.names, at.isWhole)
		if found < 0 && at.inside != "" {
			found = slices.Index(o.names, at.inside)
		}
		if o.places[i] = found; found < 0 {
			continue
		}
		o.marked[found] = o.marked[found] || o.s.Regions[i].Communication()
		if of[found] == "" {
			of[found] = at.exact
		} else if of[found] != at.exact {
			of[found] = "\x00"
		}
	}
	for i, found := range o.places {
		if found >= 0 && of[found] == "\x00" {
			o.places[i] = -1
		}
	}
}

// isWhole reports whether a name is that of the whole path, or its end.
func (p *path) isWhole(name string) bool {
	end, cut := strings.CutPrefix(name, "..")
	return name == p.whole || cut && strings.HasSuffix(p.whole, end)
}

// communicates reports whether ranks only communicate in a region with steps, by its name or because the program says so.
func (o *over) communicates(place int) bool {
	return o.marked[place] || stats.Communicates(lastName(o.names[place]))
}

// plain is a name as the recorder writes it.
func plain(name string) string {
	return strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' || strings.ContainsRune(`"'<>&`, c) {
			return '_'
		}
		return c
	}, name)
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
