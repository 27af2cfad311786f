package calls

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// PathPartner is what a rank has exchanged with another, or with itself, in one region.
type PathPartner struct {
	Path     string // of the region
	Rank     int    // in MPI_COMM_WORLD
	Sent     Amount // to that rank
	Received Amount // from there
}

// OtherPlaces is the path for exchanges in regions that were too many to be counted separately.
const OtherPlaces = "(other places)"

// PathSummary is the messages of some ranks by call path.
type PathSummary struct {
	Size  int // ranks of the run
	Ranks int // that it is of

	Paths []PathMessages // by path, what was sent before what was received
}

// PathMessages is what the ranks have sent in one region, or what they have received there. A message may be
// sent in one region and received in another.
type PathMessages struct {
	Path     string
	Received bool // else sent
	Amount        // messages, and their bytes

	// Ranks is how many ranks have such messages there. Each has exchanged them with some others, its
	// partners: Least and Most are the numbers for the ranks with the fewest and with the most, and Partners
	// is their sum.
	Ranks, Least, Most int
	Partners           uint64

	Pair Pair // with the most bytes

	// Distances is the same as Amount by the distance of the ranks, in the classes of a [Matrix].
	Distances []Amount
}

// Pair is what one rank has sent to another: among pairs with equal bytes the one with more messages, and
// among these that of the lowest ranks.
type Pair struct {
	From, To int
	Amount
}

func (p *PathMessages) compare(q *PathMessages) int {
	direction := 0
	if p.Received != q.Received {
		if direction = 1; q.Received {
			direction = -1
		}
	}
	return cmp.Or(cmp.Compare(p.Path, q.Path), direction)
}

func (p *Pair) less(q *Pair) bool {
	return cmp.Or(cmp.Compare(p.Bytes, q.Bytes), cmp.Compare(p.Calls, q.Calls), cmp.Compare(q.From, p.From), cmp.Compare(q.To, p.To)) < 0
}

// newPathSummary returns the summary of one rank.
func newPathSummary(rank, size int, list []PathPartner) (*PathSummary, error) {
	s := &PathSummary{Size: size}
	for _, p := range list {
		if p.Rank < 0 || p.Rank >= size {
			return s, fmt.Errorf("calls: messages of rank %d in %q are with rank %d, expected one of %d", rank, p.Path, p.Rank, size)
		}
	}
	s.Ranks = 1
	// One for each region and partner, whatever the track.
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b PathPartner) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rank, b.Rank))
	})
	kept := list[:0]
	for _, p := range list {
		if n := len(kept); n > 0 && kept[n-1].Path == p.Path && kept[n-1].Rank == p.Rank {
			kept[n-1].Sent.add(p.Sent)
			kept[n-1].Received.add(p.Received)
		} else {
			kept = append(kept, p)
		}
	}
	for len(kept) > 0 {
		n := 1
		for n < len(kept) && kept[n].Path == kept[0].Path {
			n++
		}
		s.addPath(rank, kept[:n])
		kept = kept[n:]
	}
	return s, nil
}

// addPath adds what one rank has exchanged in one region.
func (s *PathSummary) addPath(rank int, list []PathPartner) {
	for _, received := range []bool{false, true} {
		row := PathMessages{Path: list[0].Path, Received: received, Ranks: 1}
		for _, p := range list {
			pair := Pair{rank, p.Rank, p.Sent}
			if received {
				pair = Pair{p.Rank, rank, p.Received}
			}
			if pair.Amount == (Amount{}) {
				continue
			}
			if row.Partners == 0 || row.Pair.less(&pair) {
				row.Pair = pair
			}
			row.Partners++
			row.add(pair.Amount)
			row.Distances = addDistance(row.Distances, pair.From, pair.To, pair.Amount)
		}
		if row.Partners > 0 {
			row.Least, row.Most = int(row.Partners), int(row.Partners)
			s.Paths = append(s.Paths, row)
		}
	}
}

// join adds the messages of other ranks in the same region.
func (p *PathMessages) join(q *PathMessages) {
	p.add(q.Amount)
	p.Ranks += q.Ranks
	p.Least, p.Most = min(p.Least, q.Least), max(p.Most, q.Most)
	p.Partners = addUint(p.Partners, q.Partners)
	if p.Pair.less(&q.Pair) {
		p.Pair = q.Pair
	}
	p.Distances = addDistances(p.Distances, q.Distances)
}

// merge adds the messages of other ranks. The order of merges does not matter.
func (s *PathSummary) merge(other *PathSummary) {
	s.Ranks += other.Ranks
	s.Paths = joined(s.Paths, other.Paths, (*PathMessages).compare, (*PathMessages).join)
}

// Totals returns what was sent and received in all regions.
func (s *PathSummary) Totals() (sent, received Amount) {
	for i := range s.Paths {
		if p := &s.Paths[i]; p.Received {
			received.add(p.Amount)
		} else {
			sent.add(p.Amount)
		}
	}
	return sent, received
}

// GatherPaths makes the summary of what all ranks have exchanged, on rank 0 of the communicator; the others
// get nil. All ranks call it, with ranks of the communicator in their lists. It goes along a binomial tree,
// with one message from each rank, whose size grows with the number of regions, and with the number of ranks
// only by its logarithm, for the classes of distance.
//
// A list with a rank that there is not is left out, and gives that rank an error. With an error that matches
// [ErrLost] the summary is that of the ranks that answered within the timeout, which is as that of [Align].
func GatherPaths(c machenv.Communicator, list []PathPartner, timeout time.Duration) (*PathSummary, error) {
	own, fault := newPathSummary(c.Rank(), c.Size(), list)
	all, err := gatherMerged(newLink(c, PathTag, timeout), own, parsePaths, (*PathSummary).merge)
	return all, errors.Join(fault, err)
}

func (s *PathSummary) message() []byte {
	dst := binary.AppendUvarint(nil, uint64(s.Ranks))
	dst = binary.AppendUvarint(dst, uint64(len(s.Paths)))
	for i := range s.Paths {
		p := &s.Paths[i]
		direction := byte(0)
		if p.Received {
			direction = 1
		}
		dst = appendAmount(append(appendText(dst, p.Path), direction), p.Amount)
		for _, n := range []uint64{uint64(p.Ranks), uint64(p.Least), uint64(p.Most), p.Partners, uint64(p.Pair.From), uint64(p.Pair.To)} {
			dst = binary.AppendUvarint(dst, n)
		}
		dst = binary.AppendUvarint(appendAmount(dst, p.Pair.Amount), uint64(len(p.Distances)))
		for _, a := range p.Distances {
			dst = appendAmount(dst, a)
		}
	}
	return dst
}

func parsePaths(data []byte, size int) (*PathSummary, error) {
	p := parser{data: data}
	s := &PathSummary{Size: size, Ranks: p.small(size)}
	for range p.count(13) {
		row := PathMessages{Path: p.text()}
		switch direction := p.take(1)[0]; direction {
		case 0, 1:
			row.Received = direction == 1
		default:
			p.fail()
		}
		row.Amount = p.amount()
		row.Ranks, row.Least, row.Most, row.Partners = p.small(size), p.small(size), p.small(size), p.uint()
		row.Pair = Pair{p.small(size - 1), p.small(size - 1), p.amount()}
		for range p.count(2) {
			row.Distances = append(row.Distances, p.amount())
		}
		if n := len(s.Paths); n > 0 && s.Paths[n-1].compare(&row) >= 0 || len(row.Distances) == 0 || len(row.Distances) > maxDistances || row.Least > row.Most {
			p.fail()
		}
		if p.bad {
			break
		}
		s.Paths = append(s.Paths, row)
	}
	return s, p.end()
}
