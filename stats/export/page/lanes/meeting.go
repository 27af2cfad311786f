package lanes

import (
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// meeting is one collective call on a communicator, whatever number of ranks takes part: who came last.
type meeting struct {
	at   int64 // when the last one came
	last int32 // the lane of that one
	came int32
	root int32 // its rank, or negative
	name string
}

// mostMeetings bounds their memory.
const mostMeetings = 4_000_000

// meetings are those of all communicators. The n-th call of each rank on one is the same one.
type meetings struct {
	ranks *mpistate.Ranks
	of    [][]meeting
	usual [][]int32     // by communicator and place of the rank, the lane that calls, or a negative number
	place []map[int]int // by communicator, of a rank
	whole []int         // up to which call names are the same on all ranks
	n     int
	left  int64 // calls for which there was no room
}

const (
	nobody  = -1 // no lane calls
	several = -2 // not always the same one does
)

func newMeetings(ranks *mpistate.Ranks) *meetings {
	m := &meetings{ranks: ranks}
	for _, c := range ranks.Communicators {
		place := make(map[int]int, len(c.Members))
		for i, member := range c.Members {
			place[int(member.Global)] = i
		}
		m.place = append(m.place, place)
		m.usual = append(m.usual, slices.Repeat([]int32{nobody}, len(c.Members)))
		m.whole = append(m.whole, math.MaxInt)
	}
	m.of = make([][]meeting, len(m.place))
	return m
}

// attendance is where one lane is in the calls of each communicator.
type attendance struct {
	m    *meetings
	lane int32
	rank int
	next map[int]int // by communicator, the number of the next call
}

func (m *meetings) lane(lane, rank int) *attendance {
	return &attendance{m, int32(lane), rank, map[int]int{}}
}

// record notes that a lane comes to a collective call, if a record is of one.
func (a *attendance) record(record *trace.Record, at int64) {
	if !isCollective(record.Name) && !isCollective(blocking(record.Name)) {
		return
	}
	if place, ok := a.m.ranks.Communicator(a.rank, valueOf(record, "cid")); ok {
		a.come(place, record.Name, valueOf(record, "rootRank"), at)
	}
}

func (a *attendance) come(communicator int, name string, root, at int64) {
	m, n := a.m, a.next[communicator]
	a.next[communicator] = n + 1
	if n == 0 {
		a.join(communicator)
	}
	list := m.of[communicator]
	if n == len(list) {
		if m.n == mostMeetings {
			m.left++
			return
		}
		m.n++
		list = append(list, meeting{at: math.MinInt64, root: int32(root), name: name})
		m.of[communicator] = list
	}
	if n >= len(list) {
		m.left++
		return
	}
	one := &list[n]
	if one.came++; at > one.at {
		one.at, one.last = at, a.lane
	}
	if one.name != name {
		m.whole[communicator] = min(m.whole[communicator], n)
	}
}

// join notes that a lane calls for its rank.
func (a *attendance) join(communicator int) {
	at, member := a.m.place[communicator][a.rank]
	if !member {
		return
	}
	switch usual := &a.m.usual[communicator][at]; *usual {
	case nobody, a.lane:
		*usual = a.lane
	default:
		*usual = several
	}
}

// complete are the calls of a communicator that all of its ranks have come to, from the first one on.
func (m *meetings) complete(communicator int) []meeting {
	if slices.Contains(m.usual[communicator], nobody) || slices.Contains(m.usual[communicator], several) {
		return nil
	}
	list, members := m.of[communicator], int32(len(m.usual[communicator]))
	list = list[:min(len(list), m.whole[communicator])]
	if at := slices.IndexFunc(list, func(one meeting) bool { return one.came != members }); at >= 0 {
		list = list[:at]
	}
	return list
}

// together reports whether who has come to such a call waits in it for the last one: all or, of those that gather, the root.
func (one *meeting) together() bool {
	switch name := one.name; {
	case name == "Bcast" || strings.HasPrefix(name, "Scatter"), strings.HasSuffix(name, "can"): // for the root, or for those before
		return false
	}
	return isCollective(one.name) // others only begin
}

func (one *meeting) waits(rank int) bool {
	if one.name == "Reduce" || strings.HasPrefix(one.name, "Gather") {
		return int(one.root) == rank
	}
	return one.together()
}

// before is the last call before a time in which a lane waited for another one: when that came, and its lane.
func (m *meetings) before(known [][]meeting, lane, rank int, t, since int64) (at int64, by int, found bool) {
	for communicator, list := range known {
		place, member := m.place[communicator][rank]
		if !member || len(list) == 0 || m.usual[communicator][place] != int32(lane) {
			continue
		}
		n, _ := slices.BinarySearchFunc(list, t, func(one meeting, t int64) int {
			if one.at < t {
				return -1
			}
			return 1
		})
		for n--; n >= 0 && list[n].at > since; n-- {
			if one := &list[n]; int(one.last) != lane && one.waits(rank) {
				at, by, found, since = one.at, int(one.last), true, one.at
				break
			}
		}
	}
	return at, by, found
}
