package hd

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd/hdtest"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
)

const second = hdtrace.Epoch(1e9)

var at = hdtest.At

// hd runs the subcommand. The name of a directory is DIR in what it prints.
func hd(folder string, args ...string) (status int, out string) {
	out, err := clitest.Execute(Command(), args...)
	if err != nil {
		out += err.Error()
	}
	return cli.Status(err), strings.ReplaceAll(out, folder, "DIR")
}

var want = clitest.Want

func namesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestHDOutputs(t *testing.T) {
	folder := hdtest.Project(t)
	trace, statistics, relations := filepath.Join(folder, "run_node1_0_0.trc"), filepath.Join(folder, "run_node1_1_Timers.stat"), filepath.Join(folder, "run_node1_0_0.rel")
	for name, args := range map[string][]string{
		"info":          {"info", folder},
		"trace.txt":     {"dump", trace},
		"trace.csv":     {"dump", trace, "--format", "csv", "--from", "+1.85s", "--to", "+2s"},
		"stat.txt":      {"dump", statistics, "--to", "1795239256.2"},
		"stat.csv":      {"dump", statistics, "-f", "csv", "--from", "+1s", "--to", "2026-11-21T05:34:17Z"},
		"stat.json":     {"dump", statistics, "-f", "json"},
		"relations.txt": {"dump", relations, "--from", "+1ms"},
		"view.json":     {"view", folder},
	} {
		status, out := hd(folder, args...)
		want(t, status, cli.StatusOK, out)
		golden.Check(t, "hd-"+name, out)
	}
	for _, form := range []string{"text", "csv", "json"} {
		status, out := hd(folder, "dump", filepath.Join(folder, "run.proj"), "-f", form)
		want(t, status, cli.StatusOK, out, "run_node1_1_Timers.stat", "Timers")
		if form == "json" && !json.Valid([]byte(out)) {
			t.Errorf("this is not JSON:\n%s", out)
		}
	}
}

// A part of a project is a project.
func TestHDCutAndMerge(t *testing.T) {
	folder := hdtest.Project(t)
	part := filepath.Join(t.TempDir(), "part")
	files, err := filepath.Glob(filepath.Join(folder, "*.[st]*"))
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	args := append([]string{"cut", "--from", "+2.1s", "--to", "+2.95s", "-o", part + "/"}, files...)
	status, out := hd(part, args...)
	want(t, status, cli.StatusOK, out, "DIR/run_node1_0_0.trc: 5 states and events", "DIR/run_node1_1_Timers.stat: 2 entries")
	status, out = hd(part, "check", part)
	want(t, status, cli.StatusFindings, out, "no project file", "findings of what readers refuse")
	status, out = hd(part, "merge", part)
	want(t, status, cli.StatusOK, out, "DIR/run.proj: 5 nodes, 1 group")
	status, out = hd(part, "check", part)
	want(t, status, cli.StatusOK, out, "DIR: accepted")
	status, out = hd(part, "info", filepath.Join(part, "run_node1_1_Timers.stat"))
	want(t, status, cli.StatusOK, out, "time     1795239256.000000000 .. 1795239258.000000000, 2.000 s from", "entries  2 of 24 bytes")

	status, out = hd(part, "merge", part)
	want(t, status, cli.StatusFailed, out, "already exists", "--replace")
	status, out = hd(part, "merge", part, "--replace", "--level", "Host,Task,Worker", "--description", "a part")
	want(t, status, cli.StatusOK, out, "run.proj")
	status, out = hd(part, "info", filepath.Join(part, "run.proj"))
	want(t, status, cli.StatusOK, out, "Host, Task, Worker", "a part", "2 traces, 0 of relations, 2 of statistics")
	status, out = hd(part, "merge", part, "-o", "-")
	want(t, status, cli.StatusOK, out, "<Application name=\"run\"", "Hostname")
	status, out = hd(part, "merge", part, "-o", filepath.Join(part, "other.proj"))
	want(t, status, cli.StatusFailed, out, "other_")
}

// Relations are cut too, and times may be shares of a file's.
func TestHDCutRelations(t *testing.T) {
	folder := hdtest.Project(t)
	file, part := filepath.Join(folder, "run_node1_0_0.rel"), filepath.Join(t.TempDir(), "run_node1_0_0.rel")
	status, out := hd(folder, "cut", file, "--from", "0%", "--to", "100%", "-o", part)
	want(t, status, cli.StatusOK, out, "records of relations")
	_, whole := hd(folder, "dump", file)
	if _, got := hd(folder, "dump", part); got != whole {
		t.Errorf("got\n%s\nwant\n%s", got, whole)
	}
	status, out = hd(folder, "cut", file, "--from", "+1h", "-o", part+"x")
	want(t, status, cli.StatusFailed, out, "there is nothing in this time range")
}

// A damaged project is told of, repaired, and accepted then.
func TestHDRepair(t *testing.T) {
	folder := hdtest.Project(t)
	trace, statistics := filepath.Join(folder, "run_node1_0_0.trc"), filepath.Join(folder, "run_node1_0_Timers.stat")
	hdtest.Shorten(t, trace, 40)
	hdtest.Shorten(t, statistics, 3)
	if err := os.Remove(filepath.Join(folder, "run.proj")); err != nil {
		t.Fatal(err)
	}
	status, out := hd(folder, "info", folder)
	want(t, status, cli.StatusIncomplete, out, "fault", "file is cut short", "2 files are damaged")
	status, out = hd(folder, "dump", statistics, "-f", "json")
	want(t, status, cli.StatusIncomplete, out, `"end":1795239257.000000000`, "file is cut short", "DIR/run_node1_0_Timers.stat")
	status, out = hd(folder, "view", folder, "-o", filepath.Join(folder, "view.json"))
	want(t, status, cli.StatusIncomplete, out, "view.json: 6 files", "run_node1_0_0.trc", "file is cut short")
	if data, err := os.ReadFile(filepath.Join(folder, "view.json")); err != nil || !json.Valid(data) {
		t.Errorf("%v, this is not JSON:\n%s", err, data)
	}
	target := filepath.Join(t.TempDir(), "part.stat")
	status, out = hd(folder, "cut", statistics, "--from", "+0s", "-o", target)
	want(t, status, cli.StatusIncomplete, out, "3 entries", "cut short")
	status, out = hd(folder, "check", folder)
	want(t, status, cli.StatusFindings, out, "DIR/run_node1_0_0.trc: line", "refused (the Java reader, Sunshot)", "findings")

	status, out = hd(folder, "check", folder, "--repair", "--dry-run")
	want(t, status, cli.StatusOK, out, "DIR/run_node1_0_Timers.stat: cut to", "DIR/run.proj: written anew")
	if _, err := os.Stat(filepath.Join(folder, "run.proj")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("--dry-run has written")
	}
	status, out = hd(folder, "check", "--repair", folder)
	want(t, status, cli.StatusOK, out, "DIR/run_node1_0_Timers.stat: cut to", "DIR/run.proj: written anew", "DIR: accepted")
	status, out = hd(folder, "check", folder, "--repair")
	want(t, status, cli.StatusOK, out, "DIR: nothing to repair\nDIR: accepted")
	status, out = hd(folder, "info", folder)
	want(t, status, cli.StatusOK, out, "entries  3 of 24 bytes")
}

// What goes in a repair is listed with its place; a file that cannot be repaired stays, and the status says so.
func TestHDRepairLists(t *testing.T) {
	folder := hdtest.Project(t)
	replace := func(name, old, with string) []byte {
		path := filepath.Join(folder, name)
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %q: %v", name, old, err)
		}
		data = []byte(strings.Replace(string(data), old, with, 1))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return data
	}
	replace("run_node1_0_0.trc", " end='", " end=&'")
	status, out := hd(folder, "check", "--repair", folder)
	want(t, status, cli.StatusOK, out, "run_node1_0_0.trc: written anew: ", "damaged in 1 places", "run_node1_0_0.trc: line ", "its value is not in quotes", "DIR: accepted")

	damaged := replace("run_node1_1_Timers.stat", " type=", " tipe=")
	for _, more := range [][]string{nil, {"--dry-run"}} {
		status, out = hd(folder, append([]string{"check", "--repair", folder}, more...)...)
		want(t, status, cli.StatusIncomplete, out, "run_node1_1_Timers.stat: left as it is: the header is damaged")
	}
	if data, err := os.ReadFile(filepath.Join(folder, "run_node1_1_Timers.stat")); err != nil || string(data) != string(damaged) {
		t.Errorf("the file has changed: %v", err)
	}
}

// Files are checked one by one, and for some readers.
func TestHDCheckFiles(t *testing.T) {
	folder := hdtest.Project(t)
	good, bad := filepath.Join(folder, "run_node1_0_Timers.stat"), filepath.Join(folder, "run_node1_1_Timers.stat")
	hdtest.Shorten(t, bad, 3)
	status, out := hd(folder, "check", good)
	want(t, status, cli.StatusOK, out, "accepted")
	status, out = hd(folder, "check", good, bad)
	want(t, status, cli.StatusFindings, out, "DIR/run_node1_1_Timers.stat: byte", "1 finding")
	status, out = hd(folder, "check", filepath.Join(folder, "run.proj"))
	want(t, status, cli.StatusFindings, out, "DIR/run_node1_1_Timers.stat: byte", "1 finding")
	status, out = hd(folder, "check", "--reader", "Java,sunshot", bad)
	want(t, status, cli.StatusFindings, out, "refused")
	status, out = hd(folder, "check", "--reader", "tau", bad)
	want(t, status, cli.StatusFailed, out, `"tau"`)
	status, out = hd(folder, "check", "--repair", bad)
	want(t, status, cli.StatusFailed, out, "expected directories")
	status, out = hd(folder, "check", t.TempDir())
	want(t, status, cli.StatusFailed, out, "no HDTrace files")
}

// Files are known by what is in them where their names do not tell.
func TestHDContents(t *testing.T) {
	folder, other := hdtest.Project(t), t.TempDir()
	for name, part := range map[string]string{
		"run.proj": "project", "run_node1_0_0.trc": "event trace", "run_node1_0_0.rel": "relations", "run_node1_0_Timers.stat": "statistics",
	} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		copied := filepath.Join(other, "copy of "+strings.ReplaceAll(name, ".", "-"))
		if err = errors.Join(err, os.WriteFile(copied, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		status, out := hd(other, "info", copied)
		want(t, status, cli.StatusOK, out, ": "+part+", ")
	}
	// Where name and contents differ, the contents count, as for the Java reader; labels are of the name.
	data, err := os.ReadFile(filepath.Join(folder, "run_node1_0_Timers.stat"))
	for _, name := range []string{"run_node1_0_Timers.trc", "run_node1_0_Timers.dat", "values"} {
		path := filepath.Join(other, name)
		if err = errors.Join(err, os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		status, out := hd(other, "info", path)
		want(t, status, cli.StatusOK, out, ": statistics, ")
		status, out = hd(other, "dump", path)
		want(t, status, cli.StatusOK, out, "group Timers")
	}
	values := filepath.Join(other, "values")
	status, out := hd(other, "check", values)
	want(t, status, cli.StatusOK, out, "accepted")
	hdtest.Shorten(t, values, 3)
	status, out = hd(other, "check", values, "--reader", "c")
	want(t, status, cli.StatusFindings, out, "DIR/values: byte", "1 finding")
	status, out = hd(other, "check", "--repair", values)
	want(t, status, cli.StatusFailed, out, "expected directories")
	status, out = hd(other, "check", filepath.Join(other, "copy of run-proj"))
	want(t, status, cli.StatusFailed, out, "expected a name that ends in .proj")
	info := filepath.Join(other, "x")
	if err := os.WriteFile(info, []byte("File name=\"/data/in\", size=12, id=3\nsome text\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"text", "csv", "json"} {
		status, out := hd(other, "dump", info, "-f", form)
		want(t, status, cli.StatusOK, out, "/data/in", "some text")
	}
	if err := os.WriteFile(info, []byte("hello\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out = hd(other, "info", info)
	want(t, status, cli.StatusFailed, out, "DIR/x: not an HDTrace file")
	status, out = hd(other, "check", info)
	want(t, status, cli.StatusFailed, out, "DIR/x: not an HDTrace file")
}

// A project is dumped with what is in all of its files, also where some are damaged.
func TestHDDumpsContents(t *testing.T) {
	folder := hdtest.Project(t)
	project := filepath.Join(folder, "run.proj")
	status, out := hd(folder, "dump", project, "--contents")
	want(t, status, cli.StatusOK, out, "project run", "\nrun_node1_0_0.trc:\ntrace, ", "\nrun_node1_0_Timers.stat:\ngroup Timers")
	single := 0
	for _, name := range namesIn(t, folder) {
		_, text := hd(folder, "dump", filepath.Join(folder, name))
		single += len(text)
		if !strings.Contains(out, text) {
			t.Errorf("what is in %s is missing", name)
		}
	}
	if len(out) < single {
		t.Errorf("%d bytes, of the files by themselves %d", len(out), single)
	}
	hdtest.Shorten(t, filepath.Join(folder, "run_node1_1_Timers.stat"), 3)
	if err := os.WriteFile(filepath.Join(folder, "run_node1_0_0.trc"), []byte("<Pro"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"text", "json"} {
		status, out := hd(folder, "dump", project, "--contents", "-f", form)
		want(t, status, cli.StatusIncomplete, out, "run_node1_1_Timers.stat", "run_node1_0_0.rel")
		if form != "json" {
			continue
		}
		documents := json.NewDecoder(strings.NewReader(out))
		for range len(namesIn(t, folder)) { // the project and its files
			var document map[string]any
			if err := documents.Decode(&document); err != nil {
				t.Fatal(err)
			}
		}
	}
	status, out = hd(folder, "dump", project, "--contents", "-f", "csv")
	want(t, status, cli.StatusFailed, out, "--contents is for a project")
	status, out = hd(folder, "dump", filepath.Join(folder, "run_node1_0_0.rel"), "--contents")
	want(t, status, cli.StatusFailed, out, "--contents is for a project")
}

// What is read is never overwritten, and what fails leaves nothing behind.
func TestHDKeepsFiles(t *testing.T) {
	folder := hdtest.Project(t)
	trace := filepath.Join(folder, "run_node1_0_0.trc")
	link := filepath.Join(t.TempDir(), "link.trc")
	if err := os.Symlink(trace, link); err != nil {
		t.Skip(err)
	}
	before, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	there := namesIn(t, folder)
	for _, args := range [][]string{
		{"cut", trace, "--from", "+1s", "-o", trace},
		{"cut", link, "--from", "+1s", "-o", trace},
		{"cut", trace, "--from", "+1s", "-o", folder},
		{"view", trace, "-o", link},
		{"view", folder, "-o", trace},
		{"view", filepath.Join(folder, "run.proj"), "-o", filepath.Join(folder, "run.proj")},
	} {
		status, out := hd(folder, args...)
		want(t, status, cli.StatusFailed, out, "overwritten")
	}
	status, out := hd(folder, "cut", trace, "--from", "+100s", "-o", filepath.Join(folder, "part.trc"))
	want(t, status, cli.StatusFailed, out, "there is nothing in this time range")
	if after, err := os.ReadFile(trace); err != nil || string(after) != string(before) {
		t.Errorf("the trace has changed: %v", err)
	}
	if left := namesIn(t, folder); !slices.Equal(left, there) {
		t.Errorf("there are now %v, before %v", left, there)
	}
}

func TestHDWrongCalls(t *testing.T) {
	folder := hdtest.Project(t)
	project, trace := filepath.Join(folder, "run.proj"), filepath.Join(folder, "run_node1_0_0.trc")
	for _, c := range []struct {
		args   []string
		status int
		part   string
	}{
		{[]string{"inof"}, cli.StatusFailed, `unknown command "inof"`},
		{[]string{"info"}, cli.StatusFailed, "missing argument: expected hd info FILE…|DIR; for example: mpitimer hd info timeline"},
		{[]string{"dump", trace, trace}, cli.StatusFailed, "superfluous argument"},
		{[]string{"dump", trace, "-f", "xml"}, cli.StatusFailed, "expected one of text, csv, json"},
		{[]string{"dump", trace, "--from", "soon"}, cli.StatusFailed, `--from: "soon" is not a time`},
		{[]string{"dump", trace, "--from", "+2s", "--to", "+1s"}, cli.StatusFailed, "not before"},
		{[]string{"dump", project, "--from", "+2s"}, cli.StatusFailed, "has no times"},
		{[]string{"dump", filepath.Join(folder, "none.trc")}, cli.StatusFailed, "none.trc"},
		{[]string{"dump", folder}, cli.StatusFailed, "expected a file"},
		{[]string{"cut", trace, "--from", "+1s"}, cli.StatusFailed, "missing -o OUTPUT: expected"},
		{[]string{"cut", trace, "-o", "x.trc"}, cli.StatusFailed, "missing --from TIME or --to TIME"},
		{[]string{"cut", project, "--from", "+1s", "-o", "x"}, cli.StatusFailed, "expected statistics"},
		{[]string{"cut", trace, project, "--from", "+1s", "-o", filepath.Join(folder, "x")}, cli.StatusFailed, "expected a directory"},
		{[]string{"check", folder, "--dry-run"}, cli.StatusFailed, "for --repair"},
		{[]string{"check", filepath.Join(folder, "none")}, cli.StatusFailed, "none"},
		{[]string{"merge", folder, "-o", "x.txt"}, cli.StatusFailed, "ends in .proj"},
		{[]string{"merge", t.TempDir()}, cli.StatusFailed, "no files of a project"},
		{[]string{"view", t.TempDir()}, cli.StatusFailed, "no HDTrace files"},
	} {
		status, out := hd(folder, c.args...)
		if status != c.status || !strings.Contains(out, c.part) {
			t.Errorf("%q: status %d, want %d with %q:\n%s", c.args, status, c.status, c.part, out)
		}
	}
	status, out := hd(folder)
	want(t, status, cli.StatusOK, out, "Available Commands", "merge")
}

// hdData is the real files, which lie beside the project.
const hdData = "../../../../../shared/data/hdtrace"

func TestHDRealFiles(t *testing.T) {
	if _, err := os.Stat(hdData); err != nil {
		t.Skip("the files of HDTrace's own programs are not here: ", err)
	}
	for _, c := range []struct {
		args   []string
		status int
		parts  []string
	}{
		{[]string{"info", "generated/c-writer"}, cli.StatusOK, []string{"F64 DOUBLE", "process  560 of host vm", "as HDTrace's C library", "9 states, at most 3 deep"}},
		{[]string{"info", "generated/java-writer/RefProject_hostA_Utilization.stat"}, cli.StatusOK, []string{"as HDTrace's Java library", "node     hostA"}},
		{[]string{"info", "repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi_node06_Energy.stat"}, cli.StatusOK, []string{"entries  819 of"}},
		{[]string{"dump", "generated/mpi-wrapper/mpitest_vm_0_0.info", "-f", "csv"}, cli.StatusOK, []string{"datatype,0,MPI_INT"}},
		{[]string{"view", "repo/HDPowerEstimation/test-data/partdiff-mpi"}, cli.StatusOK, []string{`"Energy `}},
		{[]string{"check", "generated/mpi-wrapper"}, cli.StatusOK, []string{"accepted"}},
		{[]string{"check", "generated/java-writer"}, cli.StatusFindings, []string{"refused (the C tools)"}},
		{[]string{"check", "generated/java-writer", "--reader", "java"}, cli.StatusOK, []string{"accepted"}},
		{[]string{"check", "repo/HDTraceFormat/Example/partdiff-mpi-io-synced"}, cli.StatusFindings, []string{"no node or group"}},
		{[]string{"info", "acceptance/stat/54_backward_1ns.stat"}, cli.StatusIncomplete, []string{"fault", "byte"}},
		{[]string{"check", "--reader", "c", "acceptance/stat/00_canonical.stat"}, cli.StatusOK, []string{"accepted"}},
	} {
		args := slices.Clone(c.args)
		for i := range args {
			if strings.Contains(args[i], "/") {
				args[i] = filepath.Join(hdData, args[i])
			}
		}
		status, out := hd(hdData, args...)
		for _, part := range c.parts {
			if status != c.status || !strings.Contains(out, part) {
				t.Errorf("%q: status %d, want %d with %q:\n%.2000s", c.args, status, c.status, part, out)
			}
		}
	}
}
