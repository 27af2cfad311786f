package export

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type traceEvent struct {
	Ph, Name, Cat string
	Pid, Tid      int
	Ts, Dur       json.Number
	Args          map[string]any
}

func TestChrome(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		var f struct {
			DisplayTimeUnit string
			OtherData       map[string]string
			TraceEvents     []traceEvent
		}
		decoded(t, written(t, "chrome", r), &f)
		if f.DisplayTimeUnit != "ns" || !strings.Contains(f.OtherData["layout"], "not measured") {
			t.Errorf("unit %q, layout %q", f.DisplayTimeUnit, f.OtherData["layout"])
		}
		lanes := make(map[[2]int][]traceEvent)
		named := make(map[int]bool)
		var calls float64
		for _, e := range f.TraceEvents {
			switch e.Ph {
			case "M":
				named[e.Pid] = named[e.Pid] || e.Name == "process_name"
			case "X":
				lanes[[2]int{e.Pid, e.Tid}] = append(lanes[[2]int{e.Pid, e.Tid}], e)
				if r.Profiles != nil || e.Pid == 0 {
					calls += e.Args["calls"].(float64)
				}
			default:
				t.Errorf("event of type %q", e.Ph)
			}
		}
		if r.Profiles == nil {
			calls *= float64(r.Summary.Ranks)
		}
		near(t, "calls", calls, callSum(r.Summary))
		var sum float64
		for lane, events := range lanes {
			if !named[lane[0]] {
				t.Errorf("process %d has no name", lane[0])
			}
			if own := nested(t, events); r.Profiles != nil {
				sum += own
			} else if lane[0] == 0 {
				if got, want := own*float64(r.Summary.Ranks), selfSum(r.Summary); math.Abs(got-want) > 1e-9*want+float64(r.Summary.Ranks*len(events)) {
					t.Errorf("mean: got %g, want %g", got, want) // a nanosecond is lost in each
				}
			}
		}
		if r.Profiles != nil {
			near(t, "time", sum, selfSum(r.Summary))
		}
	})
}

// nested checks that the events of a lane lie in or behind each other, and returns how long the outermost
// are together, in nanoseconds.
func nested(t rapid.TB, events []traceEvent) (sum float64) {
	t.Helper()
	slices.SortStableFunc(events, func(a, b traceEvent) int {
		return cmp.Or(cmp.Compare(nanos(t, a.Ts), nanos(t, b.Ts)), cmp.Compare(nanos(t, b.Dur), nanos(t, a.Dur)))
	})
	var open []int64
	last := int64(0)
	for _, e := range events {
		from, length := nanos(t, e.Ts), nanos(t, e.Dur)
		if from < last || length < 0 {
			t.Fatalf("%q begins at %d, the one before at %d", e.Name, from, last)
		}
		last = from
		for len(open) > 0 && open[len(open)-1] <= from {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && from+length > open[len(open)-1] {
			t.Fatalf("%q from %d to %d ends behind the one that it lies in, at %d", e.Name, from, from+length, open[len(open)-1])
		}
		if len(open) == 0 {
			sum += float64(length)
		}
		if length > 0 {
			open = append(open, from+length)
		}
	}
	return sum
}

// nanos returns a number of microseconds with exactly three digits behind the point.
func nanos(t rapid.TB, n json.Number) int64 {
	whole, fraction, _ := strings.Cut(string(n), ".")
	v, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil || len(fraction) != 3 {
		t.Fatalf("%s: %v", n, err)
	}
	return v
}
