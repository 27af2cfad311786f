package job

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// How many lines there are of each kind, how many ranks that wait for each other each names, and how many places.
const (
	mostCauses = 12
	mostOfRing = 6
	mostPlaces = 3
)

// standing is where the main programs are, by rank: places in the list of groups.
type standing struct {
	groups []Group
	at     map[int]int
	known  []int // ranks, ascending
}

func standingOf(groups []Group) *standing {
	s := &standing{groups: groups, at: make(map[int]int)}
	for i := range groups {
		if groups[i].further {
			continue
		}
		for _, rank := range groups[i].Ranks {
			s.at[rank] = i
			s.known = append(s.known, rank)
		}
	}
	slices.Sort(s.known)
	s.known = slices.Compact(s.known)
	return s
}

// waitLines say who waits for whom in the end, as far as calls of MPI are recorded. The groups are the moment's.
func (m *Moment) waitLines(groups []Group) []string {
	waits := m.waits()
	if m.Alive() { // a rank that has died does not wait any more
		waits = slices.DeleteFunc(waits, func(w waiting) bool { return w.Dead })
	}
	if len(waits) == 0 {
		return nil
	}
	s := standingOf(groups)
	waits = m.behindRoots(waits)
	list := operations(waits, s.known)
	g := newGraph(waits, list)
	lines := few(list, "other operation", s.operation)
	lines = append(lines, few(g.causes(), "other rank", func(c *cause) string {
		if len(c.ranks) > 1 {
			return g.ring(c)
		}
		return s.cause(c)
	})...)
	lines = append(lines, few(threads(waits), "other call", s.threads)...)
	if m.far != nil && m.far.Unwaited > 0 {
		lines = append(lines, fmt.Sprintf("of %s more that wait it is not told here for whom: they wait without any order", cli.Plural(m.far.Unwaited, "rank")))
	}
	return lines
}

// few makes lines of the first elements, and says of how many there are none.
func few[T any](list []T, what string, line func(T) string) (lines []string) {
	for _, e := range list[:min(len(list), mostCauses)] {
		lines = append(lines, line(e))
	}
	if more := len(list) - mostCauses; more > 0 {
		lines = append(lines, "… and for "+cli.Plural(more, what)+" besides")
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

// operation says who is in an operation, and where those are that are not.
func (s *standing) operation(o *operation) string {
	text := named(o.in, "wait") + " in " + o.Call + " for "
	switch members := o.members(); {
	case o.Whom == ranktable.Everybody, slices.Equal(members, s.known):
		text += "all ranks"
	case len(members) == 0:
		return text + "the ranks of a communicator, which are not known"
	default:
		text += "ranks " + cli.Cut(cli.RankList(members), ranksBefore)
	}
	if o.Number > 1 {
		text += fmt.Sprintf(" (their communicator %d)", o.Number)
	}
	const unknown = -1
	out := make(map[int][]int) // by group
	for _, rank := range o.out {
		at, is := s.at[rank]
		if !is {
			at = unknown
		}
		out[at] = append(out[at], rank)
	}
	var not []string
	for at := unknown; at < len(s.groups); at++ {
		if len(out[at]) == 0 {
			continue
		}
		where := "nothing is known"
		if at != unknown {
			where = cmp.Or(s.groups[at].path, "no region open")
		}
		not = append(not, fmt.Sprintf("%s (%s)", cli.Cut(cli.RankList(out[at]), ranksBefore), where))
	}
	if len(not) > mostPlaces {
		not = append(not[:mostPlaces], "…")
	}
	if len(not) > 0 {
		text += "; not in it: " + strings.Join(not, ", ")
	}
	return text
}

// where says where a rank is.
func (s *standing) where(rank int) string {
	i, known := s.at[rank]
	if !known {
		return "of which nothing is known"
	}
	switch at := &s.groups[i]; {
	case at.dead && at.path == "":
		return "which has died"
	case at.dead:
		return "which has died in " + at.path
	case at.path == "":
		return "which is in no region"
	case len(at.Ranks) == 1:
		return "which is in " + at.path + " for " + strings.TrimSpace(Held(at.most))
	default:
		return "which is in " + at.path
	}
}

// cause says who waits for one rank, and where that is.
func (s *standing) cause(c *cause) string {
	text := fmt.Sprintf("%s for rank %d", named(c.waiting, "wait"), c.ranks[0])
	if c.directly < len(c.waiting) {
		text += fmt.Sprintf(" (%d of them directly)", c.directly)
	}
	return text + ", " + s.where(c.ranks[0])
}

// ring says who waits for each other.
func (g *graph) ring(c *cause) string {
	text := fmt.Sprintf("ranks %s wait for each other", cli.Cut(cli.RankList(c.ranks), ranksBefore))
	if !c.certain {
		text += ", as far as is known"
	}
	text += ": "
	rank, told := c.ranks[0], make(map[int]bool)
	for ; len(told) < mostOfRing && !told[rank]; rank = g.nextIn(c, rank) {
		if len(told) > 0 {
			text += ", "
		}
		told[rank] = true
		w := g.waits[rank]
		whom := fmt.Sprint(g.nextIn(c, rank))
		if w.Whom == ranktable.Several {
			whom = w.whom()
		}
		text += fmt.Sprintf("%d in %s for %s", rank, w.Call, whom)
	}
	if len(told) < len(c.ranks) {
		text += ", …"
	}
	if len(c.waiting) > 0 {
		text += "; " + named(c.waiting, "wait") + " for them"
	}
	return text
}

// whom lists the ranks that it waits for.
func (w *Wait) whom() string {
	ranks := slices.Compact(slices.Sorted(slices.Values(w.partners())))
	text := cli.RankList(ranks)
	if w.More {
		text += ",…"
	}
	return text
}

// threadWaits is ranks with threads beside the main program's that wait alike.
type threadWaits struct {
	Wait
	ranks []int
}

// threads are the waits of such threads for certain ranks. They are not followed, since the main program may or
// may not wait for them.
func threads(waits []waiting) (list []*threadWaits) {
	of := make(map[Wait]*threadWaits)
	for i := range waits {
		w := waits[i].Wait
		if !w.Thread || !w.forRanks() {
			continue
		}
		if of[w] == nil {
			of[w] = &threadWaits{Wait: w}
			list = append(list, of[w])
		}
		of[w].ranks = append(of[w].ranks, waits[i].rank)
	}
	for _, t := range list {
		slices.Sort(t.ranks)
		t.ranks = slices.Compact(t.ranks)
	}
	slices.SortStableFunc(list, func(a, b *threadWaits) int {
		return cmp.Or(cmp.Compare(len(b.ranks), len(a.ranks)), slices.Compare(a.ranks, b.ranks), cmp.Compare(a.Call, b.Call), cmp.Compare(a.Partner, b.Partner))
	})
	return list
}

// threads says for whom threads of ranks wait.
func (s *standing) threads(t *threadWaits) string {
	text := fmt.Sprintf("a thread of rank %d waits", t.ranks[0])
	if len(t.ranks) > 1 {
		text = fmt.Sprintf("threads of %d ranks (%s) wait", len(t.ranks), cli.Cut(cli.RankList(t.ranks), ranksBefore))
	}
	text += " in " + t.Call + " for rank"
	if t.Whom == ranktable.Several {
		return text + "s " + t.whom()
	}
	return fmt.Sprintf("%s %d, %s", text, t.Partner, s.where(t.Partner))
}
