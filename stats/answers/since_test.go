package answers

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/answerstest"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// sinceOf is what the steps say of a finding.
func sinceOf(s *stats.Summary, f Finding, t *steps.Times) *Finding {
	numbers, _ := numbersOf(t.Ranks)
	o := newOver(s, t, numbers)
	o.since(&f)
	return &f
}

// Of two slow ranks it is their own first slow step, in a region whose name is cut, and of the rank that is shown: the window is
// that of its own step, since each rank is in another one at that time.
func TestSinceTwoRanks(t *testing.T) {
	s, times := answerstest.SlowFrom(t, 120, 60, 6, 7)
	region := len(s.Regions) - 1
	got := sinceOf(s, Finding{Kind: Slow, Region: region, Ranks: Ranks{First: 7, Count: 2, Of: 8}}, times)
	want := Evidence{Rank: 6, Region: times.Regions[1], Step: 61, From: (60 + 2*6) * 2e6, To: (60 + 2*6 + 1) * 2e6}
	if got.Since == nil || *got.Evidence != want || got.sinceText(s) != "Ranks 6-7 take 1.000 ms longer in kernel than the others in each step from step 61 of 120 on." {
		t.Errorf("%+v, %+v", got, got.Evidence)
	}
	undecided := []Finding{{Kind: Undecided, Region: region, Ranks: Ranks{First: 7}, Either: []Finding{{Kind: Slow, Region: 2}}, Because: "calls of MPI are not recorded"}}
	if f := sinceOf(s, undecided[0], times); !strings.HasSuffix(f.Text(s), "in each case but the last. "+got.sinceText(s)) { // which is so, whatever explains it
		t.Errorf("%s", f.Text(s))
	}
	if said := got.Ranks.String(); said != "ranks 6-7 (2 of 8)" {
		t.Errorf("%q, of which the steps name both", said)
	}
	for what, f := range map[string]Finding{
		"a rank that is not slow":               {Kind: Slow, Region: region, Ranks: Ranks{First: 3}},
		"what is much more than the steps have": {Kind: Slow, Region: region, Ranks: Ranks{First: 7}, Saves: 1e9},
		"a region without steps":                {Kind: Slow, Region: 2, Ranks: Ranks{First: 7}},
	} {
		if got := sinceOf(s, f, times); got.Since != nil || got.Evidence != nil {
			t.Errorf("of %s: %+v", what, got)
		}
	}
}

// Over the run ranks are balanced that are slow in turn: it is said of the innermost region, and not of those that wait.
func TestSinceInTurn(t *testing.T) {
	s, of := answerstest.SlowFrom(t, 120, 120)
	of.Regions = []string{"step", "step/kernel", "step/MPI_Barrier"}
	of.Seconds = nil
	for _, took := range []func(slow bool) float32{
		func(bool) float32 { return 0.003 },
		func(slow bool) float32 { return map[bool]float32{false: 0.001, true: 0.003}[slow] },
		func(slow bool) float32 { return map[bool]float32{false: 0.002, true: 0}[slow] },
	} {
		for rank := range 8 {
			for step := range 120 {
				of.Seconds = append(of.Seconds, took(step*5%8 == rank))
			}
		}
	}
	f := Of(s, of)[0]
	want := "In 120 of 120 steps one rank alone takes longer in kernel than the others, by 2.000 ms, and in turn another: all ranks. No single rank is to blame."
	if f.Kind != Balanced || f.sinceText(s) != want || !strings.HasSuffix(f.Text(s), ". "+want) {
		t.Errorf("%+v, %s", f, f.Text(s))
	}
	if e := f.Evidence; e == nil || e.Region != "step/kernel" || e.Rank != 0 || e.Step != 1 {
		t.Errorf("%+v", e)
	}
}

// Ranks that are slow in turn are not slow where the program says that they communicate, whatever the region's name is.
func TestSinceInTurnIsNotInMarkedRegions(t *testing.T) {
	for _, marked := range []bool{false, true} {
		s, of := answerstest.SlowFrom(t, 120, 120)
		s.Regions[len(s.Regions)-1].Communicates = marked
		for i := range of.Seconds[8*120:] {
			of.Seconds[8*120+i] = map[bool]float32{false: 0.001, true: 0.003}[i%120*5%8 == i/120]
		}
		if f := Of(s, of)[0]; (f.Since == nil) != marked {
			t.Errorf("marked %t: %+v", marked, f)
		}
	}
}

// What a rank does in a region outside of those below has its steps, too, if those are known.
func TestSinceOwnTime(t *testing.T) {
	s, times := answerstest.SlowFrom(t, 120, 60, 6)
	region := len(s.Regions) - 2 // the one around the kernel
	f := Finding{Kind: Slow, Region: region, Own: true, Ranks: Ranks{First: 2}}
	times.Regions[0] = strings.Join(s.Path(region)[1:], "/")
	for i, v := range times.Seconds[8*120:] {
		if times.Seconds[i] = v + 0.001; i/120 == 2 && i%120 < 30 {
			times.Seconds[i] += 0.002
		}
	}
	got := sinceOf(s, f, times)
	if got.Since == nil || got.Evidence.Step != 1 || got.Evidence.Rank != 2 || got.sinceText(s) != "Rank 2 takes 2.000 ms longer in component_08, outside of the regions below it, than the others in each step until step 30 of 120." {
		t.Errorf("%+v", got)
	}
	times.Regions[1] = "other"
	if got := sinceOf(s, f, times); got.Since != nil {
		t.Errorf("%+v", got)
	}
}

// A finding says how sure it is and which rank shows it, and has the steps when they are known: as data, and in its sentence.
func TestFindingAsData(t *testing.T) {
	s, times := answerstest.SlowFrom(t, 120, 60, 6, 7)
	alone, with := Find(s), Of(s, times)
	if len(alone) != len(with) || alone[0].Since != nil || alone[0].Sure == "" {
		t.Fatalf("%+v, %+v", alone, with)
	}
	for i := range with {
		if with[i].Since == nil {
			continue
		}
		if got, want := with[i].Text(s), with[i].text(s)+" "+with[i].Since.Text(s.Regions[with[i].Region].Name); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		kind Kind
		want Certainty
	}{{Slow, Inferred}, {Between, Inferred}, {Balanced, Inferred}, {Undecided, OneOf}, {Unknown, NotKnown}} {
		f := Finding{Kind: c.kind, Region: 0, Ranks: Ranks{First: s.Regions[0].Max.Rank}}
		newRun(s, true).back(&f)
		if f.Sure != c.want || (f.Evidence != nil) != (c.kind == Slow) {
			t.Errorf("%s: %+v", c.kind, f)
		}
	}
}

// Regions are told by their paths; what may be one of two is none.
func TestPlaceOfRegion(t *testing.T) {
	for _, c := range []struct {
		paths, names string
		want         int
	}{
		{"a;a b;a b c", "b;b/c", 1},
		{"a;a b;a b c", "a/b;a/b/c", 1},
		{"a;a long_name;a long_name c", "x;..ame/c", 1},
		{"a;a long_name;a fame;a fame c;a long_name c", "..ame/c", -1},
		{"a;a b;a b c", "c", -1},
		{"a", "b", -1},
		{"a;a b;a b c;b;b c", "b;b/c;a/b/c", 1}, // which has no better name
		{"a;a b;a b c", "b;b/c;a/b/c", 2},
	} {
		var s stats.Summary
		places := map[string]int{}
		for i, path := range strings.Split(c.paths, ";") {
			names := strings.Fields(path)
			parent, known := places[strings.Join(names[:len(names)-1], " ")]
			if !known {
				parent = -1
			}
			places[path] = i
			s.Regions = append(s.Regions, stats.Region{Name: names[len(names)-1], Parent: parent})
		}
		if got := newOver(&s, &steps.Times{Regions: strings.Split(c.names, ";")}, nil).places[len(s.Regions)-1]; got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.paths, c.names, got, c.want)
		}
	}
}

// A region that is slow outside of those below it while these run on other goroutines may wait for them: they are named.
func TestWaitsForGoroutines(t *testing.T) {
	ranks := func(goroutines bool) *stats.Summary {
		var list []*stats.Profile
		for rank := range 4 {
			p := &stats.Profile{Rank: rank, Size: 4, Environments: []stats.Environment{{Name: "Default", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}}, Tracks: []string{"main"}}
			add := func(parent int, name string, totals ...int64) {
				n := stats.Node{Parent: parent, Name: name}
				for i, total := range totals {
					m := stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total, Squares: stats.Square(uint64(total))}
					if n.Calls++; len(totals) == 1 {
						n.Measure = m
						continue
					}
					n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: i + 1, Measure: m})
				}
				if n.ByTrack != nil {
					n.SumTracks()
				}
				p.Nodes = append(p.Nodes, n)
			}
			work := int64(1e9)
			if rank == 2 {
				work = 2e9
			}
			add(-1, "Total", 2_100e6)
			add(0, "solve", work)
			if goroutines {
				parts := make([]int64, 100) // one after the other
				for i := range parts {
					parts[i] = work / 100
					p.Tracks = append(p.Tracks, "worker")
				}
				add(1, "chunk", parts...)
			} else {
				add(1, "chunk", work/100)
			}
			add(0, "MPI_Barrier", 2_100e6-work)
			list = append(list, p)
		}
		s, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for goroutines, want := range map[bool]string{
		true:  "Rank 2 is slowest in solve, outside of the regions below it or while it waits for threads in chunk, and others wait in MPI_Barrier.",
		false: "Rank 2 is slowest in solve, outside of the regions below it, and others wait in MPI_Barrier.",
	} {
		s := ranks(goroutines)
		f := Find(s)[0]
		if got := f.Text(s); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
