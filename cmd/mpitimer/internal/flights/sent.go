package flights

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Sent is what the recorders of ranks have lately, as one process sends it to another.
type Sent struct {
	Trees    [][]ranktable.FlightRegion // which many goroutines have in common
	Ranks    []Rank                     // whose flights have no regions of their own …
	TreeOf   [][]int                    // … but for each of them one of Trees
	Problems []string
}

// About how many bytes an interval has, and a number of a row, as they are sent.
const (
	intervalBytes = 20
	numberBytes   = 6
)

// MostIntervals is how many of the last ones of a goroutine may be kept of a rank that has room for so many bytes.
func MostIntervals(bytes int) int { return bytes/intervalBytes + 1 }

// Add takes in a rank: of each goroutine the last intervals and evenly many rows, as many as fit into so many bytes of all
// together, but those that are open and the last row in any case.
func (s *Sent) Add(r Rank, bytes int) {
	flights := slices.Clone(r.Flights)
	trees := make([]int, len(flights))
	for i := range slices.Backward(flights) { // the main one comes first, and has what others leave
		f := &flights[i]
		bytes -= thin(f, bytes/(i+1))
		trees[i] = s.tree(f.Regions)
		f.Regions = nil
	}
	r.Flights = flights
	s.Ranks, s.TreeOf = append(s.Ranks, r), append(s.TreeOf, trees)
}

// tree returns the place of one among the Trees.
func (s *Sent) tree(regions []ranktable.FlightRegion) int {
	for i := range s.Trees {
		if slices.Equal(s.Trees[i], regions) {
			return i
		}
	}
	s.Trees = append(s.Trees, regions)
	return len(s.Trees) - 1
}

// thin leaves what fits into so many bytes, a half of them for the rows, and returns how many it takes.
func thin(f *ranktable.Flight, bytes int) (taken int) {
	row := max(len(f.Regions), 1) * numberBytes
	if most := max(bytes/2/row, 1); len(f.Rows) > most {
		rows := make([]ranktable.FlightRow, most)
		for i := range rows { // they are sums since the start: one says all of those that are left out before it
			rows[i] = f.Rows[(i+1)*len(f.Rows)/most-1]
		}
		f.Rows = rows
	}
	taken = len(f.Rows) * row
	ended := len(f.Intervals)
	for ended > 0 && f.Intervals[ended-1].Open {
		ended--
	}
	if first := ended - max(bytes-taken, 0)/intervalBytes; first > 0 {
		f.From = max(f.From, f.Intervals[first-1].End)
		f.Intervals = f.Intervals[first:]
	}
	for len(f.Epochs) > 1 && f.Epochs[0].At < f.From { // it is not known when the step of one before began, or what was in it
		f.Epochs = f.Epochs[1:]
	}
	return taken + (len(f.Intervals)+len(f.Epochs))*intervalBytes
}

// Join takes in the ranks of another process. By the clock of this one it is so much later. With an error, which matches
// stats.ErrMismatch, none is taken in.
func (s *Sent) Join(o *Sent, later time.Duration) error {
	if err := o.check(); err != nil {
		return err
	}
	to := make([]int, len(o.Trees))
	for i, t := range o.Trees {
		to[i] = s.tree(t)
	}
	for i, r := range o.Ranks {
		r.Begin += int64(later)
		trees := make([]int, len(o.TreeOf[i]))
		for k, t := range o.TreeOf[i] {
			trees[k] = to[t]
		}
		s.Ranks, s.TreeOf = append(s.Ranks, r), append(s.TreeOf, trees)
	}
	s.Problems = append(s.Problems, o.Problems...)
	return nil
}

// check finds what would not be a recorder's.
func (s *Sent) check() error {
	wrong := func(format string, values ...any) error {
		return fmt.Errorf("%w: flight recorder: "+format, append([]any{stats.ErrMismatch}, values...)...)
	}
	for i, t := range s.Trees {
		for n, r := range t {
			if r.Parent < 0 || r.Parent >= max(n, 1) {
				return wrong("region %d of tree %d is in region %d", n, i, r.Parent)
			}
		}
	}
	if len(s.TreeOf) != len(s.Ranks) {
		return wrong("%d ranks with the trees of %d", len(s.Ranks), len(s.TreeOf))
	}
	for i := range s.Ranks {
		r := &s.Ranks[i]
		if len(s.TreeOf[i]) != len(r.Flights) || r.Rank < 0 {
			return wrong("rank %d: %d goroutines with the trees of %d", r.Rank, len(r.Flights), len(s.TreeOf[i]))
		}
		for k := range r.Flights {
			tree := s.TreeOf[i][k]
			if tree < 0 || tree >= len(s.Trees) {
				return wrong("rank %d: tree %d of %d", r.Rank, tree, len(s.Trees))
			}
			if !fits(&r.Flights[k], len(s.Trees[tree])) {
				return wrong("rank %d, goroutine %d: contradicts itself", r.Rank, k)
			}
		}
	}
	return nil
}

// fits reports whether what a goroutine did can be, with so many regions.
func fits(f *ranktable.Flight, regions int) bool {
	for _, one := range f.Intervals {
		if one.Region < 1 || one.Region >= regions || one.Start > one.End || one.End > f.Now {
			return false
		}
	}
	last := int64(0)
	for _, row := range f.Rows {
		if row.At <= last || row.At > f.Now || len(row.Taken) > regions {
			return false
		}
		last = row.At
	}
	return slices.IsSortedFunc(f.Epochs, func(a, b ranktable.FlightEpoch) int { return cmp.Compare(a.At, b.At) })
}

// Each iterates over the ranks, as Each of tables does. What is wrong comes last.
func (s *Sent) Each(yield func(Rank, error) bool) {
	for i, r := range s.Ranks {
		r.Flights = slices.Clone(r.Flights)
		for k := range r.Flights {
			r.Flights[k].Regions = s.Trees[s.TreeOf[i][k]]
		}
		if !yield(r, nil) {
			return
		}
	}
	for _, p := range s.Problems {
		if !yield(Rank{}, errors.New(p)) {
			return
		}
	}
}
