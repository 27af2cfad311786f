package read

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// plainProfile returns a Profile with names that are written as they are, times that are whole units, and
// calls below a million under all names together.
func plainProfile(t *rapid.T, rank, size int, unit int64) *stats.Profile {
	p := gptltest.AnyProfile(t, rank, size)
	p.Clock = stats.Clock{Name: "tsc"}
	used, running := map[int]map[string]bool{}, map[string]bool{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if used[n.Parent] == nil {
			used[n.Parent] = map[string]bool{}
		}
		n.Name = rapid.StringMatching(`[a-e( ]{0,3}[a-e)]`).Draw(t, "plain name")
		n.Name = strings.TrimSpace(n.Name)
		for used[n.Parent][n.Name] {
			n.Name += "x"
		}
		used[n.Parent][n.Name] = true
		if n.ByTrack == nil {
			n.ByTrack = gptltest.TracksOf(n)
		}
		n.Measure = stats.Measure{}
		for k := range n.ByTrack {
			m := &n.ByTrack[k].Measure
			*m = stats.Measure{Calls: m.Calls % 8e4, Recursion: m.Recursion % 7, Running: m.Running,
				Min: m.Min % 1e12 / unit * unit, Max: m.Max % 1e12 / unit * unit, Total: (m.Total - m.Open) % 1e12 / unit * unit}
			if m.Calls == 0 {
				m.Total, m.Min, m.Max, m.Running = 0, 0, 0, 1
			}
			on := fmt.Sprint(n.Name, " on ", n.ByTrack[k].Track)
			if running[on] { // a thread runs a timer in one place
				m.Calls, m.Running = max(m.Calls, 1), 0
			}
			running[on] = running[on] || m.Running > 0
			if m.Recursion = min(m.Recursion, m.Calls); m.Recursion == m.Calls && m.Calls > 0 {
				m.Recursion--
			}
			m.Min = min(m.Min, m.Max)
			m.Total = max(m.Total, m.Max+m.Min)
			if m.Calls-m.Recursion == 1 {
				m.Min, m.Total = m.Max, m.Max
			}
			m.Timed = m.Calls - m.Recursion
			n.Measure.Add(m)
		}
		if len(n.ByTrack) == 1 && n.ByTrack[0].Track == 0 {
			n.ByTrack = nil
		}
	}
	return p
}

// threadPaths lists what each thread ran, by path. Threads that began in different places of the tree
// can show timers of one name in different orders; then there is none that is right for both.
func threadPaths(t rapid.TB, p *stats.Profile, m gptlcompat.PrintMethod) map[int][]stats.Node {
	t.Helper()
	all, err := rows.Of(p, rows.Method(m), false, 0)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int][]stats.Node{}
	for _, tb := range all {
		var paths []string
		for _, r := range tb.Rows {
			r.Running = min(r.Running, 1)
			path := r.Name
			if r.Parent >= 0 {
				path = paths[r.Parent] + "/" + path
			}
			paths = append(paths, path)
			rows[tb.Track] = append(rows[tb.Track], stats.Node{Name: path, Parent: r.Depth, Measure: r.Measure})
		}
		slices.SortFunc(rows[tb.Track], func(a, b stats.Node) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return rows
}

func TestRankFilesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := plainProfile(t, 2, 5, 1000)
		o := gptlcompat.RankOptions{Method: gptltest.AnyMethod(t), NoBanner: rapid.Bool().Draw(t, "no banner")}
		if o.Method == gptlcompat.FullTree {
			o.Method = gptlcompat.CallPath
		}
		text := gptltest.Rank(t, p, o)
		k, err := Rank(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(threadPaths(t, p, o.Method), threadPaths(t, k.Profile, k.Options.Method)); d != "" {
			t.Errorf("(-written +read):\n%s\n%s", d, text)
		}
		if err := k.Profile.Check(); err != nil {
			t.Error(err)
		}
	})
}

func TestTimingFilesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := plainProfile(t, 2, 5, 1e9)
		o := upstream.TimingOptions{Method: rapid.SampledFrom([]gptlcompat.PrintMethod{gptlcompat.CallPath, gptlcompat.FirstParent, gptlcompat.MostFrequent}).Draw(t, "method"),
			NoOverhead: rapid.Bool().Draw(t, "no overhead"), Percent: rapid.Bool().Draw(t, "percent"),
			Memory: &upstream.TimingMemory{Hash: 1000, Regions: 2000, Links: 3000, Stacks: 4000}, ProcessSize: &upstream.ProcessSize{Size: 1, Resident: 2}}
		if rapid.Bool().Draw(t, "cpu") {
			o.CPU = func(int, int) (float64, float64) { return 1, 2 }
		}
		text := gptltest.Timing(t, p, o)
		r, err := Timing(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Profile.Check(); err != nil {
			t.Error(err)
		}
		if d := cmp.Diff(threadPaths(t, p, o.Method), threadPaths(t, r.Profile, r.Options.Method)); d != "" {
			t.Errorf("(-written +read):\n%s\n%s", d, text)
		}
	})
}

// Written twice, a file of all ranks is the same: nothing that it says is lost.
func TestGlobalFilesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyNames(t)
		text := gptltest.Global(t, s, gptlcompat.GlobalOptions{})
		g, err := Global(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		gptltest.Same(t, text, gptltest.Global(t, g.Summary, g.Options))
		checkKnown(t, g.Unknown, "Summary", reflect.ValueOf(*s), reflect.ValueOf(*g.Summary))
		for i := range s.Regions {
			own, read := s.Regions[i], g.Summary.Regions[i]
			own.Running = min(own.Running, 1)
			rounded(&own, &read)
			checkKnown(t, g.Unknown, "Region", reflect.ValueOf(own), reflect.ValueOf(read))
		}
	})
}

// anyNames is a Summary by name of some ranks.
func anyNames(t *rapid.T) *stats.Summary {
	size := rapid.IntRange(1, 3).Draw(t, "size")
	var folded []*stats.Profile
	for rank := range size {
		folded = append(folded, gptlcompat.ByName(plainProfile(t, rank, size, 1e6)))
	}
	return gptltest.Merged(t, folded)
}

func TestTimingSummariesAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyNames(t)
		text := gptltest.TimingSummary(t, s, upstream.TimingSummaryOptions{Threads: 2})
		g, err := TimingSummary(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		checkKnown(t, g.Unknown, "Summary", reflect.ValueOf(*s), reflect.ValueOf(*g.Summary))
		for i := range s.Regions {
			own, read := s.Regions[i], g.Summary.Regions[i]
			if own.Running > 0 {
				if read.Running != own.Running {
					t.Errorf("on in %d ranks, want %d", read.Running, own.Running)
				}
				continue
			}
			if d := math.Abs(own.MeanOverRanks() - read.MeanOverRanks()); d > 5.1e5 {
				t.Errorf("mean %g, want %g", read.MeanOverRanks(), own.MeanOverRanks())
			}
			if d := math.Abs(own.StdDev() - read.StdDev()); d > 5.1e5 {
				t.Errorf("deviation %g, want %g", read.StdDev(), own.StdDev())
			}
			own.Wall, own.Squares = read.Wall, read.Squares
			rounded(&own, &read)
			checkKnown(t, g.Unknown, "Region", reflect.ValueOf(own), reflect.ValueOf(read))
		}
	})
}

// rounded makes equal what a file with 7 digits cannot tell apart.
func rounded(own, read *stats.Region) {
	if a, b := own.Total.Float64(), read.Total.Float64(); math.Abs(a-b) <= 5.1e-7*a {
		own.Total = read.Total
	}
	if a, b := float64(own.Calls), float64(read.Calls); math.Abs(a-b) <= 0.051*a {
		own.Calls = read.Calls
	}
}

// checkKnown compares all fields of a struct but those that are unknown, which hold nothing.
func checkKnown(t rapid.TB, unknown []string, name string, own, read reflect.Value) {
	t.Helper()
	for i := range own.NumField() {
		field := own.Type().Field(i)
		got := read.Field(i).Interface()
		switch {
		case slices.Contains(unknown, name+"."+field.Name):
			if e, ok := got.(stats.Extreme); ok && e == (stats.Extreme{Rank: -1}) {
				continue
			}
			if p := field.Name == "Parent" || field.Name == "Ranks" || field.Name == "Size"; !p && !read.Field(i).IsZero() {
				t.Errorf("%s.%s is unknown, and %v", name, field.Name, got)
			}
		case field.Name == "Regions": // each compared by itself
		default:
			if d := cmp.Diff(own.Field(i).Interface(), got); d != "" {
				t.Errorf("%s.%s (-written +read):\n%s", name, field.Name, d)
			}
		}
	}
}

// Every field of a Profile is known or named as unknown.
func TestProfileFieldsAreAccountedFor(t *testing.T) {
	known := []string{"Profile.Rank", "Profile.Clock", "Profile.Environments", "Profile.Tracks", "Profile.Nodes", "Clock.Name",
		"Clock.Hz", "Clock.PairCost", "Node.Parent", "Node.Name", "Node.Measure", "Node.ByTrack", "Measure.Calls",
		"Measure.Recursion", "Measure.Running", "Measure.Total", "Measure.Timed", "Measure.Min", "Measure.Max"}
	var all []string
	for _, v := range []any{stats.Profile{}, stats.Clock{}, stats.Node{}, stats.Measure{}} {
		for i := range reflect.TypeOf(v).NumField() {
			all = append(all, reflect.TypeOf(v).Name()+"."+reflect.TypeOf(v).Field(i).Name)
		}
	}
	slices.Sort(all)
	if d := cmp.Diff(all, unknown(known, profileUnknown)); d != "" {
		t.Errorf("(-fields +known or unknown):\n%s", d)
	}
}
