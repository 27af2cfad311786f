package show

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
)

// goProgram is the file of a run whose regions have names of Go functions.
func goProgram(t *testing.T) string {
	p := loadtest.Ocean(1, 1)[0]
	node := func(parent int, name string, total int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}}
	}
	p.Counters, p.Warnings, p.Environments = nil, nil, p.Environments[:1]
	p.Nodes = []stats.Node{
		node(-1, "Total", 9e9), node(0, "main.(*Grid).sync_one", 4e9), node(1, "internal/halo.Exchange", 3e9), node(2, "Step", 1e9),
		node(0, "internal/grid.Step", 2e9), node(4, "halo.Exchange", 1e9),
	}
	return loadtest.File(t, t.TempDir(), "go", p)
}

// A region is found by its path, by the names at its end, or by the end of a name; a slash in a name parts no names.
func TestHistogramByEndsOfNames(t *testing.T) {
	file := goProgram(t)
	for path, want := range map[string]string{
		"Total/main.(*Grid).sync_one":       "Total/main.(*Grid).sync_one",
		"main.(*Grid).sync_one":             "Total/main.(*Grid).sync_one",
		"(*Grid).sync_one":                  "Total/main.(*Grid).sync_one",
		"Grid).sync_one":                    "Total/main.(*Grid).sync_one",
		"sync_one":                          "Total/main.(*Grid).sync_one",
		"sync_one/internal/halo.Exchange":   "Total/main.(*Grid).sync_one/internal/halo.Exchange",
		"halo.Exchange":                     "Total/internal/grid.Step/halo.Exchange", // a whole name, not the end of internal/halo.Exchange
		"Step":                              "Total/main.(*Grid).sync_one/internal/halo.Exchange/Step",
		"internal/grid.Step":                "Total/internal/grid.Step",
		"grid.Step":                         "Total/internal/grid.Step",
		"internal/grid.Step/halo.Exchange":  "Total/internal/grid.Step/halo.Exchange",
		"ync_one":                           "",
		"main.(*Grid).sync_one/internal/ha": "",
	} {
		text, err := execute("--histogram", path, file)
		switch {
		case want == "" && err == nil:
			t.Errorf("%s is found:\n%s", path, text)
		case want != "" && (err != nil || !strings.Contains(text, want+"\n")):
			t.Errorf("%s: %v, want %s in\n%s", path, err, want, text)
		}
	}
	if _, err := execute("--histogram", "Exchange", file); err == nil || !strings.Contains(err.Error(), "2 paths end in it") {
		t.Errorf("two ends of names: %v", err)
	}
}

// Who misspells a name is told what may have been meant.
func TestDidYouMean(t *testing.T) {
	file := goProgram(t)
	for path, want := range map[string]string{
		"snyc_one":       "did you mean main.(*Grid).sync_one?",
		"Total/sync_1ne": "did you mean main.(*Grid).sync_one?",
		"grid":           "did you mean main.(*Grid).sync_one or internal/grid.Step?",
		"zzzzzz":         "mpitimer show FILE shows which there are",
	} {
		if _, err := execute("--histogram", path, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--histogram %s: %v, want %q", path, err, want)
		}
	}
	if text := shown(t, "--match", "snyc_one", file); !strings.Contains(text, "did you mean main.(*Grid).sync_one?") {
		t.Errorf("--match says nothing of the name that is meant:\n%s", text)
	}
}

// The name of a method is a pattern as it stands.
func TestMatchOfMethods(t *testing.T) {
	file := goProgram(t)
	for _, pattern := range []string{"main.(*Grid).sync_one", `main\.\(\*Grid\)`, "(*Grid).sync_one$", "sync_one|nothing"} {
		if text := shown(t, "--match", pattern, file); !strings.Contains(text, "sync_one") || strings.Contains(text, "internal/grid.Step") {
			t.Errorf("--match %s shows\n%s", pattern, text)
		}
	}
}
