package timeline

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// timers makes timers of a rank that write nothing.
func timers(t testing.TB, comm machenv.Communicator, hooks ...mpitimer.Hook) *mpitimer.Timers {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile = "none", 0, false
	c.Output.Tables, c.Output.Signal = "off", false
	options := []mpitimer.Option{mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)}
	if comm != nil {
		registry, err := machenv.NewRegistry(comm)
		if err != nil {
			t.Error(err)
		}
		options = append(options, mpitimer.WithEnvironments(registry))
	}
	for _, h := range hooks {
		options = append(options, mpitimer.WithHook(h))
	}
	tm, err := mpitimer.New(options...)
	if err != nil {
		t.Error(err)
	}
	return tm
}

// alone makes timers of one rank, which end with the test.
func alone(t testing.TB, hooks ...mpitimer.Hook) *mpitimer.Timers {
	t.Helper()
	tm := timers(t, machenv.NewSerial(), hooks...)
	t.Cleanup(func() {
		if err := tm.Finalize(); err != nil && !errors.Is(err, mpitimer.ErrFinalized) {
			t.Error(err)
		}
	})
	return tm
}

// accepted fails unless all readers accept the project.
func accepted(t testing.TB, directory string) {
	t.Helper()
	findings, err := project.CheckDirectory(directory)
	if err != nil {
		t.Fatal(err)
	}
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("not accepted: %v", findings)
	}
}

// records returns the records of a trace.
func records(t testing.TB, name string) []*trace.Record {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := trace.NewReader(f, hdtrace.ReadOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	var list []*trace.Record
	for record, err := range r.Records() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, record.Clone())
	}
	return list
}

// outline is depth and name of records, in the order of the file.
func outline(list []*trace.Record) string {
	var words []string
	for _, r := range list {
		words = append(words, fmt.Sprintf("%d%s", r.Depth, r.Name))
	}
	return strings.Join(words, " ")
}

// table returns the values of a statistics file: the names and groupings, and the sum of each over all
// entries.
func table(t testing.TB, name string) (sums map[string]float64, grouping map[string]string, entries []stat.Entry) {
	t.Helper()
	r := statistics(t, name)
	sums, grouping = make(map[string]float64), make(map[string]string)
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, *e.Clone())
		for i, v := range r.Header().Values {
			if v.Type != stat.TypeDouble || v.Unit != "s" {
				t.Errorf("value %+v", v)
			}
			sums[v.Name] += e.Float(i)
			grouping[v.Name] = v.Grouping
		}
	}
	return sums, grouping, entries
}

// busy spends time in regions of a rank.
func busy(tm *mpitimer.Timers, steps int, epoch func()) {
	for range steps {
		step := tm.Start("step")
		tm.Start("halo").Stop()
		var wait sync.WaitGroup
		for range 2 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				defer tm.Start("flux/es").Stop()
				defer tm.Start("inner region").Stop()
				time.Sleep(3 * time.Millisecond / 2) // a millisecond at least, also by a clock whose steps and rate are known roughly
			}()
		}
		wait.Wait()
		step.Stop()
		if epoch != nil {
			epoch()
		}
	}
}

// statistics opens a statistics file.
func statistics(t testing.TB, name string) *stat.Reader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	r, err := stat.NewReader(f, hdtrace.ReadOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
