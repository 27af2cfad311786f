package hdtrace

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestTopology(t *testing.T) {
	topology, err := NewTopology("myProject", "Host", "Process", "Thread")
	if err != nil {
		t.Fatal(err)
	}
	if d := topology.Depth(); d != 4 {
		t.Errorf("depth %d, expected the root and three levels", d)
	}
	for level, want := range []string{"Project", "Host", "Process", "Thread", ""} {
		if got := topology.LevelType(level); got != want {
			t.Errorf("type of level %d: %s, expected %s", level, got, want)
		}
	}
	n, err := topology.Node("host1", "process1", "thread1")
	if err != nil {
		t.Fatal(err)
	}
	if n.Level() != 3 || n.Path() != "host1_process1_thread1" || n.String() != "myProject_host1_process1_thread1" || n.Type() != "Thread" {
		t.Errorf("level %d, path %s, with project %s, type %s", n.Level(), n.Path(), n, n.Type())
	}
	for level, want := range []string{1: "host1", 2: "process1", 3: "thread1"} {
		if level == 0 {
			continue
		}
		if got, err := n.Label(level); err != nil || got != want {
			t.Errorf("label %d: %s, %v, expected %s", level, got, err, want)
		}
	}
	if again := must(topology.Node("host1", "process1", "thread1")); again != n {
		t.Error("the same path is another node")
	}
	host := must(n.Ancestor(1))
	if inner := must(topology.Node("host1")); inner != host || inner.Parent() != topology.Root() {
		t.Error("the node above is not in the tree")
	}
	for what, pair := range map[string][2]string{
		"trace":      {n.TraceFile(), "myProject_host1_process1_thread1.trc"},
		"relation":   {n.RelationFile(), "myProject_host1_process1_thread1.rel"},
		"info":       {n.InfoFile(), "myProject_host1_process1_thread1.info"},
		"statistics": {host.StatisticsFile("Energy"), "myProject_host1_Energy.stat"},
		"root":       {topology.Root().StatisticsFile("Energy"), "myProject_Energy.stat"},
		"project":    {topology.ProjectFile(), "myProject.proj"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, expected %s", what, pair[0], pair[1])
		}
	}
}

// Each condition that the library documents or tests for is an error of its own.
func TestTopologyErrors(t *testing.T) {
	topology := must(NewTopology("P", "Host", "Rank"))
	node := must(topology.Node("h", "0"))
	long := strings.Repeat("x", 600)
	for what, call := range map[string]func() error{
		"no project":         func() error { _, err := NewTopology("", "Host"); return err },
		"project with _":     func() error { _, err := NewTopology("a_b c", "Host"); return err },
		"no levels":          func() error { _, err := NewTopology("P"); return err },
		"level without type": func() error { _, err := NewTopology("P", ""); return err },
		"level of controls":  func() error { _, err := NewTopology("P", "a\x01"); return err },
		"no path":            func() error { _, err := topology.Node(); return err },
		"path too long":      func() error { _, err := topology.Node("h", "0", "1"); return err },
		"empty label":        func() error { _, err := topology.Node("h", ""); return err },
		"label with slash":   func() error { _, err := topology.Node("../h"); return err },
		"label with _":       func() error { _, err := topology.Node("my_host"); return err },
		"label not ASCII":    func() error { _, err := topology.Node("hä"); return err },
		"label with a blank": func() error { _, err := topology.Node("a b"); return err },
		"directory":          func() error { _, err := topology.Node(".."); return err },
		"label 0":            func() error { _, err := node.Label(0); return err },
		"label below":        func() error { _, err := node.Label(3); return err },
		"ancestor below":     func() error { _, err := node.Ancestor(3); return err },
		"ancestor -1":        func() error { _, err := node.Ancestor(-1); return err },
	} {
		matches(t, what, call(), ErrInvalidArgument)
	}
	_, err := topology.Node(long, long)
	matches(t, "file name of 1204 bytes", err, ErrOverflow)

	var name *NameError
	if _, err = topology.Node("my_host"); !errors.As(err, &name) || name.Name != "my_host" || !strings.Contains(err.Error(), `'_' at byte 2`) {
		t.Errorf("%v does not tell the name and the place", err)
	}
	if _, found := topology.Find("my_host"); found {
		t.Error("a node that was refused is in the tree")
	}
}

func TestTopologyOrder(t *testing.T) {
	topology := must(NewTopology("P", "Host"))
	var want []string
	for i := range 3 * few {
		label := string(rune('z'-i%26)) + strings.Repeat("0", i/26)
		want = append(want, label)
		must(topology.Node(label))
		must(topology.Node(label)) // which is there
	}
	var got []string
	for n := range topology.All() {
		if n.Parent() != nil {
			got = append(got, n.Path())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("nodes in the order %v, expected that in which they were made, %v", got, want)
	}
	for n := range topology.All() {
		if n.Parent() != nil {
			break // an iterator that goes on panics
		}
	}
}

func TestTopologyFromManyGoroutines(t *testing.T) {
	topology := must(NewTopology("P", "Host", "Rank"))
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for i := range 50 {
				must(topology.Node("h", string(rune('a'+(i+g)%20))))
			}
		})
	}
	group.Wait()
	if n := len(must(topology.Node("h")).Children()); n != 20 {
		t.Errorf("%d nodes, expected 20", n)
	}
}
