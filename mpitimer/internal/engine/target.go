package engine

import (
	"math"
	"slices"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/edges"
	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// target is what a start means to time: a name, in an environment, with the options of a Region.
type target struct {
	name        string
	environment uint32
	wrong       bool    // nothing is to predict the start, since each is warned of
	region      *Region // nil for a start by name
}

// sample is how many calls of a target one is timed of, 0 if all are.
func (t *Track) sample(what target) uint32 {
	if what.region == nil || what.region.is.Sample < 2 || t.gathers { // behind a lock, leaving calls out saves nothing
		return 0
	}
	return uint32(what.region.is.Sample)
}

// keyOf identifies a name by the address and the length of its bytes: two machine instructions instead of a comparison or a
// hash. Literals keep their address; other names are kept alive once their address is used. A name that is too long for the
// length to fit has no key (0) and is always compared.
func keyOf(name string) uint64 {
	if len(name) >= RegionMark {
		return 0
	}
	return uint64(uintptr(unsafe.Pointer(unsafe.StringData(name)))) | uint64(len(name))<<48
}

// RegionMark stands where a name's key has the length; the address is then that of the Region.
const RegionMark = edges.RegionMark

// noKey is not the key of anything: no Region stands at that address.
const noKey = RegionMark<<48 | 1

// byContent is the key of a node whose name is made anew for its calls: it is expected by its name.
const byContent = RegionMark<<48 | 2

func keyOfRegion(r *Region) uint64 {
	return uint64(uintptr(unsafe.Pointer(r))) | RegionMark<<48
}

// MaxKeys is how many addresses of the same name get a key of their own. Further ones are found by
// content, which takes some 50 ns longer.
const MaxKeys = 8

// find returns the node for a start below the current region, and makes it when there is none. The
// prediction that failed learns it.
func (t *Track) find(key uint64, what target) uint32 {
	n, known := uint32(0), false
	if key != 0 {
		e := t.edgeOf(key, what)
		if at := t.edges.Find(&e); at != nil {
			if n, known = at.Node, true; t.Records[n].Key == 0 && !what.wrong {
				t.predict(at)
			}
		}
	}
	if !known {
		n = t.findByContent(key, what)
	}
	if len(t.odd) > 0 && t.odd[n].doubled {
		if above := t.runningAbove(n); above != n {
			n, known = above, false
		}
	}
	switch {
	case t.Cold[n].Parent != t.Current && !t.isAbove(n):
		n = t.split(key, what)
	case !known:
		t.meet(n, what)
	}
	t.learning--
	t.learn(n)
	return n
}

// meet notes what a start says of a node that was there before.
func (t *Track) meet(n uint32, what target) {
	c := &t.Cold[n]
	if c.Place == 0 {
		t.define(n, c, what) // so far it was only the way to a place
	}
	t.markNode(c, what)
	t.notePrefix(n)
}

// learn makes a node the one that is expected where the last start or stop was. It is called for starts that were
// not expected. Of a program that starts its regions in no order nothing is expected: a processor that guesses wrong
// whether the next one is as expected loses more than it takes to look for it. From time to time it is seen whether
// there is an order by now.
//
//go:norace
func (t *Track) learn(n uint32) {
	at := &t.Records[t.last&^lastStop].Down
	if t.last&lastStop != 0 {
		at = &t.Records[t.last&^lastStop].Next
	}
	if *at == n {
		t.right++
	}
	if *at = n; t.learning > 0 {
		return
	}
	switch {
	case t.trust != 0:
		t.trust, t.learning = 0, lesson
	case t.right >= lesson/2:
		t.trust, t.learning = math.MaxUint32, leisure
	default:
		t.learning = leisure
	}
	t.right = 0
}

// lesson is how many starts decide whether anything is expected, and leisure how many there are from then on, that
// were not expected, until the next such decision.
const (
	lesson  = 64
	leisure = 1024
)

// edgeOf is the edge by which a start below the current region is looked up.
func (t *Track) edgeOf(key uint64, what target) edges.Edge {
	return edges.From(key, t.Current, what.environment, t.prefixID)
}

func (t *Track) findByContent(key uint64, what target) uint32 {
	id := t.identify(what)
	at := t.ChildOf(id)
	if at == nil {
		n, running := t.openAbove(id)
		if !running {
			if t.Len() >= MostPaths || what.region == nil && int(t.below[t.Current]) >= MostBelow {
				return t.further(id.Environment)
			}
			if n = t.addNode(id, what); what.region == nil {
				t.below[t.Current]++
			}
		}
		at = t.AddChild(at, id, n)
	}
	if key != 0 && at.Keys < MaxKeys {
		if at.Keys++; at.Keys == MaxKeys && t.wayTo(at.Node) == edges.Straight {
			t.Records[at.Node].Key, t.hasBuilt = byContent, true
		}
		t.addKey(key, at.Node, what)
	}
	return at.Node
}

// MostPaths is how many call paths a goroutine may have, and MostBelow how many of them may be started by their names below
// one region: names that a loop makes anew would fill the memory. Tests make them smaller.
var MostPaths, MostBelow = 1 << 16, 1 << 13

// FurtherName is the name of the region that has the calls of further ones, below each parent.
const FurtherName = "further regions"

// further is the node of what is started below the current region where there are too many call paths.
func (t *Track) further(environment uint32) uint32 {
	id := table.Child{Name: FurtherName, Parent: t.Current, Environment: environment}
	at := t.ChildOf(id)
	if at == nil {
		n, running := t.openAbove(id)
		if !running {
			n = t.addNode(id, target{name: FurtherName})
		}
		at = t.AddChild(at, id, n)
	}
	t.hasFurther = true
	t.warnOf(WarnFurther, at.Node, t.PlaceOf(at.Node))
	return at.Node
}

// isFurther reports whether a node is one of further. The caller looks for the name itself first.
func (t *Track) isFurther(node uint32) bool {
	return t.hasFurther && t.NameIs(&t.Cold[node], FurtherName)
}

// identify is what a start is looked up by when its key is not known.
func (t *Track) identify(what target) table.Child {
	return table.Child{Name: t.prefix + what.name, Parent: t.Current, Environment: what.environment, Sample: t.sample(what)}
}

// isAbove reports whether a node is a region around the current one on this goroutine. Those above base
// run on another.
func (t *Track) isAbove(node uint32) bool {
	for n := t.Current; n != t.base && n != 0; n = t.Cold[n].Parent {
		if n == node {
			return true
		}
	}
	return false
}

// split is a node of its own for a start that was a recursion when it was looked up first, and is none now,
// since the goroutine stands at another place. Starts by the name and by handles share it.
func (t *Track) split(key uint64, what target) uint32 {
	id := t.identify(what)
	at := t.ChildOf(id)
	if at == nil || t.Cold[at.Node].Parent != t.Current {
		at = t.AddChild(at, id, t.addNode(id, what))
	} else {
		t.meet(at.Node, what)
	}
	e := t.edgeOf(key, what)
	t.redirect(&e, at.Node)
	return at.Node
}

// addKey lets key lead to node below the current region, and lets the prediction use it if it can.
func (t *Track) addKey(key uint64, node uint32, what target) {
	new := t.edgeOf(key, what)
	new.Node, new.Way = node, t.wayTo(node)
	if what.region == nil {
		t.keepAlive = append(t.keepAlive, what.name)
	} else {
		t.keepToo = append(t.keepToo, what.region)
		if what.region.is.Problem != "" {
			t.rank.Warn(WarnOption, what.region.is.Name+": "+what.region.is.Problem)
		}
	}
	if !what.wrong {
		t.predict(&new)
	}
	t.edges.Add(new)
	t.weigh()
}

// predict lets the prediction use an edge, if it is the first for a node of this parent, and nothing else
// has the same mixture of key and parent. Of a handle that led elsewhere when its environment was another
// one, only the latest edge counts (see renew).
func (t *Track) predict(e *edges.Edge) {
	rival := t.edges.Rival(e)
	if rival != nil {
		t.Records[rival.Node].Key = 0 // found through edges from now on
		rival.Way, e.Way = edges.Winding, edges.Winding
	}
	if r := &t.Records[e.Node]; r.Key == 0 && !t.odd[e.Node].doubled && t.Cold[e.Node].Parent == t.Current && (rival == nil || rival.Key == e.Key && e.OfRegion()) {
		r.Key = e.Mixed
	}
}

// wayTo is what a start below the current region has to look at that leads to a node.
func (t *Track) wayTo(n uint32) edges.Way {
	switch c := &t.Cold[n]; {
	case c.Sample > 1 || t.odd[n].doubled:
		return edges.Winding
	case c.Parent == t.Current:
		return edges.Straight
	}
	return edges.Around
}

// redirect lets an edge lead to another node, if there is such an edge.
func (t *Track) redirect(e *edges.Edge, node uint32) bool {
	at := t.edges.Find(e)
	if at == nil {
		return false
	}
	at.Node = node
	if at.Way = t.wayTo(node); t.edges.Rival(at) != nil {
		at.Way = edges.Winding
	}
	return true
}

// openAbove looks for a region of the same name and environment that is running: starting it again is a
// recursion, which is counted there and makes no new call path, so that the tree stays finite.
func (t *Track) openAbove(id table.Child) (uint32, bool) {
	for n := t.Current; ; n = t.Cold[n].Parent {
		if n == t.base || n == 0 {
			return 0, false
		}
		c := &t.Cold[n]
		if c.Environment == id.Environment && t.NameIs(c, id.Name) {
			return n, true
		}
	}
}

func (t *Track) addNode(id table.Child, what target) uint32 {
	cold := table.Cold{Parent: t.Current, Environment: id.Environment, Sample: id.Sample, Histogram: t.histogram()}
	t.define(uint32(t.Len()), &cold, what)
	t.markNode(&cold, what)
	if stats.OnDevice(id.Name) {
		t.rank.Warn(WarnDevice, id.Name)
	}
	n := t.Add(0, cold, id.Name)
	t.notePrefix(n)
	t.noteDoubled(n, id)
	t.weigh()
	return n
}

// noteDoubled notes a node that stands inside another of the same name and environment, below which the goroutine was
// placed. A later goroutine on the track may run both: then it is a recursion.
func (t *Track) noteDoubled(n uint32, id table.Child) {
	for above := t.Cold[n].Parent; above != 0; above = t.Cold[above].Parent {
		if c := &t.Cold[above]; c.Environment == id.Environment && t.NameIs(c, id.Name) {
			t.noteOdd(n, oddNode{t.odd[n].cuts, true})
			return
		}
	}
}

// runningAbove is the region of the name and environment of a node that runs, or else the node.
func (t *Track) runningAbove(n uint32) uint32 {
	c := &t.Cold[n]
	if above, running := t.openAbove(table.Child{Name: t.Name(c), Environment: c.Environment}); running {
		return above
	}
	return n
}

// notePrefix notes that a node was started under the prefix in force: its stop need not know of it.
func (t *Track) notePrefix(n uint32) {
	if o := t.odd[n]; t.prefix != "" && int(t.Cold[n].NameLength) >= len(t.prefix) && !slices.Contains(o.cuts, len(t.prefix)) {
		t.noteOdd(n, oddNode{append(o.cuts, len(t.prefix)), o.doubled})
		t.CutName(n, len(t.prefix))
	}
}

func (t *Track) noteOdd(n uint32, o oddNode) {
	if t.odd == nil {
		t.odd = make(map[uint32]oddNode)
	}
	t.odd[n], t.absentAt = o, 0
}

// define gives a node the options of what starts it first, and notes by which calls it came here.
//
//go:norace
func (t *Track) define(n uint32, c *table.Cold, what target) {
	sites := t.sites.Load()
	if sites == nil || int(n) >= len(*sites) {
		more := make([]site, max(len(t.Records), 2*int(n)))
		if sites != nil {
			copy(more, *sites)
		}
		sites = &more
		t.sites.Store(sites)
	}
	s := &(*sites)[n]
	*s = site{}
	goroutine.Callers(s[:], 4+t.deeper) // at least so many calls are of this package
	c.Place = uint64(s[0])
	if what.region != nil {
		c.Level = int32(what.region.is.Level)
	}
}

// Owned reports whether the calling goroutine is the one that the track belongs to.
//
//go:norace
func (t *Track) Owned() bool { return goroutine.ID() == t.id }

// knownBytes is the memory of what finds nodes, and of where they were made.
func (t *Track) knownBytes() int {
	k, sites := &t.lookup, 0
	if s := t.sites.Load(); s != nil {
		sites = len(*s) * int(unsafe.Sizeof(site{}))
	}
	return sites + t.IndexBytes() + len(k.edges.Places)*int(unsafe.Sizeof(edges.Edge{})) +
		cap(k.keepAlive)*int(unsafe.Sizeof("")) + cap(k.keepToo)*int(unsafe.Sizeof((*Region)(nil))) +
		cap(k.spots)*int(unsafe.Sizeof((*spot)(nil))) + (cap(k.bases)+4*len(k.below))*int(unsafe.Sizeof(uint32(0)))
}
