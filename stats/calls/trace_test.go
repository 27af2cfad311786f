package calls

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
)

// realTraces returns the directory of the traces that HDTrace's MPI wrapper has written.
func realTraces(t *testing.T) string {
	folder := filepath.Join("..", "..", "..", "shared", "data", "hdtrace", "generated", "mpi-wrapper")
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real traces in %s", folder)
	}
	return folder
}

// eventOf makes a call of a state of a real trace: each attribute and element must be one that the table
// has, in that order.
func eventOf(t *testing.T, r *tracefile.Record) Event {
	t.Helper()
	index, ok := functions.Lookup(r.Name)
	if !ok {
		t.Fatalf("no function %s", r.Name)
	}
	e := Event{Function: index, Start: uint64(r.Start), End: uint64(r.End)}
	f := e.Info()
	var lists [][][]Value
	at := 0
	for _, c := range f.Children {
		var list [][]Value
		for ; at < len(r.Elements) && r.Elements[at].Name == c.Element; at++ {
			list = append(list, valuesOf(t, r.Name+"/"+c.Element, c.Attributes, r.Elements[at].Attributes))
		}
		lists = append(lists, list)
	}
	if at != len(r.Elements) {
		t.Fatalf("%s: element %v is none of the table", r.Name, r.Elements[at])
	}
	if err := e.Set(valuesOf(t, r.Name, f.Attributes, r.Attributes), lists...); err != nil {
		t.Fatal(err)
	}
	return e
}

func valuesOf(t *testing.T, what string, attributes []functions.Attribute, real []hdtrace.Attribute) []Value {
	t.Helper()
	var list []Value
	for _, a := range attributes {
		switch {
		case a.Hidden:
			list = append(list, Value{Number: noRank})
			continue
		case len(real) == 0 || real[0].Name != a.Name:
			t.Fatalf("%s: the table has %s, the real trace %v", what, a.Name, real)
		case a.Text:
			list = append(list, Value{Text: real[0].Value})
		default:
			n, err := strconv.ParseInt(real[0].Value, 10, 64)
			if err != nil {
				t.Fatal(what, err)
			}
			list = append(list, Value{Number: n})
		}
		real = real[1:]
	}
	if len(real) > 0 {
		t.Fatalf("%s: the table does not have %v", what, real)
	}
	return list
}

func nanosAreEpoch(nanos int64) hdtrace.Epoch { return hdtrace.Epoch(nanos) }

// What HDTrace's wrapper has written of a program is what is written here of the same calls, byte for byte,
// but for the length of Init: the wrapper takes two times after it.
func TestTraceIsThatOfTheWrapper(t *testing.T) {
	folder := realTraces(t)
	out := t.TempDir()
	err := local.Run(2, func(c machenv.Communicator) error {
		data, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("mpitest_vm_%d_0.trc", c.Rank())))
		if err != nil {
			return err
		}
		reader, err := tracefile.NewReader(bytes.NewReader(data), hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		var words []uint64
		for record, err := range reader.Records() {
			if err != nil {
				return err
			}
			e := eventOf(t, record)
			words = Encode(words, &e)
		}
		events, err := Decode(words)
		if err != nil {
			return err
		}
		r := realRank(c.Rank())
		r.Events = events
		topology, err := hdtrace.NewTopology("mpitest", TraceLevels()...)
		if err != nil {
			return err
		}
		d, err := project.NewDirectory(out, topology, project.DirectoryOptions{})
		if err != nil {
			return err
		}
		return writeAll(c, d, r, TraceOptions{Epoch: nanosAreEpoch, Header: reader.Header()}, "")
	})
	if err != nil {
		t.Fatal(err)
	}
	for rank := range 2 {
		name := fmt.Sprintf("mpitest_vm_%d_0.trc", rank)
		got, want := lines(t, filepath.Join(out, name)), lines(t, filepath.Join(folder, name))
		if !strings.HasPrefix(got[1], "<Init  time='0.561") || got[1][len("<Init  time="):len("<Init  time=")+10] != got[1][len("<Init  time='0.561036' end="):len("<Init  time='0.561036' end=")+10] {
			t.Errorf("%s: Init has a length: %s", name, got[1])
		}
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] && !strings.HasPrefix(want[i], "<Init ") {
				t.Fatalf("%s line %d: %q, the wrapper has %q", name, i+1, got[i:], want[i:])
			}
		}
		name = fmt.Sprintf("mpitest_vm_%d_0.info", rank)
		if got, want := sorted(lines(t, filepath.Join(out, name))), sorted(lines(t, filepath.Join(folder, name))); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
	accepted(t, out)
	if _, err := project.Open(os.DirFS(out), "mpitest.proj", hdtrace.ReadOptions{}); err != nil {
		t.Error(err)
	}
}

// realRank returns what the wrapper's program had.
func realRank(rank int) *Rank {
	return &Rank{
		Rank: rank, Size: 2, Host: "vm",
		Communicators: []CommunicatorRecord{{ID: 0, Name: "MPI_COMM_WORLD", Ranks: []int{0, 1}}, {ID: 1, Ranks: []int{rank}}},
		Datatypes: []DatatypeRecord{
			{ID: 0, Combiner: "NAMED", Name: "MPI_INT", Size: 4},
			{ID: 1, Combiner: "VECTOR", Size: 8, Integers: []int64{2, 1, 2}, Types: []int{0}},
		},
		Files: []FileRecord{{ID: 0, Name: "data.bin"}},
	}
}

// writeAll writes the trace of a rank and, on rank 0, the project.
func writeAll(c machenv.Communicator, d *project.Directory, r *Rank, o TraceOptions, description string) error {
	w, err := WriteTrace(d, r, o)
	if err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	p, err := GatherProject(c, d, r, o, w, 0)
	if err != nil || p == nil {
		return err
	}
	if p.Description != description {
		return fmt.Errorf("description %q, expected %q", p.Description, description)
	}
	return d.WriteProject(p)
}

func lines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(string(data), "\n")
}

func sorted(list []string) string {
	slices.Sort(list)
	return strings.Join(list, "")
}

// accepted fails if readers have anything to say but notes.
func accepted(t *testing.T, folder string) {
	t.Helper()
	findings, err := project.CheckDirectory(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Severity > finding.Note {
			t.Error(f)
		}
	}
}

// everything returns a rank that has called each function once, with awkward texts.
func everything(rank int) *Rank {
	r := realRank(rank)
	r.Host = "node_1/ü"
	r.Datatypes = append(r.Datatypes,
		DatatypeRecord{ID: 2, Combiner: "MPI_COMBINER_NAMED", Name: "MPI_UNSIGNED_LONG"},
		DatatypeRecord{ID: 3, Combiner: "DUP", Types: []int{2}},
		DatatypeRecord{ID: 4, Combiner: "STRUCT", Integers: []int64{2, 1, 1}, Addresses: []int64{0, 8}, Types: []int{0, 3}},
		DatatypeRecord{ID: 5, Combiner: "DARRAY"})
	r.Files = append(r.Files, FileRecord{ID: 1, Name: `a "b" <c>&'d'`, Size: 5})
	at := uint64(1_700_000_000_123_456_789)
	for i, f := range functions.List() {
		e := Event{Function: i, Start: at, End: at + 1500}
		at += 2000
		fill := func(attributes []functions.Attribute) (list []Value) {
			for j, a := range attributes {
				v := Value{Number: int64(j)}
				if a.Text {
					v = Value{Text: "<'&\">\x01\xff"}
				}
				list = append(list, v)
			}
			return list
		}
		var lists [][][]Value
		for _, c := range f.Children {
			lists = append(lists, [][]Value{fill(c.Attributes), fill(c.Attributes)})
		}
		if err := e.Set(fill(f.Attributes), lists...); err != nil {
			panic(err)
		}
		r.Events = append(r.Events, e)
	}
	return r
}

// All functions, threads, drops and limits give traces that the readers open.
func TestTraceOfEverything(t *testing.T) {
	out := t.TempDir()
	var written Written
	err := local.Run(3, func(c machenv.Communicator) error {
		topology, err := hdtrace.NewTopology("all", TraceLevels()...)
		if err != nil {
			return err
		}
		d, err := project.NewDirectory(out, topology, project.DirectoryOptions{})
		if err != nil {
			return err
		}
		r := everything(c.Rank())
		r.Communicators[0].Ranks = []int{0, 1, 2}
		o := TraceOptions{Epoch: nanosAreEpoch}
		switch c.Rank() {
		case 0:
			r.Dropped = 7
			r.Events[3].Flags = PartsLeftOut
			for i := range r.Events {
				if i%5 == 0 {
					r.Events[i].Thread = 2
				}
			}
		case 1:
			r.Events, r.Dropped = nil, 9
		case 2:
			o.Limit.Bytes = 8000
		}
		description := "16 calls of 2 ranks were not recorded: the record was full.\n"
		w, err := WriteTrace(d, r, o)
		if err != nil {
			return err
		}
		if c.Rank() == 2 {
			written = w
		}
		if err := d.Close(); err != nil {
			return err
		}
		p, err := GatherProject(c, d, r, o, w, 0)
		if err != nil || p == nil {
			return err
		}
		if !strings.HasPrefix(p.Description, description) || !strings.HasSuffix(p.Description, "calls of 1 rank were left out of the traces, which have reached their limits.") {
			t.Errorf("description %q", p.Description)
		}
		if len(p.Communicators) != 3 || len(p.Communicators[0].Members) != 3 || len(p.Datatypes) != 3 {
			t.Errorf("communicators %v, datatypes of %d ranks", p.Communicators, len(p.Datatypes))
		}
		return d.WriteProject(p)
	})
	if err != nil {
		t.Fatal(err)
	}
	accepted(t, out)
	if written.LeftOut.Size == 0 || written.Calls+written.LeftOut.States() != int64(len(functions.List())) {
		t.Errorf("%+v of %d calls", written, len(functions.List()))
	}
	trace := func(name string) string {
		return strings.Join(lines(t, filepath.Join(out, "all_"+hdtrace.Label("node_1/ü")+"_"+name+".trc")), "")
	}
	for name, want := range map[string]string{
		"0_0": "<Event name='LeftOut' states='7' recorder='7' since='",
		"0_2": "<Send ",
		"1_0": "<Event name='LeftOut' states='9' recorder='9' ",
		"2_0": "<Event name='LeftOut' states='",
	} {
		if text := trace(name); !strings.Contains(text, want) {
			t.Errorf("%s has no %s:\n%.500s", name, want, text)
		}
	}
	if text := trace("0_0"); strings.Count(text, "<LeftOut/>") != 1 {
		t.Errorf("no mark of the parts that were left out:\n%.500s", text)
	}
	// The project can also be made of the files alone.
	p, findings, err := project.Build(os.DirFS(out), "all", project.BuildOptions{Levels: TraceLevels()})
	if err != nil || len(p.Communicators) != 3 || !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("%v, %v, %v", p, findings, err)
	}
}

// A communicator with too many members is told of without them.
func TestTraceLargeCommunicator(t *testing.T) {
	r := realRank(0)
	r.Communicators = append(r.Communicators, CommunicatorRecord{ID: 2, Name: "never used", Ranks: []int{0}})
	r.Events = []Event{newEvent("Comm_split", 1, 2, numbers{"newcid": 1}, nil)}
	golden.Check(t, "large.info", infoText(r, 1))
}

func TestTraceNeedsTime(t *testing.T) {
	if _, err := WriteTrace(nil, realRank(0), TraceOptions{}); err == nil {
		t.Error("a trace without a time of day")
	}
}

// projectForTwo returns a directory in which several tracers write a project, the node of the main thread of
// rank 0 there, and what opens the directory for one of them.
func projectForTwo(t *testing.T) (out string, node *hdtrace.Node, open func() *project.Directory) {
	t.Helper()
	out = t.TempDir()
	topology, err := hdtrace.NewTopology("run", TraceLevels()...)
	if err == nil {
		node, err = topology.Node("vm", "0", "0")
	}
	if err != nil {
		t.Fatal(err)
	}
	return out, node, func() *project.Directory {
		t.Helper()
		d, err := project.NewDirectory(out, topology, project.DirectoryOptions{Replace: true})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
}

// The timeline of a short program is written when it ends, after the calls: its traces keep their names all the same.
func TestTraceBesideTimelineThatWaits(t *testing.T) {
	out, node, open := projectForTwo(t)
	regions := open()
	trace, err := regions.StartTrace(node, tracefile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := trace.Begin("Region"); err != nil {
		t.Fatal(err)
	}
	d, r := open(), realRank(0)
	r.Communicators, r.Dropped = r.Communicators[:1], 3
	w, err := WriteTrace(d, r, TraceOptions{Epoch: nanosAreEpoch})
	if err := errors.Join(err, d.Close(), d.MergeProject(d.Project())); err != nil || !w.Beside {
		t.Fatal(w, err)
	}
	if err := errors.Join(trace.End(), regions.Close(), regions.MergeProject(regions.Project())); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(lines(t, filepath.Join(out, "run_vm_0_0.trc")), ""); !strings.Contains(text, "Region") {
		t.Errorf("the trace of the regions: %s", text)
	}
	accepted(t, out)
	// What is closed is claimed no more.
	again := open()
	if _, err := again.StartTrace(node, tracefile.Options{}); err != nil {
		t.Error(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// Traces of calls leave those of regions alone that lie there under the same name, and are in one project with
// them; a second run replaces its own.
func TestTraceBesideTimeline(t *testing.T) {
	out, node, open := projectForTwo(t)
	regions := open()
	trace, err := regions.StartTrace(node, tracefile.Options{})
	if err == nil {
		err = errors.Join(trace.Begin("Region"), trace.End(), regions.Close(), regions.MergeProject(regions.Project()))
	}
	if err != nil {
		t.Fatal(err)
	}
	before := lines(t, filepath.Join(out, "run_vm_0_0.trc"))
	for range 2 {
		r := realRank(0)
		r.Communicators, r.Dropped = r.Communicators[:1], 3
		d := open()
		w, err := WriteTrace(d, r, TraceOptions{Epoch: nanosAreEpoch})
		if err == nil {
			err = errors.Join(d.Close(), d.MergeProject(d.Project()))
		}
		if err != nil || !w.Beside {
			t.Fatal(w, err)
		}
		if after := lines(t, filepath.Join(out, "run_vm_0_0.trc")); strings.Join(after, "") != strings.Join(before, "") {
			t.Errorf("the trace of the regions is now %q", after)
		}
		if text := strings.Join(lines(t, filepath.Join(out, "run_vm_0_mpi0.trc")), ""); !strings.Contains(text, tracefile.LeftOutEvent) {
			t.Errorf("the trace of the calls: %s", text)
		}
	}
	accepted(t, out)
	p, err := project.Open(os.DirFS(out), "run.proj", hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range []string{"0", "mpi0"} {
		if _, ok := p.Topology.Find("vm", "0", thread); !ok {
			t.Errorf("thread %s is not in the project", thread)
		}
	}
}

// A receive tells its bytes, and one that takes what comes also whence it came.
func TestReceivesTellWhatCame(t *testing.T) {
	attributes := []functions.Attribute{{Name: "fromRank"}, {Name: "fromTag"}, {Name: "cid"}, {Name: "source", Hidden: true}, {Name: "tag", Hidden: true}, {Name: "bytes", Hidden: true}}
	for _, c := range []struct {
		values []int64
		want   string
	}{
		{[]int64{3, 5, 0, 3, 5, 80}, "[{fromRank 3} {fromTag 5} {cid 0} {bytes 80}]"},
		{[]int64{anyRank, 5, 0, 3, 5, 80}, "[{fromRank -1} {fromTag 5} {cid 0} {source 3} {tag 5} {bytes 80}]"},
		{[]int64{3, anyTag, 0, 3, 7, 80}, "[{fromRank 3} {fromTag -1} {cid 0} {source 3} {tag 7} {bytes 80}]"},
		{[]int64{anyRank, anyTag, 0, -3, -1, 0}, "[{fromRank -1} {fromTag -1} {cid 0}]"}, // cancelled
	} {
		var values []Value
		for _, n := range c.values {
			values = append(values, Value{Number: n})
		}
		if got := fmt.Sprint(visible(attributes, values)); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
}
