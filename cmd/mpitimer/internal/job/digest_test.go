package job

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// The digests of parts of the ranks, sent and joined, show what all ranks together show.
func TestDigestsJoin(t *testing.T) {
	begun := time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 40).Draw(t, "size")
		whole := &Moment{At: begun.Add(time.Hour), Name: "run", Program: "solver", Size: size, Owner: -1}
		parts := make([]*Moment, rapid.IntRange(1, 5).Draw(t, "parts"))
		for i := range parts {
			parts[i] = &Moment{At: whole.At, Name: "run", Program: "solver", Size: size, Owner: -1}
		}
		var missing []int
		for rank := range size {
			if rapid.IntRange(0, 9).Draw(t, "there") == 0 && rank > 0 {
				missing = append(missing, rank)
				continue
			}
			r := Rank{Info: ranktable.Info{Rank: rank, Size: size, Host: "h", Begin: begun, Complete: true}, Profile: &stats.Profile{Rank: rank, Size: size, To: int64(rank) * 1e9}}
			r.Epochs = rapid.Uint64Range(3, 9).Draw(t, "epochs")
			if rapid.IntRange(0, 9).Draw(t, "readable") == 0 {
				r.Profile = nil
			}
			r.State = rapid.SampledFrom([]ranktable.State{ranktable.Running, ranktable.Died, ranktable.Reported}).Draw(t, "state")
			r.Alive = r.State == ranktable.Running
			r.LastSeen = begun.Add(time.Duration(rank) * time.Second)
			path := []string{"Total", "step", "solve"}[:rapid.IntRange(0, 3).Draw(t, "depth")]
			for k := range path {
				r.Open = append(r.Open, ranktable.OpenRegion{Path: path[:k+1], Elapsed: time.Duration(rank+1) * time.Millisecond})
			}
			if last := len(r.Open) - 1; last >= 0 && rapid.Bool().Draw(t, "waits") {
				wait := drawWait(t, size-1)
				r.Open[last].Wait = &wait
				if rapid.Bool().Draw(t, "thread") {
					r.Open = append(r.Open, ranktable.OpenRegion{Track: 1, Path: path, Elapsed: time.Millisecond, Wait: &wait})
				}
			}
			whole.Ranks = append(whole.Ranks, r)
			p := parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")]
			p.Ranks = append(p.Ranks, r)
		}
		whole.Missing = rangesOf(missing)
		if rapid.Bool().Draw(t, "goroutines") {
			askDrawn(t, whole, parts)
		}
		joined := &Digest{Owner: -1}
		for _, p := range parts {
			joined.Join(sent(t, p.Digest()), 0)
		}
		joined.Hosts = 1 // each part has counted it
		far := Far("run", whole.At, joined, nil)
		if got, want := far.Text(120, 3), whole.Text(120, 3); got != want {
			t.Fatalf("joined:\n%s\nwhole:\n%s", got, want)
		}
		if far.Epochs() != whole.Epochs() {
			t.Fatalf("epochs %v, want %v", far.Epochs(), whole.Epochs())
		}
		if got, want := fmt.Sprint(far.Inside()), fmt.Sprint(whole.Inside()); got != want {
			t.Fatalf("inside %s, want %s", got, want)
		}
	})
}

// askDrawn lets ranks answer where their goroutines are, or not.
func askDrawn(t *rapid.T, whole *Moment, parts []*Moment) {
	whole.Goroutines = &Goroutines{}
	for _, p := range parts {
		p.Goroutines = &Goroutines{}
		for i := range p.Ranks {
			rank := p.Ranks[i].Rank
			if rapid.IntRange(0, 4).Draw(t, "answers") == 0 {
				for _, m := range []*Moment{whole, p} {
					m.Goroutines.Join(&Goroutines{Silent: rangesOf([]int{rank})})
				}
				continue
			}
			found := &ranktable.Goroutines{All: rapid.IntRange(10, 20).Draw(t, "all")}
			for _, place := range rapid.SliceOfNDistinct(rapid.IntRange(0, 5), 0, 3, rapid.ID[int]).Draw(t, "places") {
				found.Places = append(found.Places, ranktable.GoroutinePlace{Count: rapid.IntRange(1, 3).Draw(t, "count"), Frames: []string{fmt.Sprint("f", place), "main.main"}})
			}
			for _, m := range []*Moment{whole, p} {
				m.Goroutines.add(found, []int{rank})
			}
		}
	}
}

// Goroutines of many places are bounded, and all are counted.
func TestGoroutinesBounded(t *testing.T) {
	g := &Goroutines{}
	for rank := range 10 * mostSpots {
		g.add(&ranktable.Goroutines{All: 3, Places: []ranktable.GoroutinePlace{{Count: 2, Frames: []string{fmt.Sprint("f", rank)}}}}, []int{rank})
	}
	count := g.Others
	for _, s := range g.Spots {
		count += s.Count
	}
	if len(g.Spots) != mostSpots || g.All != 30*mostSpots || count != g.All {
		t.Errorf("%d spots, %d goroutines of %d", len(g.Spots), count, g.All)
	}
}

func rangesOf(ranks []int) []stats.Range {
	var list []stats.Range
	for _, r := range ranks {
		list = JoinRanges(list, []stats.Range{{First: r, Last: r, Stride: 1}})
	}
	return list
}

// sent is what arrives of a digest.
func sent(t *rapid.T, d *Digest) *Digest {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(d); err != nil {
		t.Fatal(err)
	}
	out := &Digest{}
	if err := gob.NewDecoder(&b).Decode(out); err != nil {
		t.Fatal(err)
	}
	return out
}

// A clock that is wrong by a day is set right.
func TestDigestOfAnotherClock(t *testing.T) {
	at := time.Date(2026, 8, 21, 14, 3, 11, 0, time.UTC)
	d := &Digest{}
	d.Join(&Digest{Tables: 1, Size: 1, Begun: at, Seen: at.Add(time.Second), Fates: []Fate{{Word: "died", Last: at}}}, 24*time.Hour)
	if tomorrow := at.Add(24 * time.Hour); !d.Begun.Equal(tomorrow) || !d.Seen.Equal(tomorrow.Add(time.Second)) || !d.Fates[0].Last.Equal(tomorrow) {
		t.Errorf("%+v", d)
	}
}

// The number of ranks makes a digest hardly longer.
func TestDigestIsShort(t *testing.T) {
	length := func(size int) int {
		m := &Moment{Size: size}
		for rank := range size {
			m.Ranks = append(m.Ranks, Rank{Info: ranktable.Info{Rank: rank, Size: size, State: ranktable.Running, Alive: true}, Profile: &stats.Profile{},
				Open: []ranktable.OpenRegion{{Path: []string{"Total"}}}})
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(m.Digest()); err != nil {
			t.Fatal(err)
		}
		return b.Len()
	}
	if small, large := length(10), length(10000); large > small+50 {
		t.Errorf("%d bytes of 10 ranks, %d of 10 000", small, large)
	}
}

func TestRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfNDistinct(rapid.IntRange(0, 60), 0, 30, rapid.ID[int]).Draw(t, "ranks")
		cut := rapid.IntRange(0, len(all)).Draw(t, "cut")
		a, b := slices.Sorted(slices.Values(all[:cut])), slices.Sorted(slices.Values(all[cut:]))
		slices.Sort(all)
		joined := JoinRanges(cli.RangesOf(a), cli.RangesOf(b))
		if !slices.Equal(joined, cli.RangesOf(all)) || !slices.Equal(joined, JoinRanges(rangesOf(a), rangesOf(b))) {
			t.Fatalf("%v and %v are %v", a, b, joined)
		}
		for rank := range 62 {
			if Within(joined, rank) != slices.Contains(all, rank) {
				t.Fatalf("%d within %v", rank, joined)
			}
		}
	})
}
