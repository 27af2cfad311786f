package calls

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// numbers are arguments by name; those that are not given are 0.
type numbers map[string]int64

// newEvent makes a call with arguments and, for each kind of element by its name, their attributes.
func newEvent(name string, start, end int64, arguments numbers, elements map[string][]numbers) Event {
	index, ok := functions.Lookup(name)
	if !ok {
		panic(name)
	}
	e := Event{Function: index, Start: uint64(start), End: uint64(end)}
	var lists [][][]Value
	for _, c := range e.Info().Children {
		var list [][]Value
		for _, n := range elements[c.Element] {
			list = append(list, n.values(c.Attributes))
		}
		lists = append(lists, list)
	}
	if err := e.Set(arguments.values(e.Info().Attributes), lists...); err != nil {
		panic(err)
	}
	return e
}

func (n numbers) values(attributes []functions.Attribute) []Value {
	var list []Value
	for _, a := range attributes {
		list = append(list, Value{Number: n[a.Name]})
	}
	return list
}

// simulation makes up programs of which it is known how long each call has to wait. Each call is a node of
// its own.
type simulation struct {
	t     *rapid.T
	ranks []*simulatedRank
	nodes uint32
	truth map[uint32]expectation
	comms []simulatedComm
}

type expectation struct {
	kind  WaitKind
	nanos int64
}

type simulatedRank struct {
	Rank
	now     int64
	rids    int64
	pending []request
}

// request is a receive that was posted, or a synchronous send.
type request struct {
	rid, source, tag int64
	when             int64 // the other end
	send, eager      bool
}

type simulatedComm struct {
	members []int
	ids     map[int]int // by rank
}

func newSimulation(t *rapid.T, size int) *simulation {
	s := &simulation{t: t, truth: map[uint32]expectation{}}
	var all []int
	for i := range size {
		all = append(all, i)
		s.ranks = append(s.ranks, &simulatedRank{Rank: Rank{Rank: i, Size: size}, now: 1_000_000})
	}
	s.addComm(all)
	for i := range size { // SELF
		s.ranks[i].Communicators = append(s.ranks[i].Communicators, CommunicatorRecord{ID: 1, Ranks: []int{i}})
	}
	return s
}

func (s *simulation) addComm(members []int) {
	c := simulatedComm{members, map[int]int{}}
	for _, rank := range members {
		r := s.ranks[rank]
		c.ids[rank] = len(r.Communicators)
		r.Communicators = append(r.Communicators, CommunicatorRecord{ID: len(r.Communicators), Ranks: members})
	}
	s.comms = append(s.comms, c)
}

func (s *simulation) pick(what string, n int) int { return rapid.IntRange(0, n-1).Draw(s.t, what) }

func (s *simulation) time(what string) int64 { return rapid.Int64Range(1, 1000).Draw(s.t, what) }

// enter lets a rank compute for a while.
func (s *simulation) enter(rank int) int64 {
	s.ranks[rank].now += s.time("compute")
	return s.ranks[rank].now
}

// record adds a call that began at start and ends at end, with the wait that is expected of it.
func (s *simulation) record(rank int, name string, start, end int64, args numbers, elements map[string][]numbers, want *expectation) *Event {
	r := s.ranks[rank]
	e := newEvent(name, start, end, args, elements)
	s.nodes++
	e.Node = s.nodes
	if want != nil {
		want.nanos = max(0, min(want.nanos, end-start))
		s.truth[e.Node] = *want
	}
	r.now = end
	r.Events = append(r.Events, e)
	return &r.Events[len(r.Events)-1]
}

func (s *simulation) collective() {
	c := s.comms[s.pick("communicator", len(s.comms))]
	name := rapid.SampledFrom([]string{"Barrier", "Allreduce", "Alltoall", "Bcast", "Scatter", "Reduce", "Gather", "Scan"}).Draw(s.t, "collective")
	root := c.members[s.pick("root", len(c.members))]
	index, _ := functions.Lookup(name)
	pattern := functions.List()[index].Pattern
	entries := map[int]int64{}
	last := int64(0)
	for _, rank := range c.members {
		entries[rank] = s.enter(rank)
		last = max(last, entries[rank])
	}
	kind := AtCollective
	if name == "Barrier" {
		kind = AtBarrier
	}
	for _, rank := range c.members {
		need := entries[rank]
		var want *expectation
		switch {
		case pattern == functions.All, pattern == functions.ToRoot && rank == root:
			need = last
		case pattern == functions.FromRoot && rank != root:
			need = max(need, entries[root])
		}
		if pattern == functions.All || pattern == functions.ToRoot && rank == root || pattern == functions.FromRoot && rank != root {
			want = &expectation{kind, need - entries[rank]}
		}
		s.record(rank, name, entries[rank], need+s.time("transfer"), numbers{"cid": int64(c.ids[rank]), "root": int64(root), "rootRank": int64(root)}, nil, want)
	}
}

func (s *simulation) message() {
	c := s.comms[s.pick("communicator", len(s.comms))]
	from, to := c.members[s.pick("from", len(c.members))], c.members[s.pick("to", len(c.members))]
	if from == to {
		return
	}
	tag := int64(s.pick("tag", 2))
	sending, receiving := s.enter(from), s.enter(to)
	mode := rapid.SampledFrom([]string{"Send", "Ssend", "Bsend", "Isend", "Issend", "Rsend"}).Draw(s.t, "mode")
	way := rapid.SampledFrom([]string{"Recv", "Irecv", "any source", "any tag", "Irecv any", "never", "Mprobe", "Improbe"}).Draw(s.t, "way")
	posted := receiving
	if way == "Improbe" { // the first one finds nothing
		posted = max(receiving+1, sending)
	}
	s.sendOne(from, to, tag, int64(c.ids[from]), mode, sending, posted)
	s.receiveOne(from, to, tag, int64(c.ids[to]), way, sending, receiving)
}

func (s *simulation) sendOne(from, to int, tag, cid int64, mode string, sending, receiving int64) {
	r := s.ranks[from]
	args := numbers{"toRank": int64(to), "toTag": tag, "cid": cid}
	late := &expectation{LateReceiver, receiving - sending}
	end := sending + s.time("send")
	switch mode {
	case "Isend", "Issend":
		args["rid"] = r.rids
		r.pending = append(r.pending, request{rid: r.rids, when: receiving, send: true, eager: mode == "Isend" && s.pick("eager", 2) == 0})
		r.rids++
		late = nil
	case "Ssend":
		end = max(sending, receiving) + s.time("transfer")
	case "Send":
		if s.pick("eager", 2) == 0 {
			end = max(sending, receiving) + s.time("transfer")
		} else if receiving > end {
			late.nanos = 0
		}
	default:
		late = nil
	}
	s.record(from, mode, sending, end, args, nil, late)
}

func (s *simulation) receiveOne(from, to int, tag, cid int64, way string, sending, receiving int64) {
	r := s.ranks[to]
	args := numbers{"fromRank": int64(from), "fromTag": tag, "cid": cid, "source": int64(from), "tag": tag}
	switch way {
	case "any source":
		args["fromRank"] = anyRank
	case "any tag":
		args["fromTag"] = anyTag
	case "Irecv any", "never":
		args["fromRank"], args["fromTag"] = anyRank, anyTag
	}
	switch way {
	case "Irecv", "Irecv any", "never":
		args["rid"] = r.rids
		if way != "never" {
			r.pending = append(r.pending, request{rid: r.rids, source: int64(from), tag: tag, when: sending})
		}
		r.rids++
		s.record(to, "Irecv", receiving, receiving+1, args, nil, nil)
	case "Mprobe":
		s.record(to, "Mprobe", receiving, max(receiving, sending)+s.time("transfer"), args, nil, &expectation{LateSender, sending - receiving})
		s.record(to, "Mrecv", r.now, r.now+s.time("transfer"), args, nil, nil)
	case "Improbe":
		s.record(to, "Improbe", receiving, receiving+1, numbers{"source": -3, "tag": -1, "cid": cid}, nil, nil)
		asked := r.now - receiving // in between it does nothing else, or so much that it is work
		if r.now = max(r.now, sending); r.now-receiving-asked <= PollGap {
			asked = sending - receiving
		}
		success := s.record(to, "Improbe", r.now, r.now+1, args, nil, nil)
		s.truth[success.Node] = expectation{LateSender, max(0, min(sending-receiving, asked))}
		s.record(to, "Imrecv", r.now, r.now+1, numbers{"rid": r.rids}, nil, nil)
		r.rids++
	default:
		s.record(to, "Recv", receiving, max(receiving, sending)+s.time("transfer"), args, nil, &expectation{LateSender, sending - receiving})
	}
}

// complete ends requests of a rank.
func (s *simulation) complete(rank int) {
	r := s.ranks[rank]
	if len(r.pending) == 0 {
		return
	}
	name := rapid.SampledFrom([]string{"Wait", "Waitall", "Waitsome", "Waitany", "Testall"}).Draw(s.t, "completion")
	n := 1
	if name != "Wait" && name != "Waitany" {
		n = rapid.IntRange(1, len(r.pending)).Draw(s.t, "requests")
	}
	done := slices.Clone(r.pending[:n])
	r.pending = slices.Delete(r.pending, 0, n)
	entry := s.enter(rank)
	end := entry
	var receives []int64
	var list, all []numbers
	for _, q := range done {
		if !q.eager {
			end = max(end, q.when)
		}
		if !q.send {
			receives = append(receives, q.when)
		}
		list = append(list, numbers{"rid": q.rid, "source": q.source, "tag": q.tag})
		all = append(all, numbers{"rid": q.rid})
	}
	if name == "Waitsome" && len(receives) > 0 {
		end = max(entry, slices.Min(receives))
	}
	end += s.time("transfer")
	var want *expectation
	switch {
	case name == "Testall":
	case len(receives) > 0 && name == "Waitsome":
		want = &expectation{LateSender, slices.Min(receives) - entry}
	case len(receives) > 0:
		want = &expectation{LateSender, slices.Max(receives) - entry}
	case name != "Waitsome":
		want = &expectation{LateReceiver, s.sendWait(done, entry, end)}
	}
	s.record(rank, name, entry, end, nil, map[string][]numbers{"For": all, "Done": list}, want)
}

func (s *simulation) sendWait(done []request, entry, end int64) int64 {
	most := int64(0)
	for _, q := range done {
		if q.when <= end { // eager ones that overlap cannot be told from others
			most = max(most, q.when-entry)
		}
	}
	return most
}

// failedSend is one whose message never came anywhere.
func (s *simulation) failedSend() {
	c := s.comms[s.pick("communicator", len(s.comms))]
	from, to := c.members[s.pick("from", len(c.members))], c.members[s.pick("to", len(c.members))]
	entry := s.enter(from)
	s.record(from, "Send", entry, entry+1, numbers{"toRank": int64(to), "toTag": int64(s.pick("tag", 2)), "cid": int64(c.ids[from])}, nil, nil).Flags = Failed
}

// cancelledReceive is one that never took a message.
func (s *simulation) cancelledReceive() {
	c := s.comms[s.pick("communicator", len(s.comms))]
	to, from := c.members[s.pick("to", len(c.members))], c.members[s.pick("from", len(c.members))]
	r := s.ranks[to]
	args := numbers{"fromRank": int64(from), "fromTag": int64(s.pick("tag", 3)) - 1, "cid": int64(c.ids[to]), "rid": r.rids}
	entry := s.enter(to)
	s.record(to, "Irecv", entry, entry+1, args, nil, nil)
	s.record(to, "Cancel", entry+1, entry+2, numbers{"rid": r.rids}, nil, nil)
	if s.pick("waits", 2) == 0 {
		s.record(to, "Wait", entry+2, entry+3, nil, map[string][]numbers{"For": {{"rid": r.rids}}, "Done": {{"rid": r.rids, "source": -3, "tag": -1}}}, nil)
	}
	r.rids++
}

// run makes a program; with trouble some calls fail, are cancelled or are not recorded.
func (s *simulation) run(trouble bool) {
	size := len(s.ranks)
	for range s.pick("steps", 60) {
		switch k := s.pick("step", 12); {
		case k < 3:
			s.collective()
		case k < 8:
			s.message()
		case k < 10:
			s.complete(s.pick("rank", size))
		case k == 10 && len(s.comms) < 5:
			var members []int
			for rank := range size {
				if s.pick("member", 2) == 0 {
					members = append(members, rank)
				}
			}
			if s.pick("again", 2) == 0 {
				members = s.comms[s.pick("like", len(s.comms))].members // another one of the same ranks
			}
			if len(members) > 1 {
				s.addComm(members)
			}
		case trouble && s.pick("trouble", 2) == 0:
			s.failedSend()
		case trouble:
			s.cancelledReceive()
		}
	}
	for rank := range size {
		for len(s.ranks[rank].pending) > 0 {
			s.complete(rank)
		}
	}
	if trouble {
		s.drop()
	}
}

// drop takes the last calls of some ranks away.
func (s *simulation) drop() {
	for _, r := range s.ranks {
		if s.pick("drops", 3) == 0 {
			keep := rapid.IntRange(0, len(r.Events)).Draw(s.t, "keep")
			r.Dropped = uint64(len(r.Events) - keep)
			r.Events = r.Events[:keep]
		}
	}
}

func (s *simulation) String() string {
	text := ""
	for _, r := range s.ranks {
		for i := range r.Events {
			e := &r.Events[i]
			text += fmt.Sprintf("%d: %s node %d %d-%d %v %v expected %v\n", r.Rank.Rank, e.Info().Name, e.Node, e.Start, e.End, e.Arguments(), e.Elements(), s.truth[e.Node])
		}
	}
	return text
}
