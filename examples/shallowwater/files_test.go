package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// asConfigured returns the options of the timers that the program has without a configuration file of the
// user's, but for the log.
func asConfigured(t testing.TB, dir string) []mpitimer.Option {
	t.Helper()
	_, _, options, err := parse([]string{"-out", dir}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return append(options, mpitimer.WithLog(io.Discard))
}

// checkFiles makes sure that all four kinds of files are there that E3SM's GPTL and upstream's write,
// that they keep the rules of those who read them, and that they tell of the solver.
func checkFiles(t *testing.T, dir string, ranks int) {
	t.Helper()
	checkFile(t, filepath.Join(dir, "timing.summary"), check.Global, read.GlobalKind)
	checkFile(t, filepath.Join(dir, "gptl.summary"), check.TimingSummary, read.TimingSummaryKind)
	for rank := range ranks {
		checkFile(t, filepath.Join(dir, gptlcompat.RankName("timing", rank, ranks)), check.Rank, read.RankKind)
		checkFile(t, filepath.Join(dir, fmt.Sprintf("gptl.%06d", rank)), check.Timing, read.TimingKind)
	}
	g := readFile(t, filepath.Join(dir, "timing.summary")).(*read.GlobalFile)
	if g.Summary.Size != ranks {
		t.Errorf("timing.summary is of %d ranks, expected %d", g.Summary.Size, ranks)
	}
	for _, r := range g.Summary.Regions {
		if r.Name == "step" && r.Completed == ranks {
			return
		}
	}
	t.Errorf("timing.summary does not tell of the steps of %d ranks", ranks)
}

func checkFile(t *testing.T, name string, rules func([]byte) error, want read.Kind) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = rules(text)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if kind := kindOf(t, name); kind != want {
		t.Errorf("%s is %v, expected %v", name, kind, want)
	}
}

func kindOf(t *testing.T, name string) read.Kind {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, kind, err := read.File(f)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return kind
}

func readFile(t *testing.T, name string) any {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, _, err := read.File(f)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSolverWritesAllFourFiles(t *testing.T) {
	cfg := small(t)
	options := asConfigured(t, cfg.Out)
	err := local.Run(4, func(comm machenv.Communicator) error {
		_, err := run(comm, cfg, options, io.Discard)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkFiles(t, cfg.Out, 4)
}
