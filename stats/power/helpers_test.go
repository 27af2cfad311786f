package power

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/power/lmgtest"
)

// long is far more than anything takes, on a machine with much else to do.
const long = 2 * time.Minute

// plug makes an emulated device with a compressed cycle.
func plug(t *testing.T, faults lmgtest.Faults, value func(n, channel int, quantity string) float32) *lmgtest.Emulator {
	t.Helper()
	e := lmgtest.New(filepath.Join(t.TempDir(), "tty"), faults, value)
	e.Compress(2 * time.Millisecond)
	if err := e.Plug(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Pull)
	return e
}

// cycle is that of twoHosts. Where gaps are looked for the device is not to be quicker: samples that a busy
// machine reads together reach back by a cycle each, and by more than the gap if it sends ten times as many.
const cycle = 50 * time.Millisecond

// twoHosts returns the configuration of the thesis.
func twoHosts(t *testing.T, port string) *Config {
	t.Helper()
	text := strings.NewReplacer("node06:/dev/ttyUSB0", port, "cycle=100", "cycle=50", "2\nvalues=Utrms,Itrms,P", "2\nvalues=P,Utrms").Replace(seedConfig)
	c, err := ReadConfig(strings.NewReader(text), "pt.cfg")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func options(t *testing.T) Options {
	return Options{Directory: t.TempDir(), Answer: long / 4, Log: func(l Level, text string) { t.Logf("%v: %s", l, text) }}
}

func create(t *testing.T, c *Config, o Options) *Tracer {
	t.Helper()
	tracer, err := Create(c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tracer.Finalize() })
	return tracer
}

// until waits for something that another goroutine does.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(long); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in vain waited for %s", what)
		}
	}
}

func start(t *testing.T, tracer *Tracer) {
	t.Helper()
	if changed, err := tracer.Start(); err != nil || !changed {
		t.Fatalf("Start: %v, %v", changed, err)
	}
}

func recordUntil(t *testing.T, tracer *Tracer, samples int64) {
	t.Helper()
	until(t, "samples", func() bool { return tracer.Report().Samples >= samples })
}

// statistics opens a statistics file.
func statistics(t *testing.T, path string) *stat.Reader {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	r, err := stat.NewReader(file, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// entries reads a statistics file, without the entries of NaN alone.
func entries(t *testing.T, path string) (values [][]float32, gaps int) {
	t.Helper()
	for e, err := range statistics(t, path).Entries() {
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float32, e.Len())
		for i := range row {
			row[i] = float32(e.Float(i))
		}
		if !slices.ContainsFunc(row, func(v float32) bool { return !math.IsNaN(float64(v)) }) {
			gaps++
			continue
		}
		values = append(values, row)
	}
	return values, gaps
}

// recorded returns the samples of twoHosts, in the order in which the emulator sends the values: the traces
// in reverse.
func recorded(t *testing.T, dir string) (samples [][]float32, gaps int) {
	t.Helper()
	first, gaps := entries(t, filepath.Join(dir, "MeinProjekt_pvs_node06_Energy.stat"))
	second, _ := entries(t, filepath.Join(dir, "MeinProjekt_pvs_node07_Energy.stat"))
	if len(first) != len(second) {
		t.Fatalf("%d and %d entries", len(first), len(second))
	}
	for i := range first {
		samples = append(samples, append(slices.Clone(second[i]), first[i]...))
	}
	return samples, gaps
}

func same(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// wantAll fails unless each sample that was sent is recorded, once and in its place.
func wantAll(t *testing.T, sent, got [][]float32) {
	t.Helper()
	if len(sent) != len(got) {
		t.Errorf("%d samples sent, %d recorded", len(sent), len(got))
	}
	for i := range min(len(sent), len(got)) {
		if !same(sent[i], got[i]) {
			t.Fatalf("sample %d: sent %v, recorded %v", i, sent[i], got[i])
		}
	}
}

// wantSome fails unless each sample that is recorded was sent, in that order and no more often, and there
// are at least that many.
func wantSome(t *testing.T, sent, got [][]float32, least int) {
	t.Helper()
	if len(got) < least {
		t.Errorf("%d samples recorded, want at least %d", len(got), least)
	}
	at := 0
	for i, row := range got {
		next := slices.IndexFunc(sent[at:], func(s []float32) bool { return same(s, row) })
		if next < 0 {
			t.Fatalf("recorded sample %d, %v, was not sent, or not at this place", i, row)
		}
		at += next + 1
	}
}

// wantAccepted fails if a reader of HDTrace would refuse what is in a directory, or show it differently but
// for NaN, which is 0 to them.
func wantAccepted(t *testing.T, dir string) {
	t.Helper()
	findings, err := project.CheckDirectory(dir)
	if err != nil {
		t.Fatal(err)
	}
	findings = slices.DeleteFunc(findings, func(f hdtrace.Finding) bool { return strings.Contains(f.Text, "is NaN") })
	if !hdtrace.Accepted(findings, hdtrace.AllReaders) {
		t.Errorf("not accepted: %v", findings)
	}
}
