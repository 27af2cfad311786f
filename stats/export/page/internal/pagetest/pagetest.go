// Package pagetest makes the runs that the tests of the page show, also those in a browser, which are a module
// of their own.
package pagetest

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// SlowRank is the rank whose physics takes far longer than that of the others.
const SlowRank = 13

// Profile returns the profile of one rank of a small coupled model: an ocean and an atmosphere beside each other.
// The time that the ocean needs to solve is multiplied by slower.
func Profile(rank, size int, slower float64) *stats.Profile {
	all := []stats.Range{{First: 0, Last: size - 1, Stride: 1}}
	half := size / 2
	p := &stats.Profile{
		Rank: rank, Size: size, Host: fmt.Sprintf("node%02d", rank/8), PID: 4000 + rank, Program: "coupled",
		Start: 1_760_000_000_000_000_000, To: 60_000_000_000,
		Clock:        stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 33.5, Drift: 0.12},
		Environments: []stats.Environment{{Name: "Default", Size: size, Ranks: all}},
		Tracks:       []string{"main"},
		Counters:     []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, {Name: "energy", Unit: "J", Step: 0.001, Domain: "board"}},
	}
	ocean := rank >= half
	if ocean {
		p.Environments = append(p.Environments, stats.Environment{Name: "Ocean", Size: size - half, Ranks: []stats.Range{{First: half, Last: size - 1, Stride: 1}}})
	}
	total := int64(0)
	root := Add(p, -1, "run", 0, 1, 0)
	Add(p, root, "start", 0, 1, 400e6+wave(rank, 1)*20e6)
	step := Add(p, root, "step", 0, 100, 0)
	if ocean {
		sea := Add(p, step, "ocean", 1, 100, 0)
		solve := Add(p, sea, "solve", 1, 400, (12e9+wave(rank, 3)*2e9)*slower)
		Add(p, sea, "tracers", 1, 100, 6e9+wave(rank, 2)*1e9)
		p.Nodes[sea].Total = p.Nodes[solve].Total + 7e9
		total = p.Nodes[sea].Total
	} else {
		air := Add(p, step, "atmosphere", 0, 100, 0)
		physics := 14e9 + wave(rank, 5)*1e9
		if rank == SlowRank {
			physics += 9e9
		}
		Add(p, air, "physics", 0, 100, physics)
		Add(p, air, "dynamics", 0, 600, 4e9+wave(rank, 4)*0.3e9)
		p.Nodes[air].Total = int64(physics) + 5e9
		total = p.Nodes[air].Total
	}
	Add(p, step, "exchange", 0, 100, math.Max(0.5e9, 29e9-float64(total)))
	p.Nodes[step].Total = total + p.Nodes[len(p.Nodes)-1].Total + 1e8
	if rank%4 == 0 {
		Add(p, root, "write", 0, 5, 2e9+wave(rank, 7)*1.8e9)
	}
	p.Nodes[root].Total = 40e9 + int64(wave(rank, 1)*1e8)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		fill(n)
		n.Values = []int64{n.Total * 2, n.Total / 1_000_000 * 3}
	}
	if rank == 2 {
		p.Warnings = []stats.Warning{{Kind: "stop without start", Path: "run/step", Caller: "model.go:77", Count: 3}}
	}
	return p
}

func wave(rank, k int) float64 { return math.Sin(float64(rank*k)*0.37 + float64(k)) }

// Add appends a node and returns its index.
func Add(p *stats.Profile, parent int, name string, environment int, calls uint64, total float64) int {
	n := stats.Node{Parent: parent, Name: name, Environment: environment}
	n.Calls, n.Total = calls, int64(total)
	p.Nodes = append(p.Nodes, n)
	return len(p.Nodes) - 1
}

// Even makes the figures of calls of the totals, all calls of a node taking about as long.
func Even(p *stats.Profile) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		each := n.Total / int64(n.Calls)
		n.Timed, n.Min, n.Max = n.Calls, each, each+1
		n.Squares = stats.Mul(uint64(n.Total), uint64(each)+1)
		n.Histogram = stats.Histogram{First: stats.BucketOf(uint64(each)), Counts: []uint64{n.Calls}}
	}
}

// fill makes the figures of calls of the total: half of the calls shorter, half of them longer.
func fill(n *stats.Node) {
	n.Timed = n.Calls
	if n.Calls == 0 {
		return
	}
	each := n.Total / int64(n.Calls)
	n.Min, n.Max = each/2, each+each/2
	n.Squares = stats.Mul(uint64(n.Calls), uint64(each)).Add64(0)
	for i := range n.Calls {
		v := each
		if i%2 == 0 && i+1 < n.Calls {
			v = n.Min + int64(i)*each/int64(n.Calls)/2
		}
		n.Histogram.Add(uint64(v))
	}
}

// Profiles returns the profiles of all ranks of a run.
func Profiles(size int, slower float64) []*stats.Profile {
	var list []*stats.Profile
	for rank := range size {
		list = append(list, Profile(rank, size, slower))
	}
	return list
}

// Merge returns the summary of profiles, which are valid.
func Merge(t testing.TB, list []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Hostile lists names that would break a page, if it took them as they are.
var Hostile = []string{
	`</script><script>window.broken=1</script>`, `<img src=x onerror="window.broken=2">`, `"'` + "`" + `${window.broken=3}`, "nul\x00in\x1bside", "\xff\xfe not UTF-8",
	`<!--<script>`, `]]>`, "line\nbreak\u2028and\u2029others", "\u202eright to left", `{{data}}{{script}}`, `&lt;b&gt;`, `__proto__`, `constructor`, "", strings.Repeat("long ", 100_000), strings.Repeat("界", 5000),
}

// HostileSummary returns a run with hostile text wherever there is text.
func HostileSummary(t testing.TB) (*stats.Summary, []*stats.Profile) {
	var list []*stats.Profile
	for rank := range 3 {
		p := Profile(rank, 3, 1)
		p.Program, p.Host = Hostile[0], Hostile[1]
		p.Warnings = []stats.Warning{{Kind: Hostile[0], Path: Hostile[2], Caller: Hostile[3], Count: 1}}
		p.Environments[0].Name = Hostile[0]
		p.Clock.Name = Hostile[1]
		p.Counters[0].Name, p.Counters[0].Unit, p.Counters[0].Domain = Hostile[0], Hostile[1], Hostile[5]
		for i, name := range Hostile {
			Add(p, i%2, name, 0, 1, 1e9+float64(i)*1e7)
			p.Nodes[len(p.Nodes)-1].Values = []int64{1, 2}
		}
		list = append(list, p)
	}
	return Merge(t, list), list
}

// ManyProfiles yields the profiles of a run of many ranks and regions. Each is valid until the next.
func ManyProfiles(ranks, regions int) iter.Seq[*stats.Profile] {
	p := &stats.Profile{
		Size: ranks, Program: "large", To: 1e12, Clock: stats.Clock{Name: "tsc"}, Tracks: []string{"main"},
		Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}},
	}
	for i := range regions {
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+3)/4 - 1, Name: fmt.Sprint("region ", i)})
	}
	return func(yield func(*stats.Profile) bool) {
		for rank := range ranks {
			p.Rank, p.Host = rank, fmt.Sprint("node", rank/64)
			for i := len(p.Nodes) - 1; i >= 0; i-- {
				n := &p.Nodes[i]
				each := int64(1e6 + (rank*7919+i*104729)%900_000)
				n.Calls, n.Timed, n.Total, n.Min, n.Max = 2, 2, 2*each, each, each
				n.Squares = stats.Mul(uint64(each), uint64(2*each))
			}
			for i := len(p.Nodes) - 1; i > 0; i-- {
				p.Nodes[p.Nodes[i].Parent].Total += p.Nodes[i].Total
			}
			if !yield(p) {
				return
			}
		}
	}
}

// ManySummary returns the summary of as many ranks. Its distributions are those of a few of them.
func ManySummary(t testing.TB, ranks, regions int) *stats.Summary {
	t.Helper()
	const few = 16
	var list []*stats.Profile
	for p := range ManyProfiles(few, regions) {
		q := *p
		q.Nodes = slices.Clone(p.Nodes)
		for i := range q.Nodes {
			q.Nodes[i].Histogram.Add(uint64(q.Nodes[i].Min))
			q.Nodes[i].Histogram.Add(uint64(q.Nodes[i].Min) * 100)
		}
		list = append(list, &q)
	}
	s := Merge(t, list)
	s.Size, s.Ranks = ranks, ranks
	s.Environments[0].Size, s.Environments[0].Ranks = ranks, []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}
	for i := range s.Clocks {
		s.Clocks[i].Ranks = ranks
	}
	return s
}

// FlatSummary returns a run without tree, hosts or clock, as files of other programs give it. Two of six ranks are
// missing.
func FlatSummary(t testing.TB) *stats.Summary {
	t.Helper()
	var list []*stats.Profile
	for rank := range 4 {
		p := &stats.Profile{Rank: rank, Size: 6, Environments: []stats.Environment{{Name: "Default", Size: 6, Ranks: []stats.Range{{First: 0, Last: 5, Stride: 1}}}}, Tracks: []string{"main"}}
		for i := range 5 {
			Add(p, -1, fmt.Sprint("region ", i), 0, 3, float64((rank+1)*(i+1))*1e6)
		}
		list = append(list, p)
	}
	s := Merge(t, list)
	s.Hosts, s.Clocks = 0, nil
	return s
}
