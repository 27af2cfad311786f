package project

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// listOf is the names in a directory.
func listOf(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

var oneValue = []stat.Value{{Name: "v", Type: stat.TypeDouble, Unit: "s", Grouping: "T"}}

func TestDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread"))
	d := hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{}))
	host, thread := hdtest.Sure(topology.Node("h")), hdtest.Sure(topology.Node("h", "0", "0"))
	energy := hdtest.Sure(d.StartStatistics(host, "Energy", oneValue, stat.Options{}))
	unused := hdtest.Sure(d.StartStatistics(host, "Unused", oneValue, stat.Options{}))
	root := hdtest.Sure(d.StartStatistics(topology.Root(), "All", oneValue, stat.Options{Buffer: 1}))
	trace := hdtest.Sure(d.StartTrace(thread, trace.Options{}))
	relations := hdtest.Sure(d.NewRelations(thread, relation.Options{}))
	if names := listOf(t, dir); len(names) != 0 {
		t.Errorf("files before anything was written: %v", names)
	}
	hdtest.Is(t, "entry", root.WriteEntry(hdtrace.EpochOf(time.Now()), stat.Double(1)), nil)
	if names := listOf(t, dir); !slices.Equal(names, []string{"P_All.stat"}) {
		t.Errorf("files: %v", names)
	}
	hdtest.Is(t, "entry", energy.WriteEntry(hdtrace.EpochOf(time.Now()), stat.Double(1)), nil)
	hdtest.Is(t, "state", trace.Begin("Work"), nil)
	hdtest.Is(t, "state", trace.End(), nil)
	token := hdtest.Sure(relations.Create())
	hdtest.Is(t, "token", token.Destroy(), nil)
	early := d.Project()
	if !slices.Equal(early.Groups, []string{"Energy", "Unused", "All"}) {
		t.Errorf("groups before the end: %v", early.Groups)
	}
	hdtest.Is(t, "project", d.WriteProject(early), nil)
	hdtest.Is(t, "close", d.Close(), nil)
	hdtest.Is(t, "close again", d.Close(), nil)
	hdtest.Is(t, "entry after close", unused.WriteEntry(0, stat.Double(1)), os.ErrClosed)

	p := d.Project()
	if !slices.Equal(p.Groups, []string{"Energy", "All"}) {
		t.Errorf("groups: %v", p.Groups)
	}
	hdtest.Is(t, "project", d.WriteProject(p), nil)
	want := []string{"P.proj", "P_All.stat", "P_h_0_0.rel", "P_h_0_0.trc", "P_h_Energy.stat"}
	if names := listOf(t, dir); !slices.Equal(names, want) {
		t.Errorf("files: %v, expected %v", names, want)
	}
	accepted(t, dir)
	built, findings, err := Build(os.DirFS(dir), "", BuildOptions{Levels: []string{"Hostname", "Rank", "Thread"}})
	if err != nil || len(findings) != 0 || whatItSays(built) != whatItSays(p) {
		t.Errorf("%v %v\n%s\nexpected\n%s", err, findings, whatItSays(built), whatItSays(p))
	}
	if fixes, err := Repair(dir); err != nil || len(fixes) != 0 {
		t.Errorf("there was nothing to repair: %v, %v", fixes, err)
	}
	_, err = d.StartStatistics(host, "Late", oneValue, stat.Options{})
	hdtest.Is(t, "group after close", err, os.ErrClosed)
}

func TestDirectoryErrors(t *testing.T) {
	dir := t.TempDir()
	topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank"))
	node := hdtest.Sure(topology.Node("h", "0"))
	_, err := NewDirectory(dir, nil, DirectoryOptions{})
	hdtest.Is(t, "no topology", err, hdtrace.ErrInvalidArgument)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = NewDirectory(filepath.Join(dir, "file", "below"), topology, DirectoryOptions{})
	hdtest.Is(t, "below a file", err, hdtrace.ErrCreate)
	d := hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{}))
	_, err = d.StartStatistics(node, "../G", oneValue, stat.Options{})
	hdtest.Is(t, "group with a slash", err, hdtrace.ErrInvalidArgument)
	_, err = d.StartStatistics(nil, "G", oneValue, stat.Options{})
	hdtest.Is(t, "no node", err, hdtrace.ErrInvalidArgument)
	_, err = d.StartStatistics(node, "G", nil, stat.Options{})
	hdtest.Is(t, "no values", err, hdtrace.ErrInvalidArgument)
	hdtest.Sure(d.StartStatistics(node, "G", oneValue, stat.Options{})) // whose name is free again
	_, err = d.StartStatistics(node, "G", oneValue, stat.Options{})
	hdtest.Is(t, "group twice", err, fs.ErrExist)
	_, err = d.NewTrace(topology.Root(), trace.Options{})
	hdtest.Is(t, "trace of the project", err, hdtrace.ErrInvalidArgument)
	_, err = d.NewRelations(topology.Root(), relation.Options{})
	hdtest.Is(t, "relations of the project", err, hdtrace.ErrInvalidArgument)
	hdtest.Sure(d.NewTrace(node, trace.Options{}))
	_, err = d.NewTrace(node, trace.Options{})
	hdtest.Is(t, "trace twice", err, hdtrace.ErrCreate)
	_, err = d.NewStatistics(node, "Open", stat.Options{})
	hdtest.Is(t, "group", err, nil)
	hdtest.Is(t, "close with a group that is not committed", d.Close(), hdtrace.ErrCommitState)

	// Files of an earlier run are kept with an error, or replaced.
	stale := filepath.Join(dir, node.StatisticsFile("G"))
	if err := os.WriteFile(stale, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{})).StartStatistics(node, "G", oneValue, stat.Options{})
	hdtest.Is(t, "existing file", err, fs.ErrExist)
	hdtest.Is(t, "existing file", err, hdtrace.ErrCreate)
	again := hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{Replace: true}))
	s := hdtest.Sure(again.StartStatistics(node, "G", oneValue, stat.Options{Buffer: 1}))
	if _, err := os.Stat(stale); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old file: %v", err)
	}
	if err := os.WriteFile(stale, []byte("somebody else"), 0o666); err != nil {
		t.Fatal(err)
	}
	hdtest.Is(t, "a file that came between", s.WriteEntry(2000*hdtrace.Second, stat.Double(1)), hdtrace.ErrCreate)
	hdtest.Is(t, "close", again.Close(), hdtrace.ErrCreate)
}

// A file in which no entry is whole is removed.
func TestDirectoryOfAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no device that is full")
	}
	dir := t.TempDir()
	topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname"))
	node := hdtest.Sure(topology.Node("h"))
	d := hdtest.Sure(NewDirectory(dir, topology, DirectoryOptions{}))
	s := hdtest.Sure(d.StartStatistics(node, "G", oneValue, stat.Options{Buffer: 1}))
	if err := os.Symlink("/dev/full", filepath.Join(dir, "full")); err != nil {
		t.Fatal(err)
	}
	f := d.files[0]
	f.file = hdtest.Sure(os.OpenFile(filepath.Join(dir, "full"), os.O_WRONLY, 0))
	f.path = filepath.Join(dir, "full") // the link, not the device
	hdtest.Is(t, "entry", s.WriteEntry(2000*hdtrace.Second, stat.Double(1)), hdtrace.ErrWrite)
	hdtest.Is(t, "close", d.Close(), hdtrace.ErrWrite)
	if names := listOf(t, dir); len(names) != 0 || len(d.Project().Groups) != 0 {
		t.Errorf("left: %v, %v", names, d.Project().Groups)
	}
}

// killedFiles is what a program may leave that was killed: name and contents.
func killedFiles(t *testing.T) map[string]string {
	t.Helper()
	whole := sampled(t, 3)
	h, _, err := entriesIn(whole, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back := bytes.Clone(whole)
	copy(back[h.Size()+8+h.EntrySize():], "\x00\x00\x00\x07\x00\x00\x00\x00")
	return map[string]string{
		"P_hostA_G.stat":     string(whole),
		"P_hostA_0_G.stat":   string(whole[:len(whole)-5]),
		"P_hostA_1_G.stat":   string(whole[:h.Size()+8+h.EntrySize()+1]),
		"P_hostA_2_G.stat":   string(whole[:h.Size()+8+h.EntrySize()-1]), // no whole entry
		"P_hostA_3_G.stat":   string(whole[:h.Size()+8]),
		"P_hostA_4_G.stat":   string(whole[:h.Size()+2]),
		"P_hostA_5_G.stat":   string(whole[:h.Size()/2]),
		"P_hostA_6_G.stat":   "002",
		"P_hostA_7_G.stat":   "",
		"P_hostA_8_G.stat":   string(whole) + strings.Repeat("\x00", 77),
		"P_hostA_9_G.stat":   string(back),
		"P_hostA_0_0.info":   "Comm map='0->0;' id=0 name='WORLD'\nComm ma",
		"P_hostA_0_0.trc":    "<Program timeAdjustment='1'>\n<A time='1' end='2'/>\n<B time='2'",
		"P_hostA_0_1.trc":    "",
		"P_hostA_0_1.rel":    "<relation",
		"other.txt":          "x",
		"P.proj.tmp12345678": "<Appl",
	}
}

// What killed programs leave is accepted after a repair: all whole entries are there, and nothing is
// there that viewers refuse.
func TestRepair(t *testing.T) {
	dir := t.TempDir()
	files := killedFiles(t)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before, err := CheckDirectory(dir)
	if err != nil || hdtrace.Accepted(before, hdtrace.AllReaders) {
		t.Fatal(before, err)
	}
	golden.Check(t, "killed.check", []byte(hdtest.Texts(before)))
	plan, err := PlanRepair(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	done, err := Repair(dir)
	if err != nil || hdtest.Texts(done) != hdtest.Texts(plan) {
		t.Errorf("%v, %s\nplanned\n%s", err, hdtest.Texts(done), hdtest.Texts(plan))
	}
	golden.Check(t, "killed.repair", []byte(hdtest.Texts(done)))
	accepted(t, dir)
	if again, err := Repair(dir); err != nil || len(again) > 0 {
		t.Errorf("repaired twice: %v, %v", again, err)
	}
	for name, want := range map[string]int{"P_hostA_G.stat": 3, "P_hostA_0_G.stat": 2, "P_hostA_1_G.stat": 1, "P_hostA_8_G.stat": 3, "P_hostA_9_G.stat": 3} {
		if _, list, err := entriesIn(hdtest.ReadFile(t, filepath.Join(dir, name)), hdtrace.ReadOptions{}); err != nil || len(list) != want {
			t.Errorf("%s: %d entries, %v, expected %d", name, len(list), err, want)
		}
	}
	if _, list, _ := entriesIn(hdtest.ReadFile(t, filepath.Join(dir, "P_hostA_9_G.stat")), hdtrace.ReadOptions{}); list[1].End != list[0].End || list[1].Int(0) != 1 {
		t.Errorf("the entry that went back in time: %+v", list[1])
	}
	names := listOf(t, dir)
	for _, gone := range []string{"P_hostA_2_G.stat", "P_hostA_3_G.stat", "P_hostA_4_G.stat", "P_hostA_5_G.stat", "P_hostA_6_G.stat", "P_hostA_7_G.stat", "P_hostA_0_1.trc"} {
		if slices.Contains(names, gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	if !slices.Contains(names, "P.proj") || !slices.Contains(names, "other.txt") {
		t.Errorf("files: %v", names)
	}
}

// A project file that does not know all files is completed, and keeps what it says.
// Whatever was there before a repair is there after it: in the file, or in its original beside it.
func TestRepairKeepsOriginals(t *testing.T) {
	dir := t.TempDir()
	files := killedFiles(t)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const taken = "P_hostA_2_G.stat.orig" // by an earlier repair
	if err := os.WriteFile(filepath.Join(dir, taken), []byte("older"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Repair(dir); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for name, text := range files {
		path := filepath.Join(dir, name)
		now, _ := os.ReadFile(path)
		if name != "P_hostA_2_G.stat" && strings.HasPrefix(string(now), text) {
			continue
		}
		path += ".orig"
		if name+".orig" == taken {
			path += ".2"
		}
		if original, err := os.ReadFile(path); err != nil && text != "" || string(original) != text {
			t.Errorf("%s: %v, %d bytes kept of %d", name, err, len(original), len(text))
		}
		kept++
	}
	if older, err := os.ReadFile(filepath.Join(dir, taken)); string(older) != "older" || kept < 5 {
		t.Errorf("%q, %v; %d originals", older, err, kept)
	}
}

func TestRepairCompletesProjects(t *testing.T) {
	for what, text := range map[string]string{
		"none":        "",
		"old":         "<Application name='mine'><Description>kept</Description><Topology><Level type='Machine'/><Node name='x'/></Topology><ExternalStatistics><Old/></ExternalStatistics></Application>",
		"cut":         "<Application name='mine'><Topology><Level type='Machine'/>",
		"bad types":   "<Application name='mine'><Description>kept</Description><Topology><Level type='Machine'/></Topology><Datatypes><Rank name='0'><NAMED id='0' name='MPI_UNSIGNED'/></Rank></Datatypes></Application>",
		"twice there": "<Application name='mine'><Description>kept</Description><Topology><Level type='Machine'/><Node name='x'/><Node name='x'/></Topology></Application>",
	} {
		dir := t.TempDir()
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "P.proj"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "P_hostA_G.stat"), sampled(t, 2), 0o666); err != nil {
			t.Fatal(err)
		}
		if fixes, err := Repair(dir); err != nil || len(fixes) != 1 || fixes[0].File != "P.proj" {
			t.Errorf("%s: %v, %v", what, fixes, err)
		}
		accepted(t, dir)
		p, err := Open(os.DirFS(dir), "P.proj", hdtrace.ReadOptions{})
		if err != nil || !slices.Contains(p.Groups, "G") {
			t.Fatal(what, p, err)
		}
		if kept := p.Description == "kept"; kept != strings.Contains(text, "kept") {
			t.Errorf("%s: the description is %q", what, p.Description)
		}
		if _, ok := p.Topology.Find("hostA"); !ok {
			t.Errorf("%s: the node is not there", what)
		}
	}
}

func TestRepairOfNothing(t *testing.T) {
	dir := t.TempDir()
	if fixes, err := Repair(dir); err != nil || len(fixes) != 0 {
		t.Error(fixes, err)
	}
	_, err := Repair(filepath.Join(dir, "none"))
	hdtest.Is(t, "no directory", err, fs.ErrNotExist)
	_, err = CheckDirectory(filepath.Join(dir, "none"))
	hdtest.Is(t, "no directory", err, fs.ErrNotExist)
	_, _, err = Build(os.DirFS(dir), "", BuildOptions{})
	hdtest.Is(t, "no files", err, fs.ErrNotExist)
	_, _, err = Build(os.DirFS(dir), "P", BuildOptions{})
	hdtest.Is(t, "no files", err, fs.ErrNotExist)
	percent := filepath.Join(dir, "50%")
	if err := os.Mkdir(percent, 0o777); err != nil {
		t.Fatal(err)
	}
	if findings, err := CheckDirectory(percent); err != nil || !hdtest.RefusedBy(findings, hdtrace.Java) {
		t.Error("a directory with a percent sign is accepted: ", findings, err)
	}
}
