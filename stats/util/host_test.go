package util

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// perHost traces on all ranks of a registry for some entries, and checks that the project is whole.
func perHost(registry *machenv.Registry, dir string, hosts []string, o Options) error {
	world := registry.Default()
	d, err := NewDirectory(dir, "solver run", project.DirectoryOptions{})
	if err != nil {
		return err
	}
	tracer, err := CreatePerHost(registry, world, d, o)
	if err != nil {
		return err
	}
	if _, err := tracer.Start(); err != nil {
		return err
	}
	for begin := time.Now(); tracer.Traces() && tracer.Counts().Entries < 3; time.Sleep(time.Millisecond) {
		if time.Since(begin) > time.Minute {
			return fmt.Errorf("rank %d has traced nothing", world.Rank())
		}
	}
	if err := tracer.Finalize(); err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	if names := registry.Names(); len(names) != 1 {
		return fmt.Errorf("environments are left: %q", names)
	}
	traces := int64(0)
	if tracer.Traces() {
		traces = 1
	}
	sum, err := machenv.Allreduce(world.Comm(), machenv.Sum, []int64{traces}) // and all are finalized
	if err != nil {
		return err
	}
	if sum[0] != int64(len(hosts)) {
		return fmt.Errorf("%d ranks trace %d hosts", sum[0], len(hosts))
	}
	if world.Rank() != 0 {
		return nil
	}
	if err := WriteProject(d, os.DirFS(dir)); err != nil {
		return err
	}
	return checkProject(dir, hosts)
}

// checkProject says what is wrong with a project of hosts.
func checkProject(dir string, hosts []string) error {
	findings, err := project.CheckDirectory(dir)
	if err != nil {
		return err
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		return fmt.Errorf("not accepted: %v", findings)
	}
	f, err := os.Open(filepath.Join(dir, "solver-run.proj"))
	if err != nil {
		return err
	}
	defer f.Close()
	p, err := project.Read(f, hdtrace.ReadOptions{Name: "solver-run.proj"})
	if err != nil {
		return err
	}
	var labels []string
	for _, n := range p.Topology.Root().Children() {
		labels = append(labels, n.Path())
		if _, err := os.Stat(filepath.Join(dir, n.StatisticsFile(Group))); err != nil {
			return err
		}
	}
	if !slices.Equal(labels, hosts) || !slices.Contains(p.Groups, Group) {
		return fmt.Errorf("hosts %q, groups %q", labels, p.Groups)
	}
	return nil
}

func TestPerHost(t *testing.T) {
	h := newHost(t)
	dir := t.TempDir()
	err := local.Run(6, func(comm machenv.Communicator) error {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		return perHost(registry, dir, []string{"node0", "node1", "node2"}, Options{Interval: MinInterval, Root: h.Root})
	}, local.RanksPerNode(2))
	if err != nil {
		t.Fatal(err)
	}
}

// A rank that cannot trace does not hold up the others.
func TestPerHostFails(t *testing.T) {
	h := newHost(t)
	dir := t.TempDir()
	var failed atomic.Int64
	err := local.Run(4, func(comm machenv.Communicator) error {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		d, err := NewDirectory(dir, "p", project.DirectoryOptions{})
		if err != nil {
			return err
		}
		o := Options{Interval: MinInterval, Root: h.Root}
		if comm.Rank() == 2 {
			o.Root = filepath.Join(h.Root, "nothing")
		}
		tracer, err := CreatePerHost(registry, registry.Default(), d, o)
		if err != nil {
			failed.Add(1)
			if comm.Rank() != 2 || !errors.Is(err, ErrNoSource) || tracer == nil || tracer.Traces() {
				return fmt.Errorf("rank %d: %w", comm.Rank(), err)
			}
		}
		return errors.Join(tracer.Finalize(), comm.Barrier())
	}, local.RanksPerNode(2))
	if err != nil || failed.Load() != 1 {
		t.Fatal(failed.Load(), err)
	}
}

// The project file that is there stays, with what is new added to it.
func TestWriteProjectKeeps(t *testing.T) {
	h := newHost(t)
	dir := t.TempDir()
	d, err := NewDirectory(dir, "run", project.DirectoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	old := d.Project()
	old.Description = "of the timers"
	old.Communicators = []project.Communicator{{Name: "WORLD", Members: []project.Member{{Global: 0}}}}
	old.AddGroup("Timers")
	if _, err := old.Topology.Node("h", "0", "0"); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteProject(old); err != nil {
		t.Fatal(err)
	}
	node, err := d.Topology().Node("h")
	if err != nil {
		t.Fatal(err)
	}
	tracer, err := CreateIn(d, node, Options{Interval: MinInterval, Root: h.Root})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tracer.Start(); err != nil {
		t.Fatal(err)
	}
	for tracer.Counts().Entries == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := errors.Join(tracer.Finalize(), d.Close(), WriteProject(d, os.DirFS(dir))); err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(os.DirFS(dir), "run.proj")
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Open(filepath.Join(dir, "run.proj"))
	defer f.Close()
	p, err := project.Read(f, hdtrace.ReadOptions{Name: "run.proj"})
	if err != nil {
		t.Fatal(err)
	}
	_, thread := p.Topology.Find("h", "0", "0")
	if p.Description != old.Description || len(p.Communicators) != 1 || !thread || !slices.Equal(p.Groups, []string{"Timers", Group}) {
		t.Errorf("%s", text)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.proj"), []byte("<"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := WriteProject(d, os.DirFS(dir)); !errors.Is(err, hdtrace.ErrSyntax) && !errors.Is(err, hdtrace.ErrTruncated) {
		t.Error(err)
	}
}
