package findings_test

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	_ "github.com/go-hpc/timers/mpitimer/findings"
)

// logOf is the log of two ranks of which rank 1 works longer before both meet in a call of MPI, from the last of so many checkpoints on.
func logOf(t *testing.T, findings string, checkpoints int) string {
	t.Helper()
	var log bytes.Buffer
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = t.TempDir(), "none", 0, "off"
		if err := c.Set("Findings", findings); err != nil {
			return err
		}
		tm, err := mpitimer.New(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(&log))
		if err != nil {
			return err
		}
		for n := range checkpoints {
			longer := time.Duration(comm.Rank()*(n*2/checkpoints)) * time.Second
			tm.Add("kernel", time.Second+longer, 1)
			tm.Add("MPI_Barrier", 2*time.Second-longer, 1)
			if err := tm.Checkpoint(); err != nil {
				return err
			}
		}
		tm.Add("kernel", time.Duration(1+8*comm.Rank())*time.Second, 1)
		tm.Add("MPI_Barrier", time.Duration(9-8*comm.Rank())*time.Second, 1)
		return tm.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// The log ends with who is slow, unless it is told not to.
func TestLogEndsWithFindings(t *testing.T) {
	const want = "* Rank 1 is slowest in kernel, and others wait in MPI_Barrier. Balance would save"
	if log := logOf(t, "3", 0); !strings.Contains(log, "\n"+want) || strings.Index(log, want) < strings.Index(log, "~untimed") {
		t.Errorf("no %q behind the tree in\n%s", want, log)
	}
	if log := logOf(t, "0", 0); strings.Contains(log, "Balance would") {
		t.Errorf("with Findings: 0 the log has\n%s", log)
	}
}

// Of one rank the log says that its goroutines are uneven, and nothing if they are not.
func TestLogOfOneRank(t *testing.T) {
	for _, slow := range []time.Duration{20, 200} {
		var log bytes.Buffer
		c := mpitimer.DefaultConfig()
		c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = t.TempDir(), "none", 0, "off"
		tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(&log))
		if err != nil {
			t.Fatal(err)
		}
		around := tm.Start("particles")
		path := tm.CurrentPath()
		var all sync.WaitGroup
		for i := range 3 {
			all.Go(func() {
				path.Run(func() {
					defer tm.Start("push").Stop()
					time.Sleep([]time.Duration{slow, 20, 20}[i] * time.Millisecond)
				})
			})
		}
		all.Wait()
		around.Stop()
		if err := tm.Finalize(); err != nil {
			t.Fatal(err)
		}
		const want = "\n* The threads in particles / push are uneven: the slowest takes "
		if got := log.String(); slow > 20 && (!strings.Contains(got, want) || strings.Count(got, "\n* ") != 1) {
			t.Errorf("no %q in\n%s", want, got)
		} else if slow == 20 && strings.Contains(got, "between ranks") {
			t.Errorf("%s", got)
		}
	}
}

// Of a run with checkpoints the log says since when, as all views of its files do.
func TestLogCheckpoints(t *testing.T) {
	const want = "Rank 1 takes 1.000 s longer in kernel than the others in each checkpoint from checkpoint 4 of 6 on.\n"
	if log := logOf(t, "3", 6); !strings.Contains(log, want) {
		t.Errorf("no %q in\n%s", want, log)
	}
}

// A number below 0 is a fault.
func TestSettings(t *testing.T) {
	for _, k := range attach.Kinds() {
		s := k.Settings()
		if faults := s.Check(); k.Name != "findings" || faults != nil {
			t.Fatalf("%s: %v", k.Name, faults)
		}
		reflect.ValueOf(s).Elem().Field(0).SetInt(-1)
		if faults := s.Check(); len(faults) != 1 || faults[0].Key != "Findings" {
			t.Error(faults)
		}
	}
}
