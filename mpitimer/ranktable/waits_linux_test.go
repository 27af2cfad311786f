package ranktable

import (
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// waits is a file with a region that is marked as communication, and one that has waited and waits.
func waits(t *testing.T) []byte {
	t.Helper()
	f, err := rankfile.Create(t.TempDir(), 2, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	halo := main.Add(2, table.Cold{Parent: total, Level: 3 | table.Communicates}, "halo")
	step := main.Add(3, table.Cold{Parent: total}, "step")
	main.Records[halo] = table.Record{Calls: 1, Total: 20, Min: 20, Max: 20, Squares: 400}
	main.Records[total].Start, main.Records[step].Start = began, began
	main.BeginWait(step, began)
	main.EndWait(began + 10)
	main.BeginWait(step, began+20)
	describe(t, f)
	return bytesOf(t, f)
}

// The table of a rank that has died, or is looked at while it waits, says what communicates and how long it has waited.
func TestWaitsOfADeadRank(t *testing.T) {
	p := profileIn(t, waits(t), 3)
	if n := &p.Nodes[1]; n.Name != "halo" || !n.Communicates || n.Level != 3 || n.Waited != 0 {
		t.Errorf("%+v", n)
	}
	// It has run since the tick began, of which half is a nanosecond, and waited all the time but 10 ticks.
	if n := &p.Nodes[2]; n.Name != "step" || n.Communicates || n.Total-n.Waited != 5 || n.Waited <= 5 {
		t.Errorf("%+v", n)
	}
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil || len(s.Counters) != 1 || s.Counters[0].Name != stats.UsefulTime || s.Regions[2].Values[0].Max.Value != 5 {
		t.Errorf("%v, %+v", err, s)
	}
}
