package mpitimer

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// compare holds what can be seen of all ranks against the oracles.
func (m *machine) compare(t *rapid.T) {
	for _, r := range m.ranks {
		p := r.tm.Profile()
		want := r.oracle.profile(-1)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		expectLines(t, fmt.Sprintf("rank %d", r.number), linesOf(p), want.lines, m.histograms)
		r.expectWarnings(t, p.Warnings)
		r.expectQueries(t, want.lines)
		if m.hooks && !slices.Equal(r.seen, r.oracle.events) {
			t.Fatalf("hooks saw %q\nwant %q", r.seen, r.oracle.events)
		}
		if r.tm.Tables() != "" && !r.oracle.closed {
			r.expectTable(t, p, m.histograms)
		}
	}
	m.expectSummary(t)
}

// expectWarnings compares warnings. How often one looks for an environment in vain is not said anywhere.
func (r *modelRank) expectWarnings(t *rapid.T, warnings []stats.Warning) {
	got, want := make(map[string]uint64), maps.Clone(r.oracle.warnings)
	for _, w := range warnings {
		got[w.Kind+": "+w.Path] += w.Count
	}
	for _, list := range []map[string]uint64{got, want} {
		for what := range list {
			if strings.HasPrefix(what, engine.WarnEnvironment) || strings.HasPrefix(what, engine.WarnNotMember) {
				list[what] = 1
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Fatalf("rank %d: warnings are %v\nwant %v", r.number, got, want)
	}
}

// expectQueries compares what is answered of each name.
func (r *modelRank) expectQueries(t *rapid.T, lines []oLine) {
	for _, name := range modelNames {
		var want Totals
		found, any := false, false
		for _, l := range lines {
			names := namesOf(l.key)
			if last := len(names) - 1; names[last] != name {
				continue
			} else if !slices.ContainsFunc(lines, func(outer oLine) bool {
				return strings.HasPrefix(l.key, outer.key+"/") && namesOf(outer.key)[strings.Count(outer.key, "/")-1] == name && (outer.all.calls+uint64(outer.all.running) > 0 || outer.all.total > 0)
			}) {
				want.Total += nanos(l.all.total)
			}
			found = true
			want.Calls += l.all.calls
			want.Running = want.Running || l.all.running > 0
			want.Max = max(want.Max, nanos(l.all.max))
			if l.all.timed > 0 && (!any || nanos(l.all.min) < want.Min) {
				want.Min, any = nanos(l.all.min), true
			}
		}
		if got, ok := r.tm.Query(name); got != want || ok != found {
			t.Fatalf("rank %d: Query(%q) = %+v, %v, want %+v, %v\n%s", r.number, name, got, ok, want, found, texts(lines))
		}
	}
}

// namesOf is the names in a key.
func namesOf(key string) (names []string) {
	for _, entry := range strings.Split(key, "/")[1:] {
		name, _, _ := strings.Cut(entry, "@")
		names = append(names, name)
	}
	return names
}

// expectTable compares the file in which the rank keeps its tables, as another process reads it.
func (r *modelRank) expectTable(t *rapid.T, p *stats.Profile, histograms bool) {
	r.tm.tables.file.Beat(mark(clock.Take(), clock.Unix())) // which it does once a second, as the next
	r.tm.noteTables()
	file, err := ranktable.Open(filepath.Join(r.tm.Tables(), rankfile.Name(r.number)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found, err := file.Profile()
	if err != nil {
		t.Fatal(err)
	}
	if err := found.Check(); err != nil {
		t.Fatal(err)
	}
	want := linesOf(p)
	if r.tm.counting != nil { // what a counter shows now, another process cannot know
		want = withoutValues(want)
		expectLines(t, "table", withoutValues(linesOf(found)), want, true)
	} else {
		expectLines(t, "table", linesOf(found), want, true)
	}
	r.expectWarnings(t, found.Warnings)
}

func withoutValues(lines []oLine) []oLine {
	for i := range lines {
		lines[i].values = [2]int64{}
	}
	return lines
}

// rankLine is a line of one rank.
type rankLine struct {
	oLine
	rank int
}

// expectSummary compares the ranks together.
func (m *machine) expectSummary(t *rapid.T) {
	profiles := make([]*stats.Profile, len(m.ranks))
	byKey := make(map[string][]rankLine)
	for i, r := range m.ranks {
		profiles[i] = r.tm.Profile()
		for _, l := range r.oracle.profile(-1).lines {
			byKey[l.key] = append(byKey[l.key], rankLine{l, i})
		}
	}
	s := m.summary(t, profiles)
	keys := make([]string, len(s.Regions))
	for i := range s.Regions {
		got := &s.Regions[i]
		if got.Parent >= 0 {
			keys[i] = keys[got.Parent]
		}
		keys[i] += "/" + got.Name + "@" + summaryEnvironment(s, got.Environment)
		if lines := byKey[keys[i]]; len(lines) == 0 {
			t.Fatalf("summary: unexpected region %s", keys[i])
		} else {
			expectRegion(t, keys[i], got, lines)
		}
		delete(byKey, keys[i])
	}
	if len(byKey) > 0 {
		t.Fatalf("summary: no %v", slices.Sorted(maps.Keys(byKey)))
	}
}

// summary is that of the ranks, as they reduce it.
func (m *machine) summary(t *rapid.T, profiles []*stats.Profile) (s *stats.Summary) {
	if len(m.ranks) > 1 && !m.ranks[0].oracle.closed {
		m.together(func(r *modelRank) {
			reduced, err := r.tm.Reduce(nil, profiles[r.number])
			if err != nil {
				panic(err)
			}
			if r.number == 0 {
				s = reduced
			}
		})
		return s
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func summaryEnvironment(s *stats.Summary, at int) string {
	if at == 0 {
		return ""
	}
	return fmt.Sprint(s.Environments[at].Name, s.Environments[at].Ranks)
}

// expectRegion compares a region of the summary with the lines of its ranks.
func expectRegion(t *rapid.T, key string, got *stats.Region, lines []rankLine) {
	want := stats.Region{Min: stats.Extreme{Rank: -1}, Max: stats.Extreme{Rank: -1}, CallMin: stats.Extreme{Rank: -1}, CallMax: stats.Extreme{Rank: -1}}
	for _, l := range lines {
		wall := int64(0)
		for track, m := range l.tracks {
			if wall = max(wall, m.total); m.timed > 0 {
				extreme(&want.CallMin, -1, m.min, l.rank, track)
				extreme(&want.CallMax, 1, m.max, l.rank, track)
			}
		}
		want.Calls += l.all.calls
		want.Recursion += l.all.recursion
		want.Timed += l.all.timed
		want.Total = want.Total.Add64(uint64(l.all.total))
		want.Open = want.Open.Add64(uint64(l.all.open))
		want.CallSquares = want.CallSquares.Add(l.all.squares)
		if l.all.running > 0 {
			want.Running++
		}
		if l.all.calls == 0 && l.all.running == 0 && l.all.total == 0 {
			continue // something stands below it
		}
		want.Ranks++
		want.Wall = want.Wall.Add64(uint64(wall))
		extreme(&want.Min, -1, wall, l.rank, 0)
		extreme(&want.Max, 1, wall, l.rank, 0)
	}
	same := stats.Region{Min: got.Min, Max: got.Max, CallMin: got.CallMin, CallMax: got.CallMax, Calls: got.Calls, Recursion: got.Recursion,
		Timed: got.Timed, Total: got.Total, Open: got.Open, CallSquares: got.CallSquares, Running: got.Running, Ranks: got.Ranks, Wall: got.Wall}
	same.Min.Track, same.Max.Track, want.Min.Track, want.Max.Track = 0, 0, 0, 0
	if g, w := fmt.Sprintf("%+v", same), fmt.Sprintf("%+v", want); g != w {
		t.Fatalf("summary: %s:\n%s\nwant\n%s", key, g, w)
	}
}

// extreme keeps the smallest or the largest value, of equal ones the first.
func extreme(e *stats.Extreme, sign, value int64, rank, track int) {
	if e.Rank < 0 || sign*value > sign*e.Value {
		*e = stats.Extreme{Value: value, Rank: rank, Track: track}
	}
}

// interval compares what was measured since the last report of an interval, and begins another. Those of Print and
// of Checkpoint do not notice each other.
func (m *machine) interval(t *rapid.T, _ *modelWorker) {
	which := rapid.IntRange(0, 1).Draw(t, "which")
	for _, r := range m.ranks {
		now := r.oracle.profile(which)
		var p *stats.Profile
		m.callerOf(r).run(func() { p = r.tm.since([]table.Baseline{table.LastPrint, table.LastCheckpoint}[which]) })
		expectLines(t, fmt.Sprintf("interval of rank %d", r.number), linesOf(p), now.since(r.oracle.reported[which]), m.histograms)
		r.oracle.reported[which] = now
		r.oracle.interval(which)
	}
}

// print lets all ranks report; what they say is for others to test.
func (m *machine) print(t *rapid.T, _ *modelWorker) {
	interval := rapid.Bool().Draw(t, "interval")
	m.together(func(r *modelRank) {
		var options []PrintOption
		if interval {
			options = append(options, SinceLastPrint())
		}
		if err := r.tm.Print(options...); err != nil {
			panic(err)
		}
	})
	for _, r := range m.ranks {
		if interval {
			r.oracle.reported[0] = r.oracle.profile(0)
			r.oracle.interval(0)
		}
	}
}

// finalize ends the timers and compares the last profile.
func (m *machine) finalize(t *rapid.T) {
	for _, w := range slices.Clone(m.workers) {
		if w.byGo {
			m.end(w)
			continue
		}
		for len(w.inside) > 0 {
			m.leaveDo(w)
		}
	}
	m.together(func(r *modelRank) {
		if err := r.tm.Finalize(); err != nil {
			panic(err)
		}
	})
	for _, r := range m.ranks {
		r.oracle.finalize(r.main.thread)
	}
	m.compare(t)
}

// again ends the timers and begins anew.
func (m *machine) again(t *rapid.T, _ *modelWorker) {
	m.finalize(t)
	m.initialize()
}
