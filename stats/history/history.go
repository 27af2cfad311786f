// Package history finds in the runs of a program over its commits when regions became slower or faster, and tells that from chance.
package history

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Run says what is known of a run beside its times.
type Run struct {
	Name    string // of its file
	Commit  string // "" if it is not known: then the run stands for itself
	Branch  string
	Dirty   bool // there were changes that no commit has
	Machine string
	Input   string // what the program worked on, as its user names it
	Program string
	Ranks   int
	Time    int64 // nanoseconds since the Unix epoch
}

// Time is how long a region took in a run.
type Time struct {
	Path string  // names with "/" between them; of the whole run WholePath
	Time float64 // nanoseconds
}

// WholePath stands for the time of the slowest rank in the whole run. Of others it is the mean time of a rank outside of the regions below.
const WholePath = "(run)"

// Times returns what a Summary tells of a run, or false for a run that had not ended.
func Times(s *stats.Summary) ([]Time, bool) {
	whole := tree.TotalOf(s)
	if whole < 0 || s.Ranks < s.Size || s.Regions[whole].Running > 0 {
		return nil, false
	}
	list := []Time{{WholePath, float64(s.Regions[whole].Max.Value)}}
	paths := make([]string, len(s.Regions))
	for i := range s.Regions {
		g := &s.Regions[i]
		if paths[i] = g.Name; g.Parent >= 0 {
			if paths[i] = paths[g.Parent] + "/" + g.Name; len(paths[i]) > longestPath {
				paths[i] = "…" + g.Name
			}
		}
		own := g.Self.Float64()
		if g.Lacks&stats.LacksSelf != 0 {
			own = g.Wall.Float64()
		}
		if own > 0 && !g.OnDevice() {
			list = append(list, Time{paths[i], own / float64(max(s.Ranks, 1))})
		}
	}
	return list, true
}

const longestPath = 4096

// History is the runs of programs, by what makes them comparable.
type History struct{ Groups []*Group }

// Group is the runs of one program with one input, on one machine and number of ranks.
type Group struct {
	Program, Machine, Input string
	Ranks                   int
	Runs                    []Run    // by commit, and by time
	Commits                 []Commit // in their order
	Regions                 []*Region
	Changes                 []Change // by commit, and then by how much time they cost or save
	Renames                 []Rename // by commit

	at map[string]*Region
}

// Commit is the runs of one commit, which stand side by side. Runs with changes that it does not have stand apart, as if of another one.
type Commit struct {
	Commit      string // or the name of the run, if it is not known
	Dirty       bool
	First, Last int   // runs
	Time        int64 // of the first run
}

// Region is the course of a region.
type Region struct {
	Path   string
	Values []float64 // nanoseconds, one for each run; NaN where it did not run
}

// Change is a commit from which on a region takes longer, or less long.
type Change struct {
	Region        *Region
	Commit        int     // the first one of which it is so, in Group.Commits
	After         int     // the last one of which it is not so; others between them were not run
	Before, Since float64 // medians, nanoseconds
	P             float64 // how often chance alone makes any region stand out so much in a history of this size
}

// Ratio returns by which factor the time has changed.
func (c *Change) Ratio() float64 { return c.Since / c.Before }

// Slower reports whether the region takes longer.
func (c *Change) Slower() bool { return c.Since > c.Before }

// Add takes in a run. Runs may come in any order.
func (h *History) Add(r Run, times []Time) {
	i := slices.IndexFunc(h.Groups, func(g *Group) bool {
		return g.Program == r.Program && g.Machine == r.Machine && g.Input == r.Input && g.Ranks == r.Ranks
	})
	if i < 0 {
		i = len(h.Groups)
		h.Groups = append(h.Groups, &Group{Program: r.Program, Machine: r.Machine, Input: r.Input, Ranks: r.Ranks, at: make(map[string]*Region)})
	}
	g := h.Groups[i]
	g.Runs = append(g.Runs, r)
	for _, t := range times {
		region := g.at[t.Path]
		if region == nil {
			path := strings.Clone(t.Path)
			region = &Region{Path: path}
			g.at[path] = region
			g.Regions = append(g.Regions, region)
		}
		for len(region.Values) < len(g.Runs)-1 {
			region.Values = append(region.Values, math.NaN())
		}
		if len(region.Values) < len(g.Runs) {
			region.Values = append(region.Values, t.Time)
		} else {
			region.Values[len(g.Runs)-1] += t.Time // of the same path in several environments
		}
	}
}

// Sort brings runs in the order of their commits: that of a list, of those that it does not have by the time of their first run.
func (h *History) Sort(commits []string) {
	place := make(map[string]int, len(commits))
	for i, c := range commits {
		place[c] = i + 1
	}
	for _, g := range h.Groups {
		g.sort(func(commit string) int {
			if at := place[commit]; at > 0 || len(commits) == 0 {
				return at
			}
			for i, c := range commits { // one of the two is short
				if commit != "" && (strings.HasPrefix(c, commit) || strings.HasPrefix(commit, c)) {
					return i + 1
				}
			}
			return 0
		})
	}
	slices.SortFunc(h.Groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Input, b.Input), cmp.Compare(a.Ranks, b.Ranks))
	})
}

// sort puts the runs into the order of their commits, and finds these.
func (g *Group) sort(place func(commit string) int) {
	g.arrange(g.order(place))
	g.findCommits()
}

// commitKey tells the commit of a run, with or without changes beside it, from all others. A run without one is alone.
func commitKey(r *Run) string {
	if r.Commit == "" {
		return "\x00" + r.Name
	}
	if r.Dirty {
		return r.Commit + "\x00"
	}
	return r.Commit
}

// order is the indices of the runs: by the places of their commits where both have one, or else by when the first run of a commit was.
func (g *Group) order(place func(commit string) int) []int {
	first, places := make(map[string]int64), make(map[string]int)
	for i := range g.Runs {
		r := &g.Runs[i]
		key := commitKey(r)
		if at, known := first[key]; !known || r.Time < at {
			first[key] = r.Time
		}
		if _, known := places[key]; !known {
			places[key] = place(r.Commit)
		}
	}
	order := make([]int, len(g.Runs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &g.Runs[i], &g.Runs[j]
		ka, kb := commitKey(a), commitKey(b)
		byPlace := 0
		if p, q := places[ka], places[kb]; p > 0 && q > 0 {
			byPlace = p - q
		}
		return cmp.Or(byPlace, cmp.Compare(first[ka], first[kb]), cmp.Compare(ka, kb), cmp.Compare(a.Time, b.Time), cmp.Compare(a.Name, b.Name))
	})
	return order
}

// arrange puts the runs, and the values of each region, into an order.
func (g *Group) arrange(order []int) {
	runs := make([]Run, len(order))
	for at, i := range order {
		runs[at] = g.Runs[i]
	}
	g.Runs = runs
	for _, r := range g.Regions {
		values := make([]float64, len(order))
		for at, i := range order {
			if values[at] = math.NaN(); i < len(r.Values) {
				values[at] = r.Values[i]
			}
		}
		r.Values = values
	}
}

// findCommits joins runs beside each other that are of one commit.
func (g *Group) findCommits() {
	runs := g.Runs
	g.Commits = nil
	for i := range runs {
		if n := len(g.Commits); n > 0 && runs[i].Commit != "" && g.Commits[n-1].Commit == runs[i].Commit && g.Commits[n-1].Dirty == runs[i].Dirty {
			g.Commits[n-1].Last = i
			continue
		}
		g.Commits = append(g.Commits, Commit{Commit: cmp.Or(runs[i].Commit, runs[i].Name), Dirty: runs[i].Dirty, First: i, Last: i, Time: runs[i].Time})
	}
}
