package mpitimer

import "github.com/go-hpc/timers/mpitimer/internal/table"

// isBrief says whether the calls of a node were so short on average that they are to be sampled.
//
//go:norace
func (t *track) isBrief(r *table.Record) bool { return r.Total < r.Calls*t.brief }

// knows says whether a start below the current region leads to a node that there is.
func (t *track) knows(key uint64, what target) bool {
	_, known := t.edges.find(&edge{key: key, parent: t.current, context: what.keyContext(), prefix: t.prefixID})
	return known
}

// throttle is the node of a region with Throttle that is to be entered in place of n: n itself, unless
// its time has come. Then it is another one of the same path, which is sampled. Readers join the two: the
// calls until now keep their exact times, and only those of later ones are scaled.
//
//go:norace
func (t *track) throttle(n uint32, key uint64, what target) uint32 {
	r, c := &t.Records[n], t.Cold[n]
	if c.Sample > 1 || r.Calls < throttleAfter || !t.isBrief(r) || r.Start != 0 || c.Parent != t.current {
		return n
	}
	id := t.identify(&what)
	at := t.children[id]
	if at == nil || at.node != n {
		return n
	}
	c.Sample, c.Histogram = throttleSample, t.histogram()
	c.Timed, c.Countdown, c.Recursion, c.SquaresHigh = 0, 0, 0, 0
	mixed := r.Key
	sampled := t.Add(mixed, c, id.name)
	t.Records[n].Key = 0 // no prediction leads to it any more
	at.node = sampled
	t.edges.redirect(n, sampled)
	if prefix, ok := t.prefixed[n]; ok {
		t.prefixed[sampled] = prefix
	}
	t.weigh()
	return t.find(key, what)
}

// redirect lets all edges that lead to one node lead to another.
func (e *edges) redirect(from, to uint32) {
	for i := range e.places {
		if e.places[i].node == from {
			e.places[i].node = to
		}
	}
}
