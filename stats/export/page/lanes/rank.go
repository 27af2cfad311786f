package lanes

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// rank is the call tree of a rank in the making.
type rank struct {
	number  int
	profile *stats.Profile
	nodes   stats.Index
	threads map[string]*regions // by label, while the lanes of the rank are read
}

// regions are the states of a thread by which its calls of MPI are placed, if these have a lane of their own beside it.
type regions struct {
	track int
	open  []placed // in the order of their starts
}

type placed struct {
	start, end int64
	node       int // of the profile
	around     int // of open, -1: none
}

// at returns the node that a time lies in, or -1.
func (g *regions) at(time int64) int {
	i := sort.Search(len(g.open), func(i int) bool { return g.open[i].start > time }) - 1
	for i >= 0 && g.open[i].end < time {
		i = g.open[i].around
	}
	if i < 0 {
		return -1
	}
	return g.open[i].node
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
	if r.current != at {
		if r.current != nil {
			r.current.threads = nil
		}
		r.current, at.threads = at, map[string]*regions{}
	}
	l := &lanes{r: r, rank: at, label: lane.Rank}
	if thread, beside := strings.CutPrefix(lane.Thread, "mpi"); beside && at.threads[thread] != nil {
		l.calls = at.threads[thread]
		l.track = l.calls.track
		return l
	}
	at.profile.Tracks = append(at.profile.Tracks, cmp.Or(lane.Thread, "main"))
	l.track = len(at.profile.Tracks) - 1
	l.own = &regions{track: l.track}
	at.threads[lane.Thread] = l.own
	return l
}

// lanes adds a thread to a rank.
type lanes struct {
	r     *reader
	rank  *rank
	track int
	label string
	own   *regions // of the thread
	calls *regions // of the thread whose calls of MPI these are, nil if they are others
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
	open := []int{-1}
	b.walk(func(i int) {
		s, inside := cut(b.states[i])
		if !inside { // nor is what it contains
			return
		}
		if len(above) == 1 && l.calls != nil {
			above[0] = l.calls.at(s.start + (s.end-s.start)/2)
		}
		key := stats.PathKey{Parent: above[len(above)-1], Name: l.r.t.Names[b.states[i].name]}
		at, known := l.rank.nodes.Add(key)
		if !known {
			p.Nodes = append(p.Nodes, stats.Node{Parent: key.Parent, Name: key.Name})
		}
		if above = append(above, at); l.own != nil {
			l.own.open = append(l.own.open, placed{s.start, s.end, at, open[len(open)-1]})
			open = append(open, len(l.own.open)-1)
		}
	}, func(i int) {
		s, inside := cut(b.states[i])
		if !inside {
			return
		}
		n := &p.Nodes[above[len(above)-1]]
		above = above[:len(above)-1]
		if l.own != nil {
			open = open[:len(open)-1]
		}
		at := slices.IndexFunc(n.ByTrack, func(t stats.TrackMeasure) bool { return t.Track == l.track })
		if at < 0 {
			at = len(n.ByTrack)
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: l.track})
		}
		m := &n.ByTrack[at].Measure
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
			slices.SortFunc(n.ByTrack, func(a, b stats.TrackMeasure) int { return a.Track - b.Track })
			n.SumTracks()
			if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
				n.ByTrack = nil
			}
		}
		r.t.Profiles = append(r.t.Profiles, p)
	}
}

// HasCalls reports whether the timeline has calls of MPI, in the regions that made them.
func (t *Timeline) HasCalls() bool {
	some, apart, nested := slices.Contains(t.Calls, true), false, false
	for _, p := range t.Profiles {
		for i := range p.Nodes {
			if n := &p.Nodes[i]; strings.HasPrefix(n.Name, "MPI_") && stats.RecordsWaits(n.Name) {
				some, apart, nested = true, apart || n.Parent < 0, nested || n.Parent >= 0
			}
		}
	}
	return some && (nested || !apart)
}
