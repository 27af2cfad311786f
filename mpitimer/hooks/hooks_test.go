package hooks_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/hooks"
)

// timersFor makes timers with a hook, which end with the test and leave nothing behind.
func timersFor(t *testing.T, h mpitimer.Hook) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard), mpitimer.WithHook(h))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tm.Finalize() })
	return tm
}

func TestTraceRegionsAreInTheTrace(t *testing.T) {
	if trace.IsEnabled() {
		t.Skip("a trace is being taken")
	}
	tm := timersFor(t, hooks.TraceRegions())
	tm.Start("before the trace").Stop()
	var out bytes.Buffer
	open := tm.Start("open before")
	if err := trace.Start(&out); err != nil {
		t.Skip(err)
	}
	s := tm.Start("traced outer")
	tm.Start("traced inner").Stop()
	s.Stop()
	open.Stop()
	trace.Stop()
	for name, want := range map[string]bool{
		"Total/open before/traced outer": true, "Total/open before/traced outer/traced inner": true, "before the trace": false,
	} {
		if bytes.Contains(out.Bytes(), []byte(name)) != want {
			t.Errorf("%q in the trace: %v", name, !want)
		}
	}
}

// labels returns what the goroutine profile says of the goroutine that calls it.
func labels(t *testing.T) string {
	var out bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&out, 1); err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(out.String(), "\n\n") {
		if strings.Contains(part, "hooks_test.labels") {
			for _, line := range strings.Split(part, "\n") {
				if text, found := strings.CutPrefix(line, "# labels: "); found {
					return text
				}
			}
		}
	}
	return ""
}

func TestProfileLabels(t *testing.T) {
	defer pprof.SetGoroutineLabels(t.Context())
	tm := timersFor(t, hooks.ProfileLabels())
	expect := func(path string) {
		t.Helper()
		want := fmt.Sprintf(`{"region":%q}`, path)
		if path == "" {
			want = ""
		}
		if got := labels(t); got != want {
			t.Errorf("labels %s, want %s", got, want)
		}
	}
	expect("Total")
	a := tm.Start("a")
	b := tm.Start("b/c") // a name may hold what separates names
	expect("Total/a/b/c")
	again := tm.Start("a")
	expect("Total/a")
	again.Stop()
	expect("Total/a/b/c")
	var inherits sync.WaitGroup
	inherits.Go(func() { expect("Total/a/b/c") })
	inherits.Wait()
	b.Stop()
	expect("Total/a")
	tm.Next("n")
	tm.Next("m")
	expect("Total/a/m")
	a.Stop()
	expect("Total")
	tm.Finalize()
	expect("")
}
