package campaign

import (
	"fmt"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// What is wrong, as shares.
const (
	exact  = 0.1   // seconds and ranks are right within this
	much   = 0.05  // of the run: who has this to win is not told that the run is balanced
	little = 0.02  // of the run: nothing more is to be won where nothing was planted
	nobody = 0.01  // of what is to win: nobody waits so little
	trifle = 0.005 // of the run: what is said of less is noise
)

// Score is what an answer is worth.
type Score struct {
	Region, Ranks, Saves bool     // of the first finding
	Right                bool     // all of these
	Named                bool     // each rank of the set is told
	Unknown              bool     // it says that it does not know
	False                []string // what it says that is not so
}

// judge knows a run and its regions.
type judge struct {
	*Run
	s  *stats.Summary
	of []int // the node of each region
}

// Score scores the findings of the run's Summary.
func (r *Run) Score(s *stats.Summary, list []answers.Finding) (score Score) {
	j := judge{r, s, r.regions(s)}
	saves := 0.0
	for i := range list {
		f := &list[i]
		if wrong := j.wrong(f); wrong != "" {
			score.False = append(score.False, fmt.Sprintf("finding %d: %s", i, wrong))
		}
		if f.Kind != answers.Balanced && f.Kind != answers.Unknown {
			saves += f.Saves
		}
	}
	if most := (1+exact)*r.Truth.High + much*r.Truth.Run; saves > most {
		score.False = append(score.False, fmt.Sprintf("%.3g s to save, and there are %.3g", saves/1e9, most/1e9))
	}
	if len(list) == 0 || list[0].Kind == answers.Undecided || list[0].Kind == answers.Unknown {
		score.Unknown = true
		return score
	}
	j.first(&list[0], &score)
	score.Right = score.Region && score.Ranks && score.Saves && len(score.False) == 0
	return score
}

// regions finds the node of each region.
func (r *Run) regions(s *stats.Summary) []int {
	type at struct {
		parent int
		name   string
	}
	index := make(map[at]int, len(r.nodes))
	for i := range r.nodes {
		index[at{r.nodes[i].parent, r.nodes[i].name}] = i
	}
	list := make([]int, len(s.Regions))
	for i := range s.Regions {
		up := -1
		if p := s.Regions[i].Parent; p >= 0 {
			up = list[p]
		}
		list[i] = index[at{up, s.Regions[i].Name}]
	}
	return list
}

// first scores the finding that comes first.
func (j *judge) first(f *answers.Finding, score *Score) {
	t := &j.Truth
	if t.Kind == answers.Balanced {
		ok := f.Kind == answers.Balanced || f.Saves <= little*t.Run
		score.Region, score.Ranks, score.Saves, score.Named = ok, ok, ok, ok
		return
	}
	score.Region = f.Kind == t.Kind && j.isCulprit(f)
	score.Saves = score.Region && f.Saves >= (1-exact)*t.Low && f.Saves <= (1+exact)*t.High
	score.Ranks = score.Region && j.ranks(&f.Ranks)
	score.Named = f.Ranks.Ranges != nil
}

// isCulprit reports whether a finding names the region that has more to do.
func (j *judge) isCulprit(f *answers.Finding) bool {
	t := &j.Truth
	if f.Region < 0 || f.Region >= len(j.of) || t.node < 0 {
		return false
	}
	i := j.of[f.Region]
	return (i == t.node || i == t.row) && (!t.own || f.Own)
}

// ranks reports whether a set is that of the slow ranks. Of a gradient, it has none of the lower half.
func (j *judge) ranks(set *answers.Ranks) bool {
	slow := j.Truth.Slow
	if set.First < 0 || set.First >= len(slow) || !slow[set.First] {
		return false
	}
	n, both, named := 0, 0, 0
	for rank, is := range slow {
		in := has(set, rank)
		n, both, named = n+count(is), both+count(is && in), named+count(in)
	}
	if j.Slow == "gradient" {
		return float64(both) >= (1-exact)*float64(named)
	}
	if d := float64(set.Count - n); d > exact*float64(n) || d < -exact*float64(n) {
		return false
	}
	return named == 0 || float64(both) >= (1-exact)*float64(n+named-both)
}

func has(set *answers.Ranks, rank int) bool {
	return slices.ContainsFunc(set.Ranges, func(r stats.Range) bool { return r.Has(rank) })
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// wrong says what a finding says that is not so.
func (j *judge) wrong(f *answers.Finding) string {
	t := &j.Truth
	switch {
	case f.Kind == answers.Unknown:
		return ""
	case f.Kind == answers.Balanced && t.Low > much*t.Run:
		return fmt.Sprintf("balanced, and %.1f %% of the run are to win", 100*t.Low/t.Run)
	case f.Kind == answers.Balanced || f.Saves < trifle*t.Run:
		return ""
	case t.Kind == answers.Balanced && f.Saves > little*t.Run:
		return fmt.Sprintf("%.1f %% of a balanced run are to win", 100*f.Saves/t.Run)
	case f.Kind == answers.Undecided && f.Saves < little*t.Run: // it may well be noise
		return ""
	case f.Kind == answers.Undecided:
		return j.undecided(f)
	case f.Region < 0 || f.Region >= len(j.of):
		return "no such region"
	case f.Kind == answers.Between:
		return j.between(f)
	}
	return j.slow(f)
}

// undecided is right if one of its explanations is so.
func (j *judge) undecided(f *answers.Finding) string {
	for _, one := range append([]answers.Finding{*f}, f.Either...) {
		if one.Saves == 0 {
			one.Saves = f.Saves
		}
		if one.Region >= 0 && one.Region < len(j.of) && (j.slow(&one) == "" || j.between(&one) == "") {
			return ""
		}
	}
	return "none of the explanations is so"
}

// slow says what is wrong with ranks that are to have more to do than others.
func (j *judge) slow(f *answers.Finding) string {
	i, set := j.of[f.Region], &f.Ranks
	work := j.busy[i]
	if f.Own {
		work = j.work[i]
	}
	if set.First < 0 || set.First >= len(work) || !j.runs(i, set.First) {
		return fmt.Sprintf("rank %d does not run %s", set.First, j.path(i))
	}
	usual, _ := j.over(i, work)
	if j.nodes[i].only {
		usual = mean(work)
	}
	over := work[set.First] - usual
	if j.isCulprit(f) && j.Truth.Slow[set.First] { // noise may have put one of many below others
		over = j.Truth.High
	}
	if over < f.Saves/2 {
		return fmt.Sprintf("rank %d has %.3g s more to do in %s than the mean, and is to have %.3g", set.First, over/1e9, j.path(i), f.Saves/1e9)
	}
	named, fine := 0, 0
	for rank, v := range work {
		if has(set, rank) {
			named, fine = named+1, fine+count(v > usual || j.isCulprit(f) && j.Truth.Slow[rank])
		}
	}
	if float64(fine) < (1-exact)*float64(named) {
		return fmt.Sprintf("of %d ranks in %s only %d are slow", named, j.path(i), fine)
	}
	return j.waits(f)
}

// waits says where nobody waits for the ranks of a finding.
func (j *judge) waits(f *answers.Finding) string {
	for _, w := range f.Waits {
		if w < 0 || w >= len(j.of) {
			return "no such region to wait in"
		}
		idle := j.idle[j.of[w]]
		if slices.Max(idle)-idle[f.Ranks.First] < nobody*f.Saves {
			return fmt.Sprintf("nobody waits in %s", j.path(j.of[w]))
		}
	}
	return ""
}

// between says what is wrong with a component that is to have more to do than another.
func (j *judge) between(f *answers.Finding) string {
	i, first := j.of[f.Region], f.Ranks.First
	if j.nodes[i].environment == 0 || first < 0 || first >= j.Run.Ranks || !j.runs(i, first) {
		return j.path(i) + " is no component of that rank"
	}
	all := j.components()
	of, _ := j.over(i, all)
	if over := of - mean(all); over < f.Saves/2 {
		return fmt.Sprintf("the ranks of %s have %.3g s more to do than the mean, and are to have %.3g", j.path(i), over/1e9, f.Saves/1e9)
	}
	if has, _ := j.over(i, j.busy[i]); has < f.Saves/2 {
		return fmt.Sprintf("the ranks of %s have %.3g s to do, and are to have %.3g more", j.path(i), has/1e9, f.Saves/1e9)
	}
	return j.waits(f)
}

func (r *Run) path(i int) string {
	if up := r.nodes[i].parent; up >= 0 {
		return r.path(up) + "/" + r.nodes[i].name
	}
	return r.nodes[i].name
}
