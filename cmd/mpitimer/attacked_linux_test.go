package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd/hdtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
)

// attacked is a row of the table of attacks: a command with an input that it takes.
type attacked struct {
	name    string
	program string // pt; otherwise mpitimer
	input   func(t *testing.T, folder string) (in string)
	args    func(in, out string) []string

	suffix string // by which it knows inputs, if it does
	output sink
	// extension is what the name of its output ends in, if it has to.
	extension string
	changes   bool // its input, which is what it is for
	keeps     bool // and does not where it is another's
	lenient   bool // it says nothing of how the input ends: a part of it is an input as well
	inside    bool // it runs in the directory that is its input
	runs      bool // a program, whose status it has whatever becomes of its own output

	// Cells that make no sense, or in which any status is right, with the reason.
	holes, any map[string]string
}

// sink is where a command writes.
type sink int

const (
	toStandardOutput sink = iota
	toFile
	toFolder
)

// file makes an input of a file.
func file(source, name string) func(t *testing.T, folder string) string {
	return func(t *testing.T, folder string) string {
		t.Helper()
		data, err := os.ReadFile(source)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(folder, name)
	}
}

// text makes an input of a text, and of others beside it: name, text, name, text and so on.
func text(parts ...string) func(t *testing.T, folder string) string {
	return func(t *testing.T, folder string) string {
		t.Helper()
		for i := 0; i < len(parts); i += 2 {
			if err := os.WriteFile(filepath.Join(folder, parts[i]), []byte(parts[i+1]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return filepath.Join(folder, parts[0])
	}
}

// tables makes the tables of a run that was killed.
func tables(t *testing.T, folder string) string {
	t.Helper()
	from := killed(t, 2)
	in := filepath.Join(folder, filepath.Base(from))
	if err := os.CopyFS(in, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return in
}

// project makes a project of HDTrace without its project file.
func project(t *testing.T, folder string) string {
	t.Helper()
	in := filepath.Join(folder, "project")
	err := os.CopyFS(in, os.DirFS(hdtest.Project(t)))
	if err = errors.Join(err, os.Remove(filepath.Join(in, "run.proj"))); err != nil {
		t.Fatal(err)
	}
	return in
}

// module makes a module in a directory.
func module(t *testing.T, folder string) string {
	t.Helper()
	in := filepath.Join(folder, "module")
	if err := os.Mkdir(in, 0o755); err != nil {
		t.Fatal(err)
	}
	text("go.mod", "module example.com/attacked\n\ngo 1.22\n", "main.go", "package main\n\nfunc main() { println(add(1, 2)) }\n\nfunc add(a, b int) int { return a + b }\n")(t, in)
	return in
}

// noInput is the input of commands that read none.
func noInput(_ *testing.T, folder string) string { return folder }

// Attacks on an input, which commands that read none do not see.
var onInput = []string{attackInputIsOutput, attackUnreadable, attackCut, attackHuge, attackType, attackEmpty, attackMissing}

// holes are cells without sense: reason and attacks.
func holes(parts ...any) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(parts); i += 2 {
		switch attacks := parts[i+1].(type) {
		case string:
			m[attacks] = parts[i].(string)
		case []string:
			for _, a := range attacks {
				m[a] = parts[i].(string)
			}
		}
	}
	return m
}

// attackedCommands returns the rows.
func attackedCommands() []attacked {
	const (
		readsNothing = "it reads no file"
		noFile       = "what it writes is a directory: /dev/full and pipes are none; TestDirectoryOfAFullDisk and TestFull of stats/power have full ones"
		projectName  = "the name of what it writes ends in .proj, which that of no device does"
		ofGo         = "what the go command reads and writes is its own; the cache beside others is TestOthers in instrument/cache"
		noHome       = "the go command wants a home of the second account"
	)
	run, report := file("internal/show/testdata/shallowwater.mptsum", "run.mptsum"), file("internal/geopm/testdata/before.report", "before.report")
	rawSample, err := filepath.Abs("../../stats/tacc/testdata/sample.raw")
	if err != nil {
		panic(err)
	}
	raw := file(rawSample, "sample.raw")
	statistics := file("../../stats/hdtrace/stat/testdata/listing33.stat", "listing33.stat")
	words := func(words ...string) func(in, out string) []string { // IN and OUT stand for the files
		return func(in, out string) []string {
			var list []string
			for _, w := range words {
				switch w {
				case "IN":
					w = in
				case "OUT":
					w = out
				case "BESIDE":
					w = filepath.Join(filepath.Dir(in), "intervals.csv")
				}
				list = append(list, w)
			}
			return list
		}
	}
	program := holes(readsNothing, onInput, noFile, []string{attackDevice, attackFull})
	samples := func(name string, args ...string) attacked {
		return attacked{name: "stats " + name, input: noInput, args: words(append([]string{"stats", name, "--output", "OUT"}, args...)...), output: toFolder, holes: program}
	}
	explain := func(verb string) attacked {
		return attacked{
			name: verb, input: module, inside: true, lenient: true, args: words(verb, "-explain", "--", "."),
			holes: holes(ofGo, []string{attackInputIsOutput, attackDevice, attackHostile, attackHuge}, noHome, []string{attackUnreadable, attackReadOnly, attackOther},
				"the go command itself needs more", attackFew),
			any: holes("the go command has the last word on sources", []string{attackCut, attackType, attackEmpty, attackMissing, attackFull}),
		}
	}
	return []attacked{
		{name: "show", input: run, args: words("show", "--color", "never", "IN")},
		{name: "diff", input: run, args: words("diff", "--color", "never", "IN", "IN")},
		{name: "scaling", input: twoRuns, args: func(in, out string) []string {
			return []string{"scaling", "--strong", "--format", "csv", "-o", out, in, filepath.Join(filepath.Dir(in), "more.mptsum")}
		}, output: toFile},
		{name: "history", input: run, args: words("history", "--format", "json", "-o", "OUT", "IN"), output: toFile},
		{name: "page", input: run, args: words("page", "-o", "OUT", "IN"), output: toFile},
		{name: "convert", input: run, args: words("convert", "--format", "folded", "-o", "OUT", "IN"), output: toFile},
		{name: "geopm show", input: report, args: words("geopm", "show", "IN"), lenient: true},
		{name: "geopm check", input: report, args: words("geopm", "check", "IN"), lenient: true},
		{name: "geopm show --format", input: report, args: words("geopm", "show", "-f", "csv", "-o", "OUT", "IN"), output: toFile, lenient: true},
		{name: "geopm diff", input: report, args: words("geopm", "diff", "IN", "IN"), lenient: true},
		{name: "stats show", input: raw, args: words("stats", "show", "IN"), lenient: true},
		{name: "stats check", input: raw, args: words("stats", "check", "IN"), lenient: true},
		{name: "stats openmetrics", input: raw, args: words("stats", "openmetrics", "IN"), lenient: true},
		{name: "stats regions", input: rawWithIntervals, args: words("stats", "regions", "--intervals", "BESIDE", "IN"), lenient: true},
		{name: "stats regions --intervals", input: text("intervals.csv", intervals), args: func(in, _ string) []string {
			return []string{"stats", "regions", "--intervals", in, rawSample}
		}, lenient: true, any: holes("the file may have no intervals", attackEmpty)},
		{name: "hd info", input: statistics, suffix: ".stat", args: words("hd", "info", "IN"), lenient: true},
		{name: "hd check", input: statistics, suffix: ".stat", args: words("hd", "check", "IN")},
		{name: "hd dump", input: statistics, suffix: ".stat", args: words("hd", "dump", "IN"), lenient: true},
		{name: "hd view", input: statistics, suffix: ".stat", args: words("hd", "view", "-o", "OUT", "IN"), output: toFile, lenient: true},
		{name: "hd cut", input: statistics, suffix: ".stat", args: words("hd", "cut", "--from", "+0s", "-o", "OUT", "IN"), output: toFile, lenient: true},
		{name: "hd check --repair", input: project, args: words("hd", "check", "--repair", "IN"), changes: true, lenient: true,
			holes: holes("it writes into its input", []string{attackInputIsOutput, attackDevice})},
		{name: "hd merge", input: project, args: words("hd", "merge", "-o", "OUT", "--project", "run", "IN"), output: toFile, extension: ".proj", lenient: true,
			holes: holes(projectName, []string{attackDevice, attackFull, attackInputIsOutput})},
		{name: "recover", input: tables, args: words("recover", "--format", "json", "-o", "OUT", "IN"), output: toFile, lenient: true},
		{name: "stacks", input: tables, args: words("stacks", "IN"), lenient: true},
		{name: "top", input: tables, args: words("top", "--once", "IN"), lenient: true},
		{name: "serve", input: tables, args: words("serve", "--for", "1ms", "IN"), lenient: true},
		{name: "runs", input: tables, args: words("runs", "--format", "json", "-o", "OUT", "IN"), output: toFile, lenient: true,
			any: holes("a directory without tables is a list without runs", []string{attackEmpty, attackMissing, attackType, attackUnreadable})},
		{name: "runs --clear", input: tables, args: words("runs", "--clear", "IN"), changes: true, keeps: true, lenient: true,
			holes: holes("it removes its input", []string{attackInputIsOutput, attackDevice}),
			any:   holes("what is another's is kept, whatever it is", attackUnreadable)},
		{name: "util", input: noInput, args: words("util", "--interval", "5ms", "-o", "OUT", "--", "sleep", "0.02"), output: toFolder, holes: program, runs: true},
		{name: "util --strict", input: noInput, args: words("util", "--strict", "--interval", "5ms", "-o", "OUT", "--", "sleep", "0.02"), output: toFolder, holes: program},
		{name: "stats run", input: noInput, args: words("stats", "run", "--output", "OUT", "--type", "ps", "--", "true"), output: toFolder, holes: program, runs: true},
		samples("run", "--strict", "--type", "ps", "--", "true"),
		samples("begin", "--type", "ps", "7"), samples("end", "--type", "ps", "7"), samples("collect", "--type", "ps"),
		samples("mark", "--type", "ps", "text"), samples("rotate", "--type", "ps"),
		{name: "stats daemon", input: noInput, args: words("stats", "daemon", "--unit", "--type", "ps"), holes: program, runs: true},
		{name: "stats types", input: noInput, args: words("stats", "types"), holes: program},
		{name: "stats archive", input: rawFolder, args: words("stats", "archive", "--host", "h", "-o", "OUT", "IN"), output: toFolder, changes: true, lenient: true,
			holes: holes("it moves files as they are", []string{attackInputIsOutput, attackCut, attackHuge, attackType}, noFile, []string{attackDevice, attackFull},
				"it removes what it has moved, which takes the directory of its user", attackOther),
			any: holes("there may be nothing to move", []string{attackEmpty, attackMissing, attackUnreadable, attackReadOnly})},
		{name: "man", input: noInput, args: words("man", "-o", "OUT"), output: toFolder, holes: program},
		explain("build"), explain("run"), explain("test"), explain("vet"),
		{name: "pt", program: "pt", input: text("pt.cfg", "[General]\ndevice=LMG450\nport=/dev/null\ncycle=50\nproject=P\n\n[Trace]\ntype=HDSTATS\nnode=n\nchannel=1\nvalues=P\n"),
			args: words("-c", "IN", "-o", "OUT", "--duration", "1ms"), output: toFolder, lenient: true,
			holes: holes("nothing is written before an analyzer answers: stats/power has those", []string{attackInputIsOutput, attackDevice, attackFull})},
	}
}

// twoRuns makes runs on four and on six ranks.
func twoRuns(t *testing.T, folder string) string {
	t.Helper()
	loadtest.File(t, folder, "more.mptsum", loadtest.Merged(t, loadtest.Ocean(6, 1)))
	return loadtest.File(t, folder, "run.mptsum", loadtest.Merged(t, loadtest.Ocean(4, 1)))
}

const intervals = "region,start,end\nstep,1700000010000000000,1700000020000000000\n"

// rawWithIntervals makes raw statistics with intervals beside them.
func rawWithIntervals(t *testing.T, folder string) string {
	t.Helper()
	text("intervals.csv", intervals)(t, folder)
	return file("../../stats/tacc/testdata/sample.raw", "sample.raw")(t, folder)
}

// rawFolder makes the directory of a node with a closed file of raw statistics.
func rawFolder(t *testing.T, folder string) string {
	t.Helper()
	in := filepath.Join(folder, "raw")
	if err := os.MkdirAll(filepath.Join(in, "h"), 0o755); err != nil {
		t.Fatal(err)
	}
	file("../../stats/tacc/testdata/sample.raw", "1700000000")(t, filepath.Join(in, "h"))
	return in
}
