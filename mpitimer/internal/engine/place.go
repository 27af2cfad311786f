package engine

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// This file lets regions of one goroutine stand below those of another.

// spot is a call path below which regions of any goroutine of the rank may stand. There is one for each path that
// was asked for; tracks remember by its number which of their nodes it is.
type spot struct {
	rank        *Rank
	number      int
	around      *spot // nil for the root
	name        string
	environment uint32
}

// spotBelow is the spot of a region below another one.
func (rank *Rank) spotBelow(around *spot, name string, environment uint32) *spot {
	rank.spotsMu.Lock()
	defer rank.spotsMu.Unlock()
	asked := spot{around: around, name: name, environment: environment}
	s := rank.spots[asked]
	if s == nil {
		s = &spot{rank, len(rank.spots), around, name, environment}
		rank.spots[asked] = s
	}
	return s
}

// Place is a region of a goroutine, under which those of others can be counted; the zero one is nowhere.
type Place struct{ at *spot }

// Here is the innermost open region of the calling goroutine, nowhere if it is not timed.
//
//go:norace
func (rank *Rank) Here() Place {
	if rank.Closed.Load() {
		return Place{} // and no track for the goroutine
	}
	return rank.Directory.Track().standing()
}

// Standing is the innermost open region of the calling goroutine, nowhere if it has timed nothing yet.
//
//go:norace
func Standing() Place {
	if d := Process.Load(); d != nil {
		return d.own().standing()
	}
	return Place{}
}

//go:norace
func (t *Track) standing() Place {
	if t == nil || t.rank == nil || t.rank.Closed.Load() {
		return Place{}
	}
	if n := t.Current; uint(n) < uint(len(t.spots)) && t.spots[n] != nil {
		return Place{t.spots[n]}
	}
	return Place{t.here()}
}

// Below is the place of a region below another place, in the machine environment of that name.
func (rank *Rank) Below(p Place, name, environment string) Place {
	if p.at == nil {
		p.at = rank.total
	}
	id, wrong := rank.findEnvironment(environment)
	if wrong != "" {
		rank.Warn(wrong, environment)
	}
	return Place{rank.spotBelow(p.at, name, id)}
}

// Path is the names of a place, from the outermost region on.
func (p Place) Path() []string {
	if p.at == nil {
		return nil
	}
	return append(Place{p.at.around}.Path(), p.at.name)
}

// Lane makes a track for what a stream of a device does: its name and flags are those of package blocks.
func (rank *Rank) Lane(name string, flags uint32) *Track {
	rank.Directory.mu.Lock()
	defer rank.Directory.mu.Unlock()
	return rank.nobodys(name, flags)
}

// Give gives the region at a place time that was measured elsewhere, on a track that Lane has made, and bytes copied in it.
func (t *Track) Give(p Place, total time.Duration, calls int, bytes uint64) {
	t.rank.Directory.mu.Lock() // which who begins anew with all tracks holds
	defer t.rank.Directory.mu.Unlock()
	if t.attend(t.special.Load() &^ specialPaused) {
		t.giveTo(t.nodeOf(p.at), total, calls, bytes)
	}
}

// here is for regions that were not asked for before, and those of a shared tree.
func (t *Track) here() *spot {
	defer t.release()
	tree := t.lockTree()
	defer t.unlockTree()
	if tree != t {
		return tree.spotOf(t.position)
	}
	return t.spotOf(t.Current)
}

// spotOf is the spot of a node.
func (t *Track) spotOf(n uint32) *spot {
	if n == 0 {
		return nil
	}
	if int(n) < len(t.spots) && t.spots[n] != nil {
		return t.spots[n]
	}
	c := &t.Cold[n]
	s := t.rank.spotBelow(t.spotOf(c.Parent), t.Name(c), c.Environment)
	t.spots = setAt(t.spots, int(n), s)
	t.weigh()
	return s
}

// nodeOf is the node of a spot, which is made where there is none: without calls, so that it joins the one of
// the same path in the rank's tree.
func (t *Track) nodeOf(s *spot) uint32 {
	if s == nil {
		return 0
	}
	if s.number < len(t.bases) && t.bases[s.number] != 0 {
		return t.bases[s.number]
	}
	id := table.Child{Name: s.name, Parent: t.nodeOf(s.around), Environment: s.environment}
	at := t.ChildOf(id)
	if at == nil || t.Cold[at.Node].Parent != id.Parent { // not known, or only as a recursion
		cold := table.Cold{Parent: id.Parent, Environment: id.Environment, Histogram: t.histogram()}
		at = t.AddChild(at, id, t.Add(0, cold, id.Name))
		t.noteDoubled(at.Node, id)
	}
	t.bases = setAt(t.bases, s.number, at.Node)
	t.weigh()
	return at.Node
}

// setAt sets an element of a list, which grows as needed.
func setAt[T any](list []T, at int, v T) []T {
	if at >= len(list) {
		list = append(list, make([]T, at+1-len(list))...)
	}
	list[at] = v
	return list
}

// place makes the track stand under a spot, whose node becomes the current region.
func (t *Track) place(s *spot) {
	if t.spot = s; t.shared != nil {
		tree := t.lockTree()
		t.base = tree.nodeOf(s)
		t.position = t.base
		t.unlockTree()
		t.release()
		return
	}
	if s != nil && s.number < len(t.bases) && t.bases[s.number] != 0 { // as in nodeOf, without a call
		t.base = t.bases[s.number]
	} else {
		t.base = t.nodeOf(s)
	}
	t.Current, t.last = t.base, t.base
	t.expect = t.Records[t.base].Down
	t.release()
}

// Do calls f with the goroutine at the place. It does nothing else while the timers are disabled.
func (p Place) Do(f func()) {
	s := p.at
	if s == nil || s.rank.off.Load() {
		f()
		return
	}
	switch t := s.rank.Directory.own(); {
	case t == nil:
		s.lend(f)
	case t.Depth > 0 || t.spot == s || t == s.rank.Main || s.rank.Closed.Load():
		f() // below open regions of its own, which is where it belongs, or where it stands anyhow
	default:
		t.stand(s, f)
	}
}

// stand calls f with the track at a spot.
func (t *Track) stand(s *spot, f func()) {
	before := t.spot
	t.place(s)
	defer func() {
		if t.Depth == 0 {
			t.place(before)
		}
	}()
	f()
}

// lend calls f on a goroutine without a track, which has one meanwhile.
func (s *spot) lend(f func()) {
	if s.rank.Closed.Load() {
		f()
		return
	}
	t := s.rank.borrow()
	defer s.rank.giveBack(t)
	t.place(s)
	f()
}

// Go runs f on a new goroutine, at the place where the caller is.
func (rank *Rank) Go(f func()) {
	s := rank.Here().at
	if s == nil {
		go f()
		return
	}
	go s.lend(f)
}
