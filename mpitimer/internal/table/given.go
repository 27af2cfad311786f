package table

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Given holds the time that was given to nodes instead of being measured: in nanoseconds, as it was given,
// so that it comes out as it went in. It has a row for each node that was given any, in the order in which
// they first were, and no memory where there is none.
//
// A row has its sums twice. The writer changes those that do not count, and then says that they do: who
// reads a row never sees half of a change, also if the writer died in the middle of it.
type Given struct {
	rows      []Gift
	at        map[uint32]int // rows by node
	published atomic.Pointer[givenBlock]

	space Space
	track uint32

	mu    sync.Mutex                    // for since: the writer's, and readers of this process
	since [Baselines]map[uint32]Extreme // nil for a baseline that was never begun
}

// GivenSums is what was given to a node. Times are nanoseconds.
type GivenSums struct {
	Calls       uint64
	Total       uint64
	Min, Max    uint64 // of one call; NoMin and 0 if none is known
	SquaresHigh uint64
	SquaresLow  uint64
	Timed       uint64 // the calls behind Min, Max and the squares: those that were given one by one
}

// Gift is the row of a node.
type Gift struct {
	state uint64 // a number of changes, whose lowest bit is the index of the sums that count
	node  uint64
	sums  [2]GivenSums
	bytes uint64 // that a device has copied in the region, of all times
}

// The layout of files depends on it.
var _ [136]struct{} = [unsafe.Sizeof(Gift{})]struct{}{}

// givenBlock is one generation of the rows.
type givenBlock struct {
	rows  []Gift // those in use
	block Block
}

// GivenOf is the sums of some calls that took so long together. What is known of single calls is known of one alone.
func GivenOf(total, calls uint64) GivenSums {
	s := GivenSums{Calls: calls, Total: total, Min: NoMin}
	if calls == 1 {
		s.Timed, s.Min, s.Max = 1, total, total
		s.SquaresHigh, s.SquaresLow = bits.Mul64(total, total)
	}
	return s
}

// MostGiven is the longest total, 73 years, of which a few can still be added: a sum of more stays there.
const MostGiven = math.MaxInt64 / 4

// add is the sums of both.
func (s *GivenSums) add(o *GivenSums) GivenSums {
	low, carry := bits.Add64(s.SquaresLow, o.SquaresLow, 0)
	return GivenSums{
		Calls: s.Calls + o.Calls, Total: min(s.Total+min(o.Total, MostGiven), MostGiven),
		Min: min(s.Min, o.Min), Max: max(s.Max, o.Max),
		SquaresHigh: s.SquaresHigh + o.SquaresHigh + carry, SquaresLow: low, Timed: s.Timed + o.Timed,
	}
}

// Add gives a node more, and bytes that were copied, and reports whether the total is still known. It is for the writer only.
func (g *Given) Add(node uint32, s GivenSums, bytes uint64) (known bool) {
	row := g.row(node)
	sums := row.sums[row.state&1].add(&s)
	row.change(sums)
	Store(&row.bytes, row.bytes+bytes)
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, since := range g.since {
		if since != nil {
			since[node] = extended(since, node, s.Min, s.Max)
		}
	}
	return sums.Total < MostGiven
}

// Copied is how many bytes were copied, by node; nil if none were. Any goroutine may call it.
func (g *Given) Copied() (all map[int]uint64) {
	for {
		published := g.published.Load()
		if published == nil {
			return nil
		}
		all = nil
		for i := range published.rows {
			if n := Load(&published.rows[i].bytes); n > 0 {
				if all == nil {
					all = make(map[int]uint64)
				}
				all[int(Load(&published.rows[i].node))] += n
			}
		}
		if g.published.Load().block.Head == published.block.Head { // as in All
			return all
		}
	}
}

// extended is what is known of a node's extremes, with others.
func extended(known map[uint32]Extreme, node uint32, least, most uint64) Extreme {
	if e, ok := known[node]; ok {
		return Extreme{min(e.Min, least), max(e.Max, most)}
	}
	return Extreme{least, most}
}

// change makes a row hold other sums.
//
//go:norace
func (r *Gift) change(sums GivenSums) {
	const words = int(unsafe.Sizeof(GivenSums{}) / 8)
	from, to := (*[words]uint64)(unsafe.Pointer(&sums)), (*[words]uint64)(unsafe.Pointer(&r.sums[(r.state+1)&1]))
	for i := range to {
		Store(&to[i], from[i])
	}
	Store(&r.state, r.state+1)
}

// row is that of a node, for the writer.
func (g *Given) row(node uint32) *Gift {
	if at, known := g.at[node]; known {
		return &g.rows[at]
	}
	if g.at == nil {
		g.at = make(map[uint32]int)
	}
	n := len(g.rows)
	g.extend(n + 1)
	r := &g.rows[n]
	r.node, r.sums[0].Min, r.sums[1].Min = uint64(node), NoMin, NoMin
	g.at[node] = n
	g.published.Load().block.setUsed(n + 1)
	g.published.Store(&givenBlock{g.rows, g.published.Load().block})
	return r
}

// extend makes room for n rows.
func (g *Given) extend(n int) {
	const size = int(unsafe.Sizeof(Gift{}))
	old := g.published.Load()
	if old == nil {
		old = &givenBlock{}
	}
	block := old.block
	if n*size > len(block.Bytes) {
		const least = 4
		block = g.space.Allocate(g.track, max(least, 2*n)*size)
		copy(As[Gift](block, 0, len(g.rows)), g.rows)
		block.setUsed(len(g.rows))
		g.published.Store(&givenBlock{As[Gift](block, 0, len(g.rows)), block})
		g.space.Replace(old.block, block, Gifts)
	}
	g.rows = As[Gift](block, 0, n)
}

// Clear takes back what was given to a node. It is for the writer only.
func (g *Given) Clear(node uint32) {
	at, known := g.at[node]
	if !known {
		return
	}
	g.rows[at].change(GivenSums{Min: NoMin})
	Store(&g.rows[at].bytes, 0)
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, since := range g.since {
		delete(since, node)
	}
}

// begin makes the extremes of a baseline those of what is given from now on.
func (g *Given) begin(b Baseline) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.since[b] = make(map[uint32]Extreme)
}

// Any reports whether something was given, ever.
func (g *Given) Any() bool {
	published := g.published.Load()
	return published != nil && len(published.rows) > 0
}

// All is what was given, by node, with the extremes since a baseline; nil if nothing was. Any goroutine
// may call it.
func (g *Given) All(b Baseline) map[int]GivenSums {
	for {
		published := g.published.Load()
		if published == nil {
			return nil
		}
		all := make(map[int]GivenSums, len(published.rows))
		for i := range published.rows {
			row := &published.rows[i]
			sums := row.read()
			if known, ok := all[int(Load(&row.node))]; ok { // only a damaged file has a node twice
				sums = sums.add(&known)
			}
			all[int(Load(&row.node))] = sums
		}
		if g.published.Load().block.Head == published.block.Head { // else its memory may have been given up
			g.limit(all, b)
			return all
		}
	}
}

// read copies the sums that count. The others are changed while it does so: only two changes touch these.
//
//go:norace
func (r *Gift) read() GivenSums {
	const words = int(unsafe.Sizeof(GivenSums{}) / 8)
	var sums GivenSums
	for range Spins { // a damaged file may be anything, also one that always changes
		state := Load(&r.state)
		from, to := (*[words]uint64)(unsafe.Pointer(&r.sums[state&1])), (*[words]uint64)(unsafe.Pointer(&sums))
		for i := range to {
			to[i] = Load(&from[i])
		}
		if Load(&r.state) == state {
			break
		}
	}
	return sums
}

// Copy is a row of a file that may hold anything, and may be written.
func (r *Gift) Copy() Gift {
	return Gift{node: Load(&r.node), sums: [2]GivenSums{r.read()}, bytes: Load(&r.bytes)}
}

// limit puts the extremes since a baseline in place of all.
func (g *Given) limit(all map[int]GivenSums, b Baseline) {
	g.mu.Lock()
	defer g.mu.Unlock()
	since := g.since[b]
	if since == nil {
		return
	}
	for n, s := range all {
		e := extended(since, uint32(n), NoMin, 0)
		s.Min, s.Max = e.Min, e.Max
		all[n] = s
	}
}

// bytes is the memory of the rows.
func (g *Given) bytes() int {
	if published := g.published.Load(); published != nil {
		return len(published.block.Bytes)
	}
	return 0
}
