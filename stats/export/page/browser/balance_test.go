package browser

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// anyRun is a run of random regions on a few ranks. In some regions ranks wait for those that are slow in the one before.
func anyRun(t *testing.T, random *rand.Rand) *stats.Summary {
	t.Helper()
	ranks := 1 + random.IntN(5)
	parents, waits, names := []int{-1}, []bool{false}, []string{"0"}
	for i := 1; i < 2+random.IntN(12); i++ {
		parents, waits = append(parents, random.IntN(i+1)-1), append(waits, random.IntN(3) == 0)
		name := fmt.Sprint(i)
		if random.IntN(8) == 0 || parents[i] >= 0 && stats.OnDevice(names[parents[i]]) {
			name = "gpu0:" + name
		} else if random.IntN(4) == 0 {
			name = []string{"MPI_Recv", "MPI_File_write", "sync_"}[random.IntN(3)] + name
		}
		names = append(names, name)
	}
	var profiles []*stats.Profile
	for rank := range ranks {
		p := &stats.Profile{Rank: rank, Size: ranks, Environments: []stats.Environment{{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}}}}
		for i, parent := range parents {
			total := random.Int64N(1000)
			if waits[i] {
				total = 1000 - p.Nodes[i-1].Total
			}
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: names[i], Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		profiles = append(profiles, p)
	}
	return pagetest.Merge(t, profiles)
}

// What balance would give back is what the command computes, for any run.
func TestBalanceInBrowser(t *testing.T) {
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, pageOf(t, tl))
	random, gains, waits := rand.New(rand.NewPCG(25, 1)), 0, 0
	for run := range 600 {
		s := anyRun(t, random)
		n := len(s.Regions)
		name, parent, ranks := make([]string, n), make([]int, n), make([]int, n)
		columns := map[string]any{}
		reals := func(name string, value func(r *stats.Region) float64) {
			list := make([]float64, n)
			for i := range s.Regions {
				list[i] = value(&s.Regions[i])
			}
			columns[name] = list
		}
		for i := range s.Regions {
			name[i], parent[i], ranks[i] = s.Regions[i].Name, s.Regions[i].Parent, int(s.Regions[i].Ranks)
		}
		columns["ranks"] = ranks
		reals("imbalance", func(r *stats.Region) float64 { return s.Figure(r, stats.FigureImbalance).Value })
		reals("wall", func(r *stats.Region) float64 { return r.Wall.Float64() })
		reals("min", func(r *stats.Region) float64 { return float64(r.Min.Value) })
		reals("max", func(r *stats.Region) float64 { return float64(r.Max.Value) })
		reals("minRank", func(r *stats.Region) float64 { return float64(r.Min.Rank) })
		reals("maxRank", func(r *stats.Region) float64 { return float64(r.Max.Rank) })
		given, err := json.Marshal([]any{map[string]any{"name": name, "parent": parent}, columns})
		if err != nil {
			t.Fatal(err)
		}
		var got []stats.Gain
		text := b.text("JSON.stringify(Balance.of(..." + string(given) + ", 1).gains)")
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		same := slices.EqualFunc(got, s.Balance(), func(a, b stats.Gain) bool {
			return a.Region == b.Region && a.Own == b.Own && a.Rank == b.Rank && math.Abs(a.Saves-b.Saves) < 1e-6 && a.Mostly == b.Mostly && slices.Equal(a.Waits, b.Waits)
		})
		if !same {
			t.Fatalf("run %d: %+v, want %+v", run, got, s.Balance())
		}
		for _, g := range got {
			gains, waits = gains+1, waits+len(g.Waits)
		}
	}
	if gains < 300 || waits < 30 {
		t.Errorf("%d gains and %d waits in all are too few to tell", gains, waits)
	}
}

// For an interval the view of the imbalance has what balance would give back in it, where others wait, and whose fault it is.
func TestBalanceOfAnInterval(t *testing.T) {
	tl, err := lanes.Read(solver(), "solver.proj", lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := stats.Merge(tl.Profiles)
	if err != nil {
		t.Fatal(err)
	}
	b := overTime(t, written(t, page.Page{Runs: []page.Run{{Summary: s, Profiles: slices.Values(tl.Profiles)}}, Timeline: tl}))
	b.text("Interval.take(0, Data.timeline.length) || ''")
	b.click("#tab-Imbalance")
	b.balanced(s)
	b.text("Interval.take(1e9, 2e9) || ''")
	b.settle()
	// One step: rank 2 solves for 0.8 s and the others for 0.4 s, and wait for it then.
	b.is(`[...document.querySelectorAll("#view-Imbalance tbody tr")].map((tr) => tr.innerText.replaceAll("\n", "\t").split("\t").filter(Boolean).join("|").replaceAll("\u00a0", " ")).join(" ")`,
		"solve|step|300.0 ms|33.3 %|2 (b)|800.0 ms|500.0 ms|300.0 ms|37.5 %|4/4|Allreduce 2|1 region|300.0 ms")
	b.keep("interval-imbalance")
	b.clean()
}

// coupled is a run of four ranks of an ocean and two of ice, which wait for these.
func coupled(t *testing.T) *stats.Summary {
	t.Helper()
	var profiles []*stats.Profile
	for rank := range 6 {
		part, from, to, work := "ocean", 0, 3, int64(240e6)
		if rank > 3 {
			part, from, to, work = "ice", 4, 5, 60e6
		}
		p := &stats.Profile{Rank: rank, Size: 6, Environments: []stats.Environment{
			{Name: "Default", Size: 6, Ranks: []stats.Range{{First: 0, Last: 5, Stride: 1}}}, {Name: part, Size: to - from + 1, Ranks: []stats.Range{{First: from, Last: to, Stride: 1}}},
		}}
		for i, total := range []int64{250e6, work, 250e6 - work} {
			p.Nodes = append(p.Nodes, stats.Node{Parent: min(i, 1) - 1, Name: []string{"Total", part, "couple"}[i], Environment: []int{0, 1, 0}[i], Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
		}
		profiles = append(profiles, p)
	}
	return pagetest.Merge(t, profiles)
}

// Of a coupled run it is the component that is named, not the ranks that wait for it.
func TestCoupledRunInBrowser(t *testing.T) {
	var list []lanes.Recording
	for rank := range 6 {
		list = append(list, lanes.Recording{Host: "h", Rank: rank, Thread: "main", States: []lanes.State{{End: 250e6}}})
	}
	tl := lanes.Recorded("p", 0, 250e6, []string{"Total"}, []bool{false}, list, 1000)
	b := overTime(t, written(t, page.Page{Runs: []page.Run{{Summary: coupled(t)}}, Timeline: tl}))
	b.is("Findings.list().map((f) => f.text.replaceAll('\u00a0', ' ')).join('|')", "The ranks of ocean have more to do than the others, which wait for them in couple. More of them, or less to do for each, would save up to 60.00 ms, 24.0 % of the run, once they are balanced themselves. ")
	b.click("#tab-Imbalance")
	b.is(`[...document.querySelectorAll("#view-Imbalance tbody tr")].map((tr) => tr.innerText.replaceAll("\n", "\t").split("\t").filter(Boolean).join("|").replaceAll("\u00a0", " ")).join(" ")`,
		"ocean|Total|60.00 ms|24.0 %|those of ocean|–|240.0 ms|–|–|4/4|all its ranks: more of them, or less to do, would help|couple")
	b.keep("coupled")
	b.clean()
}
