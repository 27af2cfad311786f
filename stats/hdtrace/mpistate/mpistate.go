// Package mpistate reads what states of a trace of MPI calls say: which messages they send, receive and complete, and
// which collective operations they are, as HDTrace's wrappers and ours write them.
package mpistate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// What functions of MPI do, by their names without MPI_.
var (
	blockingSends    = []string{"Send", "Bsend", "Ssend", "Rsend", "Isendrecv", "Isendrecv_replace"} // which wait for what they receive
	sendBegins       = []string{"Isend", "Ibsend", "Issend", "Irsend"}
	blockingReceives = []string{"Recv", "Mrecv"}
	receiveBegins    = []string{"Irecv", "Imrecv", "Isendrecv", "Isendrecv_replace"}
	both             = []string{"Sendrecv", "Sendrecv_replace"}
	prepares         = []string{"Send_init", "Bsend_init", "Ssend_init", "Rsend_init", "Psend_init", "Recv_init", "Precv_init"}
	waits            = []string{"Wait", "Waitall"} // for all that they name
	others           = []string{"Waitany", "Waitsome", "Test", "Testany", "Testall", "Testsome"}
)

// Collectives are the blocking collective operations, with OTF2's numbers of them.
var Collectives = map[string]uint8{
	"Barrier": 0, "Bcast": 1, "Gather": 2, "Gatherv": 3, "Scatter": 4, "Scatterv": 5, "Allgather": 6, "Allgatherv": 7,
	"Alltoall": 8, "Alltoallv": 9, "Alltoallw": 10, "Allreduce": 11, "Reduce": 12, "Reduce_scatter": 13, "Scan": 14,
	"Exscan": 15, "Reduce_scatter_block": 16,
}

// IsPlain reports whether a state is a collective call of neighbours, or one that does not block, which no [Call] has.
func IsPlain(r *trace.Record) bool {
	if rest, begins := strings.CutPrefix(r.Name, "I"); begins && len(rest) > 1 {
		if _, known := Collectives[strings.ToUpper(rest[:1])+rest[1:]]; known {
			return r.Call()
		}
	}
	return (strings.HasPrefix(r.Name, "Neighbor_") || strings.HasPrefix(r.Name, "Ineighbor_")) && r.Call()
}

// Call is a call of MPI. What it does not have is negative, or 0 for bytes.
type Call struct {
	Name                string // without MPI_
	To, From            int64  // world ranks
	SendTag, ReceiveTag int64
	Communicator        int64 // as the rank calls it
	Bytes, Received     uint64
	Came                int64 // bytes of the message that a call has received
	Root, Request       int64
	Starts              []int64 // persistent requests
	Completes           []Completion
	Tells               bool    // what has come, or which requests have completed, as HDTrace's wrapper does not
	names               []int64 // requests that it asks for, without saying whether they completed
}

// Completion is a request that a call completes: of a receive, if that is said, with whence the message came, in which
// communicator, and its bytes.
type Completion struct {
	Request, Source, Tag, Communicator, Bytes int64
	Cancelled                                 bool
}

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
	_, requested := r.Value("rid")
	begins := r.Name == "Start" && requested || r.Name == "Startall" && len(r.Elements) > 0
	switch {
	case completes && len(r.Elements) > 0, begins:
	case !attributed || !collective && !isMessage(r.Name):
		return nil
	}
	c := &Call{
		Name: r.Name, To: get("toRank"), From: from("fromRank", "source"), SendTag: get("toTag"), ReceiveTag: from("fromTag", "tag"),
		Communicator: get("cid"), Bytes: uint64(max(get("size", "sendSize"), 0)), Received: uint64(max(get("recvSize"), 0)), Came: get("bytes"), Root: get("rootRank", "root"), Request: get("rid"),
	}
	c.Tells = c.Came >= 0
	if r.Name == "Start" {
		c.Starts, c.Request = []int64{c.Request}, -1
	}
	c.elements(r, begins)
	return c
}

// elements takes what a call says of requests. One that has an attribute calls, or is told to have failed, has completed nothing.
func (c *Call) elements(r *trace.Record, begins bool) {
	_, vain := r.Value("calls")
	_, failed := r.Value("failed")
	says := slices.ContainsFunc(r.Elements, func(e hdtrace.Element) bool { return e.Name == "Done" })
	c.Tells = c.Tells || says || vain
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
		case e.Name == "For" && begins:
			c.Starts = append(c.Starts, one)
		case one < 0:
		case e.Name == "Done":
			c.complete(Completion{one, value("source"), value("tag"), value("cid"), value("bytes"), value("cancelled") > 0})
		case e.Name != "For" || vain || failed:
		case slices.Contains(waits, r.Name):
			c.complete(Completion{one, -1, -1, -1, -1, false})
		case !says:
			c.names = append(c.names, one)
		}
	}
}

// Resolve finds out, of the calls of a trace in the order of their ends, which of those that ask for requests have
// completed them where they do not say so, as those of HDTrace's wrapper: of each the last, since nobody asks for what
// has completed.
func Resolve(calls []*Call) {
	asked := make(map[int64]*Call)
	done := func(request int64) {
		if c := asked[request]; c != nil {
			c.complete(Completion{request, -1, -1, -1, -1, false})
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
			one.Source, one.Tag = cmp.Or(one.Source+1, d.Source+1)-1, max(one.Tag, d.Tag)
			one.Communicator, one.Bytes, one.Cancelled = max(one.Communicator, d.Communicator), max(one.Bytes, d.Bytes), one.Cancelled || d.Cancelled
			return
		}
	}
	c.Completes = append(c.Completes, d)
}

func isMessage(name string) bool {
	for _, list := range [][]string{blockingSends, sendBegins, blockingReceives, receiveBegins, both, prepares} {
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

// Nobody is MPI_PROC_NULL: no message goes there, and none comes from there.
const Nobody = -2

// Channel is where messages do not overtake each other: between two world ranks, with one tag of one communicator. Those of
// partitioned requests have channels of their own.
type Channel struct {
	Communicator  int
	From, To, Tag int64
	Partitioned   bool
}

// Sent returns the channel of a message that a rank sends, if its partner is known.
func (m *Ranks) Sent(rank int, communicator, to, tag int64) (at Channel, ok bool) {
	place, _, ok := m.Partner(rank, communicator, to)
	return Channel{place, int64(rank), to, tag, false}, ok
}

// Got returns the channel of a message that a rank got, if it is known whence it came.
func (m *Ranks) Got(rank int, communicator, source, tag int64) (at Channel, ok bool) {
	place, _, ok := m.Partner(rank, communicator, source)
	return Channel{place, source, int64(rank), tag, false}, ok && tag >= 0
}

// Request is a send or a receive that was begun.
type Request struct {
	Number       int64
	Receives     bool
	Communicator int64
	Partner, Tag int64 // whom a message goes to, or whence it comes; negative where that is not known
	Bytes        int64 // of the message; negative where they are not known
	Cancelled    bool
	Partitioned  bool // such messages are not matched with others
	Elsewhere    bool // begun by another thread

	persistent, active bool
}

// Requests are those of a thread that have not completed, and persistent ones.
type Requests map[int64]*Request

// Begin notes what a call begins, and returns it, also of how many requests that it starts nothing is known.
func (q Requests) Begin(c *Call) (list []Request, unknown int) {
	_, sends := c.Sends()
	_, receives := c.Receives()
	prepares := slices.Contains(prepares, c.Name)
	if c.Request >= 0 && (sends || receives || prepares) {
		r := &Request{Number: c.Request, Receives: receives || strings.HasSuffix(strings.ToLower(c.Name), "recv_init"), Communicator: c.Communicator, Partner: c.To, Tag: c.SendTag,
			Bytes: int64(c.Bytes), Partitioned: c.Name[0] == 'P', persistent: prepares, active: !prepares}
		if r.Receives {
			r.Partner, r.Tag, r.Bytes = c.From, c.ReceiveTag, -1
		}
		q[c.Request] = r
		if !prepares {
			list = append(list, *r)
		}
	}
	for _, one := range c.Starts {
		if r := q[one]; r != nil && r.persistent {
			r.active = true
			list = append(list, *r)
		} else {
			unknown++
		}
	}
	return list, unknown
}

// End returns what a call completes. Of requests that another thread has begun these are receives of which the call says all.
func (q Requests) End(c *Call) (list []Request) {
	for _, d := range c.Completes {
		r := Request{Number: d.Request, Receives: true, Partner: -1, Tag: -1, Bytes: -1, Elsewhere: true}
		if known := q[d.Request]; known != nil {
			if !known.active {
				continue
			}
			r, known.active = *known, false
			if !known.persistent {
				delete(q, d.Request)
			}
		} else if d.Communicator < 0 || d.Tag < 0 {
			continue
		}
		r.Cancelled = d.Cancelled
		if r.Receives {
			r.Bytes = d.Bytes
			if d.Source != -1 {
				r.Partner = d.Source
			}
			if d.Tag >= 0 {
				r.Tag = d.Tag
			}
			if d.Communicator >= 0 {
				r.Communicator = d.Communicator
			}
		}
		list = append(list, r)
	}
	return list
}
