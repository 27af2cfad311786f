//go:build linux && (amd64 || arm64)

package nvml

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/stats/signal"
)

// nvmlStandin is a library that behaves as NVML does.
type nvmlStandin struct {
	fail    func(code int32)
	energy  func(millijoules uint64)
	devices func(n int32)
	asked   func() int32   // how often, for the energy
	slow    func(us int32) // telling it is
}

// use builds a stand-in, and makes it NVML until the test ends.
func use(t *testing.T, options ...string) *nvmlStandin {
	t.Helper()
	l := standin.Build(t, "libnvidia-ml.so.1", "testdata/standin.c", append(options, "-w")...)
	replace(t, l.Path)
	s := new(nvmlStandin)
	l.Bind(map[string]any{"standinFail": &s.fail, "standinEnergy": &s.energy, "standinDevices": &s.devices, "standinAsked": &s.asked, "standinSlow": &s.slow})
	return s
}

func replace(t *testing.T, file string) {
	formerName, former := name, opened
	name, opened = file, sync.OnceValues(load)
	t.Cleanup(func() { name, opened = formerName, former })
}

// Each accelerator is where the library says, so that the numbers of others can be matched.
func TestAddresses(t *testing.T) {
	use(t)
	list, err := open()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range list.Count() {
		got = append(got, list.(signal.Located).Address(i))
	}
	if want := []string{"0000:1b:00.0", "0000:3b:00.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The signals have GEOPM's names and units, of those accelerators that tell them.
func TestSignals(t *testing.T) {
	s := use(t)
	p := signal.Find(signal.Options{})
	both, first := []int{0, 1}, []int{0}
	at := map[string]int{}
	for _, c := range []struct {
		name, unit string
		indices    []int
	}{
		{"GPU_ENERGY", "J", first}, {"GPU_POWER", "W", both}, {"GPU_CORE_FREQUENCY_STATUS", "Hz", both},
		{"GPU_UTILIZATION", "1", both}, {"GPU_TEMPERATURE", "°C", both}, {"GPU_MEMORY_USED", "B", both},
	} {
		info, err := p.Info(c.name)
		if err != nil || info.Unit != c.unit || !slices.Equal(info.Indices, c.indices) || info.Domain != signal.GPU {
			t.Errorf("%s: %+v, %v", c.name, info, err)
			continue
		}
		if at[c.name], err = p.Push(c.name, signal.GPU, 0); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	board, err := p.Push("GPU_POWER", signal.Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	s.energy(12_500)
	for begin := time.Now(); p.Sample(at["GPU_ENERGY"]) < 7.5 && time.Since(begin) < time.Minute; { // it is not asked again at once
		if err := p.Read(); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]float64{"GPU_POWER": 250.5, "GPU_CORE_FREQUENCY_STATUS": 1.41e9, "GPU_UTILIZATION": 0.75, "GPU_TEMPERATURE": 61, "GPU_MEMORY_USED": 19 << 30}
	for name, v := range want {
		if got := p.Sample(at[name]); math.Abs(got-v) > 1e-9*v {
			t.Errorf("%s: %g, want %g", name, got, v)
		}
	}
	if got := p.Sample(board); math.Abs(got-320.5) > 1e-9 {
		t.Errorf("power of the board's accelerators: %g", got)
	}
	if got := p.Sample(at["GPU_ENERGY"]); math.Abs(got-7.5) > 1e-9 && math.Abs(got-12.5) > 1e-9 {
		t.Errorf("energy: %g", got)
	}

	// An accelerator that is lost has no values, and the others go on.
	s.fail(15)
	if err := p.Read(); err == nil || !strings.Contains(err.Error(), "the accelerator is lost") {
		t.Errorf("of a lost accelerator: %v", err)
	}
	if got := p.Sample(at["GPU_TEMPERATURE"]); !math.IsNaN(got) {
		t.Errorf("temperature of a lost accelerator: %g", got)
	}
}

// A device that takes long to tell its energy is asked for it so seldom that little time is spent on it.
func TestSlowEnergy(t *testing.T) {
	s := use(t)
	gpus, err := open()
	if err != nil {
		t.Fatal(err)
	}
	s.slow(2000)
	begin := time.Now()
	for time.Since(begin) < 200*time.Millisecond {
		if v, err := gpus.Read(signal.GPUEnergy, 0); err != nil || v != 5000 {
			t.Fatal(v, err)
		}
	}
	if n, most := s.asked(), int32(time.Since(begin)/(restful*2*time.Millisecond))+1; n < 1 || n > most {
		t.Errorf("asked %d times, want %d at most", n, most)
	}
	s.energy(6000)
	for v := int64(0); v != 6000; v, err = gpus.Read(signal.GPUEnergy, 0) {
		if err != nil || time.Since(begin) > time.Minute {
			t.Fatal(v, err)
		}
	}
}

// Energy is a counter of regions.
func TestEnergyIsACounter(t *testing.T) {
	s := use(t)
	p := signal.Find(signal.Options{})
	c, err := p.Counter("GPU_ENERGY", signal.GPU, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	before := c.Read()
	s.energy(6_000)
	after := c.Read()
	for begin := time.Now(); after == before && time.Since(begin) < time.Minute; after = c.Read() { // it is not asked again at once
	}
	if after-before != 1000 {
		t.Errorf("%d to %d", before, after)
	}
}

// A device that is lost, or that the caller may not use, hides no other, and the others keep their numbers.
func TestOneDeviceClosed(t *testing.T) {
	for _, code := range []string{"NO_PERMISSION", "GPU_IS_LOST"} {
		use(t, "-DFORBIDDEN="+code)
		info, err := signal.Find(signal.Options{}).Info("GPU_POWER")
		if err != nil || !slices.Equal(info.Indices, []int{1}) {
			t.Errorf("%s: %+v, %v", code, info, err)
		}
	}
	use(t, "-DFORBIDDEN=NO_PERMISSION").devices(1)
	if _, err := signal.Find(signal.Options{}).Info("GPU_POWER"); !errors.Is(err, signal.ErrPermission) {
		t.Errorf("of one that is forbidden: %v", err)
	}
}

// Why there is nothing is said.
func TestAbsent(t *testing.T) {
	why := func(name string) string {
		for _, a := range signal.Find(signal.Options{}).Absent() {
			if a.Name == name {
				return a.Reason
			}
		}
		return ""
	}
	replace(t, "nowhere.so")
	if got := why("GPU_POWER"); !strings.Contains(got, "there is no nowhere.so") {
		t.Errorf("without a library: %q", got)
	}
	use(t, "-DOLD")
	if got := why("GPU_TEMPERATURE"); !strings.Contains(got, "nvmlDeviceGetTemperature is not supported") || why("GPU_POWER") != "" {
		t.Errorf("of an old library: %q", got)
	}
	use(t, "-DMIG")
	if got := why("GPU_UTILIZATION"); !strings.Contains(got, "nvmlDeviceGetUtilizationRates is not supported") || why("GPU_POWER") != "" || why("GPU_ENERGY") != "" {
		t.Errorf("of a GPU in instances: %q", got)
	}
	s := use(t)
	s.fail(4)
	if _, err := signal.Find(signal.Options{}).Info("GPU_POWER"); !errors.Is(err, signal.ErrPermission) {
		t.Errorf("without permission: %v", err)
	}
	use(t).devices(0)
	if got := why("GPU_ENERGY"); !strings.Contains(got, "finds no accelerator") {
		t.Errorf("without accelerators: %q", got)
	}
}
