package scaling

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/scaling"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

func execute(args ...string) (string, error) { return clitest.Execute(Command(), args...) }

// files are runs on 1 to 16 ranks, three each, that differ by a few per thousand. Their name is hostile: a formula, a tag, an escape.
func files(t *testing.T) (names []string) {
	t.Helper()
	regions := []scalingtest.Region{
		{Name: "kernel", Calls: 100, Computes: func(p int) float64 { return 1e9 / float64(p) }},
		{Name: "=setup <b>\x1b[31m", Computes: func(int) float64 { return 1e7 }},
		{Name: "reduce", Calls: 100, Computes: func(int) float64 { return 0 }, Waits: func(p int) float64 { return 1e6 * (0.01 + math.Log2(float64(p))) }},
	}
	folder, n := t.TempDir(), 0
	noise := func() float64 { n++; return 0.002 * math.Sin(float64(n)) }
	for _, p := range []int{1, 2, 4, 8, 16} {
		for k := range 3 {
			run, err := scalingtest.Run("", p, regions, noise)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, loadtest.File(t, folder, fmt.Sprintf("p%d.%d.mptsum", p, k), run.Summary))
		}
	}
	return names
}

func TestGoldens(t *testing.T) {
	names := files(t)
	for name, args := range map[string][]string{
		"text.golden": nil, "narrow.golden": {"--width", "70", "--top", "2"}, "markdown.golden": {"--format", "markdown"},
		"weak.golden": {"--weak", "--match", "kernel"},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := execute(append(args, names...)...)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, name, text)
		})
	}
}

// Each form can be read by what reads it, whatever regions are called.
func TestForms(t *testing.T) {
	names := files(t)
	folder := t.TempDir()
	form := func(ext string) string {
		t.Helper()
		file := filepath.Join(folder, "study"+ext)
		if text, err := execute(append([]string{"-o", file}, names...)...); err != nil || text != "" {
			t.Fatal(text, err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rows, err := csv.NewReader(strings.NewReader(form(".csv"))).ReadAll()
	if err != nil || len(rows) != 1+5*5 {
		t.Errorf("%d rows of CSV, %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if strings.HasPrefix(cell, "=") || strings.Contains(cell, "\x1b") {
				t.Errorf("the cell %q", cell)
			}
		}
	}
	for _, ext := range []string{".svg", ".html"} {
		text := form(ext)
		if strings.Contains(text, "<b>") || strings.Contains(text, "\x1b") || !strings.Contains(text, "setup") {
			t.Errorf("%s: a name is not escaped", ext)
		}
		d := xml.NewDecoder(strings.NewReader(text[max(strings.Index(text, "<svg"), 0) : strings.Index(text, "</svg>")+6]))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", ext, err)
			}
		}
	}
	var study struct {
		Kind    string
		Regions []struct {
			Path   []string
			Points []struct{ Ranks, Runs int }
			Law    struct {
				Above, Below, Log int
				Verdict           string
			}
		}
		Grows []struct{ Region []string } `json:"on_more_ranks"`
	}
	if err := json.Unmarshal([]byte(form(".json")), &study); err != nil {
		t.Fatal(err)
	}
	kernel := &study.Regions[1]
	if study.Kind != "strong" || len(study.Grows) != 3 || kernel.Path[1] != "kernel" || len(kernel.Points) != 5 || kernel.Points[4].Runs != 3 || kernel.Law.Above != -1 || kernel.Law.Below != 1 || kernel.Law.Log != 0 || kernel.Law.Verdict != "told" {
		t.Errorf("%+v", study)
	}
	if text := form(".md"); strings.Count(text, "|:") < 2 && strings.Count(text, "|--") < 2 && strings.Count(text, "| --") < 2 {
		t.Errorf("no two tables: %s", text)
	}
	if text, err := execute(append([]string{"--ascii"}, names...)...); err != nil || strings.ContainsFunc(text, func(r rune) bool { return r > 126 }) {
		t.Errorf("beyond ASCII: %s, %v", text, err)
	}
}

// What does not belong together, or says nothing, is refused; what is left out ends in status 3.
func TestOddCalls(t *testing.T) {
	names := files(t)
	neither := func(p int) float64 { return 1e9 / math.Cbrt(float64(p)) }
	var odd []string
	folder := t.TempDir()
	for _, p := range []int{2, 4, 8} {
		run, err := scalingtest.Run("", p, []scalingtest.Region{{Name: "kernel", Computes: neither}}, scalingtest.Quiet)
		if err != nil {
			t.Fatal(err)
		}
		odd = append(odd, loadtest.File(t, folder, fmt.Sprint("p", p), run.Summary))
	}
	for want, args := range map[string][]string{
		"missing argument":                     nil,
		"expected at least 2":                  names[:3],
		"add --strong or --weak":               odd,
		"expected one of --strong and --weak":  {"--strong", "--weak", names[0]},
		"does not say which format":            {"-o", "study.odt", names[0]},
		"--format \"odt\"":                     {"--format", "odt", names[0]},
		"no region is as --match":              append([]string{"--match", "nothing"}, names...),
		"is an input and would be overwritten": append([]string{"-o", names[0], "--format", "csv"}, names...),
		"no such file":                         {"nowhere"},
		"--depth and --top":                    {"--top", "-1", names[0]},
	} {
		if _, err := execute(args...); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", args, err)
		}
	}
	list := loadtest.Ocean(4, 1)
	lost := loadtest.File(t, folder, "lost", list[:3]...)
	text, err := execute(append(names, lost)...)
	if cli.Status(err) != cli.StatusIncomplete || !strings.Contains(text, "only 3 of 4 ranks are there") {
		t.Errorf("%v: %s", err, text)
	}
}

// A computation scaling above 100 % is drawn where it is, and not at the edge of the plot.
func TestEfficienciesAboveOne(t *testing.T) {
	whole := &scaling.Region{Points: []scaling.Point{{Ranks: 1, Runs: 1, Efficiency: 1, Computation: 1}, {Ranks: 2, Runs: 1, Efficiency: 0.9, Computation: 1.7}}}
	c := (&report{o: new(options), st: &scaling.Study{Ranks: []int{1, 2}, Whole: whole}}).efficiencyChart()
	if c.y(1.7) <= c.top || c.y(1.7) >= c.y(1) {
		t.Errorf("170 %% stands at %g, 100 %% at %g of %g", c.y(1.7), c.y(1), c.top)
	}
}
