package export

import (
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// WritePprof writes a gzipped profile for Go's pprof: calls, time and those counters that add up, all
// exclusive. With Profiles each sample is labelled with its rank and host; samples of environments other than
// the first are labelled with their name. "estimated" is a label where figures are scaled from a sample of the calls, and
// "unknown" one with the names of counters that were not counted, whose value is 0. Times are nanoseconds, or the smallest coarser unit in which the
// sum of all fits. Device time, which pprof would add to the host's, is left out.
func WritePprof(w io.Writer, r Run) error {
	v, err := r.withoutDevices().view()
	if err != nil {
		return err
	}
	b := newPprof(v)
	if len(v.profiles) == 0 {
		b.reduced()
	} else {
		found := v.placed()
		for _, p := range v.profiles {
			regions, err := found.regions(p)
			if err != nil {
				return err
			}
			b.rank(p, regions)
		}
	}
	b.leaveOut(v.lacks)
	return b.p.Write(w)
}

// leaveOut takes away the types of samples that the source does not have.
func (b *pprofBuilder) leaveOut(lacks stats.Lacks) {
	drop := func(name string) {
		at := slices.IndexFunc(b.p.SampleType, func(t *profile.ValueType) bool { return t.Type == name })
		b.p.SampleType = slices.Delete(b.p.SampleType, at, at+1)
		for _, s := range b.p.Sample {
			s.Value = slices.Delete(s.Value, at, at+1)
		}
	}
	if lacks&stats.LacksCalls != 0 {
		drop("calls")
	}
	if lacks&stats.LacksSelf != 0 {
		drop("time")
		b.p.DefaultSampleType = ""
	}
}

// pprofBuilder makes a profile of regions, each of which is a function.
type pprofBuilder struct {
	v        *view
	p        *profile.Profile
	unit     int64 // nanoseconds
	counters []int // of the Summary, those that are types of samples
	stacks   [][]*profile.Location

	marked map[mark]map[string][]string // labels
}

// mark is what is said of the figures of a sample beside the labels of its rank and environment: there are few kinds.
type mark struct {
	environment int
	estimated   bool
	unknown     string // names of counters
}

func newPprof(v *view) *pprofBuilder {
	unit, timeName := timeUnit(v.s)
	b := &pprofBuilder{v: v, unit: unit, stacks: make([][]*profile.Location, len(v.s.Regions))}
	b.p = &profile.Profile{
		SampleType:        []*profile.ValueType{{Type: "calls", Unit: "count"}, {Type: "time", Unit: timeName}},
		DefaultSampleType: "time",
		PeriodType:        &profile.ValueType{Type: "time", Unit: timeName},
		Period:            1,
		TimeNanos:         v.s.Start,
		DurationNanos:     max(v.s.To-v.s.From, 0),
		Mapping:           []*profile.Mapping{{ID: 1, File: readable(v.s.Program), HasFunctions: true}},
	}
	seen := map[string]int{"calls": 1, "time": 1}
	for i, q := range v.s.Counters {
		if !adds(q) {
			continue
		}
		name := readable(q.Name) + b.v.estimated(i)
		if seen[name]++; seen[name] > 1 {
			name += "#" + strconv.Itoa(seen[name])
		}
		b.counters = append(b.counters, i)
		b.p.SampleType = append(b.p.SampleType, &profile.ValueType{Type: name, Unit: unitName(q)})
	}
	b.functions()
	if v.estimates != nil {
		b.p.Comments = append(b.p.Comments, sampledNote+" (label estimated)")
	}
	if note := RecursionNote(v.s); note != "" {
		b.p.Comments = append(b.p.Comments, note)
	}
	if v.s.Source != "" {
		b.p.Comments = append(b.p.Comments, "read from "+readable(v.s.Source))
	}
	return b
}

// functions makes one function of each name, and a place in it for each region of that name.
func (b *pprofBuilder) functions() {
	byName := make(map[string]*profile.Location)
	for i, name := range b.v.names {
		at := byName[name]
		if at == nil {
			f := &profile.Function{ID: uint64(len(b.p.Function) + 1), Name: name, SystemName: name}
			at = &profile.Location{ID: f.ID, Mapping: b.p.Mapping[0], Line: []profile.Line{{Function: f}}}
			b.p.Function, b.p.Location = append(b.p.Function, f), append(b.p.Location, at)
			byName[name] = at
		}
		stack := []*profile.Location{at}
		if parent := b.v.s.Regions[i].Parent; parent >= 0 {
			stack = append(stack, b.stacks[parent]...)
		}
		b.stacks[i] = stack
	}
}

// labels returns those of the samples of each environment. Samples share them: there may be millions.
func (b *pprofBuilder) labels(pairs ...string) []map[string][]string {
	list := make([]map[string][]string, len(b.v.environments))
	for c := range list {
		list[c] = make(map[string][]string)
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i+1] != "" {
				list[c][pairs[i]] = []string{pairs[i+1]}
			}
		}
		if c > 0 {
			list[c]["environment"] = []string{b.v.environments[c]}
		}
	}
	return list
}

// add adds a sample of a region. A value must be a number: of a counter that is not known it is 0, and the label "unknown"
// has its name.
func (b *pprofBuilder) add(region int, values []int64, labels []map[string][]string, counted func(counter int) bool) {
	if !slices.ContainsFunc(values, func(v int64) bool { return v != 0 }) {
		return
	}
	m := mark{environment: b.v.s.Regions[region].Environment, estimated: b.v.estimatedIn(region)}
	for j := range b.counters {
		if !counted(j) {
			m.unknown += b.p.SampleType[j+2].Type + "\n"
		}
	}
	b.p.Sample = append(b.p.Sample, &profile.Sample{Location: b.stacks[region], Value: values, Label: b.mark(m, labels[m.environment])})
}

// mark returns labels with a mark. Samples share them.
func (b *pprofBuilder) mark(m mark, labels map[string][]string) map[string][]string {
	if !m.estimated && m.unknown == "" {
		return labels
	}
	if b.marked[m] == nil {
		labels = maps.Clone(labels)
		if m.estimated {
			labels["estimated"] = []string{"yes"}
		}
		if m.unknown != "" {
			labels["unknown"] = strings.Split(strings.TrimSuffix(m.unknown, "\n"), "\n")
		}
		b.marked[m] = labels
	}
	return b.marked[m]
}

func (b *pprofBuilder) reduced() {
	s := b.v.s
	b.marked = make(map[mark]map[string][]string)
	counted := make([][]int64, len(b.counters))
	for j, q := range b.counters {
		counted[j] = exclusive(len(s.Regions), func(i int) int { return s.Regions[i].Parent }, func(i int) (int64, bool) {
			if values := s.Regions[i].Values; len(values) > 0 && values[q].Ranks > 0 {
				return clipped(values[q].Sum), true
			}
			return 0, false
		}, lacksOf(s, q))
	}
	labels := b.labels()
	for i := range s.Regions {
		g := &s.Regions[i]
		values := []int64{int64(min(g.Calls, math.MaxInt64)), scaled(g.Self, b.unit)}
		for j := range b.counters {
			values = append(values, counted[j][i])
		}
		b.add(i, values, labels, func(j int) bool { return len(g.Values) > 0 && g.Values[b.counters[j]].Ranks > 0 })
	}
}

func (b *pprofBuilder) rank(p *stats.Profile, regions []int) {
	self := p.Self()
	b.marked = make(map[mark]map[string][]string)
	counted := make([][]int64, len(b.counters))
	for j, q := range b.counters {
		at := counterAt(p, b.v.s.Counters[q])
		counted[j] = exclusive(len(p.Nodes), func(i int) int { return p.Nodes[i].Parent }, func(i int) (int64, bool) {
			return valueOf(p, i, at)
		}, lacksIn(p, at))
	}
	labels := b.labels("rank", strconv.Itoa(p.Rank), "host", readable(p.Host))
	for i := range p.Nodes {
		values := []int64{int64(min(p.Nodes[i].Calls, math.MaxInt64)), self[i] / b.unit}
		for j := range b.counters {
			values = append(values, counted[j][i])
		}
		b.add(regions[i], values, labels, func(j int) bool {
			_, known := valueOf(p, i, counterAt(p, b.v.s.Counters[b.counters[j]]))
			return known
		})
	}
}

// counterAt returns the index of a counter in a Profile, or −1 if it was not measured.
func counterAt(p *stats.Profile, q stats.Counter) int {
	for i := range p.Counters {
		if p.Counters[i] == q {
			return i
		}
	}
	return -1
}

// valueOf returns what was measured of a counter, that stands at a place or is not there, in a node.
func valueOf(p *stats.Profile, node, at int) (int64, bool) {
	if at < 0 {
		return 0, false
	}
	return p.Value(node, at)
}

// clipped returns the nearest integer of 64 bits.
func clipped(v stats.Int128) int64 {
	switch {
	case v.Hi > 0 || v.Hi == 0 && v.Lo > math.MaxInt64:
		return math.MaxInt64
	case v.Hi < -1 || v.Hi == -1 && v.Lo < 1<<63:
		return math.MinInt64
	}
	return int64(v.Lo)
}

// timeUnit returns the finest unit, in nanoseconds, in which the sum of all times fits 63 bits.
func timeUnit(s *stats.Summary) (ns int64, name string) {
	var sum stats.Uint128
	for i := range s.Regions {
		sum = sum.Add(s.Regions[i].Self)
	}
	for _, unit := range []struct {
		ns   int64
		name string
	}{{1, "nanoseconds"}, {1e3, "microseconds"}, {1e6, "milliseconds"}} {
		if sum.Cmp(stats.Mul(math.MaxInt64, uint64(unit.ns))) <= 0 {
			return unit.ns, unit.name
		}
	}
	return 1e9, "seconds"
}

// scaled returns a time in units of so many nanoseconds, the largest integer there is where it is larger.
func scaled(v stats.Uint128, unit int64) int64 {
	if v.Hi == 0 {
		return int64(min(v.Lo/uint64(unit), math.MaxInt64))
	}
	f := v.Float64() / float64(unit)
	if f >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(f)
}
