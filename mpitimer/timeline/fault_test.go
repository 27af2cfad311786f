package timeline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	tracefile "github.com/go-hpc/timers/stats/hdtrace/trace"
)

// A rank that can't write does not keep the others from it.
func TestOneRankFails(t *testing.T) {
	directory := t.TempDir()
	file := filepath.Join(directory, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []int{0, 1} {
		err := local.Run(2, func(comm machenv.Communicator) error {
			trace := NewTrace()
			tm := timers(t, comm, trace)
			o := Options{Directory: filepath.Join(directory, fmt.Sprint(bad)), Project: "p", Trace: trace}
			if comm.Rank() == bad {
				o.Directory = filepath.Join(file, "x")
			}
			r, err := Start(tm, o)
			if (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: %v", comm.Rank(), err)
			}
			tm.Start("a").Stop()
			if err := r.Epoch(); (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: epoch: %v", comm.Rank(), err)
			}
			if err := r.Close(); (err != nil) != (comm.Rank() == bad) {
				t.Errorf("rank %d: close: %v", comm.Rank(), err)
			}
			if err := r.Epoch(); !errors.Is(err, ErrClosed) {
				t.Errorf("epoch after close: %v", err)
			}
			return errors.Join(tm.Finalize(), tm.Environments().Close())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	accepted(t, filepath.Join(directory, "1"))
	// Without rank 0 the project file is made of the files.
	if _, err := project.Repair(filepath.Join(directory, "0")); err != nil {
		t.Fatal(err)
	}
	accepted(t, filepath.Join(directory, "0"))
}

// A rank that is gone is missing in the project file, and nobody waits for ever.
func TestOneRankIsLost(t *testing.T) {
	directory := t.TempDir()
	var lost *Recorder
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm := timers(t, comm)
		r, err := Start(tm, Options{Directory: directory, Project: "p", Patience: time.Minute})
		if err != nil {
			return err
		}
		tm.Start("a").Stop()
		if err := r.Epoch(); err != nil {
			t.Error(err)
		}
		if comm.Rank() == 1 {
			lost = r
			return nil
		}
		if err := r.Close(); (err != nil) != (comm.Rank() == 0) {
			t.Errorf("rank %d: %v", comm.Rank(), err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_ = lost.Close() // or it would write in other tests
	if _, err := os.Stat(filepath.Join(directory, "p.proj")); err != nil {
		t.Error(err)
	}
}

func TestWrongUse(t *testing.T) {
	if _, err := Start(nil, Options{}); !errors.Is(err, mpitimer.ErrNotInitialized) {
		t.Error(err)
	}
	trace := NewTrace()
	tm := alone(t, trace)
	for what, o := range map[string]Options{
		"no directory": {}, "empty region": {Directory: t.TempDir(), Regions: []string{""}},
		"region twice": {Directory: t.TempDir(), Regions: []string{"a", "a"}},
	} {
		r, err := Start(tm, o)
		if err == nil || r == nil {
			t.Errorf("%s: %v", what, err)
		}
		if err := r.Close(); err == nil {
			t.Errorf("%s: closed without an error", what)
		}
	}
	first, err := Start(tm, Options{Directory: t.TempDir(), Trace: trace})
	if err != nil {
		t.Error(err)
	}
	second, err := Start(tm, Options{Directory: t.TempDir(), Trace: trace})
	if err == nil {
		t.Error("a trace was used twice")
	}
	tm.Start("a").Stop()
	if err := second.Close(); err == nil {
		t.Error("closed without an error")
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	var none *Recorder
	if err := errors.Join(none.Epoch(), none.Attribute("a", ""), none.Event("ev"), none.Element(hdtrace.Element{}), none.Close()); err != nil || none.LeftOut() != (tracefile.LeftOut{}) {
		t.Error(err)
	}
}

// The timeline of another run stays as it is, unless it is to be replaced: nobody records, also not a rank that the
// other run did not have, and the program goes on.
func TestSecondTimeline(t *testing.T) {
	directory := t.TempDir()
	record := func(ranks int, replace bool) (refused int) {
		var count atomic.Int64
		err := local.Run(ranks, func(comm machenv.Communicator) error {
			trace := NewTrace()
			tm := timers(t, comm, trace)
			r, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Replace: replace})
			if errors.Is(err, fs.ErrExist) {
				count.Add(1)
			} else if err != nil {
				t.Error(err)
			}
			tm.Start("a").Stop()
			if closed := r.Close(); (closed != nil) != (err != nil) {
				t.Errorf("rank %d: close: %v", comm.Rank(), closed)
			}
			return errors.Join(tm.Finalize(), tm.Environments().Close())
		})
		if err != nil {
			t.Fatal(err)
		}
		return int(count.Load())
	}
	contents := func() string {
		var all strings.Builder
		for _, name := range []string{"p.proj", "p_*_0_0.trc", "p_*_0_Timers.stat"} {
			found, _ := filepath.Glob(filepath.Join(directory, name))
			if len(found) != 1 {
				t.Fatalf("%s: %v", name, found)
			}
			text, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		return all.String()
	}
	if n := record(2, false); n != 0 {
		t.Fatalf("the first was refused on %d ranks", n)
	}
	first := contents()
	if n := record(3, false); n != 3 || contents() != first {
		t.Errorf("the second was refused on %d ranks of 3, the first has changed: %t", n, contents() != first)
	}
	if n := record(2, true); n != 0 || contents() == first {
		t.Errorf("Replace: refused on %d ranks, replaced: %t", n, contents() != first)
	}
	accepted(t, directory)
}
