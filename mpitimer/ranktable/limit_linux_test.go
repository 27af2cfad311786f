package ranktable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// A run may have more ranks than a process may have descriptors.
func TestRunMoreTablesThanDescriptors(t *testing.T) {
	const ranks, descriptors = 60, 24
	if folder := os.Getenv("RANKTABLE_MANY"); folder != "" {
		readMany(t, folder, ranks)
		return
	}
	base := t.TempDir()
	folder := runFolder(t, base, someRun)
	for rank := range ranks {
		f := written(t, folder, rank, ranks, 1)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0" -test.run '^TestRunMoreTablesThanDescriptors$'`, descriptors), os.Args[0])
	c.Env = append(os.Environ(), "RANKTABLE_MANY="+base)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// readMany reads all tables twice, and once more after they were closed.
func readMany(t *testing.T, base string, ranks int) {
	runs, err := Find(base)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs: %v", len(runs), err)
	}
	r := runs[0]
	if len(r.Tables) != ranks || len(r.Missing) > 0 || len(r.Problems) > 0 {
		t.Fatalf("%d tables, missing %v: %v", len(r.Tables), r.Missing, r.Problems)
	}
	for range 2 {
		s, err := r.Summary()
		if err != nil || s.Ranks != ranks || len(r.Problems) > 0 {
			t.Fatalf("%+v: %v, %v", s, err, r.Problems)
		}
		for _, w := range s.Warnings {
			if w.Kind == WarnRunning {
				t.Errorf("%+v", w)
			}
		}
	}
	var p Position
	for _, table := range r.Tables {
		if err := table.Position(&p); err != nil {
			t.Error(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Tables[0].Look(); err == nil {
		t.Error("a table that was closed is read")
	}
	if n := len(opened.place); n > 0 {
		t.Errorf("%d tables are kept open", n)
	}
}

// A table whose descriptor was given up does not become that of another file.
func TestTableReplaced(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	f := written(t, folder, 0, 1, 1)
	table, err := Open(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	table.mu.Lock()
	err = table.release()
	opened.forget(table)
	table.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if l, err := table.Look(); err != nil || l.Rank != 0 {
		t.Fatalf("not opened again: %v", err)
	}
	table.mu.Lock()
	_ = table.release()
	opened.forget(table)
	table.mu.Unlock()
	data := bytesOf(t, f)
	if err := os.Rename(f.Path(), f.Path()+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Look(); !errors.Is(err, fs.ErrNotExist) {
		t.Error("another file is read under the name of the table")
	}
}

// A Position that has found its way in a table is right after that was given up, for want of descriptors, and where another file lies now;
// and it can be another table's.
func TestPositionOfTableGivenUp(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	var tables []*Table
	for rank := range 2 {
		f, err := begin(folder, rank, 2)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w := newTrack(f, 0)
		w.region(1)
		table.Store(&w.Records[rank+1].Start, 2000) // it is in the one or the other
		one, err := Open(f.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer one.Close()
		tables = append(tables, one)
	}
	in := func(k int, p *Position) string {
		t.Helper()
		if err := tables[k].Position(p); err != nil {
			t.Fatal(err)
		}
		return strings.Join(p.Regions, "/")
	}
	var first, second, both Position
	want := in(0, &first)
	if err := func() error {
		tables[0].mu.Lock()
		defer tables[0].mu.Unlock()
		opened.forget(tables[0])
		return tables[0].release()
	}(); err != nil {
		t.Fatal(err)
	}
	other := in(1, &second)
	if want == "" || want == other {
		t.Fatalf("in %q and %q", want, other)
	}
	if got := in(0, &first); got != want {
		t.Errorf("in %q, after it was given up %q", want, got)
	}
	for range 2 {
		if a, b := in(0, &both), in(1, &both); a != want || b != other {
			t.Errorf("one after the other in %q and %q, want %q and %q", a, b, want, other)
		}
	}
}
