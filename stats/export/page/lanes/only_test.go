package lanes

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// The parts of a rank's time are as long together as the whole, in each region, wherever it is cut.
func TestOnlyPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b builder
		drawn(t, &b, 0, 0, 1000)
		b.settle()
		totals := func(only func(rank string) (from, to int64)) map[string]int64 {
			r := &reader{t: &Timeline{Length: 2000, Names: []string{"a", "b", "c", "d", "e", "f"}}, o: Options{Only: only}}
			r.rankOf(&Lane{Rank: "0"}).add(&b)
			r.t.Calls = make([]bool, len(r.t.Names))
			r.finish()
			all := map[string]int64{}
			p := r.t.Profiles[0]
			s, err := stats.Merge(r.t.Profiles)
			if err != nil {
				t.Fatal(err)
			}
			for i := range s.Regions {
				path := ""
				for _, name := range s.Path(i) {
					path += "/" + name
				}
				all[path] += s.Regions[i].Max.Value
			}
			if from, to := only("0"); to < 2000 && p.To-p.From != to-from {
				t.Errorf("a part from %d to %d, want %d to %d", p.From, p.To, from, to)
			}
			return all
		}
		cut := rapid.Int64Range(1, 1500).Draw(t, "cut")
		whole := totals(func(string) (from, to int64) { return 0, math.MaxInt64 })
		first, second := totals(func(string) (from, to int64) { return 0, cut }), totals(func(string) (from, to int64) { return cut, math.MaxInt64 })
		for path, want := range whole {
			if got := first[path] + second[path]; got != want {
				t.Errorf("%s: %d before %d and %d after, want %d together", path, first[path], cut, second[path], want)
			}
		}
	})
}
