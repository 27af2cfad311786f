package timeline

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// What regions count stands in a group of its own, from sample to sample, and on the page: each counter of each call path, with
// its unit; regions that come later have another group. Peaks are no sums and not there.
func TestCountersOverTime(t *testing.T) {
	directory := t.TempDir()
	var parts atomic.Int64
	c := mpitimer.DefaultConfig()
	c.Output.GlobalFile, c.Output.RankFiles, c.Output.SummaryFile, c.Output.Tables, c.Output.Signal = "none", 0, false, "off", false
	registry, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	tm, err := mpitimer.New(mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard), mpitimer.WithEnvironments(registry),
		mpitimer.WithCounter(mpitimer.Counter{Name: "PARTS", Unit: "kB", Step: 0.5, Read: parts.Load}),
		mpitimer.WithCounter(mpitimer.Counter{Name: "PEAK", Peak: true, Read: parts.Load}))
	if err != nil {
		t.Fatal(err)
	}
	work := func(region string, n int64) {
		defer tm.Start(region).Stop()
		parts.Add(n)
	}
	work("solve", 1000) // before the recorder starts
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1})
	for step := range int64(5) {
		work("solve", 10*step)
		if step >= 2 {
			work("late", 4)
		}
		err = errors.Join(err, r.Epoch())
	}
	if err = errors.Join(err, r.Close(), tm.Finalize()); err != nil {
		t.Fatal(err)
	}
	accepted(t, directory)
	for group, want := range map[string]map[string][]float64{
		"Counters":  {"solve:PARTS": {0, 5, 10, 15, 20, 0}},
		"Counters2": {"late:PARTS": {2, 2, 2, 0}},
	} {
		files, _ := filepath.Glob(filepath.Join(directory, "*_"+group+".stat"))
		if len(files) != 1 {
			t.Fatalf("%s: %v", group, files)
		}
		if got := series(t, files[0], "PARTS", "kB"); len(got) != len(want) || !slices.Equal(got["solve:PARTS"], want["solve:PARTS"]) || !slices.Equal(got["late:PARTS"], want["late:PARTS"]) {
			t.Errorf("%s: %v, want %v", group, got, want)
		}
	}
	tl, err := lanes.Read(os.DirFS(directory), "p.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tl.Series, func(s lanes.Series) bool { return s.Group == "Counters" && s.Name == "solve:PARTS" && s.Unit == "kB" })
	if at < 0 {
		t.Fatal("the page has no course of the counter")
	}
	most := float32(0)
	for _, v := range tl.Series[at].Max {
		if !math.IsNaN(float64(v)) {
			most = max(most, v)
		}
	}
	if most != 20 {
		t.Errorf("the largest value on the page is %g", most)
	}
}

// series are the values of a statistics file, of one grouping and unit, without those of Total.
func series(t *testing.T, name, grouping, unit string) map[string][]float64 {
	t.Helper()
	r := statistics(t, name)
	got := map[string][]float64{}
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range r.Header().Values {
			if v.Grouping != grouping || v.Unit != unit {
				t.Errorf("value %+v", v)
			}
			if v.Name != "Total:PARTS" {
				got[v.Name] = append(got[v.Name], e.Float(i))
			}
		}
	}
	return got
}

// Counters that come while the program runs, as those of calls of MPI, before or between others, are counted as what they are.
func TestCountersThatComeLater(t *testing.T) {
	profile := func(names []string, values ...int64) *stats.Profile {
		p := &stats.Profile{Nodes: []stats.Node{{Parent: -1, Name: "a", Values: values}}}
		for _, name := range names {
			p.Counters = append(p.Counters, stats.Counter{Name: name, Step: 1})
		}
		return p
	}
	tm := alone(t)
	directory := t.TempDir()
	r, err := Start(tm, Options{Directory: directory, Project: "p", Period: -1})
	if err != nil {
		t.Fatal(err)
	}
	c := countings{before: map[counting]int64{}}
	at := r.clock.now()
	for i, p := range []*stats.Profile{profile([]string{"PARTS"}, 5), profile([]string{"MPI_SENT", "PARTS"}, 100, 7), profile([]string{"MPI_SENT"}, 150), profile([]string{"PARTS", "MPI_SENT"}, 9, stats.NoValue)} {
		if err := c.sample(r, p, at+hdtrace.Epoch(i*1000), at+hdtrace.Epoch(i*1000+1000)); err != nil {
			t.Fatal(err)
		}
		want := [][]float64{{5}, {2, 100}, {0, 50}, {2, 0}}[i]
		var got []float64
		for _, g := range c.groups {
			got = append(got, g.values...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("sample %d: %v, want %v", i, got, want)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}
