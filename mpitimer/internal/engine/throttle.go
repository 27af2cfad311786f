package engine

import "github.com/go-hpc/timers/mpitimer/internal/table"

// isBrief reports whether the calls of a node were so short on average that they are to be sampled.
//
//go:norace
func (t *Track) isBrief(r *table.Record) bool { return r.Total < r.Calls*t.Brief }

// knows reports whether a start below the current region leads to a node that there is.
func (t *Track) knows(key uint64, what target) bool {
	e := t.edgeOf(key, what)
	return t.edges.Find(&e) != nil
}

// throttle is the node of a region with Throttle that is to be entered in place of n: n itself, unless
// its time has come. Then it is the sampled one of the same path. The calls until now keep their exact
// times, only those of later ones are scaled, and starts of other handles, or by name, go on as before.
//
//go:norace
func (t *Track) throttle(n uint32, key uint64, what target) uint32 {
	r, c := &t.Records[n], &t.Cold[n]
	if c.Sample > 1 || r.Calls < BriefCalls || !t.isBrief(r) || r.Start != 0 || c.Parent != t.Current || t.gathers {
		return n
	}
	id := t.identify(what)
	id.Sample = ThrottleSample
	at := t.ChildOf(id)
	if at == nil {
		at = t.AddChild(at, id, t.addNode(id, what))
	}
	sampled := at.Node
	if t.Cold[sampled].Parent != t.Current { // of another handle, in which it was a recursion
		return n
	}
	e := t.edgeOf(key, what)
	e.Node = sampled
	if r := &t.Records[n]; r.Key == e.Mixed {
		r.Key = 0 // that of another start from now on
	}
	if t.redirect(&e, sampled) && !what.wrong {
		t.predict(&e)
	}
	t.learn(sampled)
	return sampled
}
