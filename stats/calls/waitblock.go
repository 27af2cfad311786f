package calls

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
)

// communicatorKey identifies a communicator on all ranks: its members, and its place among the communicators
// with the same members in the order in which they were made.
type communicatorKey struct {
	members [16]byte
	nth     uint32
}

// group is a communicator as a rank knows it.
type group struct {
	key  communicatorKey
	size int
	home int  // the member at which what its members tell comes together
	ours bool // collective calls on it can be looked at: all members are of MPI_COMM_WORLD, on one side
}

// groupsOf returns the communicators of a rank by their number. They end where a number is missing: after
// that the number of earlier ones with the same members is unknown.
func groupsOf(r *Rank) []group {
	list := make([]group, len(r.Communicators))
	known := make([]*CommunicatorRecord, len(r.Communicators))
	for i := range r.Communicators {
		if c := &r.Communicators[i]; c.ID >= 0 && c.ID < len(known) && known[c.ID] == nil {
			known[c.ID] = c
		}
	}
	nth := map[[16]byte]uint32{}
	for id, c := range known {
		if c == nil {
			return list[:id]
		}
		list[id] = groupOf(c, r.Size)
		list[id].key.nth = nth[list[id].key.members]
		nth[list[id].key.members]++
	}
	return list
}

func groupOf(c *CommunicatorRecord, size int) group {
	mine, theirs := slices.Sorted(slices.Values(c.Ranks)), slices.Sorted(slices.Values(c.Remote))
	g := group{size: len(mine), ours: len(theirs) == 0 && len(mine) > 0 && mine[0] >= 0 && mine[len(mine)-1] < size}
	if slices.Compare(mine, theirs) > 0 {
		mine, theirs = theirs, mine // both sides know it by the same key
	}
	var text []byte
	for _, side := range [][]int{mine, theirs} {
		text = binary.AppendUvarint(text, uint64(len(side)))
		for _, rank := range side {
			text = binary.AppendVarint(text, int64(rank))
		}
	}
	sum := sha256.Sum256(text)
	g.key.members = [16]byte(sum[:16])
	if g.ours {
		g.home = theirs[binary.LittleEndian.Uint64(sum[16:])%uint64(len(theirs))] // sorted after the empty side
	}
	return g
}

// blockKind is the contents of a block.
type blockKind byte

const (
	sendTimes       blockKind = iota // when the messages of a channel were sent
	receiveTimes                     // when their receives were posted
	collectiveTimes                  // when the collective calls on a communicator could end
	blockKinds
)

// blockKey is what a block is about. Those of collective calls have no source and no tag.
type blockKey struct {
	kind         blockKind
	source       int // that tells
	destination  int
	tag          int64
	communicator communicatorKey
}

// block is a list of times of calls, in the order of the calls, on the clock of all ranks.
type block struct {
	blockKey
	times       []int64
	uncertainty int64 // of each of them, at most

	// Of collective calls: which ones, and how many members the block is of.
	calls   []uint64
	members int
}

// noTime is the time of a call that nobody has to wait for. It is less than all others.
const noTime = math.MinInt64

// merge takes in what other members send about the same communicator: the latest times, for as many calls as
// all of them have made alike.
func (b *block) merge(other *block) {
	n := min(len(b.calls), len(other.calls))
	for i := range n {
		if b.calls[i] != other.calls[i] {
			n = i
			break
		}
		b.times[i] = max(b.times[i], other.times[i])
	}
	b.calls, b.times = b.calls[:n], b.times[:n]
	b.uncertainty = max(b.uncertainty, other.uncertainty)
	b.members += other.members
}

// size is how many records a block has.
func (b *block) size() int { return len(b.times) + 1 }

func (b *block) append(dst []byte) []byte {
	dst = append(dst, byte(b.kind))
	dst = binary.AppendUvarint(dst, uint64(b.source))
	dst = binary.AppendUvarint(dst, uint64(b.destination))
	dst = binary.AppendVarint(dst, b.tag)
	dst = append(dst, b.communicator.members[:]...)
	dst = binary.AppendUvarint(dst, uint64(b.communicator.nth))
	dst = binary.AppendUvarint(dst, uint64(b.uncertainty))
	dst = binary.AppendUvarint(dst, uint64(b.members))
	dst = binary.AppendUvarint(dst, uint64(len(b.times)))
	last := int64(0)
	for i, t := range b.times {
		if b.kind == collectiveTimes {
			dst = binary.AppendUvarint(dst, b.calls[i])
			dst = appendBool(dst, t != noTime)
			if t == noTime {
				continue
			}
		}
		dst = binary.AppendVarint(dst, t-last)
		last = t
	}
	return dst
}

// parseBlock reads a block of a run with so many ranks.
func parseBlock(p *parser, ranks int) *block {
	b := &block{}
	b.kind = blockKind(p.take(1)[0])
	if b.kind >= blockKinds {
		p.fail()
	}
	b.source, b.destination, b.tag = p.small(ranks-1), p.small(ranks-1), p.int()
	b.communicator.members = [16]byte(p.take(16))
	b.communicator.nth = uint32(p.upTo(math.MaxUint32))
	b.uncertainty, b.members = int64(p.upTo(math.MaxInt64)), p.small(ranks)
	each := 1
	if b.kind == collectiveTimes {
		each = 2
	}
	n := p.count(each)
	b.times = make([]int64, 0, n)
	last := int64(0)
	for range n {
		if b.kind == collectiveTimes {
			b.calls = append(b.calls, p.uint())
			if p.take(1)[0] == 0 {
				b.times = append(b.times, noTime)
				continue
			}
		}
		last += p.int()
		b.times = append(b.times, last)
	}
	return b
}
