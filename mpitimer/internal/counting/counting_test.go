package counting

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// shared is a source of a counter that takes turns with others.
type shared struct {
	attach.Source
	count, due, counted int64
}

func (*shared) Counters() []stats.Counter {
	return []stats.Counter{{Name: "shared", Step: 1, Domain: stats.OfThread}}
}

func (s *shared) Read(into []table.Reading) int {
	for i, v := range []int64{s.count, s.due, s.counted} {
		into[i] = table.Reading{Value: v, Mark: 1}
	}
	return 0
}

func (s *shared) work(count, due, counted int64) {
	s.count, s.due, s.counted = s.count+count, s.due+due, s.counted+counted
}

func (*shared) Ways() int               { return 1 }
func (*shared) Force(int) int           { return 0 }
func (*shared) Turns(int) bool          { return true }
func (*shared) Lock() bool              { return false }
func (*shared) Counted() []float64      { return nil }
func (*shared) Derived() []tree.Derived { return nil }

// countsOf is the call tree of the main goroutine with what was counted in calls that have ended.
func countsOf(rank *engine.Rank) []stats.Node {
	b := snapshot.Builder{Calibration: rank.Calibration.Extend(clock.Take()), Kinds: rank.Counters.Kinds}
	b.Add(0, &rank.Main.Table)
	return b.Nodes()
}

// What takes turns is stretched by each region's own share, which stands beside it. A region in which it never had its turn
// has no value, and not 0.
func TestShareOfEachRegion(t *testing.T) {
	var source shared
	rank := rankWith(t, &source, new(Counters))
	for _, region := range []struct {
		name                string
		count, due, counted int64
	}{{"half", 300, 2000, 1000}, {"whole", 70, 500, 500}, {"never", 0, 900, 0}, {"half", 50, 1000, 500}} {
		s := rank.Directory.Start(region.name)
		source.work(region.count, region.due, region.counted)
		s.Stop()
	}
	got := map[string]stats.Node{}
	for _, n := range countsOf(rank) {
		got[n.Name] = n
	}
	for name, want := range map[string]struct {
		value int64
		turns stats.Turns
	}{"half": {700, stats.Turns{Due: 3000, Counted: 1500}}, "whole": {70, stats.Turns{Due: 500, Counted: 500}}, "never": {stats.NoValue, stats.Turns{Due: 900}}} {
		if n := got[name]; !slices.Equal(n.Values, []int64{want.value}) || !slices.Equal(n.Turns, []stats.Turns{want.turns}) {
			t.Errorf("%s: %d, %v, want %d, %v", name, n.Values, n.Turns, want.value, want.turns)
		}
	}
}

// rankWith has begun to time, with a source.
func rankWith(t *testing.T, source attach.CounterSource, c *Counters) *engine.Rank {
	registry, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	c.AddSource(source)
	rank := &engine.Rank{}
	rank.Init(registry)
	rank.Calibration = clock.Calibrate()
	c.Attach(rank)
	rank.Begin()
	rank.Directory.Start("Total") // which does not end
	return rank
}

// costly counts what reading it costs, too.
type costly struct{ shared }

func (*costly) Turns(int) bool { return false }

func (s *costly) Read(into []table.Reading) int {
	s.count += 57
	into[0] = table.Reading{Value: s.count, Mark: 1}
	return 0
}

// What a start and a stop count of their own is found out, and taken off each call.
func TestReadingIsTakenOff(t *testing.T) {
	var source costly
	var c Counters
	rank := rankWith(t, &source, &c)
	if !slices.Equal(c.Empty, []int64{57}) {
		t.Errorf("an empty region counts %d, want 57", c.Empty)
	}
	rank.Directory.Start("nothing").Stop()
	s := rank.Directory.Start("work")
	source.count += 1000
	s.Stop()
	for _, n := range countsOf(rank) {
		if want := map[string]int64{"nothing": 0, "work": 1000}[n.Name]; n.Name != "Total" && n.Values[0] != want {
			t.Errorf("%s counts %d, want %d", n.Name, n.Values[0], want)
		}
	}
}
