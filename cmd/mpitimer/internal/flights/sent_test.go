package flights

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// flight draws what a goroutine did: states one after the other, some of which are open, and rows.
func flight(t *rapid.T) ranktable.Flight {
	f := ranktable.Flight{Name: "main", Regions: regions[:rapid.IntRange(3, len(regions)).Draw(t, "regions")], Shortest: 3}
	now := int64(0)
	for range rapid.IntRange(0, 300).Draw(t, "states") {
		f.Intervals = append(f.Intervals, ranktable.FlightInterval{Region: 2, Start: now, End: now + 50})
		now += 100
	}
	const unit = 1e10 // of a long run
	for at := int64(70); at < now; at += 70 {
		f.Rows = append(f.Rows, ranktable.FlightRow{At: at, Taken: []int64{0, at, at / 2}})
	}
	for n := range uint64(now / 250) {
		f.Epochs = append(f.Epochs, ranktable.FlightEpoch{Number: n + 1, At: int64(n) * 250})
	}
	if f.Now = now + 30; now > 0 {
		f.Intervals = append(f.Intervals, ranktable.FlightInterval{Region: 1, Start: 0, End: f.Now, Open: true})
	}
	f.Now *= unit
	for i := range f.Intervals {
		f.Intervals[i].Start, f.Intervals[i].End = f.Intervals[i].Start*unit, f.Intervals[i].End*unit
	}
	for i := range f.Epochs {
		f.Epochs[i].At *= unit
	}
	for i := range f.Rows {
		f.Rows[i].At *= unit
		for k := range f.Rows[i].Taken {
			f.Rows[i].Taken[k] *= unit
		}
	}
	return f
}

// What is sent is the last of what there is, and says so; shares of the time before are what they were.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := flight(t)
		f := whole
		room := rapid.IntRange(0, 20_000).Draw(t, "bytes")
		taken := thin(&f, room)
		if least := 3*intervalBytes*(1+len(f.Epochs)) + len(f.Regions)*numberBytes; taken > max(room, 0)+least {
			t.Fatalf("%d bytes of %d", taken, room)
		}
		bare := f
		bare.Regions = nil
		var b bytes.Buffer
		e := gob.NewEncoder(&b)
		err := e.Encode(&bare) // with the types
		n := b.Len()
		if err = errors.Join(err, e.Encode(&bare)); err != nil || b.Len()-n > taken+taken/4+100 {
			t.Fatalf("%v, %d bytes, counted as %d", err, b.Len()-n, taken)
		}
		first := len(whole.Intervals) - len(f.Intervals)
		if !slices.Equal(f.Intervals, whole.Intervals[first:]) || len(whole.Intervals) > 0 && len(f.Intervals) == 0 {
			t.Fatalf("%+v of %+v", f.Intervals, whole.Intervals)
		}
		if first > 0 && f.From != whole.Intervals[first-1].End || first == 0 && f.From != 0 {
			t.Fatalf("from %d on, %d are left out", f.From, first)
		}
		if n := len(whole.Rows); n > 0 && !reflect.DeepEqual(f.Rows[len(f.Rows)-1], whole.Rows[n-1]) {
			t.Fatalf("the last row is %+v", f.Rows)
		}
		taking := func(f *ranktable.Flight) (sum float64) {
			for _, s := range shares(f, make([]uint32, len(f.Regions))) {
				sum += s.Part * float64(s.To-s.From)
			}
			return sum
		}
		if a, b := taking(&f), taking(&whole); a < b*0.999 || a > b*1.001 {
			t.Fatalf("shares are %g, were %g", a, b)
		}
		if n := len(whole.Epochs); n > 0 && (len(f.Epochs) == 0 || f.Epochs[len(f.Epochs)-1] != whole.Epochs[n-1]) {
			t.Fatalf("epochs %v", f.Epochs)
		}
	})
}

// What processes send each other, in however many steps, is what each has read.
func TestSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ranks []Rank
		parts := make([]Sent, rapid.IntRange(1, 4).Draw(t, "parts"))
		for i := range parts {
			for range rapid.IntRange(0, 3).Draw(t, "ranks") {
				r := Rank{Rank: len(ranks), Host: "node", Program: "solver", Begin: 1000, Flights: []ranktable.Flight{flight(t)}}
				if rapid.Bool().Draw(t, "two") {
					r.Flights = append(r.Flights, flight(t))
				}
				parts[i].Add(r, 1<<20)
				r.Begin += 5 * int64(i)
				ranks = append(ranks, r)
			}
		}
		all := new(Sent)
		for i := range parts {
			var b bytes.Buffer
			var got Sent
			if err := errors.Join(gob.NewEncoder(&b).Encode(&parts[i]), gob.NewDecoder(&b).Decode(&got), all.Join(&got, 5*time.Duration(i))); err != nil {
				t.Fatal(err)
			}
		}
		var one, other Names
		a, err := one.Timeline(all.Each, 1000)
		b, wrong := other.Timeline(func(yield func(Rank, error) bool) {
			for _, r := range ranks {
				if !yield(r, nil) {
					return
				}
			}
		}, 1000)
		if err = errors.Join(err, wrong); err != nil || fmt.Sprintf("%+v", stepsOf(a)) != fmt.Sprintf("%+v", stepsOf(b)) { // with NaN in them
			t.Fatalf("%v\n%+v\n%+v", err, stepsOf(a), stepsOf(b))
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%d lanes, want %d", len(a.Lanes), len(b.Lanes))
		}
	})
}

// stepsOf takes the steps out of a timeline.
func stepsOf(t *lanes.Timeline) (s steps.Times) {
	if t != nil && t.Steps != nil {
		s, t.Steps = *t.Steps, nil
	}
	return s
}

// What another process has made up is refused.
func TestMadeUpRecords(t *testing.T) {
	tree := [][]ranktable.FlightRegion{regions}
	one := func(f ranktable.Flight) Sent {
		f.Now = 100
		return Sent{Trees: tree, Ranks: []Rank{{Flights: []ranktable.Flight{f}}}, TreeOf: [][]int{{0}}}
	}
	for name, s := range map[string]Sent{
		"circle":        {Trees: [][]ranktable.FlightRegion{{{}, {Parent: 2}, {Parent: 1}}}},
		"no tree":       {Ranks: []Rank{{}}},
		"trees of none": {Trees: tree, Ranks: []Rank{{}}, TreeOf: [][]int{{0}}},
		"tree beyond":   {Trees: tree, Ranks: []Rank{{Flights: make([]ranktable.Flight, 1)}}, TreeOf: [][]int{{1}}},
		"rank":          {Ranks: []Rank{{Rank: -1}}, TreeOf: [][]int{nil}},
		"region":        one(ranktable.Flight{Intervals: []ranktable.FlightInterval{{Region: 5}}}),
		"no region":     one(ranktable.Flight{Intervals: []ranktable.FlightInterval{{Region: 0}}}),
		"backwards":     one(ranktable.Flight{Intervals: []ranktable.FlightInterval{{Region: 1, Start: 2, End: 1}}}),
		"future":        one(ranktable.Flight{Intervals: []ranktable.FlightInterval{{Region: 1, End: 101}}}),
		"same row":      one(ranktable.Flight{Rows: []ranktable.FlightRow{{At: 5}, {At: 5}}}),
		"wide row":      one(ranktable.Flight{Rows: []ranktable.FlightRow{{At: 5, Taken: make([]int64, 6)}}}),
		"epochs":        one(ranktable.Flight{Epochs: []ranktable.FlightEpoch{{Number: 1, At: 5}, {Number: 2, At: 4}}}),
	} {
		var to Sent
		if err := to.Join(&s, 0); !errors.Is(err, stats.ErrMismatch) || len(to.Ranks) > 0 {
			t.Errorf("%s: %v, %+v", name, err, to)
		}
	}
}
