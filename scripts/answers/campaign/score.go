package campaign

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	series "github.com/go-hpc/timers/stats/answers/steps"
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
	Steps                bool     // it should say in which steps that is so
	Since, Link          bool     // it does, and shows it
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

// Score scores the findings of the run's Summary and of its steps, if they are known.
func (r *Run) Score(s *stats.Summary, t *series.Times, list []answers.Finding) (score Score) {
	j := judge{r, s, r.regions(s)}
	saves := 0.0
	var apart []answers.Finding
	for i := range list {
		apart = append(apart, list[i].Apart()...)
	}
	list = apart
	for i := range list {
		f := &list[i]
		if wrong := cmp.Or(j.wrong(f), j.claims(f)); wrong != "" {
			score.False = append(score.False, fmt.Sprintf("finding %d: %s", i, wrong))
		}
		promises := f.Kind == answers.Slow || f.Kind == answers.Between || f.Kind == answers.Undecided && j.second.node < 0 // or both, and less
		if promises && !j.held(f) {
			saves += f.Saves
		}
	}
	if most := (1+exact)*max(r.Truth.High, r.Truth.most) + much*r.Truth.Run; saves > most {
		score.False = append(score.False, fmt.Sprintf("%.3g s to save, and there are %.3g", saves/1e9, most/1e9))
	}
	if len(list) == 0 || list[0].Kind == answers.Undecided || list[0].Kind == answers.Unknown {
		score.Unknown = true
		return score
	}
	if j.second.node >= 0 {
		j.both(list, &score)
	} else {
		j.first(&list[0], &score)
	}
	score.Right = score.Region && score.Ranks && score.Saves && len(score.False) == 0
	if score.Steps = score.Region && t != nil && j.tells(t); score.Steps {
		score.Since, score.Link = j.since(&list[0])
		score.Right = score.Right && score.Since && score.Link
	}
	return score
}

// regions finds the node of each region.
func (r *Run) regions(s *stats.Summary) []int {
	type at struct {
		parent, from int
		name         string
	}
	index := make(map[at]int, len(r.nodes))
	for i := range r.nodes {
		from := 0
		if r.nodes[i].group > 0 {
			from = r.nodes[i].from
		}
		index[at{r.nodes[i].parent, from, r.nodes[i].name}] = i
	}
	list := make([]int, len(s.Regions))
	root := slices.IndexFunc(r.nodes, func(n node) bool { return n.parent < 0 && !waiting(n.name) })
	for i := range s.Regions {
		up := -1
		if p := s.Regions[i].Parent; p >= 0 {
			up = list[p]
		}
		from := 0
		if e := &s.Environments[s.Regions[i].Environment]; e.Name == "row" {
			from = e.Ranks[0].First
		}
		n, there := index[at{up, from, s.Regions[i].Name}]
		if !there && up < 0 { // in a file that has names only
			n = slices.IndexFunc(r.nodes, func(n node) bool { return n.name == s.Regions[i].Name })
			there = n >= 0
		}
		if !there { // of a device, or what real timers have around the program
			n = max(up, root)
		}
		list[i] = n
	}
	return list
}

// flat reports whether names tell all regions apart.
func (r *Run) flat() bool {
	names := make(map[string]bool, len(r.nodes))
	for i := range r.nodes {
		names[r.nodes[i].name] = true
	}
	return len(names) == len(r.nodes)
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

// both scores the findings of two culprits: each is to be told, and together they are worth what there is to win.
func (j *judge) both(list []answers.Finding, score *Score) {
	t, saves := &j.Truth, 0.0
	var regions, ranks, named [2]bool
	for i := range list {
		f := &list[i]
		if f.Kind != answers.Slow || f.Region < 0 || f.Region >= len(j.of) {
			continue
		}
		for k, culprit := range [...]int{t.node, j.second.node} {
			if j.of[f.Region] == culprit {
				regions[k], ranks[k], named[k] = true, j.ranksOf(&f.Ranks, j.slowIn(culprit)), f.Ranks.Ranges != nil
				saves += f.Saves
			}
		}
	}
	for k, worth := range t.one {
		if t.Low*worth/(t.one[0]+t.one[1]) < 0.03*t.Run { // need not be told
			regions[k], ranks[k], named[k] = true, true, true
		}
	}
	score.Region, score.Ranks, score.Named = regions[0] && regions[1], ranks[0] && ranks[1], named[0] && named[1]
	some := exact * max(t.one[0], t.one[1]) // what there is to win may be little beside what each of them takes
	score.Saves = score.Region && saves >= t.Low-some && saves <= t.High+some
}

// slowIn are the ranks that have more to do in a culprit.
func (j *judge) slowIn(node int) []bool {
	if node == j.second.node {
		return j.second.slow
	}
	return j.Truth.Slow
}

// isCulprit reports whether a finding names the region that has more to do.
func (j *judge) isCulprit(f *answers.Finding) bool {
	t := &j.Truth
	if f.Region < 0 || f.Region >= len(j.of) || t.node < 0 {
		return false
	}
	i := j.of[f.Region]
	if slices.ContainsFunc(f.Goroutines, func(region int) bool { return j.of[region] == t.node }) {
		return true
	}
	return (i == t.node || i == t.row) && (!t.own || f.Own) || j.second.node >= 0 && i == j.second.node
}

// ranks reports whether a set is that of the slow ranks. Of a gradient, it has none of the lower half.
func (j *judge) ranks(set *answers.Ranks) bool { return j.ranksOf(set, j.Truth.Slow) }

func (j *judge) ranksOf(set *answers.Ranks, slow []bool) bool {
	if set.First < 0 || set.First >= len(slow) || !slow[set.First] {
		return false
	}
	n, both, named := 0, 0, 0
	for rank, is := range slow {
		in := has(set, rank)
		n, both, named = n+count(is), both+count(is && in), named+count(in)
	}
	if j.Slow == "gradient" && !j.isSecond(slow) {
		return float64(both) >= (1-exact)*float64(named)
	}
	if d := float64(set.Count - n); d > exact*float64(n) || d < -exact*float64(n) {
		return false
	}
	return named == 0 || float64(both) >= (1-exact)*float64(n+named-both)
}

func (j *judge) isSecond(slow []bool) bool {
	return j.second.node >= 0 && &slow[0] == &j.second.slow[0]
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
	case f.Kind == answers.Waiting:
		return j.waiting(f)
	case f.Kind == answers.Within:
		return j.within(f)
	case f.Kind == answers.Balanced && t.Low > much*t.Run:
		return fmt.Sprintf("balanced, and %.1f %% of the run are to win", 100*t.Low/t.Run)
	case f.Kind == answers.Balanced || f.Saves < trifle*t.Run:
		return ""
	case t.Kind == answers.Balanced && f.Saves > little*t.Run && !t.noisy:
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

// waiting says what is wrong with what all ranks are to wait: the one that has most to do does not wait so long.
func (j *judge) waiting(f *answers.Finding) string {
	least := j.Truth.Run
	for rank := range j.Ranks {
		idle := 0.0
		for i := range j.nodes {
			if j.nodes[i].parent < 0 {
				idle += j.idle[i][rank]
			}
		}
		least = min(least, idle)
	}
	if f.Saves > (1+exact)*least+little*j.Truth.Run {
		return fmt.Sprintf("all ranks are to wait %.3g s, and one waits %.3g", f.Saves/1e9, least/1e9)
	}
	return ""
}

// within says what is wrong with threads that are to be uneven: those of onThreads are.
func (j *judge) within(f *answers.Finding) string {
	i := j.of[f.Region]
	if most := mean(j.busy[i]) * uneven; j.Shape != threads || f.Saves > (1+exact)*most {
		return fmt.Sprintf("balance of threads in %s is to save %.3g s, and saves %.3g", j.path(i), f.Saves/1e9, most/1e9)
	}
	return ""
}

// undecided is right if one of its explanations is so.
func (j *judge) undecided(f *answers.Finding) string {
	for _, one := range append([]answers.Finding{*f}, f.Either...) {
		if one.Saves == 0 {
			one.Saves = f.Saves
		}
		if j.second.node >= 0 && j.isCulprit(&one) && one.Ranks.First >= 0 && one.Ranks.First < j.Run.Ranks && j.slowIn(j.of[one.Region])[one.Ranks.First] {
			return "" // what they have to do differs, and adds up to the same: it says that, too
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
	if k := slices.IndexFunc(f.Goroutines, func(region int) bool { return j.of[region] == j.Truth.node }); k >= 0 { // or while it waits for them
		i = j.Truth.node
	}
	work := j.busy[i]
	if f.Own && i == j.of[f.Region] {
		work = j.work[i]
	}
	if set.First < 0 || set.First >= len(work) || !j.runs(i, set.First) {
		return fmt.Sprintf("rank %d does not run %s", set.First, j.path(i))
	}
	if j.held(f) {
		return ""
	}
	usual, _ := j.over(i, work)
	if j.nodes[i].only {
		usual = mean(work)
	}
	over := work[set.First] - usual
	if j.isCulprit(f) && j.slowIn(i)[set.First] { // noise may have put one of many below others
		over = j.Truth.High
	}
	if over < f.Saves/2 {
		return fmt.Sprintf("rank %d has %.3g s more to do in %s than the mean, and is to have %.3g", set.First, over/1e9, j.path(i), f.Saves/1e9)
	}
	named, fine := 0, 0
	for rank, v := range work {
		if has(set, rank) {
			named, fine = named+1, fine+count(v > usual || j.isCulprit(f) && j.slowIn(i)[rank])
		}
	}
	if float64(fine) < (1-exact)*float64(named) {
		return fmt.Sprintf("of %d ranks in %s only %d are slow", named, j.path(i), fine)
	}
	return j.waits(f)
}

// held reports whether a finding of a real run is of time around its meetings, where the machine may hold a rank up: the rank's own clock
// does not tell that from the call.
func (j *judge) held(f *answers.Finding) bool {
	return f.Own && j.real && f.Region >= 0 && f.Region < len(j.of) && slices.ContainsFunc(append(j.syncs[:], j.stages...), func(s sync) bool { return s.around == j.of[f.Region] })
}

// waits says where nobody waits for the ranks of a finding.
func (j *judge) waits(f *answers.Finding) string {
	for _, w := range f.Waits {
		if w < 0 || w >= len(j.of) {
			return "no such region to wait in"
		}
		idle := j.idle[j.of[w]]
		least := idle[f.Ranks.First]
		for rank, v := range idle {
			if has(&f.Ranks, rank) {
				least = min(least, v)
			}
		}
		if slices.Max(idle)-least < nobody*f.Saves {
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
