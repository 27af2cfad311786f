package browser

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// killed are 64 ranks with two environments beside the default one, 200 regions whose names begin alike, and kernels on a device;
// it was killed, and of two ranks nothing is left.
func killed() []*stats.Profile {
	const ranks = 64
	every := func(first, last, stride int) []stats.Range {
		return []stats.Range{{First: first, Last: last, Stride: stride}}
	}
	var list []*stats.Profile
	for rank := range ranks {
		if rank == 17 || rank == 40 {
			continue
		}
		p := &stats.Profile{
			Rank: rank, Size: ranks, Host: fmt.Sprintf("gpu-partition-node%04d.cluster.example", rank/4), PID: 9000 + rank, Program: "coupled_climate_model_production",
			Start: 1_760_000_000_000_000_000, To: 5_400_000_000_000, Late: 900_000_000,
			Clock: stats.Clock{Name: "tsc", Hz: 2.4e9, Resolution: 8, PairCost: 33.5, Drift: 0.12},
			Environments: []stats.Environment{
				{Name: "Default", Size: ranks, Ranks: every(0, ranks-1, 1)},
				{Name: "OceanComponentRanks", Size: 32, Ranks: every(0, 31, 1)},
				{Name: "AtmosphereComponentRanks", Size: 32, Ranks: every(32, 63, 1)},
			},
			Tracks: []string{"main"},
		}
		environment, part := 1, "ocean"
		if rank >= 32 {
			environment, part = 2, "atmosphere"
		}
		slow := 1.0
		if rank == 45 {
			slow = 1.7
		}
		prefix := "github.com/climate/model/components/" + part + "."
		run := pagetest.Add(p, -1, "github.com/climate/model.Run", 0, 1, 5300e9)
		step := pagetest.Add(p, run, "github.com/climate/model.(*Coupler).Step", environment, 5400, 5200e9)
		for k := range 18 {
			one := pagetest.Add(p, step, fmt.Sprintf("%s(*Grid).advance_prognostic_variable_%02d", prefix, k), environment, 5400, (40e9+float64(k)*20e9)*slow/2)
			for j := range 4 {
				pagetest.Add(p, one, fmt.Sprintf("%s(*Grid).advance_prognostic_variable_%02d_sweep_%d_of_directional_splitting", prefix, k, j), environment, 21600, (8e9+float64(k)*4e9)*slow/2)
			}
			if k%3 == 0 {
				kernel := pagetest.Add(p, one, fmt.Sprintf("gpu0:%sadvance_kernel_%02d", part, k), environment, 5400, 6e9+float64(k)*3e9)
				pagetest.Add(p, kernel, "gpu0:halo_pack", environment, 10800, 1e9)
			}
		}
		pagetest.Add(p, step, "MPI_Allreduce", environment, 10800, 200e9/slow)
		pagetest.Add(p, step, "gpu0:overlap", environment, 5400, 600e9)
		pagetest.Even(p)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if n.Min, n.Max = n.Min/2, n.Min+n.Min/2; i < 2 {
				n.Running, n.Open = 1, 3e9
			}
		}
		p.Nodes[0].Calls, p.Nodes[0].Timed, p.Nodes[0].Min, p.Nodes[0].Max, p.Nodes[0].Squares, p.Nodes[0].Histogram = 0, 0, 0, 0, stats.Uint128{}, stats.Histogram{}
		p.Nodes[0].Open = p.Nodes[0].Total
		list = append(list, p)
	}
	return list
}

// alone is one rank without MPI, with three regions.
func alone() []*stats.Profile {
	p := &stats.Profile{
		Rank: 0, Size: 1, Host: "laptop", PID: 77, Program: "heat", Start: 1_760_000_000_000_000_000, To: 3_214_000_000,
		Clock:        stats.Clock{Name: "monotonic", Resolution: 10, PairCost: 61.2},
		Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}},
		Tracks:       []string{"main"},
	}
	run := pagetest.Add(p, -1, "run", 0, 1, 3.2e9)
	pagetest.Add(p, run, "solve", 0, 100, 2.9e9)
	pagetest.Add(p, run, "write", 0, 3, 0.2e9)
	pagetest.Even(p)
	return []*stats.Profile{p}
}

// devices is a timeline of 62 ranks, each with a stream of a device.
func devices() *lanes.Timeline {
	tl := &lanes.Timeline{Name: "coupled_climate_model_production", Length: 5_400_000_000_000, Whole: true}
	tl.Names = []string{"github.com/climate/model.(*Coupler).Step", "github.com/climate/model/components/ocean.(*Grid).advance_prognostic_variable_00", "Allreduce", "gpu0:oceanadvance_kernel_00"}
	tl.Calls = []bool{false, false, true, false}
	for rank := range 64 {
		for _, thread := range []string{"main", "gpu0.0"} {
			var data []byte
			before, n := uint64(0), int64(0)
			state := func(name, depth int, at, took uint64) {
				data = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(data, uint64(name)), uint64(depth)), at-before), took)
				before, n = at, n+1
			}
			for k := range uint64(30) {
				at := k * 180e9
				if thread == "main" {
					state(0, 0, at, 175e9)
					state(1, 1, at, 120e9+uint64(rank)*4e8)
					state(2, 1, at+150e9, 20e9)
				} else {
					state(3, 0, at+10e9, 60e9)
				}
			}
			tl.Lanes = append(tl.Lanes, lanes.Lane{Host: fmt.Sprintf("gpu-partition-node%04d.cluster.example", rank/4), Rank: fmt.Sprint(rank), Thread: thread, States: n, Data: data})
		}
	}
	return tl
}

func strange(t *testing.T, list []*stats.Profile, tl *lanes.Timeline) []byte {
	t.Helper()
	return written(t, page.Page{Runs: []page.Run{{Summary: pagetest.Merge(t, list), Profiles: slices.Values(list)}}, Timeline: tl})
}

// Of runs that are unlike the example what is seen is whole: names that differ in two numbers differ in what is left of them, long
// names make no view wider than the window, and of a run that was killed the page says so.
func TestKilledRunInBrowser(t *testing.T) {
	beside(t)
	b := overTime(t, strange(t, killed(), devices()))
	for _, width := range []int64{390, 1366} {
		b.size(width, 844)
		for _, view := range []string{"Timeline", "Names", "Ranks", "Regions"} {
			b.click("#tab-" + view)
			b.text("scrollTo(0, 0)")
			where := fmt.Sprintf("%s at %d: ", view, width)
			b.whole(view, where)
			if got := b.text(`[...document.querySelectorAll("#view-` + view + ` th.name .tail")].filter((e) => /_\d+$/.test(e.textContent) && e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()`); got != "" {
				t.Errorf("%snumbers of names are cut: %s", where, got)
			}
		}
	}
	b.is("Names.parts(Data.regions.name.findIndex((n) => n.includes('ocean.') && n.includes('_07_sweep_2'))).map((e) => e.textContent).join('|')", "…ocean.(*Grid).advance_prognostic_variable|_07_sweep_2|_of_directional_splitting")
	b.is("String(document.getElementById('runs').textContent.includes('62 ranks had not ended'))", "true")
	b.is("document.querySelectorAll('#tree .badge.running').length", "3")
	b.is("Ranks.domain(Data.runs[0].heat)", ".cluster.example")
	b.is("TimePaint.word({ measureText: (text) => ({ width: 6 * text.length }) }, 0, 60)", "…Step")
	b.clean()
}

// One rank without MPI has all views that it can have, and says nothing of others.
func TestOneRankInBrowser(t *testing.T) {
	beside(t)
	b := open(t, strange(t, alone(), nil))
	b.size(390, 844)
	for _, view := range eval[[]string](b, "App.views.map((v) => v.name)") {
		b.click("#tab-" + view)
		b.text("scrollTo(0, 0)")
		b.whole(view, view+": ")
	}
	b.is("document.getElementById('findings').innerText", "There is nothing to balance between ranks: there is only one.")
	b.is("document.querySelector('#view-Ranks thead th:nth-child(2)').textContent", "rank 0")
	b.is("String(/had not ended|MISSING/.test(document.getElementById('runs').textContent))", "false")
	b.clean()
}
