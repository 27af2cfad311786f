package calls

import (
	"cmp"
	"slices"
	"strings"
)

// outline is what matters about a rank's calls for its waits, and for those of others.
type outline struct {
	rank   *Rank
	at     func(int64) (int64, int64)
	groups []group

	calls       []call
	messages    []message
	sends       map[blockKey]*channel
	receives    map[blockKey]*channel
	collectives map[communicatorKey]*channel
}

// call is a call that may have waited.
type call struct {
	event      *Event
	entry      int64   // on the clock of all ranks
	length     int64   // ns
	error      int64   // of the entry
	polled     []piece // when it is many, that asked for the same; length is that of all
	messages   []int   // that it sends, receives or completes
	collective int     // its place among those on the communicator, or notCollective or unmatched
	on         *channel
	beyond     bool // not looked at: the limit was reached before
	first      bool // it is done when one of its messages is, as Waitsome
}

const (
	notCollective = -1
	unmatched     = -2
)

// message is one that was sent or received, or is to be.
type message struct {
	send    bool
	mode    sendMode
	channel *channel // nil if it is not known which one: then it is unmatched
	place   int      // within the channel
	beyond  bool
	nobody  bool // to or from MPI_PROC_NULL

	// For receives: what was requested and what came.
	communicator int64
	source, tag  int64

	wantSource, wantTag int64

	event        *Event // that has posted it
	entry, error int64
	known        bool // what came is known
	doubtful     bool // it may have failed
	cancelled    bool // it may have been, or not
}

// sendMode is when a send is done.
type sendMode byte

const (
	standardSend sendMode = iota // as MPI likes
	synchronous                  // when the receive was posted
	buffered                     // at once: also of ready sends, whose receive is there
)

// channel is the calls that must be matched in their order with those of another rank, or of all others.
type channel struct {
	group  *group
	times  []int64
	error  int64
	calls  []uint64 // of collective calls
	closed bool     // what comes next is uncertain

	last   int // thread of the last call
	latest uint64
}

// add adds the next call, and gives its place; false if it is not certain to be the next.
func (c *channel) add(e *Event, at, uncertainty int64) (int, bool) {
	// Calls of two threads at the same time have no order.
	c.closed = c.closed || len(c.times) > 0 && c.last != e.Thread && e.Start < c.latest
	if c.closed {
		return 0, false
	}
	c.last, c.latest = e.Thread, max(c.latest, e.End)
	c.times = append(c.times, at)
	c.error = max(c.error, uncertainty)
	return len(c.times) - 1, true
}

func makeOutline(r *Rank, at func(int64) (int64, int64), limit int) *outline {
	o := &outline{rank: r, at: at, groups: groupsOf(r),
		sends: map[blockKey]*channel{}, receives: map[blockKey]*channel{}, collectives: map[communicatorKey]*channel{}}
	o.readEvents(limit)
	o.fillChannels()
	return o
}

// blocks returns what other ranks are told.
func (o *outline) blocks() []*block {
	var list []*block
	for _, side := range []map[blockKey]*channel{o.sends, o.receives} {
		for key, c := range side {
			if len(c.times) > 0 {
				list = append(list, &block{blockKey: key, times: c.times, uncertainty: c.error})
			}
		}
	}
	for key, c := range o.collectives {
		list = append(list, &block{
			blockKey: blockKey{kind: collectiveTimes, destination: c.group.home, communicator: key},
			times:    slices.Clone(c.times), calls: slices.Clone(c.calls), uncertainty: c.error, members: 1,
		})
	}
	return list
}

// wanted returns how many times of a channel have a counterpart here.
func (o *outline) wanted(key blockKey) int {
	if c := o.counterpart(key); c != nil {
		return len(c.times)
	}
	return 0
}

// mirrored returns the key of the other end's list.
func mirrored(key blockKey) blockKey {
	key.source, key.destination = key.destination, key.source
	key.kind = sendTimes + receiveTimes - key.kind
	return key
}

func (o *outline) counterpart(key blockKey) *channel {
	if key.kind == sendTimes {
		return o.receives[mirrored(key)]
	}
	return o.sends[mirrored(key)]
}

// byStart returns the events in the order in which the calls began: that in which messages were posted.
func byStart(events []Event) []*Event {
	list := make([]*Event, len(events))
	for i := range events {
		list[i] = &events[i]
	}
	slices.SortStableFunc(list, func(a, b *Event) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// threadsMeet reports whether calls of different threads ran at the same time.
func threadsMeet(byStart []*Event) bool {
	var last *Event // that ends the latest
	for _, e := range byStart {
		if last != nil && e.Start < last.End && e.Thread != last.Thread {
			return true
		}
		if last == nil || e.End > last.End {
			last = e
		}
	}
	return false
}

// modeOf returns the mode of a send by the name of its function.
func modeOf(name string) sendMode {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_c"), "_init")
	switch strings.ToLower(strings.TrimPrefix(name, "I")) {
	case "ssend":
		return synchronous
	case "send", "sendrecv", "sendrecv_replace":
		return standardSend
	}
	return buffered
}
