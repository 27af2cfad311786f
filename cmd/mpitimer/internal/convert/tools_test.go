package convert

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
)

// A run that was kept with its ranks can still go to PACE, from any form that has them.
func TestKeptRunGoesToPACE(t *testing.T) {
	dir := t.TempDir()
	whole := saved(t, filepath.Join(dir, "run.mptprof"), 3, true)
	kept := filepath.Join(dir, "run.run.json")
	if _, _, err := converted(t, whole, "-o", kept); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{whole, kept} {
		folder := filepath.Join(t.TempDir(), "timing")
		for _, args := range [][]string{{"-o", filepath.Join(folder, "model_timing_stats")}, {"-o", filepath.Join(folder, "model_timing"), "--format", "e3sm-ranks"}} {
			if _, _, err := converted(t, append([]string{from}, args...)...); err != nil {
				t.Fatal(err)
			}
		}
		if err := check.Folder(os.DirFS(folder)); err != nil {
			t.Errorf("%s: %v", filepath.Base(from), err)
		}
		if entries, err := os.ReadDir(folder); len(entries) != 4 {
			t.Errorf("%s: %v, %v", filepath.Base(from), entries, err)
		}
	}
}

// Without the ranks, the file of all ranks is exact if each name stands at one call path, and refused if not.
func TestSummaryAloneGoesToPACE(t *testing.T) {
	summary := saved(t, filepath.Join(t.TempDir(), "run.mptsum"), 3, false)
	text, _, err := converted(t, summary, "--format", "e3sm", "-o", "-")
	if wrong := errors.Join(err, check.Global([]byte(text))); wrong != nil {
		t.Error(wrong)
	}
	if _, _, err := converted(t, summary, "--format", "e3sm-ranks", "-o", filepath.Join(t.TempDir(), "x")); !errors.Is(err, formats.ErrNeedsRanks) {
		t.Errorf("ranks of a summary: %v", err)
	}
	real := filepath.Join("..", "..", "..", "..", "..", "shared", "data", "gptl", "pace", "gptl_timing_stats_new.txt")
	want, err := os.ReadFile(real)
	if err != nil {
		t.Skip(err)
	}
	if got, _, err := converted(t, real, "--format", "e3sm", "-o", "-"); err != nil || got != string(want) {
		t.Errorf("E3SM's own file does not come back: %v", err)
	}
}

// The name of a file says the format of package export first; recover has none of several runs.
func TestFormatOfName(t *testing.T) {
	for name, format := range map[string]string{"x.extrap.txt": "extrap", "x.folded.txt": "tree", "x.run.json": "json", "x_stats": "e3sm"} {
		if f, err := formats.Of(name, true); err != nil || f.Name != format {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if f, err := formats.Of("x.extrap.txt", false); err != nil || f.Name != "tree" {
		t.Errorf("recover: %v, %v", f, err)
	}
}

// Files of GPTL and E3SM say which times are scaled from a sample, as GEOPM's report does: convert has nothing to say of it.
func TestEstimatesInToolsFilesAreMarked(t *testing.T) {
	dir := t.TempDir()
	for _, estimated := range []bool{false, true} {
		var b bytes.Buffer
		for _, p := range profiles(2) {
			p.Nodes[1].Name = "halo"
			if estimated {
				n := &p.Nodes[1]
				n.Estimated, n.Sample, n.Timed = true, 2, 1
				n.Histogram = stats.Histogram{}
				n.Histogram.Add(uint64(n.Min))
				n.Squares = stats.Mul(uint64(n.Min), uint64(n.Min))
			}
			if _, err := p.WriteTo(&b); err != nil {
				t.Fatal(err)
			}
		}
		from := filepath.Join(dir, fmt.Sprint(estimated)+".mptprof")
		if err := os.WriteFile(from, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"tree", "e3sm", "e3sm-ranks", "e3sm-single", "gptl", "gptl-ranks", "geopm"} {
			to := filepath.Join(t.TempDir(), "out")
			_, messages, err := converted(t, from, "--format", format, "-o", to)
			if err != nil || strings.Contains(messages, "does not carry") {
				t.Errorf("%s, estimates %v: %v, %q", format, estimated, err, messages)
			}
			mark := map[string]string{"tree": "scaled from", "geopm": "estimated regions:\n      halo: "}[format]
			if mark == "" {
				mark = "; scaled from a sample of the calls: rows 2\n"
			}
			files, _ := filepath.Glob(filepath.Join(to, "*")) // of a file for each rank
			if len(files) == 0 {
				files, _ = filepath.Glob(to + "*")
			}
			if len(files) == 0 {
				t.Errorf("%s: no files", format)
			}
			for _, name := range files {
				if text, err := os.ReadFile(name); err != nil || strings.Contains(string(text), mark) != estimated {
					t.Errorf("%s, estimates %v: %v\n%s", format, estimated, err, text)
				}
			}
		}
	}
}
