package gptlcompat_test

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Rows whose times are scaled from a sample are marked behind a line that no reader of such files reads on: all other lines
// are what they would be without, so that whoever counts lines, columns or widths, or searches for names, finds the same.
func TestScaledRowsAreMarked(t *testing.T) {
	profile := func(scaled ...int) *stats.Profile {
		p := gptltest.Profile(
			stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(1, 9e9)},
			stats.Node{Parent: 0, Name: "GLOBAL STATISTICS", Measure: gptltest.Measure(3, 2e9)},
			stats.Node{Parent: 0, Name: "name on processes threads count wallmax wallmin", Measure: gptltest.Measure(3, 2e9)},
			stats.Node{Parent: 0, Name: "Stats for thread 0:", Measure: gptltest.Measure(3, 2e9)},
			stats.Node{Parent: 0, Name: "halo", Measure: gptltest.Measure(9, 1e9)})
		p.Tracks, p.Size = []string{"main", "other"}, 1
		p.Environments[0] = stats.Environment{Name: "Default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}
		half := gptltest.Measure(4, 5e8)
		p.Nodes[4].ByTrack = []stats.TrackMeasure{{Track: 0, Measure: half}, {Track: 1, Measure: half}}
		for _, node := range scaled {
			p.Nodes[node].Estimated = true
		}
		return p
	}
	summary := func(p *stats.Profile) *stats.Summary {
		s, err := stats.Merge([]*stats.Profile{gptlcompat.ByName(p)})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, file := range []struct {
		name   string
		write  func(w io.Writer, p *stats.Profile) error
		check  func([]byte) error
		thread string
	}{
		{"E3SM, all ranks", func(w io.Writer, p *stats.Profile) error {
			return gptlcompat.WriteGlobal(w, summary(p), gptlcompat.GlobalOptions{})
		}, check.Global, ""},
		{"E3SM, a rank", func(w io.Writer, p *stats.Profile) error {
			return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{})
		}, check.Rank, "; scaled from a sample of the calls: rows 1 of thread 1"},
		{"GPTL, a process", func(w io.Writer, p *stats.Profile) error {
			return upstream.WriteTiming(w, p, upstream.TimingOptions{})
		}, check.Timing, "; scaled from a sample of the calls: rows 1 of thread 1"},
		{"GPTL, all processes", func(w io.Writer, p *stats.Profile) error {
			return upstream.WriteTimingSummary(w, summary(p), upstream.TimingSummaryOptions{})
		}, check.TimingSummary, ""},
	} {
		var plain, marked, again bytes.Buffer
		p := profile(1, 2, 4)
		if err := file.write(&plain, profile()); err != nil {
			t.Fatal(err)
		}
		if err := file.write(&marked, p); err != nil {
			t.Fatal(err)
		}
		if err := file.check(marked.Bytes()); err != nil {
			t.Errorf("%s: %v", file.name, err)
		}
		was, is := strings.Split(plain.String(), "\n"), strings.Split(marked.String(), "\n")
		if len(was) != len(is) {
			t.Fatalf("%s: %d lines, want %d", file.name, len(is), len(was))
		}
		changed := 0
		for i := range is {
			if is[i] == was[i] {
				continue
			}
			changed++
			if want := was[i] + "; scaled from a sample of the calls: rows 2-3,5" + file.thread; is[i] != want {
				t.Errorf("%s, line %d: %q, want %q", file.name, i+1, is[i], want)
			}
			// What PACE, get_timing and parsegptlout.pl look for anywhere in a line or at its start.
			if regexp.MustCompile(`GLOBAL STATISTICS|'on' indicates|Stats for thread|^name|^ *"|walltotal|Called|Overhead sum`).MatchString(is[i]) {
				t.Errorf("%s, line %d: %q", file.name, i+1, is[i])
			}
		}
		if changed != 1 {
			t.Errorf("%s: %d lines differ", file.name, changed)
		}
		contents, _, err := read.File(bytes.NewReader(marked.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", file.name, err)
		}
		switch f := contents.(type) {
		case *read.GlobalFile:
			err = gptlcompat.WriteGlobal(&again, f.Summary, f.Options)
		case *read.RankFile:
			err = gptlcompat.WriteRank(&again, f.Profile, f.Options)
		case *read.TimingFile:
			err = upstream.WriteTiming(&again, f.Profile, f.Options)
		case *read.TimingSummaryFile:
			err = upstream.WriteTimingSummary(&again, f.Summary, f.Options)
		}
		if err != nil {
			t.Errorf("%s: %v", file.name, err)
		}
		if line := strings.Split(again.String(), "\n"); len(line) < 4 || !strings.Contains(again.String(), "; scaled from a sample of the calls: rows 2-3,5"+file.thread+"\n") {
			t.Errorf("%s: read and written again, the mark is gone:\n%s", file.name, again.String())
		}
	}
}
