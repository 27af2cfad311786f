package gptlcompat

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
)

// names are what people and accidents put into names, beside random strings.
var hostile = []string{
	"", " ", "  lead", "trail  ", `"`, `\`, "\n", "\x00", "a\r\nb", "name", "-", "y", "0", "* ", "(", ")",
	"Stats for thread 0:", "***** GLOBAL STATISTICS (     4 MPI TASKS) *****",
	"'on' indicates whether the timer was active during output", `"on" indicates`,
	"On Called Recurse Wallclock max min UTR Overhead", "on process threads count walltotal wallmax wallmin",
	"CPL:CLOCK_ADVANCE", "halo\u2028exchange", "été", "時間", "e\u0301", "\xff\xfe", "\u202e", "a~2", "unnamed",
	strings.Repeat("x", 10_000), strings.Repeat("é", 5_000), strings.Repeat("x", 10_001),
}

func anyName() *rapid.Generator[string] {
	return rapid.OneOf(rapid.SampledFrom(hostile), rapid.String(),
		rapid.StringMatching(`[ab"\\ ']{0,3}`),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 20), func(b []byte) string { return string(b) }))
}

// anyMeasure is what a timer can have measured: the shortest call not longer than the longest, and
// that not longer than all together.
func anyMeasure(t *rapid.T) stats.Measure {
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

// anyProfile is one rank's call tree, in which no two siblings are the same.
func anyProfile(t *rapid.T, rank, size int) *stats.Profile {
	p := &stats.Profile{
		Rank: rank, Size: size, Tracks: []string{"main", "a", "b", "c"},
		Clock:    stats.Clock{Name: anyName().Draw(t, "clock"), PairCost: rapid.Float64().Draw(t, "pair")},
		Contexts: []stats.Context{{Name: "default", Size: size, Ranks: []stats.Span{{First: 0, Last: size - 1, Stride: 1}}}},
	}
	siblings := map[int]map[string]bool{}
	for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
		n := stats.Node{Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"), Name: anyName().Draw(t, "name")}
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
				m := anyMeasure(t)
				addMeasure(&n.Measure, &m)
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

func anyLimit(t *rapid.T) int {
	return rapid.SampledFrom([]int{0, 0, -1, 1, 20}).Draw(t, "longest name")
}

func TestRankFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{1, 4, 400_000}).Draw(t, "size")
		p := anyProfile(t, rapid.IntRange(0, size-1).Draw(t, "rank"), size)
		o := RankOptions{Method: anyMethod(t), MaxName: anyLimit(t), ID: anyID(t),
			NoBanner: rapid.Bool().Draw(t, "no banner"), NoPreamble: rapid.Bool().Draw(t, "no preamble")}
		if rapid.Bool().Draw(t, "overhead") {
			o.Overhead = &Overhead{anyFloat(t), anyFloat(t), anyFloat(t), anyFloat(t)}
			o.Memory = []Memory{{1, 2, 3}, {math.MaxInt32, 0, 0}}
		}
		writeRank(t, p, o)
		checkJSON(t, func(w io.Writer) error { return WriteRankJSON(w, p, o) })
	})
}

func anyMethod(t *rapid.T) PrintMethod {
	return rapid.SampledFrom([]PrintMethod{CallPath, PathNames, FirstParent, LastParent, MostFrequent, FullTree}).Draw(t, "method")
}

func anyFloat(t *rapid.T) float64 {
	return rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1e-9})).Draw(t, "float")
}

// checkJSON makes sure that what f writes is one JSON value.
func checkJSON(t rapid.TB, f func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(b.Bytes()) {
		t.Errorf("not JSON: %s", b.Bytes())
	}
}

func TestTimingFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyProfile(t, rapid.IntRange(0, 3).Draw(t, "rank"), 4)
		flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
		o := TimingOptions{Method: anyMethod(t), MaxName: anyLimit(t), ImperfectNesting: flag("imperfect"),
			NoOverhead: flag("no overhead"), NoPreamble: flag("no preamble"), NoThreadSort: flag("no sort"),
			NoParents: flag("no parents"), Percent: flag("percent"), Version: anyName().Draw(t, "version")}
		values := rapid.SliceOfN(rapid.Custom(anyFloat), 1, 8).Draw(t, "values")
		of := func(node, track int) float64 { return values[(7*node+track)%len(values)] }
		if flag("cpu") {
			o.CPU = func(node, track int) (float64, float64) { return of(node, track), of(node+1, track) }
		}
		if flag("bytes") {
			o.Bytes = of
		}
		if flag("events") {
			o.Events = []Event{{Title: anyName().Draw(t, "event"), Count: of, PerSecond: flag("per second")},
				{Title: "IPC", Count: of, Per: of}}
		}
		if flag("rest") {
			o.Components = &Components{Clock: anyFloat(t), Misc: anyFloat(t), Probe: anyName().Draw(t, "probe")}
			o.ProcessSize = &ProcessSize{anyFloat(t), anyFloat(t)}
			o.Memory = &TimingMemory{1, 2, 3, 4}
			o.ClockSource, o.Autoprofiling = anyName().Draw(t, "source"), anyName().Draw(t, "auto")
		}
		writeTiming(t, p, o)
	})
}

func TestTimingSummariesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 4).Draw(t, "size")
		var whole, folded []*stats.Profile
		for rank := range size {
			p := anyProfile(t, rank, size)
			whole, folded = append(whole, p), append(folded, ByName(p))
		}
		o := TimingSummaryOptions{MaxName: anyLimit(t), Threads: rapid.IntRange(0, 3).Draw(t, "threads")}
		if rapid.Bool().Draw(t, "events") {
			v := anyFloat(t)
			o.Events = []SummaryEvent{{Title: anyName().Draw(t, "event"), Extremes: func(int) (a, b EventExtreme) {
				return EventExtreme{v, 1, 2}, EventExtreme{v, 0, 0}
			}}}
		}
		s := merged(t, folded)
		writeTimingSummary(t, s, o)
		checkJSON(t, func(w io.Writer) error { return WriteGlobalJSON(w, s, GlobalOptions{}) })
		o.PathNames = true
		writeTimingSummary(t, merged(t, whole), o)
	})
}

func TestSingleFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 3).Draw(t, "size")
		var profiles []*stats.Profile
		for rank := range size {
			profiles = append(profiles, anyProfile(t, rank, size))
		}
		method := anyMethod(t)
		var b bytes.Buffer
		err := WriteSingle(&b, profiles, SingleOptions{
			Global: GlobalOptions{PathNames: rapid.Bool().Draw(t, "path names")},
			Rank:   func(int) RankOptions { return RankOptions{Method: method} },
			Ranks:  func(rank int) bool { return OutputRank(rank, size, 2, 1) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := check.SingleFile(b.Bytes()); err != nil {
			t.Error(err)
		}
	})
}

func TestGlobalFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 4).Draw(t, "size")
		var folded, whole []*stats.Profile
		for rank := range size {
			p := anyProfile(t, rank, size)
			whole, folded = append(whole, p), append(folded, ByName(p))
		}
		byName := merged(t, folded)
		text := writeGlobal(t, byName, GlobalOptions{MaxName: anyLimit(t), ID: anyID(t)})
		if rows := strings.Count(text, "\n\""); rows != len(byName.Regions) {
			t.Errorf("%d rows for %d names", rows, len(byName.Regions))
		}
		writeGlobal(t, merged(t, whole), GlobalOptions{PathNames: true, MaxName: anyLimit(t)})
	})
}

// anyID is a line that begins as GPTL's does.
func anyID(t *rapid.T) string {
	if rapid.Bool().Draw(t, "own ID") {
		return ""
	}
	return "$Id" + anyName().Draw(t, "ID")
}

func merged(t rapid.TB, profiles []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// thread is a thread of a rank.
type thread struct{ rank, track int }

// byThread adds up, timer by timer, what each thread of each rank spent in completed calls that had
// no call of the same timer around them.
func byThread(profiles []*stats.Profile) map[string]map[thread]stats.Measure {
	sums := map[string]map[thread]stats.Measure{}
	for _, p := range profiles {
		for i := range p.Nodes {
			n := &p.Nodes[i]
			for _, tm := range tracksOf(n) {
				m := stats.Measure{Calls: tm.Calls, Total: tm.Total - tm.Open}
				for a := n.Parent; a >= 0; a = p.Nodes[a].Parent {
					for _, above := range tracksOf(&p.Nodes[a]) {
						if p.Nodes[a].Name == n.Name && above.Track == tm.Track {
							m.Total = 0
						}
					}
				}
				if sums[n.Name] == nil {
					sums[n.Name] = map[thread]stats.Measure{}
				}
				to := sums[n.Name][thread{p.Rank, tm.Track}]
				to.Calls += m.Calls
				to.Total += m.Total
				sums[n.Name][thread{p.Rank, tm.Track}] = to
			}
		}
	}
	return sums
}

// The extremes under a name are those of single threads over all its call paths.
func TestByNameIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole, folded []*stats.Profile
		size := rapid.IntRange(1, 3).Draw(t, "size")
		for rank := range size {
			p := anyProfile(t, rank, size)
			for i := range p.Nodes { // few names, so that they meet
				p.Nodes[i].Name = string('a' + rune(i%3))
				p.Nodes[i].Context = 0
			}
			whole, folded = append(whole, p), append(folded, ByName(p))
		}
		want := byThread(whole)
		s := merged(t, folded)
		for i := range s.Regions {
			r := &s.Regions[i]
			var calls uint64
			var total stats.Uint128
			threads, ranks := 0, map[int]bool{}
			least, most := int64(1)<<62, int64(0)
			for on, m := range want[r.Name] {
				calls += m.Calls
				total = total.Add64(uint64(m.Total))
				if m.Calls > 0 {
					threads++
					ranks[on.rank] = true
					least, most = min(least, m.Total), max(most, m.Total)
				}
			}
			if r.Calls != calls || r.Total != total || r.Threads != threads || r.Completed != len(ranks) {
				t.Fatalf("%s: %d calls, %v ns on %d threads of %d ranks, want %d, %v, %d, %d",
					r.Name, r.Calls, r.Total, r.Threads, r.Completed, calls, total, threads, len(ranks))
			}
			if threads > 0 && (r.ThreadMin.Value != least || r.ThreadMax.Value != most) {
				t.Fatalf("%s: %v to %v, want %d to %d", r.Name, r.ThreadMin, r.ThreadMax, least, most)
			}
		}
	})
}
