package gptlcompat_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats"
)

// regions is how many rows the files have that are measured.
const regions = 1000

func merged(b testing.TB, p *stats.Profile) *stats.Summary {
	b.Helper()
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func BenchmarkWrite(b *testing.B) {
	p := model()
	s, byName, paths := merged(b, p), merged(b, gptlcompat.ByName(p)), gptlcompat.RankOptions{Method: gptlcompat.CallPath}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"rank", func(w io.Writer) error { return gptlcompat.WriteRank(w, p, paths) }},
		{"rank-by-name", func(w io.Writer) error { return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{}) }},
		{"stats", func(w io.Writer) error { return gptlcompat.WriteGlobal(w, byName, gptlcompat.GlobalOptions{}) }},
		{"stats-of-paths", func(w io.Writer) error {
			return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{PathNames: true})
		}},
		{"timing", func(w io.Writer) error {
			return upstream.WriteTiming(w, p, upstream.TimingOptions{Method: paths.Method})
		}},
		{"summary", func(w io.Writer) error {
			return upstream.WriteTimingSummary(w, byName, upstream.TimingSummaryOptions{})
		}},
	} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := f.write(io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	p := model()
	list := reads(b, p)
	for _, f := range append(list, readOf{"floor", list[0].text, words}) {
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.text)))
			for b.Loop() {
				if err := f.read(f.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// readOf is a file, and how it is read.
type readOf struct {
	name string
	text []byte
	read func([]byte) error
}

// reads returns E3SM's files of p.
func reads(t testing.TB, p *stats.Profile) []readOf {
	t.Helper()
	var paths, byName, global bytes.Buffer
	if err := errors.Join(gptlcompat.WriteRank(&paths, p, gptlcompat.RankOptions{Method: gptlcompat.CallPath}),
		gptlcompat.WriteRank(&byName, p, gptlcompat.RankOptions{}),
		gptlcompat.WriteGlobal(&global, merged(t, gptlcompat.ByName(p)), gptlcompat.GlobalOptions{})); err != nil {
		t.Fatal(err)
	}
	rank := func(text []byte) error { _, err := read.Rank(bytes.NewReader(text)); return err }
	return []readOf{{"rank", paths.Bytes(), rank}, {"rank-by-name", byName.Bytes(), rank},
		{"stats", global.Bytes(), func(text []byte) error { _, err := read.Global(bytes.NewReader(text)); return err }}}
}

// Readers allocate little more than what they return: a region takes 496 bytes and its row 127.
func TestReadAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector takes things out of pools, and they are allocated again")
	}
	most := map[string]float64{"rank": 4.1, "rank-by-name": 11, "stats": 4.9} // bytes for each byte of a file of 1000 rows
	for _, f := range reads(t, model()) {
		const times = 10
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range times {
			if err := f.read(f.text); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if per := float64(after.TotalAlloc-before.TotalAlloc) / times / float64(len(f.text)); per > most[f.name] {
			t.Errorf("%s: %.2f bytes for each byte of the file, want at most %g", f.name, per, most[f.name])
		} else {
			t.Logf("%s: %.2f bytes for each byte of the file", f.name, per)
		}
	}
}

// model returns the tree of a model: names as models have them, at most twelve below one parent, all
// different.
func model() *stats.Profile {
	p := &stats.Profile{Size: 1, Clock: stats.Clock{Name: "tsc", PairCost: 36}, Tracks: []string{"main"},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}}
	for i := range regions {
		calls, each := uint64(1+i*37%5000), int64(1_234_567+i*7919)
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d halo", i),
			Measure: stats.Measure{Calls: calls, Timed: calls, Total: int64(calls) * each, Min: each / 2, Max: each * 3,
				Squares: stats.Square(uint64(each))}})
	}
	return p
}

// words does the minimum that a reader of a table of blanks and numbers must do.
func words(text []byte) error {
	var nanoseconds int64
	for line := range bytes.Lines(text) {
		for word := range bytes.FieldsSeq(line) {
			if c := word[0]; c < '0' || c > '9' {
				continue
			}
			if v, err := strconv.ParseFloat(string(word), 64); err == nil {
				nanoseconds += int64(v * 1e9)
			}
		}
	}
	if nanoseconds == 0 {
		return fmt.Errorf("there was no number")
	}
	return nil
}
