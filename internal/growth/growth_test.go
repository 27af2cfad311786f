package growth

import (
	"strings"
	"testing"
	"time"
)

// work is a clock that advances with what a function has done.
type work time.Duration

func (w *work) clock() time.Duration { return time.Duration(*w) }

func TestMeasureGrowth(t *testing.T) {
	input := func(n int) []byte { return make([]byte, n) }
	for _, c := range []struct {
		name string
		cost func(n float64) float64 // in ns
		want string
	}{
		{"linear", func(n float64) float64 { return 100 * n }, ""},
		{"constant", func(float64) float64 { return 5e6 }, ""},
		{"too short to measure", func(float64) float64 { return 0 }, ""},
		{"power 1.5", func(n float64) float64 { return 100 * n * n / (n + 1e5) }, ""},
		{"quadratic", func(n float64) float64 { return n * n / 100 }, "16 times as long"},
		{"quadratic beyond what is linear", func(n float64) float64 { return 10*n + n*n/1e3 }, "times as long"},
	} {
		var w work
		got := measure(input, func(b []byte) { w += work(c.cost(float64(len(b)))) }, w.clock)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestMeasureNoise(t *testing.T) {
	var w work
	call := 0
	got := measure(func(n int) []byte { return make([]byte, n) }, func(b []byte) {
		w += work(100 * len(b))
		if call++; call < 4 { // the first attempts are disturbed
			w += work(call) * 1e9
		}
	}, w.clock)
	if got != "" {
		t.Error(got)
	}
}

func TestProcessorTime(t *testing.T) {
	start, rounds := processorTime(), 0
	for processorTime() == start {
		rounds++
	}
	if now := processorTime(); now < start {
		t.Errorf("the processor time went from %v back to %v after %d rounds", start, now, rounds)
	}
}
