package power

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/power/lmgtest"
	"github.com/go-hpc/timers/stats/signal"
)

// counters is a batch of two packages whose energies a function tells of the number of the reading.
type counters struct {
	energy func(reading, index int) float64

	mu       sync.Mutex
	readings int
	pushed   []int
}

func (c *counters) Info(name string) (signal.Info, error) {
	if name != "CPU_ENERGY" {
		return signal.Info{}, signal.ErrUnknown
	}
	return signal.Info{Name: name, Unit: "J", Domain: signal.Package, Indices: []int{0, 3}}, nil
}

func (c *counters) Push(name string, domain signal.Domain, index int) (int, error) {
	if c.readings > 0 {
		return 0, signal.ErrOrder
	}
	if domain != signal.Package || index != 0 && index != 3 {
		return 0, signal.ErrDomain
	}
	c.pushed = append(c.pushed, index)
	return len(c.pushed) - 1, nil
}

func (c *counters) Read() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readings++
	return nil
}

func (c *counters) Sample(i int) float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.energy(c.readings, c.pushed[i])
}

func raplConfig(t *testing.T, root string, channels ...int) *Config {
	t.Helper()
	text := "[General]\ndevice=RAPL\ncycle=10\nport=localhost:" + root + "\n"
	for _, n := range channels {
		text += fmt.Sprintf("[Trace]\ntype=HDSTATS\nnode=host_%d\nchannel=%d\nvalues=P\n", n, n)
	}
	c, err := ReadConfig(strings.NewReader(text), "rapl.cfg")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Power is energy by time, whatever the length of a cycle was; where the energy is not known or goes back
// there is no power.
func TestRAPLPower(t *testing.T) {
	batch := &counters{energy: func(reading, index int) float64 {
		switch {
		case index == 3 && reading == 3:
			return math.NaN()
		case index == 3 && reading >= 6:
			return 1
		}
		return float64(10 * (1 + index) * reading)
	}}
	c := raplConfig(t, "/", 1, 2)
	device, err := NewRAPL(batch, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := device.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := device.Start(); err != nil {
		t.Fatal(err)
	}
	last := time.Time{}
	for n := 2; n < 9; n++ {
		var samples []Sample
		for samples == nil {
			if samples, err = device.Read(time.Second); err != nil {
				t.Fatal(err)
			}
		}
		s := samples[0]
		if len(samples) != 1 || len(s.Values) != 2 || !last.IsZero() && !s.Start.Equal(last) {
			t.Fatalf("%+v", samples)
		}
		last = s.End
		if energy := s.Values[0] * s.End.Sub(s.Start).Seconds(); math.Abs(energy-10) > 1e-6 {
			t.Errorf("reading %d: %g J", n, energy)
		}
		second, unknown := s.Values[1]*s.End.Sub(s.Start).Seconds(), n == 3 || n == 4 || n == 6
		if math.IsNaN(second) != unknown || n < 6 && !unknown && math.Abs(second-40) > 1e-6 || n > 6 && second != 0 {
			t.Errorf("reading %d: %g J", n, second)
		}
	}
}

func TestRAPLTracer(t *testing.T) {
	batch := &counters{energy: func(reading, index int) float64 { return float64(reading) }}
	c := raplConfig(t, "/", 2)
	device, err := NewRAPL(batch, c)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Device = device
	tracer := create(t, c, o)
	for round := range int64(2) {
		start(t, tracer)
		recordUntil(t, tracer, 3*(round+1))
		if _, err := tracer.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got := int64(0)
	for e, err := range statistics(t, filepath.Join(o.Directory, "MyProject_host_2_Energy.stat")).Entries() {
		if err != nil {
			t.Fatal(err)
		}
		watts := e.Float(0)
		if math.IsNaN(watts) {
			continue // the pause
		}
		got++
		// A joule a reading, however late that was; behind a pause that is no gap the entry is up to half as long again.
		if energy := watts * e.End.Sub(e.Start).Seconds(); energy < 0.999 || energy > 1.501 {
			t.Errorf("%g W for %v", watts, e.End.Sub(e.Start))
		}
	}
	if got != tracer.Report().Samples || got < 6 {
		t.Errorf("%d entries, %+v", got, tracer.Report())
	}
	wantAccepted(t, o.Directory)
}

// A tree of files of powercap, as Linux has it.
func TestRAPLMachine(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(root, "sys/class/powercap/intel-rapl:0", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("name", "package-0")
	write("energy_uj", "1000000")
	write("max_energy_range_uj", "262143328850")
	o := options(t)
	tracer := create(t, raplConfig(t, root, 1), o)
	start(t, tracer)
	for i := range int64(5) {
		write("energy_uj", fmt.Sprint(1000000+(i+1)*500000))
		recordUntil(t, tracer, tracer.Report().Samples+2) // the second is all of it
	}
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got, _ := entries(t, filepath.Join(o.Directory, "MyProject_host_1_Energy.stat"))
	some := 0
	for _, row := range got {
		if row[0] > 0 {
			some++
		}
	}
	if some == 0 {
		t.Errorf("no power in %v", got)
	}
	wantAccepted(t, o.Directory)
}

func TestRAPLRefused(t *testing.T) {
	if _, err := Create(raplConfig(t, t.TempDir(), 1), options(t)); !errors.Is(err, ErrDevice) || !errors.Is(err, signal.ErrNoSource) {
		t.Errorf("without counters: %v", err)
	}
	c := raplConfig(t, "/", 3)
	device, _ := NewRAPL(&counters{}, c)
	o := options(t)
	o.Device = device
	if _, err := Create(c, o); !errors.Is(err, ErrDevice) || !strings.Contains(err.Error(), "2 processor packages") {
		t.Errorf("no such channel: %v", err)
	}
	if _, err := NewRAPL(&counters{}, Defaults()); !errors.Is(err, ErrConfigInvalid) {
		t.Error(err)
	}
}

// Two analyzers write into one project, and each adds to the project file.
func TestOneProject(t *testing.T) {
	dir := t.TempDir()
	var tracers []*Tracer
	for _, node := range []string{"node06", "node07"} {
		c := Defaults()
		c.Port = plug(t, lmgtest.Faults{}, nil).Path()
		c.Traces = []Trace{{Node: node, Channel: 1, Values: []Quantity{Power}, Statistics: true}}
		o := options(t)
		o.Directory = dir
		tracer := create(t, c, o)
		start(t, tracer)
		tracers = append(tracers, tracer)
	}
	var all sync.WaitGroup
	for _, tracer := range tracers {
		recordUntil(t, tracer, 3)
		all.Go(func() {
			if err := tracer.Finalize(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	text, err := os.ReadFile(filepath.Join(dir, "MyProject.proj"))
	if err != nil || !strings.Contains(string(text), "node06") || !strings.Contains(string(text), "node07") || !strings.Contains(string(text), "<Energy") {
		t.Errorf("%s, %v", text, err)
	}
	wantAccepted(t, dir)
}
