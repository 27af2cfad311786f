// Package flights makes a timeline from the flight recorders of a job's ranks.
package flights

import (
	"cmp"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// States is how many of all lanes a timeline for a page has.
const States = 1_000_000

// mostLanes is how many goroutines a timeline has. Of a larger job it has the main ones of the first ranks.
const mostLanes = 20_000

// Names numbers the states of timelines, so that one has the same number in the next.
type Names struct {
	place map[string]uint32
	list  []string
	calls []bool
}

// mpiPrefix is that of regions which are calls of MPI.
const mpiPrefix = "MPI_"

func (n *Names) of(region string) uint32 {
	at, known := n.place[region]
	if !known {
		if n.place == nil {
			n.place = make(map[string]uint32)
		}
		at = uint32(len(n.list))
		n.place[region] = at
		name, call := strings.CutPrefix(region, mpiPrefix)
		n.list, n.calls = append(n.list, name), append(n.calls, call)
	}
	return at
}

// Beside reports whether there is a flight recorder beside any of the tables.
func Beside(tables []*ranktable.Table) bool {
	return slices.ContainsFunc(tables, (*ranktable.Table).HasFlights)
}

// Rank is what the recorders of a rank have.
type Rank struct {
	Rank          int
	Host, Program string
	Begin         int64 // of the rank's timers, nanoseconds since 1970
	Flights       []ranktable.Flight
}

// Each reads what the recorders beside tables of one run have, of each goroutine at most so many of the last intervals. With
// an error a rank has what could be read.
func Each(tables []*ranktable.Table, most int) iter.Seq2[Rank, error] {
	return func(yield func(Rank, error) bool) {
		for _, t := range tables {
			found, problem := t.LastFlights(most)
			if len(found) == 0 && problem == nil {
				continue
			}
			info, err := t.Info()
			r := Rank{Rank: info.Rank, Host: info.Host, Program: info.Program, Begin: info.Begin.UnixNano(), Flights: found}
			if err != nil {
				r.Flights = nil
			}
			if !yield(r, errors.Join(problem, err)) {
				return
			}
		}
	}
}

// Timeline is what the recorders of ranks have, nil if none has anything. Of all lanes together it keeps about so many
// states. With an error it has what could be read.
func (n *Names) Timeline(ranks iter.Seq2[Rank, error], states int) (t *lanes.Timeline, problem error) {
	var list []lanes.Recording
	first, last := int64(0), int64(0)
	var begins []int64 // of the list
	program := ""
	for r, err := range ranks {
		problem = errors.Join(problem, err)
		if len(r.Flights) == 0 {
			continue
		}
		program = cmp.Or(program, r.Program)
		if len(list) == 0 || r.Begin < first {
			first = r.Begin
		}
		for i := range r.Flights {
			f := &r.Flights[i]
			last = max(last, r.Begin+f.Now)
			one := n.recording(f)
			one.Host, one.Rank = r.Host, r.Rank
			list, begins = append(list, one), append(begins, r.Begin)
		}
		if len(list) >= mostLanes {
			break
		}
	}
	if len(list) == 0 {
		return nil, problem
	}
	for i := range list {
		shift(&list[i], begins[i]-first)
	}
	return lanes.Recorded(program, first, last-first, slices.Clone(n.list), slices.Clone(n.calls), list, states), problem
}

// Steps is what the steps of a program took, as the recorders of its ranks tell; nil if they do not. With an error it is what could
// be read.
func Steps(ranks iter.Seq2[Rank, error]) (*steps.Times, error) {
	var n Names
	t, problem := n.Timeline(ranks, States)
	if t == nil {
		return nil, problem
	}
	return t.Steps, problem
}

// shift makes times ones since another begin.
func shift(r *lanes.Recording, by int64) {
	for i := range r.States {
		r.States[i].Start += by
		r.States[i].End += by
	}
	for i := range r.Shares {
		r.Shares[i].From += by
		r.Shares[i].To += by
	}
	for i := range r.Epochs {
		r.Epochs[i].At += by
	}
	if r.Since > 0 {
		r.Since += by
	}
}

func (n *Names) recording(f *ranktable.Flight) lanes.Recording {
	r := lanes.Recording{Thread: f.Name, Since: f.From, Brief: f.Shortest}
	names := make([]uint32, len(f.Regions))
	for i := range f.Regions {
		names[i] = n.of(f.Regions[i].Name)
	}
	for _, e := range f.Epochs {
		r.Epochs = append(r.Epochs, lanes.Epoch(e))
	}
	r.States = nested(f, names)
	r.Shares = shares(f, names)
	return r
}

// nested finds the states that each state is in: those that end later and contain it.
func nested(f *ranktable.Flight, names []uint32) []lanes.State {
	states := make([]lanes.State, len(f.Intervals))
	var around []ranktable.FlightInterval
	for i, one := range slices.Backward(f.Intervals) {
		for len(around) > 0 && !contains(f, around[len(around)-1], one) {
			around = around[:len(around)-1]
		}
		states[i] = lanes.State{Name: names[one.Region], Depth: len(around), Start: one.Start, End: one.End}
		around = append(around, one)
	}
	return states
}

// contains reports whether an interval is inside another that ended later, by its times and its call path.
func contains(f *ranktable.Flight, outer, inner ranktable.FlightInterval) bool {
	if inner.Start < outer.Start || inner.End > outer.End {
		return false
	}
	for n := f.Regions[inner.Region].Parent; n != 0; n = f.Regions[n].Parent {
		if n == outer.Region {
			return true
		}
	}
	return false
}

// shares are what parts of the time between two rows regions ran outside of those below them.
func shares(f *ranktable.Flight, names []uint32) (list []lanes.Share) {
	before := ranktable.FlightRow{}
	for _, row := range f.Rows {
		own := make([]int64, len(row.Taken))
		for n, taken := range row.Taken {
			if n < len(before.Taken) && before.Taken[n] <= taken { // else times were set to zero meanwhile
				taken -= before.Taken[n]
			}
			own[n] += taken
			if above := f.Regions[n].Parent; above != 0 {
				own[above] -= taken
			}
		}
		whole := float64(row.At - before.At)
		for n := 1; n < len(own); n++ {
			if part := min(float64(own[n])/whole, 1); part > 0 {
				list = append(list, lanes.Share{Name: names[n], Part: part, From: before.At, To: row.At})
			}
		}
		before = row
	}
	return list
}

// In opens the tables of the run that is meant in each directory, or in one below it, and those that the names are.
func In(names []string) (tables []*ranktable.Table) {
	for _, name := range names {
		switch info, err := os.Stat(name); {
		case err != nil:
		case info.IsDir():
			runs, _ := ranktable.Find(name) // faults are told by those who read the run
			meant, others := ranktable.Candidates(runs)
			if len(meant) == 1 {
				tables = append(tables, meant[0].Tables...)
			} else {
				others = append(others, meant...)
			}
			for _, r := range others {
				_ = r.Close() // read only
			}
		case filepath.Ext(name) == ranktable.Extension:
			if t, err := ranktable.Open(name); err == nil {
				tables = append(tables, t)
			}
		}
	}
	ranks := make(map[*ranktable.Table]int) // each read once: a table is a file
	for _, t := range tables {
		info, _ := t.Info()
		ranks[t] = info.Rank
	}
	slices.SortStableFunc(tables, func(a, b *ranktable.Table) int { return cmp.Compare(ranks[a], ranks[b]) })
	return tables
}
