package page

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
)

// files writes a summary and the profiles of a run into a directory.
func files(t *testing.T, folder string, share float64, lost int) (summary string, profiles []string) {
	t.Helper()
	list := loadtest.Ocean(8, share)[lost:]
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, w io.WriterTo) string {
		var b bytes.Buffer
		if _, err := w.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for i, p := range list {
		profiles = append(profiles, put("ranks/rank"+string(rune('0'+i)), p))
	}
	return put("run.mptsum", s), profiles
}

// project writes a project of one rank into a directory.
func project(t *testing.T, folder, states string) string {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"p.proj": `<Application name="p"><Topology><Level type="Hostname"><Level type="Rank"></Level></Level>
<Node name="h"><Node name="0"/></Node></Topology></Application>`,
		"p_h_0.trc": "<Program timeAdjustment='0'>\n" + states + "\n</Program>\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "p.proj")
}

// call runs the command and returns what it printed.
func call(args ...string) (string, error) {
	c := Command()
	var out bytes.Buffer
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(io.Discard)
	c.SilenceUsage = true // as the root does
	err := c.Execute()
	return out.String(), err
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// known is the page of a file: its text, and behind that what it knows as JSON.
func known(t *testing.T, name string) string {
	t.Helper()
	text := read(t, name)
	json, err := page.JSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return text + string(json)
}

func TestOneRun(t *testing.T) {
	folder := t.TempDir()
	summary, _ := files(t, folder, 1, 0)
	target := filepath.Join(folder, "out", "page.html")
	if out, err := call(summary, "-o", target, "--title", "A <b>title</b>"); err != nil || out != "" {
		t.Fatalf("%v, printed %q", err, out)
	}
	text := known(t, target)
	for _, want := range []string{"<!DOCTYPE html>", "<title>A &lt;b&gt;title&lt;/b&gt;</title>", `"name":"run.mptsum"`, `"program":"ocean"`, `"heat":null`, `"vertical"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	same, err := call(summary, "-o", "-", "--title", "A <b>title</b>")
	if written := read(t, target); err != nil || same != written {
		t.Errorf("to the standard output: %v, %d bytes, want the same %d", err, len(same), len(written))
	}
	entries, _ := os.ReadDir(filepath.Dir(target))
	if len(entries) != 1 {
		t.Errorf("beside the page there are %v", entries)
	}
}

func TestRanksAndTwoRuns(t *testing.T) {
	folder := t.TempDir()
	_, _ = files(t, filepath.Join(folder, "a"), 1, 0)
	second, _ := files(t, filepath.Join(folder, "b"), 1.2, 0)
	target := filepath.Join(folder, "page.html")
	if _, err := call(filepath.Join(folder, "a", "ranks"), "--against", second, "-o", target); err != nil {
		t.Fatal(err)
	}
	text := known(t, target)
	for _, want := range []string{`"heat":{"width":1`, `"host":"node1"`, `"form":"profiles"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if a, b := strings.Index(text, `"name":"b/run.mptsum"`), strings.Index(text, `"name":"a/ranks"`); a < 0 || b < a {
		t.Errorf("the run of --against stands at %d, the other at %d", a, b)
	}
	if _, err := call(second, "--against", second, "-o", target); err != nil {
		t.Fatal(err)
	}
	if text := known(t, target); !strings.Contains(text, "run.mptsum (before)") || !strings.Contains(text, "run.mptsum (after)") {
		t.Error("two runs of one name have the same name")
	}
}

// What is read stays as it was.
// Files of two runs are often called the same, in directories that are not.
func TestDistinct(t *testing.T) {
	for _, c := range [][4]string{
		{"monday/run.mptsum", "tuesday/run.mptsum", "monday/run.mptsum", "tuesday/run.mptsum"},
		{"/scratch/u/jobs/17/out/run.mptsum", "/scratch/u/jobs/18/out/run.mptsum", "17/out/run.mptsum", "18/out/run.mptsum"},
		{"run.mptsum", "old/run.mptsum", "run.mptsum", "old/run.mptsum"},
		{"./a.mptsum", "b.mptsum", "a.mptsum", "b.mptsum"},
		{"d/a.mptsum", "d/b.mptsum", "a.mptsum", "b.mptsum"},
		{"d/a.mptsum", "./d//a.mptsum", "a.mptsum (before)", "a.mptsum (after)"},
		{"../run", "../../run", "../run", "../../run"},
	} {
		base := func(name string) string { return filepath.Base(filepath.Clean(name)) }
		first, second := distinct(base(c[0]), base(c[1]), c[0], c[1])
		if first == second || first != c[2] || second != c[3] {
			t.Errorf("%s and %s are called %q and %q, want %q and %q", c[0], c[1], first, second, c[2], c[3])
		}
	}
}

func TestRefusesToOverwrite(t *testing.T) {
	folder := t.TempDir()
	summary, profiles := files(t, folder, 1, 0)
	link := filepath.Join(folder, "link.html")
	if err := os.Symlink(summary, link); err != nil {
		t.Fatal(err)
	}
	before := read(t, summary) + read(t, profiles[1])
	for _, args := range [][]string{
		{summary, "-o", summary}, {summary, "-o", link}, {profiles[0], "--against", summary, "-o", summary},
		{filepath.Dir(profiles[0]), "-o", profiles[1]}, {folder, "-o", profiles[1]},
	} {
		if _, err := call(args...); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), "overwritten") {
			t.Errorf("%q: %v", args, err)
		}
	}
	if after := read(t, summary) + read(t, profiles[1]); after != before {
		t.Error("an input has changed")
	}
	// A page in the directory can be written anew.
	for range 2 {
		if _, err := call(filepath.Dir(profiles[0]), "-o", filepath.Join(filepath.Dir(profiles[0]), "page.html")); err != nil {
			t.Error(err)
		}
	}
}

func TestStatus(t *testing.T) {
	folder := t.TempDir()
	summary, profiles := files(t, folder, 1, 0)
	some, _ := files(t, filepath.Join(folder, "some"), 1, 2)
	other := filepath.Join(folder, "other")
	if err := os.WriteFile(other, []byte("nothing of timers"), 0o666); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(folder, "damaged.mptsum")
	if err := os.WriteFile(damaged, []byte(read(t, summary)[:200]), 0o666); err != nil {
		t.Fatal(err)
	}
	// Of a file of two profiles the second one is cut.
	halves := filepath.Join(folder, "halves")
	two := read(t, profiles[0]) + read(t, profiles[1])
	if err := os.WriteFile(halves, []byte(two[:len(two)-20]), 0o666); err != nil {
		t.Fatal(err)
	}
	backwards := project(t, filepath.Join(folder, "backwards"), "<a  time='1.0' end='2.0'/>\n<b  time='0.5' end='1.5'/>\n<c  time='3.0' end='2.5'/>")
	zero := project(t, filepath.Join(folder, "zero"), "<a  time='1.0' end='1.0'/>\n<b  time='2.0' end='2.0'/>")
	target := filepath.Join(folder, "page.html")
	for _, test := range []struct {
		want    int
		written bool
		args    []string
	}{
		{cli.StatusOK, true, []string{summary, "-o", target}},
		{cli.StatusOK, true, []string{summary, "--against", some, "-o", target}},
		{cli.StatusIncomplete, true, []string{halves, "-o", target}},
		{cli.StatusIncomplete, true, []string{backwards, "-o", target}},
		{cli.StatusOK, true, []string{zero, "-o", target}},
		{cli.StatusFailed, false, []string{summary}},
		{cli.StatusFailed, false, []string{"-o", target}},
		{cli.StatusFailed, false, []string{other, "-o", target}},
		{cli.StatusFailed, false, []string{damaged, "-o", target}},
		{cli.StatusFailed, false, []string{filepath.Join(folder, "absent"), "-o", target}},
		{cli.StatusFailed, false, []string{summary, "-o", folder}},
	} {
		_ = os.Remove(target)
		_, err := call(test.args...)
		if got := cli.Status(err); got != test.want {
			t.Errorf("%q: status %d (%v), want %d", test.args, got, err, test.want)
		}
		if _, err := os.Stat(target); (err == nil) != test.written {
			t.Errorf("%q: written: %t, want %t", test.args, err == nil, test.written)
		}
	}
}

// A directory gives the page the timeline in it, beside the run or as the run; of two it must be said which.
func TestTimelineInFolder(t *testing.T) {
	folder := t.TempDir()
	files(t, folder, 1, 0)
	target := filepath.Join(t.TempDir(), "page.html")
	has := func(want bool, args ...string) {
		t.Helper()
		if _, err := call(append(args, "-o", target)...); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(known(t, target), `"timeline":{"name":"p"`); got != want {
			t.Errorf("%q: a timeline: %t, want %t", args, got, want)
		}
	}
	has(false, folder)
	project(t, folder, "<a  time='1.0' end='2.0'/>")
	has(true, folder)
	has(true, filepath.Join(folder, "ranks"), filepath.Join(folder, "p.proj"))
	has(false, filepath.Join(folder, "run.mptsum"))
	only := filepath.Join(t.TempDir(), "only")
	project(t, only, "<a  time='1.0' end='2.0'/>")
	has(true, only)
	has(true, filepath.Join(folder, "run.mptsum"), only)
	has(true, only, filepath.Join(folder, "run.mptsum"))
	if err := os.WriteFile(filepath.Join(only, "q.proj"), []byte(read(t, filepath.Join(only, "p.proj"))), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := call(only, "-o", target); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), "q.proj") {
		t.Errorf("two timelines: %v", err)
	}
	has(true, only, filepath.Join(only, "p.proj"))
}

// The page of a million ranks and a thousand regions is no larger than that of a few ranks.
func TestMillionRanks(t *testing.T) {
	folder := t.TempDir()
	ranks := 1_000_000
	if testing.Short() {
		ranks = 10_000
	}
	name := loadtest.File(t, folder, "huge.mptsum", loadtest.Huge(ranks, 1000))
	target := filepath.Join(folder, "page.html")
	if _, err := call(name, "--against", name, "-o", target); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(target); err != nil || info.Size() > 5<<20 {
		t.Errorf("%v, %d bytes", err, info.Size())
	} else {
		t.Logf("%d bytes", info.Size())
	}
}

// Real files of others become pages, or an error says why not.
func TestRealFiles(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "..", "shared", "data")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the real data are not here: ", err)
	}
	pages := 0
	err := filepath.WalkDir(filepath.Join(root, "gptl"), func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := call(name, "-o", "-")
		switch {
		case strings.Contains(text, "<!DOCTYPE html>"):
			pages++
		case err == nil || text != "":
			t.Errorf("%s: %v, and %d bytes", name, err, len(text))
		}
		return nil
	})
	if err != nil || pages < 5 {
		t.Errorf("%d pages: %v", pages, err)
	}
	t.Logf("%d pages", pages)
}

// What is no interval is refused before anything is read.
func TestDetail(t *testing.T) {
	for _, wrong := range []string{"10s", "10s-", "-10s", "12s-10s", "a-b", "5s-5s"} {
		if _, err := call("none.proj", "-o", filepath.Join(t.TempDir(), "page.html"), "--detail", wrong); err == nil || !strings.Contains(err.Error(), "expected an interval") || cli.Status(err) != cli.StatusFailed {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
