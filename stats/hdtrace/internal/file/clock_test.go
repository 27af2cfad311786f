package file

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
)

func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Monotone
		last := hdtrace.Epoch(math.MinInt64)
		back := int64(0)
		for _, v := range rapid.SliceOf(rapid.Int64()).Draw(t, "times") {
			got := m.Next(hdtrace.Epoch(v))
			if got < last || hdtrace.Epoch(v) >= last && got != hdtrace.Epoch(v) {
				t.Fatalf("%d after %d became %d", v, last, got)
			}
			if got != hdtrace.Epoch(v) {
				back++
			}
			last = got
		}
		if m.back != back {
			t.Fatalf("%d times went back, counted %d", back, m.back)
		}
	})
}
