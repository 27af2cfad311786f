package gptlcompat_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

func anyLimit(t *rapid.T) int {
	return rapid.SampledFrom([]int{0, 0, -1, 1, 20}).Draw(t, "longest name")
}

func TestRankFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{1, 4, 400_000}).Draw(t, "size")
		p := gptltest.AnyProfile(t, rapid.IntRange(0, size-1).Draw(t, "rank"), size)
		o := gptlcompat.RankOptions{Method: gptltest.AnyMethod(t), MaxName: anyLimit(t), ID: anyID(t),
			NoBanner: rapid.Bool().Draw(t, "no banner"), NoPreamble: rapid.Bool().Draw(t, "no preamble")}
		if rapid.Bool().Draw(t, "overhead") {
			o.Overhead = &gptlcompat.Overhead{Total: gptltest.AnyFloat(t), AtInit: gptltest.AnyFloat(t), Estimate: gptltest.AnyFloat(t), Bound: gptltest.AnyFloat(t)}
			o.Memory = []gptlcompat.Memory{{Hash: 1, Regions: 2, Links: 3}, {Hash: math.MaxInt32}}
		}
		gptltest.Rank(t, p, o)
	})
}

func TestTimingFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := gptltest.AnyProfile(t, rapid.IntRange(0, 3).Draw(t, "rank"), 4)
		flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
		o := upstream.TimingOptions{Method: gptltest.AnyMethod(t), MaxName: anyLimit(t), ImperfectNesting: flag("imperfect"),
			NoOverhead: flag("no overhead"), NoPreamble: flag("no preamble"), NoThreadSort: flag("no sort"),
			NoParents: flag("no parents"), Percent: flag("percent"), Version: gptltest.AnyName().Draw(t, "version")}
		values := rapid.SliceOfN(rapid.Custom(gptltest.AnyFloat), 1, 8).Draw(t, "values")
		of := func(node, track int) float64 { return values[(7*node+track)%len(values)] }
		if flag("cpu") {
			o.CPU = func(node, track int) (float64, float64) { return of(node, track), of(node+1, track) }
		}
		if flag("bytes") {
			o.Bytes = of
		}
		if flag("events") {
			o.Events = []upstream.Event{{Title: gptltest.AnyName().Draw(t, "event"), Count: of, PerSecond: flag("per second")},
				{Title: "IPC", Count: of, Per: of}}
		}
		if flag("rest") {
			o.Components = &upstream.Components{Clock: gptltest.AnyFloat(t), Misc: gptltest.AnyFloat(t), Probe: gptltest.AnyName().Draw(t, "probe")}
			o.ProcessSize = &upstream.ProcessSize{Size: gptltest.AnyFloat(t), Resident: gptltest.AnyFloat(t)}
			o.Memory = &upstream.TimingMemory{Hash: 1, Regions: 2, Links: 3, Stacks: 4}
			o.ClockSource, o.Autoprofiling = gptltest.AnyName().Draw(t, "source"), gptltest.AnyName().Draw(t, "auto")
		}
		gptltest.Timing(t, p, o)
	})
}

func TestTimingSummariesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 4).Draw(t, "size")
		var whole, folded []*stats.Profile
		for rank := range size {
			p := gptltest.AnyProfile(t, rank, size)
			whole, folded = append(whole, p), append(folded, gptlcompat.ByName(p))
		}
		o := upstream.TimingSummaryOptions{MaxName: anyLimit(t), Threads: rapid.IntRange(0, 3).Draw(t, "threads")}
		if rapid.Bool().Draw(t, "events") {
			v := gptltest.AnyFloat(t)
			o.Events = []upstream.SummaryEvent{{Title: gptltest.AnyName().Draw(t, "event"), Extremes: func(int) (a, b upstream.EventExtreme) {
				return upstream.EventExtreme{Value: v, Rank: 1, Thread: 2}, upstream.EventExtreme{Value: v, Rank: 0, Thread: 0}
			}}}
		}
		s := gptltest.Merged(t, folded)
		gptltest.TimingSummary(t, s, o)
		o.PathNames = true
		gptltest.TimingSummary(t, gptltest.Merged(t, whole), o)
	})
}

func TestSingleFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 3).Draw(t, "size")
		var profiles []*stats.Profile
		for rank := range size {
			profiles = append(profiles, gptltest.AnyProfile(t, rank, size))
		}
		method := gptltest.AnyMethod(t)
		var b bytes.Buffer
		global := gptlcompat.GlobalOptions{PathNames: rapid.Bool().Draw(t, "path names")}
		err := gptltest.Single(&b, profiles, &global, func(rank int) *gptlcompat.RankOptions {
			if !gptlcompat.IsOutputRank(rank, size, 2, 1) {
				return nil
			}
			return &gptlcompat.RankOptions{Method: method}
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := check.SingleFile(b.Bytes()); err != nil {
			t.Error(err)
		}
	})
}

// PACE takes the name of a clock for the head of a table, and then finds as little in it as there is.
func TestSingleFileOfNothing(t *testing.T) {
	p := &stats.Profile{Size: 1, Tracks: []string{"main"}, Clock: stats.Clock{Name: "on process threads count walltotal wallmax wallmin"},
		Environments: []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}}
	var b bytes.Buffer
	if err := gptltest.Single(&b, []*stats.Profile{p}, &gptlcompat.GlobalOptions{}, func(int) *gptlcompat.RankOptions { return &gptlcompat.RankOptions{} }); err != nil {
		t.Fatal(err)
	}
	if err := check.SingleFile(b.Bytes()); err != nil {
		t.Error(err)
	}
}

func TestGlobalFilesKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 4).Draw(t, "size")
		var folded, whole []*stats.Profile
		for rank := range size {
			p := gptltest.AnyProfile(t, rank, size)
			whole, folded = append(whole, p), append(folded, gptlcompat.ByName(p))
		}
		byName := gptltest.Merged(t, folded)
		text := gptltest.Global(t, byName, gptlcompat.GlobalOptions{MaxName: anyLimit(t), ID: anyID(t)})
		if rows := strings.Count(text, "\n\""); rows != len(byName.Regions) {
			t.Errorf("%d rows for %d names", rows, len(byName.Regions))
		}
		gptltest.Global(t, gptltest.Merged(t, whole), gptlcompat.GlobalOptions{PathNames: true, MaxName: anyLimit(t)})
	})
}

// anyID returns a line that begins as GPTL's does.
func anyID(t *rapid.T) string {
	if rapid.Bool().Draw(t, "own ID") {
		return ""
	}
	return "$Id" + gptltest.AnyName().Draw(t, "ID")
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
			for _, tm := range gptltest.TracksOf(n) {
				m := stats.Measure{Calls: tm.Calls, Total: tm.Total - tm.Open}
				for a := n.Parent; a >= 0; a = p.Nodes[a].Parent {
					for _, above := range gptltest.TracksOf(&p.Nodes[a]) {
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
			p := gptltest.AnyProfile(t, rank, size)
			for i := range p.Nodes { // few names, so that they meet
				p.Nodes[i].Name = string('a' + rune(i%3))
				p.Nodes[i].Environment = 0
			}
			whole, folded = append(whole, p), append(folded, gptlcompat.ByName(p))
		}
		want := byThread(whole)
		s := gptltest.Merged(t, folded)
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
			if r.Calls != calls || r.Total != total || r.Tracks != threads || r.Completed != len(ranks) {
				t.Fatalf("%s: %d calls, %v ns on %d threads of %d ranks, want %d, %v, %d, %d",
					r.Name, r.Calls, r.Total, r.Tracks, r.Completed, calls, total, threads, len(ranks))
			}
			if threads > 0 && (r.TrackMin.Value != least || r.TrackMax.Value != most) {
				t.Fatalf("%s: %v to %v, want %d to %d", r.Name, r.TrackMin, r.TrackMax, least, most)
			}
		}
	})
}
