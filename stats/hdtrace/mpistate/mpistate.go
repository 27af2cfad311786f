// Package mpistate reads what states of a trace of MPI calls say: which messages they send, receive and complete, and
// which collective operations they are, as HDTrace's wrappers and ours write them.
package mpistate

import (
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// What functions of MPI do, by their names without MPI_.
var (
	blockingSends    = []string{"Send", "Bsend", "Ssend", "Rsend"}
	sendBegins       = []string{"Isend", "Ibsend", "Issend", "Irsend"}
	blockingReceives = []string{"Recv", "Mrecv"}
	receiveBegins    = []string{"Irecv", "Imrecv"}
	both             = []string{"Sendrecv", "Sendrecv_replace"}
	waits            = []string{"Wait", "Waitall"} // for all that they name
	others           = []string{"Waitany", "Waitsome", "Test", "Testany", "Testall", "Testsome"}
)

// Collectives are the blocking collective operations, with OTF2's numbers of them.
var Collectives = map[string]uint8{
	"Barrier": 0, "Bcast": 1, "Gather": 2, "Gatherv": 3, "Scatter": 4, "Scatterv": 5, "Allgather": 6, "Allgatherv": 7,
	"Alltoall": 8, "Alltoallv": 9, "Alltoallw": 10, "Allreduce": 11, "Reduce": 12, "Reduce_scatter": 13, "Scan": 14,
	"Exscan": 15, "Reduce_scatter_block": 16,
}

// Call is a call of MPI. What it does not have is negative, or 0 for bytes.
type Call struct {
	Name                string // without MPI_
	To, From            int64  // world ranks
	SendTag, ReceiveTag int64
	Communicator        int64 // as the rank calls it
	Bytes, Received     uint64
	Root, Request       int64
	Completes           []Completion
	names               []int64 // requests that it asks for, without saying whether they completed
}

// Completion is a request that a call completes, of a receive with whence it came if that is said.
type Completion struct{ Request, Source, Tag int64 }

// Of returns what a state says of a call of MPI, nil for other states.
func Of(r *trace.Record) *Call {
	get := func(names ...string) int64 {
		for _, name := range names {
			if text, ok := r.Value(name); ok {
				if n, err := strconv.ParseInt(text, 10, 64); err == nil {
					return n
				}
			}
		}
		return -1
	}
	from := func(asked, came string) int64 { // what was asked for may be any
		if n := get(asked); n >= 0 || n < -1 {
			return n
		}
		return get(came)
	}
	_, collective := Collectives[r.Name]
	_, attributed := r.Value("cid")
	completes := slices.Contains(waits, r.Name) || slices.Contains(others, r.Name)
	switch {
	case completes && len(r.Elements) > 0:
	case !attributed || !collective && !isMessage(r.Name):
		return nil
	}
	c := &Call{
		Name: r.Name, To: get("toRank"), From: from("fromRank", "source"), SendTag: get("toTag"), ReceiveTag: from("fromTag", "tag"),
		Communicator: get("cid"), Bytes: uint64(max(get("size", "sendSize"), 0)), Received: uint64(max(get("recvSize"), 0)), Root: get("rootRank", "root"), Request: get("rid"),
	}
	for i := range r.Elements {
		e := &r.Elements[i]
		value := func(name string) int64 {
			text, _ := e.Value(name)
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return -1
			}
			return n
		}
		one := value("rid")
		switch {
		case one < 0:
		case e.Name == "Done" || e.Name == "For" && slices.Contains(waits, r.Name):
			c.complete(Completion{one, value("source"), value("tag")})
		case e.Name == "For":
			c.names = append(c.names, one)
		}
	}
	return c
}

// Resolve finds out, of the calls of a trace in the order of their ends, which of those that ask for requests have
// completed them: of each the last, since nobody asks for what has completed.
func Resolve(calls []*Call) {
	asked := make(map[int64]*Call)
	done := func(request int64) {
		if c := asked[request]; c != nil {
			c.complete(Completion{request, -1, -1})
			delete(asked, request)
		}
	}
	for _, c := range calls {
		if c.Request >= 0 {
			done(c.Request) // which begins anew
		}
		for _, request := range c.names {
			asked[request] = c
		}
		for _, d := range c.Completes {
			delete(asked, d.Request)
		}
	}
	for request := range asked {
		done(request)
	}
}

// complete notes a request, which may be named twice: as one that was waited for, and with whence it came.
func (c *Call) complete(d Completion) {
	for i := range c.Completes {
		if one := &c.Completes[i]; one.Request == d.Request {
			one.Source, one.Tag = max(one.Source, d.Source), max(one.Tag, d.Tag)
			return
		}
	}
	c.Completes = append(c.Completes, d)
}

func isMessage(name string) bool {
	for _, list := range [][]string{blockingSends, sendBegins, blockingReceives, receiveBegins, both} {
		if slices.Contains(list, name) {
			return true
		}
	}
	return false
}

// Sends reports whether a call sends, and whether it only begins to.
func (c *Call) Sends() (sends, begins bool) {
	begins = slices.Contains(sendBegins, c.Name)
	return begins || slices.Contains(blockingSends, c.Name) || slices.Contains(both, c.Name), begins
}

// Receives reports whether a call receives, and whether it only begins to.
func (c *Call) Receives() (receives, begins bool) {
	begins = slices.Contains(receiveBegins, c.Name)
	return begins || slices.Contains(blockingReceives, c.Name) || slices.Contains(both, c.Name), begins
}

// Ranks knows the communicators of a project.
type Ranks struct {
	level         int // of the rank, among the labels of a path
	Communicators []project.Communicator
	known         map[[2]int64]int // a rank's number of a communicator
	local         []map[int64]uint32
}

// RanksOf returns those of a project.
func RanksOf(p *project.Files) *Ranks {
	m := &Ranks{level: rankLevel(p.Topology), Communicators: p.Communicators, known: map[[2]int64]int{}}
	for i, c := range p.Communicators {
		local := make(map[int64]uint32)
		for _, one := range c.Members {
			local[int64(one.Global)] = uint32(one.Local)
			m.known[[2]int64{int64(one.Global), int64(one.CID)}] = i
		}
		m.local = append(m.local, local)
	}
	return m
}

// Rank returns the world rank that a node is of, or a negative number.
func (m *Ranks) Rank(n *hdtrace.Node) int {
	labels := n.Labels()
	if m.level >= len(labels) {
		return -1
	}
	r, err := strconv.Atoi(labels[m.level])
	if err != nil || r < 0 {
		return -1
	}
	return r
}

// rankLevel returns where among a path's labels the rank stands.
func rankLevel(t *hdtrace.Topology) int {
	levels := t.Levels()
	if at := slices.Index(levels, "Rank"); at >= 0 {
		return at
	}
	return max(min(len(levels)-1, 1), 0)
}

// Communicator returns the place of a communicator that a rank names among all.
func (m *Ranks) Communicator(rank int, number int64) (place int, ok bool) {
	place, ok = m.known[[2]int64{int64(rank), number}]
	return place, ok
}

// Partner returns a communicator that a rank names, and which rank in it another one is.
func (m *Ranks) Partner(rank int, number, of int64) (place int, local uint32, ok bool) {
	if place, ok = m.Communicator(rank, number); !ok {
		return 0, 0, false
	}
	local, ok = m.local[place][of]
	return place, local, ok
}

// Channel is where messages do not overtake each other: between two world ranks, with one tag of one communicator.
type Channel struct {
	Communicator  int
	From, To, Tag int64
}

// Sent returns the channel of what a call of a rank sends, if its partner is known.
func (m *Ranks) Sent(rank int, c *Call) (at Channel, ok bool) {
	if sends, _ := c.Sends(); !sends {
		return Channel{}, false
	}
	place, _, ok := m.Partner(rank, c.Communicator, c.To)
	return Channel{place, int64(rank), c.To, c.SendTag}, ok
}

// Got returns the channel of a message that a rank got, if it is known whence it came.
func (m *Ranks) Got(rank int, communicator, source, tag int64) (at Channel, ok bool) {
	place, _, ok := m.Partner(rank, communicator, source)
	return Channel{place, source, int64(rank), tag}, ok && tag >= 0
}

// Request is a send or a receive that was begun.
type Request struct {
	Number       int64
	Receives     bool
	Communicator int64
	Source, Tag  int64 // of a receive; negative where they are not known
}

// Requests are those of a thread that have not completed.
type Requests map[int64]Request

// Begin notes what a call begins.
func (q Requests) Begin(c *Call) {
	if _, begins := c.Sends(); begins && c.Request >= 0 {
		q[c.Request] = Request{Number: c.Request}
	}
	if _, begins := c.Receives(); begins && c.Request >= 0 {
		q[c.Request] = Request{c.Request, true, c.Communicator, c.From, c.ReceiveTag}
	}
}

// End returns what a call completes. Requests that another thread has begun are not among them.
func (q Requests) End(c *Call) (list []Request) {
	for _, d := range c.Completes {
		r, known := q[d.Request]
		if !known {
			continue
		}
		delete(q, d.Request)
		if d.Source >= 0 {
			r.Source = d.Source
		}
		if d.Tag >= 0 {
			r.Tag = d.Tag
		}
		list = append(list, r)
	}
	return list
}
