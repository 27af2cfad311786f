package show

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
)

// execute calls the command as the program does.
func execute(args ...string) (string, error) { return clitest.Execute(Command(), args...) }

func shown(t *testing.T, args ...string) string {
	t.Helper()
	text, err := execute(args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func oceanFile(t *testing.T) string {
	return loadtest.File(t, t.TempDir(), "ocean.mptsum", loadtest.Merged(t, loadtest.Ocean(8, 1)))
}

func TestGoldens(t *testing.T) {
	file := oceanFile(t)
	profiles := loadtest.File(t, t.TempDir(), "profiles", loadtest.Ocean(8, 1)...)
	for name, args := range map[string][]string{
		"tree":        nil,
		"sorted":      {"--sort", "max"},
		"columns":     {"--columns", "mean,median,stddev,mean-all,total,call,call-min,call-max,call-p50,call-p99,run,bar"},
		"match":       {"--match", "vert|halo", "--sort", "name"},
		"environment": {"--environment", "writers"},
		"depth":       {"--depth", "2"},
		"folded":      {"--min-share", "20"},
		"narrow":      {"--width", "60"},
		"colour":      {"--color", "always", "--width", "120"},
		"ascii":       {"--ascii", "--color", "always"},
		"bottom-up":   {"--bottom-up"},
		"imbalance":   {"--imbalance"},
		"top":         {"--imbalance", "--top", "1", "--width", "90"},
		"histogram":   {"--histogram", "tendencies/vertical"},
		"counters":    {"--counters"},
	} {
		t.Run(name, func(t *testing.T) { golden.Check(t, name+".golden", shown(t, append(args, file)...)) })
	}
	t.Run("rank", func(t *testing.T) { golden.Check(t, "rank.golden", shown(t, "--rank", "5", profiles)) })
	coupled := loadtest.File(t, t.TempDir(), "coupled", loadtest.Merged(t, loadtest.Coupled()))
	t.Run("coupled", func(t *testing.T) { golden.Check(t, "coupled.golden", shown(t, "--imbalance", coupled)) })
	ranks := loadtest.File(t, t.TempDir(), "ranks", loadtest.Coupled()...)
	t.Run("efficiency", func(t *testing.T) { golden.Check(t, "efficiency.golden", shown(t, "--efficiency", ranks)) })
	list := loadtest.Ocean(8, 1)
	lost := loadtest.File(t, t.TempDir(), "lost", append(list[:2:2], list[4:]...)...)
	t.Run("missing", func(t *testing.T) { golden.Check(t, "missing.golden", shown(t, "--depth", "1", lost)) })
}

// A run in which no wait was recorded has no efficiencies, and it is said why.
func TestEfficiencyUnknown(t *testing.T) {
	if text := shown(t, "--efficiency", oceanFile(t)); !strings.Contains(text, "Efficiencies are not known, since the run did not record how long ranks wait") || strings.Contains(text, "costs") {
		t.Error(text)
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	file := oceanFile(t)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"missing argument", nil},
		{"expected one of --bottom-up", []string{"--bottom-up", "--imbalance", file}},
		{"--sort size: expected one of tree", []string{"--sort", "size", file}},
		{"--columns colour: expected some of calls", []string{"--columns", "calls,colour", file}},
		{"--min-share 101", []string{"--min-share", "101", file}},
		{"--match: error parsing regexp", []string{"--match", "(", file}},
		{"the run has the environments default, writers", []string{"--environment", "readers", file}},
		{"a summary has no single ranks", []string{"--rank", "1", file}},
		{"--rank -2: expected a rank", []string{"--rank", "-2", file}},
		{"--color red: expected auto", []string{"--color", "red", file}},
	} {
		_, err := execute(c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) || cli.Status(err) != cli.StatusFailed {
			t.Errorf("%q: got %v with status %d, want %q with %d", c.args, err, cli.Status(err), c.want, cli.StatusFailed)
		}
	}
	if _, err := execute("--histogram", "nosuch", file); err == nil || cli.Status(err) != cli.StatusFailed {
		t.Errorf("got %v", err)
	}
	if _, err := execute("--rank", "9", loadtest.File(t, t.TempDir(), "p", loadtest.Ocean(8, 1)...)); err == nil || !strings.Contains(err.Error(), "rank 9 is not in the files") {
		t.Errorf("got %v", err)
	}
}

func TestDamagedFileIsShownAndSaid(t *testing.T) {
	name := loadtest.File(t, t.TempDir(), "p", loadtest.Ocean(3, 1)...)
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b[:len(b)-1], 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := execute(name)
	if cli.Status(err) != cli.StatusIncomplete || !strings.Contains(text, "MISSING: 1 of 3 ranks: 2") {
		t.Errorf("got %v and\n%s", err, text)
	}
}

// Names from files steer no terminal, in any view.
func TestNamesAreClean(t *testing.T) {
	file := oceanFile(t)
	for _, args := range [][]string{nil, {"--imbalance"}, {"--bottom-up"}, {"--counters"}, {"--histogram", "tendencies/tracer \x1b[31m|"}} {
		text := shown(t, append(args, file)...)
		if !strings.Contains(text, `tracer \x1b[31m|`) && args == nil || strings.Contains(text, "\x1b") {
			t.Errorf("%q gives\n%q", args, text)
		}
	}
	if text := shown(t, "--ascii", "--bottom-up", file); strings.IndexFunc(text, func(r rune) bool { return r > 126 }) >= 0 {
		t.Errorf("beyond ASCII:\n%s", text)
	}
}

// Ranks 0 to 4, 6 and 7 wait in halo for rank 5: that is one loss, not two.
func TestWaitingIsNoLossOfItsOwn(t *testing.T) {
	list := loadtest.Ocean(8, 1)
	o := &options{rank: -1, pattern: regexp.MustCompile("")}
	v, err := o.view(&load.Run{Summary: loadtest.Merged(t, list)})
	if err != nil {
		t.Fatal(err)
	}
	found := v.findings()
	first := found[0]
	if len(found) != 1 || v.s.Regions[first.Around].Name != "tendencies" {
		t.Errorf("%d findings, the first in %s", len(found), v.path(first.Region))
	}
}

func TestDeepTreesEnd(t *testing.T) {
	p := &stats.Profile{Size: 1, Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}}
	for i := range 20000 {
		p.Nodes = append(p.Nodes, stats.Node{Parent: i - 1, Name: "r", Measure: stats.Measure{Calls: 1, Total: int64(30000 - i), Timed: 1}})
	}
	file := loadtest.File(t, t.TempDir(), "deep", p)
	for _, args := range [][]string{nil, {"--match", "zzz"}, {"--bottom-up", "--depth", "1"}, {"--imbalance"}, {"--min-share", "99"}} {
		if text := shown(t, append(args, "--width", "100", file)...); len(text) > 4<<20 {
			t.Errorf("%q prints %d bytes", args, len(text))
		}
	}
}

// A million ranks are shown at once: a Summary holds distributions, not lists.
func TestMillionRanks(t *testing.T) {
	file := loadtest.File(t, t.TempDir(), "huge", loadtest.Huge(1_000_000, 1000))
	for _, args := range [][]string{nil, {"--imbalance"}, {"--bottom-up", "--depth", "2"}, {"--histogram", "region 0", "--width", "80"}} {
		start := time.Now()
		text := shown(t, append(args, file)...)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%q: %d bytes in %v, %d MiB of the system", args, len(text), time.Since(start), m.Sys>>20)
		if m.Sys > 1<<30 {
			t.Errorf("%q: %d MiB", args, m.Sys>>20)
		}
		if lines := strings.Count(text, "\n"); len(args) == 0 && lines < 1000 {
			t.Errorf("%d lines of 1000 regions", lines)
		}
	}
}

func TestRealFilesAreShown(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "..", "shared", "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the collection of real files is not beside the repository: %v", err)
	}
	largest := filepath.Join(dir, "gptl", "perf-data", "model_timing_stats.chrysalis.wcycl.320ranks")
	for _, args := range [][]string{
		{largest},
		{"--imbalance", "--width", "100", largest},
		{"--sort", "total", "--min-share", "1", largest},
		{"--rank", "1", filepath.Join(dir, "gptl", "generated", "upstream-full")},
		{"--counters", filepath.Join(dir, "geopm", "TestIO_test_report_data.report")},
		{filepath.Join(dir, "gptl", "pace", "model_timing.0000")},
	} {
		text := shown(t, args...)
		if strings.Count(text, "\n") < 5 || !strings.Contains(text, "not in ") {
			t.Errorf("%q gives\n%s", args, text)
		}
	}
}

// Which ranks wait for which is said to be not known, unless calls of MPI show it.
func TestWaitsAreToldByCallsOnly(t *testing.T) {
	of := func(halo string, ranks int) string {
		var list []*stats.Profile
		for rank := range ranks {
			work := []int64{30e6, 90e6}[min(rank, 1)]
			p := &stats.Profile{Rank: rank, Size: ranks, To: 1e9, Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
			for i, total := range []int64{100e6, 100e6 - work, work} {
				p.Nodes = append(p.Nodes, stats.Node{Parent: min(i, 1) - 1, Name: []string{"Total", halo, "work"}[i], Measure: stats.Measure{
					Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Square(uint64(total)),
				}})
			}
			list = append(list, p)
		}
		o := options{rank: -1, imbalance: true, pattern: regexp.MustCompile(""), sort: "tree"}
		text, err := o.text(&load.Run{Summary: loadtest.Merged(t, list)})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	const note = "times alone cannot show which"
	for _, ranks := range []int{2, 3} {
		if text := of("halo", ranks); !strings.Contains(text, note) {
			t.Error(text)
		}
		if text := of("MPI_Waitall", ranks); strings.Contains(text, note) || !regexp.MustCompile(`Total/work +MPI_Waitall`).MatchString(text) {
			t.Error(text)
		}
	}
}

// Where instructions and cycles were counted, regions have instructions for each cycle and the frequency.
func TestEfficiencyCounters(t *testing.T) {
	list := loadtest.Coupled()
	for _, p := range list {
		p.Counters = append(p.Counters, stats.Counter{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, stats.Counter{Name: "CYCLES", Step: 1, Domain: "process"})
		for i := range p.Nodes {
			p.Nodes[i].Values = append(p.Nodes[i].Values, 5*p.Nodes[i].Total, 4*p.Nodes[i].Total)
		}
	}
	text := shown(t, "--efficiency", loadtest.File(t, t.TempDir(), "counted", list...))
	if !strings.Contains(text, "IPC") || !strings.Contains(text, " 1.25  4.00  ") {
		t.Error(text)
	}
}

// An interval or steps are refused where they are none, and where there is no timeline.
func TestPartRefused(t *testing.T) {
	file := oceanFile(t)
	for args, want := range map[string]string{
		"--interval 3s-1s": "expected two times", "--interval 3": "expected two times", "--steps 0-3": "expected a step", "--steps 5-4": "expected a step",
		"--steps 1 --interval 0s-1s": "expected one of", "--interval 0s-1s": "no timeline lies there", "--steps 2-3": "no timeline with steps lies there",
	} {
		if _, err := execute(append(strings.Fields(args), file)...); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", args, err, want)
		}
	}
}

// Where regions ran on several goroutines or devices worked, there are efficiencies of both, and reasons for those that are not known.
func TestEfficiencyThreadsDevices(t *testing.T) {
	list := loadtest.Coupled()
	for _, p := range list {
		inside := slices.IndexFunc(p.Nodes, func(n stats.Node) bool { return n.Name == "solve" || n.Name == "ice" })
		p.Tracks = []string{"main", "goroutine 2", "gpu0 stream 0"}
		track := func(at int, ns int64) stats.TrackMeasure {
			return stats.TrackMeasure{Track: at, Measure: stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns}}
		}
		rows := stats.Node{Parent: inside, Name: "rows", Environment: p.Nodes[inside].Environment, Measure: stats.Measure{Calls: 2, Timed: 2, Total: 60e6, Min: 20e6, Max: 40e6}, ByTrack: []stats.TrackMeasure{track(0, 40e6), track(1, 20e6)}}
		flux := stats.Node{Parent: inside, Name: "gpu0:flux", Environment: rows.Environment, Measure: stats.Measure{Calls: 1, Timed: 1, Total: 30e6, Min: 30e6, Max: 30e6}, ByTrack: []stats.TrackMeasure{track(2, 30e6)}}
		p.Nodes = append(p.Nodes, rows, flux)
	}
	text := shown(t, "--efficiency", loadtest.File(t, t.TempDir(), "beside", list...))
	for _, want := range []string{
		"thread efficiency                  59.4", "  thread load balance              86.4", "  thread serialisation efficiency  68.8", // of 106.7 ms useful, 40 and 20 are on two: 73.3 are left, or 63.3
		"device efficiency                  12.0", "Device load balance and orchestration of the run are not known", "threads  devices", "nor is offload efficiency, since calls to the device's driver are not recorded",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
