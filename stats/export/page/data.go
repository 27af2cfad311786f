package page

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// pageData is what the JavaScript of a page gets, as JSON. All times are nanoseconds.
type pageData struct {
	Title string `json:"title"`

	// Regions is the call tree of all runs together: parents precede their children.
	Regions      treeData  `json:"regions"`
	Environments []string  `json:"environments"` // names; treeData.Environment are indices of it
	Bounds       []float64 `json:"bounds"`       // bucket i of a call histogram begins at Bounds[i] and ends at Bounds[i+1]
	RankBins     int       `json:"rankBins"`
	Runs         []runData `json:"runs"`

	Timeline *timelineData `json:"timeline"` // nil without one
	Live     *liveData     `json:"live"`     // nil if nobody watches
}

// treeData has an element for each region in each of its slices.
type treeData struct {
	Parent      []int    `json:"parent"` // -1: a root
	Name        []string `json:"name"`
	Environment []int    `json:"environment"`
	LeftOut     int      `json:"leftOut"` // regions that are too short for the page, see mostRegions
}

// runData is one run.
type runData struct {
	Name         string               `json:"name"`
	Form         string               `json:"form"`
	Program      string               `json:"program"`
	Size         int                  `json:"size"`
	Ranks        int                  `json:"ranks"`
	Missing      string               `json:"missing"` // which ranks, "" for none
	Hosts        int                  `json:"hosts"`
	Start        string               `json:"start"` // "" if unknown
	From         int64                `json:"from"`
	To           int64                `json:"to"`
	Resolution   int64                `json:"resolution,omitzero"` // of sums over ranks, 0 if they have all digits
	Clocks       []stats.ClockSummary `json:"clocks"`
	Environments []environmentData    `json:"environments"`
	Warnings     []warningData        `json:"warnings"`
	Warned       float64              `json:"warned"`
	Meta         map[string]string    `json:"meta"`
	Lacks        []string             `json:"lacks"`
	Columns      columnData           `json:"columns"`

	Findings []findingData `json:"findings"` // the most to win first

	Efficiency *efficiencyData `json:"efficiency,omitempty"`

	Counters []stats.Counter `json:"counters"`
	Values   []valueData     `json:"values"` // ascending by region, then counter

	Heat *heatData `json:"heat"` // nil if nothing is known of single ranks
}

// environmentData is an environment of a run.
type environmentData struct {
	Environment int    `json:"environment"` // index in pageData.Environments
	Size        int    `json:"size"`
	Ranks       string `json:"ranks"`
	// Members are its ranks, absent if these are all of the run, or in more than mostMembers pieces.
	Members []stats.Range `json:"members,omitempty"`
}

const mostMembers = 1024

// warningData is a warning of a run.
type warningData struct {
	Kind      string  `json:"kind"`
	Path      string  `json:"path"`
	Caller    string  `json:"caller"`
	Count     float64 `json:"count"`
	Ranks     int     `json:"ranks"`
	FirstRank int     `json:"firstRank"`
}

// valueData is a counter of one region over ranks, in the unit of the counter.
type valueData struct {
	Region   int     `json:"region"`
	Counter  int     `json:"counter"`
	Ranks    int     `json:"ranks"`           // 0: no call of the region has a count
	Estimate bool    `json:"estimate"`        // counted for a part of the time or of the calls
	Missed   float64 `json:"missed,omitzero"` // the share of the time for which it was not counted
	Left     float64 `json:"left,omitzero"`   // the share of the timed calls that are left out
	Sum      float64 `json:"sum"`
	Mean     float64 `json:"mean"`
	StdDev   float64 `json:"stdDev"`
	Min      float64 `json:"min"`
	MinRank  int     `json:"minRank"`
	Max      float64 `json:"max"`
	MaxRank  int     `json:"maxRank"`
}

// mostName is how many characters of a name are kept. It bounds the size of the page, rather than what is
// readable.
const mostName = 300

// clean makes a text safe for a page, where characters that do not print show as replaced, and cuts it after
// mostName characters. Escaping for HTML is left to the writer of the page.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if !printable.Prints(r) && !unicode.Is(unicode.Zs, r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	count := 0
	for at := range s {
		if count++; count > mostName {
			return s[:at] + "…"
		}
	}
	return s
}

// data gathers all that is on the page.
func (p *Page) data() (*pageData, error) {
	if len(p.Runs) < 1 || len(p.Runs) > 2 {
		return nil, fmt.Errorf("%w, not %d runs", ErrRuns, len(p.Runs))
	}
	u := newUnion()
	for i := range p.Runs {
		r := &p.Runs[i]
		if r.Summary == nil {
			return nil, fmt.Errorf("%w: run %d %q has none", ErrRuns, i+1, clean(r.Name))
		}
		if err := r.Summary.Check(); err != nil {
			return nil, fmt.Errorf("run %d %q: %w", i+1, clean(r.Name), err)
		}
		u.add(r.Summary)
	}
	u.limit(mostRegions)
	first := p.Runs[0].Summary
	d := &pageData{
		Title:        clean(cmp.Or(p.Title, first.Program, p.Runs[0].Name, "Timers")),
		Regions:      u.tree(),
		Environments: u.names,
		RankBins:     stats.RankBins,
	}
	for i := range stats.Buckets + 1 {
		d.Bounds = append(d.Bounds, float64(stats.BucketLow(i)))
	}
	var found []answers.Finding // of the only run
	for i := range p.Runs {
		run, err := p.Runs[i].data(u, i)
		if err != nil {
			return nil, fmt.Errorf("run %d %q: %w", i+1, clean(p.Runs[i].Name), err)
		}
		run.Efficiency = p.Runs[i].efficiencies(u.to[i], p.Live != nil, 0)
		list := run.findings(&p.Runs[i], u.to[i], p.steps(i))
		if len(p.Runs) == 1 {
			found = list
		} else if p.Timeline == nil || i == 0 { // its steps are not on the page
			run.hideSteps()
		}
		d.Runs = append(d.Runs, *run)
	}
	if p.Timeline != nil {
		d.Timeline = timelineOf(p.Timeline, found, first)
		if path := d.Timeline.Path; len(p.Runs) == 1 && path != nil && path.transfer > 0 {
			d.Runs[0].Efficiency = p.Runs[0].efficiencies(u.to[0], p.Live != nil, path.transfer)
		}
		if e := d.Runs[0].Efficiency; len(p.Runs) == 1 && e != nil && len(e.Regions) > 0 {
			e.Part = p.Runs[0].efficiencyPart(u.to[0], p.Timeline.HasCalls())
		}
	}
	if p.Live != nil {
		d.Live = liveOf(p.Live, u)
	}
	return d, nil
}

// steps are those of a run, nil if there are none.
func (p *Page) steps(run int) *steps.Times {
	if p.Timeline != nil && run == len(p.Runs)-1 {
		return p.Timeline.Steps
	}
	return p.Runs[run].Steps
}

func (r *Run) data(u *union, number int) (*runData, error) {
	s := r.Summary
	d := &runData{
		Name: clean(cmp.Or(r.Name, s.Program, fmt.Sprintf("run %d", number+1))), Form: clean(r.Form), Program: clean(s.Program),
		Size: s.Size, Ranks: s.Ranks, Missing: machenv.FormatRanges(s.Missing, 16), Hosts: s.Hosts,
		From: s.From, To: s.To, Resolution: s.ResolutionOfSums, Warned: float64(s.Warned), Meta: map[string]string{},
		Columns: columnsOf(s, u, number), Counters: []stats.Counter{}, Values: []valueData{}, Lacks: []string{},
	}
	if s.Start != 0 {
		d.Start = time.Unix(0, s.Start).UTC().Format("2006-01-02 15:04:05 UTC")
	}
	for _, c := range s.Clocks {
		c.Name = clean(c.Name)
		d.Clocks = append(d.Clocks, c)
	}
	for i, c := range s.Environments {
		e := environmentData{Environment: u.environments[number][i], Size: c.Size, Ranks: machenv.FormatRanges(c.Ranks, 16)}
		if c.Size < s.Size && len(c.Ranks) <= mostMembers {
			e.Members = c.Ranks
		}
		d.Environments = append(d.Environments, e)
	}
	for _, w := range s.Warnings {
		d.Warnings = append(d.Warnings, warningData{clean(w.Kind), clean(w.Path), clean(w.Caller), float64(w.Count), w.Ranks, w.FirstRank})
	}
	for key, value := range r.Meta {
		d.Meta[clean(key)] = clean(value)
	}
	for _, what := range r.Lacks {
		d.Lacks = append(d.Lacks, clean(what))
	}
	if s.Source != "" && s.Source != r.Form {
		d.Form = clean(strings.TrimPrefix(r.Form+" made of "+s.Source, " "))
	}
	d.counters(s, u, number)
	m, err := r.heatMap()
	if m != nil && err == nil {
		d.Heat = heatOf(m, u.to[number])
	}
	return d, err
}

// counters sets what was measured besides time.
func (d *runData) counters(s *stats.Summary, u *union, number int) {
	for _, q := range s.Counters {
		q.Name, q.Unit, q.Domain = clean(q.Name), clean(q.Unit), clean(q.Domain)
		d.Counters = append(d.Counters, q)
	}
	for at, i := range u.from[number] {
		if i < 0 {
			continue
		}
		for j := range s.Regions[i].Values {
			r := &s.Regions[i]
			v := &r.Values[j]
			if j >= len(s.Counters) || v.Ranks == 0 && v.LeftOut == 0 && v.Turns.Due == 0 {
				continue
			}
			step := s.Counters[j].Step
			d.Values = append(d.Values, valueData{
				Region: at, Counter: j, Ranks: v.Ranks, Estimate: s.Estimates(r, j), Missed: 1 - s.TurnsShare(r, j), Left: 1 - r.CallsCounted(j),
				Sum: finite(v.Sum.Float64() * step), Mean: finite(v.Mean() * step), StdDev: finite(v.StdDev() * step),
				Min: finite(float64(v.Min.Value) * step), MinRank: v.Min.Rank,
				Max: finite(float64(v.Max.Value) * step), MaxRank: v.Max.Rank,
			})
		}
	}
}
