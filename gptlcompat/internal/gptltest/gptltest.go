// Package gptltest helps the tests of the writers and readers of GPTL's files: it has profiles, and
// writes them by the readers' rules.
package gptltest

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Measure is n calls of d nanoseconds each.
func Measure(n uint64, d int64) stats.Measure {
	return stats.Measure{Calls: n, Timed: n, Total: int64(n) * d, Min: d, Max: d,
		Squares: stats.Mul(n, uint64(d*d))}
}

func Profile(nodes ...stats.Node) *stats.Profile {
	return &stats.Profile{
		Size: 1, Environments: []stats.Environment{{Name: "default", Size: 1}, {Name: "writers", Size: 1}},
		Tracks: []string{"main", "worker"}, Clock: stats.Clock{Name: "tsc", PairCost: 40}, Nodes: nodes,
	}
}

// TwoParents is halo below dyn, phys and the top, and two timers that call each other in turn.
func TwoParents() *stats.Profile {
	p := Profile(
		stats.Node{Parent: -1, Name: "run", Measure: Measure(1, 9e9)},
		stats.Node{Parent: 0, Name: "dyn", Measure: Measure(2, 2e9)},
		stats.Node{Parent: 1, Name: "halo", Measure: Measure(4, 1e8)},
		stats.Node{Parent: 0, Name: "phys", Measure: Measure(3, 1e9)},
		stats.Node{Parent: 3, Name: "halo", Measure: Measure(6, 2e8)},
		stats.Node{Parent: -1, Name: "halo", Measure: Measure(1, 3e8)},
		stats.Node{Parent: 0, Name: "a", Measure: Measure(1, 5e8)},
		stats.Node{Parent: 6, Name: "b", Measure: Measure(5, 5e7)},
		stats.Node{Parent: 0, Name: "b", Measure: Measure(1, 4e8)},
		stats.Node{Parent: 8, Name: "a", Measure: Measure(7, 5e7)},
	)
	OnRank(p, 0, 1)
	return p
}

// OnRank makes a Profile one of size that can be merged.
func OnRank(p *stats.Profile, rank, size int) {
	p.Rank, p.Size = rank, size
	p.Environments = []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}
}

// Threaded is two threads with something in common.
func Threaded() *stats.Profile {
	on := func(track int, m stats.Measure) stats.TrackMeasure {
		return stats.TrackMeasure{Track: track, Measure: m}
	}
	both := Measure(30, 2e8)
	return Profile(
		stats.Node{Parent: -1, Name: "run loop", Measure: Measure(1, 5e9)},
		stats.Node{Parent: 0, Name: "physics", Measure: both, ByTrack: []stats.TrackMeasure{
			on(0, Measure(10, 2e8)), on(1, Measure(20, 2e8))}},
		stats.Node{Parent: 1, Name: "halo", Measure: Measure(5, 1e7)},
		stats.Node{Parent: 0, Name: "halo", Measure: Measure(2e6, 100)},
		stats.Node{Parent: 0, Name: "left on", Measure: stats.Measure{Running: 1, Total: 9, Open: 9}},
	)
}

func Merged(t rapid.TB, profiles []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// names are what people and accidents put into names, besides random strings.
var hostile = []string{
	"", " ", "  lead", "trail  ", `"`, `\`, "\n", "\x00", "a\r\nb", "name", "-", "y", "0", "* ", "(", ")",
	"Stats for thread 0:", "***** GLOBAL STATISTICS (     4 MPI TASKS) *****",
	"'on' indicates whether the timer was active during output", `"on" indicates`,
	"On Called Recurse Wallclock max min UTR Overhead", "on process threads count walltotal wallmax wallmin",
	"CPL:CLOCK_ADVANCE", "halo\u2028exchange", "été", "時間", "e\u0301", "\xff\xfe", "\u202e", "a~2", "unnamed",
	strings.Repeat("x", 10_000), strings.Repeat("é", 5_000), strings.Repeat("x", 10_001),
}

func AnyName() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(hostile), rapid.String(),
		rapid.StringMatching(`[ab"\\ ']{0,3}`),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 20), func(b []byte) string { return string(b) }))
}

// AnyMeasure is what a timer can have measured: the shortest call not longer than the longest, and
// that not longer than all together.
func AnyMeasure(t *rapid.T) stats.Measure {
	var m stats.Measure
	limit := rapid.SampledFrom([]int64{0, 1, 1e6, 1e12, 1e16}).Draw(t, "limit")
	if m.Calls = rapid.Uint64Range(0, 1e7).Draw(t, "calls"); m.Calls > 0 {
		m.Recursion = rapid.Uint64Range(0, m.Calls-1).Draw(t, "recursion")
		m.Timed = m.Calls - m.Recursion
		m.Min = rapid.Int64Range(0, limit).Draw(t, "min")
		m.Max = rapid.Int64Range(m.Min, limit).Draw(t, "max")
		m.Total = m.Max
		if m.Timed > 1 {
			m.Total += m.Min + rapid.Int64Range(0, limit).Draw(t, "rest")
		}
	}
	if m.Calls == 0 || rapid.Bool().Draw(t, "running") {
		m.Running = 1
		m.Open = rapid.Int64Range(0, limit).Draw(t, "open")
		m.Total += m.Open
	}
	return m
}

// AnyProfile is one rank's call tree, in which no two siblings are the same.
func AnyProfile(t *rapid.T, rank, size int) *stats.Profile {
	p := &stats.Profile{
		Rank: rank, Size: size, Tracks: []string{"main", "a", "b", "c"},
		Clock:        stats.Clock{Name: AnyName().Draw(t, "clock"), PairCost: rapid.Float64().Draw(t, "pair")},
		Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
	}
	siblings := map[int]map[string]bool{}
	for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
		n := stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: AnyName().Draw(t, "name")}
		if n.Parent >= len(p.Nodes) {
			n.Parent = len(p.Nodes) - 1
		}
		if siblings[n.Parent] == nil {
			siblings[n.Parent] = map[string]bool{}
		}
		if siblings[n.Parent][n.Name] {
			continue
		}
		siblings[n.Parent][n.Name] = true
		for track := range p.Tracks {
			if rapid.Bool().Draw(t, "on track") {
				m := AnyMeasure(t)
				n.Measure.Add(&m)
				n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: m})
			}
		}
		if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
			n.ByTrack = nil
		}
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

func AnyMethod(t *rapid.T) gptlcompat.PrintMethod {
	return rapid.SampledFrom([]gptlcompat.PrintMethod{gptlcompat.CallPath, gptlcompat.PathNames, gptlcompat.FirstParent, gptlcompat.LastParent, gptlcompat.MostFrequent, gptlcompat.FullTree}).Draw(t, "method")
}

func AnyFloat(t *rapid.T) float64 {
	return rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1e-9})).Draw(t, "float")
}

// Global writes a global file and holds it to the rules, when the rules are ours to keep.
func Global(t rapid.TB, s *stats.Summary, o gptlcompat.GlobalOptions) string {
	t.Helper()
	return written(t, gptlcompat.WriteGlobal, s, o, check.Global)
}

func Rank(t rapid.TB, p *stats.Profile, o gptlcompat.RankOptions) string {
	t.Helper()
	return written(t, gptlcompat.WriteRank, p, o, check.Rank)
}

// Timing writes a process's file and holds it to the rules.
func Timing(t rapid.TB, p *stats.Profile, o upstream.TimingOptions) string {
	t.Helper()
	return written(t, upstream.WriteTiming, p, o, check.Timing)
}

func TimingSummary(t rapid.TB, s *stats.Summary, o upstream.TimingSummaryOptions) string {
	t.Helper()
	return written(t, upstream.WriteTimingSummary, s, o, check.TimingSummary)
}

// written is a file that was written with such options, and held to the rules of its readers.
func written[Of, Options any](t rapid.TB, write func(io.Writer, Of, Options) error, of Of, o Options, rules func([]byte) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, of, o); err != nil {
		t.Fatal(err)
	}
	if err := rules(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	return b.String()
}

// Single writes what E3SM writes with single_file: the statistics of all profiles, if they are wanted, and the parts of the
// ranks that have options.
func Single(w io.Writer, profiles []*stats.Profile, global *gptlcompat.GlobalOptions, rank func(rank int) *gptlcompat.RankOptions) error {
	if global != nil {
		folded := slices.Clone(profiles)
		for i, p := range profiles {
			if !global.PathNames {
				folded[i] = gptlcompat.ByName(p)
			}
		}
		s, err := stats.Merge(folded)
		if err == nil {
			err = gptlcompat.WriteGlobal(w, s, *global)
		}
		if err != nil {
			return err
		}
	}
	for _, p := range profiles {
		if o := rank(p.Rank); o != nil {
			if err := gptlcompat.WriteRank(w, p, *o); err != nil {
				return err
			}
		}
	}
	return nil
}

func Same(t rapid.TB, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("differs (-want +got):\n%s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}

var realFolder = filepath.Join("..", "..", "..", "shared", "data", "gptl")

// RealFiles lists the real timing files that a pattern finds, by their names in the collection.
func RealFiles(t *testing.T, pattern string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(realFolder, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Skipf("no %s: the collection of real timing files is not here", pattern)
	}
	for _, path := range found {
		name, err := filepath.Rel(realFolder, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

// RealFile reads one of the files that real models and libraries wrote; they lie beside the
// repository, not in it.
func RealFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(realFolder, filepath.FromSlash(name))
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("no %s: the collection of real timing files is not here", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TracksOf returns the measures of a node on each track that ran it.
func TracksOf(n *stats.Node) []stats.TrackMeasure {
	if n.ByTrack != nil {
		return n.ByTrack
	}
	if n.Calls == 0 && n.Running == 0 {
		return nil
	}
	return []stats.TrackMeasure{{Track: 0, Measure: n.Measure}}
}
