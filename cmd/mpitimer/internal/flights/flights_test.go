package flights

import (
	"iter"
	"reflect"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

var regions = []ranktable.FlightRegion{{}, {Name: "Total"}, {Name: "step", Parent: 1}, {Name: "MPI_Send", Parent: 2}, {Name: "other", Parent: 1}}

// A state is in those that contain it by time and by call path, whether these have ended or not.
func TestNested(t *testing.T) {
	f := &ranktable.Flight{Regions: regions, Intervals: []ranktable.FlightInterval{
		{Region: 3, Start: 10, End: 20}, {Region: 3, Start: 20, End: 20}, {Region: 2, Start: 10, End: 30}, {Region: 4, Start: 30, End: 30},
		{Region: 3, Start: 31, End: 40, Open: true}, {Region: 2, Start: 30, End: 40, Open: true}, {Region: 1, Start: 0, End: 40, Open: true},
	}, Epochs: []ranktable.FlightEpoch{{Number: 7, At: 10}, {Number: 8, At: 31}}}
	var n Names
	r := n.recording(f)
	if shift(&r, 5); !slices.Equal(r.Epochs, []lanes.Epoch{{Number: 7, At: 15}, {Number: 8, At: 36}}) {
		t.Errorf("epochs %v", r.Epochs)
	}
	shift(&r, -5)
	depths := []int{2, 2, 1, 1, 2, 1, 0}
	for i, s := range r.States {
		if s.Depth != depths[i] || s.Start != f.Intervals[i].Start || s.End != f.Intervals[i].End {
			t.Errorf("state %d: %+v, want depth %d", i, s, depths[i])
		}
	}
	if at := n.of("MPI_Send"); n.list[at] != "Send" || !n.calls[at] || r.States[0].Name != at {
		t.Errorf("MPI_Send is %q", n.list[at])
	}
}

// What regions ran outside of those below them, between rows; also where times were set to zero in between.
func TestShares(t *testing.T) {
	f := &ranktable.Flight{Regions: regions, Rows: []ranktable.FlightRow{
		{At: 100, Taken: []int64{0, 100, 80}}, {At: 200, Taken: []int64{0, 200, 160, 40, 10}}, {At: 300, Taken: []int64{0, 100, 50, 50, 0}},
	}}
	var n Names
	want := []lanes.Share{
		{Name: n.of("Total"), Part: 0.2, From: 0, To: 100}, {Name: n.of("step"), Part: 0.8, From: 0, To: 100},
		{Name: n.of("Total"), Part: 0.1, From: 100, To: 200}, {Name: n.of("step"), Part: 0.4, From: 100, To: 200},
		{Name: n.of("MPI_Send"), Part: 0.4, From: 100, To: 200}, {Name: n.of("other"), Part: 0.1, From: 100, To: 200},
		{Name: n.of("Total"), Part: 0.5, From: 200, To: 300}, {Name: n.of("step"), Part: 0.4, From: 200, To: 300}, {Name: n.of("MPI_Send"), Part: 0.1, From: 200, To: 300},
	}
	if got := n.recording(f).Shares; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// Recorders tell since when a rank of a running job is slow, if its program counts its steps.
func TestSteps(t *testing.T) {
	const ranks, count, from, ms = 4, 20, 10, 1_000_000
	of := func(counts bool) iter.Seq2[Rank, error] {
		return func(yield func(Rank, error) bool) {
			for rank := range ranks {
				f := ranktable.Flight{Regions: regions}
				for step := range count {
					begin, took := int64(step)*10*ms, int64(3*ms)
					if rank == 2 && step >= from {
						took = 7 * ms
					}
					if counts {
						f.Epochs = append(f.Epochs, ranktable.FlightEpoch{Number: uint64(step + 1), At: begin})
					}
					f.Intervals = append(f.Intervals, ranktable.FlightInterval{Region: 2, Start: begin, End: begin + took}, ranktable.FlightInterval{Region: 4, Start: begin + took, End: begin + 10*ms})
				}
				f.Now = count * 10 * ms
				f.Intervals = append(f.Intervals, ranktable.FlightInterval{Region: 1, Start: 0, End: f.Now, Open: true})
				if !yield(Rank{Rank: rank, Flights: []ranktable.Flight{f}}, nil) {
					return
				}
			}
		}
	}
	s, err := Steps(of(true))
	if err != nil || s == nil {
		t.Fatalf("%v, %v", s, err)
	}
	place, columns := slices.Index(s.Regions, "step"), len(s.Numbers)-1
	if place < 0 || columns != count-1 || len(s.Ranks) != ranks {
		t.Fatalf("%+v", s)
	}
	var seconds [][]float64
	for rank := range ranks {
		var list []float64
		for _, v := range s.Seconds[(place*ranks+rank)*columns:][:columns] {
			list = append(list, float64(v))
		}
		seconds = append(seconds, list)
	}
	c, ok := steps.Find(seconds, nil)
	if !ok || c.Pattern != steps.Stretch || !slices.Equal(c.Ranks, []int{2}) || s.Numbers[c.First] != from+1 {
		t.Errorf("%t, %+v", ok, c)
	}
	if s, err := Steps(func(func(Rank, error) bool) {}); s != nil || err != nil {
		t.Errorf("of no recorder: %+v, %v", s, err)
	}
}
