package answers

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// partsOf are the parts of a run of 8 ranks between 10 checkpoints, and the whole: from the sixth on ranks 6 and 7 have more to do.
func partsOf(t *testing.T) (parts []Checkpoint, whole *stats.Summary) {
	var kernel, sum [8]int64
	at := func(kernel, sum *[8]int64) *stats.Summary {
		nodes := []timedNode{{-1, "Total", nil}, {0, "kernel", kernel[:]}, {0, "sync_sum", sum[:]}}
		for rank := range kernel {
			nodes[0].times = append(nodes[0].times, kernel[rank]+sum[rank])
		}
		return ranksOf(t, nodes)
	}
	for number := 1; number <= 10; number++ {
		var k, w [8]int64
		for rank := range k {
			k[rank], w[rank] = 40_000_000+int64(rank*number%3*100_000), 1_000_000
			switch {
			case number >= 6 && rank >= 6:
				k[rank] += 30_000_000
			case number >= 6:
				w[rank] += 30_000_000
			}
			kernel[rank], sum[rank] = kernel[rank]+k[rank], sum[rank]+w[rank]
		}
		parts = append(parts, Checkpoint{number, at(&k, &w)})
	}
	return parts, at(&kernel, &sum)
}

// A run without a timeline, that was reported at checkpoints, says from which one on ranks are slow.
func TestSinceCheckpoint(t *testing.T) {
	parts, whole := partsOf(t)
	f := Of(whole, OverCheckpoints(parts))[0]
	const want = "longer in kernel than the others in each checkpoint from checkpoint 6 of 10 on."
	if text := f.Text(whole); f.Since == nil || !strings.HasSuffix(text, want) || !strings.Contains(text, "Ranks 6-7 take 29.") {
		t.Errorf("%q, want … %q", text, want)
	}
	if f.Evidence == nil || f.Evidence.Step != 0 || f.Evidence.Rank != 6 && f.Evidence.Rank != 7 {
		t.Errorf("%+v: it is to name a slow rank, and no step", f.Evidence)
	}
	if OverCheckpoints(nil) != nil || OverCheckpoints(append(parts[:4:4], parts[5:]...)) != nil {
		t.Error("something is known of no checkpoints, or of those of which one is missing")
	}
	parts[0].Summary.Size = 65
	if OverCheckpoints(parts) != nil {
		t.Error("of 65 ranks sets do not tell one from another")
	}
}
