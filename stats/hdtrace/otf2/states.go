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
	unsure := false
	starts := []int{} // by depth: where the contents of the next state there begin
	err := b.records(n.Trace, func(r *trace.Record) error {
		for len(starts) <= r.Depth+1 {
			starts = append(starts, len(states))
		}
		unsure = unsure || r.Name == "Cancel"
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
			receives, _ := c.Receives()
			unsure = unsure || c.Tells || receives && c.From != mpistate.Nobody && (c.From < 0 || c.ReceiveTag < 0)
		}
	}
	mpistate.Resolve(calls)
	place := uint64(len(b.locations))
	w := &writer{b: b, rank: b.messages.Rank(n.Node), states: states, requests: mpistate.Requests{}, lengths: map[int64]int64{}, unsure: unsure}
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
	lengths  map[int64]int64 // of messages that requests will receive, where only their order tells
	unsure   bool            // not to look for lengths: calls tell them, or a receive may have been cancelled or have taken any message
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
	if sends, begins := c.Sends(); sends && !begins {
		if err := w.send(event{kind: send, at: s.start}, c.Communicator, c.To, c.SendTag, c.Bytes); err != nil {
			return err
		}
	}
	if receives, begins := c.Receives(); receives && !begins && c.Came < 0 {
		c.Came = m.length(w.rank, w.unsure, c.Communicator, c.From, c.ReceiveTag)
	}
	list, unknown := w.requests.Begin(c)
	w.b.written.Unmatched += int64(unknown)
	for _, r := range list {
		delete(w.lengths, r.Number)
		if !r.Receives {
			if err := w.send(event{kind: sendBegin, at: s.start, request: uint64(r.Number)}, r.Communicator, r.Partner, r.Tag, uint64(r.Bytes)); err != nil {
				return err
			}
			continue
		}
		if r.Partner == mpistate.Nobody {
			continue
		}
		if n := m.length(w.rank, w.unsure, r.Communicator, r.Partner, r.Tag); n >= 0 {
			w.lengths[r.Number] = n
		}
		if err := w.put(event{kind: receiveBegin, at: s.start, request: uint64(r.Number)}); err != nil {
			return err
		}
	}
	return nil
}

// send writes a message that is sent, if it is known to whom.
func (w *writer) send(e event, communicator, to, tag int64, bytes uint64) error {
	place, local, ok := w.b.messages.Partner(w.rank, communicator, to)
	if !ok {
		if to != mpistate.Nobody {
			w.b.written.Unmatched++
		}
		return nil
	}
	e.peer, e.communicator, e.tag, e.bytes = local, uint32(place), uint32(tag), bytes
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
		return w.got(event{kind: receive, at: s.end}, c.Communicator, c.From, c.ReceiveTag, c.Came)
	}
	for _, r := range w.requests.End(c) {
		if err := w.completed(s, &r); err != nil {
			return err
		}
	}
	return nil
}

// completed writes the end of a request.
func (w *writer) completed(s *state, r *mpistate.Request) error {
	e := event{kind: receiveEnd, at: s.end, request: uint64(r.Number)}
	switch {
	case r.Elsewhere:
		e.kind, e.request = receive, 0
	case r.Cancelled && r.Partner != mpistate.Nobody:
		e.kind = cancelled
		return w.put(e)
	case !r.Receives:
		if _, _, ok := w.b.messages.Partner(w.rank, r.Communicator, r.Partner); !ok {
			return nil // nor has it begun
		}
		e.kind = sendEnd
		return w.put(e)
	case r.Bytes < 0:
		if n, known := w.lengths[r.Number]; known {
			r.Bytes = n
		}
	}
	return w.got(e, r.Communicator, r.Partner, r.Tag, r.Bytes)
}

// got writes the end of a receive, if it is known whence the message came, and its bytes.
func (w *writer) got(e event, communicator, source, tag, bytes int64) error {
	place, local, ok := w.b.messages.Partner(w.rank, communicator, source)
	if !ok || tag < 0 || bytes < 0 {
		if source != mpistate.Nobody {
			w.b.written.Unmatched++
		}
		return nil
	}
	e.peer, e.communicator, e.tag, e.bytes = local, uint32(place), uint32(tag), uint64(bytes)
	return w.put(e)
}
