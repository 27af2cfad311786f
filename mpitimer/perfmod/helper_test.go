package perfmod

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/stats"
)

// onRanks runs a program on embedded ranks, between Init and Finalize.
func onRanks(t *testing.T, size int, settings Settings, program func(comm machenv.Communicator) error) {
	t.Helper()
	err := local.Run(size, func(comm machenv.Communicator) error {
		if err := Init("", Options{Comm: comm, Settings: &settings, Quiet: true}); err != nil {
			return err
		}
		return errors.Join(program(comm), Finalize())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// alone runs a program on one rank, between Init and Finalize.
func alone(t *testing.T, edit func(*Settings), program func()) {
	t.Helper()
	s := DefaultSettings()
	if edit != nil {
		edit(&s)
	}
	if err := Init("", Options{Settings: &s, Quiet: true}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := Finalize(); err != nil {
			t.Error(err)
		}
	}()
	program()
}

// expectCalls checks how often the timers of a name were called on thread 0; 0: there is no such timer.
func expectCalls(t *testing.T, want map[string]uint64) {
	t.Helper()
	for name, count := range want {
		got, err := gptl.Count(name, 0)
		if count == 0 {
			if !errors.Is(err, gptl.ErrNoTimer) {
				t.Errorf("%s: %d calls, error %v; want no such timer", name, got, err)
			}
			continue
		}
		if err != nil || got != count {
			t.Errorf("%s: %d calls, want %d, error %v", name, got, count, err)
		}
	}
}

// pair starts and stops timers inside each other.
func pair(names ...string) {
	for _, name := range names {
		Start(name)
	}
	for i := len(names) - 1; i >= 0; i-- {
		Stop(names[i])
	}
}

// files lists what stands in a directory and below it, and holds every file of E3SM's to the rules of its
// readers.
func files(t *testing.T, folder string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		relative, err := filepath.Rel(folder, name)
		names = append(names, filepath.ToSlash(relative))
		if err != nil || strings.HasPrefix(relative, "json") {
			return err
		}
		return checkFile(name)
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

// checkFile checks a file by what it holds.
func checkFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	rules := check.Rank
	switch parts := bytes.Count(text, []byte("\n************ PROCESS")); {
	case bytes.Contains(text, []byte("GLOBAL STATISTICS")) && parts > 0:
		rules = check.SingleFile
	case bytes.Contains(text, []byte("GLOBAL STATISTICS")):
		rules = check.Global
	case parts > 1:
		rules = withoutGlobal
	}
	if err := rules(text); err != nil {
		return errors.Join(errors.New(name), err)
	}
	return nil
}

// withoutGlobal checks a file for all that has no statistics: each part is that of a rank.
func withoutGlobal(text []byte) error {
	const banner = "\n************ PROCESS"
	for _, part := range strings.Split(string(text), banner)[1:] {
		if err := check.Rank([]byte(banner + part)); err != nil {
			return err
		}
	}
	return nil
}

func readGlobal(t *testing.T, name string) *read.GlobalFile {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := read.Global(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func readRank(t *testing.T, name string) *read.RankFile {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	k, err := read.Rank(f)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func readSingle(t *testing.T, name string) *read.SingleFile {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := read.Single(f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// region returns the row of a name in a file of all ranks.
func region(t *testing.T, g *read.GlobalFile, name string) *stats.Region {
	t.Helper()
	for i := range g.Summary.Regions {
		if g.Summary.Regions[i].Name == name {
			return &g.Summary.Regions[i]
		}
	}
	t.Fatalf("no timer %q", name)
	return nil
}

// paths returns the call paths of a rank's file, with their calls.
func paths(p *stats.Profile) map[string]uint64 {
	all := make(map[string]uint64)
	for i := range p.Nodes {
		all[strings.Join(p.Path(i), "/")] = p.Nodes[i].Calls
	}
	return all
}

const second = time.Second
