package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// number gives each region the numbers of its warnings. What was done wrong where there is no region is that of the region
// above, or of the run: no footnote is without its mark.
func (t *Tree) number() {
	t.notes = make([][]int, len(t.s.Regions))
	if len(t.s.Warnings) == 0 || t.total < 0 {
		return
	}
	at, paths := map[uint64][]int{}, make([]uint64, len(t.s.Regions)) // the paths themselves would be long where the tree is deep
	for i := range t.s.Regions {
		r := &t.s.Regions[i]
		if paths[i] = hash(hashSeed, r.Name); r.Parent >= 0 {
			paths[i] = hash(hash(paths[r.Parent], "/"), r.Name)
		}
		at[paths[i]] = append(at[paths[i]], i)
	}
	for k := range t.s.Warnings {
		path := t.s.Warnings[k].Path
		of := at[hash(hashSeed, path)]
		for of == nil && path != "" {
			path = path[:max(strings.LastIndexByte(path, '/'), 0)]
			of = at[hash(hashSeed, path)]
		}
		if of == nil {
			of = []int{t.total}
		}
		for _, i := range of {
			t.notes[i] = append(t.notes[i], k+1)
		}
	}
}

// notesBelow appends the numbers of the warnings of the regions below one that are not shown.
func (t *Tree) notesBelow(to []int, region int) []int {
	for _, i := range t.children[region] {
		to = t.notesBelow(append(to, t.notes[i]...), i)
	}
	return to
}

// hashSeed and hash are FNV-1a, which can be continued: the hash of a path follows from that of its
// parent's.
const hashSeed = 0xcbf29ce484222325

func hash(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h
}

// Foot returns the lines that explain the columns shown, and the warnings. It refers to rows made before.
func (t *Tree) Foot(shown []Column) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if len(t.s.Regions) > 0 {
		lines = append(lines, t.meanings(shown)...)
	}
	if t.untimed && len(shown) > 0 {
		add("~untimed: time of the parent outside the regions below it, shown from 1 %%.")
	}
	if t.beside && len(shown) > 0 {
		add("(beside): on other threads, while the region above goes on: no part of its time, so shares may add up to more than 100 %%.")
	}
	if t.devices && len(shown) > 0 {
		add("gpu0:… is time on device 0, beside host time: it is not part of its parent's time or of the run's.")
	}
	lines = append(lines, t.counterNotes()...)
	if t.estimated {
		add("~ before a time: scaled from a sample of the calls; the number of calls is exact.")
	}
	if t.narrowed {
		add("Columns were left out to fit %d characters.", t.o.Width)
	}
	if t.deepest > 0 {
		add("[%d] to [%d]: the level of a region; from there on, regions are not indented further.", mostIndented+1, t.deepest)
	}
	if t.deeper > 0 {
		add("%s below level %d left out.", plural(t.deeper, "region"), t.o.Depth)
	}
	for _, c := range t.shownEnvironments() {
		add("@%s: %s, %s", t.name(c.Name), plural(c.Size, "rank"), Ranks(c.Ranks))
	}
	for k := range t.s.Warnings {
		lines = append(lines, t.mark(k+1)+" "+t.warning(&t.s.Warnings[k]))
	}
	if rest := t.otherWarnings(); rest > 0 {
		add("warnings of further kinds: %d", rest)
	}
	return lines
}

// meanings says what columns mean.
func (t *Tree) meanings(shown []Column) (lines []string) {
	has := func(names ...string) bool {
		return slices.ContainsFunc(shown, func(c Column) bool { return slices.Contains(names, c.Name) })
	}
	switch {
	case t.serial() && has("mean") && t.threaded():
		lines = append(lines, "slowest: the slowest thread's time.")
	case t.serial() && has("mean"):
		lines = append(lines, "time: the slowest thread's.")
	case has("min", "mean", "max"):
		lines = append(lines, "mean: over the ranks that ran the region (k of the P in its environment). A rank's time is its slowest thread's.")
	}
	if has("imbalance", "share") {
		lines = append(lines, fmt.Sprintf("imbalance: max %s mean, the time lost to the slowest rank; share: imbalance as a share of max.", t.minus))
	}
	if has("parent", "run") {
		lines = append(lines, fmt.Sprintf("%% parent, %% total: the ranks' summed time as a share of the parent's and of %s's.", t.name(t.s.Regions[t.total].Name)))
	}
	for _, c := range shown {
		if further(c.Name) && !c.Words {
			lines = append(lines, strings.TrimSpace(c.Title)+": "+c.About+".")
		}
	}
	return lines
}

// further reports whether Write does not show a column.
func further(name string) bool {
	i := slices.IndexFunc(columnsOf, func(c Column) bool { return c.Name == name })
	return i >= 0 && columnsOf[i].Drop == dropFurther
}

// shownEnvironments are the environments, beside the default one, that regions are in.
func (t *Tree) shownEnvironments() []stats.EnvironmentSummary {
	used := make([]bool, len(t.s.Environments))
	for i := range t.s.Regions {
		used[t.s.Regions[i].Environment] = true
	}
	var shown []stats.EnvironmentSummary
	for i, c := range t.s.Environments {
		if i > 0 && used[i] && !t.serial() {
			shown = append(shown, c)
		}
	}
	return shown
}

// warning tells of a wrong use: what, where, how often and by whom.
func (t *Tree) warning(w *stats.WarningSummary) string {
	line := t.name(w.Kind)
	if w.Path != "" {
		line += ": " + t.path(w.Path)
	}
	if w.Caller != "" {
		line += " at " + t.path(w.Caller)
	}
	line += ", " + plural(w.Count, "time")
	if w.Ranks > 1 {
		return line + fmt.Sprintf(" on %d ranks, first on rank %d", w.Ranks, w.FirstRank)
	}
	return line + fmt.Sprintf(" on rank %d", w.FirstRank)
}

// otherWarnings is how often timers were used wrongly in ways that are not listed.
func (t *Tree) otherWarnings() uint64 {
	rest := t.s.Warned
	for k := range t.s.Warnings {
		rest -= min(rest, t.s.Warnings[k].Count)
	}
	return rest
}
