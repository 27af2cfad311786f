package lanes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// rank is the call tree of a rank in the making.
type rank struct {
	number  int
	profile *stats.Profile
	nodes   stats.Index
}

// rankOf returns the rank that a lane is a thread of. Labels that are no numbers are numbered as they come.
func (r *reader) rankOf(lane *Lane) *lanes {
	n := number(lane.Rank)
	var at *rank
	for _, one := range r.ranks {
		if one.number == n && n >= 0 && one.profile.Host == lane.Host {
			at = one
		}
	}
	if at == nil {
		at = &rank{number: n, nodes: stats.Index{}, profile: &stats.Profile{Host: lane.Host, Program: r.t.Name, Start: r.t.Start, To: r.t.Length}}
		r.ranks = append(r.ranks, at)
	}
	at.profile.Tracks = append(at.profile.Tracks, cmp.Or(lane.Thread, "main"))
	return &lanes{r, at, len(at.profile.Tracks) - 1, lane.Rank}
}

// lanes adds a thread to a rank.
type lanes struct {
	r     *reader
	rank  *rank
	track int
	label string
}

func (l *lanes) add(b *builder) {
	p := l.rank.profile
	above := []int{-1}
	cut := func(s state) (state, bool) { return s, true }
	if l.r.o.Only != nil {
		from, to := l.r.o.Only(l.label)
		p.From, p.To = max(from, 0), min(to, l.r.t.Length)
		cut = func(s state) (state, bool) {
			inside := s.start < p.To && (s.end > p.From || s.start >= p.From)
			s.start, s.end = max(s.start, p.From), min(s.end, p.To)
			return s, inside
		}
	}
	b.walk(func(i int) {
		if _, inside := cut(b.states[i]); !inside { // nor is what it contains
			return
		}
		key := stats.PathKey{Parent: above[len(above)-1], Name: l.r.t.Names[b.states[i].name]}
		at, known := l.rank.nodes.Add(key)
		if !known {
			p.Nodes = append(p.Nodes, stats.Node{Parent: key.Parent, Name: key.Name})
		}
		above = append(above, at)
	}, func(i int) {
		s, inside := cut(b.states[i])
		if !inside {
			return
		}
		n := &p.Nodes[above[len(above)-1]]
		above = above[:len(above)-1]
		if len(n.ByTrack) == 0 || n.ByTrack[len(n.ByTrack)-1].Track != l.track {
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: l.track})
		}
		m := &n.ByTrack[len(n.ByTrack)-1].Measure
		took := s.end - s.start
		if m.Timed == 0 || took < m.Min {
			m.Min = took
		}
		m.Max = max(m.Max, took)
		m.Calls, m.Timed, m.Total = m.Calls+1, m.Timed+1, m.Total+took
		m.Squares = m.Squares.Add(stats.Mul(uint64(took), uint64(took)))
	})
}

// finish makes the profiles: of ranks whose labels are numbers, each another, as these say; of others as they come.
func (r *reader) finish() {
	seen := make(map[int]bool)
	byLabel := true
	for _, one := range r.ranks {
		byLabel = byLabel && one.number >= 0 && !seen[one.number] && one.number < 1<<22
		seen[one.number] = true
	}
	if byLabel {
		slices.SortFunc(r.ranks, func(a, b *rank) int { return cmp.Compare(a.number, b.number) })
	}
	calls := make(map[string]bool) // of MPI, which traces name without that
	for i, is := range r.t.Calls {
		calls[r.t.Names[i]] = is
	}
	size := 0
	for i, one := range r.ranks {
		if !byLabel {
			one.number = i
		}
		size = max(size, one.number+1)
	}
	for _, one := range r.ranks {
		p := one.profile
		p.Rank, p.Size = one.number, size
		p.Environments = []stats.Environment{{Name: "Default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if calls[n.Name] && !strings.HasPrefix(n.Name, "MPI_") {
				n.Name = "MPI_" + n.Name
			}
			n.SumTracks()
			if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
				n.ByTrack = nil
			}
		}
		r.t.Profiles = append(r.t.Profiles, p)
	}
}
