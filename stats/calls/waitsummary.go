package calls

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// WaitSummary has the waits of some ranks by call path, and how well their clocks were aligned.
type WaitSummary struct {
	Size  int // ranks of the run
	Ranks int // that it is of
	Hosts int

	// ClockError is the largest error of a rank's clock, in ns, and ClockRank the rank. Unaligned is how many
	// ranks have unknown clocks.
	ClockError int64
	ClockRank  int
	Unaligned  int

	Paths []PathWait // by path, function and kind
}

// PathWait is how long a function, called at one call path, has waited on all ranks.
type PathWait struct {
	Path     string
	Function string // without MPI_
	Kind     WaitKind

	Ranks     int // that have such calls
	Calls     uint64
	Unmatched uint64
	NotLooked uint64

	// Sums over calls and ranks, like those of a [Wait].
	Nanos, Uncertainty int64

	Max     int64 // of the ranks' sums
	MaxRank int   // that has it, the lowest of several
}

// Told reports whether there is an answer, as for a [Wait].
func (p *PathWait) Told() bool { return told(p.Nanos, p.Uncertainty) }

func (p *PathWait) compare(q *PathWait) int {
	return cmp.Or(cmp.Compare(p.Path, q.Path), cmp.Compare(p.Function, q.Function), cmp.Compare(p.Kind, q.Kind))
}

// SumWaits makes the summary of one rank. Path names the call path of a node of a track; m is the mapping
// by which the waits were found.
func SumWaits(rank, size, hosts int, waits []Wait, path func(node, track uint32) string, m Mapping) *WaitSummary {
	s := &WaitSummary{Size: size, Ranks: 1, Hosts: hosts, ClockError: m.Worst(), ClockRank: rank}
	if s.ClockError == UnknownError {
		s.ClockError, s.Unaligned = 0, 1
	}
	for i := range waits {
		w := &waits[i]
		s.Paths = append(s.Paths, PathWait{
			Path: path(w.Node, w.Track), Function: functions.List()[w.Function].Name, Kind: w.Kind, Ranks: 1,
			Calls: w.Calls, Unmatched: w.Unmatched, NotLooked: w.NotLooked, Nanos: w.Nanos, Uncertainty: w.Uncertainty,
			MaxRank: rank,
		})
	}
	slices.SortStableFunc(s.Paths, func(a, b PathWait) int { return a.compare(&b) })
	kept := s.Paths[:0]
	for i := range s.Paths {
		p := &s.Paths[i]
		if n := len(kept); n > 0 && kept[n-1].compare(p) == 0 {
			kept[n-1].add(p) // of another track
		} else {
			kept = append(kept, *p)
		}
	}
	s.Paths = kept
	for i := range s.Paths {
		s.Paths[i].Ranks, s.Paths[i].Max = 1, s.Paths[i].Nanos
	}
	return s
}

// add adds the calls of another rank.
func (p *PathWait) add(q *PathWait) {
	p.Ranks += q.Ranks
	p.Calls, p.Unmatched, p.NotLooked = addUint(p.Calls, q.Calls), addUint(p.Unmatched, q.Unmatched), addUint(p.NotLooked, q.NotLooked)
	p.Nanos, p.Uncertainty = addCapped(p.Nanos, q.Nanos), addCapped(p.Uncertainty, q.Uncertainty)
	if q.Max > p.Max || q.Max == p.Max && q.MaxRank < p.MaxRank {
		p.Max, p.MaxRank = q.Max, q.MaxRank
	}
}

// merge adds the waits of other ranks.
func (s *WaitSummary) merge(other *WaitSummary) {
	s.Ranks += other.Ranks
	s.Hosts = max(s.Hosts, other.Hosts)
	if other.ClockError > s.ClockError || other.ClockError == s.ClockError && other.ClockRank < s.ClockRank {
		s.ClockError, s.ClockRank = other.ClockError, other.ClockRank
	}
	s.Unaligned += other.Unaligned
	s.Paths = joined(s.Paths, other.Paths, (*PathWait).compare, (*PathWait).add)
}

// ReduceWaits makes the summary of all ranks, on rank 0 of the communicator; the others get nil. All ranks
// call it, each with what [SumWaits] makes of its waits. It goes along a binomial tree, with one message
// from each rank. With an error that matches [ErrLost] the summary is of the ranks that answered within the
// timeout, which is as that of [Align].
func ReduceWaits(c machenv.Communicator, own *WaitSummary, timeout time.Duration) (*WaitSummary, error) {
	return gatherMerged(newLink(c, ReduceTag, timeout), own, parseSummary, (*WaitSummary).merge)
}

func (s *WaitSummary) message() []byte {
	var dst []byte
	for _, n := range []int64{int64(s.Ranks), int64(s.Hosts), s.ClockError, int64(s.ClockRank), int64(s.Unaligned)} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	dst = binary.AppendUvarint(dst, uint64(len(s.Paths)))
	for i := range s.Paths {
		p := &s.Paths[i]
		dst = append(appendText(appendText(dst, p.Path), p.Function), byte(p.Kind))
		for _, n := range []uint64{uint64(p.Ranks), p.Calls, p.Unmatched, p.NotLooked, uint64(p.Nanos), uint64(p.Uncertainty), uint64(p.Max), uint64(p.MaxRank)} {
			dst = binary.AppendUvarint(dst, n)
		}
	}
	return dst
}

func parseSummary(data []byte, size int) (*WaitSummary, error) {
	p := parser{data: data}
	nanos := func() int64 { return int64(p.upTo(math.MaxInt64)) }
	s := &WaitSummary{Size: size, Ranks: p.small(size), Hosts: p.small(size), ClockError: nanos(), ClockRank: p.small(size - 1), Unaligned: p.small(size)}
	for range p.count(11) {
		w := PathWait{Path: p.text(), Function: p.text(), Kind: WaitKind(p.take(1)[0]),
			Ranks: p.small(size), Calls: p.uint(), Unmatched: p.uint(), NotLooked: p.uint(),
			Nanos: nanos(), Uncertainty: nanos(), Max: nanos(), MaxRank: p.small(size - 1)}
		if n := len(s.Paths); w.Kind >= waitKinds || n > 0 && s.Paths[n-1].compare(&w) >= 0 {
			p.fail()
			break
		}
		s.Paths = append(s.Paths, w)
	}
	return s, p.end()
}
