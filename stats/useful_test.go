package stats

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
)

// oracleUseful is the useful times of a profile in the most obvious way: for each node the track that has most of it, and of
// that all that is a wait, looked for from the node down. Calls of MPI are none in it.
func oracleUseful(p *Profile) []int64 {
	known := slices.ContainsFunc(p.Nodes, func(n Node) bool { return n.Communicates || n.Waited > 0 })
	if !known {
		return nil
	}
	times := make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		if times[i] = NoValue; ran(&p.Nodes[i]) {
			track := 0
			for _, t := range p.Nodes[i].ByTrack {
				if most := p.Nodes[i].On(track); t.Total == p.Nodes[i].Wall() && (most == nil || most.Total < t.Total) {
					track = t.Track
				}
			}
			times[i] = p.Nodes[i].Wall() - oracleWaits(p, i, track)
		}
	}
	return times
}

// oracleWaits is how much of the time of a node on a track is waiting.
func oracleWaits(p *Profile, node, track int) int64 {
	m := p.Nodes[node].On(track)
	if m == nil {
		return 0
	}
	for i := node; i >= 0 && p.Nodes[i].On(track) != nil && p.Nodes[i].On(track).Total > 0; i = p.Nodes[i].Parent {
		if p.Nodes[i].Communicates {
			return m.Total
		}
	}
	sum := m.Waited
	for i := range p.Nodes {
		if p.Nodes[i].Parent == node {
			sum += oracleWaits(p, i, track)
		}
	}
	return min(sum, m.Total)
}

// Useful times of all ranks merge exactly, in any order and over messages, and each rank has those that its own profile says:
// also where ranks disagree about which regions communicate, and where it is not known on all of them.
func TestUsefulTimeMergesExactly(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		s, err := Merge(shuffled(profiles, rapid.Uint64().Draw(t, "order")))
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]map[int]int64)
		for _, p := range profiles {
			for i, v := range oracleUseful(p) {
				if v != NoValue {
					path := quoted(p, i)
					if want[path] == nil {
						want[path] = make(map[int]int64)
					}
					want[path][p.Rank] = v
				}
			}
		}
		at := slices.IndexFunc(s.Counters, func(q Counter) bool { return q.Name == UsefulTime })
		for i := range s.Regions {
			path, got := quotedSummary(s, i), CounterStats{}
			if at >= 0 && s.Regions[i].Values != nil {
				got = s.Regions[i].Values[at]
			}
			if got.Ranks != len(want[path]) {
				t.Fatalf("%s: useful time of %d ranks, want %v", path, got.Ranks, want[path])
			}
			if got.Ranks > 0 {
				checkValue(t, &got, want[path])
			}
		}
		again, err := reduceLocal(profiles, ReduceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Reduce", again, s)
	})
}

// Each way in which a rank may know of its waits makes useful time known, and no other does.
func TestUsefulTimeByConstruction(t *testing.T) {
	node := func(parent int, name string, total int64) Node {
		return Node{Parent: parent, Name: name, Measure: Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}}
	}
	for _, c := range []struct {
		name   string
		wait   func(n *Node)
		useful []int64 // of step, kernel, exchange and of pack inside that
	}{
		{"nothing", func(*Node) {}, nil},
		{"a call of MPI", func(n *Node) { n.Name = "MPI_Allreduce" }, []int64{70, 60, 0, 0}},
		{"MPI's initialisation alone", func(n *Node) { n.Name = "MPI_Init" }, nil},
		{"a barrier of E3SM", func(n *Node) { n.Name = "sync_exchange" }, []int64{70, 60, 0, 0}},
		{"a mark", func(n *Node) { n.Communicates = true }, []int64{70, 60, 0, 0}},
		{"waits noted in it", func(n *Node) { n.Waited = 25 }, []int64{75, 60, 5, 5}},
		{"more waits than time outside of pack", func(n *Node) { n.Waited = 30 }, []int64{70, 60, 0, 5}},
	} {
		p := &Profile{Size: 1, Environments: []Environment{{"Default", 1, []Range{{Stride: 1}}}}, Nodes: []Node{
			node(-1, "step", 100), node(0, "kernel", 60), node(0, "exchange", 30), node(2, "pack", 5),
		}}
		c.wait(&p.Nodes[2])
		if got := p.usefulTimes(); fmt.Sprint(got) != fmt.Sprint(c.useful) {
			t.Errorf("%s: %v, want %v", c.name, got, c.useful)
		}
	}
}

// Of an interval, useful time is what lies between: waits are subtracted as time is.
func TestUsefulTimeOfAnInterval(t *testing.T) {
	at := func(steps int64) *Profile {
		p := smallProfile()
		p.Nodes = []Node{{Parent: -1, Name: "step", Measure: Measure{
			Calls: uint64(steps), Timed: uint64(steps), Total: steps * 100, Min: 100, Max: 100, Squares: Mul(uint64(steps), 10000), Waited: steps * steps * 10,
		}}}
		return p
	}
	if got := Difference(at(5), at(3)).usefulTimes(); len(got) != 1 || got[0] != 200-(250-90) {
		t.Errorf("%v, want 40 of 200", got)
	}
	if got := Difference(at(5), nil).usefulTimes(); len(got) != 1 || got[0] != 250 {
		t.Errorf("%v, want 250 of 500", got)
	}
}

// A region communicates if all ranks that ran it say so. Where they disagree each rank keeps its own useful time.
func TestRanksDisagreeAboutCommunication(t *testing.T) {
	for _, c := range []struct {
		marks  []bool
		all    bool
		useful int64
	}{{[]bool{true, true}, true, 0}, {[]bool{true, false}, false, 100}, {[]bool{false, true}, false, 100}} {
		var profiles []*Profile
		for rank, marks := range c.marks {
			p := smallProfile()
			p.Rank, p.Size = rank, 2
			p.Environments = []Environment{{"Default", 2, []Range{{Last: 1, Stride: 1}}}}
			m := Measure{Calls: 1, Timed: 1, Total: 100, Min: 100, Max: 100, Squares: Square(100)}
			p.Nodes = []Node{{Parent: -1, Name: "exchange", Communicates: marks, Measure: m}, {Parent: -1, Name: "sync_step", Measure: m}}
			profiles = append(profiles, p)
		}
		s, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		r := &s.Regions[0]
		if r.Communicates != c.all || len(r.Values) != 1 || r.Values[0].Sum.Float64() != float64(c.useful) {
			t.Errorf("%v: %v, %+v", c.marks, r.Communicates, r.Values)
		}
		var back Summary
		if frame, err := s.MarshalBinary(); err != nil || back.UnmarshalBinary(frame) != nil || back.Regions[0].Communicates != c.all {
			t.Errorf("%v: %v, not as it was written", c.marks, back.Regions)
		}
	}
}

// A region in which a rank asks often whether something has come need not wait there: the recorder of calls notes for how long it did.
// Of calls in files of others that is a guess.
func TestUsefulTimeBetweenPolls(t *testing.T) {
	for _, c := range []struct {
		recorded       bool
		waited, useful int64
	}{{true, 0, 99e6}, {true, 60e6, 39e6}, {false, 0, 0}} {
		region := Measure{Calls: 1, Timed: 1, Total: 100e6, Waited: c.waited}
		calls := Measure{Calls: 200, Timed: 200, Total: 1e6}
		p := &Profile{Nodes: []Node{{Parent: -1, Name: "Total", Measure: region}, {Parent: 0, Name: "MPI_Test", Measure: calls}}}
		if c.recorded {
			p.Counters = []Counter{{Name: MPISent, Unit: "B", Step: 1}}
		}
		if got := p.usefulTimes()[0]; got != c.useful {
			t.Errorf("recorded %t, waited %d: useful %d, want %d", c.recorded, c.waited, got, c.useful)
		}
	}
}
