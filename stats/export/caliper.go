package export

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// Columns of Caliper's json-split. Hatchet recognises the first three of values, and calls them time, time
// (inc) and rank.
const (
	columnTime      = "sum#time.duration"
	columnInclusive = "inclusive#sum#time.duration"
	columnRank      = "mpi.rank"
	columnCalls     = "count"
)

// WriteCaliper writes Caliper's json-split, as Hatchet and Thicket read it, in seconds: a row for each region
// of each rank if there are Profiles, otherwise one for each region with the sum over ranks and the least,
// mean and largest time of a rank. Facts about the run are keys beside the rows.
func WriteCaliper(w io.Writer, r Run) error {
	v, err := r.withoutDevices().view()
	if err != nil {
		return err
	}
	c := &caliper{plain: newPlain(w), v: v}
	c.raw("{\n\"data\":[")
	columns, err := c.rows()
	if err != nil {
		return err
	}
	c.raw("],\n\"columns\":[\"path\"")
	for _, name := range columns {
		c.raw(",")
		c.text(name)
	}
	c.raw("],\n\"column_metadata\":[{\"is_value\":false}")
	for range columns {
		c.raw(`,{"is_value":true}`)
	}
	c.raw("],\n\"nodes\":[")
	c.nodes()
	c.raw("]")
	c.about()
	c.raw("\n}\n")
	return c.Flush()
}

type caliper struct {
	*plain
	v      *view
	before string
}

func (c *caliper) row(region int, values ...float64) {
	c.raw(c.before + "\n[")
	c.before = ","
	c.int(region)
	for _, v := range values {
		c.raw(",")
		c.known(v)
	}
}

// rows writes the data and returns the names of their columns after path.
func (c *caliper) rows() ([]string, error) {
	if len(c.v.profiles) == 0 {
		return c.reduced(), nil
	}
	found := c.v.placed()
	for _, p := range c.v.profiles {
		regions, err := found.regions(p)
		if err != nil {
			return nil, err
		}
		self := p.Self()
		for i := range p.Nodes {
			n := &p.Nodes[i]
			c.row(regions[i], float64(p.Rank), unless(n.Lacks&stats.LacksSelf != 0, float64(self[i])/1e9),
				unless(n.Lacks&stats.LacksTotal != 0, float64(n.Total)/1e9), unless(n.Lacks&stats.LacksCalls != 0, float64(n.Calls)))
			for _, q := range c.v.s.Counters {
				v, known := valueOf(p, i, counterAt(p, q))
				c.raw(",")
				c.known(unless(!known, float64(v)*q.Step))
			}
			c.estimated(regions[i])
			c.raw("]")
		}
	}
	return append([]string{columnRank, columnTime, columnInclusive, columnCalls}, c.v.valueColumns("")...), nil
}

// unless returns a number, or NaN if the source lacks it.
func unless(lacks bool, v float64) float64 {
	if lacks {
		return math.NaN()
	}
	return v
}

func (c *caliper) reduced() []string {
	s := c.v.s
	for i := range s.Regions {
		g := &s.Regions[i]
		c.row(i, c.v.self(i)/1e9, c.v.figure(i, stats.FigureTotal)/1e9, c.v.figure(i, stats.FigureCalls), float64(g.Ranks),
			c.v.figure(i, stats.FigureMin)/1e9, c.v.figure(i, stats.FigureMean)/1e9, c.v.figure(i, stats.FigureMax)/1e9, rankOf(g.Max))
		for j, q := range s.Counters {
			if len(g.Values) == 0 || g.Values[j].Ranks == 0 {
				c.raw(",null,null,null")
				continue
			}
			for _, v := range []float64{float64(g.Values[j].Min.Value), g.Values[j].Mean(), float64(g.Values[j].Max.Value)} {
				c.raw(",")
				c.float(v * q.Step)
			}
		}
		c.estimated(i)
		c.raw("]")
	}
	columns := []string{columnTime, columnInclusive, columnCalls, "ranks", "min time (inc)", "mean time (inc)", "max time (inc)", "max rank"}
	return append(columns, c.v.valueColumns("min ", "mean ", "max ")...)
}

// columnEstimated is 1 where figures of a region are scaled from a sample of the calls.
const columnEstimated = "estimated"

func (c *caliper) estimated(region int) {
	if c.v.estimates != nil {
		c.raw(",")
		c.float(flag(c.v.estimates[region]))
	}
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// valueColumns are those of counters, and whether a region's figures are estimates where some region's are.
func (v *view) valueColumns(prefixes ...string) []string {
	list := v.counterColumns(prefixes...)
	if v.estimates != nil {
		list = append(list, columnEstimated)
	}
	return list
}

// counterColumns are columns of values that include what was counted in children: Hatchet recognises them by
// the end of their names.
func (v *view) counterColumns(prefixes ...string) []string {
	var list []string
	seen := make(map[string]bool)
	for j, q := range v.s.Counters {
		name := v.counterName(q) + v.estimated(j)
		for seen[name] {
			name += "'"
		}
		seen[name] = true
		for _, prefix := range prefixes {
			list = append(list, prefix+name+" (inc)")
		}
	}
	return list
}

// estimated follows the name of a counter that was not counting all the time.
func (v *view) estimated(j int) string {
	share := v.s.CountedShare(j)
	if share >= 1 {
		return ""
	}
	return fmt.Sprintf(" (estimated, counted %.0f %%)", 100*share)
}

// counterName returns what a counter is, with its unit.
func (v *view) counterName(q stats.Counter) string {
	name := readable(q.Name)
	if q.Peak {
		name += " peak"
	}
	if q.Domain != "" && q.Domain != "process" {
		name += " of " + readable(q.Domain)
	}
	if q.Unit != "" {
		name += " (" + readable(q.Unit) + ")"
	}
	return name
}

func (c *caliper) nodes() {
	for i, name := range c.v.names {
		if i > 0 {
			c.raw(",")
		}
		c.raw("\n{\"label\":")
		c.text(name)
		c.raw(`,"column":"path"`)
		if parent := c.v.s.Regions[i].Parent; parent >= 0 {
			c.raw(`,"parent":`)
			c.int(parent)
		}
		c.raw("}")
	}
}

// about writes the facts about the run. Keys of the format itself are not overwritten.
func (c *caliper) about() {
	s := c.v.s
	c.key(",\n", "mpi.world.size")
	c.int(s.Size)
	c.key(",\n", "program")
	c.text(s.Program)
	if s.Start != 0 {
		c.key(",\n", "launchdate") // seconds, as Adiak has it
		c.int(int(s.Start / 1e9))
	}
	if s.Hosts > 0 {
		c.key(",\n", "hosts")
		c.int(s.Hosts)
	}
	taken := []string{"data", "columns", "column_metadata", "nodes", "mpi.world.size", "program", "launchdate", "hosts", "Node order"}
	for _, key := range slices.Sorted(maps.Keys(c.v.meta)) {
		name := readable(key)
		if !slices.Contains(taken, name) {
			taken = append(taken, name)
			c.key(",\n", name)
			c.text(c.v.meta[key])
		}
	}
}
