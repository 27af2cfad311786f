//go:build linux && (amd64 || arm64)

package rocmsmi

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/stats/signal"
)

type rocmStandin struct {
	fail      func(code int32)
	energy    func(count uint64)
	devices   func(n uint32)
	frequency func(index uint64)
}

func use(t *testing.T, options ...string) *rocmStandin {
	t.Helper()
	l := standin.Build(t, "librocm_smi64.so.1", "testdata/standin.c", options...)
	replace(t, "nowhere.so", l.Path)
	s := new(rocmStandin)
	l.Bind(map[string]any{"standinFail": &s.fail, "standinEnergy": &s.energy, "standinDevices": &s.devices, "standinFrequency": &s.frequency})
	return s
}

func replace(t *testing.T, files ...string) {
	formerNames, former := names, opened
	names, opened = files, sync.OnceValues(load)
	t.Cleanup(func() { names, opened = formerNames, former })
}

func init() { experimental.On = true }

// Only programs that say so have what no device of AMD's has run.
func TestExperimental(t *testing.T) {
	use(t)
	experimental.On = false
	defer func() { experimental.On = true }()
	if _, err := open(); err == nil || !strings.Contains(err.Error(), "built with the tag experimental") {
		t.Error(err)
	}
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
	if want := []string{"0001:c1:02.0", "0001:c6:02.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The signals have GEOPM's names and units, of those accelerators that tell them.
func TestSignals(t *testing.T) {
	s := use(t)
	p := signal.Find(signal.Options{})
	expected := map[int]float64{}
	for _, c := range []struct {
		name    string
		indices []int
		want    []float64
	}{
		{"GPU_POWER", []int{0, 1}, []float64{250.5, 70}}, {"GPU_CORE_FREQUENCY_STATUS", []int{0, 1}, []float64{1.41e9, 1.41e9}},
		{"GPU_UTILIZATION", []int{0, 1}, []float64{0.75, 0.75}}, {"GPU_TEMPERATURE", []int{0, 1}, []float64{61, 61}},
		{"GPU_MEMORY_USED", []int{0, 1}, []float64{20 << 30, 20 << 30}}, {"GPU_ENERGY", []int{0}, nil},
	} {
		info, err := p.Info(c.name)
		if err != nil || !slices.Equal(info.Indices, c.indices) || !strings.Contains(info.Description, "ROCm SMI") {
			t.Errorf("%s: %+v, %v", c.name, info, err)
			continue
		}
		for i, want := range c.want {
			at, err := p.Push(c.name, signal.GPU, i)
			if err != nil {
				t.Fatal(err)
			}
			expected[at] = want
		}
	}
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	for at, want := range expected {
		if got := p.Sample(at); math.Abs(got-want) > 1e-9*want {
			t.Errorf("signal %d: %g, want %g", at, got, want)
		}
	}
	c, err := p.Counter("GPU_ENERGY", signal.GPU, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	before := c.Read()
	s.energy(1000 + 1_000_000) // of 15.3 µJ each
	if got := c.Read() - before; got < 15_299 || got > 15_301 {
		t.Errorf("%d mJ, want 15300", got)
	}
}

// Why there is nothing is said, and what the library cannot say is no value.
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
	if got := why("GPU_TEMPERATURE"); !strings.Contains(got, "rsmi_dev_temp_metric_get is not supported") || why("GPU_POWER") != "" {
		t.Errorf("of an old library: %q", got)
	}
	s := use(t)
	s.frequency(40)
	if got := why("GPU_CORE_FREQUENCY_STATUS"); !strings.Contains(got, "frequency 40 of 3") {
		t.Errorf("of a wrong frequency: %q", got)
	}
	s.fail(4)
	if _, err := signal.Find(signal.Options{}).Info("GPU_POWER"); !errors.Is(err, signal.ErrPermission) {
		t.Errorf("without permission: %v", err)
	}
	use(t).devices(0)
	if got := why("GPU_ENERGY"); !strings.Contains(got, "finds no accelerator") {
		t.Errorf("without accelerators: %q", got)
	}
}

// rsmi_frequencies_t is where a C compiler finds it in rocm_smi.h of ROCm 6.
func TestLayouts(t *testing.T) {
	got := [4]uintptr{unsafe.Offsetof(frequencies{}.count), unsafe.Offsetof(frequencies{}.current), unsafe.Offsetof(frequencies{}.hertz), unsafe.Sizeof(frequencies{})}
	if got != [4]uintptr{4, 8, 16, 280} {
		t.Errorf("it has its fields at %d", got)
	}
}
