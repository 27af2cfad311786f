package counters

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// GPTL's calls count for real: what the namelist asks for is counted, asked for by name, printed and read back.
func TestGPTLCounts(t *testing.T) {
	const touched = 64
	folder := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(gptl.ProcessNamelist(strings.NewReader("&gptlnl eventlist = 'perf::MINOR-FAULTS', 'TASK_CLOCK' /"), "x"))
	c := gptl.Config()
	c.Output.Directory, c.Output.Tables = folder, "off"
	must(c.Set("CountersLock", "true"))
	must(gptl.Initialize(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)))
	defer gptl.Finalize()
	touch := pages(t)
	must(gptl.Start("touch"))
	touch(touched)
	must(gptl.Stop("touch"))

	faults, err := gptl.EventValue("touch", "perf::MINOR-FAULTS", 0)
	must(err)
	clock, err := gptl.EventValue("touch", "TASK_CLOCK", 0)
	must(err)
	list, err := gptl.QueryCounters("touch", 0)
	must(err)
	if faults < touched || clock <= 0 || len(list) != 2 || float64(list[0]) != faults || float64(list[1]) != clock {
		t.Errorf("%v faults in %v ns, %v; touched %d pages", faults, clock, list, touched)
	}
	must(gptl.Print(0))
	text, err := os.ReadFile(filepath.Join(folder, "timing.000000"))
	must(err)
	must(check.Timing(text))
	f, err := read.Timing(bytes.NewReader(text))
	must(err)
	must(f.Profile.Check())
	p := f.Profile
	if len(p.Counters) != 2 || p.Counters[0].Name != "perf::MINOR-FAULTS" || p.Counters[1].Name != "TASK_CLOCK" ||
		p.Nodes[0].Name != "touch" || float64(p.Nodes[0].Values[0]) != faults {
		t.Errorf("read %+v of %+v", p.Nodes, p.Counters)
	}
}
