package lanes

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
)

// mostMessages is how many a page has; of more it has none.
const mostMessages = 200_000

// mostParts bounds the memory in which they are found.
const mostParts = 10 * mostMessages

// Kind is what a Message is.
type Kind uint64

// What a lane has to do with another: it got something from it, waited for it in a collective call, did what a relation says
// that it has caused, or could not end a send before it received.
const (
	Sent Kind = iota
	Collective
	Caused
	LateReceiver
	Kinds // how many there are
)

// Message is one from lane to lane, or what a rank waited for in a collective call: the rank that came last, or the root; or a
// relation, from the time at which it was made until its first state begins; or what a send waited for.
// Times are nanoseconds since the start of the timeline.
type Message struct {
	From, To int // lanes
	Kind     Kind
	Since    int64 // when the call began that waited for it, or the first of a row that asked for it
	At       int64 // when it was sent, or the one that came last came, or received
	Until    int64 // when that call ended
	Bytes    uint64
}

// end is one of a message, or a rank's part in a collective call.
type end struct {
	lane         int
	order        int64 // of two on a channel which is first
	since, until int64
	bytes        uint64
	posted       int64 // of a receive, when it was; of a part in a collective call, when the rank came
	cancelled    bool  // of a send
	done         *span // of a send, in which call it was completed, if that is known and nothing was received in it
}

// traffic is the messages and the collective calls of all lanes.
type traffic struct {
	ranks       *mpistate.Ranks
	sent, got   map[mpistate.Channel][]end
	collectives map[int]map[int][]together // by communicator and world rank
	unpaired    int                        // messages of which it is not known whence they come, or where they go
	n           int                        // sends
	parts       int                        // of collective calls, that are kept
	left        int64                      // that are not
	met         map[int][]span             // by lane, rows of calls that have completed collective ones
	blind       map[int][]span             // by lane, calls that have received what nobody is known to have sent
}

// more counts a send, and reports whether it is kept: if there are too many, none is.
func (f *traffic) more() bool {
	if f.n++; f.n == mostParts {
		clear(f.sent)
		clear(f.got)
	}
	return f.n < mostParts
}

// together is a rank's part in a collective call.
type together struct {
	end
	name string
	root int64
}

func isCollective(name string) bool {
	_, yes := mpistate.Collectives[name]
	return yes
}

// sort puts what was sent and received on each channel in the order in which the calls began. What was cancelled is no message.
func (f *traffic) sort() {
	for at, list := range f.sent {
		f.sent[at] = slices.DeleteFunc(list, func(e end) bool { return e.cancelled })
	}
	for _, lists := range []map[mpistate.Channel][]end{f.sent, f.got} {
		for _, list := range lists {
			slices.SortStableFunc(list, func(a, b end) int { return cmp.Compare(a.order, b.order) })
		}
	}
}

// move sets all times to others.
func (f *traffic) move(to func(lane int, at int64) int64) {
	moved := func(e *end) {
		e.since, e.until, e.posted = to(e.lane, e.since), to(e.lane, e.until), to(e.lane, e.posted)
		if e.done != nil {
			e.done = &span{to(e.lane, e.done.since), to(e.lane, e.done.until)}
		}
	}
	for _, lists := range []map[mpistate.Channel][]end{f.sent, f.got} {
		for _, list := range lists {
			for i := range list {
				moved(&list[i])
			}
		}
	}
	for _, ranks := range f.collectives {
		for _, list := range ranks {
			for i := range list {
				moved(&list[i].end)
			}
		}
	}
	for _, lists := range []map[int][]span{f.met, f.blind} {
		for lane, list := range lists {
			for i := range list {
				list[i] = span{to(lane, list[i].since), to(lane, list[i].until)}
			}
		}
	}
}

// messages matches what was sent with what was received, which are sorted.
func (f *traffic) messages(list []Message) []Message {
	late := lateReceivers{}
	for at, sent := range f.sent {
		got := f.got[at]
		f.unpaired += max(len(sent)-len(got), 0)
		for _, e := range sent[min(len(got), len(sent)):] {
			if e.done != nil {
				f.blind[e.lane] = append(f.blind[e.lane], *e.done)
			}
		}
		for i := range min(len(sent), len(got)) {
			late.add(&sent[i], &got[i])
			list = append(list, Message{sent[i].lane, got[i].lane, Sent, got[i].since, sent[i].since, got[i].until, sent[i].bytes})
		}
	}
	for at, got := range f.got {
		f.unpaired += max(len(got)-len(f.sent[at]), 0)
		for _, e := range got[min(len(f.sent[at]), len(got)):] {
			f.blind[e.lane] = append(f.blind[e.lane], span{e.since, e.until})
		}
	}
	list = late.list(list)
	for place, ranks := range f.collectives {
		list = append(list, f.waits(place, ranks)...)
	}
	slices.SortFunc(list, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Since, b.Since), cmp.Compare(a.Until, b.Until))
	})
	return list
}

// eachCall gives the collective calls on a communicator of which all ranks have a trace, the ranks ascending, and the place
// of the root among them, or a negative number: the n-th call of each is the same one.
func (f *traffic) eachCall(place int, ranks map[int][]together, give func(all []together, root int)) {
	if len(ranks) != len(f.ranks.Communicators[place].Members) {
		return
	}
	order := slices.Sorted(maps.Keys(ranks))
	for n := 0; ; n++ {
		var all []together
		for _, rank := range order {
			if n >= len(ranks[rank]) || ranks[rank][n].name != ranks[order[0]][n].name {
				return // a trace lacks one
			}
			all = append(all, ranks[rank][n])
		}
		give(all, slices.Index(order, int(all[0].root)))
	}
}

// waits are those in the collective calls on a communicator.
func (f *traffic) waits(place int, ranks map[int][]together) (list []Message) {
	f.eachCall(place, ranks, func(all []together, root int) {
		last := slices.MaxFunc(all, func(a, b together) int { return cmp.Compare(a.posted, b.posted) })
		for i, one := range all {
			from, waits := last, true
			name := one.name
			if blocks := blocking(name); isCollective(blocks) {
				name = blocks
			}
			switch {
			case name == "Bcast" || strings.HasPrefix(name, "Scatter"):
				if waits = root >= 0 && i != root; waits {
					from = all[root]
				}
			case name == "Reduce" || name == "Gather" || name == "Gatherv":
				waits = i == root
			case strings.HasSuffix(name, "can"): // those before it, in turn
				waits = false
			}
			if waits && from.lane != one.lane && from.posted > one.since {
				list = append(list, Message{from.lane, one.lane, Collective, one.since, from.posted, one.until, one.bytes})
			}
		}
	})
	return list
}

// encodeMessages returns messages for the page: six numbers each in base 128. At is since that of the one before; Since and Until
// are relative to At, and may be negative (as encoding/binary has signed ones). To is the lane times the number of kinds, and the kind.
func encodeMessages(list []Message) (data []byte) {
	last := int64(0)
	for _, m := range list {
		data = binary.AppendUvarint(data, uint64(m.From))
		data = binary.AppendUvarint(data, uint64(Kinds)*uint64(m.To)+uint64(m.Kind))
		data = binary.AppendUvarint(data, uint64(m.At-last))
		data = binary.AppendVarint(data, m.Since-m.At)
		data = binary.AppendVarint(data, m.Until-m.At)
		data = binary.AppendUvarint(data, m.Bytes)
		last = m.At
	}
	return data
}
