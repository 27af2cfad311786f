package stats

import (
	"encoding/binary"
	"fmt"
)

// untimed finds the smallest and largest part of a rank's time in a region that the regions inside leave, over the ranks whose
// columns it is given: what no record has, since it depends on several of them.
type untimed struct {
	around []int // for each position that of the region whose time it takes some of, -1 for none
	inner  []int // positions that have others inside
	of     []leftover
	left   []int64 // of the rank at hand, by position
}

// leftover is what is known of one region; of none before most is set to 0 or more.
type leftover struct {
	least, most         int64
	leastRank, mostRank int32
}

const leftoverSize = 4 + 8 + 8 + 4 + 4 // in messages, with its position

// take takes in what o knows of other ranks.
func (l *leftover) take(o leftover) {
	if o.least < l.least || o.least == l.least && o.leastRank < l.leastRank {
		l.least, l.leastRank = o.least, o.leastRank
	}
	if o.most > l.most || o.most == l.most && o.mostRank < l.mostRank {
		l.most, l.mostRank = o.most, o.mostRank
	}
}

// newUntimed is that of the regions of d, which have these windows, and of no rank yet.
func (d *partial) newUntimed(windows []window) *untimed {
	u := &untimed{around: make([]int, len(d.paths)), left: make([]int64, len(d.paths)), of: make([]leftover, len(d.paths))}
	for i := range d.paths {
		u.around[i] = d.around(i)
		if u.of[i] = (leftover{least: noMin, most: -1}); windows[i].inner {
			u.inner = append(u.inner, i)
		}
	}
	return u
}

// around is the position of the region whose time region i takes some of, -1 if there is none.
func (d *partial) around(i int) int {
	if p := &d.paths[i]; !p.value && p.Parent >= 0 && (!OnDevice(p.Name) || OnDevice(d.paths[p.Parent].Name)) {
		return p.Parent
	}
	return -1
}

// addRank takes in a rank of which the times are known.
func (u *untimed) addRank(c *column) {
	clear(u.left)
	for _, at := range u.inner {
		u.left[at] = noMin // until it is known to have run
	}
	for i, wall := range c.times {
		at := c.at.region(i)
		if wall < 0 {
			continue
		}
		if u.left[at] == noMin {
			u.left[at] = wall
		}
		if around := u.around[at]; around >= 0 && u.left[around] != noMin {
			u.left[around] -= wall
		}
	}
	for _, at := range u.inner {
		if left := u.left[at]; left != noMin {
			left = max(left, 0)
			u.of[at].take(leftover{left, left, c.of.First, c.of.First})
		}
	}
}

// append appends what is known to a message.
func (u *untimed) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(u.inner)))
	for _, at := range u.inner {
		l := u.of[at]
		b = binary.LittleEndian.AppendUint32(b, uint32(at))
		b = binary.LittleEndian.AppendUint64(b, uint64(l.least))
		b = binary.LittleEndian.AppendUint64(b, uint64(l.most))
		b = binary.LittleEndian.AppendUint32(b, uint32(l.leastRank))
		b = binary.LittleEndian.AppendUint32(b, uint32(l.mostRank))
	}
	return b
}

// parseUntimed reads what append has written of so many regions, and returns what stands behind it.
func parseUntimed(body []byte, regions int) (*untimed, []byte, error) {
	if len(body) < 4 || uint64(len(body)-4) < leftoverSize*uint64(binary.LittleEndian.Uint32(body)) {
		return nil, nil, fmt.Errorf("%w: %d bytes of a distribution end too early", errMessage, len(body))
	}
	word := binary.LittleEndian.Uint32
	u, entries := &untimed{of: make([]leftover, regions)}, word(body)
	for body = body[4:]; entries > 0; entries-- {
		at := int(word(body))
		if at < 0 || at >= regions {
			return nil, nil, fmt.Errorf("%w: region %d of %d in a distribution", errMessage, at, regions)
		}
		u.of[at] = leftover{int64(binary.LittleEndian.Uint64(body[4:])), int64(binary.LittleEndian.Uint64(body[12:])), int32(word(body[20:])), int32(word(body[24:]))}
		u.inner, body = append(u.inner, at), body[leftoverSize:]
	}
	return u, body, nil
}

// add takes in what another part of the ranks knows, whose regions stand in u as a says.
func (u *untimed) add(o *untimed, a *alignment) {
	for _, at := range o.inner {
		u.of[a.region(at)].take(o.of[at])
	}
}

// fill enters what is known into the regions of a Summary.
func (u *untimed) fill(s *Summary, all *places) {
	for i, at := range all.regions {
		if l := &u.of[at]; l.most > 0 && l.leastRank >= 0 && l.mostRank >= 0 {
			s.Regions[i].UntimedMin = Extreme{Value: max(l.least, 0), Rank: int(l.leastRank)}
			s.Regions[i].UntimedMax = Extreme{Value: l.most, Rank: int(l.mostRank)}
		}
	}
}
