package calls

import "math"

// A rank that asks for a message time and again waits in those calls, and between them where it does nothing else
// there.

// PollGap is how far apart such calls may be, in nanoseconds, to be one wait: what a program does meanwhile is no
// work then.
const PollGap = 10_000

// piece is a time in which a rank does nothing but ask.
type piece struct{ entry, length int64 }

// polling is the calls in which a rank has asked for something that has not come yet.
type polling struct {
	event  *Event // the last one
	count  int
	pieces []piece
}

// probing is what a probe may find: on a track, in a communicator.
type probing struct {
	track uint32
	pattern
}

// ask adds a call to a wait.
func (r *eventReader) ask(p *polling, e *Event) *polling {
	if p == nil {
		p = &polling{}
	}
	p.event = e
	p.count += 1 + int(min(e.More, math.MaxInt32))
	from := r.rank.nanos(e.Start)
	entry, _ := r.at(from)
	length := max(r.rank.nanos(e.End)-from, 0)
	if n := len(p.pieces); n > 0 {
		last := &p.pieces[n-1]
		if together := entry - last.entry; together >= 0 && together-last.length <= PollGap {
			last.length = max(last.length, addCapped(together, length))
			return p
		}
	}
	p.pieces = append(p.pieces, piece{entry, length})
	return p
}

// waits makes a call of one that has asked, if it has not had the answer at once.
func (p *polling) waits(c *call) bool {
	if p == nil || p.count < 2 {
		return false
	}
	c.entry, c.polled, c.length = p.pieces[0].entry, p.pieces, 0
	for _, one := range p.pieces {
		c.length = addCapped(c.length, one.length)
	}
	return true
}

// tested ends the waits for requests of which a test has completed some; all others begin again, as the same time
// must not count twice. Without any done the waits go on.
func (r *eventReader) tested(e *Event, done bool) (waited *polling) {
	for _, part := range e.Elements() {
		rid, ok := part.Number("rid")
		if _, posted := r.pending[rid]; !ok || !posted || part.Child.Element == "Done" {
			continue
		}
		p := r.ask(r.tests[rid], e)
		if waited == nil || p.count > waited.count {
			waited = p
		}
		if r.tests[rid] = p; done {
			delete(r.tests, rid)
		}
	}
	return waited
}

// probed adds the wait for a message for which the rank has asked before it received it.
func (r *eventReader) probed(e *Event, message int) {
	m := &r.messages[message]
	var found *polling
	var at probing
	for key, p := range r.probes {
		if key.track == e.Track && key.matches(m) && (found == nil || p.event.Start > found.event.Start) {
			found, at = p, key
		}
	}
	delete(r.probes, at)
	if found == nil {
		return
	}
	c := r.newCall(found.event)
	c.messages = append(c.messages, message)
	if !found.waits(c) {
		r.dropCall()
	}
}
