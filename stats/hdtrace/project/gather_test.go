package project

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Four ranks on two hosts write into one directory, and the first writes the project of all.
func TestGatherProject(t *testing.T) {
	dir := t.TempDir()
	var gathered *Project
	err := local.Run(4, func(comm machenv.Communicator) error {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		defer registry.Close()
		if _, err := registry.CreateList("ocean", registry.Default(), []int{3, 1}); err != nil {
			return err
		}
		if _, err := registry.CreateSplit("pair", registry.Default(), comm.Rank()/2, 0); err != nil {
			return err
		}
		p, err := writeRank(dir, comm.Rank())
		if err != nil {
			return err
		}
		all, err := Gather(registry, p)
		if err != nil || (all != nil) != (comm.Rank() == 0) {
			return fmt.Errorf("rank %d: %v, %v", comm.Rank(), all, err)
		}
		if all == nil {
			return nil
		}
		gathered = all
		return hdtest.Sure(NewDirectory(dir, all.Topology, DirectoryOptions{})).WriteProject(all)
	})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range gathered.Communicators {
		got += fmt.Sprintf("%s %v\n", c.Name, c.Members)
	}
	want := "WORLD [{0 0 0} {1 1 0} {2 2 0} {3 3 0}]\npair [{0 0 2} {1 1 2}]\nocean [{3 0 1} {1 1 1}]\npair [{2 0 2} {3 1 2}]\n"
	if got != want {
		t.Errorf("communicators\n%sexpected\n%s", got, want)
	}
	accepted(t, dir)
	files, err := Open(os.DirFS(dir), "P.proj", hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	traces, groups := 0, 0
	for _, n := range files.Nodes {
		groups += len(n.Statistics)
		if n.Trace != "" {
			traces++
		}
	}
	if traces != 4 || groups != 4+2 || files.Topology.Depth() != 3 {
		t.Errorf("%d traces, %d files of statistics", traces, groups)
	}
}

// writeRank writes a trace and statistics of a rank, and statistics of its host on the first rank of that.
func writeRank(dir string, rank int) (*Project, error) {
	topology, err := hdtrace.NewTopology("P", "Hostname", "Rank")
	if err != nil {
		return nil, err
	}
	d, err := NewDirectory(dir, topology, DirectoryOptions{})
	if err != nil {
		return nil, err
	}
	host, err := topology.Node(fmt.Sprint("host", rank/2))
	if err != nil {
		return nil, err
	}
	node, err := topology.Node(fmt.Sprint("host", rank/2), fmt.Sprint(rank))
	if err != nil {
		return nil, err
	}
	nodes := map[*hdtrace.Node]string{node: "Timers"}
	if rank%2 == 0 {
		nodes[host] = "Energy"
	}
	for n, group := range nodes {
		s, err := d.StartStatistics(n, group, oneValue, stat.Options{})
		if err != nil {
			return nil, err
		}
		if err := s.WriteEntry(hdtrace.EpochOf(time.Now()), stat.Double(float64(rank))); err != nil {
			return nil, err
		}
	}
	trace, err := d.StartTrace(node, trace.Options{})
	if err != nil {
		return nil, err
	}
	if err := trace.Begin("Work"); err != nil {
		return nil, err
	}
	if err := trace.End(); err != nil {
		return nil, err
	}
	return d.Project(), d.Close()
}

// A rank without a project, or with one of another name, keeps nobody waiting.
func TestGatherProjectFaults(t *testing.T) {
	for fault, part := range map[string]*Project{
		"no project":          nil,
		"merged into project": New(hdtest.Sure(hdtrace.NewTopology("Q", "Hostname"))),
		"names are letters":   {Topology: hdtrace.UncheckedTopology("P", "Hostname"), Groups: []string{"a b"}},
		"is of type":          New(hdtest.Sure(hdtrace.NewTopology("P", "Machine"))),
	} {
		var mu sync.Mutex
		var got *Project
		var gotErr error
		err := local.Run(3, func(comm machenv.Communicator) error {
			registry, err := machenv.NewRegistry(comm)
			if err != nil {
				return err
			}
			defer registry.Close()
			p := New(hdtest.Sure(hdtrace.NewTopology("P", "Hostname")))
			p.AddGroup("G")
			if comm.Rank() == 1 {
				p = part
			}
			all, err := Gather(registry, p)
			if comm.Rank() == 0 {
				mu.Lock()
				defer mu.Unlock()
				got, gotErr = all, err
			}
			return nil
		})
		if err != nil || gotErr == nil || !strings.Contains(gotErr.Error(), fault) || !strings.Contains(gotErr.Error(), "rank 1") {
			t.Errorf("%s: %v, %v", fault, err, gotErr)
		}
		if got == nil || len(got.Groups) != 1 || len(got.Communicators[0].Members) != 2 {
			t.Errorf("%s: the other ranks' project is %v", fault, got)
		}
	}
}
