package otf2

import (
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// state is a state or an event of a trace. A list of them has each behind those that it contains.
type state struct {
	start, end uint64
	region     uint32
	depth      int
	first      int // of those that it contains, or itself
	call       *call
}

// trace writes an event trace as a location.
func (b *builder) trace(n *project.NodeFiles) error {
	var states []state
	starts := []int{} // by depth: where the contents of the next state there begin
	err := b.records(n.Trace, func(r *trace.Record) error {
		for len(starts) <= r.Depth+1 {
			starts = append(starts, len(states))
		}
		first := min(starts[r.Depth+1], len(states))
		states = append(states, state{b.at(r.Start), b.at(r.End), b.regions[r.Name], r.Depth, first, callOf(r)})
		for d := r.Depth + 1; d < len(starts); d++ {
			starts[d] = len(states)
		}
		return nil
	})
	if err != nil {
		return err
	}
	place := uint64(len(b.locations))
	w := &writer{b: b, rank: b.messages.rankOf(n.Node), states: states, pending: map[int64]pending{}}
	if w.rank >= 0 {
		if _, known := b.messages.place[w.rank]; !known {
			b.messages.place[w.rank] = place
		}
	}
	if err := b.archive.begin(place); err != nil {
		return err
	}
	if err := w.all(0, len(states)); err != nil {
		return err
	}
	labels := n.Node.Labels()
	name := b.files.Name
	if len(labels) > 0 {
		name = n.Node.Type() + " " + labels[len(labels)-1]
	}
	return b.endLocation(location{name: b.text(name), group: b.groupOf(n.Node)})
}

// writer writes the states of a location in the order of time.
type writer struct {
	b       *builder
	rank    int
	states  []state
	last    uint64 // times never go back
	pending map[int64]pending
}

// pending is a request that has not completed.
type pending struct {
	receive bool
	cid     int64
	source  int64
	tag     int64
}

// all writes the states from one place to another, which are whole.
func (w *writer) all(from, to int) error {
	var outermost []int
	for i := to - 1; i >= from; i = w.states[i].first - 1 {
		outermost = append(outermost, i)
	}
	for _, i := range slices.Backward(outermost) {
		s := &w.states[i]
		if err := w.put(event{kind: enter, at: s.start, region: s.region}); err != nil {
			return err
		}
		if s.call != nil {
			if err := w.begun(s); err != nil {
				return err
			}
		}
		if err := w.all(s.first, i); err != nil {
			return err
		}
		if s.call != nil {
			if err := w.ended(s); err != nil {
				return err
			}
		}
		if err := w.put(event{kind: leave, at: s.end, region: s.region}); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) put(e event) error {
	w.last = max(w.last, e.at)
	e.at = w.last
	return w.b.archive.event(&e)
}

// begun writes what a call does when it begins.
func (w *writer) begun(s *state) error {
	c := s.call
	if _, collective := collectives[c.name]; collective {
		if _, ok := w.b.messages.known[[2]int64{int64(w.rank), c.cid}]; ok {
			return w.put(event{kind: collectiveBegin, at: s.start})
		}
		w.b.written.Unmatched++
		return nil
	}
	if slices.Contains(receiveBegins, c.name) && c.request >= 0 {
		w.pending[c.request] = pending{true, c.cid, c.from, c.receiveTag}
		return w.put(event{kind: receiveBegin, at: s.start, request: uint64(c.request)})
	}
	if !c.sends() {
		return nil
	}
	communicator, local, ok := w.b.messages.partner(w.rank, c.cid, c.to)
	if !ok {
		w.b.written.Unmatched++
		return nil
	}
	e := event{kind: send, at: s.start, peer: local, communicator: communicator, tag: uint32(c.sendTag), bytes: c.bytes}
	if slices.Contains(sendBegins, c.name) && c.request >= 0 {
		e.kind, e.request = sendBegin, uint64(c.request)
		w.pending[c.request] = pending{}
	}
	return w.put(e)
}

// ended writes what a call has done when it ends.
func (w *writer) ended(s *state) error {
	c := s.call
	if operation, collective := collectives[c.name]; collective {
		communicator, ok := w.b.messages.known[[2]int64{int64(w.rank), c.cid}]
		if !ok {
			return nil
		}
		e := event{kind: collectiveEnd, at: s.end, operation: operation, communicator: uint32(communicator), peer: none, bytes: c.bytes, receivedSize: c.back}
		if local, ok := w.b.messages.local[communicator][c.root]; ok {
			e.peer = local
		}
		return w.put(e)
	}
	if slices.Contains(receives, c.name) || slices.Contains(both, c.name) {
		return w.got(event{kind: receive, at: s.end}, c.cid, c.from, c.receiveTag)
	}
	for _, d := range c.waitsFor {
		p, known := w.pending[d.request]
		if !known {
			continue // begun in another thread, or completed before
		}
		delete(w.pending, d.request)
		if !p.receive {
			if err := w.put(event{kind: sendEnd, at: s.end, request: uint64(d.request)}); err != nil {
				return err
			}
			continue
		}
		source, tag := p.source, p.tag
		if d.source >= 0 {
			source = d.source
		}
		if d.tag >= 0 {
			tag = d.tag
		}
		if err := w.got(event{kind: receiveEnd, at: s.end, request: uint64(d.request)}, p.cid, source, tag); err != nil {
			return err
		}
	}
	return nil
}

// got writes the end of a receive, if it is known whence the message came.
func (w *writer) got(e event, cid, source, tag int64) error {
	communicator, local, ok := w.b.messages.partner(w.rank, cid, source)
	if !ok || tag < 0 {
		w.b.written.Unmatched++
		return nil
	}
	e.peer, e.communicator, e.tag = local, communicator, uint32(tag)
	e.bytes = w.b.messages.length(communicator, source, int64(w.rank), tag)
	return w.put(e)
}
