package otf2

import (
	"cmp"
	"maps"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// messages knows how long messages are: receives do not say that.
type messages struct {
	*mpistate.Ranks
	sizes map[mpistate.Channel][]uint64
	place map[int]uint64 // the location of a rank
}

// sent notes the length of a message.
func (m *messages) sent(rank int, c *mpistate.Call) {
	if at, ok := m.Sent(rank, c); ok {
		m.sizes[at] = append(m.sizes[at], c.Bytes)
	}
}

// length is that of the next message of a channel; 0 if nobody has told of sending it.
func (m *messages) length(at mpistate.Channel) uint64 {
	list := m.sizes[at]
	if len(list) == 0 {
		return 0
	}
	m.sizes[at] = list[1:]
	return list[0]
}

// define adds the communicators of ranks that have a location.
func (m *messages) define(d *definitions) {
	at := make(map[int]uint64)
	for i, r := range slices.Sorted(maps.Keys(m.place)) {
		at[r] = uint64(i)
		d.processes = append(d.processes, m.place[r])
	}
	for _, c := range m.Communicators {
		one := communicator{name: d.text(c.Name)}
		members := slices.SortedFunc(slices.Values(c.Members), func(a, b project.Member) int { return cmp.Compare(a.Local, b.Local) })
		for _, r := range members {
			one.members = append(one.members, at[r.Global])
		}
		d.communicators = append(d.communicators, one)
	}
}
