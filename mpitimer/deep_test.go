package mpitimer

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// deepRun nests regions in each other, reports in the middle, leaves all running at the end, and returns
// what that has allocated.
func deepRun(t *testing.T, levels int) (bytes uint64, log, folder string) {
	t.Helper()
	c := DefaultConfig()
	c.Output.Directory = t.TempDir()
	set(&c, "UpstreamPrefix", "gptl")
	var text strings.Builder
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	tm, err := New(WithConfig(c), WithLog(&text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range levels {
		tm.Start(fmt.Sprintf("level %d", i))
	}
	tm.printAlone()
	if err := tm.Finalize(); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, text.String(), c.Output.Directory
}

// A recursion thousands of levels deep costs what its call paths cost: in memory, in the log and in files.
func TestDeepTree(t *testing.T) {
	race.Sequential(t)
	depths := []int{5000, 20_000}
	if testing.Short() {
		depths = []int{1000, 4000}
	}
	var sizes []float64
	for _, levels := range depths {
		bytes, log, folder := deepRun(t, levels)
		sizes = append(sizes, float64(bytes))
		if perRow := len(log) / (3 * levels); perRow > 200 { // two trees, and a line for each open region
			t.Errorf("%d levels: a log of %d bytes a row, want at most 200", levels, perRow)
		}
		for line := range strings.Lines(log) {
			if len(line) > 500 {
				t.Fatalf("%d levels: a line of %d bytes: %s", levels, len(line), line)
			}
		}
		for name, most := range map[string]int64{
			"timing.summary": 300, "timing.0": 500, "timing.mptsum": 400, "gptl.000000": 500, "gptl.summary": 300,
		} {
			info, err := os.Stat(filepath.Join(folder, name))
			if err != nil || info.Size() > most*int64(levels) {
				t.Errorf("%d levels: %s: %v, %d bytes, want at most %d a region", levels, name, err, info.Size(), most)
			}
		}
		expectDeep(t, filepath.Join(folder, "timing.mptsum"), levels)
	}
	if factor := sizes[1] / sizes[0]; factor > 6 {
		t.Errorf("four times as many levels take %.1f times the memory (%.0f and %.0f bytes)", factor, sizes[0], sizes[1])
	}
}

func expectDeep(t *testing.T, name string, levels int) {
	t.Helper()
	s := timerstest.ReadSummary(t, name)
	if n := len(s.Regions); n != levels+1 || s.Regions[n-1].Name != fmt.Sprintf("level %d", levels-1) || len(s.Path(n-1)) != n {
		t.Errorf("%d levels became %d regions", levels, n-1)
	}
}

// Regions that are open inside each other have their paths, whatever shares memory.
func TestOpenRegionsBranches(t *testing.T) {
	tm := timersFor(t)
	defer tm.Start("a").Stop()
	defer tm.Start("b").Stop()
	defer tm.Start("c").Stop()
	defer tm.Start("a").Stop() // a recursion, which leads back
	defer tm.Start("d").Stop()
	var got []string
	for _, open := range tm.OpenRegions() {
		got = append(got, strings.Join(open.Path, "/"))
		_ = append(open.Path, "x") // must not show in another
	}
	for _, open := range tm.OpenRegions() {
		got = append(got, strings.Join(open.Path, "/"))
	}
	want := "Total Total/a Total/a/b Total/a/b/c "
	if text := strings.Join(got, " "); !strings.HasPrefix(text, want) || strings.Contains(text, "x") || len(got) != 10 {
		t.Errorf("open: %s", text)
	}
}
