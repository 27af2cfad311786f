package campaign

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	series "github.com/go-hpc/timers/stats/answers/steps"
)

// truth is the finding that says what is so of a run.
func truth(r *Run, regions []int) answers.Finding {
	t := &r.Truth
	if t.Kind == answers.Balanced {
		return answers.Finding{Kind: t.Kind, Region: -1}
	}
	f := answers.Finding{Kind: t.Kind, Own: t.own, Saves: (t.Low + t.High) / 2, Region: slices.Index(regions, t.node)}
	for rank, is := range t.Slow {
		if is {
			f.Ranks.Count, f.Ranks.First = f.Ranks.Count+1, rank // the last one, which is the slowest of a gradient
			f.Ranks.Ranges = append(f.Ranks.Ranges, stats.Range{First: rank, Last: rank, Stride: 1})
		}
	}
	for _, s := range append(r.syncs[:], r.stages...) {
		w := slices.Index(regions, s.row)
		if s.around >= 0 && r.Culprit != between && slices.Max(r.idle[s.row])-r.idle[s.row][f.Ranks.First] > f.Saves/4 {
			f.Waits = append(f.Waits, w)
		}
	}
	return f
}

// each makes some runs and their Summaries.
func each(t *testing.T, check func(r *Run, s *stats.Summary, regions []int, right answers.Finding)) {
	t.Helper()
	runs := uint64(300)
	if testing.Short() {
		runs = 100
	}
	for seed := range runs {
		r := New(7_000_000 + seed)
		if r.Ranks > 1000 || r.second.node >= 0 { // of two culprits: TestScoreBoth
			continue
		}
		s, err := r.Summary()
		if err != nil {
			t.Fatal(err)
		}
		regions := r.regions(s)
		check(r, s, regions, truth(r, regions))
		if t.Failed() {
			right := truth(r, regions)
			score := r.Score(s, nil, []answers.Finding{right})
			r.Dump(t.Output(), []answers.Finding{right}, &score)
			return
		}
	}
}

func TestScoreRight(t *testing.T) {
	each(t, func(r *Run, s *stats.Summary, _ []int, right answers.Finding) {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if score := r.Score(s, nil, []answers.Finding{right}); !score.Right || score.Unknown || len(score.False) > 0 {
			t.Errorf("seed %d: the truth scores %+v", r.Seed, score)
		}
	})
}

// Both culprits are to be told.
func TestScoreBoth(t *testing.T) {
	tried := 0
	for seed := uint64(8_000_000); tried < 10; seed++ {
		r := New(seed)
		if r.second.node < 0 || r.Ranks > 1000 || !r.Truth.Suffices || r.Truth.Low < 0.15*r.Truth.Run {
			continue
		}
		tried++
		s, err := r.Summary()
		if err != nil {
			t.Fatal(err)
		}
		regions := r.regions(s)
		first := truth(r, regions)
		first.Waits, first.Saves = nil, first.Saves/2
		other := answers.Finding{Kind: answers.Slow, Region: slices.Index(regions, r.second.node), Saves: first.Saves}
		for rank, is := range r.second.slow {
			if is {
				other.Ranks.Count, other.Ranks.First = other.Ranks.Count+1, rank
				other.Ranks.Ranges = append(other.Ranks.Ranges, stats.Range{First: rank, Last: rank, Stride: 1})
			}
		}
		if score := r.Score(s, nil, []answers.Finding{first, other}); !score.Right || len(score.False) > 0 {
			t.Errorf("seed %d: the truth scores %+v", seed, score)
		}
		told := 0
		for _, part := range r.Truth.one {
			told += count(r.Truth.Low*part/(r.Truth.one[0]+r.Truth.one[1]) >= 0.03*r.Truth.Run)
		}
		first.Saves *= 2
		if score := r.Score(s, nil, []answers.Finding{first}); score.Right && told == 2 {
			t.Errorf("seed %d: one of two scores %+v", seed, score)
		}
	}
}

// What is not so is false, in a run in which something is to win.
func TestScoreFalse(t *testing.T) {
	each(t, func(r *Run, s *stats.Summary, regions []int, right answers.Finding) {
		wrong := map[string]answers.Finding{"won in a balanced run": {Kind: answers.Slow, Region: 0, Saves: 0.03 * r.Truth.Run}}
		if right.Kind != answers.Balanced {
			wrong = map[string]answers.Finding{"nothing known": {Kind: answers.Undecided, Region: -1, Saves: right.Saves}}
			if r.Truth.Low > much*r.Truth.Run {
				wrong["balanced"] = answers.Finding{Kind: answers.Balanced, Region: -1}
			}
			twice := right
			twice.Saves *= 3
			wrong["too much"] = twice
			if quick := slices.Index(r.Truth.Slow, false); quick >= 0 {
				one := right
				one.Ranks.First = quick
				wrong["a quick rank"] = one
			}
			for i, n := range regions {
				if waiting(r.nodes[n].name) && n != r.Truth.row && !r.within(r.Truth.node, n) {
					one := right
					one.Kind, one.Own, one.Region = answers.Slow, false, i
					wrong["a wait"] = one
					one.Kind = answers.Undecided
					wrong["either of waits"] = one
				}
			}
		}
		for what, f := range wrong {
			if score := r.Score(s, nil, []answers.Finding{f}); len(score.False) == 0 || score.Right {
				t.Errorf("seed %d: %s scores %+v", r.Seed, what, score)
			}
		}
	})
}

// What is neither right nor false.
func TestScoreNotRight(t *testing.T) {
	each(t, func(r *Run, s *stats.Summary, _ []int, right answers.Finding) {
		if score := r.Score(s, nil, []answers.Finding{{Kind: answers.Unknown, Region: -1}}); !score.Unknown || score.Right || len(score.False) > 0 {
			t.Errorf("seed %d: unknown scores %+v", r.Seed, score)
		}
		if right.Kind == answers.Balanced {
			return
		}
		either := answers.Finding{Kind: answers.Undecided, Region: 0, Saves: right.Saves, Either: []answers.Finding{right}}
		if score := r.Score(s, nil, []answers.Finding{either}); !score.Unknown || score.Right || len(score.False) > 0 {
			t.Errorf("seed %d: either of two scores %+v", r.Seed, score)
		}
		for what, change := range map[string]func(f *answers.Finding){
			"too little":     func(f *answers.Finding) { f.Saves = 0.8 * r.Truth.Low; f.Waits = nil },
			"no ranks":       func(f *answers.Finding) { f.Ranks.Count = 0; f.Ranks.Ranges = nil },
			"another kind":   func(f *answers.Finding) { f.Kind = answers.Balanced; f.Saves = 0 },
			"another region": func(f *answers.Finding) { f.Region = s.Regions[f.Region].Parent },
		} {
			f := right
			change(&f)
			score := r.Score(s, nil, []answers.Finding{f})
			if r.Slow == "gradient" && what == "no ranks" { // its number is not defined
				continue
			}
			if score.Right {
				t.Errorf("seed %d: %s is right", r.Seed, what)
			}
		}
	})
}

// Noise never hides what is planted, and the same seed makes the same run.
func TestRunSettled(t *testing.T) {
	each(t, func(r *Run, s *stats.Summary, _ []int, _ answers.Finding) {
		if !r.settle() {
			t.Errorf("seed %d: noise hides the truth", r.Seed)
		}
		again, err := New(r.Seed).Summary()
		if err != nil || !slices.EqualFunc(s.Regions, again.Regions, func(a, b stats.Region) bool { return a.Name == b.Name && a.Wall == b.Wall && a.Max == b.Max }) {
			t.Errorf("seed %d: another run (%v)", r.Seed, err)
		}
	})
}

// Since when is to be told, by the planted steps, with a link to the first of them on the rank's own clock, and by what is so.
func TestScoreSince(t *testing.T) {
	told := 0
	each(t, func(r *Run, s *stats.Summary, regions []int, right answers.Finding) {
		times, w := r.Times(), &r.since
		if score := r.Score(s, times, []answers.Finding{right}); !score.Steps || w.pattern == series.InTurn {
			return
		} else if score.Right {
			t.Errorf("seed %d: nothing is said of steps, and scores %+v", r.Seed, score)
		}
		told++
		first, at := right.Ranks.First, r.lane.at[w.shown()*r.Ranks+right.Ranks.First]
		right.Since = &series.Since{Pattern: w.pattern, First: w.first + 1, Last: w.last + 1, Ranks: []stats.Range{{First: first, Last: first, Stride: 1}}}
		if w.pattern == series.Periodic {
			right.Since.Period = 1 + slices.IndexFunc(w.often[w.first+1:], func(v float64) bool { return v > 0 })
		}
		right.Evidence = &answers.Evidence{Rank: first, Step: w.shown() + 1, From: at[0], To: at[1]}
		score := func(change func(f *answers.Finding)) Score {
			f, of, shows := right, *right.Since, *right.Evidence
			f.Since, f.Evidence = &of, &shows
			change(&f)
			return r.Score(s, times, []answers.Finding{f})
		}
		if got := score(func(*answers.Finding) {}); !got.Since || !got.Link {
			t.Errorf("seed %d: the truth scores %+v", r.Seed, got)
		}
		if got := score(func(f *answers.Finding) { f.Since.First += 3 }); got.Since {
			t.Errorf("seed %d: three steps later scores %+v", r.Seed, got)
		}
		if got := score(func(f *answers.Finding) { f.Evidence.From = f.Evidence.To }); got.Link || got.Right {
			t.Errorf("seed %d: another moment scores %+v", r.Seed, got)
		}
		if got := score(func(f *answers.Finding) { f.Since.Longer = 100 * r.Truth.Run }); len(got.False) == 0 && w.pattern != series.Growing {
			t.Errorf("seed %d: longer than the run scores %+v", r.Seed, got)
		}
	})
	if told < 5 {
		t.Errorf("%d runs are told", told)
	}
}
