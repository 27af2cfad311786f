package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// findingData is an answers.Finding in terms of the page, with its sentence.
type findingData struct {
	Kind   answers.Kind  `json:"kind"`
	Text   string        `json:"text"`
	Region int           `json:"region"` // -1: none, or left out of the page
	Ranks  answers.Ranks `json:"ranks"`
	Saves  float64       `json:"saves"`
	Waits  []int         `json:"waits"`
	Since  *sinceData    `json:"since,omitempty"` // nil if nothing is known of steps
}

// sinceData is in which steps that is so, and one of them that shows it: of a rank, by its own clock.
type sinceData struct {
	Text   string `json:"text"`
	Region string `json:"region"` // as stepsData has it
	Rank   string `json:"rank"`
	Step   int    `json:"step"` // its number
}

// The bounds of findings: how many a page has, and for how many of them steps are looked at.
const (
	mostFindings = 50
	mostSince    = 8
	explains     = 0.5  // of what balance would save, that steps have to show to be named
	worth        = 0.01 // of the run, that ranks cost that are slow in turn
	short        = 0.01 // of a region, that one below it takes
)

// findings sets what was found, the most first. Of a timeline, if there is one, the steps say since when.
func (d *runData) findings(s *stats.Summary, to []int, timeline *lanes.Timeline) {
	list := answers.Find(s)
	for i := range list[:min(len(list), mostFindings)] {
		f := &list[i]
		out := findingData{Kind: f.Kind, Text: clean(f.Text(s)), Region: -1, Ranks: f.Ranks, Saves: finite(f.Saves), Waits: []int{}}
		if f.Region >= 0 {
			out.Region = to[f.Region]
		}
		for _, w := range f.Waits {
			if to[w] >= 0 {
				out.Waits = append(out.Waits, to[w])
			}
		}
		if i < mostSince && timeline != nil && timeline.Steps != nil {
			switch f.Kind {
			case answers.Slow:
				out.Since = since(s, f, timeline.Steps)
			case answers.Balanced:
				out.Since = inTurn(s, timeline.Steps)
			}
		}
		if out.Since != nil && slices.ContainsFunc(d.Findings, func(other findingData) bool { return other.Since != nil && *other.Since == *out.Since }) {
			out.Since = nil // it is said already
		}
		d.Findings = append(d.Findings, out)
	}
}

// since finds the steps in which ranks are slow in the region of a finding, nil if that is not known.
func since(s *stats.Summary, f *answers.Finding, of *lanes.Steps) *sinceData {
	place, columns := placeOf(s, f.Region, of.Regions), len(of.Numbers)-1
	if place < 0 || columns < 1 {
		return nil
	}
	numbers, ok := ranksOf(of)
	if !ok {
		return nil
	}
	var among []int
	for row, rank := range numbers {
		if rank == f.Ranks.First || slices.ContainsFunc(f.Ranks.Ranges, func(r stats.Range) bool { return r.Has(rank) }) {
			among = append(among, row)
		}
	}
	seconds := secondsOf(of, place)
	name := s.Regions[f.Region].Name
	if f.Own {
		if name += ", outside of the regions below it,"; !own(s, f.Region, of, seconds) {
			return nil
		}
	}
	if len(among) == 0 {
		return nil
	}
	c, ok := steps.Find(seconds, among)
	if !ok || of.Fold > 1 && c.Pattern != steps.Always && c.Pattern != steps.Stretch && c.Pattern != steps.Growing { // a column has several steps
		return nil
	}
	if explains*f.Saves > 1e9*c.Seconds*float64(c.Slow*of.Fold) { // what was found comes from elsewhere
		return nil
	}
	return shown(&c, name, numbers, seconds, of, place)
}

// shown is a change with the step and the rank that show it.
func shown(c *steps.Change, name string, numbers []int, seconds [][]float64, of *lanes.Steps, place int) *sinceData {
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
	number := func(step int) int { return of.Numbers[step] }
	return &sinceData{
		Text:   clean(c.Text(name, numbers, of.Numbers[len(of.Numbers)-1]-1, number)),
		Region: clean(of.Regions[place]), Rank: clean(of.Ranks[row]), Step: number(column),
	}
}

// inTurn finds the innermost region in which one rank is slow in most steps, and each time another: over the run ranks are
// balanced, and others wait in each step. Of two ranks each is the slow one, either where it works or where it waits.
func inTurn(s *stats.Summary, of *lanes.Steps) *sinceData {
	numbers, ok := ranksOf(of)
	if !ok || len(numbers) < 3 || of.Fold > 1 || len(of.Numbers) < 2 || len(s.Regions) == 0 {
		return nil
	}
	var found *sinceData
	most, deepest := worth*float64(s.Regions[0].Max.Value), 0
	for place, name := range of.Regions {
		seconds, depth := secondsOf(of, place), strings.Count(name, "/")
		leaf := name[strings.LastIndexByte(name, '/')+1:]
		c, ok := steps.Find(seconds, nil)
		lost := 1e9 * c.Seconds * float64(c.Slow)
		if !ok || c.Pattern != steps.InTurn || stats.Communicates(leaf) || lost < most || found != nil && depth <= deepest {
			continue
		}
		found, deepest = shown(&c, leaf, numbers, seconds, of, place), depth
	}
	return found
}

// ranksOf are the ranks with steps. It reports whether all have numbers.
func ranksOf(of *lanes.Steps) (numbers []int, ok bool) {
	for _, label := range of.Ranks {
		rank, err := strconv.Atoi(label)
		if err != nil {
			return nil, false
		}
		numbers = append(numbers, rank)
	}
	return numbers, true
}

// secondsOf is what a region with steps took on each rank in each of them.
func secondsOf(of *lanes.Steps, place int) [][]float64 {
	columns := len(of.Numbers) - 1
	seconds := make([][]float64, len(of.Ranks))
	for row := range seconds {
		for _, v := range of.Seconds[(place*len(seconds)+row)*columns:][:columns] {
			seconds[row] = append(seconds[row], float64(v))
		}
	}
	return seconds
}

// own leaves what a region took outside of those below it. It reports whether the steps of all of these are known, but
// for short ones.
func own(s *stats.Summary, region int, of *lanes.Steps, seconds [][]float64) bool {
	for i := range s.Regions {
		if s.Regions[i].Parent != region || s.Beside(i) {
			continue
		}
		place := placeOf(s, i, of.Regions)
		if place < 0 && s.Regions[i].Wall.Float64() > short*s.Regions[region].Wall.Float64() {
			return false
		}
		if place < 0 {
			continue
		}
		for row, list := range secondsOf(of, place) {
			for step, v := range list {
				if v == v {
					seconds[row][step] -= v
				}
			}
		}
	}
	return true
}

// placeOf is which of the regions with steps a region of the Summary is, -1 if it has no steps, or if those may be another
// one's. They are paths without the outermost region, or with it, plain as package mpitimer/timeline writes them; of a long one
// the beginning is cut.
func placeOf(s *stats.Summary, region int, names []string) int {
	path := s.Path(region)
	found := slices.IndexFunc(names, func(name string) bool { return isNamed(path, name) })
	if found < 0 {
		return -1
	}
	for i := range s.Regions {
		if other := s.Path(i); isNamed(other, names[found]) && !slices.Equal(other, path) {
			return -1
		}
	}
	return found
}

func isNamed(path []string, name string) bool {
	whole := plain(strings.Join(path, "/"))
	if end, cut := strings.CutPrefix(name, ".."); cut && strings.HasSuffix(whole, end) {
		return true
	}
	name = plain(name)
	return name == whole || len(path) > 1 && name == plain(strings.Join(path[1:], "/"))
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
