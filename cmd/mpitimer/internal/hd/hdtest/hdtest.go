// Package hdtest is what tests of commands share that read files of HDTrace.
package hdtest

import (
	"errors"
	"os"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

const second = hdtrace.Epoch(1e9)

// At returns a time the given number of milliseconds after the start of the projects in these tests.
func At(ms int) hdtrace.Epoch { return 1795239254*second + hdtrace.Epoch(ms)*1e6 }

// Project writes a project of one host and two ranks to a directory.
func Project(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	topology, err := hdtrace.NewTopology("run", "Hostname", "Rank", "Thread")
	if err != nil {
		t.Fatal(err)
	}
	d, err := project.NewDirectory(folder, topology, project.DirectoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rank := range []string{"0", "1"} {
		node, err := topology.Node("node1", rank, "0")
		if err == nil {
			err = errors.Join(writeTrace(d, node), writeStatistics(d, node), writeRelations(d, node))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(d.Close(), d.WriteProject(d.Project())); err != nil {
		t.Fatal(err)
	}
	return folder
}

func writeTrace(d *project.Directory, node *hdtrace.Node) error {
	tr, err := d.StartTrace(node, trace.Options{
		Header: trace.Header{TimeAdjustment: At(0), ProcessorMHz: 2445, ProcessorModel: "EPYC"},
		Clock:  func() hdtrace.Epoch { return At(4000) },
	})
	if err != nil {
		return err
	}
	err = tr.BeginAt(At(100), "Total")
	for step := range 3 {
		begin := 1000 * (step + 1)
		err = errors.Join(err, tr.BeginAt(At(begin), "step"), tr.Attribute("n", string(rune('1'+step))),
			tr.BeginAt(At(begin+200), "halo"), tr.EndAt(At(begin+300)), tr.EndAt(At(begin+900)),
			tr.EventAt(At(begin+950), "Epoch", nil))
	}
	return errors.Join(err, tr.EndAt(At(3990)))
}

func writeStatistics(d *project.Directory, node *hdtrace.Node) error {
	above, err := node.Ancestor(2)
	if err != nil {
		return err
	}
	s, err := d.NewStatistics(above, "Timers", stat.Options{})
	if err != nil {
		return err
	}
	err = errors.Join(s.AddValue(stat.Value{Name: "step", Type: stat.TypeDouble, Unit: "s", Grouping: "Total"}),
		s.AddValue(stat.Value{Name: "calls", Type: stat.TypeInt64}), s.CommitAt(At(500)))
	if _, enable := s.Enable(); enable != nil {
		return errors.Join(err, enable)
	}
	for i := range 4 {
		err = errors.Join(err, s.WriteEntry(At(1000+1000*i), stat.Double(0.25*float64(i)), stat.Int64(int64(i))))
	}
	return err
}

func writeRelations(d *project.Directory, node *hdtrace.Node) error {
	clock := At(1000)
	r, err := d.NewRelations(node, relation.Options{
		Header: relation.Header{Process: "7", TimeAdjustment: At(0)},
		Clock:  func() hdtrace.Epoch { clock += 1e6; return clock },
	})
	if err != nil {
		return err
	}
	token, err := r.Create()
	if err != nil {
		return err
	}
	return errors.Join(token.Start("send", []hdtrace.Attribute{{Name: "to", Value: "1"}}), token.End(nil), token.Destroy())
}

// Shorten takes bytes from the end of a file.
func Shorten(t *testing.T, name string, bytes int64) {
	t.Helper()
	info, err := os.Stat(name)
	if err == nil {
		err = os.Truncate(name, info.Size()-bytes)
	}
	if err != nil {
		t.Fatal(err)
	}
}
