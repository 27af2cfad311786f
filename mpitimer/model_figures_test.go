package mpitimer

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
	"github.com/go-hpc/timers/stats"
)

// oLine is what is said of one call path: a node of a profile without pointers.
type oLine struct {
	key           string // names and environments from the root
	level, sample int
	all           oMeasure
	tracks        []oMeasure // by track; those with nothing are zero
	values        [2]int64
}

// oMeasure can be compared.
type oMeasure struct {
	calls, recursion, timed uint64
	running                 int
	total, open, min, max   int64
	squares                 stats.Uint128
	histogram               string
}

// oSnapshot is what a rank has measured up to a moment.
type oSnapshot struct {
	lines []oLine
	sums  map[string]oSums // of the records behind
}

// oSums is what can't be told from an oMeasure.
type oSums struct {
	histograms []map[int]uint64 // by track, the last for all
}

// figure is a node of the tree in which those of all goroutines are one.
type figure struct {
	oLine
	children   []*figure
	histograms []map[int]uint64
	defined    bool
	kept       bool
}

// profile is what the rank has measured; recent says whose shortest and longest calls are asked for, -1 for
// those of the whole run.
func (o *oracle) profile(recent int) *oSnapshot {
	root := &figure{}
	for number, tree := range o.trees {
		o.merge(root, tree.root, number, recent)
	}
	s := &oSnapshot{sums: make(map[string]oSums)}
	for _, total := range root.children {
		total.list(s)
	}
	return s
}

func (o *oracle) merge(into *figure, from *oNode, number, recent int) {
	for _, n := range from.children {
		f := into.at(into.key+"/"+n.name+"@"+n.environment, len(o.trees))
		if n.defined && !f.defined {
			f.defined, f.level = true, n.level
		}
		m, values := o.measure(n, recent)
		if m.calls > 0 || m.running > 0 || m.total > 0 {
			f.kept = true
			f.tracks[number] = m
			f.histograms[number] = histogramOf(n)
			for h, c := range f.histograms[number] {
				f.histograms[len(o.trees)][h] += c
			}
			f.all.join(m)
			for i, v := range values {
				if max(v, -v) > max(f.values[i], -f.values[i]) {
					f.values[i] = v
				}
			}
			for _, r := range n.records {
				if r.sample > 1 && (r.calls > 0 || r.running != nil) {
					f.sample = max(f.sample, r.sample)
				}
			}
		}
		o.merge(f, n, number, recent)
	}
}

func (f *figure) at(key string, tracks int) *figure {
	for _, c := range f.children {
		if c.key == key {
			return c
		}
	}
	c := &figure{oLine: oLine{key: key, tracks: make([]oMeasure, tracks)}, histograms: make([]map[int]uint64, tracks+1)}
	c.histograms[tracks] = make(map[int]uint64)
	f.children = append(f.children, c)
	return c
}

// list appends the nodes that were run, or have one below them that was, and returns what was largest in them.
func (f *figure) list(s *oSnapshot) (kept bool, largest int64) {
	at := len(s.lines)
	s.lines = append(s.lines, oLine{})
	for _, c := range f.children {
		used, peak := c.list(s)
		f.kept = f.kept || used
		f.values[1] = max(f.values[1], peak)
	}
	if !f.kept {
		s.lines = s.lines[:at]
		return false, 0
	}
	for i := range f.tracks {
		f.tracks[i].histogram = textOf(f.histograms[i])
	}
	f.all.histogram = textOf(f.histograms[len(f.tracks)])
	s.lines[at] = f.oLine
	s.sums[f.key] = oSums{f.histograms}
	return true, f.values[1]
}

func histogramOf(n *oNode) map[int]uint64 {
	h := make(map[int]uint64)
	for _, r := range n.records {
		for bucket, count := range r.histogram {
			h[bucket] += count
		}
	}
	return h
}

func textOf(h map[int]uint64) (text string) {
	for _, bucket := range slices.Sorted(maps.Keys(h)) {
		if h[bucket] > 0 {
			text += fmt.Sprintf("%d×%d ", bucket, h[bucket])
		}
	}
	return text
}

// measure is what a node shows: what was timed of all calls as it is, and what was of a sample scaled to all its
// calls.
func (o *oracle) measure(n *oNode, recent int) (m oMeasure, values [2]int64) {
	known := false
	for _, r := range n.records {
		part := oMeasure{calls: r.calls, recursion: r.recursion, timed: r.timed, total: r.total}
		squares := &r.squares
		v := r.values
		if r.sample > 1 && r.timed > 0 {
			scale := func(sum *big.Int) *big.Int { return scaled(sum, r.calls-r.recursion, r.timed) }
			squares = scale(squares)
			part.total = scale(big.NewInt(r.total)).Int64()
			v[0] = scale(big.NewInt(v[0])).Int64()
		}
		part.squares = number(squares)
		extremes := oExtremes{r.min, r.max, r.timed > 0}
		if recent >= 0 {
			extremes = r.recent[recent]
		}
		if f := r.running; f != nil {
			part.running, part.open = 1, o.now()-f.start
			part.total += part.open
			if f.read != nil {
				now := o.read()
				v[0], v[1] = v[0]+now[0]-f.read[0], max(v[1], now[1])
			}
		}
		least, most := m.min, m.max
		m.join(part)
		if m.min, m.max = least, max(most, extremes.max); extremes.any && (!known || extremes.min < least) {
			m.min = extremes.min
		}
		known = known || extremes.any
		values[0], values[1] = values[0]+v[0], max(values[1], v[1])
	}
	return m, values
}

func number(n *big.Int) stats.Uint128 {
	return stats.Uint128{Hi: new(big.Int).Rsh(n, 64).Uint64(), Lo: new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64()}
}

// join adds what was measured elsewhere. The histogram is not its business.
func (m *oMeasure) join(a oMeasure) {
	if a.timed > 0 && (m.timed == 0 || a.min < m.min) {
		m.min = a.min
	}
	if a.timed > 0 {
		m.max = max(m.max, a.max)
	}
	m.calls += a.calls
	m.recursion += a.recursion
	m.timed += a.timed
	m.running += a.running
	m.total += a.total
	m.open += a.open
	m.squares = m.squares.Add(a.squares)
}

// since is what s has more than an earlier snapshot.
func (s *oSnapshot) since(before *oSnapshot) []oLine {
	lines := slices.Clone(s.lines)
	if before == nil {
		return lines
	}
	for i := range lines {
		n := &lines[i]
		n.tracks = slices.Clone(n.tracks)
		at := slices.IndexFunc(before.lines, func(l oLine) bool { return l.key == n.key })
		if at < 0 {
			continue
		}
		old, sums, oldSums := before.lines[at], s.sums[n.key].histograms, before.sums[n.key].histograms
		n.lessValue(old)
		n.all = oMeasure{}
		histogram := make(map[int]uint64)
		for t := range n.tracks {
			rest := sums[t]
			if t < len(old.tracks) {
				rest = n.tracks[t].less(old.tracks[t], sums[t], oldSums[t])
			}
			for bucket, count := range rest {
				histogram[bucket] += count
			}
			n.all.join(n.tracks[t])
		}
		n.all.histogram = textOf(histogram)
	}
	return lines
}

// lessValue takes what was counted before off, but of a call that was forgotten since no more than there is.
func (l *oLine) lessValue(old oLine) {
	now, forgotten := l.values[0], false
	l.values[0] -= old.values[0]
	for t, was := range old.tracks {
		is := oMeasure{}
		if t < len(l.tracks) {
			is = l.tracks[t]
		}
		forgotten = forgotten || was.running > 0 && is.timed <= was.timed && (is.running == 0 || is.open < was.open)
	}
	if forgotten && now >= 0 {
		l.values[0] = min(max(l.values[0], 0), now)
	} else if forgotten {
		l.values[0] = max(min(l.values[0], 0), now)
	}
}

// less takes what was there before off, and returns the rest of the histogram.
func (m *oMeasure) less(old oMeasure, now, before map[int]uint64) (rest map[int]uint64) {
	m.recursion -= min(m.recursion, old.recursion)
	m.timed -= min(m.timed, old.timed)
	// Calls that an ended goroutine has left open are as if never made.
	m.calls = max(m.calls-min(m.calls, old.calls), m.recursion+m.timed)
	m.total = max(m.total-old.total, 0)
	m.open = min(m.open, m.total)
	m.squares = m.squares.Sub(old.squares)
	if m.timed == 0 {
		m.min, m.max = 0, 0
	}
	rest = maps.Clone(now)
	for bucket, count := range before {
		if rest[bucket] > 0 {
			rest[bucket] -= count
		}
	}
	m.histogram = textOf(rest)
	return rest
}

// linesOf is a profile in the form in which the oracle tells its own.
func linesOf(p *stats.Profile) (lines []oLine) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		l := oLine{level: n.Level, all: measureOf(&n.Measure), tracks: make([]oMeasure, len(p.Tracks))}
		if n.Parent >= 0 {
			l.key = lines[n.Parent].key
		}
		l.key += "/" + n.Name + "@" + environmentName(p.Environments, n.Environment)
		if n.Estimated {
			l.sample = n.Sample
		}
		if n.ByTrack == nil {
			l.tracks[0] = l.all
		}
		for j := range n.ByTrack {
			l.tracks[n.ByTrack[j].Track] = measureOf(&n.ByTrack[j].Measure)
		}
		for j, v := range n.Values {
			if v != stats.NoValue { // the oracle has 0 for what was not measured; see TestCountersOfARegionThatIsNotCounted
				l.values[j] = v
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// environmentName is what the oracle calls an environment.
func environmentName(environments []stats.Environment, at int) string {
	if at == 0 {
		return ""
	}
	return fmt.Sprint(environments[at].Name, environments[at].Ranks)
}

func measureOf(m *stats.Measure) oMeasure {
	o := oMeasure{m.Calls, m.Recursion, m.Timed, m.Running, m.Total, m.Open, m.Min, m.Max, m.Squares, ""}
	for i, count := range m.Histogram.Counts {
		if count > 0 {
			o.histogram += fmt.Sprintf("%d×%d ", m.Histogram.First+i, count)
		}
	}
	return o
}

// expectLines compares two profiles.
func expectLines(t timerstest.Tester, what string, got, want []oLine, histograms bool) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) {
			t.Fatalf("%s: %s\nwant %s", what, texts(got), texts(want))
		}
		if !histograms {
			want[i].all.histogram = ""
			want[i].tracks = slices.Clone(want[i].tracks)
			for j := range want[i].tracks {
				want[i].tracks[j].histogram = ""
			}
		}
		if g, w := got[i], want[i]; g.key != w.key || g.level != w.level || g.sample != w.sample || g.all != w.all || g.values != w.values || !slices.Equal(g.tracks, w.tracks) {
			t.Fatalf("%s: %s\nwant %s\nfirst difference:\n%+v\nwant\n%+v", what, texts(got), texts(want), g, w)
		}
	}
}

func texts(lines []oLine) (text string) {
	for _, l := range lines {
		text += fmt.Sprintf("\n%s %d calls r%d %d ns", l.key, l.all.calls, l.all.recursion, l.all.total)
		if l.sample > 0 {
			text += fmt.Sprintf(" (%d timed, one in %d)", l.all.timed, l.sample)
		}
		if l.all.running > 0 {
			text += " running"
		}
	}
	return text
}
