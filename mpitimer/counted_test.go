package mpitimer

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// A counter that the hardware counted only for some of the time is an estimate in the Profile, and in that of the
// rank's table; of one that never had its turn there is a warning, and nothing else.
func TestMultiplexedCounters(t *testing.T) {
	share := 0.637
	c := &counterList{
		list: []counter{
			{name: "INSTRUCTIONS", uses: []int{0}, counted: func() float64 { return share }},
			{uses: []int{1}}, // the program's own
			{name: "CYCLES", uses: []int{2, 3}, counted: func() float64 { return 0 }},
			{name: "BRANCHES", uses: []int{4}, counted: func() float64 { return 1e-9 }},
		},
		quantities: []stats.Quantity{{Name: "INSTRUCTIONS"}, {Name: "own"}, {Name: "CYCLES"}, {Name: "CYCLES", Peak: true}, {Name: "BRANCHES"}},
	}
	if got, want := c.counted(), []float64{0.63, 1, 0, 0, 0.01}; !slices.Equal(got, want) {
		t.Errorf("counted for %v, want %v", got, want)
	}
	if w := c.notCounted(c.counted()); len(w) != 2 || w[0].Kind != warnNotCounted || w[0].Path != "CYCLES" {
		t.Errorf("warnings %v", w)
	}
	share = 1
	c.list = c.list[:2]
	if got := c.counted(); got != nil {
		t.Errorf("counted for %v, want all the time", got)
	}
}

func TestMultiplexedCounterInProfileAndTable(t *testing.T) {
	var o odometer
	config := quietConfig()
	config.Output.Tables = t.TempDir()
	tm := timersFor(t, WithConfig(config), o.counter("way", false))
	tm.counting.list[0].counted = func() float64 { return 0.4 }
	s := tm.Start("work")
	o.at.Add(7)
	s.Stop()
	tm.noteTables()
	table, err := ranktable.Open(filepath.Join(tm.Tables(), "000000.mptable"))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	look, err := table.Look()
	if err != nil {
		t.Fatal(err)
	}
	for what, p := range map[string]*stats.Profile{"timers": tm.Profile(), "table": look.Profile} {
		if !slices.Equal(p.Counted, []float64{0.4}) {
			t.Errorf("%s: counted for %v of the time, want 0.4", what, p.Counted)
		}
	}
}
