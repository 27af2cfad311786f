package page

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// The efficiencies of a run stand on its page as package efficiency has them, written out, of regions in the page's numbering.
func TestEfficiencies(t *testing.T) {
	s := pagetest.Merge(t, pagetest.Waiting(4))
	d, err := (&Page{Runs: []Run{{Summary: s}}}).data()
	if err != nil {
		t.Fatal(err)
	}
	e := d.Runs[0].Efficiency
	if e == nil || len(e.Whole) != 3 || e.Whole[0].Name != "parallel efficiency" || e.Whole[1].Level != 1 {
		t.Fatalf("%+v", e)
	}
	whole := efficiency.Of(s, nil).Whole
	share, _ := whole.Share(efficiency.Parallel)
	if e.Whole[0].Share != percent(share) || e.Whole[0].Low != (share < 0.7) || strings.TrimSpace(e.Whole[0].Costs) == "" {
		t.Errorf("%+v, expected %g", e.Whole[0], share)
	}
	var names []string
	for _, r := range e.Regions {
		if names = append(names, d.Regions.Name[r.Region]); len(r.Cells) != len(e.Titles) {
			t.Errorf("%d cells, expected %d", len(r.Cells), len(e.Titles))
		}
	}
	if want := []string{"Total", "step"}; !slices.Equal(names, want) { // no region in which ranks only communicate
		t.Errorf("regions %q, expected %q", names, want)
	}
}

// With a transfer efficiency, as a timeline tells it, communication has two factors there; with counters, regions have two columns more.
func TestEfficienciesTransferCounters(t *testing.T) {
	list := pagetest.Waiting(4)
	for _, p := range list {
		p.Counters = append(p.Counters, stats.Counter{Name: "INSTRUCTIONS", Step: 1, Domain: "process"}, stats.Counter{Name: "CYCLES", Step: 1, Domain: "process"})
		for i := range p.Nodes {
			p.Nodes[i].Values = append(p.Nodes[i].Values, 3*p.Nodes[i].Total, 2*p.Nodes[i].Total)
		}
	}
	s := pagetest.Merge(t, list)
	whole := efficiency.Of(s, nil).Whole
	share, _ := whole.Share(efficiency.Communication)
	e := (&Run{Summary: s}).efficiencies(make([]int, len(s.Regions)), false, (1+share)/2)
	if n := len(e.Whole); n != 5 || e.Whole[n-2].Name != "serialisation efficiency" || e.Whole[n-1].Share != percent((1+share)/2) || e.Whole[n-1].Level != 2 {
		t.Errorf("%+v", e.Whole)
	}
	if n := len(e.Titles); e.Titles[n-2] != "Instructions per cycle" || e.Regions[0].Cells[n-2] != "1.50" || e.Regions[0].Cells[n-1] != "2.00" {
		t.Errorf("%q: %q", e.Titles, e.Regions[0].Cells)
	}
}

// Of a run whose waits were not recorded nothing is told; a page that is watched says why.
func TestEfficienciesUnknown(t *testing.T) {
	s := pagetest.Merge(t, pagetest.Profiles(4, 1))
	for i := range s.Counters {
		if s.Counters[i].Name == stats.UsefulTime {
			t.Skip("it is known")
		}
	}
	for _, live := range []*Live{nil, {At: time.Unix(1, 0)}} {
		d, err := (&Page{Runs: []Run{{Summary: s}}, Live: live}).data()
		if err != nil {
			t.Fatal(err)
		}
		if e := d.Runs[0].Efficiency; (e != nil) != (live != nil) || e != nil && e.Notes[0] != answers.NoEfficiency {
			t.Errorf("%+v", e)
		}
	}
}
