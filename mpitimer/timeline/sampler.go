package timeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// sampler writes the seconds that regions took since the sample before.
type sampler struct {
	groups  []*group
	known   map[string]bool // call paths that are values, or were left out
	leftOut int             // of these, those that came when there were too many
	last    hdtrace.Epoch   // time of the last sample
	before  spent
	counted countings
}

// group is a statistics group of some regions.
type group struct {
	regions []region
	file    *stat.Writer
	values  []float64
}

// region is a value.
type region struct {
	name string
	path string // whole, or its end
	end  bool   // it is the end
}

// spent returns the nanoseconds that each track has spent in each call path.
type spent map[string][]trackTime

type trackTime struct {
	track int
	total int64
}

// maxGroups is how many groups there may be: each is one file per rank.
const maxGroups = 9

// begin makes the group of the regions that were chosen.
func (s *sampler) begin(r *Recorder) error {
	s.known = make(map[string]bool)
	s.last = r.clock.now()
	p := r.timers.Profile()
	s.before, _ = measure(p)
	s.counted.before, _ = counts(p)
	if len(r.options.Regions) == 0 {
		return nil
	}
	var list []region
	for _, path := range r.options.Regions {
		if path == "" || slices.ContainsFunc(list, func(other region) bool { return other.path == path }) {
			return fmt.Errorf("timeline: region %q is empty or chosen twice", path)
		}
		list = append(list, region{name: path, path: path, end: true})
	}
	return s.add(r, list)
}

// add begins a group.
func (s *sampler) add(r *Recorder, list []region) error {
	used := make(map[string]bool)
	values := make([]stat.Value, len(list))
	for i := range list {
		values[i] = list[i].value(used)
	}
	file, err := r.begin(Group, len(s.groups), values, s.last)
	if err != nil {
		return err
	}
	s.groups = append(s.groups, &group{regions: list, file: file, values: make([]float64, len(list))})
	return nil
}

// begin begins the next of the groups of a kind, of which there are some already. All entries are given their times.
func (r *Recorder) begin(kind string, before int, values []stat.Value, at hdtrace.Epoch) (*stat.Writer, error) {
	if before > 0 {
		kind += fmt.Sprint(before + 1)
	}
	return r.directory.StartStatistics(r.node, kind, values, stat.Options{Clock: func() hdtrace.Epoch { return at }})
}

// value describes a region. Values of the same grouping are compared with each other by viewers: the regions
// that share a parent share its time.
func (g *region) value(used map[string]bool) stat.Value {
	parent := Group
	if at := strings.LastIndexByte(g.path, '/'); at >= 0 {
		parent = g.path[:at]
		parent = parent[strings.LastIndexByte(parent, '/')+1:]
	}
	return stat.Value{Name: valueName(g.name, used), Type: stat.TypeDouble, Unit: "s", Grouping: plainName(parent, hdtrace.MaxGrouping)}
}

// valueName makes a name of a value that no other of its group has.
func valueName(path string, used map[string]bool) string {
	name := plainName(strings.TrimPrefix(path, mpitimer.TotalName+"/"), hdtrace.MaxValueName)
	for n := 2; used[name]; n++ {
		suffix := fmt.Sprintf("~%d", n)
		name = plainName(path, hdtrace.MaxValueName-len(suffix)) + suffix
	}
	used[name] = true
	return name
}

// plainName returns a name that all tools can read: ASCII without blanks and without characters that need
// escaping, and short enough. A long one keeps its end, which says more.
func plainName(name string, most int) string {
	name = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' || strings.ContainsRune(`"'<>&`, c) {
			return '_'
		}
		return c
	}, name)
	switch {
	case name == "":
		return "_"
	case len(name) > most:
		return ".." + name[len(name)-most+2:]
	}
	return name
}

// sample writes an entry of each group. No two are of one time, however coarse the clock is: steps are told apart by it.
func (s *sampler) sample(r *Recorder) error {
	now := max(r.clock.now(), s.last+1)
	p := r.timers.Profile()
	after, paths := measure(p)
	if err := s.counted.sample(r, p, s.last, now); err != nil {
		return err
	}
	if len(r.options.Regions) == 0 {
		if err := s.discover(r, paths); err != nil {
			return err
		}
	}
	for _, g := range s.groups {
		for i := range g.regions {
			g.values[i] = g.regions[i].seconds(after, s.before)
		}
		if err := g.file.WriteDoubles(now, g.values...); err != nil {
			return err
		}
	}
	s.before, s.last = after, now
	return nil
}

// discover begins a group of the call paths that are new.
func (s *sampler) discover(r *Recorder, paths []string) error {
	var list []region
	for _, path := range paths {
		if s.known[path] || path == mpitimer.TotalName {
			continue
		}
		s.known[path] = true
		if len(s.known)-s.leftOut > r.options.MaxRegions || len(s.groups) >= maxGroups || len(list) >= hdtrace.MaxValues {
			s.leftOut++
			continue
		}
		list = append(list, region{name: path, path: path})
	}
	if len(list) == 0 {
		return nil
	}
	return s.add(r, list)
}

// measure takes a profile's call paths, which come in the order of their first start.
func measure(p *stats.Profile) (spent, []string) {
	now := make(spent, len(p.Nodes))
	paths := make([]string, len(p.Nodes))
	var order []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		paths[i] = n.Name
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + n.Name
		}
		times, known := now[paths[i]]
		if !known {
			order = append(order, paths[i])
		}
		if n.ByTrack == nil {
			times = addTime(times, 0, n.Total)
		}
		for j := range n.ByTrack {
			times = addTime(times, n.ByTrack[j].Track, n.ByTrack[j].Total)
		}
		now[paths[i]] = times
	}
	return now, order
}

// addTime adds the time of a track: the same path may run in several environments.
func addTime(times []trackTime, track int, total int64) []trackTime {
	for i := range times {
		if times[i].track == track {
			times[i].total += total
			return times
		}
	}
	return append(times, trackTime{track, total})
}

// seconds returns the time that the busiest track spent in the region between two moments: the wallclock
// time.
func (g *region) seconds(after, before spent) float64 {
	var tracks []trackTime
	add := func(path string) {
		old := before[path]
		for _, t := range after[path] {
			for _, o := range old {
				if o.track == t.track {
					t.total -= o.total
				}
			}
			tracks = addTime(tracks, t.track, max(t.total, 0))
		}
	}
	if !g.end {
		add(g.path)
	} else {
		for path := range after {
			if g.matches(path) && !g.within(path) {
				add(path)
			}
		}
	}
	var most int64
	for _, t := range tracks {
		most = max(most, t.total)
	}
	return float64(most) / 1e9
}

// matches reports whether a call path ends like the region's.
func (g *region) matches(path string) bool {
	return path == g.path || strings.HasSuffix(path, "/"+g.path)
}

// within reports whether a region around it matches too, whose time is counted already.
func (g *region) within(path string) bool {
	for at := strings.LastIndexByte(path, '/'); at > 0; at = strings.LastIndexByte(path[:at], '/') {
		if g.matches(path[:at]) {
			return true
		}
	}
	return false
}
