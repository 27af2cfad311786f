package history

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/history"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

func execute(args ...string) (string, error) { return clitest.Execute(Command(), args...) }

// summary is a run in which the kernel takes longer by a share.
func summary(t *testing.T, longer float64, noise func() float64) *stats.Summary {
	t.Helper()
	run, err := scalingtest.Run("", 2, []scalingtest.Region{
		{Name: "kernel", Calls: 10, Computes: func(int) float64 { return 1e9 * (1 + longer) }},
		{Name: "setup", Computes: func(int) float64 { return 4e8 }},
	}, noise)
	if err != nil {
		t.Fatal(err)
	}
	return run.Summary
}

// perf is a store of two runs each of twenty commits, of which the kernel is slower from one on. Noise is the same on every machine.
func perf(t *testing.T, since int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	n := 0.0
	noise := func() float64 { n++; return 0.01 * math.Sin(n*n) }
	for commit := range 20 {
		for range 2 {
			longer := 0.0
			if commit >= since {
				longer = 0.2
			}
			s := summary(t, longer, noise)
			r := history.Run{Commit: fmt.Sprintf("%040x", 0x2bc00000+commit), Branch: "feature/x_y", Machine: "node 1", Ranks: 2, Time: 1.79e18 + int64(n)*int64(time.Minute)}
			loadtest.File(t, folder, nameOf(&r), s)
		}
	}
	return folder
}

// The change is told with its commit, also for CI; in a history without one nothing is told.
func TestHistory(t *testing.T) {
	folder := perf(t, 12)
	text, err := execute(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"model on node 1, 2 ranks: 40 runs of 20 commits", "Total/kernel", "000000000000000000000000000000002bc0000c"[:12], "git log "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Contains(text, "Total/setup") {
		t.Errorf("a region that has not changed is told: %s", text)
	}
	if _, err := execute("--threshold", "5", folder); err != nil {
		t.Errorf("%v: the change is not of the last commit", err)
	}
	text, err = execute("--threshold", "5", "--last", "8", "--format", "markdown", folder)
	if !errors.Is(err, ErrSlower) || cli.Status(err) != cli.StatusFindings || !strings.Contains(text, "| Total/kernel") && !strings.Contains(text, "Total/kernel") {
		t.Errorf("%v: %s", err, text)
	}
	if text, err := execute(perf(t, 20)); err != nil || !strings.Contains(text, "Nothing has changed that chance cannot explain") {
		t.Errorf("%v: %s", err, text)
	}
}

// A gate sees a change of the last commit at once, of two runs.
func TestLastCommit(t *testing.T) {
	if text, err := execute("--threshold", "5", perf(t, 19)); !errors.Is(err, ErrSlower) {
		t.Errorf("%v: %s", err, text)
	}
}

// JSON and JUnit are what their readers take.
func TestForms(t *testing.T) {
	folder := perf(t, 12)
	text, err := execute("--format", "json", folder)
	var out struct {
		Groups []jsonGroup
	}
	if err := errors.Join(err, json.Unmarshal([]byte(text), &out)); err != nil {
		t.Fatal(err)
	}
	if g := out.Groups[0]; g.Runs != 40 || len(g.Changes) != 2 || g.Changes[0].Commit != fmt.Sprintf("%040x", 0x2bc0000c) || g.Changes[0].After != fmt.Sprintf("%040x", 0x2bc0000b) || g.Machine != "node 1" {
		t.Errorf("%+v", g)
	}
	text, err = execute("--format", "junit", "--threshold", "5", "--last", "8", folder)
	var suite junitSuite
	if err := xml.Unmarshal([]byte(text[:strings.LastIndex(text, ">")+1]), &suite); err != nil || suite.Failures != 2 || suite.Tests < 3 {
		t.Errorf("%+v, %v", suite, err)
	}
	if !errors.Is(err, ErrSlower) {
		t.Error(err)
	}
}

// A badge is one picture that says how it is.
func TestBadge(t *testing.T) {
	for want, args := range map[string][]string{
		">+20 %<": {"--last", "8", perf(t, 12)}, ">steady<": {perf(t, 12)},
	} {
		text, err := execute(append(args, "--format", "badge")...)
		if err := errors.Join(err, xml.Unmarshal([]byte(text), new(struct {
			XMLName xml.Name `xml:"svg"`
		}))); err != nil || !strings.Contains(text, want) {
			t.Errorf("no %q in %s, %v", want, text, err)
		}
	}
}

// What CI says of a run is in the name of its file, and comes back; two runs never share one.
func TestAdd(t *testing.T) {
	t.Setenv("CI_COMMIT_SHA", "0123456789abcdef0123456789abcdef01234567")
	t.Setenv("CI_COMMIT_REF_NAME", "a/b_c+d")
	t.Setenv("MPITIMER_MACHINE", "big iron_2")
	file := loadtest.File(t, t.TempDir(), "run.mptsum", summary(t, 0, scalingtest.Quiet))
	folder := filepath.Join(t.TempDir(), "perf")
	for range 2 {
		if text, err := execute(folder, "--add", file); err != nil || !strings.Contains(text, "big iron_2") {
			t.Fatalf("%s, %v", text, err)
		}
	}
	names, err := os.ReadDir(folder)
	if err != nil || len(names) != 2 {
		t.Fatalf("%v, %v", names, err)
	}
	var r history.Run
	ofName(&r, names[0].Name())
	if r.Commit != os.Getenv("CI_COMMIT_SHA") || r.Branch != "a/b_c+d" || r.Machine != "big iron_2" || r.Dirty || r.Time == 0 {
		t.Errorf("%+v of %s", r, names[0].Name())
	}
	if text, err := execute(folder, "--branch", "main"); err != nil || !strings.Contains(text, "There are no runs") {
		t.Errorf("%s, %v", text, err)
	}
	dirty := history.Run{Commit: "c", Dirty: true, Ranks: 2}
	loadtest.File(t, folder, nameOf(&dirty), summary(t, 0, scalingtest.Quiet))
	for args, want := range map[string]string{"": "1 run with changes that no commit has: left out", "--dirty": "1 run of 1 commit"} {
		if text, err := execute(strings.Fields(folder + " " + args)...); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: no %q in %s, %v", args, want, text, err)
		}
	}
}

// Whatever a commit, a branch and a machine are called, the name of a file is one name, and says them.
func TestNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 20, 60)
		want := history.Run{Commit: text.Draw(t, "commit"), Branch: text.Draw(t, "branch"), Machine: text.Draw(t, "machine"), Input: text.Draw(t, "input"), Dirty: rapid.Bool().Draw(t, "dirty"), Ranks: 4,
			Time: rapid.Int64Range(0, 4e9).Draw(t, "time") * 1e9}
		name := nameOf(&want)
		if filepath.Base(name) != name || strings.ContainsAny(name, "\x00 \n") {
			t.Errorf("the name %q", name)
		}
		got := history.Run{Ranks: 4}
		if !ofName(&got, "perf/"+strings.TrimSuffix(name, gzipped)) || got != want { // as before they were packed
			t.Errorf("%+v of %q, want %+v", got, name, want)
		}
		if got = (history.Run{Ranks: 4}); !ofName(&got, "perf/"+name) || got != want {
			t.Errorf("%+v of %q, want %+v", got, name, want)
		}
	})
}

// Wrong calls are refused; damaged runs, those that lack ranks, and those that were killed are left out.
func TestOddCalls(t *testing.T) {
	folder := perf(t, 12)
	for want, args := range map[string][]string{
		"missing argument": nil, "no such file": {"nowhere"}, "--alpha 2": {"--alpha", "2", folder}, "--last 0": {"--last", "0", folder},
		"--min-share 101": {"--min-share", "101", folder}, `--format "odt"`: {"--format", "odt", folder}, "no commit is there": {"--commits", os.DevNull, folder}, "no run is there": {t.TempDir()},
	} {
		if _, err := execute(args...); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
	lost := loadtest.Ocean(4, 1)
	loadtest.File(t, folder, "lost.mptsum", loadtest.Merged(t, lost[:3]))
	killed := loadtest.Ocean(4, 1)
	killed[2].Nodes[0].Running = 1
	loadtest.File(t, folder, "killed.mptsum", loadtest.Merged(t, killed))
	if err := os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("not a run"), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := execute(folder)
	if cli.Status(err) != cli.StatusIncomplete || !strings.Contains(text, "lost.mptsum") || !strings.Contains(text, "killed.mptsum") || strings.Contains(text, "notes.txt") || !strings.Contains(text, "Total/kernel") {
		t.Errorf("%v: %s", err, text)
	}
}

// A page has the courses of what changed, with each change; it runs nothing, and loads nothing.
func TestPage(t *testing.T) {
	text, err := execute("--format", "html", perf(t, 12))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`aria-label="Total/kernel"`, "+20", "git log ", "000000000000000000000000000000002bc0000c"[:12], "Notes"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	for _, svg := range strings.SplitAfter(text, "</svg>")[1:] {
		at := strings.Index(svg, "<svg")
		if at < 0 {
			break
		}
		if err := xml.Unmarshal([]byte(svg[at:]), new(struct {
			XMLName xml.Name `xml:"svg"`
		})); err != nil {
			t.Error(err)
		}
	}
	if strings.Contains(text, "<script") || strings.Contains(text, "src=") || strings.Contains(text, "href=") {
		t.Error("the page runs or loads something")
	}
}

// Where nearly all regions change at once it is asked whether it was the program.
func TestAllRegionsAtOnce(t *testing.T) {
	h := &history.History{}
	for run := range 40 {
		longer, times := 1.0, []history.Time{{Path: history.WholePath, Time: 1e9}}
		if run >= 20 {
			longer = 1.3
		}
		for k := range 8 {
			times = append(times, history.Time{Path: fmt.Sprint("region", k), Time: 1e8 * longer * (1 + 0.01*math.Sin(float64(run*run+k)))})
		}
		h.Add(history.Run{Commit: fmt.Sprint("c", run/2), Program: "model", Ranks: 2, Time: int64(run)}, times)
	}
	h.Sort(nil)
	h.Find(0.005, 0)
	r := &report{o: &options{alpha: 0.005}, h: h}
	if text := r.tables(); !strings.Contains(text, "8 of 8 regions changed since c10: another machine, input or compiler?") {
		t.Error(text)
	}
}

// Runs of another input are a history of their own, whoever names it.
func TestInput(t *testing.T) {
	t.Setenv("CI_COMMIT_SHA", "c1")
	file, folder := loadtest.File(t, t.TempDir(), "run.mptsum", summary(t, 0, scalingtest.Quiet)), t.TempDir()
	if _, err := execute(folder, "--add", file, "--input", "coarse grid_1"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MPITIMER_INPUT", "9f86d08")
	text, err := execute(folder, "--add", file)
	if err != nil || !strings.Contains(text, "with 9f86d08, 2 ranks: 1 run") || !strings.Contains(text, "with coarse grid_1, 2 ranks: 1 run") {
		t.Errorf("%s, %v", text, err)
	}
}

// A commit is not to blame for what is slow only with changes that it does not have.
func TestDirtyNotBlamed(t *testing.T) {
	folder := perf(t, 99)
	for i := range 4 {
		r := history.Run{Commit: fmt.Sprintf("%040x", 0x2bc00000+19), Dirty: true, Branch: "feature/x_y", Machine: "node 1", Ranks: 2, Time: 1.8e18 + int64(i)}
		loadtest.File(t, folder, nameOf(&r), summary(t, 0.5, scalingtest.Quiet))
	}
	text, err := execute(folder, "--dirty")
	if err != nil || strings.Contains(text, "git log") || !strings.Contains(text, "Look at the changes beside") || !strings.Contains(text, "44 runs of 20 commits") || !strings.Contains(text, dirtyMark) {
		t.Errorf("%s, %v", text, err)
	}
}
