package timeline

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// CounterGroup is the name of the statistics group with what was counted in regions since the sample before, of timers that have
// counters. Groups with call paths that appear later have a number appended, from 2. Calls count when they end. Peaks are not there.
const CounterGroup = "Counters"

// countings writes what counters of regions have counted since the sample before.
type countings struct {
	groups []*countingGroup
	known  map[string]bool
	values int // of all groups
	before map[string][]int64
}

// countingGroup is a statistics group of some call paths, each with each counter.
type countingGroup struct {
	paths    []string
	counters []int
	file     *stat.Writer
	values   []float64
}

// sample writes an entry of each group. Entries follow each other from the sample before on, which was at last.
func (c *countings) sample(r *Recorder, p *stats.Profile, last, now hdtrace.Epoch) error {
	var counters []int
	for i := range p.Counters {
		if !p.Counters[i].Peak {
			counters = append(counters, i)
		}
	}
	if len(counters) == 0 {
		return nil
	}
	after, order := counts(p)
	if err := c.discover(r, p.Counters, counters, order, last); err != nil {
		return err
	}
	for _, g := range c.groups {
		k := 0
		for _, path := range g.paths {
			for _, i := range g.counters {
				g.values[k] = difference(after[path], c.before[path], i) * p.Counters[i].Step
				k++
			}
		}
		if err := g.file.WriteDoubles(now, g.values...); err != nil {
			return err
		}
	}
	c.before = after
	return nil
}

// difference is what was counted since, in steps; what is not known counts as nothing.
func difference(after, before []int64, i int) float64 {
	if i >= len(after) || after[i] == stats.NoValue {
		return 0
	}
	if i >= len(before) || before[i] == stats.NoValue {
		return float64(after[i])
	}
	return float64(after[i] - before[i])
}

// counts are the values of call paths, over all environments, and the paths in the order of their first start.
func counts(p *stats.Profile) (values map[string][]int64, order []string) {
	values = make(map[string][]int64, len(p.Nodes))
	paths := make([]string, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		paths[i] = n.Name
		if n.Parent >= 0 {
			paths[i] = paths[n.Parent] + "/" + n.Name
		}
		if n.Values == nil {
			continue
		}
		sum, known := values[paths[i]]
		if !known {
			order = append(order, paths[i])
			sum = make([]int64, len(n.Values))
			copy(sum, n.Values)
		} else {
			for k, v := range n.Values {
				if sum[k] == stats.NoValue {
					sum[k] = v
				} else if v != stats.NoValue {
					sum[k] += v
				}
			}
		}
		values[paths[i]] = sum
	}
	return values, order
}

// discover begins a group of the call paths that are new.
func (c *countings) discover(r *Recorder, all []stats.Counter, counters []int, order []string, begin hdtrace.Epoch) error {
	if c.known == nil {
		c.known = make(map[string]bool)
	}
	g := &countingGroup{counters: counters}
	var values []stat.Value
	used := make(map[string]bool)
	for _, path := range order {
		if c.known[path] || !r.chosen(path) {
			continue
		}
		c.known[path] = true
		if c.values += len(counters); c.values > r.options.MaxRegions || len(c.groups) >= maxGroups || len(values)+len(counters) > hdtrace.MaxValues {
			continue
		}
		g.paths = append(g.paths, path)
		for _, i := range counters {
			values = append(values, valueOf(path, &all[i], used))
		}
	}
	if len(values) == 0 {
		return nil
	}
	name := CounterGroup
	if n := len(c.groups); n > 0 {
		name += fmt.Sprint(n + 1)
	}
	var err error
	if g.file, err = r.directory.StartStatistics(r.node, name, values, stat.Options{Clock: func() hdtrace.Epoch { return begin }}); err != nil {
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
	name := plainName(strings.TrimPrefix(path, "Total/")+":"+c.Name, hdtrace.MaxValueName)
	for n := 2; used[name]; n++ {
		suffix := fmt.Sprintf("~%d", n)
		name = plainName(path+":"+c.Name, hdtrace.MaxValueName-len(suffix)) + suffix
	}
	used[name] = true
	unit := c.Unit
	if unit != "" {
		unit = plainName(unit, hdtrace.MaxUnit)
	}
	return stat.Value{Name: name, Type: stat.TypeDouble, Unit: unit, Grouping: plainName(c.Name, hdtrace.MaxGrouping)}
}
