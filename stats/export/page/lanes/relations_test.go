package lanes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
)

// served is a project in which a server does what two clients, of its own host and of another, have asked for at one time.
func served(t *testing.T) fstest.MapFS {
	t.Helper()
	folder := t.TempDir()
	topology, err := hdtrace.NewTopology("p", "Hostname", "Rank")
	if err != nil {
		t.Fatal(err)
	}
	d, err := project.NewDirectory(folder, topology, project.DirectoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	now := hdtrace.Epoch(1000e9)
	writer := func(host, rank string) *relation.Writer {
		node, err := topology.Node(host, rank)
		if err != nil {
			t.Fatal(err)
		}
		w, err := d.NewRelations(node, relation.Options{Header: relation.Header{Host: host, Process: rank}, Clock: func() hdtrace.Epoch { return now }, Sequential: true})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	writers := map[string]*relation.Writer{"client": writer("a", "0"), "far": writer("b", "1"), "server": writer("a", "2")}
	tokens := map[string]*relation.Token{}
	for _, step := range []struct {
		at        float64 // seconds
		do, token string
		with      string
	}{
		{1, "create", "client", ""}, {1, "start", "client", "ask"}, {1.5, "create", "far", ""}, {1.5, "start", "far", "ask far"},
		{2, "local", "server", "client"}, {2, "start", "server", "serve"}, {2.5, "start", "server", "disk"}, {3, "remote", "second", "far"}, {3.5, "start", "second", "serve"},
		{4, "end", "server", ""}, {4, "end", "server", ""}, {4, "destroy", "server", ""}, {5, "end", "second", ""}, {5, "destroy", "second", ""},
		{5.5, "end", "client", ""}, {5.5, "destroy", "client", ""}, {6, "end", "far", ""}, {6, "destroy", "far", ""},
		{7, "within", "third", "server"}, {7, "start", "third", "flush"}, {8, "end", "third", ""}, {8, "destroy", "third", ""},
	} {
		now = hdtrace.Epoch(1000e9 + step.at*1e9)
		var err error
		switch one := tokens[step.token]; step.do {
		case "create":
			tokens[step.token], err = writers[step.token].Create()
		case "local":
			tokens[step.token], err = writers["server"].RelateLocal(tokens[step.with].Name().Local())
		case "remote":
			tokens[step.token], err = writers["server"].RelateRemote(tokens[step.with].Name().Remote())
		case "within": // of the same process, by its name, for it is gone
			tokens[step.token], err = writers["server"].RelateLocal(tokens[step.with].Name().Local())
		case "start":
			err = one.Start(step.with, nil)
		case "end":
			err = one.End(nil)
		case "destroy":
			err = one.Destroy()
		}
		if err != nil {
			t.Fatal(step, err)
		}
	}
	for _, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.WriteProject(d.Project()); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
	}
	return files
}

// Relations have lanes of their own, as many as there are at one time, and say which state has caused which.
func TestRelations(t *testing.T) {
	tl, err := Read(served(t), "p.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range tl.Lanes {
		l := &tl.Lanes[i]
		got = append(got, fmt.Sprintf("%s %s %s: %d", l.Host, l.Rank, l.Thread, l.States))
	}
	slices.Sort(got)
	if want := []string{"a 0 relations: 1", "a 2 relations 2: 1", "a 2 relations: 3", "b 1 relations: 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	lane := func(host, rank, thread string) int {
		return slices.IndexFunc(tl.Lanes, func(l Lane) bool { return l.Host == host && l.Rank == rank && l.Thread == thread })
	}
	server := lane("a", "2", "relations")
	want := []Message{
		{lane("a", "0", "relations"), server, Caused, 1e9, 1e9, 1e9, 0},
		{lane("b", "1", "relations"), lane("a", "2", "relations 2"), Caused, 2e9, 2e9, 2.5e9, 0},
		{server, server, Caused, 3e9, 3e9, 6e9, 0}, // when the one that has caused it was gone
	}
	if got := decoded(t, tl); !slices.Equal(got, want) || tl.RelationsLeft != 0 {
		t.Errorf("%v, want %v", got, want)
	}
	for _, p := range tl.Profiles {
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
}

// What HDTrace's C library has written of relations is there.
func TestRelationsOfTheCLibrary(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "..", "shared", "data", "hdtrace", "generated", "c-writer")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("there is no ../shared/data")
	}
	tl, err := Read(os.DirFS(folder), "RefProject.proj", Options{})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int64{}
	for i := range tl.Lanes {
		of[tl.Lanes[i].Thread] = tl.Lanes[i].States
	}
	// The root, what it caused in its own topology, and what it caused by its name for other hosts.
	if got := decoded(t, tl); len(got) != 2 || got[0].Kind != Caused || got[1].Kind != Caused || got[0].From != got[1].From || of["0 relations"] != 1 || of["0 relations 2"] != 1 || of["0 relations 3"] != 1 {
		t.Errorf("%v in %v", got, of)
	}
}

// Of more relations at one time than there is room for it is told how many are left out.
func TestManyRelations(t *testing.T) {
	text := `<relation version="1" hostID="a" localToken="1" topologyNumber="0" timeAdjustment="1000">`
	for k := range mostTracks + 5 {
		text += fmt.Sprintf(`<rel t="%d" time="1.0"/><s name="x" t="%[1]d" time="1.5"/>`, k)
	}
	for k := range mostTracks + 5 {
		text += fmt.Sprintf(`<e t="%d" time="2.0"/><un t="%[1]d" time="2.0"/>`, k)
	}
	tl, err := Read(fstest.MapFS{"p.proj": {Data: []byte(twoRanks)}, "p_h_0.rel": {Data: []byte(text + "</relation>\n")}}, "p.proj", Options{})
	if err != nil || len(tl.Lanes) != mostTracks || tl.RelationsLeft != 5 {
		t.Errorf("%v: %+v", err, tl)
	}
}
