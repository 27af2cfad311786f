package otf2

import (
	"cmp"
	"maps"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// messages knows how long messages are where receives do not say that, as those of HDTrace's wrapper: MPI keeps the order of
// a channel's.
type messages struct {
	*mpistate.Ranks
	sizes map[mpistate.Channel][]int64
	place map[int]uint64 // the location of a rank
}

// sent notes the length of a message.
func (m *messages) sent(rank int, c *mpistate.Call) {
	if sends, _ := c.Sends(); !sends {
		return
	}
	if at, ok := m.Sent(rank, c.Communicator, c.To, c.SendTag); ok {
		m.sizes[at] = append(m.sizes[at], int64(c.Bytes))
	}
}

// length is that of the message for the next receive of a channel; negative if it is not known.
func (m *messages) length(rank int, unsure bool, communicator, source, tag int64) int64 {
	at, ok := m.Got(rank, communicator, source, tag)
	list := m.sizes[at]
	if unsure || !ok || len(list) == 0 {
		return -1
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
