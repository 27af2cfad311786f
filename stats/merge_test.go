package stats

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func shuffled(profiles []*Profile, seed uint64) []*Profile {
	out := append([]*Profile(nil), profiles...)
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// same fails unless two Summaries are equal bit for bit.
func same(t rapid.TB, what string, got, want *Summary) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
	a, _ := got.MarshalBinary()
	b, _ := want.MarshalBinary()
	if !bytes.Equal(a, b) {
		t.Fatalf("%s: equal but encoded differently", what)
	}
}

func TestMergeIsWhatItSays(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		for _, p := range profiles {
			if err := p.Check(); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Merge(shuffled(profiles, rapid.Uint64().Draw(t, "order")))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		want := oracle(profiles)
		takeValues(want, s) // TestValuesAreThoseOfTheRanks looks at them
		same(t, "Merge", s, want)
	})
}

// takeValues takes over what the oracle does not know of.
func takeValues(s, from *Summary) {
	s.Counters, s.Counted = from.Counters, from.Counted
	for i := range min(len(s.Regions), len(from.Regions)) {
		s.Regions[i].Values = from.Regions[i].Values
	}
}

// TestAnyTreeShape merges parts in pairs drawn by chance.
func TestAnyTreeShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		var parts []*partial
		for _, p := range profiles {
			d := new(partial)
			if err := d.load(p); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, d)
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "to")
			j := rapid.IntRange(0, len(parts)-2).Draw(t, "from")
			if j >= i {
				j++
			}
			a := parts[i].align(parts[j])
			if err := parts[i].adopt(parts[j], &a); err != nil {
				t.Fatal(err)
			}
			parts = append(parts[:j], parts[j+1:]...)
		}
		got, _ := parts[0].summarise()
		want := oracle(profiles)
		takeValues(want, merged(t, profiles))
		for i := range want.Regions {
			for j := range want.Regions[i].Values {
				want.Regions[i].Values[j].RankHistogram, want.Regions[i].Values[j].RankSets = nil, nil
			}
			want.Regions[i].RankSets = nil
			want.Regions[i].RankHistogram, want.Regions[i].CallHistogram = nil, Histogram{}
			want.Regions[i].UntimedMin, want.Regions[i].UntimedMax = Extreme{}, Extreme{} // of columns, as the histograms
		}
		same(t, "any tree", got, want)
	})
}

// reduceLocal runs Reduce on a rank for each profile; the order is that of the communicator.
func reduceLocal(profiles []*Profile, opts ReduceOptions) (*Summary, error) {
	var s *Summary
	err := local.Run(len(profiles), func(comm machenv.Communicator) error {
		got, err := Reduce(comm, profiles[comm.Rank()], opts)
		if comm.Rank() == 0 {
			s = got
		} else if got != nil {
			return errors.New("a Summary on another rank than 0")
		}
		return err
	})
	return s, err
}

func TestReduceEqualsMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profiles := genProfiles(t)
		want, err := Merge(profiles)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reduceLocal(shuffled(profiles, rapid.Uint64().Draw(t, "order")), ReduceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Reduce", got, want)
	})
}

func TestReduceManyRanks(t *testing.T) {
	for _, share := range []float64{0, 0.1} {
		for _, ranks := range []int{1, 2, 3, 5, 16, 100, 300} {
			t.Run(fmt.Sprint(share, "/", ranks), func(t *testing.T) {
				var profiles []*Profile
				for r := range ranks {
					profiles = append(profiles, grownProfile(r, ranks, 50, share))
				}
				want, err := Merge(profiles)
				if err != nil {
					t.Fatal(err)
				}
				got, err := reduceLocal(profiles, ReduceOptions{})
				if err != nil {
					t.Fatal(err)
				}
				same(t, "Reduce", got, want)
				if r := got.Regions[0]; r.Ranks != ranks || r.Calls != uint64(10*ranks) {
					t.Errorf("%d ranks made %d calls, want %d and %d", r.Ranks, r.Calls, ranks, 10*ranks)
				}
			})
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	a, b, c := grownProfile(0, 4, 3, 0), grownProfile(1, 5, 3, 0), grownProfile(0, 4, 2, 0)
	twice := grownProfile(2, 4, 3, 0)
	twice.Nodes[2] = twice.Nodes[1]
	measured := grownProfile(2, 4, 3, 0)
	measured.Counters = []Counter{{Name: "q", Step: 1}}
	measured.Nodes[1].Values = []int64{7}
	measured.Nodes[2] = measured.Nodes[1]
	for _, test := range []struct {
		what     string
		profiles []*Profile
		match    error
		text     string
	}{
		{"none", nil, nil, "no profiles"},
		{"nil", []*Profile{a, nil}, ErrProfile, "profile 1 of 2 is nil"},
		{"sizes", []*Profile{a, b}, ErrMismatch, "rank 0 is one of 4 ranks and rank 1 one of 5"},
		{"rank twice", []*Profile{a, c}, ErrMismatch, "rank 0 of 4 is there twice"},
		{"region twice", []*Profile{a, twice}, ErrProfile, `region ["region 0" "region 1"] twice`},
		{"region with values twice", []*Profile{a, measured}, ErrProfile, `region ["region 0" "region 1"] twice`},
	} {
		s, err := Merge(test.profiles)
		if s != nil || err == nil || !strings.Contains(err.Error(), test.text) || test.match != nil && !errors.Is(err, test.match) {
			t.Errorf("%s: got %v, %v; want an error with %q", test.what, s, err, test.text)
		}
	}
}

func TestMissing(t *testing.T) {
	s, err := Merge([]*Profile{grownProfile(6, 8, 3, 0), grownProfile(2, 8, 3, 0), grownProfile(3, 8, 3, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Range{{First: 0, Last: 1, Stride: 1}, {First: 4, Last: 5, Stride: 1}, {First: 7, Last: 7, Stride: 1}}, s.Missing); diff != "" || s.Ranks != 3 || s.Size != 8 {
		t.Errorf("%d of %d ranks, missing (-want +got):\n%s", s.Ranks, s.Size, diff)
	}
}

func TestWarningsKeepTheSmallest(t *testing.T) {
	var profiles []*Profile
	for rank := range 40 {
		p := grownProfile(rank, 40, 1, 0)
		for i := range 10 {
			p.Warnings = append(p.Warnings, Warning{"kind", fmt.Sprintf("%03d", 10*(39-rank)+i), "", 2})
			p.Warnings = append(p.Warnings, Warning{"all", "", "", 3}, Warning{"all", "", "", 1})
		}
		profiles = append(profiles, p)
	}
	s, err := reduceLocal(profiles, ReduceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Warnings) != MaxWarnings || s.Warned != 40*10*6 {
		t.Fatalf("%d warnings of %d occurrences, want %d of %d", len(s.Warnings), s.Warned, MaxWarnings, 40*10*6)
	}
	if want := (WarningSummary{Warning{"all", "", "", 1600}, 40, 0}); s.Warnings[0] != want {
		t.Errorf("got %+v, want %+v", s.Warnings[0], want)
	}
	if want := (WarningSummary{Warning{"kind", "062", "", 2}, 1, 33}); s.Warnings[MaxWarnings-1] != want {
		t.Errorf("got %+v, want %+v", s.Warnings[MaxWarnings-1], want)
	}
	merged, err := Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "Reduce", s, merged)
}

// A profile with the tree of the one before, and something wrong in a node, is refused as one with another tree is.
func TestMergeSameTreeWrongNode(t *testing.T) {
	profile := func(rank int, change func(*Node)) *Profile {
		p := &Profile{Rank: rank, Size: 2, Environments: []Environment{{Name: "all", Size: 2, Ranks: []Range{{First: 0, Last: 1, Stride: 1}}}},
			Nodes: []Node{{Parent: -1, Name: "Total", Measure: Measure{Calls: 1, Timed: 1, Total: 5, Min: 5, Max: 5}}}}
		change(&p.Nodes[0])
		return p
	}
	for name, change := range map[string]func(*Node){
		"values":          func(n *Node) { n.Values = []int64{1} },
		"lacks":           func(n *Node) { n.Lacks = 1 << 31 },
		"histogram":       func(n *Node) { n.Histogram = Histogram{First: Buckets, Counts: []uint64{1}} },
		"blank histogram": func(n *Node) { n.Histogram.First = 3 },
		"track":           func(n *Node) { n.ByTrack = []TrackMeasure{{Track: 7}} },
	} {
		if _, err := Merge([]*Profile{profile(0, func(*Node) {}), profile(1, change)}); !errors.Is(err, ErrProfile) {
			t.Errorf("%s: %v, want ErrProfile", name, err)
		}
	}
}
