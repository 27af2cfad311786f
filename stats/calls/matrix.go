package calls

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// Partner is what a rank has sent to another, or to itself.
type Partner struct {
	Rank  int // that it was sent to, in MPI_COMM_WORLD
	Calls uint64
	Bytes uint64
}

// Matrix says who has sent how much to whom, without the pairs that have sent nothing. If there are too many
// pairs, it is over blocks of ranks: row and column b are the ranks from b·Block on.
type Matrix struct {
	Size  int // ranks of the run
	Ranks int // that the matrix has the rows of
	Block int // ranks of a row and a column, a power of two; 1 if they are the ranks themselves

	Cells []Cell // by row and column

	// Distances is the same by distance between ranks: 0 at index 0, and at index k those from 2ᵏ⁻¹ to 2ᵏ-1,
	// whatever the blocks are. It ends with the last that is not zero.
	Distances []Amount

	Least, Most RankAmount // of the bytes that a rank has sent; of several the lowest rank
}

// Amount is calls, and the bytes that they have sent.
type Amount struct {
	Calls, Bytes uint64
}

// Cell is what the ranks of one block have sent to those of another.
type Cell struct {
	From, To int // blocks
	Amount
}

// RankAmount is what a rank has sent.
type RankAmount struct {
	Rank int
	Amount
}

// add adds, and stops at the largest number.
func (a *Amount) add(b Amount) {
	a.Calls, a.Bytes = addUint(a.Calls, b.Calls), addUint(a.Bytes, b.Bytes)
}

func addUint(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// Total returns what all ranks have sent.
func (m *Matrix) Total() Amount {
	var sum Amount
	for _, c := range m.Cells {
		sum.add(c.Amount)
	}
	return sum
}

// newMatrix returns the matrix of one row.
func newMatrix(rank, size int, row []Partner) (*Matrix, error) {
	m := &Matrix{Size: size, Block: 1}
	for _, p := range row {
		if p.Rank < 0 || p.Rank >= size {
			return m, fmt.Errorf("calls: row %d of the matrix has rank %d, expected one of %d", rank, p.Rank, size)
		}
	}
	m.Ranks = 1
	sent := RankAmount{Rank: rank}
	for _, p := range row {
		a := Amount{p.Calls, p.Bytes}
		sent.add(a)
		if a == (Amount{}) {
			continue
		}
		m.Cells = append(m.Cells, Cell{rank, p.Rank, a})
		m.Distances = addDistance(m.Distances, rank, p.Rank, a)
	}
	m.Least, m.Most = sent, sent
	m.Cells = tidy(m.Cells)
	return m, nil
}

// addDistance adds what two ranks have exchanged to the class of their distance.
func addDistance(classes []Amount, from, to int, a Amount) []Amount {
	k := bits.Len(uint(max(from-to, to-from)))
	for len(classes) <= k {
		classes = append(classes, Amount{})
	}
	classes[k].add(a)
	return classes
}

// addDistances adds the classes of other ranks.
func addDistances(classes, others []Amount) []Amount {
	for k, a := range others {
		if k == len(classes) {
			classes = append(classes, Amount{})
		}
		classes[k].add(a)
	}
	return classes
}

// tidy sorts cells and adds up those of the same place.
func tidy(cells []Cell) []Cell {
	slices.SortStableFunc(cells, compareCells)
	kept := cells[:0]
	for _, c := range cells {
		if n := len(kept); n > 0 && compareCells(kept[n-1], c) == 0 {
			kept[n-1].add(c.Amount)
		} else {
			kept = append(kept, c)
		}
	}
	return kept
}

func compareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// coarsen makes blocks of that many ranks.
func (m *Matrix) coarsen(block int) {
	if block <= m.Block {
		return
	}
	shift := bits.TrailingZeros(uint(block)) - bits.TrailingZeros(uint(m.Block))
	for i := range m.Cells {
		m.Cells[i].From >>= shift
		m.Cells[i].To >>= shift
	}
	m.Cells, m.Block = tidy(m.Cells), block
}

// merge adds the rows of other ranks. The blocks become as large as is needed for at most limit cells. They
// do not depend on the order of merges: some of the cells never need larger blocks than all of them.
func (m *Matrix) merge(other *Matrix, limit int) {
	switch {
	case other.Ranks == 0:
	case m.Ranks == 0:
		m.Least, m.Most = other.Least, other.Most
	default:
		if l := other.Least; l.Bytes < m.Least.Bytes || l.Bytes == m.Least.Bytes && l.Rank < m.Least.Rank {
			m.Least = l
		}
		if l := other.Most; l.Bytes > m.Most.Bytes || l.Bytes == m.Most.Bytes && l.Rank < m.Most.Rank {
			m.Most = l
		}
	}
	m.Ranks += other.Ranks
	m.Distances = addDistances(m.Distances, other.Distances)
	m.coarsen(other.Block)
	other.coarsen(m.Block)
	m.Cells = tidy(append(m.Cells, other.Cells...))
	m.bound(limit)
}

func (m *Matrix) bound(limit int) {
	for len(m.Cells) > max(limit, 1) && m.Block < m.Size {
		m.coarsen(2 * m.Block)
	}
}

// defaultCells is a matrix of some megabytes.
const defaultCells = 100_000

// GatherMatrix makes the matrix of the rows that all ranks give, on rank 0 of the communicator; the others
// get nil. All ranks call it, with ranks of the communicator in their rows. Limit is how many cells the
// matrix may have, 0 for 100 000; beyond it ranks are taken together in blocks, so that no rank ever holds
// more than twice that. Along a tree a rank sends one message and receives ⌈log₂P⌉ at most.
//
// A row with a rank that there is not is left out, and gives that rank an error. With an error that
// matches [ErrLost] the matrix is that of the ranks that answered within the timeout, which is as that of
// [Align].
func GatherMatrix(c machenv.Communicator, row []Partner, limit int, timeout time.Duration) (*Matrix, error) {
	if limit <= 0 {
		limit = defaultCells
	}
	own, fault := newMatrix(c.Rank(), c.Size(), row)
	own.bound(limit)
	all, err := gatherMerged(newLink(c, MatrixTag, timeout), own, parseMatrix, func(mine, theirs *Matrix) { mine.merge(theirs, limit) })
	return all, errors.Join(fault, err)
}
