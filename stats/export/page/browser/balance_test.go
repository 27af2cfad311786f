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

// anyRun is a run of random regions on a few ranks, in two parts with regions of their own. In some regions ranks wait for
// those that are slow in the one before, and in coupled runs below the first all wait for those with the most to do in it.
func anyRun(t *testing.T, random *rand.Rand) *stats.Summary {
	t.Helper()
	ranks, coupled := 1+random.IntN(8), random.IntN(2) == 0
	second := 1 + random.IntN(ranks) // the first rank of the second part, if there is one
	parents, waits, names, parts := []int{-1}, []bool{false}, []string{"0"}, []int{0}
	for i := 1; i < 2+random.IntN(12); i++ {
		parent := random.IntN(i+1) - 1
		if coupled && parent >= 0 {
			parent = random.IntN(2) * parent
		}
		parents, waits, parts = append(parents, parent), append(waits, !coupled && random.IntN(3) == 0), append(parts, random.IntN(3))
		if parents[i] >= 0 && parts[parents[i]] != 0 {
			parts[i] = parts[parents[i]]
		}
		name := fmt.Sprint(i)
		if random.IntN(8) == 0 || parents[i] >= 0 && stats.OnDevice(names[parents[i]]) {
			name = "gpu0:" + name
		} else if random.IntN(4) == 0 {
			name = []string{"MPI_Recv", "MPI_File_write", "sync_"}[random.IntN(3)] + name
		}
		names = append(names, name)
	}
	if coupled {
		parents, waits, names, parts = append(parents, 0), append(waits, false), append(names, "couple"), append(parts, 0)
	}
	var profiles []*stats.Profile
	for rank := range ranks {
		part, from, to := 1, 0, min(second, ranks)-1
		if rank >= second {
			part, from, to = 2, second, ranks-1
		}
		p := &stats.Profile{Rank: rank, Size: ranks, Environments: []stats.Environment{
			{Name: "Default", Size: ranks, Ranks: []stats.Range{{First: 0, Last: ranks - 1, Stride: 1}}},
			{Name: fmt.Sprint("part", part), Size: to - from + 1, Ranks: []stats.Range{{First: from, Last: to, Stride: 1}}},
		}}
		place, left := make([]int, len(parents)), int64(1100)
		for i, parent := range parents {
			if parts[i] != 0 && parts[i] != part {
				continue
			}
			total := random.Int64N(1000)
			if waits[i] {
				total = 1000 - p.Nodes[len(p.Nodes)-1].Total%1000
			}
			switch {
			case coupled && i == 0:
				total = left
			case coupled && i == len(parents)-1:
				total = max(left, 0) + total/64
			case coupled && parts[i] == 1:
				total = 900 + total/16 // the first part has more to do, and all its ranks have
			case coupled:
				total /= 16
			}
			if coupled && parent == 0 && !stats.OnDevice(names[i]) {
				left -= total
			}
			if place[i] = len(p.Nodes); parent >= 0 {
				parent = place[parent]
			}
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: names[i], Environment: min(parts[i], 1), Measure: stats.Measure{Calls: 1, Timed: 1, Total: total, Min: total, Max: total}})
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
	random, gains, waits, between := rand.New(rand.NewPCG(25, 1)), 0, 0, 0
	for run := range 600 {
		s := anyRun(t, random)
		n := len(s.Regions)
		name, parent, ranks, environment := make([]string, n), make([]int, n), make([]int, n), make([]int, n)
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
			environment[i] = s.Regions[i].Environment
		}
		var environments []map[string]any
		for _, e := range s.Environments {
			one := map[string]any{"size": e.Size}
			if e.Size < s.Size {
				one["members"] = e.Ranks
			}
			environments = append(environments, one)
		}
		columns["ranks"] = ranks
		reals("imbalance", func(r *stats.Region) float64 { return s.Figure(r, stats.FigureImbalance).Value })
		reals("wall", func(r *stats.Region) float64 { return r.Wall.Float64() })
		reals("min", func(r *stats.Region) float64 { return float64(r.Min.Value) })
		reals("max", func(r *stats.Region) float64 { return float64(r.Max.Value) })
		reals("minRank", func(r *stats.Region) float64 { return float64(r.Min.Rank) })
		reals("maxRank", func(r *stats.Region) float64 { return float64(r.Max.Rank) })
		given, err := json.Marshal([]any{map[string]any{"name": name, "parent": parent, "environment": environment}, columns, 1, environments})
		if err != nil {
			t.Fatal(err)
		}
		var got []stats.Gain
		text := b.text("JSON.stringify(Balance.of(..." + string(given) + ").gains)")
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		same := slices.EqualFunc(got, s.Balance(), func(a, b stats.Gain) bool {
			return a.Region == b.Region && a.Own == b.Own && a.Between == b.Between && a.Rank == b.Rank && math.Abs(a.Saves-b.Saves) < 1e-6 && a.Mostly == b.Mostly && slices.Equal(a.Waits, b.Waits)
		})
		if !same {
			t.Fatalf("run %d: %+v, want %+v", run, got, s.Balance())
		}
		for _, g := range got {
			gains, waits = gains+1, waits+len(g.Waits)
			if g.Between {
				between++
			}
		}
	}
	if gains < 300 || waits < 30 || between < 20 {
		t.Errorf("%d gains, %d of them between parts, and %d waits in all are too few to tell", gains, between, waits)
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
	b.is(foundText, told(coupled(t), 3))
	b.click("#tab-Imbalance")
	b.is(`[...document.querySelectorAll("#view-Imbalance tbody tr")].map((tr) => tr.innerText.replaceAll("\n", "\t").split("\t").filter(Boolean).join("|").replaceAll("\u00a0", " ")).join(" ")`,
		"ocean|Total|60.00 ms|24.0 %|those of ocean|–|240.0 ms|–|–|4/4|all its ranks|couple")
	b.keep("coupled")
	b.clean()
}

// In an interval, too: in the second half the ocean has more to do than the ice, each in a step of its own, and in the
// first the ice, in which one rank is slow. Both call their step the same; it is a region of each environment.
func TestCoupledIntervalInBrowser(t *testing.T) {
	var profiles []*stats.Profile
	var list []lanes.Recording
	for rank := range 6 {
		part, from, to, work := "ocean", 0, 3, [2]int64{100e6, 450e6}
		if rank > 3 {
			part, from, to, work = "ice", 4, 5, [2]int64{300e6, 200e6}
		}
		if rank == 5 {
			work[0] = 450e6
		}
		p := &stats.Profile{Rank: rank, Size: 6, Environments: []stats.Environment{
			{Name: "Default", Size: 6, Ranks: []stats.Range{{First: 0, Last: 5, Stride: 1}}}, {Name: part, Size: to - from + 1, Ranks: []stats.Range{{First: from, Last: to, Stride: 1}}},
		}}
		for i, total := range []int64{1e9, work[0] + work[1], 1e9 - work[0] - work[1]} {
			p.Nodes = append(p.Nodes, stats.Node{Parent: min(i, 1) - 1, Name: []string{"Total", "step", "couple"}[i], Environment: []int{0, 1, 0}[i], Measure: stats.Measure{Calls: 2, Timed: 2, Total: total, Min: total / 2, Max: total / 2}})
		}
		profiles = append(profiles, p)
		states := []lanes.State{{End: 1e9}}
		for half, w := range work {
			begin := int64(half) * 500e6
			states = append(states, lanes.State{Start: begin, End: begin + w, Depth: 1, Name: 1}, lanes.State{Start: begin + w, End: begin + 500e6, Depth: 1, Name: 2})
		}
		list = append(list, lanes.Recording{Host: "h", Rank: rank, Thread: "main", States: states})
	}
	tl := lanes.Recorded("p", 0, 1e9, []string{"Total", "step", "couple"}, []bool{false, false, false}, list, 1000)
	b := overTime(t, written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, profiles)}}, Timeline: tl}))
	rows := `[...document.querySelectorAll("#view-Imbalance tbody tr")].map((tr) => tr.innerText.replaceAll("\n", "\t").split("\t").filter(Boolean).join("|").replaceAll("\u00a0", " ")).join(" ")`
	b.text("Interval.take(500e6, 1000e6) || ''")
	b.click("#tab-Imbalance")
	b.settle()
	b.is(rows, "step|Total|83.33 ms|16.7 %|those of ocean|–|450.0 ms|–|–|4/4|all its ranks|couple")
	b.text("Interval.take(0, 500e6) || ''")
	b.settle()
	b.is(rows, "step|Total|183.3 ms|36.7 %|those of ice|–|375.0 ms|–|–|2/2|all its ranks|couple "+
		"step|Total|75.00 ms|15.0 %|5 (h)|450.0 ms|375.0 ms|75.00 ms|16.7 %|2/2 5|1 region|75.00 ms")
	b.is("Data.regions.name.map((name, i) => name + '@' + Model.environment(i)).join(' ')", "Total@Default step@ocean couple@Default step@ice")
	b.keep("coupled-interval")
	b.clean()
}
