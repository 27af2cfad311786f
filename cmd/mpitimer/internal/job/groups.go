package job

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// Stack is where one thread of a rank stands: its open regions, outermost first.
type Stack []ranktable.OpenRegion

// Stacks lists where the threads of a rank stand. A track on which many goroutines are kept has a
// stack for each innermost region.
func (r *Rank) Stacks() []Stack {
	type on struct {
		track int
		path  string
	}
	known := make(map[on]int, len(r.Open)) // the open regions
	outer := make(map[on]bool)             // those with another below them
	for i := range r.Open {
		known[on{r.Open[i].Track, Key(r.Open[i].Path, "")}] = i
	}
	// above returns the next open region above a path, on the same thread.
	above := func(at on) (on, bool) {
		for cut := strings.LastIndex(at.path, Separator); cut > 0; cut = strings.LastIndex(at.path, Separator) {
			at.path = at.path[:cut]
			if _, ok := known[at]; ok {
				return at, true
			}
		}
		return at, false
	}
	for at := range known {
		if next, ok := above(at); ok {
			outer[next] = true
		}
	}
	var list []Stack
	for i := range r.Open {
		at := on{r.Open[i].Track, Key(r.Open[i].Path, "")}
		if outer[at] {
			continue
		}
		s := Stack{r.Open[i]}
		for next, ok := above(at); ok; next, ok = above(next) {
			s = append(s, r.Open[known[next]])
		}
		slices.Reverse(s)
		list = append(list, s)
	}
	return list
}

// Innermost returns the region that the thread is in.
func (s Stack) Innermost() *ranktable.OpenRegion { return &s[len(s)-1] }

// place is where a thread stands.
type place struct {
	path    string // of the innermost open region; empty when none is open
	key     string // of it, see Key
	dead    bool   // and was when the rank died
	further bool   // it is a thread beside the main program's
}

// Group is a call path and the threads in it.
type Group struct {
	place
	Ranks       []int // ascending
	threads     int   // of these ranks
	least, most time.Duration
}

// Place returns the call path that the group is in, empty for none.
func (g *Group) Place() string { return g.path }

// Held returns how many threads are in it, and for how long the first and the last of them.
func (g *Group) Held() (threads int, least, most time.Duration) { return g.threads, g.least, g.most }

// Kind returns how the ranks fare that are in it: they had died, or it is of threads beside the main program's.
func (g *Group) Kind() (dead, further bool) { return g.dead, g.further }

// Groups groups the threads that are in the same region. Those of few ranks come first: where all others
// wait, it is what they wait for. Threads other than the main program's come last.
func (m *Moment) Groups() []Group {
	var list []Group
	known := map[place]int{}
	add := func(p place, rank int, open time.Duration) {
		i, ok := known[p]
		if !ok {
			i = len(list)
			known[p] = i
			list = append(list, Group{place: p, least: open, most: open})
		}
		g := &list[i]
		if n := len(g.Ranks); n == 0 || g.Ranks[n-1] != rank {
			g.Ranks = append(g.Ranks, rank)
		}
		g.threads++
		g.least, g.most = min(g.least, open), max(g.most, open)
	}
	if m.far != nil {
		list = m.far.groups()
	}
	for i := range m.Ranks {
		r := &m.Ranks[i]
		if r.Profile == nil {
			continue
		}
		stacks := r.Stacks()
		for _, s := range stacks {
			in := s.Innermost()
			add(place{Label(in), Key(in.Path, in.Environment), !r.Alive, in.Track > 0}, r.Rank, in.Elapsed)
		}
		if len(stacks) == 0 {
			add(place{dead: !r.Alive}, r.Rank, 0)
		}
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(falseFirst(a.further, b.further), cmp.Compare(len(a.Ranks), len(b.Ranks)), cmp.Compare(b.most, a.most),
			slices.Compare(a.Ranks, b.Ranks), cmp.Compare(a.key, b.key))
	})
	return list
}

// falseFirst orders false before true.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Label returns a region's label: its path, and its environment if that is not the default one.
func Label(o *ranktable.OpenRegion) string {
	return printable.Line(strings.Join(o.Path, "/")) + EnvironmentMark(o.Environment)
}

// EnvironmentMark follows the name of a region in an environment other than the default one.
func EnvironmentMark(name string) string {
	if name == "" {
		return ""
	}
	return " @" + printable.Line(name)
}

// level is a region with the threads that have it open. A region that others have opened for a thread other
// than the main program's may be open in none.
type level struct {
	name, environment string
	ranks             []int
	least, most       time.Duration
	inner             []*level
}

// levels joins the open regions of all ranks to a tree. Siblings of few ranks come first.
func (m *Moment) levels() []*level {
	root := &level{}
	if m.far != nil {
		root.inner = levelsOf(m.far.Open)
	}
	for i := range m.Ranks {
		r := &m.Ranks[i]
		for k := range r.Open {
			root.open(&r.Open[k], r.Rank)
		}
	}
	root.sort()
	return root.inner
}

// open notes that a rank has a region open.
func (l *level) open(o *ranktable.OpenRegion, rank int) {
	last := len(o.Path) - 1
	for _, name := range o.Path[:max(last, 0)] {
		l = l.child(func(k *level) bool { return k.name == name }, level{name: name})
	}
	if last >= 0 {
		name := o.Path[last]
		l = l.child(func(k *level) bool { return k.name == name && (k.environment == o.Environment || len(k.ranks) == 0) }, level{name: name})
	}
	if n := len(l.ranks); n == 0 {
		l.environment, l.least, l.most = o.Environment, o.Elapsed, o.Elapsed
	}
	if n := len(l.ranks); n == 0 || l.ranks[n-1] != rank {
		l.ranks = append(l.ranks, rank)
	}
	l.least, l.most = min(l.least, o.Elapsed), max(l.most, o.Elapsed)
}

func (l *level) child(is func(*level) bool, otherwise level) *level {
	i := slices.IndexFunc(l.inner, is)
	if i < 0 {
		i = len(l.inner)
		l.inner = append(l.inner, &otherwise)
	}
	return l.inner[i]
}

func (l *level) sort() {
	slices.SortStableFunc(l.inner, func(a, b *level) int {
		return cmp.Or(cmp.Compare(len(a.ranks), len(b.ranks)), cmp.Compare(b.most, a.most), slices.Compare(a.ranks, b.ranks))
	})
	for _, in := range l.inner {
		in.sort()
	}
}

// Key tells a call path in an environment from all others.
func Key(path []string, environment string) string {
	if environment != "" {
		environment = Separator + Separator + environment
	}
	return strings.Join(path, Separator) + environment
}

// Separator stands in no name.
const Separator = "\x00"

// Few keeps only the given number of groups, those with the most ranks, if there are more, and returns how
// many it dropped.
func Few(groups []Group, most int) (few []Group, hidden int) {
	if len(groups) <= most {
		return groups, 0
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		return cmp.Or(falseFirst(a.further, b.further), cmp.Compare(len(b.Ranks), len(a.Ranks)))
	})
	return groups[:most-1], len(groups) - most + 1
}
