package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// whatItSays is what a project says, in an order of its own, to compare projects.
func whatItSays(p *Project) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("name %q %q %v", p.Name, p.Description, p.Topology.Levels())
	for n := range p.Topology.All() {
		if n.Parent() != nil {
			add("node %q %s", n.Labels(), n.Type())
		}
	}
	for _, g := range p.Groups {
		add("group %s", g)
	}
	for _, f := range p.Files {
		add("file %+v", f)
	}
	for _, c := range p.Communicators {
		add("communicator %q %v", c.Name, c.sorted())
	}
	for _, d := range p.Datatypes {
		add("datatypes %d %q %+v", d.Rank, d.Thread, d.Types)
	}
	for _, c := range p.Clocks {
		add("clock %+v", c)
	}
	for _, e := range p.Extra {
		add("extra %+v", e)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// The Java reader's verdicts on project files. It refuses datatypes that are read here, for nothing else
// depends on them: the checker tells of it.
func TestProjectVerdicts(t *testing.T) {
	fsys := os.DirFS(filepath.Join(hdtest.RealData(t), "acceptance/proj"))
	ours := map[string]bool{"16badType.proj": true, "22typeNull.proj": true, "24INDEXED.proj": true}
	for file, row := range hdtest.Verdicts(t, "proj") {
		if len(row) > 3 && row[3] == "no" {
			continue
		}
		f, err := Open(fsys, file, hdtrace.ReadOptions{Name: file})
		if ok := strings.HasPrefix(row[1], "OK"); (err == nil) != (ok || ours[file]) {
			t.Errorf("%s: %v, the Java reader says %s", file, err, row[1])
			continue
		}
		findings, checkErr := Check(onlyThose{fsys, strings.TrimSuffix(file, naming.ExtProject)})
		if checkErr != nil {
			t.Fatal(checkErr)
		}
		if hdtest.RefusedBy(findings, hdtrace.Java) != strings.HasPrefix(row[1], "ERROR") {
			t.Errorf("%s: the Java reader says %s, the checker\n%s", file, row[1], hdtest.Texts(findings))
		}
		if err != nil {
			var fault *hdtrace.FormatError
			if !errors.As(err, &fault) || fault.File == "" || fault.Line == 0 && file != "12groupmismatch.proj" {
				t.Errorf("%s: %v does not name the place", file, err)
			}
			continue
		}
		got := ""
		for _, n := range f.Nodes {
			if got += " " + strings.ReplaceAll(n.Node.String(), "_", "-"); n.Trace != "" {
				got += "+trc"
			}
			got += "["
			for _, s := range n.Statistics {
				got += s.Group
			}
			got += "]"
		}
		got = strings.ReplaceAll(got, "_", "-")
		want := strings.ReplaceAll(strings.TrimPrefix(row[1], "OK"), "_", "-")
		if file == "08label.proj" { // which the Java reader does not find, because of the '_'
			want = " 08label[] 08label-my-host[Util] 08label-my-host-0+trc[]"
		}
		if strings.HasPrefix(row[1], "OK") && got != want {
			t.Errorf("%s: files%s, expected%s", file, got, want)
		}
	}
}

// onlyThose is the files of a file system whose names begin with a project's.
type onlyThose struct {
	fs.FS
	project string
}

func (o onlyThose) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !strings.HasPrefix(e.Name(), o.project) }), err
}

// All projects of real programs are read, and are the same after they were written and read again; the
// checker finds nothing that the real readers refuse.
func TestProjectFilesOfRealPrograms(t *testing.T) {
	for _, name := range hdtest.TraceFilesOf(t, hdtest.RealData(t), naming.ExtProject) {
		if strings.Contains(name, "acceptance") {
			continue
		}
		p, err := Read(bytes.NewReader(hdtest.ReadFile(t, name)), hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Error(err)
			continue
		}
		p.Groups = slices.DeleteFunc(p.Groups, func(g string) bool { return markup.CheckName("", g) != nil })
		var b bytes.Buffer
		if _, err := p.WriteTo(&b); err != nil {
			t.Error(name, err)
		}
		again, err := Read(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Fatal(name, err)
		}
		for i := range p.Files { // what the merger of 2009 has left out is written with what it stands for
			p.Files[i].Distribution, p.Files[i].ChunkSize = again.Files[i].Distribution, again.Files[i].ChunkSize
		}
		if whatItSays(again) != whatItSays(p) {
			t.Errorf("%s:\n%s\nbecame\n%s", name, whatItSays(p), whatItSays(again))
		}
		findings, err := Check(os.DirFS(filepath.Dir(name)))
		if err != nil || hdtest.RefusedBy(findings, hdtrace.Java|hdtrace.Sunshot) {
			t.Errorf("%s: %v %s", name, err, hdtest.Texts(findings))
		}
	}
}

// The project made of the files of the MPI wrapper is that of the real merger, but for its groups, which it
// always writes, and the order.
func TestBuildIsTheMerger(t *testing.T) {
	for _, c := range []struct{ folder, project string }{{"generated/mpi-wrapper", "mpitest"}, {"generated/c-writer", "RefProject"}, {"repo/HDPowerEstimation/test-data/partdiff-mpi", "partdiff-mpi"}} {
		fsys := os.DirFS(filepath.Join(hdtest.RealData(t), c.folder))
		got, findings, err := Build(fsys, "", BuildOptions{})
		if err != nil || !hdtrace.Accepted(findings, hdtrace.AllReaders) {
			t.Error(c.folder, err, findings)
			continue
		}
		f, err := fsys.Open(c.project + naming.ExtProject)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Read(f, hdtrace.ReadOptions{Name: c.project + naming.ExtProject})
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if c.project == "mpitest" {
			want.Groups = nil // there are no statistics
		}
		for i := range want.Files {
			want.Files[i].Distribution, want.Files[i].ChunkSize = "", ""
		}
		if c.project == "partdiff-mpi" { // the size is what the rank saw that is read first, which is chance
			for _, p := range []*Project{got, want} {
				for i := range p.Files {
					p.Files[i].Size = 0
				}
			}
		}
		if whatItSays(got) != whatItSays(want) {
			t.Errorf("%s:\n%s\nexpected\n%s", c.folder, whatItSays(got), whatItSays(want))
		}
	}
}

// fullProject has something of everything, also what readers would refuse.
func fullProject() *Project {
	p := New(hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread")))
	hdtest.Sure(p.Topology.Node("h1", "0", "0"))
	hdtest.Sure(p.Topology.Node("h1", "0", "1"))
	hdtest.Sure(p.Topology.Node("h2", "1"))
	p.Name, p.Description = `a "name"`, "text & <more>"
	p.Groups = []string{"Timers", "Energy"}
	p.Files = []AccessedFile{{Name: "it's", Size: 12}, {Name: "b", Distribution: "D", ChunkSize: "1K"}}
	p.Communicators = []Communicator{{Name: "WORLD", Members: []Member{{0, 0, 0}, {1, 1, 0}}}, {Members: []Member{{1, 0, 3}}}}
	named := func(id, name string) hdtrace.Element {
		return hdtrace.Element{Name: "NAMED", Attributes: []hdtrace.Attribute{{Name: "id", Value: id}, {Name: "name", Value: name}}}
	}
	vector := hdtrace.Element{Name: "VECTOR", Attributes: []hdtrace.Attribute{{Name: "id", Value: "2"}, {Name: "name", Value: ""}, {Name: "count", Value: "1"}, {Name: "blocklength", Value: "2"}, {Name: "stride", Value: "3"}, {Name: "oldType", Value: "1"}}}
	part := hdtrace.Element{Name: "Type", Attributes: []hdtrace.Attribute{{Name: "id", Value: "9"}, {Name: "displacement", Value: "0"}, {Name: "blocklen", Value: "1"}}}
	p.Datatypes = []RankDatatypes{
		{Rank: 0, Thread: "0", Types: []hdtrace.Element{named("0", "MPI_INT"), named("1", "MPI_UNSIGNED"), vector, {Name: "STRUCT", Attributes: []hdtrace.Attribute{{Name: "id", Value: "3"}}, Elements: []hdtrace.Element{part}}, {Name: "DARRAY", Attributes: []hdtrace.Attribute{{Name: "id", Value: "4"}}}}},
		{Rank: 0, Thread: "1", Types: []hdtrace.Element{named("0", "MPI_CHAR")}},
		{Rank: 1, Types: []hdtrace.Element{named("0", "MPI_DOUBLE")}},
	}
	p.Clocks = []Clock{{0, "", 1247806573e9, -1500, 20, false}, {1, "mpi0", 1247806574e9, 12, 0, true}}
	p.Extra = []hdtrace.Element{{Name: "Tool", Attributes: []hdtrace.Attribute{{Name: "version", Value: "1"}}, Text: "x", Elements: []hdtrace.Element{{Name: "Inner"}}}}
	return p
}

func TestProjectText(t *testing.T) {
	p := fullProject()
	var b bytes.Buffer
	if n, err := p.WriteTo(&b); err != nil || n != int64(b.Len()) {
		t.Fatal(n, err)
	}
	golden.Check(t, "full.proj", b.Bytes())
	again, err := Read(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{Name: "some/where/P.proj"})
	if err != nil {
		t.Fatal(err)
	}
	p.Files[0].Distribution, p.Files[0].ChunkSize, p.Files[1].ChunkSize = simpleStripe, defaultChunk, "1K"
	if whatItSays(again) != whatItSays(p) {
		t.Errorf("%s\nbecame\n%s", whatItSays(p), whatItSays(again))
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "P.proj"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	accepted(t, dir)
	if !hdtrace.Accepted(p.Check(), hdtrace.AllReaders) {
		t.Error(p.Check())
	}
	_, err = p.WriteTo(&hdtest.FlakyFile{Take: func(int) int { return 0 }})
	hdtest.Is(t, "write", err, hdtrace.ErrWrite)
}

func TestProjectErrors(t *testing.T) {
	write := func(edit func(p *Project)) error {
		p := fullProject()
		edit(p)
		_, err := p.WriteTo(&bytes.Buffer{})
		return err
	}
	const most = math.MaxInt // where this is what 32 bits hold, the faults that are wider cannot be made
	for what, edit := range map[string]func(p *Project){
		"no topology": func(p *Project) { p.Topology = nil },
		"group":       func(p *Project) { p.AddGroup("my group") },
		"extra":       func(p *Project) { p.Extra = []hdtrace.Element{{Name: "a b"}} },
		"attribute":   func(p *Project) { p.Extra[0].Attributes = []hdtrace.Attribute{{Name: "a b", Value: ""}} },
		"attribute twice": func(p *Project) {
			p.Extra[0].Attributes = []hdtrace.Attribute{{Name: "a", Value: ""}, {Name: "a", Value: ""}}
		},
		"member":         func(p *Project) { p.Communicators[0].Members[0].CID = most },
		"rank":           func(p *Project) { p.Datatypes[0].Rank = -most },
		"node below all": func(p *Project) { p.Topology.UncheckedNode("a", "b", "c", "d") },
	} {
		if strconv.IntSize == 32 && (what == "member" || what == "rank") {
			continue
		}
		hdtest.Is(t, what, write(edit), hdtrace.ErrInvalidArgument)
	}
	deep := hdtrace.Element{Name: "e"}
	for range markup.MaxDepth + 1 {
		deep = hdtrace.Element{Name: "e", Elements: []hdtrace.Element{deep}}
	}
	hdtest.Is(t, "depth", write(func(p *Project) { p.Extra = []hdtrace.Element{deep} }), hdtrace.ErrOverflow)

	read := func(text string) error {
		_, err := Read(strings.NewReader(text), hdtrace.ReadOptions{})
		return err
	}
	for text, want := range map[string]error{
		"": hdtrace.ErrTruncated, "<a": hdtrace.ErrTruncated, "<a><Topology>": hdtrace.ErrTruncated, "x": hdtrace.ErrSyntax, "<a></b>": hdtrace.ErrSyntax,
		"<a><Topology/></a>x": hdtrace.ErrSyntax, "<a><Topology/></a><b/>": hdtrace.ErrSyntax, "<a b='1' b='2'><Topology/></a>": hdtrace.ErrSyntax, "<a b='1'c='2'><Topology/></a>": hdtrace.ErrSyntax,
		"<?xml version='1.0' encoding='EBCDIC'?><a/>":  hdtrace.ErrSyntax,
		"<a><Topology><Node name='x'/></Topology></a>": hdtrace.ErrSyntax,
		strings.Repeat("<a>", markup.MaxDepth+1):       hdtrace.ErrSyntax,
		"<a><Topology><Node type='T'/></Topology></a>": hdtrace.ErrSyntax,
		" <?xml version='1.0'?><a><Topology/></a>":     hdtrace.ErrSyntax, "<?xml version='1.0' coding='x'?><a><Topology/></a>": hdtrace.ErrSyntax,
		"<?xml version='1.0' encoding='latin1'?><a a='\xe4\xe4' b='\xe4\"'><Topology/></a>": nil,
		"<a><topology><Level/><NODE name='x'/></topology></a>":                              nil,
		"<?xml version='1.0' encoding='ISO-8859-1'?><a name='\xe4'><Topology/></a>":         nil,
		"<a><Topology><Node name='x' type='T'/></Topology></a>":                             nil,
	} {
		hdtest.Is(t, text, read(text), want)
	}
	broken := errors.New("broken")
	_, err := Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("<a/>"))), hdtrace.ReadOptions{})
	hdtest.Is(t, "timeout", err, iotest.ErrTimeout)
	_, err = Read(iotest.ErrReader(broken), hdtrace.ReadOptions{})
	hdtest.Is(t, "broken", err, broken)
	p, err := Read(strings.NewReader("<a name='P'><Topology><Level type='L'/><Node name='x'/><Node/></Topology></a>"), hdtrace.ReadOptions{Tolerant: true})
	if err != nil || len(p.Topology.Root().Children()) != 1 {
		t.Error("a tolerant reader gives what was good: ", p, err)
	}
}

func TestProjectMerge(t *testing.T) {
	a, b := fullProject(), fullProject()
	before := whatItSays(a)
	hdtest.Is(t, "merge", a.Merge(b), nil)
	if whatItSays(a) != before {
		t.Errorf("merged with its like:\n%s\nexpected\n%s", whatItSays(a), before)
	}
	other := New(hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread", "Part")))
	hdtest.Sure(other.Topology.Node("h3", "2", "0", "p"))
	other.Groups = []string{"Energy", "More"}
	other.Communicators = []Communicator{{Name: "WORLD", Members: []Member{{1, 1, 0}, {0, 0, 0}}}, {Name: "other", Members: []Member{{2, 0, 0}}}}
	hdtest.Is(t, "merge", a.Merge(other), nil)
	if _, ok := a.Topology.Find("h3", "2", "0", "p"); !ok || a.Topology.Depth() != 5 || len(a.Groups) != 3 || len(a.Communicators) != 3 {
		t.Error(whatItSays(a))
	}
	hdtest.Is(t, "other project", a.Merge(New(hdtest.Sure(hdtrace.NewTopology("Q", "Hostname")))), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "other levels", a.Merge(New(hdtest.Sure(hdtrace.NewTopology("P", "Host")))), hdtrace.ErrInvalidArgument)
}

// A project that can be written is one that readers take, and is read as it was.
func TestProjectRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := rapid.StringMatching(`[A-Za-z0-9-]{1,4}`)
		p := New(hdtest.Sure(hdtrace.NewTopology("P", "A", "B")))
		for range rapid.IntRange(0, 6).Draw(t, "nodes") {
			hdtest.Sure(p.Topology.Node(rapid.SliceOfN(label, 1, 2).Draw(t, "node")...))
		}
		p.Name = naming.ValidText(rapid.String().Draw(t, "name"))
		for range rapid.IntRange(0, 3).Draw(t, "groups") {
			p.AddGroup(rapid.StringMatching(`[a-w][A-Za-z0-9.-]{0,5}`).Draw(t, "group"))
		}
		var infos []RankInfo
		for rank := range rapid.IntRange(0, 3).Draw(t, "ranks") {
			infos = append(infos, RankInfo{Rank: rank, Info: anyInfo(t)})
		}
		p.AddInfo(infos...)
		var b bytes.Buffer
		if _, err := p.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		root, err := markup.Parse(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if _, findings := checkProject("P.proj", root); hdtest.RefusedBy(findings, hdtrace.AllReaders) {
			t.Fatalf("%v\n%s", findings, b.String())
		}
		again, err := Read(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{Name: "P.proj"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Files {
			p.Files[i].Distribution, p.Files[i].ChunkSize = simpleStripe, defaultChunk
		}
		if whatItSays(again) != whatItSays(p) {
			t.Fatalf("%s\nbecame\n%s\n%s", whatItSays(p), whatItSays(again), b.String())
		}
	})
}

func FuzzProject(f *testing.F) {
	text, err := fullProject().appendXML(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../../shared/data/hdtrace", "acceptance/proj/*.proj", "generated/*/*.proj")
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(bytes.NewReader(data), hdtrace.ReadOptions{Name: "P.proj"})
		tolerant, tolerantErr := Read(bytes.NewReader(data), hdtrace.ReadOptions{Name: "P.proj", Tolerant: true})
		if err != nil {
			if tolerantErr == nil {
				_ = tolerant.Check()
			}
			return
		}
		p.Check()
		b, err := p.appendXML(nil)
		if err != nil {
			return // names that no writer writes
		}
		again, err := Read(bytes.NewReader(b), hdtrace.ReadOptions{Name: "P.proj"})
		if err != nil {
			t.Fatalf("%v\n%s\nbecame\n%s", err, data, b)
		}
		if len(again.Groups) != len(p.Groups) || len(again.Communicators) != len(p.Communicators) || len(again.Files) != len(p.Files) {
			t.Fatalf("%s\nbecame\n%s", data, b)
		}
		root, err := markup.Parse(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if _, findings := checkProject("P.proj", root); hdtest.RefusedBy(findings, hdtrace.Java) {
			t.Fatalf("%v\n%s", findings, b)
		}
	})
}
