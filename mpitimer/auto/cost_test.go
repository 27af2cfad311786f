package auto

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// A report says which region costs most, if timers cost more than they may.
func TestTellCost(t *testing.T) {
	small := func(calls uint64, ms int64) *stats.Profile {
		p := treeOf(region(-1, "Total", 1000), region(0, "main.small", ms))
		p.Clock.PairCost, p.Nodes[1].Calls = 20, calls
		return p
	}
	for _, c := range []struct {
		p    *stats.Profile
		want string
	}{
		{small(5_000_000, 500), "took about 10 % of the time of the regions, those of main.small most (5000000 calls): -skip 'main.small'"},
		{small(1_000_000, 500), ""},
		{small(99_999, 1), ""},
	} {
		var b strings.Builder
		if tellCost(&b, c.p); !strings.Contains(b.String(), c.want) || c.want == "" && b.Len() > 0 {
			t.Errorf("%d calls: %q, want %q", c.p.Nodes[1].Calls, b.String(), c.want)
		}
	}
	p := small(3_000_000, 500)
	p.Nodes[1].Estimated = true // half as much
	if _, _, share := costliest(p); share < 0.0299 || share > 0.0301 {
		t.Errorf("share %g, want 0.03", share)
	}
}
