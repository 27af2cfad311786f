package otf2

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// What functions of MPI do, by their names without MPI_. Numbers of collective operations are OTF2's.
var (
	sends         = []string{"Send", "Bsend", "Ssend", "Rsend"}
	sendBegins    = []string{"Isend", "Ibsend", "Issend", "Irsend"}
	receives      = []string{"Recv", "Mrecv"}
	receiveBegins = []string{"Irecv", "Imrecv"}
	both          = []string{"Sendrecv", "Sendrecv_replace"}
	waits         = []string{"Wait", "Waitall"} // for all that they name
	others        = []string{"Waitany", "Waitsome", "Test", "Testany", "Testall", "Testsome"}
	collectives   = map[string]uint8{
		"Barrier": 0, "Bcast": 1, "Gather": 2, "Gatherv": 3, "Scatter": 4, "Scatterv": 5, "Allgather": 6, "Allgatherv": 7,
		"Alltoall": 8, "Alltoallv": 9, "Alltoallw": 10, "Allreduce": 11, "Reduce": 12, "Reduce_scatter": 13, "Scan": 14,
		"Exscan": 15, "Reduce_scatter_block": 16,
	}
)

// isCall reports whether a state is a call of MPI that has nothing for OTF2.
func isCall(r *trace.Record) bool {
	if _, ok := r.Value("cid"); ok || r.Name == "Init" || r.Name == "Init_thread" || r.Name == "Finalize" {
		return true
	}
	return slices.ContainsFunc([]string{"Comm_", "File_", "Win_", "Type_"}, func(f string) bool { return strings.HasPrefix(r.Name, f) }) ||
		slices.Contains(waits, r.Name) || slices.Contains(others, r.Name)
}

// call is a call of MPI.
type call struct {
	name        string
	to, from    int64 // world ranks, negative where there is none
	sendTag     int64
	receiveTag  int64
	cid         int64
	bytes, back uint64
	root        int64
	request     int64
	waitsFor    []completion
}

// completion is a request that a call completes, of a receive with whence it came, negative where that is not known.
type completion struct{ request, source, tag int64 }

// callOf returns what a state says of a call of MPI, nil for other states.
func callOf(r *trace.Record) *call {
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
	_, collective := collectives[r.Name]
	_, attributed := r.Value("cid")
	completes := slices.Contains(waits, r.Name) || slices.Contains(others, r.Name)
	switch {
	case completes && len(r.Elements) > 0:
	case !attributed || !collective && !isMessage(r.Name):
		return nil
	}
	c := &call{
		name: r.Name, to: get("toRank"), from: get("fromRank", "source"), sendTag: get("toTag"), receiveTag: get("fromTag", "tag"),
		cid: get("cid"), bytes: uint64(max(get("size", "sendSize"), 0)), back: uint64(max(get("recvSize"), 0)), root: get("rootRank", "root"), request: get("rid"),
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
		if one := value("rid"); one >= 0 && (e.Name == "Done" || e.Name == "For" && slices.Contains(waits, r.Name)) {
			c.complete(completion{one, value("source"), value("tag")})
		}
	}
	return c
}

// complete notes a request, which may be named twice: as one that was waited for, and with whence it came.
func (c *call) complete(d completion) {
	for i := range c.waitsFor {
		if one := &c.waitsFor[i]; one.request == d.request {
			one.source, one.tag = max(one.source, d.source), max(one.tag, d.tag)
			return
		}
	}
	c.waitsFor = append(c.waitsFor, d)
}

func isMessage(name string) bool {
	for _, list := range [][]string{sends, sendBegins, receives, receiveBegins, both} {
		if slices.Contains(list, name) {
			return true
		}
	}
	return false
}

// messages knows communicators, and how long messages are: receives do not say that.
type messages struct {
	level         int // of the rank, among the labels of a path
	communicators []project.Communicator
	known         map[[2]int64]int // a rank's number of a communicator
	local         []map[int64]uint32
	sizes         map[channel][]uint64
	place         map[int]uint64 // the location of a rank
}

// channel is where messages do not overtake each other.
type channel struct {
	communicator uint32
	from, to     int64
	tag          int64
}

func (m *messages) of(p *project.Files) {
	m.level = rankLevel(p.Topology)
	m.communicators = p.Communicators
	m.known, m.sizes, m.place = map[[2]int64]int{}, map[channel][]uint64{}, map[int]uint64{}
	for i, c := range p.Communicators {
		local := make(map[int64]uint32)
		for _, one := range c.Members {
			local[int64(one.Global)] = uint32(one.Local)
			m.known[[2]int64{int64(one.Global), int64(one.CID)}] = i
		}
		m.local = append(m.local, local)
	}
}

func (m *messages) rankOf(n *hdtrace.Node) int { return rank(n.Labels(), m.level) }

// partner returns a communicator and a rank in it, as a rank calls them.
func (m *messages) partner(rank int, cid, of int64) (communicator, local uint32, ok bool) {
	i, ok := m.known[[2]int64{int64(rank), cid}]
	if !ok {
		return 0, 0, false
	}
	local, ok = m.local[i][of]
	return uint32(i), local, ok
}

func (c *call) sends() bool {
	return slices.Contains(sends, c.name) || slices.Contains(sendBegins, c.name) || slices.Contains(both, c.name)
}

// sent notes the length of a message.
func (m *messages) sent(rank int, c *call) {
	if !c.sends() {
		return
	}
	if communicator, _, ok := m.partner(rank, c.cid, c.to); ok {
		at := channel{communicator, int64(rank), c.to, c.sendTag}
		m.sizes[at] = append(m.sizes[at], c.bytes)
	}
}

// length is that of the next message that a rank gets; 0 if nobody has told of sending it.
func (m *messages) length(communicator uint32, from, to, tag int64) uint64 {
	at := channel{communicator, from, to, tag}
	list := m.sizes[at]
	if len(list) == 0 {
		return 0
	}
	m.sizes[at] = list[1:]
	return list[0]
}

// define adds the communicators of ranks that have a location.
func (m *messages) define(d *definitions) {
	ranks := make([]int, 0, len(m.place))
	for r := range m.place {
		ranks = append(ranks, r)
	}
	slices.Sort(ranks)
	at := make(map[int]uint64)
	for i, r := range ranks {
		at[r] = uint64(i)
		d.processes = append(d.processes, m.place[r])
	}
	for _, c := range m.communicators {
		one := communicator{name: d.text(c.Name)}
		members := slices.SortedFunc(slices.Values(c.Members), func(a, b project.Member) int { return cmp.Compare(a.Local, b.Local) })
		for _, r := range members {
			one.members = append(one.members, at[r.Global])
		}
		d.communicators = append(d.communicators, one)
	}
}
