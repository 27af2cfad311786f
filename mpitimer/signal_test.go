//go:build unix

package mpitimer

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// waitFor waits until the log holds a text.
func waitFor(t *testing.T, log *syncBuffer, text string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !strings.Contains(log.String(), text); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log lacks %q:\n%s", text, log.String())
		}
	}
}

// The signal makes every rank of the process write its tree and where it is, and the run goes on.
func TestSignalPrints(t *testing.T) {
	log := new(syncBuffer)
	err := onRanks(t, 2, []Option{WithConfig(quietConfig()), WithLog(log)}, func(envs *machenv.Registry) error {
		comm := envs.Default().Comm()
		defer Start("solve").Stop()
		Start("step").Stop()
		if err := comm.Barrier(); err != nil {
			return err
		}
		if comm.Rank() == 0 {
			if err := syscall.Kill(syscall.Getpid(), syscall.SIGUSR1); err != nil {
				return err
			}
			waitFor(t, log, "rank 0 of 2 on ")
			waitFor(t, log, "rank 1 of 2 on ")
			waitFor(t, log, "Total/solve")
		}
		return comm.Barrier()
	})
	if err != nil {
		t.Fatal(err)
	}
	if text := log.String(); strings.Contains(text, "MISSING") || !strings.Contains(text, "└ step") && !strings.Contains(text, "step  ") {
		t.Errorf("no tree:\n%s", text)
	}
}

func TestSignalOff(t *testing.T) {
	c := quietConfig()
	c.Output.Signal = false
	if err := Initialize(WithConfig(c), WithLog(new(syncBuffer))); err != nil {
		t.Fatal(err)
	}
	defer Finalize()
	listening.Lock()
	defer listening.Unlock()
	if listening.notified {
		t.Error("the signal is caught although nobody wants it")
	}
}

func TestOpenRegions(t *testing.T) {
	tm := timersFor(t)
	defer tm.Start("a").Stop()
	tm.Start("gone").Stop()
	defer tm.Start("b").Stop()
	done, ready := make(chan struct{}), make(chan struct{})
	tm.Go(func() {
		defer tm.Start("other").Stop()
		close(ready)
		<-done
	})
	<-ready
	var paths []string
	for _, open := range tm.OpenRegions() {
		if open.Elapsed < 0 || open.Environment == "" {
			t.Errorf("%+v", open)
		}
		paths = append(paths, strings.Join(open.Path, "/"))
	}
	close(done)
	if got, want := strings.Join(paths, " "), "Total Total/a Total/a/b Total/a/b/other"; got != want {
		t.Errorf("open: %s, want %s", got, want)
	}
}
