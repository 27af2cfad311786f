package calls

import "math"

// interval is a time that is not known exactly: the best guess and its bounds.
type interval struct {
	at, from, to int64
}

// around returns a time and what the errors of two clocks make of it.
func around(at, error1, error2 int64) interval {
	u := addCapped(error1, error2)
	i := interval{at, math.MinInt64, math.MaxInt64}
	if at >= math.MinInt64+u {
		i.from = at - u
	}
	if at <= math.MaxInt64-u {
		i.to = at + u
	}
	return i
}

// latest returns the later of two times, earliest the earlier.
func latest(a, b interval) interval {
	return interval{max(a.at, b.at), max(a.from, b.from), max(a.to, b.to)}
}

func earliest(a, b interval) interval {
	return interval{min(a.at, b.at), min(a.from, b.from), min(a.to, b.to)}
}

// until returns how long a call waits for something that happens at a time: from its entry on, while it
// lasts.
func (c *call) until(at int64) (nanos int64) {
	if c.polled == nil {
		return piece{c.entry, c.length}.until(at)
	}
	for _, p := range c.polled {
		nanos = addCapped(nanos, p.until(at))
	}
	return nanos
}

func (p piece) until(at int64) int64 {
	switch {
	case at <= p.entry:
		return 0
	case p.entry >= 0 || at < math.MaxInt64+p.entry: // the difference can be told
		return min(at-p.entry, p.length)
	}
	return p.length
}

// whileLasting returns how long a call waits for what ends it: not at all if it ended before.
func (c *call) whileLasting(at int64) int64 {
	if at > addCapped(max(c.entry, 0), c.length)+min(c.entry, 0) {
		return 0
	}
	return c.until(at)
}

// waited returns the wait for something, and how far off it may be.
func (c *call) waited(event interval) (nanos, uncertainty int64) {
	nanos = c.until(event.at)
	return nanos, max(c.until(event.to)-nanos, nanos-c.until(event.from))
}

// waitedLasting returns the same for a call that may not have waited.
func (c *call) waitedLasting(event interval) (nanos, uncertainty int64) {
	nanos = c.whileLasting(event.at)
	least := min(c.whileLasting(event.from), c.whileLasting(event.to))
	most := max(c.whileLasting(event.from), c.whileLasting(event.to))
	if end := c.entry + c.length; event.from <= end && end <= event.to {
		most = c.length
	}
	return nanos, max(most-nanos, nanos-least)
}

// assessment adds up the waits of a rank's calls.
type assessment struct {
	*outline
	exchange *exchange
	sums     map[waitKey]*Wait
}

type waitKey struct {
	node, track uint32
	function    int
	kind        WaitKind
}

// assess computes how long the calls have waited, from what the others have sent.
func (o *outline) assess(x *exchange) []Wait {
	a := assessment{o, x, map[waitKey]*Wait{}}
	for i := range o.calls {
		c := &o.calls[i]
		if c.collective != notCollective {
			a.collective(c)
		} else {
			a.messages(c)
		}
	}
	list := make([]Wait, 0, len(a.sums))
	for _, w := range a.sums {
		list = append(list, *w)
	}
	return list
}

func (a *assessment) sum(c *call, kind WaitKind) *Wait {
	e := c.event
	key := waitKey{e.Node, e.Track, e.Function, kind}
	w := a.sums[key]
	if w == nil {
		w = &Wait{Node: e.Node, Track: e.Track, Function: e.Function, Kind: kind}
		a.sums[key] = w
	}
	return w
}

func (w *Wait) add(nanos, uncertainty int64) {
	w.Calls++
	w.Nanos = addCapped(w.Nanos, nanos)
	w.Uncertainty = addCapped(w.Uncertainty, uncertainty)
}

func (a *assessment) collective(c *call) {
	kind := AtCollective
	if c.event.Info().Name == "Barrier" {
		kind = AtBarrier
	}
	w := a.sum(c, kind)
	if c.beyond {
		w.NotLooked++
		return
	}
	if c.collective == unmatched {
		w.Unmatched++
		return
	}
	j := a.exchange.joined[c.on.group.key]
	if j == nil || !j.result || j.members != c.on.group.size || c.collective >= len(j.times) || j.times[c.collective] == noTime {
		w.Unmatched++
		return
	}
	w.add(c.waited(around(j.times[c.collective], j.uncertainty, c.error)))
}

// other is when the other end of a message was posted.
func (a *assessment) other(c *call, m *message) (interval, bool) {
	if m.channel == nil {
		return interval{}, false
	}
	_, key := a.channels(m)
	b := a.exchange.arrived[mirrored(key)]
	if b == nil || m.place >= len(b.times) {
		return interval{}, false
	}
	return around(b.times[m.place], b.uncertainty, c.error), true
}

func (a *assessment) messages(c *call) {
	receives := false
	for _, i := range c.messages {
		m := &a.outline.messages[i]
		receives = receives || !m.send && !m.nobody
	}
	if receives {
		a.lateSender(c)
	} else {
		a.lateReceiver(c)
	}
}

func (a *assessment) lateSender(c *call) {
	w := a.sum(c, LateSender)
	var event interval
	found, whole, beyond := 0, c.event.Flags&(PartsLeftOut|Failed) == 0, false
	for _, i := range c.messages {
		m := &a.outline.messages[i]
		if m.send || m.nobody {
			continue
		}
		at, ok := a.other(c, m)
		beyond = beyond || m.beyond
		whole = whole && ok
		switch {
		case !ok:
		case found == 0:
			event = at
		case c.first:
			event = earliest(event, at)
		default:
			event = latest(event, at)
		}
		found++
	}
	switch {
	case beyond:
		w.NotLooked++
	case !whole:
		w.Unmatched++
	default:
		w.add(c.waited(event))
	}
}

// lateReceiver looks at sends. If one call completes several, the longest wait counts.
func (a *assessment) lateReceiver(c *call) {
	var nanos, most, least int64
	found, whole, beyond := 0, c.event.Flags&(PartsLeftOut|Failed) == 0, false
	for _, i := range c.messages {
		m := &a.outline.messages[i]
		if !m.send || m.nobody || m.mode == buffered {
			continue
		}
		found++
		at, ok := a.other(c, m)
		beyond = beyond || m.beyond
		whole = whole && ok
		if !ok {
			continue
		}
		n, u := c.waitedLasting(at)
		if m.mode == synchronous {
			n, u = c.waited(at)
		}
		nanos, most, least = max(nanos, n), max(most, min(addCapped(n, u), c.length)), max(least, n-u)
	}
	switch {
	case found == 0 || c.first: // which one it has waited for is not known
	case beyond:
		a.sum(c, LateReceiver).NotLooked++
	case !whole:
		a.sum(c, LateReceiver).Unmatched++
	default:
		a.sum(c, LateReceiver).add(nanos, max(most-nanos, nanos-least))
	}
}
