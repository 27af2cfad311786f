package scaling_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/scaling"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

// strong is a program that computes a second a rank on one, exchanges halos, and reduces.
func strong() []scalingtest.Region {
	none := func(int) float64 { return 0 }
	return []scalingtest.Region{
		{Name: "kernel", Calls: 100, Computes: func(p int) float64 { return 1e9 / float64(p) }},
		{Name: "setup", Computes: func(int) float64 { return 1e7 }},
		{Name: "reduce", Calls: 100, Computes: none, Waits: func(p int) float64 { return 1e6 * (0.01 + math.Log2(float64(p))) }},
	}
}

func weak() []scalingtest.Region {
	r := strong()
	r[0].Computes = func(int) float64 { return 1e9 }
	return r
}

func study(t *testing.T, regions []scalingtest.Region, kind scaling.Kind, ranks ...int) *scaling.Study {
	t.Helper()
	st, err := scaling.New(made(t, regions, ranks...), kind)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func made(t *testing.T, regions []scalingtest.Region, ranks ...int) (runs []scaling.Run) {
	t.Helper()
	for _, p := range ranks {
		run, err := scalingtest.Run("run", p, regions, scalingtest.Quiet)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	return runs
}

func region(t *testing.T, st *scaling.Study, path string) *scaling.Region {
	t.Helper()
	for _, r := range st.Regions {
		if r.Text() == path {
			return r
		}
	}
	t.Fatalf("no region %s", path)
	return nil
}

// Strong scaling and weak are told apart, and the figures are those of the formulas.
func TestStrongAndWeak(t *testing.T) {
	for kind, regions := range map[scaling.Kind][]scalingtest.Region{scaling.Strong: strong(), scaling.Weak: weak()} {
		st := study(t, regions, "", 1, 2, 4, 8, 16)
		if st.Kind != kind || st.Because == "" {
			t.Errorf("%s is told of %s scaling: %s", st.Kind, kind, st.Because)
		}
		for _, r := range st.Regions {
			for _, p := range r.Points {
				more := float64(p.Ranks)
				speedUp := r.Points[0].Time / p.Time
				if kind == scaling.Weak {
					speedUp *= more
				}
				if math.Abs(p.SpeedUp-speedUp) > 1e-9*speedUp || math.Abs(p.Efficiency-speedUp/more) > 1e-9 {
					t.Errorf("%s on %d ranks: %+v", r.Text(), p.Ranks, p)
				}
				if !math.IsNaN(p.Parallel) && math.Abs(p.Parallel-p.LoadBalance*p.Communication) > 1e-12 || math.Abs(p.Global-p.Parallel*p.Computation) > 1e-12 {
					t.Errorf("%s on %d ranks: %+v: a product is another number", r.Text(), p.Ranks, p)
				}
			}
		}
		if c := region(t, st, "Total/kernel").Points[4].Computation; math.Abs(c-1) > 1e-6 {
			t.Errorf("%s: computation scaling %g of a kernel that scales", kind, c)
		}
	}
	none := []scalingtest.Region{{Name: "between", Computes: func(p int) float64 { return 1e9 / math.Sqrt(float64(p)) }, Waits: func(int) float64 { return 1e6 }}}
	if _, err := scaling.New(made(t, none, 2, 4, 8), ""); !errors.Is(err, scaling.ErrUntold) {
		t.Errorf("%v, of runs that are neither", err)
	}
	for kind, want := range map[scaling.Kind]float64{scaling.Strong: 0.5, scaling.Weak: 2} {
		r := region(t, study(t, none, kind, 2, 4, 8), "Total/between").Points[2]
		if math.Abs(r.Computation-want) > 1e-6 {
			t.Errorf("%s: computation scaling %g, want %g", kind, r.Computation, want)
		}
	}
}

// Where no wait is recorded, regions that fall or do not tell.
func TestKindWithoutWaits(t *testing.T) {
	for kind, regions := range map[scaling.Kind][]scalingtest.Region{scaling.Strong: strong()[:2], scaling.Weak: weak()[:2]} {
		if st := study(t, regions, "", 2, 4, 8); st.Kind != kind {
			t.Errorf("%s is told of %s scaling: %s", st.Kind, kind, st.Because)
		}
	}
}

// Strong scaling of ranks that share too few processors is no weak scaling: ranks then take as long on more of them, but not in each call.
func TestKindOfCrowdedRuns(t *testing.T) {
	regions := strong()
	regions[0].Computes = func(int) float64 { return 1e9 }
	runs := made(t, regions, 1, 2, 8, 32)
	for i := range runs {
		for k := range runs[i].Summary.Regions {
			if g := &runs[i].Summary.Regions[k]; g.Name == "kernel" {
				g.CallMin.Value = int64(1e7 / runs[i].Summary.Size)
			}
		}
	}
	if st, err := scaling.New(runs, ""); err != nil || st.Kind != scaling.Strong {
		t.Errorf("%s scaling is told (%s), %v", st.Kind, st.Because, err)
	} else if notes := strings.Join(st.Notes, "\n"); !strings.Contains(notes, "times as long on 32 ranks") || !strings.Contains(notes, "ranks share processors") || st.Crowded[len(st.Crowded)-1] != 32 {
		t.Error(notes)
	}
}

// What takes the most on more ranks: first the kernel, then the part that does not get faster, then the reduction.
func TestGrowth(t *testing.T) {
	st := study(t, strong(), "", 1, 2, 4, 8, 16)
	var names []string
	for _, g := range st.Grows {
		if g.Region == nil {
			t.Fatalf("%+v: nothing is told", g)
		}
		names = append(names, g.Region.Text())
		want := 1e9/float64(g.Ranks) + 1e7 + 1e6*(0.01+math.Log2(float64(g.Ranks)))
		if math.Abs(g.Time/want-1) > 0.02 || !(g.Low <= g.Time && g.Time <= g.High) {
			t.Errorf("%d ranks: %g (%g to %g), want %g", g.Ranks, g.Time, g.Low, g.High, want)
		}
	}
	if got := strings.Join(names, " "); got != "Total/kernel Total/setup Total/reduce/MPI_Allreduce" && got != "Total/kernel Total/setup Total/setup" {
		t.Errorf("%s", got)
	}
	if f := region(t, st, "Total/setup").Falls; !f.Measured || f.Ranks != 2 {
		t.Errorf("setup falls %+v", f)
	}
	if f := region(t, st, "Total/kernel").Falls; !f.Known || f.Ranks != 0 {
		t.Errorf("the kernel falls %+v", f)
	}
}

// Runs that do not belong together, or tell nothing, are refused, left out or noted.
func TestOddRuns(t *testing.T) {
	runs := made(t, strong(), 2, 4)
	if _, err := scaling.New(made(t, strong(), 4, 4), ""); !errors.Is(err, scaling.ErrRuns) {
		t.Errorf("%v of one number of ranks", err)
	}
	other := made(t, strong(), 8)
	other[0].Summary.Program = "other"
	if _, err := scaling.New(append(made(t, strong(), 2, 4), other...), ""); !errors.Is(err, scaling.ErrRuns) || !strings.Contains(err.Error(), `"other"`) {
		t.Errorf("%v of two programs", err)
	}
	killed := made(t, strong(), 8, 16)
	killed[0].Name, killed[1].Name = "killed", "open"
	killed[0].Summary.Ranks, killed[0].Summary.Missing = 7, []stats.Range{{First: 7, Last: 7, Stride: 1}}
	killed[1].Summary.Regions[0].Running = 16
	st, err := scaling.New(append(runs, killed...), "")
	if err != nil || len(st.Left) != 2 || len(st.Ranks) != 2 {
		t.Errorf("%v: left out %v", err, st.Left)
	}
	longer := strong()
	longer[0].Calls, longer[1].Name = 200, "prepare"
	longer[0].Computes = func(p int) float64 { return 2e9 / float64(p) }
	st, err = scaling.New(append(made(t, strong(), 2, 4), made(t, longer, 4)...), scaling.Strong)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(st.Notes, "\n")
	for _, want := range []string{"of other machines or inputs", "Total/prepare on 4 ranks", "A rank calls Total/kernel 100 times", "runs of one input"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in: %s", want, notes)
		}
	}
}

// Times and calls are written without exponents, however large.
func TestLargeNumbersInNotes(t *testing.T) {
	long := func(seconds float64, calls uint64) []scalingtest.Region {
		return []scalingtest.Region{{Name: "kernel", Calls: calls, Computes: func(int) float64 { return seconds * 1e9 }}}
	}
	runs := slices.Concat(made(t, long(4000, 123_456), 2, 4), made(t, long(9000, 777_777), 4))
	st, err := scaling.New(runs, scaling.Weak)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(st.Notes, "\n")
	for _, want := range []string{"4000 to 9000 s on 4", "123500 times in ", "777800 times in "} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in: %s", want, notes)
		}
	}
}

// A number of ranks that is missing from a study changes no law, and it is noted that there is one run on each.
func TestMissingNumberOneRunEach(t *testing.T) {
	st := study(t, strong(), "", 1, 2, 8, 16, 64)
	if law := region(t, st, "Total/kernel").Law; law.Verdict == scaling.Poor || law.Shape.String() != "p^-1" {
		t.Errorf("%+v", law)
	}
	if notes := strings.Join(st.Notes, "\n"); !strings.Contains(notes, "There is one run on each number of ranks") {
		t.Error(notes)
	}
}

// A run of a larger input among others on as many ranks is named, by its work; one that only takes longer is not. Calls that ranks alone in their
// environment do not make are no regions that are renamed.
func TestLargerInput(t *testing.T) {
	larger, slower := strong(), strong()
	larger[0].Computes = func(p int) float64 { return 40e9 / float64(p) }
	runs := append(made(t, strong(), 2, 4), made(t, larger, 4)...)
	runs[2].Name = "fine"
	for _, want := range []bool{true, false} {
		st, err := scaling.New(runs, scaling.Strong)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(st.Notes, "\n"); strings.Contains(notes, "times as much work in fine as in") != want || strings.Contains(notes, "MPI_") {
			t.Errorf("named: %t\n%s", !want, notes)
		}
		slower[1].Name = "MPI_Allreduce"
		runs = append(made(t, strong(), 2, 4), made(t, slower, 4)...)
	}
}

// More ranks than processors are noted where it is known for how long ranks ran.
func TestCrowded(t *testing.T) {
	runs := made(t, strong(), 2, 4)
	for i := range runs {
		s := runs[i].Summary
		s.Counters = append(s.Counters, stats.Counter{Name: "TASK_CLOCK", Unit: "s", Step: 1e-9, Domain: "process"})
		clock := len(s.Counters) - 1
		g := &s.Regions[0]
		share := []float64{1, 0.5}[i]
		for len(g.Values) < clock {
			g.Values = append(g.Values, stats.CounterStats{})
		}
		g.Values = append(g.Values, stats.CounterStats{Ranks: s.Ranks, Sum: stats.Int128{Lo: uint64(share * g.Wall.Float64())}})
		runs[i].Efficiency = efficiency.Of(s, nil)
	}
	st, err := scaling.New(runs, scaling.Strong)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(st.Notes, "\n")
	if !strings.Contains(notes, "had a processor for part of the time only (50 % on 4 ranks)") || len(st.Crowded) != 1 || st.Crowded[0] != 4 {
		t.Error(notes)
	}
}
