package stats

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// oracle makes a Summary in the most obvious way: lists of values by path, no records, no trees of
// messages. What Merge and Reduce give is held against it.
func oracle(profiles []*Profile) *Summary {
	profiles = slices.Clone(profiles)
	slices.SortFunc(profiles, func(a, b *Profile) int { return cmp.Compare(a.Rank, b.Rank) })
	s := &Summary{Size: profiles[0].Size, Ranks: len(profiles), Program: profiles[0].Program,
		Start: profiles[0].Start, From: profiles[0].From, To: profiles[0].To, Source: profiles[0].Source}
	oracleSeen(s, profiles)
	hosts := map[string]bool{}
	there := map[int]bool{}
	for _, p := range profiles {
		there[p.Rank], hosts[p.Host] = true, true
		s.Start, s.From, s.To = min(s.Start, p.Start), min(s.From, p.From), max(s.To, p.To)
		oracleClock(s, p.Clock)
		counted := map[Warning]bool{}
		for _, w := range p.Warnings {
			id := Warning{w.Kind, w.Path, w.Caller, 0}
			oracleWarning(s, w, p.Rank, !counted[id])
			counted[id] = true
		}
	}
	s.Hosts = len(hosts)
	slices.SortFunc(s.Clocks, func(a, b ClockSummary) int { return cmp.Or(b.Ranks-a.Ranks, cmp.Compare(a.Name, b.Name)) })
	for r := range s.Size {
		if last := len(s.Missing) - 1; there[r] {
			continue
		} else if last >= 0 && s.Missing[last].Last == r-1 {
			s.Missing[last].Last = r
		} else {
			s.Missing = append(s.Missing, Range{First: r, Last: r, Stride: 1})
		}
	}
	oracleRegions(s, profiles)
	return s
}

// oracleSeen takes ranks to have been seen together if either their own time or the clock of the day says so.
func oracleSeen(s *Summary, profiles []*Profile) {
	var own, day int64
	for _, p := range profiles {
		s.Resolution = max(s.Resolution, p.Resolution)
		for _, q := range profiles {
			own = max(own, p.To+p.Late-q.To)
			day = max(day, p.Start+p.To+p.Late-q.Start-q.To)
		}
	}
	s.Apart, s.ResolutionOfSums = min(own, day), s.Resolution
}

func oracleClock(s *Summary, c Clock) {
	for i := range s.Clocks {
		if u := &s.Clocks[i]; u.Name == c.Name {
			u.Ranks++
			u.Resolution, u.PairCost = max(u.Resolution, c.Resolution), max(u.PairCost, c.PairCost)
			if a, b := max(u.Drift, -u.Drift), max(c.Drift, -c.Drift); b > a || b == a && c.Drift > u.Drift {
				u.Drift = c.Drift
			}
			return
		}
	}
	s.Clocks = append(s.Clocks, ClockSummary{c.Name, 1, c.Resolution, c.PairCost, c.Drift})
}

func oracleWarning(s *Summary, w Warning, rank int, first bool) {
	s.Warned += w.Count
	at := slices.IndexFunc(s.Warnings, func(u WarningSummary) bool {
		return u.Kind == w.Kind && u.Path == w.Path && u.Caller == w.Caller
	})
	if at >= 0 {
		if s.Warnings[at].Count += w.Count; first {
			s.Warnings[at].Ranks++
		}
		return
	}
	s.Warnings = append(s.Warnings, WarningSummary{w, 1, rank})
	slices.SortFunc(s.Warnings, compareWarnings)
}

// oracleRegion collects the nodes of one path.
type oracleRegion struct {
	path, parent string
	nodes        []*Node
	profiles     []*Profile
	self         []int64
	left         []int64 // of the rank's time, outside of the regions inside
	inner        bool
}

func oracleRegions(s *Summary, profiles []*Profile) {
	byPath := map[string]*oracleRegion{}
	environments := map[string]int{}
	children := map[string][]string{} // in the order of first appearance
	for _, p := range profiles {
		for _, c := range p.Environments {
			if id := fmt.Sprint(c); !slices.ContainsFunc(s.Environments, func(u EnvironmentSummary) bool { return fmt.Sprint(Environment(u)) == id }) {
				environments[id] = len(s.Environments)
				s.Environments = append(s.Environments, EnvironmentSummary(c))
			}
		}
		paths := make([]string, len(p.Nodes))
		for i := range p.Nodes {
			n := &p.Nodes[i]
			parent := ""
			if n.Parent >= 0 {
				parent = paths[n.Parent]
			}
			paths[i] = fmt.Sprintf("%s/%q%v", parent, n.Name, p.Environments[n.Environment])
			r := byPath[paths[i]]
			if r == nil {
				r = &oracleRegion{path: paths[i], parent: parent}
				byPath[paths[i]] = r
				children[parent] = append(children[parent], paths[i])
			}
			r.nodes, r.profiles, r.self = append(r.nodes, n), append(r.profiles, p), append(r.self, oracleSelf(p, i))
			r.left = append(r.left, oracleLeft(p, i))
			if around := byPath[parent]; around != nil && (!OnDevice(n.Name) || OnDevice(around.nodes[0].Name)) {
				around.inner = true
			}
		}
	}
	var walk func(parent string, at int)
	walk = func(parent string, at int) {
		for _, path := range children[parent] {
			r := byPath[path]
			out := r.region()
			out.Parent, out.Environment = at, environments[fmt.Sprint(r.profiles[0].Environments[r.nodes[0].Environment])]
			s.Regions = append(s.Regions, out)
			walk(path, len(s.Regions)-1)
		}
	}
	walk("", -1)
}

// oracleLeft is what the regions inside one that ran leave of its time on the rank.
func oracleLeft(p *Profile, i int) int64 {
	left := p.Nodes[i].Wall()
	for j := range p.Nodes {
		n := &p.Nodes[j]
		if n.Parent == i && (n.Calls > 0 || n.Running > 0) && (!OnDevice(n.Name) || OnDevice(p.Nodes[i].Name)) {
			left -= n.Wall()
		}
	}
	return max(left, 0)
}

func oracleSelf(p *Profile, i int) int64 {
	tracks := func(n *Node) map[int]int64 {
		if n.ByTrack == nil {
			return map[int]int64{0: n.Total}
		}
		m := map[int]int64{}
		for _, t := range n.ByTrack {
			m[t.Track] = t.Total
		}
		return m
	}
	own := tracks(&p.Nodes[i])
	for j := range p.Nodes {
		if p.Nodes[j].Parent == i {
			for track, total := range tracks(&p.Nodes[j]) {
				own[track] -= total
			}
		}
	}
	var sum int64
	for _, left := range own {
		sum += max(left, 0)
	}
	return sum
}

func (o *oracleRegion) region() Region {
	none := Extreme{Rank: -1}
	r := Region{Name: o.nodes[0].Name, Level: o.nodes[0].Level,
		Min: none, Max: none, TrackMin: none, TrackMax: none, CallMin: none, CallMax: none}
	low := func(e *Extreme, v int64, rank, thread int) {
		if e.Rank < 0 || v < e.Value {
			*e = Extreme{v, rank, thread}
		}
	}
	high := func(e *Extreme, v int64, rank, thread int) {
		if e.Rank < 0 || v > e.Value {
			*e = Extreme{v, rank, thread}
		}
	}
	least, most := none, none
	for i, n := range o.nodes {
		rank := o.profiles[i].Rank
		r.Level = min(r.Level, n.Level)
		r.Estimated = r.Estimated || n.Estimated
		r.Lacks |= n.Lacks
		r.Calls, r.Recursion, r.Timed = r.Calls+n.Calls, r.Recursion+n.Recursion, r.Timed+n.Timed
		r.Total, r.Open = r.Total.Add64(uint64(n.Total)), r.Open.Add64(uint64(n.Open))
		r.Self = r.Self.Add64(uint64(o.self[i]))
		r.CallSquares = r.CallSquares.Add(n.Squares)
		r.CallHistogram.Merge(n.Histogram)
		tracks := n.ByTrack
		if tracks == nil {
			tracks = []TrackMeasure{{0, n.Measure}}
		}
		wall := none
		for _, t := range tracks {
			high(&wall, t.Total, rank, t.Track)
			if t.Calls > 0 {
				r.Tracks++
				low(&r.TrackMin, t.Total, rank, t.Track)
				high(&r.TrackMax, t.Total, rank, t.Track)
			}
			if t.Timed > 0 {
				low(&r.CallMin, t.Min, rank, t.Track)
				high(&r.CallMax, t.Max, rank, t.Track)
			}
		}
		if n.Calls == 0 && n.Running == 0 {
			continue
		}
		r.Ranks++
		r.Communicates = n.Communicates && (r.Communicates || r.Ranks == 1)
		if n.Calls > 0 {
			r.Completed++
		}
		if n.Running > 0 {
			r.Running++
		}
		r.Wall, r.Squares = r.Wall.Add64(uint64(wall.Value)), r.Squares.Add(Square(uint64(wall.Value)))
		low(&r.Min, wall.Value, rank, wall.Track)
		high(&r.Max, wall.Value, rank, wall.Track)
		if o.inner {
			low(&least, o.left[i], rank, 0)
			high(&most, o.left[i], rank, 0)
		}
	}
	if most.Value > 0 {
		r.UntimedMin, r.UntimedMax = least, most
	}
	if r.Ranks > 0 {
		r.RankHistogram, r.RankSets = make([]uint32, RankBins), make([]RankSet, 4)
	}
	for i, n := range o.nodes {
		if n.Calls > 0 || n.Running > 0 {
			bin, rank := oracleBin(n.Wall(), r.Min.Value, r.Max.Value), o.profiles[i].Rank
			r.RankHistogram[bin]++
			set := &r.RankSets[bin/8]
			if set.Sum == 0 {
				set.First, set.Last = int32(rank), int32(rank)
			}
			set.First, set.Last = min(set.First, int32(rank)), max(set.Last, int32(rank))
			set.Sum += RankWeight(rank, o.profiles[i].Size)
		}
	}
	return r
}

func oracleBin(v, low, high int64) int {
	if low == high {
		return 0
	}
	at := new(big.Int).Mul(big.NewInt(v-low), big.NewInt(RankBins))
	at.Quo(at, big.NewInt(high-low))
	return min(int(at.Int64()), RankBins-1)
}
