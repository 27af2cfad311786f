package counters

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// quietConfig writes no files, and has a key.
func quietConfig(t *testing.T, key, value string) mpitimer.Config {
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	if err := c.Set(key, value); err != nil {
		t.Error(err)
	}
	return c
}

// measured returns what a profile has of a path.
func measured(t *testing.T, p *stats.Profile, path string) []int64 {
	t.Helper()
	for i := range p.Nodes {
		if strings.Join(p.Path(i), "/") == path {
			return p.Nodes[i].Values
		}
	}
	t.Fatalf("no region %s", path)
	return nil
}

// A counter that the hardware counted only for some of the time is an estimate in the Profile, and in that of the
// rank's table; of one that never had its turn there is a warning, and nothing else.
func TestMultiplexedCounters(t *testing.T) {
	share := 0.637
	c := &counters{
		list: []counter{
			{name: "INSTRUCTIONS", uses: []int{0}, counted: func() float64 { return share }},
			{name: "own", uses: []int{1}, counted: func() float64 { return 1 }},
			{name: "CYCLES", uses: []int{2, 3}, counted: func() float64 { return 0 }},
			{name: "BRANCHES", uses: []int{4}, counted: func() float64 { return 1e-9 }},
		},
		kinds: []stats.Counter{{Name: "INSTRUCTIONS"}, {Name: "own"}, {Name: "CYCLES"}, {Name: "CYCLES", Peak: true}, {Name: "BRANCHES"}},
	}
	if got, want := c.Counted(), []float64{0.63, 1, 0, 0, 0.01}; !slices.Equal(got, want) {
		t.Errorf("counted for %v, want %v", got, want)
	}
	share = 1
	c.list = c.list[:2]
	if got := c.Counted(); got != nil {
		t.Errorf("counted for %v, want all the time", got)
	}
}

func TestCountersInTheTreeOfAllRanks(t *testing.T) {
	var b bytes.Buffer
	err := local.Run(3, func(comm machenv.Communicator) error {
		var o atomic.Int64
		config := quietConfig(t, "Derived", "speed [m/s] = way / TIME; half = way/2")
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(config), mpitimer.WithLog(&b), mpitimer.WithCounter(mpitimer.Counter{Name: "way", Unit: "m", Read: o.Load}))
		if err != nil {
			return err
		}
		s := tm.Start("drive")
		o.Add(int64(1000 * (comm.Rank() + 1)))
		time.Sleep(time.Millisecond)
		s.Stop()
		return tm.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
	row := ""
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, "drive") && strings.Contains(line, "km") {
			row = line
		}
	}
	for _, want := range []string{"2.000 km", "3.000 km (2)", " 1.000 k", "m/s"} {
		if !strings.Contains(row, want) {
			t.Errorf("the row %q lacks %q:\n%s", row, want, b.String())
		}
	}
}

// Sources of the machine, as far as any machine with Linux has them.
func TestCountersOfTheMachine(t *testing.T) {
	var log bytes.Buffer
	config := quietConfig(t, "Counters", "GO_HEAP_ALLOCATED, MEMORY_RESIDENT:peak, NO_SUCH_SIGNAL")
	tm, err := mpitimer.New(mpitimer.WithConfig(config), mpitimer.WithLog(&log))
	if tm == nil || err == nil || !strings.Contains(err.Error(), "NO_SUCH_SIGNAL") {
		t.Fatalf("got %v", err)
	}
	defer tm.Finalize()
	const size = 64 << 20
	s := tm.Start("allocate")
	memory := make([]byte, size)
	for i := 0; i < len(memory); i += 4096 {
		memory[i] = 1
	}
	s.Stop()
	tm.Start("nothing").Stop()
	p := tm.Profile()
	values := measured(t, p, "Total/allocate")
	if values[0] < size || values[0] > size+size/2 {
		t.Errorf("%d bytes were allocated, of %d", values[0], size)
	}
	if idle := measured(t, p, "Total/nothing"); idle[0] > size/2 {
		t.Errorf("%d bytes were allocated in nothing", idle[0])
	}
	if p.Counters[1].Unit != "B" || values[1] < size/2 {
		t.Errorf("%d %s resident", values[1], p.Counters[1].Unit)
	}
	if !strings.Contains(log.String(), "GO_HEAP_ALLOCATED") || !strings.Contains(log.String(), "µs") {
		t.Errorf("the log does not tell the price:\n%s", log.String())
	}
	memory[0] = 2
}

// A rank that lacks the counters leaves all ranks without those, and with what the program counts itself: on
// goroutines that were placed below a region, too, which have tracks of their own.
func TestCountersOfPlacedGoroutinesWhereARankLacksSome(t *testing.T) {
	const ranks, workers = 3, 4
	for _, lacking := range []int{-1, 0, 1, 2} {
		want := []string{"way", "GO_HEAP_ALLOCATED"}
		if lacking >= 0 {
			want = want[:1]
		}
		profiles := make([]*stats.Profile, ranks)
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			asked := mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
				if comm.Rank() != lacking {
					*c = quietConfig(t, "Counters", "GO_HEAP_ALLOCATED")
				}
			})
			var way atomic.Int64
			tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(quietConfig(t, "Counters", "")), asked, mpitimer.WithLog(io.Discard),
				mpitimer.WithCounter(mpitimer.Counter{Name: "way", Read: way.Load}))
			if (err != nil) != (lacking >= 0) || err != nil && !strings.Contains(err.Error(), "counters is left out") {
				return fmt.Errorf("rank %d: Initialize gave %v", comm.Rank(), err)
			}
			outer := tm.Start("outer")
			here := tm.CurrentPath()
			var begun, done sync.WaitGroup
			begun.Add(workers)
			moved := make(chan bool)
			for range workers {
				done.Go(func() {
					here.Run(func() {
						inner := tm.Start("inner")
						begun.Done()
						<-moved
						inner.Stop()
					})
				})
			}
			begun.Wait()
			way.Add(10) // which all see, and which counts once
			close(moved)
			done.Wait()
			outer.Stop()
			profiles[comm.Rank()] = tm.Profile()
			return tm.Finalize()
		})
		if err != nil {
			t.Fatalf("without rank %d: %v", lacking, err)
		}
		for rank, p := range profiles {
			var names []string
			for _, c := range p.Counters {
				names = append(names, c.Name)
			}
			if err := p.Check(); err != nil || !slices.Equal(names, want) {
				t.Errorf("without rank %d: rank %d has the counters %q, want %q; %v", lacking, rank, names, want, err)
				continue
			}
			for path, way := range map[string]int64{"Total/outer": 10, "Total/outer/inner": 10} {
				if values := measured(t, p, path); len(values) != len(want) || values[0] != way {
					t.Errorf("without rank %d: rank %d counted %v in %s, want %d", lacking, rank, values, path, way)
				}
			}
		}
		s, err := stats.Merge(profiles)
		if err != nil || len(s.Counters) != len(want) {
			t.Errorf("without rank %d: %v, %v", lacking, s, err)
		}
	}
}

func TestWrongFormula(t *testing.T) {
	_, err := mpitimer.ReadConfig([]byte("Timing:\n  Derived: \"a = b +\"\n"), "x.yaml")
	if err == nil || !strings.Contains(err.Error(), "x.yaml:2") {
		t.Errorf("got %v", err)
	}
}
