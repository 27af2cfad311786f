package otf2

import (
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// state is a state or an event of a trace. A list of them has each behind those that it contains.
type state struct {
	start, end uint64
	region     uint32
	depth      int
	first      int // of those that it contains, or itself
	call       *mpistate.Call
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
		states = append(states, state{b.at(r.Start), b.at(r.End), b.regions[r.Name], r.Depth, first, mpistate.Of(r)})
		for d := r.Depth + 1; d < len(starts); d++ {
			starts[d] = len(states)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var calls []*mpistate.Call
	for i := range states {
		if c := states[i].call; c != nil {
			calls = append(calls, c)
		}
	}
	mpistate.Resolve(calls)
	place := uint64(len(b.locations))
	w := &writer{b: b, rank: b.messages.Rank(n.Node), states: states, requests: mpistate.Requests{}}
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
	return b.endLocation(n.Node, location{name: b.text(name), group: b.groupOf(n.Node)})
}

// writer writes the states of a location in the order of time.
type writer struct {
	b        *builder
	rank     int
	states   []state
	last     uint64 // times never go back
	requests mpistate.Requests
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
	c, m := s.call, &w.b.messages
	if _, collective := mpistate.Collectives[c.Name]; collective {
		if _, ok := m.Communicator(w.rank, c.Communicator); ok {
			return w.put(event{kind: collectiveBegin, at: s.start})
		}
		w.b.written.Unmatched++
		return nil
	}
	if _, begins := c.Receives(); begins && c.Request >= 0 {
		w.requests.Begin(c)
		return w.put(event{kind: receiveBegin, at: s.start, request: uint64(c.Request)})
	}
	sends, begins := c.Sends()
	if !sends {
		return nil
	}
	communicator, local, ok := m.Partner(w.rank, c.Communicator, c.To)
	if !ok {
		w.b.written.Unmatched++
		return nil
	}
	e := event{kind: send, at: s.start, peer: local, communicator: uint32(communicator), tag: uint32(c.SendTag), bytes: c.Bytes}
	if begins && c.Request >= 0 {
		e.kind, e.request = sendBegin, uint64(c.Request)
		w.requests.Begin(c)
	}
	return w.put(e)
}

// ended writes what a call has done when it ends.
func (w *writer) ended(s *state) error {
	c := s.call
	if operation, collective := mpistate.Collectives[c.Name]; collective {
		communicator, ok := w.b.messages.Communicator(w.rank, c.Communicator)
		if !ok {
			return nil
		}
		e := event{kind: collectiveEnd, at: s.end, operation: operation, communicator: uint32(communicator), peer: none, bytes: c.Bytes, receivedSize: c.Received}
		if _, local, ok := w.b.messages.Partner(w.rank, c.Communicator, c.Root); ok {
			e.peer = local
		}
		return w.put(e)
	}
	if receives, begins := c.Receives(); receives && !begins {
		return w.got(event{kind: receive, at: s.end}, c.Communicator, c.From, c.ReceiveTag)
	}
	for _, r := range w.requests.End(c) {
		if !r.Receives {
			if err := w.put(event{kind: sendEnd, at: s.end, request: uint64(r.Number)}); err != nil {
				return err
			}
			continue
		}
		if err := w.got(event{kind: receiveEnd, at: s.end, request: uint64(r.Number)}, r.Communicator, r.Source, r.Tag); err != nil {
			return err
		}
	}
	return nil
}

// got writes the end of a receive, if it is known whence the message came.
func (w *writer) got(e event, communicator, source, tag int64) error {
	at, ok := w.b.messages.Got(w.rank, communicator, source, tag)
	if !ok {
		w.b.written.Unmatched++
		return nil
	}
	_, e.peer, _ = w.b.messages.Partner(w.rank, communicator, source)
	e.communicator, e.tag, e.bytes = uint32(at.Communicator), uint32(tag), w.b.messages.length(at)
	return w.put(e)
}
