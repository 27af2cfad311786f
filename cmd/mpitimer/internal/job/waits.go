package job

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Wait is for whom the main program of a rank waits in a call of MPI.
type Wait struct {
	Call    string
	Whom    ranktable.Whom
	Apart   bool // Partner is what is to be added to the rank
	Partner int
}

// forOne reports whether it waits for a certain rank.
func (w Wait) forOne() bool {
	return w.Whom == ranktable.Sender || w.Whom == ranktable.Senders || w.Whom == ranktable.Receiver
}

// Waits is ranks that wait alike, as they are sent: for one rank, or for one that is as far from each of them.
type Waits struct {
	Wait
	Ranks []stats.Range
}

// mostWaits bounds them in a digest, of programs whose ranks wait for each other without any order.
const mostWaits = 4096

// waits are for whom the main programs wait, by rank. None is told by how far apart the ranks are.
func (m *Moment) waits() map[int]Wait {
	waits := make(map[int]Wait)
	for i := range m.Ranks {
		for _, o := range m.Ranks[i].Open {
			if w := o.Wait; o.Track == 0 && w != nil && m.Ranks[i].Profile != nil {
				waits[m.Ranks[i].Rank] = Wait{Call: w.Call, Whom: w.Whom, Partner: w.Partner}
			}
		}
	}
	if m.far == nil {
		return waits
	}
	for _, sent := range m.far.Waits {
		for _, rank := range RanksOf(sent.Ranks) {
			w := Wait{Call: printable.Line(sent.Call), Whom: sent.Whom, Partner: sent.Partner}
			if sent.Apart {
				w.Partner += rank
			}
			waits[rank] = w
		}
	}
	return waits
}

// sentWaits are the moment's waits as they are sent, and the number of ranks for which there was no room.
func (m *Moment) sentWaits() (list []Waits, left int) {
	waits := m.waits()
	alike := make(map[Wait]int)
	for _, w := range waits {
		alike[w]++
	}
	ranks := make(map[Wait][]int)
	for i := range m.Ranks {
		rank := m.Ranks[i].Rank
		w, is := waits[rank]
		if !is {
			continue
		}
		if w.forOne() && alike[w] == 1 {
			w.Apart, w.Partner = true, w.Partner-rank
		}
		if ranks[w] == nil {
			list = append(list, Waits{Wait: w})
		}
		ranks[w] = append(ranks[w], rank)
	}
	for i := range list {
		list[i].Ranks = cli.RangesOf(ranks[list[i].Wait])
	}
	return joinWaits(nil, list)
}

// joinWaits unites waits, and counts the ranks for which there was no room.
func joinWaits(list, others []Waits) (joined []Waits, left int) {
	known := make(map[Wait]int, len(list))
	for i := range list {
		known[list[i].Wait] = i
	}
	for _, o := range others {
		switch i, is := known[o.Wait]; {
		case is:
			list[i].Ranks = JoinRanges(list[i].Ranks, o.Ranks)
		case len(list) < mostWaits:
			known[o.Wait] = len(list)
			list = append(list, o)
		default:
			left += cli.Count(o.Ranks)
		}
	}
	return list, left
}

// cause is what ranks wait for in the end, directly or through others: a rank that waits for nobody that is known, or
// several that wait for each other.
type cause struct {
	ranks    []int // in a ring, each waits for the next one
	waiting  []int
	directly int
}

// causes follows each rank that waits for another one. What most wait for comes first, and ranks that wait for each
// other before that.
func causes(waits map[int]Wait) []*cause {
	var list []*cause
	of := make(map[int]*cause)
	find := func(from int) {
		var path []int
		place := make(map[int]int)
		at := from
		for of[at] == nil {
			w := waits[at]
			if !w.forOne() || w.Partner == at {
				of[at] = &cause{ranks: []int{at}}
				list = append(list, of[at])
				break
			}
			if first, again := place[at]; again {
				c := &cause{ranks: slices.Clone(path[first:])}
				least := slices.Index(c.ranks, slices.Min(c.ranks))
				c.ranks = append(c.ranks[least:], c.ranks[:least]...)
				list = append(list, c)
				for _, r := range c.ranks {
					of[r] = c
				}
				break
			}
			place[at] = len(path)
			path = append(path, at)
			at = w.Partner
		}
		for _, r := range path {
			of[r] = of[at]
		}
	}
	for rank, w := range waits {
		if w.forOne() {
			find(rank)
		}
	}
	ends := make(map[int]bool)
	for _, c := range list {
		for _, rank := range c.ranks {
			ends[rank] = true
		}
	}
	for rank, c := range of {
		if ends[rank] {
			continue
		}
		c.waiting = append(c.waiting, rank)
		if ends[waits[rank].Partner] {
			c.directly++
		}
	}
	list = slices.DeleteFunc(list, func(c *cause) bool { return len(c.ranks) == 1 && len(c.waiting) == 0 })
	slices.SortFunc(list, func(a, b *cause) int {
		return cmp.Or(falseFirst(len(a.ranks) == 1, len(b.ranks) == 1), cmp.Compare(len(b.waiting), len(a.waiting)), slices.Compare(a.ranks, b.ranks))
	})
	for _, c := range list {
		slices.Sort(c.waiting)
	}
	return list
}

// mostCauses and mostOfRing are how many lines there are, and how many ranks that wait for each other each has.
const (
	mostCauses = 12
	mostOfRing = 6
)

// waitLines say who waits for whom in the end, as far as calls of MPI are recorded. The groups are the moment's.
func (m *Moment) waitLines(groups []Group) []string {
	waits := m.waits()
	if len(waits) == 0 {
		return nil
	}
	stands := make(map[int]*Group)
	for i := range groups {
		for _, rank := range groups[i].Ranks {
			if !groups[i].further {
				stands[rank] = &groups[i]
			}
		}
	}
	lines := everybodyLines(waits, groups)
	list := causes(waits)
	for _, c := range list[:min(len(list), mostCauses)] {
		if len(c.ranks) > 1 {
			lines = append(lines, c.ring(waits))
		} else {
			lines = append(lines, c.line(stands[c.ranks[0]]))
		}
	}
	if more := len(list) - mostCauses; more > 0 {
		lines = append(lines, fmt.Sprintf("… and for %s besides", cli.Plural(more, "other rank")))
	}
	if m.far != nil && m.far.Unwaited > 0 {
		lines = append(lines, fmt.Sprintf("of %s more that wait it is not told here for whom: they wait without any order", cli.Plural(m.far.Unwaited, "rank")))
	}
	return lines
}

// named is a number of ranks and which they are.
func named(ranks []int, verb string) string {
	if len(ranks) == 1 {
		return fmt.Sprintf("rank %d %ss", ranks[0], verb)
	}
	return fmt.Sprintf("%d ranks (%s) %s", len(ranks), cli.Cut(cli.RankList(ranks), ranksBefore), verb)
}

// line says who waits for one rank, and where that is.
func (c *cause) line(at *Group) string {
	text := fmt.Sprintf("%s for rank %d", named(c.waiting, "wait"), c.ranks[0])
	if c.directly < len(c.waiting) {
		text += fmt.Sprintf(" (%d of them directly)", c.directly)
	}
	switch {
	case at == nil:
		return text + ", of which nothing is known"
	case at.dead && at.path == "":
		return text + ", which has died"
	case at.dead:
		return text + ", which has died in " + at.path
	case at.path == "":
		return text + ", which is in no region"
	case len(at.Ranks) == 1:
		return text + ", which is in " + at.path + " for " + strings.TrimSpace(Held(at.most))
	}
	return text + ", which is in " + at.path
}

// ring says who waits for each other.
func (c *cause) ring(waits map[int]Wait) string {
	sorted := slices.Sorted(slices.Values(c.ranks))
	text := fmt.Sprintf("ranks %s wait for each other: ", cli.Cut(cli.RankList(sorted), ranksBefore))
	for i, rank := range c.ranks[:min(len(c.ranks), mostOfRing)] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%d in %s for %d", rank, waits[rank].Call, waits[rank].Partner)
	}
	if len(c.ranks) > mostOfRing {
		text += ", …"
	}
	if len(c.waiting) > 0 {
		text += "; " + named(c.waiting, "wait") + " for them"
	}
	return text
}

// everybodyLines say who is in an operation of all ranks, and where the others are.
func everybodyLines(waits map[int]Wait, groups []Group) (lines []string) {
	in := make(map[string][]int)
	for rank, w := range waits {
		if w.Whom == ranktable.Everybody {
			in[w.Call] = append(in[w.Call], rank)
		}
	}
	var calls []string
	for call := range in {
		slices.Sort(in[call])
		calls = append(calls, call)
	}
	slices.SortFunc(calls, func(a, b string) int { return cmp.Or(cmp.Compare(len(in[b]), len(in[a])), cmp.Compare(a, b)) })
	for _, call := range calls {
		text := fmt.Sprintf("%s in %s for all ranks", named(in[call], "wait"), call)
		var not []string
		for _, g := range groups {
			ranks := slices.DeleteFunc(slices.Clone(g.Ranks), func(rank int) bool {
				_, is := slices.BinarySearch(in[call], rank)
				return is
			})
			if g.further || len(ranks) == 0 {
				continue
			}
			not = append(not, fmt.Sprintf("%s (%s)", cli.Cut(cli.RankList(ranks), ranksBefore), cmp.Or(g.path, "no region open")))
		}
		switch {
		case len(not) > 3:
			text += "; not in it: " + strings.Join(not[:3], ", ") + ", …"
		case len(not) > 0:
			text += "; not in it: " + strings.Join(not, ", ")
		}
		lines = append(lines, text)
	}
	return lines
}
