// Package heat gathers the times of single ranks into bins of consecutive ranks, for the map of regions × ranks of a
// page. Maps of the ranks of several nodes can be sent and joined.
package heat

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/internal/match"
)

// The bounds of a map: what is read on a screen, and what keeps a page small.
const (
	mostBins = 256
	mostRows = 1024
	mostSlow = 5
)

// Frame says what a Map has rows and bins for. Processes that have the same one make Maps that can be joined.
type Frame struct {
	Size         int // of the run, in ranks
	Environments []stats.Environment
	Regions      []Region // those around others before these
	Rows         []int    // which of Regions have a row
}

// Region is a call path of a Frame.
type Region struct {
	Number      int // in the Summary
	Parent      int // in the Frame; -1: it is outermost
	Name        string
	Environment int
}

// FrameOf is the frame for the ranks of a Summary. Of very many regions those have a row whose slowest rank took most time.
func FrameOf(s *stats.Summary) *Frame {
	rows := make([]int, len(s.Regions))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(s.Regions[j].Max.Value, s.Regions[i].Max.Value) })
	rows = rows[:min(len(rows), mostRows)]
	needed := make([]bool, len(s.Regions))
	for _, i := range rows {
		for ; i >= 0 && !needed[i]; i = s.Regions[i].Parent {
			needed[i] = true
		}
	}
	slices.Sort(rows)
	f := &Frame{Size: s.Size}
	for _, c := range s.Environments {
		f.Environments = append(f.Environments, stats.Environment(c))
	}
	place := make([]int, len(s.Regions))
	for i := range s.Regions {
		if !needed[i] {
			continue
		}
		r := &s.Regions[i]
		place[i] = len(f.Regions)
		one := Region{Number: i, Parent: -1, Name: r.Name, Environment: r.Environment}
		if r.Parent >= 0 {
			one.Parent = place[r.Parent]
		}
		f.Regions = append(f.Regions, one)
	}
	for _, i := range rows {
		f.Rows = append(f.Rows, place[i])
	}
	return f
}

// check finds what another process may have made up.
func (f *Frame) check() error {
	if f.Size < 1 {
		return fmt.Errorf("%w: a frame for %d ranks", stats.ErrMismatch, f.Size)
	}
	for i, r := range f.Regions {
		if r.Parent < -1 || r.Parent >= i || r.Environment < 0 || r.Environment >= len(f.Environments) {
			return fmt.Errorf("%w: region %d of a frame is in region %d and environment %d", stats.ErrMismatch, i, r.Parent, r.Environment)
		}
	}
	for _, i := range f.Rows {
		if i < 0 || i >= len(f.Regions) {
			return fmt.Errorf("%w: a row for region %d of %d", stats.ErrMismatch, i, len(f.Regions))
		}
	}
	return nil
}

// finder finds the regions that the nodes of ranks are.
func (f *Frame) finder() *match.Finder {
	index := make(stats.Index, len(f.Regions))
	for i, r := range f.Regions {
		index[stats.PathKey{Parent: r.Parent, Environment: r.Environment, Name: r.Name}] = i
	}
	return match.New(index, f.Environments)
}

// width is how many ranks a bin has; the last may have fewer.
func (f *Frame) width() int { return max(1, (f.Size+mostBins-1)/mostBins) }

// Map is the times of ranks.
type Map struct {
	Bins []Bin    // ascending, those of which there is a rank
	Slow [][]Slow // for each row the slowest ranks, the slowest first

	frame *Frame
	row   []int // for each region of the frame, -1 for none
	match *match.Finder
}

// Bin is consecutive ranks.
type Bin struct {
	Number int // from 0
	Ranks  int // whose times are there
	Cells  []Cell
}

// Cell is a row of a Bin. Times are nanoseconds.
type Cell struct {
	Ranks int // that ran the region
	Max   int64
	Sum   float64
}

// Slow is one of the slowest ranks of a row.
type Slow struct {
	Rank int
	Time int64 // nanoseconds
	Host string
}

// New returns a Map without ranks.
func New(f *Frame) (*Map, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Map{Slow: make([][]Slow, len(f.Rows)), frame: f, row: slices.Repeat([]int{-1}, len(f.Regions)), match: f.finder()}
	for row, region := range f.Rows {
		m.row[region] = row
	}
	return m, nil
}

// Frame is what it was made for.
func (m *Map) Frame() *Frame { return m.frame }

// Width is how many ranks a bin has; the last may have fewer.
func (m *Map) Width() int { return m.frame.width() }

// Count is how many bins all ranks have.
func (m *Map) Count() int { return (m.frame.Size + m.Width() - 1) / m.Width() }

// find returns where a bin is, or would be.
func (m *Map) find(number int) (at int, is bool) {
	return slices.BinarySearchFunc(m.Bins, number, func(b Bin, n int) int { return cmp.Compare(b.Number, n) })
}

// bin returns one by its number, which is there then.
func (m *Map) bin(number int) *Bin {
	at, is := m.find(number)
	if !is {
		m.Bins = slices.Insert(m.Bins, at, Bin{Number: number, Cells: make([]Cell, len(m.frame.Rows))})
	}
	return &m.Bins[at]
}

// Add takes in a rank. With an error, which matches stats.ErrProfile or stats.ErrMismatch, it is not taken in.
func (m *Map) Add(p *stats.Profile) error {
	if err := p.Check(); err != nil {
		return err
	}
	if p.Rank >= m.frame.Size {
		return fmt.Errorf("%w: rank %d of %d is not in a run of %d ranks", stats.ErrMismatch, p.Rank, p.Size, m.frame.Size)
	}
	b := m.bin(p.Rank / m.Width())
	b.Ranks++
	regions := m.match.Find(p)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if regions[i] < 0 || m.row[regions[i]] < 0 || n.Calls == 0 && n.Running == 0 {
			continue
		}
		row, wall := m.row[regions[i]], n.Wall()
		c := &b.Cells[row]
		c.Ranks++
		c.Max = max(c.Max, wall)
		c.Sum += float64(wall)
		m.name(row, Slow{p.Rank, wall, p.Host})
	}
	return nil
}

// name keeps the slowest ranks of a row. Of equal ones the lowest rank stands first.
func (m *Map) name(row int, r Slow) {
	list := m.Slow[row]
	slower := func(a, b Slow) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Rank, b.Rank)) }
	if len(list) == mostSlow && slower(list[mostSlow-1], r) < 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(list, r, slower)
	list = slices.Insert(list, at, r)
	m.Slow[row] = list[:min(len(list), mostSlow)]
}

// Join takes in the ranks of another Map, which may come from another process. With an error, which matches
// stats.ErrMismatch, none is taken in.
func (m *Map) Join(o *Map) error {
	if err := m.fits(o); err != nil {
		return err
	}
	for i := range o.Bins {
		from := &o.Bins[i]
		b := m.bin(from.Number)
		b.Ranks += from.Ranks
		for row, c := range from.Cells {
			to := &b.Cells[row]
			to.Ranks += c.Ranks
			to.Max = max(to.Max, c.Max)
			to.Sum += c.Sum
		}
	}
	for row, list := range o.Slow {
		for _, r := range list {
			m.name(row, r)
		}
	}
	return nil
}

// fits reports what of another Map cannot be of further ranks in the same frame.
func (m *Map) fits(o *Map) error {
	wrong := func(format string, values ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{stats.ErrMismatch}, values...)...)
	}
	rows := len(m.frame.Rows)
	if len(o.Slow) != rows {
		return wrong("%d rows, not %d", len(o.Slow), rows)
	}
	last := -1
	for i := range o.Bins {
		b := &o.Bins[i]
		if b.Number <= last || b.Number >= m.Count() || len(b.Cells) != rows {
			return wrong("bin %d of %d with %d rows", b.Number, m.Count(), len(b.Cells))
		}
		last = b.Number
		room := min(m.Width(), m.frame.Size-b.Number*m.Width())
		if at, is := m.find(b.Number); is {
			room -= m.Bins[at].Ranks
		}
		if b.Ranks < 0 || b.Ranks > room {
			return wrong("%d ranks for bin %d, which has room for %d", b.Ranks, b.Number, room)
		}
		for row, c := range b.Cells {
			if c.Ranks < 0 || c.Ranks > b.Ranks || c.Max < 0 || !(c.Sum >= 0 && c.Sum <= math.MaxFloat64) {
				return wrong("row %d of bin %d: %d of %d ranks, %d ns at most, %g together", row, b.Number, c.Ranks, b.Ranks, c.Max, c.Sum)
			}
		}
	}
	for row, list := range o.Slow {
		for _, r := range list {
			if r.Rank < 0 || r.Rank >= m.frame.Size || r.Time < 0 || len(list) > mostSlow {
				return wrong("rank %d of %d in row %d", r.Rank, m.frame.Size, row)
			}
		}
	}
	return nil
}
