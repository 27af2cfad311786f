package timeline

import (
	"maps"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// CounterGroup is the name of the statistics group with the regions' counts since the previous sample, for timers with counters.
// Groups with call paths that appear later have a number appended, from 2. Calls count when they end. Peaks are left out.
const CounterGroup = "Counters"

// countings writes what counters of regions have counted since the sample before.
type countings struct {
	groups []*countingGroup
	known  map[counting]bool
	before map[counting]int64
}

// counting is a counter of a call path. The timers may have more counters at one time than before: those of MPI come with its
// first call.
type counting struct{ path, counter string }

// countingGroup is a statistics group of some of them.
type countingGroup struct {
	list   []counting
	steps  []float64
	file   *stat.Writer
	values []float64
}

// sample writes an entry of each group. Entries follow each other from the sample before on, which was at last.
func (c *countings) sample(r *Recorder, p *stats.Profile, last, now hdtrace.Epoch) error {
	after, order := counts(p)
	if err := c.discover(r, p.Counters, order, last); err != nil {
		return err
	}
	for _, g := range c.groups {
		for k, one := range g.list {
			g.values[k] = 0 // also where it is not known any more
			if v, is := after[one]; is {
				g.values[k] = float64(v-c.before[one]) * g.steps[k]
			}
		}
		if err := g.file.WriteDoubles(now, g.values...); err != nil {
			return err
		}
	}
	maps.Copy(c.before, after) // those that are not known now may be again
	return nil
}

// counts are the values of counters that are no peaks, in steps, over all environments, in the order in which call paths were
// first started.
func counts(p *stats.Profile) (values map[counting]int64, order []counting) {
	values = make(map[counting]int64)
	paths := make([]string, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		paths[i] = n.Name
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + n.Name
		}
		for k, v := range n.Values {
			if k >= len(p.Counters) || p.Counters[k].Peak || v == stats.NoValue {
				continue
			}
			one := counting{paths[i], p.Counters[k].Name}
			if _, known := values[one]; !known {
				order = append(order, one)
			}
			values[one] += v
		}
	}
	return values, order
}

// discover begins a group of those that are new.
func (c *countings) discover(r *Recorder, all []stats.Counter, order []counting, begin hdtrace.Epoch) error {
	if c.known == nil {
		c.known = make(map[counting]bool)
	}
	g := &countingGroup{}
	var values []stat.Value
	used := make(map[string]bool)
	for _, one := range order {
		if c.known[one] || !r.chosen(one.path) {
			continue
		}
		c.known[one] = true
		if len(c.known) > r.options.MaxRegions || len(c.groups) >= maxGroups || len(values) >= hdtrace.MaxValues {
			continue
		}
		of := &all[slices.IndexFunc(all, func(q stats.Counter) bool { return q.Name == one.counter })]
		g.list, g.steps = append(g.list, one), append(g.steps, of.Step)
		values = append(values, valueOf(one.path, of, used))
	}
	if len(values) == 0 {
		return nil
	}
	var err error
	if g.file, err = r.begin(CounterGroup, len(c.groups), values, begin); err != nil {
		return err
	}
	g.values = make([]float64, len(values))
	c.groups = append(c.groups, g)
	return nil
}

// chosen reports whether the values of a call path are wanted.
func (r *Recorder) chosen(path string) bool {
	if len(r.options.Regions) == 0 {
		return true
	}
	for _, end := range r.options.Regions {
		if g := (region{path: end}); g.matches(path) {
			return true
		}
	}
	return false
}

// valueOf describes a counter of a call path. Those of one counter are compared with each other by viewers.
func valueOf(path string, c *stats.Counter, used map[string]bool) stat.Value {
	unit := c.Unit
	if unit != "" {
		unit = plainName(unit, hdtrace.MaxUnit)
	}
	return stat.Value{Name: valueName(path+":"+c.Name, used), Type: stat.TypeDouble, Unit: unit, Grouping: plainName(c.Name, hdtrace.MaxGrouping)}
}
