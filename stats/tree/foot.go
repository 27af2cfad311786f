package tree

import (
	"fmt"

	"github.com/go-hpc/timers/stats"
)

// number gives each warning its number, and each region the numbers of its warnings.
func (p *page) number() {
	byPath := map[uint64][]int{}
	for k := range p.s.Warnings {
		path := hash(hashSeed, p.s.Warnings[k].Path)
		byPath[path] = append(byPath[path], k+1)
	}
	p.notes = make([][]int, len(p.s.Regions))
	if len(byPath) == 0 {
		return
	}
	paths := make([]uint64, len(p.s.Regions)) // the paths themselves would be long where the tree is deep
	for i := range p.s.Regions {
		r := &p.s.Regions[i]
		if r.Parent < 0 {
			paths[i] = hash(hashSeed, r.Name)
		} else {
			paths[i] = hash(hash(paths[r.Parent], "/"), r.Name)
		}
		p.notes[i] = byPath[paths[i]]
	}
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

// foot says what the columns mean and what went wrong.
func (p *page) foot() []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if len(p.s.Regions) > 0 {
		if p.serial() {
			add("time: of the slowest thread.")
		} else {
			add("mean: over the k ranks that ran the region, of the P ranks of its context (ranks k/P); a rank's time is that of its slowest thread.")
			add("imbalance: max %s mean, what the slowest rank costs; share: of max.", p.minus)
		}
		add("%% parent, %% total: time of all ranks, of that of the parent and of %s.", p.name(p.s.Regions[0].Name))
	}
	if p.untimed {
		add("~untimed: what the regions below leave of their parent's time, shown from 1 %%.")
	}
	lines = append(lines, p.quantityNotes()...)
	if p.estimated {
		add("~ before a time: scaled from a sample of the calls; the number of calls is exact.")
	}
	if p.narrowed {
		add("Columns were left out to fit %d characters.", p.o.Width)
	}
	if p.deepest > 0 {
		add("[%d] to [%d]: the level of a region; from there on, regions are not indented further.", mostIndented+1, p.deepest)
	}
	if p.deeper > 0 {
		add("%s below level %d left out.", plural(p.deeper, "region"), p.o.Depth)
	}
	for _, c := range p.shownContexts() {
		add("@%s: %s, %s", p.name(c.Name), plural(c.Size, "rank"), p.spans(c.Ranks))
	}
	for k := range p.s.Warnings {
		lines = append(lines, p.mark(k+1)+" "+p.warning(&p.s.Warnings[k]))
	}
	if rest := p.otherWarnings(); rest > 0 {
		add("warnings of further kinds: %d", rest)
	}
	return lines
}

// shownContexts are the contexts, beside the default one, that regions are in.
func (p *page) shownContexts() []stats.ContextUse {
	used := make([]bool, len(p.s.Contexts))
	for i := range p.s.Regions {
		used[p.s.Regions[i].Context] = true
	}
	var shown []stats.ContextUse
	for i, c := range p.s.Contexts {
		if i > 0 && used[i] {
			shown = append(shown, c)
		}
	}
	return shown
}

// warning tells of a wrong use: what, where, how often and by whom.
func (p *page) warning(w *stats.WarningUse) string {
	line := p.name(w.Kind)
	if w.Path != "" {
		line += ": " + p.path(w.Path)
	}
	if w.Place != "" {
		line += " at " + p.path(w.Place)
	}
	line += ", " + plural(w.Count, "time")
	if w.Ranks > 1 {
		return line + fmt.Sprintf(" on %d ranks, first on rank %d", w.Ranks, w.FirstRank)
	}
	return line + fmt.Sprintf(" on rank %d", w.FirstRank)
}

// otherWarnings is how often timers were used wrongly in ways that are not listed.
func (p *page) otherWarnings() uint64 {
	rest := p.s.Warned
	for k := range p.s.Warnings {
		rest -= min(rest, p.s.Warnings[k].Count)
	}
	return rest
}
