package mpiwrap_test

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// A rank that sleeps between two calls that ask whether something has come waits there, and one that computes does not, however
// often it asks.
func TestBetweenPolls(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "between")
		for _, mode := range []string{"", "time"} {
			lines, tables := m.preloaded(t, 1, mode, program)
			waited := make(map[uint32]int64)
			for _, e := range tables[0].entries {
				if e.Function != mpicall.Between {
					continue
				}
				waited[e.Node] += int64(e.Total)
				if known := functions.List(); mode == "" && (e.Asked >= len(known) || known[e.Asked].Name != "Test") || e.Since == 0 || e.Last <= e.Since {
					t.Errorf("mode %q, region %d: it asks by function %d since %d until %d", mode, e.Node, e.Asked, e.Since, e.Last)
				}
			}
			for _, line := range with("between", lines[0]) {
				var region uint32
				var wall, used, calls int64
				if _, err := fmt.Sscanf(line, "between %d %d %d %d", &region, &wall, &used, &calls); err != nil {
					t.Fatal(err)
				}
				const first, each = 1_000_000, 50_000 // what counts of the first time in between, and of each as it is short, in nanoseconds
				idle := wall - used
				if got := waited[region]; got > idle+first+each*calls || got < idle/2-each*calls {
					t.Errorf("mode %q, region %d: waited %d ns, of %d in which %d of the processor were used", mode, region, got, wall, used)
				}
			}
			if len(lines[0]) < 2 || waited[1] == 0 {
				t.Errorf("mode %q: %q, waited %v", mode, lines[0], waited)
			}
		}
	})
}
