package export

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/internal/match"
)

// deepest bounds trees in forms that write whole call paths, whose size is that of the tree times its
// depth.
const deepest = 4096

// withoutDevices is a Run without device time, for formats whose readers add up what a tree holds.
func (r Run) withoutDevices() Run {
	if r.Summary != nil {
		r.Summary = r.Summary.WithoutDevices()
	}
	r.Profiles = slices.Clone(r.Profiles)
	for i, p := range r.Profiles {
		if p != nil {
			r.Profiles[i] = p.WithoutDevices()
		}
	}
	return r
}

// view is a Run that was checked, with the names that text formats show.
type view struct {
	s            *stats.Summary
	profiles     []*stats.Profile // by rank
	meta         map[string]string
	names        []string    // of regions, as UTF-8
	environments []string    // different from each other
	lacks        stats.Lacks // what the source lacks for all regions

	// Of which regions figures are scaled from a sample of the calls: of their own, or of regions right below them, which
	// are taken from their self time. Nil for none.
	estimates []bool
}

// sampledNote says what is an estimate, in words for people.
const sampledNote = "estimated: scaled from a sample of the calls (self time also of the region above); the number of calls is exact"

func (v *view) estimatedIn(i int) bool { return v.estimates != nil && v.estimates[i] }

// figure is one of a region, NaN where it is not known.
func (v *view) figure(i int, of stats.FigureOf) float64 {
	if f := v.s.Figure(&v.s.Regions[i], of); f.Known {
		return f.Value
	}
	return math.NaN()
}

// self returns the exclusive time of a region, over all ranks and threads, or NaN if it is unknown.
func (v *view) self(i int) float64 {
	if v.s.Regions[i].Lacks&stats.LacksSelf != 0 {
		return math.NaN()
	}
	return v.s.Regions[i].Self.Float64()
}

// sourced adds to the facts about a run where its figures come from.
func sourced(meta map[string]string, s *stats.Summary) map[string]string {
	const key = "source"
	if s.Source == "" || meta[key] != "" {
		return meta
	}
	meta = maps.Clone(meta)
	if meta == nil {
		meta = make(map[string]string)
	}
	meta[key] = s.Source
	return meta
}

// summary returns the Summary of a Run, checked.
func (r Run) summary() (*stats.Summary, error) {
	s := r.Summary
	if s == nil && len(r.Profiles) > 0 {
		return stats.Merge(r.Profiles)
	}
	if s == nil {
		return nil, fmt.Errorf("%w: there is neither a Summary nor a Profile", ErrRun)
	}
	return s, s.Check()
}

func (r Run) view() (*view, error) {
	s, err := r.summary()
	if err != nil {
		return nil, err
	}
	v, err := viewOf(s)
	if err != nil {
		return nil, err
	}
	v.meta = sourced(r.Meta, s)
	v.profiles = slices.Clone(r.Profiles)
	for _, p := range v.profiles {
		if err := p.Check(); err != nil {
			return nil, err
		}
		if p.Size != s.Size {
			return nil, fmt.Errorf("%w: rank %d is of a run of %d ranks, the Summary of %d", ErrRun, p.Rank, p.Size, s.Size)
		}
	}
	slices.SortFunc(v.profiles, func(a, b *stats.Profile) int { return cmp.Compare(a.Rank, b.Rank) })
	for i := 1; i < len(v.profiles); i++ {
		if v.profiles[i].Rank == v.profiles[i-1].Rank {
			return nil, fmt.Errorf("%w: two Profiles are of rank %d", ErrRun, v.profiles[i].Rank)
		}
	}
	return v.fitting()
}

// fitting returns a view whose Summary has all regions of its Profiles: if it does not, since files of all
// ranks are by name where those of single ranks are trees, it is the one that the Profiles make.
func (v *view) fitting() (*view, error) {
	found := v.placed()
	for _, p := range v.profiles {
		if _, err := found.regions(p); err == nil {
			continue
		}
		s, err := stats.Merge(v.profiles)
		if err != nil {
			return nil, err
		}
		other, err := viewOf(s)
		if err != nil {
			return nil, err
		}
		other.meta, other.profiles = v.meta, v.profiles
		return other, nil
	}
	return v, nil
}

func viewOf(s *stats.Summary) (*view, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	v := &view{s: s}
	depth := make([]int, len(s.Regions))
	for i := range s.Regions {
		g := &s.Regions[i]
		if g.Parent >= 0 {
			depth[i] = depth[g.Parent] + 1
		}
		if depth[i] >= deepest {
			return nil, fmt.Errorf("%w: region %d lies %d levels deep; forms of call paths take %d", ErrRun, i, depth[i]+1, deepest)
		}
		if g.Estimated && v.estimates == nil {
			v.estimates = make([]bool, len(s.Regions))
		}
		if g.Estimated {
			v.estimates[i] = true
			if g.Parent >= 0 && g.Lacks&stats.LacksSelf == 0 && !s.Beside(i) {
				v.estimates[g.Parent] = true
			}
		}
		v.names = append(v.names, shown(g.Name))
		v.lacks |= g.Lacks
	}
	v.environments = environmentNames(s.Environments)
	return v, nil
}

// shown returns a name as viewers show it: some reject an empty one, or take it for none.
func shown(name string) string {
	if name == "" {
		return "(unnamed)"
	}
	return readable(name)
}

// environmentNames names environments so that each has a unique name: among those that share one, all but the
// first get their lowest rank, or failing that their number, appended.
func environmentNames(environments []stats.EnvironmentSummary) []string {
	var list []string
	seen := make(map[string]bool)
	for i, c := range environments {
		name := readable(c.Name)
		if seen[name] && len(c.Ranks) > 0 {
			name += "@" + strconv.Itoa(c.Ranks[0].First)
		}
		for base, n := name, i; seen[name]; n++ {
			name = base + "#" + strconv.Itoa(n)
		}
		seen[name] = true
		list = append(list, name)
	}
	return list
}

// placed finds the regions of Profiles in a Summary.
type placed struct{ *match.Finder }

func (v *view) placed() placed { return placed{match.Of(v.s)} }

// regions returns the region of each node of a Profile.
func (f placed) regions(p *stats.Profile) ([]int, error) {
	list := f.Find(p)
	if i := slices.Index(list, -1); i >= 0 {
		return nil, fmt.Errorf("%w: the Summary has no region %.200q of rank %d", ErrRun, p.Path(i), p.Rank)
	}
	return list, nil
}

// tracks returns those that ran any node.
func tracks(p *stats.Profile) []int {
	ran := make([]bool, max(len(p.Tracks), 1))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		for j := range n.ByTrack {
			ran[n.ByTrack[j].Track] = true
		}
		ran[0] = ran[0] || n.ByTrack == nil && (n.Calls > 0 || n.Running > 0 || n.Total > 0)
	}
	var list []int
	for track, did := range ran {
		if did {
			list = append(list, track)
		}
	}
	return list
}

// selfOn returns the time of each node on one track outside of its children on that track.
func selfOn(p *stats.Profile, track int) []int64 {
	self := make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		m := p.Nodes[i].On(track)
		if m == nil {
			continue
		}
		self[i] += m.Total
		if above := p.Nodes[i].Parent; above >= 0 {
			self[above] -= m.Total
		}
	}
	for i := range self {
		self[i] = max(self[i], 0)
	}
	return self
}

// ofProcess reports whether values of ranks can be added.
func ofProcess(q stats.Counter) bool {
	return q.Domain == "" || q.OfProcess()
}

// adds reports whether values of a counter add up, over ranks and along the tree.
func adds(q stats.Counter) bool { return !q.Peak && ofProcess(q) }

// exclusive subtracts what is counted inside children from what is counted in a tree; parent returns the
// parents, and value what was measured, if anything. If nothing was, the region counts what its children do; if calls are
// left out of it, as lacks tells, at least that.
func exclusive[T int64 | float64](n int, parent func(int) int, value func(int) (T, bool), lacks func(int) bool) []T {
	below := make([]T, n) // what was counted in children
	list := make([]T, n)
	for i := n - 1; i >= 0; i-- {
		inclusive := below[i]
		if v, measured := value(i); measured {
			inclusive = v
			if lacks(i) {
				inclusive = max(v, below[i])
			}
		}
		list[i] = inclusive - below[i]
		if p := parent(i); p >= 0 {
			below[p] += inclusive
		}
	}
	return list
}

// lacksOf is exclusive's lacks for a counter of a Summary.
func lacksOf(s *stats.Summary, counter int) func(region int) bool {
	return func(i int) bool {
		values := s.Regions[i].Values
		return counter < len(values) && values[counter].LeftOut > 0
	}
}

// lacksIn is the same for one of a Profile.
func lacksIn(p *stats.Profile, counter int) func(node int) bool {
	return func(i int) bool {
		left := p.Nodes[i].LeftOut
		return counter >= 0 && counter < len(left) && left[counter] > 0
	}
}

// unitName returns the name of a counter's unit in formats that hold whole steps: "µJ" for steps of 1e-6 J.
func unitName(q stats.Counter) string {
	unit := readable(q.Unit)
	if unit == "" {
		unit = "count"
	}
	for _, prefix := range []struct {
		step float64
		name string
	}{{1, ""}, {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e3, "k"}, {1e6, "M"}} {
		if q.Step == prefix.step && (unit != "count" || q.Step == 1) {
			return knownUnit(prefix.name + unit)
		}
	}
	return strconv.FormatFloat(q.Step, 'g', -1, 64) + " " + unit
}

// knownUnit returns the name by which viewers recognise a unit.
func knownUnit(unit string) string {
	switch unit {
	case "ns":
		return "nanoseconds"
	case "us":
		return "microseconds"
	case "ms":
		return "milliseconds"
	case "s":
		return "seconds"
	case "B":
		return "bytes"
	}
	return unit
}
