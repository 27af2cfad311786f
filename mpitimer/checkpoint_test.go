package mpitimer

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// Without a period every call reports what came since the last one, into files of its own; those of an
// earlier run stay.
func TestCheckpointsOnCall(t *testing.T) {
	dir := t.TempDir()
	c := DefaultConfig()
	c.Output.Directory = dir
	for run := range 2 {
		err := onRanks(t, 3, []Option{WithConfig(c), WithLog(io.Discard)}, func(envs *machenv.Registry) error {
			for step := range 2 {
				for range 1 + step {
					Start("step").Stop()
				}
				if err := Checkpoint(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for step := range 2 {
			prefix := filepath.Join(dir, fmt.Sprintf("timing.%04d", 2*run+step+1))
			s := timerstest.ReadSummary(t, prefix+SummaryExtension)
			found := false
			for i := range s.Regions {
				if r := &s.Regions[i]; r.Name == "step" {
					found = true
					if want := uint64(3 * (1 + step)); r.Calls != want {
						t.Errorf("%s: %d calls, want %d", prefix, r.Calls, want)
					}
				}
			}
			if !found {
				t.Errorf("%s: no region step", prefix)
			}
			tree, err := os.ReadFile(prefix + ".tree")
			if err != nil || !strings.Contains(string(tree), "step") {
				t.Errorf("tree %q, %v", tree, err)
			}
			for _, end := range []string{".summary", ".0"} {
				if _, err := os.Stat(prefix + end); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// With a period, all ranks report in the same call, and never more often than the clock of rank 0
// allows.
func TestCheckpointsOfAPeriod(t *testing.T) {
	dir := t.TempDir()
	c := quietConfig()
	c.Output.Directory, c.Output.Checkpoint = dir, 20*time.Millisecond
	numbers := make([]uint32, 3)
	began := time.Now()
	err := local.Run(3, func(comm machenv.Communicator) error {
		tm, err := New(WithCommunicator(comm), WithConfig(c), WithLog(io.Discard))
		if err != nil {
			return err
		}
		for range 200 {
			tm.Start("step").Stop()
			time.Sleep(500 * time.Microsecond)
			if err := tm.Checkpoint(); err != nil {
				return err
			}
		}
		numbers[comm.Rank()] = tm.checkpoints.number
		return tm.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
	most := uint32(time.Since(began) / c.Output.Checkpoint)
	if numbers[0] < 1 || numbers[0] > most || numbers[1] != numbers[0] || numbers[2] != numbers[0] {
		t.Errorf("checkpoints %v, want 1 to %d on all ranks", numbers, most)
	}
	trees, _ := filepath.Glob(filepath.Join(dir, "*.tree"))
	if len(trees) != int(numbers[0]) {
		t.Errorf("%d trees of %d checkpoints", len(trees), numbers[0])
	}
}

func TestCheckpointWithoutTimers(t *testing.T) {
	if err := Checkpoint(); err != ErrNotInitialized {
		t.Errorf("before Initialize: %v", err)
	}
	tm := timersFor(t)
	tm.Finalize()
	if err := tm.Checkpoint(); err != ErrFinalized {
		t.Errorf("after Finalize: %v", err)
	}
}

func TestDecisionsArrive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := decision{rapid.Bool().Draw(t, "due"), rapid.Uint32().Draw(t, "number"), rapid.Uint32Min(1).Draw(t, "skip")}
		if got, err := decodeDecision(d.encode()); err != nil || got != d {
			t.Fatalf("%+v, %v", got, err)
		}
	})
	if _, err := decodeDecision(nil); err == nil {
		t.Error("an empty message is a decision")
	}
}
