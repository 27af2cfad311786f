package machenv

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// list draws ranks of which many stand in regular runs.
func list(t *rapid.T) []int {
	var ranks []int
	for range rapid.IntRange(0, 5).Draw(t, "runs") {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		first := rapid.IntRange(0, 40).Draw(t, "first")
		stride := rapid.SampledFrom([]int{1, 1, 2, 3, -1, -5}).Draw(t, "stride")
		for i := range n {
			if r := first + i*stride; r >= 0 && !slices.Contains(ranks, r) {
				ranks = append(ranks, r)
			}
		}
	}
	return ranks
}

func TestRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := list(t)
		r := compress(ranks)
		if got := r.expand(); !slices.Equal(got, ranks) || r.len() != len(ranks) {
			t.Fatalf("%v is %v with %d ranks, which is %v", ranks, r, r.len(), got)
		}
		back, err := decodeRuns(r.encode())
		if err != nil || !slices.Equal(back, r) {
			t.Fatalf("%v after encoding: %v, %v", r, back, err)
		}
		at := rapid.IntRange(0, len(ranks)).Draw(t, "cut")
		if got := compress(ranks[:at]).joined(compress(ranks[at:])).expand(); !slices.Equal(got, ranks) {
			t.Fatalf("%v cut at %d and joined: %v", ranks, at, got)
		}
		sorted := slices.Sorted(slices.Values(ranks))
		if got := r.ascending(); !slices.Equal(got, compress(sorted)) {
			t.Fatalf("%v ascending: %v", ranks, got)
		}
		if len(ranks) > 0 {
			places := rapid.SliceOfNDistinct(rapid.IntRange(0, len(ranks)-1), 1, len(ranks), rapid.ID).Draw(t, "places")
			var want []int
			for _, p := range places {
				want = append(want, ranks[p])
			}
			if got := compress(places).through(r).expand(); !slices.Equal(got, want) {
				t.Fatalf("places %v of %v: %v, expected %v", places, ranks, got, want)
			}
		}
	})
}

// An environment on a large machine is a handful of numbers.
func TestRunsAreFew(t *testing.T) {
	all := runs{newRange(0, 400_000, 1)}
	half := runs{newRange(0, 200_000, 2)}
	third := runs{newRange(1, 60_000, 3)}
	got := third.through(half).through(all)
	if want := (runs{{First: 2, Last: 2 + 59_999*6, Stride: 6}}); !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
	if n := testing.AllocsPerRun(10, func() { third.through(half).through(all).ascending() }); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

func TestRunsString(t *testing.T) {
	for want, ranks := range map[string][]int{
		"":       {},
		"7":      {7},
		"0-7":    {0, 1, 2, 3, 4, 5, 6, 7},
		"9,4":    {9, 4},
		"0-14:7": {0, 7, 14},
	} {
		if compress(ranks).String() != want {
			t.Errorf("%v is %q, expected %q", ranks, compress(ranks), want)
		}
	}
	var many []int
	for i := range 30 {
		many = append(many, i*i)
	}
	if got, want := compress(many).String(), "0-1,4,9,16,25,36,49,64,81,100,121,144,169,196,225,… (30 ranks)"; got != want {
		t.Errorf("squares are %q, expected %q", got, want)
	}
}

func FuzzDecodeRuns(f *testing.F) {
	f.Add([]byte{})
	f.Add(runs{{0, 7, 1}, {9, 1, -4}}.encode())
	f.Add([]byte{0, 0, 0})
	f.Add([]byte{0x80})
	f.Add([]byte{1, 4, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRuns(data)
		if err != nil {
			return
		}
		for _, s := range r {
			if s.Len() < 1 || s.at(s.Len()-1) != s.Last {
				t.Errorf("impossible run %+v", s)
			}
		}
	})
}

func TestRangeHasWhatItLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newRange(rapid.IntRange(0, 9).Draw(t, "first"), rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "stride"))
		list := runs{r}.expand()
		for rank := range 50 {
			if r.Has(rank) != slices.Contains(list, rank) {
				t.Fatalf("%v has %d: %v, of %v", r, rank, r.Has(rank), list)
			}
		}
	})
}
