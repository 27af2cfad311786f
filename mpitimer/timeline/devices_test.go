package timeline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// What streams of devices do are threads of the rank, which all readers accept, also where the clocks' error lets
// intervals overlap, reach out of those around them, or come too late.
func TestDevices(t *testing.T) {
	directory, hook := t.TempDir(), NewTrace()
	tm := alone(t, hook)
	r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: hook})
	if err != nil {
		t.Fatal(err)
	}
	tm.Start("step").Stop()
	rank, now := engine.Of(tm), clock.Nanotime()
	at := func(name string, begin, end int64) ondevice.Interval {
		depth := strings.Count(name, " of it") + strings.Count(name, "in it")
		return ondevice.Interval{Depth: depth, Path: []string{"Total", "step", name}, Begin: now + begin, End: now + end}
	}
	ondevice.Tell(rank, 0, 0, []ondevice.Interval{at("gpu0:outer", 0, 1000), at("gpu0:in it", 100, 400), at("gpu0:out of it", 400, 1100)})
	ondevice.Tell(rank, 0, 1, []ondevice.Interval{at("gpu0:flux", 0, 500), at("gpu0:flux", 499, 900)})
	ondevice.Tell(rank, 0, 1, []ondevice.Interval{at("gpu0:late", 300, 400), at("gpu0:flux", 950, 960)})
	ondevice.Tell(rank, 1, 0, []ondevice.Interval{at("gpu1:flux", 0, 500)})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	ondevice.Tell(rank, 1, 0, []ondevice.Interval{at("gpu1:flux", 2000, 2500)}) // nobody wants to know
	accepted(t, directory)
	for label, want := range map[string]string{
		"gpu0.0": "1gpu0_in_it 1gpu0_out_of_it 0gpu0_outer",
		"gpu0.1": "0gpu0_flux 0gpu0_flux 0gpu0_late 0gpu0_flux",
		"gpu1.0": "0gpu1_flux",
	} {
		names, _ := filepath.Glob(filepath.Join(directory, "p_*_0_"+label+".trc"))
		if len(names) != 1 {
			t.Fatalf("%s: %v", label, names)
		}
		list := records(t, names[0])
		if got := outline(list); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
		if !strings.Contains(names[0], label) {
			t.Error(names)
		}
	}
}
