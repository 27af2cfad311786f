package stats

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What a Summary says of values is what comes out when they are listed.
func TestValuesAreThoseOfTheRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		s := merged(t, profiles)
		type place struct{ path, counter string }
		want := make(map[place]map[int]int64)
		least := make(map[string]float64)
		for _, p := range profiles {
			for j, share := range p.Counted {
				name := p.Counters[j].code()
				if before, known := least[name]; !known || share < before {
					least[name] = share
				}
			}
			for i := range p.Nodes {
				for j, v := range p.Nodes[i].Values {
					if !p.Counts(j) {
						continue // of what never had its turn nothing is known
					}
					at := place{quoted(p, i), p.Counters[j].code()}
					if want[at] == nil {
						want[at] = make(map[int]int64)
					}
					want[at][p.Rank] = v
				}
			}
		}
		for i := range s.Regions {
			for j := range s.Regions[i].Values {
				if s.Counters[j].Name == UsefulTime { // see TestUsefulTimeMergesExactly
					continue
				}
				at := place{quotedSummary(s, i), s.Counters[j].code()}
				checkValue(t, &s.Regions[i].Values[j], want[at])
				delete(want, at)
			}
		}
		for j := range s.Counters {
			share, known := least[s.Counters[j].code()]
			if !known {
				share = 1
			}
			if got := s.CountedShare(j); got != share {
				t.Errorf("counter %d counted for %g, want %g", j, got, share)
			}
		}
		if len(want) > 0 {
			t.Errorf("%d values are missing: %v", len(want), want)
		}
	})
}

// quoted is the path of a node with the environments on the way.
func quoted(p *Profile, i int) string {
	path := ""
	for ; i >= 0; i = p.Nodes[i].Parent {
		path += p.Nodes[i].Name + "\x01" + environmentOf(p.Environments[p.Nodes[i].Environment]) + "\x02"
	}
	return path
}

func quotedSummary(s *Summary, i int) string {
	path := ""
	for ; i >= 0; i = s.Regions[i].Parent {
		path += s.Regions[i].Name + "\x01" + environmentOf(Environment(s.Environments[s.Regions[i].Environment])) + "\x02"
	}
	return path
}

func environmentOf(c Environment) string { return fmt.Sprint(environmentKey(c.Name, c.Size, c.Ranks)) }

func checkValue(t rapid.TB, got *CounterStats, byRank map[int]int64) {
	t.Helper()
	sum, squares := new(big.Int), new(big.Int)
	least, largest := Extreme{Rank: -1}, Extreme{Rank: -1}
	for rank := range 64 {
		v, there := byRank[rank]
		if !there {
			continue
		}
		sum.Add(sum, big.NewInt(v))
		squares.Add(squares, new(big.Int).Mul(big.NewInt(v), big.NewInt(v)))
		if least.Rank < 0 || v < least.Value {
			least = Extreme{Value: v, Rank: rank}
		}
		if largest.Rank < 0 || v > largest.Value {
			largest = Extreme{Value: v, Rank: rank}
		}
	}
	have := new(big.Int).Lsh(big.NewInt(got.Sum.Hi), 64)
	have.Add(have, new(big.Int).SetUint64(got.Sum.Lo))
	if got.Ranks != len(byRank) || have.Cmp(sum) != 0 || got.Squares.big().Cmp(squares) != 0 {
		t.Errorf("got %+v of the values %v", *got, byRank)
	}
	if len(byRank) == 0 {
		return
	}
	if got.Min != least || got.Max != largest {
		t.Errorf("got %+v to %+v of the values %v", got.Min, got.Max, byRank)
	}
	counted := uint32(0)
	for _, c := range got.RankHistogram {
		counted += c
	}
	if int(counted) != len(byRank) {
		t.Errorf("the bins hold %d ranks of %d", counted, len(byRank))
	}
	exact, _ := new(big.Float).SetInt(sum).Float64()
	if f := got.Sum.Float64(); f != exact {
		t.Errorf("%v is %g, want %g", sum, f, exact)
	}
}

// A profile with all that is known of counters comes back.
func TestCountersComeBack(t *testing.T) {
	want := &Profile{
		Size: 1, Environments: []Environment{{"Default", 1, []Range{{First: 0, Last: 0, Stride: 1}}}}, Tracks: []string{"main"},
		Counters: []Counter{{Name: "q", Unit: "B", Step: 1, Domain: OfThread, Peak: true}}, Counted: []float64{0.5}, Empty: []int64{3},
		Nodes: []Node{{Parent: -1, Name: "a", Lacks: LacksWall, Values: []int64{-7}, LeftOut: []uint64{2}, Turns: []Turns{{5, 4}}, LargestTracks: []int{0}}},
	}
	b, _ := want.MarshalBinary()
	var got Profile
	if err := got.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, &got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCounterNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := Counter{rapid.String().Draw(t, "name"), rapid.String().Draw(t, "unit"), rapid.Float64Range(-1e300, 1e300).Draw(t, "step"), rapid.String().Draw(t, "domain"), rapid.Bool().Draw(t, "peak")}
		if got := counterOf(q.code()); got != q {
			t.Errorf("got %+v, want %+v", got, q)
		}
		counterOf(rapid.String().Draw(t, "nonsense")) // does not panic
	})
}

func TestWrongCounters(t *testing.T) {
	good := func() *Profile {
		return &Profile{
			Size: 1, Environments: []Environment{{"Default", 1, []Range{{First: 0, Last: 0, Stride: 1}}}},
			Counters: []Counter{{Name: "q", Step: 1}}, Nodes: []Node{{Parent: -1, Name: "a", Values: []int64{1}}},
		}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(p *Profile){
		"too many values": func(p *Profile) { p.Nodes[0].Values = []int64{1, 2} },
		"no step":         func(p *Profile) { p.Counters[0].Step = 0 },
		"no name":         func(p *Profile) { p.Counters[0].Name = "" },
		"twice":           func(p *Profile) { p.Counters = append(p.Counters, p.Counters[0]) },
	} {
		p := good()
		spoil(p)
		if p.Check() == nil {
			t.Errorf("%s: no error", what)
		}
		if _, err := Merge([]*Profile{p}); err == nil {
			t.Errorf("%s: merged", what)
		}
	}
}
