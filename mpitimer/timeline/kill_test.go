package timeline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// killVariable is the directory for the program that is to be killed.
const killVariable = "TIMELINE_TEST_KILL"

// TestKillProgram is that program: two ranks that record until they are killed.
func TestKillProgram(t *testing.T) {
	directory := os.Getenv(killVariable)
	if directory == "" {
		t.Skip("for TestKilled")
	}
	_ = local.Run(2, func(comm machenv.Communicator) error {
		trace := NewTrace()
		tm := timers(t, comm, trace)
		if _, err := Start(tm, Options{Directory: directory, Project: "p", Trace: trace, Period: time.Millisecond}); err != nil {
			panic(err)
		}
		for i := 0; ; i++ {
			busy(tm, 1, nil)
			tm.Start(fmt.Sprintf("region %d", i%20)).Stop()
		}
	})
}

// What a program leaves that was killed at any time becomes a project that all readers accept, with what all
// ranks had recorded.
func TestKilled(t *testing.T) {
	runs := 5
	if testing.Short() {
		runs = 2
	}
	if os.Getenv("HDTRACE_FULL") != "" {
		runs = 200
	}
	for range runs {
		directory := t.TempDir()
		program := exec.Command(os.Args[0], "-test.run=^TestKillProgram$")
		program.Env = append(os.Environ(), killVariable+"="+directory)
		if err := program.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			traces, _ := filepath.Glob(filepath.Join(directory, "*_0.trc"))
			groups, _ := filepath.Glob(filepath.Join(directory, "*_Timers.stat"))
			if len(traces) == 2 && len(groups) == 2 {
				break
			}
			if time.Since(begin) > time.Minute {
				t.Fatal("the program writes nothing")
			}
		}
		time.Sleep(time.Duration(rand.Int64N(int64(20 * time.Millisecond))))
		_ = program.Process.Kill()
		_ = program.Wait()
		fixes, err := project.Repair(directory)
		if err != nil {
			t.Fatal(fixes, err)
		}
		accepted(t, directory)
		if again, err := project.Repair(directory); err != nil || len(again) > 0 {
			t.Errorf("mended twice: %v, %v", again, err)
		}
		f, err := os.Open(filepath.Join(directory, "p.proj"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := project.Read(f, hdtrace.ReadOptions{Name: "p.proj"})
		if f.Close(); err != nil {
			t.Fatal(err)
		}
		ranks := 0
		for node := range p.Topology.All() {
			if node.Level() == 2 {
				ranks++
			}
		}
		if ranks != 2 || len(p.Groups) == 0 {
			t.Errorf("%d ranks, groups %v", ranks, p.Groups)
		}
	}
}
