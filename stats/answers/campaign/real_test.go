package campaign

import (
	"math"
	"testing"
	"testing/synctest"
	"time"
)

// A rank of a real run does what was planned for it, in the regions that the scorer knows.
func TestRealRunsAsPlanned(t *testing.T) {
	for seed := range uint64(30) {
		r := NewReal(seed, seed%2 == 0)
		for rank := range r.Ranks {
			synctest.Test(t, func(t *testing.T) {
				at, met := -1, 0
				own := make([]time.Duration, len(r.nodes))
				last := time.Now()
				pass := func() {
					if at >= 0 {
						own[at] += time.Since(last)
					}
					last = time.Now()
				}
				p := &Program{
					Start: func(name string) {
						pass()
						for i := range r.nodes {
							if r.nodes[i].parent == at && r.nodes[i].name == name {
								at = i
								return
							}
						}
						t.Fatalf("seed %d: no region %q in %d", seed, name, at)
					},
					Stop: func(name string) {
						pass()
						if at < 0 || r.nodes[at].name != name {
							t.Fatalf("seed %d: %q is stopped in %d", seed, name, at)
						}
						at = r.nodes[at].parent
					},
					Meet: func() error { met++; return nil },
				}
				if err := r.Execute(rank, p); err != nil {
					t.Fatal(err)
				}
				for i := range r.nodes {
					planned := r.work[i][rank]
					if r.nodes[i].sync { // its own time is nobody's business
						continue
					}
					if got := float64(own[i]); math.Abs(got-planned) > 1e-6*planned+1e4 {
						t.Errorf("seed %d, rank %d: %.4g s in %s, planned %.4g", seed, rank, got/1e9, r.path(i), planned/1e9)
					}
				}
				if met == 0 || at >= 0 {
					t.Errorf("seed %d: met %d times, ended in %d", seed, met, at)
				}
			})
		}
	}
}
