package campaign

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// A rank of a real run does what was planned for it, in the regions that the scorer knows, and says how long it took.
func TestRealRunsAsPlanned(t *testing.T) {
	for seed := range uint64(30) {
		r := NewReal(seed, seed%2 == 0)
		for rank := range r.Ranks {
			synctest.Test(t, func(t *testing.T) {
				met := 0
				var open []string
				p := &Program{
					Start: func(name string) {
						if slices.Contains(open, name) { // real timers have no node for it
							t.Errorf("seed %d: %q is started inside itself", seed, name)
						}
						open = append(open, name)
					},
					Stop: func(name string) {
						if n := len(open) - 1; open[n] != name {
							t.Fatalf("seed %d: %q is stopped in %q", seed, name, open)
						} else {
							open = open[:n]
						}
					},
					Step: func() {},
					Meet: func() error { met++; time.Sleep(time.Microsecond); return nil },
				}
				m, err := r.Execute(rank, p)
				if err != nil {
					t.Fatal(err)
				}
				waited := 0.0
				for i := range r.nodes {
					planned := r.work[i][rank]
					if r.nodes[i].sync { // its own time is nobody's business
						planned = 0
					}
					if math.Abs(m.Work[i]-planned) > 1e-6*planned+1e4 {
						t.Errorf("seed %d, rank %d: %.4g s in %s, planned %.4g", seed, rank, m.Work[i]/1e9, r.path(i), planned/1e9)
					}
					waited += m.Wait[i]
				}
				if met == 0 || len(open) > 0 || waited != 1e3*float64(met) {
					t.Errorf("seed %d: met %d times, %g ns, ended in %q", seed, met, waited, open)
				}
			})
		}
	}
}

// Of a real run true is what ranks took, not what was planned: a rank that the machine held up is slow, and no other.
func TestRealTruthIsMeasured(t *testing.T) {
	r := NewReal(0, true)
	for r.planted() || r.Ranks < 3 || len(r.nodes) < 4 {
		r = NewReal(r.Seed+1, true)
	}
	leaf := 0
	for i := range r.nodes {
		if n := &r.nodes[i]; n.phase == steps && !n.sync && !waiting(n.name) && r.leaf(i) {
			leaf = i
		}
	}
	s := &stats.Summary{Environments: make([]stats.EnvironmentSummary, 1), Ranks: r.Ranks, Size: r.Ranks}
	for i := range r.nodes {
		s.Regions = append(s.Regions, stats.Region{Name: r.nodes[i].name, Parent: r.nodes[i].parent})
	}
	held := 0.2 * r.Truth.Run
	slow := func(rank int) []answers.Finding {
		return []answers.Finding{{Kind: answers.Slow, Region: leaf, Around: leaf, Saves: 0.5 * held,
			Ranks: answers.Ranks{Count: 1, Of: r.Ranks, First: rank, Ranges: []stats.Range{{First: rank, Last: rank, Stride: 1}}}}}
	}
	if score := r.Score(s, nil, slow(1)); len(score.False) == 0 {
		t.Errorf("a run in which nobody was held up scores %+v", score)
	}
	ranks := make([]Measured, r.Ranks)
	for rank := range ranks {
		for i := range r.nodes {
			ranks[rank].Work, ranks[rank].Wait = append(ranks[rank].Work, r.work[i][rank]), append(ranks[rank].Wait, r.wait[i][rank])
		}
	}
	ranks[1].Work[leaf] += held
	if err := r.measured(ranks); err != nil {
		t.Fatal(err)
	}
	if score := r.Score(s, nil, slow(1)); len(score.False) > 0 {
		t.Errorf("the rank that was held up scores %+v", score)
	}
	if score := r.Score(s, nil, slow(2)); len(score.False) == 0 {
		t.Errorf("another rank scores %+v", score)
	}
	if err := r.measured(ranks[1:]); err == nil {
		t.Error("one rank lacks, and there is no error")
	}
}
