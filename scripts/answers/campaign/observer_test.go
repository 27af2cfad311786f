package campaign

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// observe finds what somebody can who knows of each rank how long it works in each node, and nothing of what was planted.
func observe(r *Run, regions []int) answers.Finding {
	best := answers.Finding{Kind: answers.Balanced, Region: -1}
	if r.part != nil {
		all := r.components()
		for region, i := range regions {
			n := &r.nodes[i]
			of, _ := r.over(i, all)
			if saves := of - mean(all); n.environment > 0 && r.nodes[n.parent].environment == 0 && saves > best.Saves {
				best = answers.Finding{Kind: answers.Between, Region: region, Saves: saves}
				for rank := range r.Ranks {
					best.Ranks.Count, best.Ranks.First = best.Ranks.Count+count(r.runs(i, rank)), max(best.Ranks.First, rank*count(r.runs(i, rank)))
				}
			}
		}
	}
	for region, i := range regions {
		usual, saves := r.over(i, r.work[i])
		if twin := r.other(i); twin >= 0 {
			saves = slices.Max(r.work[i]) - mean(r.work[i]) - mean(r.work[twin])
		}
		if r.nodes[i].only {
			saves += usual
		}
		if saves <= best.Saves {
			continue
		}
		best = answers.Finding{Kind: answers.Slow, Region: region, Own: !r.leaf(i), Saves: saves}
		most := slices.Max(r.work[i])
		least := most
		for rank, v := range r.work[i] {
			if r.runs(i, rank) {
				least = min(least, v)
			}
		}
		for rank, v := range r.work[i] {
			if r.nodes[i].only && r.runs(i, rank) || !r.nodes[i].only && v > (least+most)/2 {
				best.Ranks.Count++
				best.Ranks.Ranges = append(best.Ranks.Ranges, stats.Range{First: rank, Last: rank, Stride: 1})
				if v == most {
					best.Ranks.First = rank
				}
			}
		}
	}
	if best.Saves < little*r.Truth.Run {
		return answers.Finding{Kind: answers.Balanced, Region: -1}
	}
	return best
}

// Who knows how long each rank works finds what is planted: the campaign asks for nothing that is not in the times.
func TestObserver(t *testing.T) {
	right, all := 0, 0
	each(t, func(r *Run, s *stats.Summary, regions []int, _ answers.Finding) {
		f := observe(r, regions)
		score := r.Score(s, nil, []answers.Finding{f})
		all, right = all+1, right+count(score.Right)
		if len(score.False) > 0 || !score.Right {
			r.Dump(t.Output(), []answers.Finding{f}, &score)
		}
	})
	if 100*right < 99*all {
		t.Errorf("%d of %d are right", right, all)
	}
}
