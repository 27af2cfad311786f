//go:build device && linux && (amd64 || arm64)

package nvml

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/cudawork"
	"github.com/go-hpc/timers/stats/signal"
)

// The signals are what nvidia-smi says, on a device that is busy, and the energy is that of the power: scripts/device-proof.sh.
func TestDeviceSignals(t *testing.T) {
	w := cudawork.Use(t)
	p := signal.Find(signal.Options{})
	names := []string{"GPU_ENERGY", "GPU_POWER", "GPU_CORE_FREQUENCY_STATUS", "GPU_UTILIZATION", "GPU_TEMPERATURE", "GPU_MEMORY_USED"}
	at := map[string]int{}
	for _, name := range names {
		var err error
		if at[name], err = p.Push(name, signal.GPU, 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, a := range p.Absent() {
		t.Logf("absent: %+v", a)
	}
	if t.Failed() {
		t.FailNow()
	}
	stream := w.Stream()
	must := func(code int32) {
		if code != 0 {
			t.Errorf("error %d of CUDA", code)
		}
	}
	must(w.Kernel(0, stream, 6e9))
	time.Sleep(1500 * time.Millisecond)
	if err := p.Read(); err != nil {
		t.Error(err)
	}
	before, began := p.Sample(at["GPU_ENERGY"]), time.Now()
	power, samples := 0.0, 0
	var least, sum time.Duration
	for time.Since(began) < 2*time.Second {
		from := time.Now()
		if err := p.Read(); err != nil {
			t.Error(err)
		}
		took := time.Since(from)
		if sum += took; least == 0 || took < least {
			least = took
		}
		power += p.Sample(at["GPU_POWER"])
		samples++
		time.Sleep(20 * time.Millisecond)
	}
	energy, seconds := p.Sample(at["GPU_ENERGY"])-before, time.Since(began).Seconds()
	power /= float64(samples)
	gpus, err := open()
	if err != nil {
		t.Fatal(err)
	}
	changes, last := 0, int64(0)
	began = time.Now()
	for time.Since(began) < time.Second {
		mJ, _ := gpus.Read(signal.GPUEnergy, 0)
		if mJ != last {
			changes++
		}
		last = mJ
	}
	t.Logf("figure the energy changes %d times a second", changes)
	for q, name := range names {
		var least time.Duration
		from := time.Now()
		for range 50 {
			begin := time.Now()
			if _, err := gpus.Read(signal.GPUQuantity(q), 0); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if took := time.Since(begin); least == 0 || took < least {
				least = took
			}
		}
		t.Logf("figure reading %s: %v, at least %v", name, time.Since(from)/50, least)
	}
	t.Logf("figure %d readings of six signals: %v each, at least %v", samples, sum/time.Duration(samples), least)
	t.Logf("figure %.1f J in %.2f s, %.1f W; the power was %.1f W", energy, seconds, energy/seconds, power)
	if ratio := energy / seconds / power; ratio < 0.8 || ratio > 1.25 {
		t.Errorf("the energy is %.2f of the power", ratio)
	}
	out, err := exec.Command("nvidia-smi", "--query-gpu=power.draw,clocks.sm,utilization.gpu,temperature.gpu,memory.used", "--format=csv,noheader,nounits").CombinedOutput()
	if err := p.Read(); err != nil {
		t.Error(err)
	}
	values := map[string]float64{}
	for _, name := range names {
		values[name] = p.Sample(at[name])
	}
	t.Logf("nvidia-smi: %s, %v; here %v", out, err, values)
	said := strings.Split(strings.TrimSpace(string(out)), ", ")
	if len(said) != 5 {
		t.Fatalf("%q", said)
	}
	for i, c := range []struct {
		name         string
		unit, margin float64
	}{{"GPU_POWER", 1, 30}, {"GPU_CORE_FREQUENCY_STATUS", 1e6, 100}, {"GPU_UTILIZATION", 0.01, 20}, {"GPU_TEMPERATURE", 1, 3}, {"GPU_MEMORY_USED", 1 << 20, 300}} {
		want, err := strconv.ParseFloat(said[i], 64)
		if got := values[c.name] / c.unit; err != nil || got < want-c.margin || got > want+c.margin {
			t.Errorf("%s: %g, nvidia-smi says %s", c.name, got, said[i])
		}
	}
	must(w.Wait(stream))
}
