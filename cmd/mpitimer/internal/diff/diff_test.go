package diff

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
)

// execute calls the command as the program does.
func execute(args ...string) (string, error) { return clitest.Execute(Command(), args...) }

// runs are files of runs whose times are shares of those of the model.
func runs(t *testing.T, name string, shares ...float64) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i, share := range shares {
		files = append(files, loadtest.File(t, dir, fmt.Sprintf("%s%d", name, i+1), loadtest.Merged(t, loadtest.Ocean(8, share))))
	}
	return files
}

// changed is another version of the model: on more ranks, of which one region is slower, one is gone and
// one is new.
func changed(t *testing.T, name string, shares ...float64) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i, share := range shares {
		list := loadtest.Ocean(12, share)
		for _, p := range list {
			p.Program = "ocean-2"
			p.Nodes[6].Name = "exchange"
			p.Nodes[4].Total = p.Nodes[4].Total * 5 / 4
		}
		files = append(files, loadtest.File(t, dir, fmt.Sprintf("%s%d", name, i+1), loadtest.Merged(t, list)))
	}
	return files
}

func against(before, after []string, flags ...string) []string {
	args := append(append([]string{}, flags...), before...)
	return append(append(args, "--"), after...)
}

var sixOld, sixNew = []float64{1, 1.01, 0.99, 1.02, 0.98, 1.005}, []float64{1.001, 1.012, 0.991, 1.019, 0.984, 1.004}

func TestGoldens(t *testing.T) {
	one, other := runs(t, "a", 1), changed(t, "b", 1.03)
	old, same, slower := runs(t, "old", sixOld...), runs(t, "same", sixNew...), changed(t, "slow", sixNew...)
	for name, args := range map[string][]string{
		"single":   {one[0], other[0]},
		"self":     {one[0], one[0]},
		"several":  against(old, slower),
		"same":     against(old, same),
		"few":      against(old[:3], slower[:3]),
		"changed":  against(old, slower, "--changed", "--sort", "change"),
		"metric":   against(old, slower, "--metric", "max", "--depth", "2"),
		"calls":    {"--metric", "calls", "--match", "step", one[0], other[0]},
		"narrow":   against(old, slower, "--width", "50"),
		"colour":   against(old, slower, "--color", "always"),
		"ascii":    against(old, slower[:5], "--ascii"),
		"markdown": against(old, slower, "--format", "markdown"),
	} {
		t.Run(name, func(t *testing.T) {
			text, err := execute(args...)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, name+".golden", text)
		})
	}
}

// A run that is not there is not one that is slower.
func TestMissingRunIsNotSlower(t *testing.T) {
	one := runs(t, "a", 1)
	if _, err := execute("--threshold", "5", "nosuch", one[0]); cli.Status(err) != cli.StatusFailed || errors.Is(err, ErrSlower) {
		t.Errorf("status %d, %v", cli.Status(err), err)
	}
}

func TestThresholdDecidesTheStatus(t *testing.T) {
	old, same, slower := runs(t, "old", sixOld...), runs(t, "same", sixNew...), changed(t, "slow", sixNew...)
	for _, c := range []struct {
		name string
		args []string
		want int
		text string
	}{
		{"above", against(old, slower, "--threshold", "5"), cli.StatusFindings, "slower than the threshold allows, 5 %: ocean/step/tendencies/vertical"},
		{"below", against(old, slower, "--threshold", "40"), cli.StatusOK, ""},
		{"short", against(old, slower, "--threshold", "5", "--min-time", "10s"), cli.StatusOK, ""},
		{"chance", against(old, same, "--threshold", "0"), cli.StatusOK, ""},
		{"faster", against(slower, old, "--threshold", "5"), cli.StatusOK, ""},
		{"few", against(old[:2], slower[:2], "--threshold", "5"), cli.StatusIncomplete, "takes 3 runs on each side"},
		{"few and quiet", against(old[:2], same[:2], "--threshold", "5"), cli.StatusOK, ""},
		{"untested", []string{"--threshold", "5", "--untested", old[0], slower[0]}, cli.StatusFindings, "vertical"},
		{"strict", against(old, slower, "--threshold", "5", "--alpha", "0.001"), cli.StatusIncomplete, "takes 7 runs"},
		{"no threshold", against(old, slower), cli.StatusOK, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := execute(c.args...)
			if got := cli.Status(err); got != c.want || err != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("status %d, %v; want %d, %q", got, err, c.want, c.text)
			}
			if errors.Is(err, ErrSlower) != (c.want == cli.StatusFindings) {
				t.Errorf("matches ErrSlower: %v", err)
			}
			if !strings.Contains(text, "region") {
				t.Errorf("nothing is shown: %q", text)
			}
		})
	}
}

func TestWaysToNameTheRuns(t *testing.T) {
	a, b := runs(t, "a", 1, 1.1), runs(t, "b", 1.2, 1.3)
	want, err := execute(against(a, b)...)
	if err != nil {
		t.Fatal(err)
	}
	got, err := execute("--old", a[0], "--new", b[0], "--old", a[1], "--new", b[1])
	if err != nil || got != want {
		t.Errorf("%v, differs:\n%s", err, cmp.Diff(want, got))
	}
	for _, args := range [][]string{
		nil, {a[0]}, {a[0], a[1], b[0]}, {a[0], "--"}, {"--", a[0]}, {"--old", a[0]}, {"--old", a[0], b[0]},
		{"--metric", "size", a[0], b[0]}, {"--sort", "name", a[0], b[0]}, {"--threshold", "-1", a[0], b[0]},
		{"--min-time", "1s", a[0], b[0]}, {"--metric", "calls", "--threshold", "1", "--min-time", "1s", a[0], b[0]}, {"--match", "[", a[0], b[0]}, {"--alpha", "0", a[0], b[0]},
	} {
		if _, err := execute(args...); cli.Status(err) != cli.StatusFailed {
			t.Errorf("%q: got %v with status %d, want %d", args, err, cli.Status(err), cli.StatusFailed)
		}
	}
}

// anyRun returns a run whose regions are some of a few.
func anyRun(t *rapid.T) *load.Run {
	s := &stats.Summary{Size: 2, Ranks: 2, Environments: []stats.EnvironmentSummary{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}}
	for i := range rapid.IntRange(0, 6).Draw(t, "regions") {
		most := rapid.Int64Range(0, 50).Draw(t, "time")
		s.Regions = append(s.Regions, stats.Region{
			Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: rapid.SampledFrom([]string{"a", "b", "温度", "c|d"}).Draw(t, "name") + fmt.Sprint(i%3),
			Ranks: 2, Completed: 2, Calls: 2, Wall: stats.Uint128{Lo: uint64(2 * most)}, Max: stats.Extreme{Value: most}, Min: stats.Extreme{Value: most},
		})
	}
	return &load.Run{Name: "run", Form: "summary", Summary: s, Meta: map[string]string{"key": rapid.SampledFrom([]string{"x", "y", "a long value of it"}).Draw(t, "meta")}}
}

func anyRuns(t *rapid.T, least int) (list []*load.Run) {
	for range rapid.IntRange(least, 7).Draw(t, "runs") {
		list = append(list, anyRun(t))
	}
	return list
}

func anyOptions(t *rapid.T) *options {
	o := &options{pattern: regexp.MustCompile(""), sort: rapid.SampledFrom([]string{"tree", "change"}).Draw(t, "sort"), judges: true, alpha: defaultAlpha}
	o.of = metrics[rapid.IntRange(0, len(metrics)-1).Draw(t, "metric")]
	o.page = sheet.Page{Width: rapid.IntRange(1, 120).Draw(t, "width"), Colour: rapid.Bool().Draw(t, "colour")}
	return o
}

// compared is the tree of a comparison that was tested.
func compared(sides [2][]*load.Run, o *options) *region {
	top := merge(sides, o.of, o.alpha)
	var list []*region
	top.each(func(r *region) { list = append(list, r) })
	test(list, len(sides[0]), len(sides[1]), o.alpha)
	return top
}

// A run, or several, compared with themselves show no change, and no build fails for it.
func TestNothingChangesAgainstItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, list := anyOptions(t), anyRuns(t, 1)
		sides := [2][]*load.Run{list, list}
		if f := facts(sides); len(f) > 0 {
			t.Errorf("changed: %v", f)
		}
		compared(sides, o).each(func(r *region) {
			if r.status() != inBoth || r.change != 0 || r.significant() {
				t.Errorf("%s: %+v", r.path(), r)
			}
		})
		text, err := o.text(sides)
		if err != nil || strings.Contains(text, "gone") || strings.Contains(text, "+0") {
			t.Errorf("%v\n%s", err, text)
		}
	})
}

// Each region of each run is in the comparison once, and the other way round changes have the other sign.
func TestComparisonLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := anyOptions(t)
		a, b := anyRuns(t, 1), anyRuns(t, 1)
		want, got := 0, 0
		for _, run := range append(append([]*load.Run{}, a...), b...) {
			want += len(run.Summary.Regions)
		}
		there := make(map[string]*region)
		compared([2][]*load.Run{a, b}, o).each(func(r *region) {
			got += r.present[0] + r.present[1]
			there[r.path()] = r
		})
		if got != want {
			t.Errorf("%d regions, want %d", got, want)
		}
		compared([2][]*load.Run{b, a}, o).each(func(r *region) {
			x := there[r.path()]
			if x == nil || x.significant() != r.significant() || x.sides[0] != r.sides[1] || x.change > 0 && r.change > 0 {
				t.Errorf("%s: %+v, the other way %+v", r.path(), x, r)
			}
		})
	})
}

func TestNoLineIsLongerThanAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := anyOptions(t)
		text, _ := o.text([2][]*load.Run{anyRuns(t, 1), anyRuns(t, 1)})
		for _, line := range strings.Split(text, "\n") {
			if w := sheet.Width(line); w > o.page.Width {
				t.Errorf("%q has %d columns, want at most %d", line, w, o.page.Width)
			}
		}
	})
}

// Every row of the Markdown has its five cells, whatever names hold.
func TestMarkdownKeepsItsCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := anyOptions(t)
		o.format = "markdown"
		text, _ := o.text([2][]*load.Run{anyRuns(t, 1), anyRuns(t, 1)})
		_, table, _ := strings.Cut(text, "| :-- |")
		for _, line := range strings.Split(table, "\n") {
			bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if strings.HasPrefix(line, "|") && bars != 6 {
				t.Errorf("%q has %d bars", line, bars)
			}
		}
	})
}

func TestMillionRanks(t *testing.T) {
	dir := t.TempDir()
	a := loadtest.File(t, dir, "a", loadtest.Huge(1_000_000, 1000))
	b := loadtest.File(t, dir, "b", loadtest.Huge(1_000_000, 990))
	start := time.Now()
	text, err := execute(a, b)
	if err != nil || !strings.Contains(text, "10 regions gone, 0 new") {
		t.Errorf("%v\n%.2000s", err, text)
	}
	t.Logf("%v", time.Since(start))
}

// A counter is compared as times are; one that no run has is an error that names those that there are.
func TestCountersAreCompared(t *testing.T) {
	files := func(name string, factor int64) string {
		list := loadtest.Ocean(4, 1)
		for _, p := range list {
			p.Counters = []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}}
			for i := range p.Nodes {
				p.Nodes[i].Values = []int64{factor * int64(1000+i)}
			}
		}
		return loadtest.File(t, t.TempDir(), name, loadtest.Merged(t, list))
	}
	before, after := files("before", 1), files("after", 2)
	text, err := execute("--metric", "INSTRUCTIONS", before, after)
	if err != nil || !strings.Contains(text, "1000") || !strings.Contains(text, "2000") || !strings.Contains(text, "100") {
		t.Errorf("%v:\n%s", err, text)
	}
	if _, err = execute("--metric", "CYCLES", before, after); err == nil || !strings.Contains(err.Error(), "INSTRUCTIONS") {
		t.Errorf("got %v", err)
	}
}

// Where a counter took turns with others, or has no count of some calls, each row says for which share it was counted.
func TestCountedShareStandsBesideACounter(t *testing.T) {
	files := func(name string, counted uint64, left uint64) string {
		list := loadtest.Ocean(4, 1)
		for _, p := range list {
			p.Counters = []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}}
			for i := range p.Nodes {
				p.Nodes[i].Values = []int64{1000}
				if p.Nodes[i].Name == "halo" {
					p.Nodes[i].Turns = []stats.Turns{{Due: 1000, Counted: counted}}
					p.Nodes[i].LeftOut = []uint64{left * p.Nodes[i].Timed / 2}
				}
			}
		}
		return loadtest.File(t, t.TempDir(), name, loadtest.Merged(t, list))
	}
	whole, turns, half := files("whole", 1000, 0), files("turns", 380, 0), files("half", 1000, 1)
	for _, c := range []struct{ before, after, want string }{{turns, whole, "38 % / 100 %"}, {whole, half, "100 % / 50 %"}} {
		for _, form := range []string{"text", "markdown"} {
			text, err := execute("--metric", "INSTRUCTIONS", "--format", form, c.before, c.after)
			if err != nil || strings.Count(text, c.want) != 1 || !strings.Contains(text, "counted") {
				t.Errorf("expected %q once; %v:\n%s", c.want, err, text)
			}
		}
	}
	if text, err := execute("--metric", "INSTRUCTIONS", whole, whole); err != nil || strings.Contains(text, "counted") {
		t.Errorf("a column where all was counted; %v:\n%s", err, text)
	}
	if text, err := execute(turns, whole); err != nil || strings.Contains(text, "counted") {
		t.Errorf("a column beside times; %v:\n%s", err, text)
	}
}

// A region without a name has one that can be seen, as in the tree.
func TestUnnamedRegion(t *testing.T) {
	if got := new(result).name(&region{parent: &region{parent: new(region)}}); got != `  ""` {
		t.Errorf("%q", got)
	}
}
