package counters

import (
	"bytes"
	"slices"
	"strings"
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

// measured is what a profile has of a path.
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

func TestWrongFormula(t *testing.T) {
	_, err := mpitimer.ReadConfig([]byte("Timing:\n  Derived: \"a = b +\"\n"), "x.yaml")
	if err == nil || !strings.Contains(err.Error(), "x.yaml:2") {
		t.Errorf("got %v", err)
	}
}
