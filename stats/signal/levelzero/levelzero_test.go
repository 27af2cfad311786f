//go:build linux && (amd64 || arm64)

package levelzero

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/stats/signal"
)

type sysmanStandin struct {
	fail    func(code int32)
	pass    func(us, uJ, busy uint64)
	devices func(n int32)
}

func use(t *testing.T, options ...string) *sysmanStandin {
	t.Helper()
	l := standin.Build(t, "libze_loader.so.1", "testdata/standin.c", options...)
	replace(t, l.Path)
	s := new(sysmanStandin)
	l.Bind(map[string]any{"standinFail": &s.fail, "standinPass": &s.pass, "standinDevices": &s.devices})
	return s
}

func replace(t *testing.T, file string) {
	formerName, former := name, opened
	name, opened = file, sync.OnceValues(load)
	t.Cleanup(func() { name, opened = formerName, former })
}

func init() { experimental.On = true }

// Only programs that say so have what no device of Intel's has run.
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
	if want := []string{"0000:3b:01.0", "0000:1b:01.0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The signals have GEOPM's names and units, of the whole of those accelerators that tell them.
func TestSignals(t *testing.T) {
	s := use(t)
	p := signal.Find(signal.Options{})
	both := []int{0, 1}
	expected, at := map[string]float64{}, map[string]int{}
	for _, c := range []struct {
		name    string
		indices []int
		want    float64
	}{
		{"GPU_POWER", both, 250}, {"GPU_CORE_FREQUENCY_STATUS", both, 1.41e9}, {"GPU_UTILIZATION", both, 0.75},
		{"GPU_TEMPERATURE", both, 61}, {"GPU_MEMORY_USED", both, 20 << 30}, {"GPU_ENERGY", both, math.NaN()},
	} {
		info, err := p.Info(c.name)
		if err != nil || !slices.Equal(info.Indices, c.indices) || !strings.Contains(info.Description, "Level Zero") {
			t.Errorf("%s: %+v, %v", c.name, info, err)
			continue
		}
		expected[c.name] = c.want
		if at[c.name], err = p.Push(c.name, signal.GPU, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	s.pass(1000, 250_000, 750)
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	for name, want := range expected {
		if got := p.Sample(at[name]); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	c, err := p.Counter("GPU_ENERGY", signal.GPU, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	before := c.Read()
	s.pass(1, 6_000_000, 0)
	if got := c.Read() - before; got != 6000 {
		t.Errorf("%d mJ, want 6000", got)
	}
	s.fail(terms.Lost)
	if err := p.Read(); err == nil || !strings.Contains(err.Error(), "the accelerator is lost") {
		t.Errorf("of a lost accelerator: %v", err)
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
	if got := why("GPU_TEMPERATURE"); !strings.Contains(got, "zesTemperatureGetState is not supported") || why("GPU_POWER") != "" {
		t.Errorf("of an old library: %q", got)
	}
	s := use(t)
	if why("GPU_POWER") != "" {
		t.Error(why("GPU_POWER"))
	}
	s.fail(terms.NoPermission)
	if _, err := signal.Find(signal.Options{}).Info("GPU_POWER"); !errors.Is(err, signal.ErrPermission) {
		t.Errorf("without permission: %v", err)
	}
	use(t).devices(0)
	if got := why("GPU_ENERGY"); !strings.Contains(got, "finds no accelerator") {
		t.Errorf("without accelerators: %q", got)
	}
}
