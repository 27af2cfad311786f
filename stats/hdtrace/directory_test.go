package hdtrace

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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

var oneValue = []Value{{Name: "v", Type: TypeDouble, Unit: "s", Grouping: "T"}}

func TestDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	topology := sure(NewTopology("P", "Hostname", "Rank", "Thread"))
	d := sure(NewDirectory(dir, topology, DirectoryOptions{}))
	host, thread := sure(topology.Node("h")), sure(topology.Node("h", "0", "0"))
	energy := sure(d.StartStatistics(host, "Energy", oneValue, StatisticsOptions{}))
	unused := sure(d.StartStatistics(host, "Unused", oneValue, StatisticsOptions{}))
	root := sure(d.StartStatistics(topology.Root(), "All", oneValue, StatisticsOptions{Buffer: 1}))
	trace := sure(d.StartTrace(thread, TraceOptions{}))
	relations := sure(d.NewRelations(thread, RelationOptions{}))
	if names := listOf(t, dir); len(names) != 0 {
		t.Errorf("files before anything was written: %v", names)
	}
	is(t, "entry", root.WriteEntry(energy.options.Clock(), Double(1)), nil)
	if names := listOf(t, dir); !slices.Equal(names, []string{"P_All.stat"}) {
		t.Errorf("files: %v", names)
	}
	is(t, "entry", energy.WriteEntry(energy.options.Clock(), Double(1)), nil)
	is(t, "state", trace.Begin("Work"), nil)
	is(t, "state", trace.End(), nil)
	token := sure(relations.Create())
	is(t, "token", token.Destroy(), nil)
	early := d.Project()
	if !slices.Equal(early.Groups, []string{"Energy", "Unused", "All"}) {
		t.Errorf("groups before the end: %v", early.Groups)
	}
	is(t, "project", d.WriteProject(early), nil)
	is(t, "close", d.Close(), nil)
	is(t, "close again", d.Close(), nil)
	is(t, "entry after close", unused.WriteEntry(0, Double(1)), os.ErrClosed)

	p := d.Project()
	if !slices.Equal(p.Groups, []string{"Energy", "All"}) {
		t.Errorf("groups: %v", p.Groups)
	}
	is(t, "project", d.WriteProject(p), nil)
	want := []string{"P.proj", "P_All.stat", "P_h_0_0.rel", "P_h_0_0.trc", "P_h_Energy.stat"}
	if names := listOf(t, dir); !slices.Equal(names, want) {
		t.Errorf("files: %v, expected %v", names, want)
	}
	accepted(t, dir)
	built, findings, err := BuildProject(os.DirFS(dir), "", BuildOptions{Levels: []string{"Hostname", "Rank", "Thread"}})
	if err != nil || len(findings) != 0 || whatItSays(built) != whatItSays(p) {
		t.Errorf("%v %v\n%s\nexpected\n%s", err, findings, whatItSays(built), whatItSays(p))
	}
	if fixes, err := Repair(dir); err != nil || len(fixes) != 0 {
		t.Errorf("there was nothing to repair: %v, %v", fixes, err)
	}
	_, err = d.StartStatistics(host, "Late", oneValue, StatisticsOptions{})
	is(t, "group after close", err, os.ErrClosed)
}

func TestDirectoryErrors(t *testing.T) {
	dir := t.TempDir()
	topology := sure(NewTopology("P", "Hostname", "Rank"))
	node := sure(topology.Node("h", "0"))
	_, err := NewDirectory(dir, nil, DirectoryOptions{})
	is(t, "no topology", err, ErrInvalidArgument)
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = NewDirectory(filepath.Join(dir, "file", "below"), topology, DirectoryOptions{})
	is(t, "below a file", err, ErrCreate)
	d := sure(NewDirectory(dir, topology, DirectoryOptions{}))
	_, err = d.StartStatistics(node, "../G", oneValue, StatisticsOptions{})
	is(t, "group with a slash", err, ErrInvalidArgument)
	_, err = d.StartStatistics(nil, "G", oneValue, StatisticsOptions{})
	is(t, "no node", err, ErrInvalidArgument)
	_, err = d.StartStatistics(node, "G", nil, StatisticsOptions{})
	is(t, "no values", err, ErrInvalidArgument)
	sure(d.StartStatistics(node, "G", oneValue, StatisticsOptions{})) // whose name is free again
	_, err = d.StartStatistics(node, "G", oneValue, StatisticsOptions{})
	is(t, "group twice", err, fs.ErrExist)
	_, err = d.NewTrace(topology.Root(), TraceOptions{})
	is(t, "trace of the project", err, ErrInvalidArgument)
	_, err = d.NewRelations(topology.Root(), RelationOptions{})
	is(t, "relations of the project", err, ErrInvalidArgument)
	sure(d.NewTrace(node, TraceOptions{}))
	_, err = d.NewTrace(node, TraceOptions{})
	is(t, "trace twice", err, ErrCreate)
	_, err = d.NewStatistics(node, "Open", StatisticsOptions{})
	is(t, "group", err, nil)
	is(t, "close with a group that is not committed", d.Close(), ErrCommitState)

	// Files of an earlier run are kept with an error, or replaced.
	stale := filepath.Join(dir, node.StatisticsFile("G"))
	if err := os.WriteFile(stale, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = sure(NewDirectory(dir, topology, DirectoryOptions{})).StartStatistics(node, "G", oneValue, StatisticsOptions{})
	is(t, "existing file", err, fs.ErrExist)
	is(t, "existing file", err, ErrCreate)
	again := sure(NewDirectory(dir, topology, DirectoryOptions{Replace: true}))
	s := sure(again.StartStatistics(node, "G", oneValue, StatisticsOptions{Buffer: 1}))
	if _, err := os.Stat(stale); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old file: %v", err)
	}
	if err := os.WriteFile(stale, []byte("somebody else"), 0o666); err != nil {
		t.Fatal(err)
	}
	is(t, "a file that came between", s.WriteEntry(2000*second, Double(1)), ErrCreate)
	is(t, "close", again.Close(), ErrCreate)
}

// A file in which no entry is whole is removed.
func TestDirectoryOfAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no device that is full")
	}
	dir := t.TempDir()
	topology := sure(NewTopology("P", "Hostname"))
	node := sure(topology.Node("h"))
	d := sure(NewDirectory(dir, topology, DirectoryOptions{}))
	s := sure(d.StartStatistics(node, "G", oneValue, StatisticsOptions{Buffer: 1}))
	if err := os.Symlink("/dev/full", filepath.Join(dir, "full")); err != nil {
		t.Fatal(err)
	}
	f := d.files[0]
	f.file = sure(os.OpenFile(filepath.Join(dir, "full"), os.O_WRONLY, 0))
	f.path = filepath.Join(dir, "full") // the link, not the device
	is(t, "entry", s.WriteEntry(2000*second, Double(1)), ErrWrite)
	is(t, "close", d.Close(), ErrWrite)
	if names := listOf(t, dir); len(names) != 0 || len(d.Project().Groups) != 0 {
		t.Errorf("left: %v, %v", names, d.Project().Groups)
	}
}

// killedFiles is what a program may leave that was killed: name and contents.
func killedFiles(t *testing.T) map[string]string {
	t.Helper()
	whole := sample(t, 3, StatisticsOptions{})
	h, _, err := entriesOf(whole, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back := bytes.Clone(whole)
	copy(back[h.Size()+8+h.EntrySize():], appendStamp(nil, 7*second))
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
	if err != nil || Accepted(before, AllReaders) {
		t.Fatal(before, err)
	}
	golden(t, "killed.check", []byte(texts(before)))
	plan, err := PlanRepair(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	done, err := Repair(dir)
	if err != nil || texts(done) != texts(plan) {
		t.Errorf("%v, %s\nplanned\n%s", err, texts(done), texts(plan))
	}
	golden(t, "killed.repair", []byte(texts(done)))
	accepted(t, dir)
	if again, err := Repair(dir); err != nil || len(again) > 0 {
		t.Errorf("repaired twice: %v, %v", again, err)
	}
	for name, want := range map[string]int{"P_hostA_G.stat": 3, "P_hostA_0_G.stat": 2, "P_hostA_1_G.stat": 1, "P_hostA_8_G.stat": 3, "P_hostA_9_G.stat": 3} {
		if _, list, err := entriesOf(readFile(t, filepath.Join(dir, name)), ReadOptions{}); err != nil || len(list) != want {
			t.Errorf("%s: %d entries, %v, expected %d", name, len(list), err, want)
		}
	}
	if _, list, _ := entriesOf(readFile(t, filepath.Join(dir, "P_hostA_9_G.stat")), ReadOptions{}); list[1].End != list[0].End || list[1].Int(0) != 1 {
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
		if err := os.WriteFile(filepath.Join(dir, "P_hostA_G.stat"), sample(t, 2, StatisticsOptions{}), 0o666); err != nil {
			t.Fatal(err)
		}
		if fixes, err := Repair(dir); err != nil || len(fixes) != 1 || fixes[0].File != "P.proj" {
			t.Errorf("%s: %v, %v", what, fixes, err)
		}
		accepted(t, dir)
		p, err := OpenProject(os.DirFS(dir), "P.proj", ReadOptions{})
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
	is(t, "no directory", err, fs.ErrNotExist)
	_, err = CheckDirectory(filepath.Join(dir, "none"))
	is(t, "no directory", err, fs.ErrNotExist)
	_, _, err = BuildProject(os.DirFS(dir), "", BuildOptions{})
	is(t, "no files", err, fs.ErrNotExist)
	_, _, err = BuildProject(os.DirFS(dir), "P", BuildOptions{})
	is(t, "no files", err, fs.ErrNotExist)
	percent := filepath.Join(dir, "50%")
	if err := os.Mkdir(percent, 0o777); err != nil {
		t.Fatal(err)
	}
	if findings, err := CheckDirectory(percent); err != nil || !refusedBy(findings, Java) {
		t.Error("a directory with a percent sign is accepted: ", findings, err)
	}
}
