package convert

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/klauspost/compress/zstd"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// profiles returns those of a run, whose last rank has most to do.
func profiles(size int) (list []*stats.Profile) {
	for rank := range size {
		node := func(parent int, name string, ms int64) stats.Node {
			n := stats.Node{Parent: parent, Name: name, Measure: stats.Measure{Calls: 2, Timed: 2, Total: ms * 1e6, Min: ms * 5e5, Max: ms * 5e5, Squares: stats.Mul(uint64(ms*1e6), uint64(ms*5e5))}}
			n.Histogram.Add(uint64(ms * 5e5))
			n.Histogram.Add(uint64(ms * 5e5))
			return n
		}
		list = append(list, &stats.Profile{
			Rank: rank, Size: size, Host: "node1", Program: "model", Start: 1.7e18, To: 2e9,
			Clock:        stats.Clock{Name: "tsc", Hz: 1e9},
			Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
			Tracks:       []string{"main"},
			Nodes:        []stats.Node{node(-1, "Total", 1500), node(0, "../../halo;\x1b[2J", int64(100*(rank+1)))},
		})
	}
	return list
}

// saved writes the Summary of a run, or all its Profiles.
func saved(t *testing.T, name string, size int, whole bool) string {
	t.Helper()
	var b bytes.Buffer
	list := profiles(size)
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	if whole {
		for _, p := range list {
			_, err = p.WriteTo(&b)
		}
	} else {
		_, err = s.WriteTo(&b)
	}
	if err = errors.Join(err, os.WriteFile(name, b.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	return name
}

func converted(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	c := Command()
	var out, messages bytes.Buffer
	c.SetOut(&out)
	c.SetErr(&messages)
	c.SetArgs(append([]string{}, args...)) // with nil it would read the arguments of the test
	c.SilenceUsage, c.SilenceErrors = true, true
	err = c.Execute()
	return out.String(), messages.String(), err
}

// Whatever the format, nothing is written but the named file, and the loss is said once.
func TestEveryFormat(t *testing.T) {
	dir := t.TempDir()
	from := saved(t, dir+"/run.mptprof", 3, true)
	for _, f := range export.Formats() {
		folder := t.TempDir()
		_, messages, err := converted(t, from, "-o", folder+"/out"+f.Extension)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		var files []string
		_ = filepath.WalkDir(folder, func(name string, d os.DirEntry, _ error) error {
			if !d.IsDir() {
				files = append(files, name)
			}
			return nil
		})
		if len(files) != 1 || filepath.Base(files[0]) != "out"+f.Extension {
			t.Errorf("%s: files %q", f.Name, files)
		}
		if said := strings.Count(messages, "does not carry"); said > 1 || (said == 1) != (strings.Count(messages, "\n") == 1) || said == 0 && len(f.Lacks) > 1 {
			t.Errorf("%s said %q", f.Name, messages)
		}
		// The same on the standard output.
		want, err := os.ReadFile(files[0])
		out, _, problem := converted(t, from, "--format", f.Name, "-o", "-")
		if err != nil || problem != nil || out != string(want) && f.Name != "pprof" {
			t.Errorf("%s: on the standard output: %v", f.Name, errors.Join(err, problem))
		}
	}
}

// What is lossless comes back to the same Summary, from one form to the next.
func TestThereAndBack(t *testing.T) {
	dir := t.TempDir()
	at := saved(t, dir+"/run.mptprof", 3, true)
	for _, next := range []string{"a.run.json", "b.yaml", "c.json", "d.mptprof", "e.yml", "f.mptsum"} {
		if _, messages, err := converted(t, at, "-o", dir+"/"+next); err != nil || strings.Contains(messages, "carry") != (next == "f.mptsum") {
			t.Fatalf("%s: %v, %s", next, err, messages)
		}
		at = dir + "/" + next
	}
	f, err := os.Open(at)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := stats.ReadSummary(f)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := stats.Merge(profiles(3))
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSeries(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for _, size := range []int{4, 2, 8} {
		args = append(args, saved(t, fmt.Sprintf("%s/p%d.mptsum", dir, size), size, false))
	}
	text, _, err := converted(t, append(args, "--format", "extrap")...)
	if err != nil || !strings.HasPrefix(text, "PARAMETER ranks\nPOINTS (2) (4) (8)\nMETRIC time\nREGION Total\nDATA 1.5\n") ||
		!strings.Contains(text, "METRIC max_time\nREGION Total\nDATA 1.5\nDATA 1.5\nDATA 1.5\nREGION Total->../../halo;\\x1b[2J\nDATA 0.2\nDATA 0.4\nDATA 0.8\n") {
		t.Errorf("%v\n%s", err, text)
	}
	text, _, err = converted(t, append(args, "--format", "extrap-lines", "--parameter", "cells=10,20,10", "--parameter", "order=1,1,2")...)
	if err != nil || !strings.Contains(text, `{"params":{"cells":20,"order":1},"callpath":"Total","metric":"time","value":[1.5]}`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// JSON and YAML may hold the profiles of ranks without their summary.
func TestSeriesProfilesOnly(t *testing.T) {
	for form, write := range map[string]func(io.Writer, export.Run) error{"json": export.WriteJSON, "yaml": export.WriteYAML} {
		var b bytes.Buffer
		if err := write(&b, export.Run{Profiles: profiles(2)}); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "p.run."+form)
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"extrap", "extrap-lines"} {
			text, _, err := converted(t, name, "-o", "-", "--format", to)
			if err != nil || !strings.Contains(text, "Total") {
				t.Errorf("%s to %s: %q, %v", form, to, text, err)
			}
		}
		if to := filepath.Join(t.TempDir(), "x.extrap.txt"); form == "json" {
			if _, _, err := converted(t, name, "-o", to); err != nil {
				t.Error(err)
			}
		}
	}
}

// What convert writes is read packed, too.
func TestPackedInputs(t *testing.T) {
	dir := t.TempDir()
	from := saved(t, dir+"/run.mptsum", 3, false)
	for _, form := range []string{"json", "yaml", "csv", "summary"} {
		plain, _, err := converted(t, from, "-o", "-", "--format", form)
		if err != nil {
			t.Fatal(err)
		}
		z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		var gz bytes.Buffer
		g := gzip.NewWriter(&gz)
		if _, err := io.WriteString(g, plain); err != nil || g.Close() != nil {
			t.Fatal(err)
		}
		for end, text := range map[string][]byte{".gz": gz.Bytes(), ".zst": z.EncodeAll([]byte(plain), nil)} {
			name := filepath.Join(dir, form+end)
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if again, _, err := converted(t, name, "-o", "-", "--format", form); err != nil || again != plain {
				t.Errorf("%s: %v, or another text", filepath.Base(name), err)
			}
		}
	}
}

func TestCalledWrongly(t *testing.T) {
	dir := t.TempDir()
	from := saved(t, dir+"/run.mptsum", 2, false)
	for _, test := range []struct {
		text   string
		status int
		args   []string
	}{
		{"missing argument", cli.StatusFailed, nil},
		{"missing --format FORMAT", cli.StatusFailed, []string{from}},
		{"missing --format FORMAT", cli.StatusFailed, []string{from, "-o", "-"}},
		{"unknown extension", cli.StatusFailed, []string{from, "-o", dir + "/out.dat"}},
		{`--format "jpeg": expected one of json, `, cli.StatusFailed, []string{from, "--format", "jpeg"}},
		{"expected NAME= and 1 value", cli.StatusFailed, []string{from, "--format", "extrap", "--parameter", "a=1,2"}},
		{"not a number", cli.StatusFailed, []string{from, "--format", "extrap", "--parameter", "a=x"}},
		{"holds one run", cli.StatusFailed, []string{from, "--format", "json", "--parameter", "a=1"}},
		{"no such file", cli.StatusFailed, []string{dir + "/none", "--format", "json"}},
		{"no profiles of ranks", cli.StatusFailed, []string{from, "-o", dir + "/out.mptprof"}},
	} {
		_, _, err := converted(t, test.args...)
		if cli.Status(err) != test.status || !strings.Contains(fmt.Sprint(err), test.text) {
			t.Errorf("%q: got %v, want status %d and %q", test.args, err, test.status, test.text)
		}
	}
	if _, err := os.Stat(dir + "/out.mptprof"); err == nil {
		t.Error("a file is left of what failed")
	}
}

// What was there stays there when the new cannot be written.
func TestOldFileStays(t *testing.T) {
	dir := t.TempDir()
	out := dir + "/out.json"
	if err := os.WriteFile(out, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	bad := dir + "/bad.json"
	if err := os.WriteFile(bad, []byte(`{"format":"mpitimer run","version":1,"summary":{}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err := converted(t, bad, "-o", out)
	if text, _ := os.ReadFile(out); string(text) != "old" || cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), "bad.json") {
		t.Errorf("%q, %v", text, err)
	}
}

// Of a damaged file what is good is written, and the exit status says that something is missing.
func TestIncomplete(t *testing.T) {
	dir := t.TempDir()
	whole := dir + "/whole.json"
	if _, _, err := converted(t, saved(t, dir+"/run.mptprof", 3, true), "-o", whole); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(whole, text[:len(text)-30], 0o666); err != nil {
		t.Fatal(err)
	}
	out, _, err := converted(t, whole, "--format", "speedscope")
	if cli.Status(err) != cli.StatusIncomplete || !strings.Contains(out, `"rank 1 (node1)"`) || strings.Contains(out, `"rank 2 (node1)"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// On a terminal, and only there, it says what takes long, and wipes it away.
func TestProgress(t *testing.T) {
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skip("there is no pseudo-terminal:", err)
	}
	defer master.Close()
	p := newProgress(terminal)
	p.say("reading run 1 of 2")
	p.show()
	p.done()
	p.done()
	terminal.Close()
	b, _ := io.ReadAll(master) // which ends with an error
	// What takes longer than a second on a slow machine shows it more often.
	const wipe, text = "\r\x1b[K", "reading run 1 of 2"
	if left := strings.NewReplacer(wipe, "", text, "").Replace(string(b)); !strings.HasSuffix(string(b), wipe+text+wipe) || left != "" {
		t.Errorf("got %q", b)
	}
	var pipe bytes.Buffer
	q := newProgress(&pipe)
	q.say("x")
	q.done()
	if pipe.Len() > 0 {
		t.Errorf("in a pipe: %q", pipe.String())
	}
}

// GPTL's tools take the first row of a name for all of it: it is, unless --method asks for call paths.
func TestRankFilesHaveARowForEachName(t *testing.T) {
	dir := t.TempDir()
	p := profiles(1)[0]
	p.Nodes[1].Name = "dyn"
	below := p.Nodes[1]
	for _, parent := range []int{0, 1} {
		below.Name, below.Parent = "halo", parent
		p.Nodes = append(p.Nodes, below)
	}
	var b bytes.Buffer
	if _, err := p.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/run.mptprof", b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for method, rows := range map[string]int{"": 1, "call_path": 2} {
		for format, file := range map[string]string{"gptl-ranks": "x/timing.000000", "e3sm-ranks": "x.0"} {
			args := []string{dir + "/run.mptprof", "--format", format, "-o", dir + "/x"}
			if method != "" {
				args = append(args, "--method", method)
			}
			if _, _, err := converted(t, args...); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(dir + "/" + file)
			found := regexp.MustCompile(`(?m)^[* ] *"?halo"? +.*$`).FindAllString(string(text), -1)
			if err != nil || len(found) != rows || rows == 1 && !strings.Contains(found[0], " 4 ") {
				t.Errorf("%s, method %q: rows %q, %v", format, method, found, err)
			}
		}
	}
}
