package flights

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
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
