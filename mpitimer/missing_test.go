package mpitimer

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// The log promises a second report of a rank that is late only, and says how long it was waited for; one that has ended has
// no second chance.
func TestMissingRankIsTold(t *testing.T) {
	for _, c := range []struct {
		ended, starts bool
		want          string
	}{
		{false, true, "rank 2 of 1 did not come to Finalize within 4s; the report is written again when they have"},
		{false, false, "rank 2 of 1 did not come to Finalize within 4s"},
		{true, true, "rank 2 of 1 ended without Finalize; the others waited 4s"},
	} {
		var log bytes.Buffer
		tm := timersFor(t, WithLog(&log))
		v, err := tm.rounds.Ask(machenv.Question{Kind: "test"})
		if err != nil {
			t.Fatal(err)
		}
		missing := *v
		missing.Missing = []int{2}
		if c.starts {
			tm.ends = func() error { return nil }
		}
		tm.tellMissing(&missing, c.ended, 4*time.Second)
		if !strings.Contains(log.String(), "\nmpitimer: "+c.want+"; mpitimer recover ") || strings.Contains(log.String(), "import") {
			t.Errorf("%q, want %q", log.String(), c.want)
		}
		lost := rankfile.Lost // as in a program that does not link package ranktable
		rankfile.Lost = nil
		tm.tellMissing(&missing, c.ended, 4*time.Second)
		rankfile.Lost, tm.ends = lost, nil
		if !strings.Contains(log.String(), `import _ "github.com/go-hpc/timers/mpitimer/ranktable"`) {
			t.Errorf("%q does not say how to have them in the report", log.String())
		}
	}
}

// A rank that comes while the others report without it has not ended: the others must meet it at the end of MPI.
func TestLateRankHasNotEnded(t *testing.T) {
	tm := timersFor(t, WithConfigFunc(func(c *Config) { c.Output.Tables = t.TempDir() }))
	for _, c := range []struct {
		state rankfile.State
		want  bool
	}{{rankfile.Running, false}, {rankfile.Kept, false}, {rankfile.Reported, false}, {rankfile.Panicked, true}} {
		if c.state != rankfile.Running {
			tm.tables.file.Finish(c.state)
		}
		if got := tm.allEnded([]int{0}); got != c.want {
			t.Errorf("table in state %v: allEnded = %v, want %v", c.state, got, c.want)
		}
	}
}
