package calls

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// Special ranks and tags in the arguments of calls. Other negative ranks are not of MPI_COMM_WORLD.
const (
	anyRank = -1 // MPI_ANY_SOURCE
	noRank  = -2 // MPI_PROC_NULL
	anyTag  = -1 // MPI_ANY_TAG
)

// eventReader goes through the calls of a rank in the order in which they began.
type eventReader struct {
	*outline
	limit    int // records that can still be told
	pending  map[int64]int
	prepared map[int64]message // persistent requests
	thrown   bool              // the order of messages is not known any more
	from     int               // message from which on
	tests    map[int64]*polling
	probes   map[probing]*polling
}

func (o *outline) readEvents(limit int) {
	r := eventReader{outline: o, limit: limit, pending: map[int64]int{}, prepared: map[int64]message{}, tests: map[int64]*polling{}, probes: map[probing]*polling{}}
	events := byStart(o.rank.Events)
	if o.rank.Dropped > 0 && threadsMeet(events) {
		r.lose() // a call of another thread, begun at any time, may be among those that were dropped
	}
	for _, e := range events {
		r.read(e)
	}
	if o.rank.Dropped > 0 {
		for _, i := range r.pending {
			o.messages[i].doubtful = true // the call that cancelled it may be among those that were dropped
		}
	}
	if !r.thrown {
		r.from = len(o.messages)
	}
	for i := r.from; i < len(o.messages); i++ {
		o.messages[i].doubtful, o.messages[i].communicator = true, -1
	}
}

// lose gives up on the order of messages from here on.
func (r *eventReader) lose() {
	if !r.thrown {
		r.thrown, r.from = true, len(r.messages)
	}
}

func (r *eventReader) read(e *Event) {
	f := e.Info()
	switch f.Kind {
	case functions.Send:
		r.send(e, f, e.Number)
	case functions.Receive:
		r.receive(e, f)
	case functions.Exchange:
		r.exchange(e, f)
	case functions.Start:
		r.start(e)
	case functions.Completion:
		r.completion(e, f)
	case functions.Probe:
		if f.Name == "Mprobe" || f.Name == "Improbe" {
			r.probe(e, f)
			return
		}
		source, ok1 := e.Number("source")
		tag, ok2 := e.Number("tag")
		if communicator, ok := e.Number("cid"); ok && ok1 && ok2 && (f.Name == "Iprobe" || source >= 0) {
			key := probing{e.Track, pattern{communicator, source, tag}}
			r.probes[key] = r.ask(r.probes[key], e)
			if f.Blocking {
				r.probes[key].count++ // one is a wait
			}
		}
	case functions.Local:
		r.request(e, f)
	case functions.Collective, functions.Communicator:
		r.collective(e, f)
	}
}

// newCall makes a call, with a place in the limit.
func (r *eventReader) newCall(e *Event) *call {
	c := call{event: e, collective: notCollective}
	from := r.rank.nanos(e.Start)
	var bound int64
	c.entry, bound = r.at(from)
	c.error = bound
	c.length = max(r.rank.nanos(e.End)-from, 0)
	r.calls = append(r.calls, c)
	return &r.calls[len(r.calls)-1]
}

// dropCall takes the last call back: it cannot wait.
func (r *eventReader) dropCall() { r.calls = r.calls[:len(r.calls)-1] }

func (r *eventReader) post(c *call, m message) int {
	m.event, m.entry, m.error, m.beyond = c.event, c.entry, c.error, r.limit <= 0
	m.wantSource, m.wantTag = m.source, m.tag
	m.doubtful = m.doubtful || c.event.Flags&Failed != 0
	r.limit--
	r.messages = append(r.messages, m)
	return len(r.messages) - 1
}

// await leaves a message to the call that completes its request. The one that has posted it does not wait.
func (r *eventReader) await(rid int64, message int) {
	if rid >= 0 { // otherwise the request is not known
		r.pending[rid] = message
	}
	r.dropCall()
}

// number returns an argument, or false for one that was left out: then nothing is known about the messages
// after it.
type number = func(name string) (int64, bool)

func (r *eventReader) sent(f *functions.Function, get number) (message, bool) {
	to, ok1 := get("toRank")
	tag, ok2 := get("toTag")
	communicator, ok3 := get("cid")
	m := message{send: true, mode: modeOf(f.Name), source: to, tag: tag, communicator: communicator, known: true, nobody: to == noRank}
	return m, ok1 && ok2 && ok3
}

func (r *eventReader) received(get number) (message, bool) {
	from, ok1 := get("fromRank")
	tag, ok2 := get("fromTag")
	communicator, ok3 := get("cid")
	return message{source: from, tag: tag, communicator: communicator, nobody: from == noRank}, ok1 && ok2 && ok3
}

func (r *eventReader) send(e *Event, f *functions.Function, get number) {
	m, ok := r.sent(f, get)
	if !ok {
		r.lose()
		return
	}
	c := r.newCall(e)
	i := r.post(c, m)
	if rid, waits := get("rid"); waits {
		r.await(rid, i)
		return
	}
	c.messages = append(c.messages, i)
}

func (r *eventReader) receive(e *Event, f *functions.Function) {
	if strings.HasPrefix(f.Name, "Mrecv") || strings.HasPrefix(f.Name, "Imrecv") {
		return // of a message that a probe has taken
	}
	m, ok := r.received(e.Number)
	if !ok {
		r.lose()
		return
	}
	c := r.newCall(e)
	i := r.post(c, m)
	if rid, waits := e.Number("rid"); waits {
		r.await(rid, i)
	} else {
		r.messages[i].came(e.Number)
		c.messages = append(c.messages, i)
	}
	if len(r.probes) > 0 {
		r.probed(e, i)
	}
}

// came records what the status says about a received message.
func (m *message) came(get number) {
	source, ok1 := get("source")
	tag, ok2 := get("tag")
	if m.nobody || !ok1 || !ok2 {
		return
	}
	switch {
	case source >= 0 && tag >= 0:
		m.source, m.tag, m.known, m.cancelled = source, tag, true, false
	case m.cancelled:
		m.nobody, m.cancelled = true, false // it has taken nothing
	}
}

func (r *eventReader) exchange(e *Event, f *functions.Function) {
	in, ok1 := r.received(e.Number)
	out, ok2 := r.sent(f, e.Number)
	if !ok1 || !ok2 {
		r.lose()
		return
	}
	c := r.newCall(e)
	i := r.post(c, in)
	if rid, begins := e.Number("rid"); begins {
		r.post(c, out)
		r.await(rid, i)
		return
	}
	r.messages[i].came(e.Number)
	c.messages = append(c.messages, i)
	r.post(c, out) // whether the call has waited for its receiver cannot be told from the rest
}

// start begins what persistent requests describe.
func (r *eventReader) start(e *Event) {
	begin := func(rid int64) {
		if m, ok := r.prepared[rid]; ok {
			r.await(rid, r.post(r.newCall(e), m))
		}
	}
	if rid, ok := e.Number("rid"); ok {
		begin(rid)
	}
	for _, part := range e.Elements() {
		if rid, ok := part.Number("rid"); ok {
			begin(rid)
		}
	}
	if e.Flags&PartsLeftOut != 0 {
		r.lose()
	}
}

// request looks at calls that make, free or cancel requests.
func (r *eventReader) request(e *Event, f *functions.Function) {
	rid, ok := e.Number("rid")
	if !ok {
		if f.Name == "Cancel" {
			r.lose()
		}
		return
	}
	if f.Name == "Cancel" {
		if i, posted := r.pending[rid]; posted {
			r.messages[i].cancelled = true
		}
		return
	}
	if strings.HasPrefix(f.Name, "P") {
		return // partitioned: matched with their like alone
	}
	if m, whole := r.sent(f, e.Number); whole {
		r.prepared[rid] = m
	} else if m, whole := r.received(e.Number); whole {
		r.prepared[rid] = m
	}
}

func (r *eventReader) completion(e *Event, f *functions.Function) {
	c := r.newCall(e)
	c.first = strings.HasPrefix(f.Name, "Waitsome") || f.Name == "Testsome"
	done, receives := slices.ContainsFunc(e.Elements(), func(part Element) bool { return part.Child.Element == "Done" }), false
	asked := r.tested(e, done)
	told := map[int64]bool{}
	for _, part := range e.Elements() {
		if part.Child.Element != "Done" {
			continue
		}
		rid, _ := part.Number("rid")
		i, posted := r.pending[rid]
		if !posted {
			continue
		}
		delete(r.pending, rid)
		told[rid] = true
		m := &r.messages[i]
		if m.send {
			bytes, _ := part.Number("bytes")
			m.nobody, m.cancelled = m.nobody || bytes < 0, false // or it was sent before it could be cancelled
		} else {
			m.came(part.Number)
			receives = true
		}
		m.doubtful = m.doubtful || e.Flags&Failed != 0
		c.messages = append(c.messages, i)
	}
	if e.Flags&Failed != 0 {
		r.doubt(e, told)
	}
	if len(c.messages) == 0 || !f.Blocking && !(receives && asked.waits(c)) {
		r.dropCall() // a single test does not wait
	}
}

// doubt marks requests of a call that failed: it may have ended any of them.
func (r *eventReader) doubt(e *Event, told map[int64]bool) {
	for _, part := range e.Elements() {
		rid, _ := part.Number("rid")
		if i, posted := r.pending[rid]; posted && !told[rid] {
			r.messages[i].doubtful = true
		}
	}
}

// probe is a probe that takes the message that it finds: it takes the place of its receive.
func (r *eventReader) probe(e *Event, f *functions.Function) {
	source, ok1 := e.Number("source")
	tag, ok2 := e.Number("tag")
	communicator, ok3 := e.Number("cid")
	if !ok1 || !ok2 || !ok3 {
		r.lose()
		return
	}
	m := message{source: source, tag: tag, communicator: communicator, known: true}
	key := probing{e.Track, pattern{communicator, noRank, anyTag}} // whom it has asked is not told
	if !f.Blocking {
		r.probes[key] = r.ask(r.probes[key], e)
	}
	if e.Flags&Failed != 0 {
		m.source, m.tag = anyRank, anyTag
	} else if source < 0 {
		return // it has found none
	}
	c := r.newCall(e)
	c.messages = append(c.messages, r.post(c, m))
	if !f.Blocking && !r.probes[key].waits(c) {
		r.dropCall()
	}
	delete(r.probes, key)
}

// collective takes a call that all members of a communicator make. Those that are not looked at are not
// counted either, on no rank.
func (r *eventReader) collective(e *Event, f *functions.Function) {
	id, ok := e.Number("cid")
	if !ok || !f.Blocking || f.Kind == functions.Communicator && (f.Pattern != functions.All || f.Name == "Comm_create_group" || f.Name == "Intercomm_create") {
		return
	}
	root, rooted := e.Number("rootRank")
	if !rooted {
		root, rooted = e.Number("root")
	}
	isRoot := rooted && root == int64(r.rank.Rank)
	c := r.newCall(e)
	c.collective = unmatched
	if c.beyond = r.limit <= 0; !c.beyond && id >= 0 && id < int64(len(r.groups)) && r.groups[id].ours {
		r.limit--
		at := int64(noTime)
		if f.Pattern == functions.All || f.Pattern == functions.ToRoot || f.Pattern == functions.FromRoot && isRoot {
			at = c.entry
		}
		c.on = channelOf(r.collectives, r.groups[id].key)
		c.on.group = &r.groups[id]
		c.on.closed = c.on.closed || e.Flags&Failed != 0
		if place, next := c.on.add(e, at, c.error); next {
			c.collective = place
			c.on.calls = append(c.on.calls, uint64(root)<<16|uint64(e.Function))
		}
	}
	if f.Pattern != functions.All && !(f.Pattern == functions.ToRoot && isRoot) && !(f.Pattern == functions.FromRoot && !isRoot) {
		r.dropCall()
	}
}

func channelOf[K comparable](list map[K]*channel, key K) *channel {
	c := list[key]
	if c == nil {
		c = &channel{}
		list[key] = c
	}
	return c
}

// pattern is what a receive may have taken if it is not known what it took.
type pattern struct {
	communicator, source, tag int64
}

func (p *pattern) matches(m *message) bool {
	return p.communicator == m.communicator && (p.source == anyRank || p.source == m.source) && (p.tag == anyTag || p.tag == m.tag)
}

// maxPatterns bounds the search for them.
const maxPatterns = 64

// fillChannels puts the messages into their channels, in the order in which they were posted, as far as it is
// certain what came in which.
func (o *outline) fillChannels() {
	var taken []pattern
	for i := range o.messages {
		m := &o.messages[i]
		if m.nobody || m.beyond {
			continue
		}
		certain := m.communicator >= 0 && m.communicator < int64(len(o.groups)) && m.source >= 0 && m.source < int64(o.rank.Size) && m.tag >= 0
		if !m.send && !m.known && (m.wantSource < 0 || m.wantTag < 0) || m.doubtful || m.cancelled {
			certain = false
		}
		if !certain {
			if m.send {
				o.closeSends(m)
			} else if taken = append(taken, pattern{m.communicator, m.wantSource, m.wantTag}); len(taken) > maxPatterns {
				return
			}
			continue
		}
		c := channelOf(o.channels(m))
		for k := range taken {
			c.closed = c.closed || !m.send && taken[k].matches(m)
		}
		if place, next := c.add(m.event, m.entry, m.error); next {
			m.channel, m.place = c, place
		}
	}
}

// channels returns the map and the key of a message's channel.
func (o *outline) channels(m *message) (map[blockKey]*channel, blockKey) {
	key := blockKey{kind: receiveTimes, source: o.rank.Rank, destination: int(m.source), tag: m.tag, communicator: o.groups[m.communicator].key}
	if m.send {
		key.kind = sendTimes
		return o.sends, key
	}
	return o.receives, key
}

// closeSends ends the channel of a send that may not have happened.
func (o *outline) closeSends(m *message) {
	if m.communicator >= 0 && m.communicator < int64(len(o.groups)) {
		channelOf(o.channels(m)).closed = true
	}
}
