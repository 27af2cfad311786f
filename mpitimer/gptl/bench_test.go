package gptl

import (
	"io"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// BenchmarkAdded is what GPTL's calls add to those of mpitimer: the same pair through both, in turn, so
// that what disturbs the machine disturbs both, and of each the best of many batches. An operation is a
// batch of each.
func BenchmarkAdded(b *testing.B) {
	if err := Initialize(mpitimer.WithConfig(Config()), mpitimer.WithLog(io.Discard)); err != nil {
		b.Fatal(err)
	}
	defer Finalize()
	h, _ := InitHandle("inner")
	kinds := []struct {
		name string
		pair func()
		best time.Duration
	}{
		{name: "mpitimer", pair: func() { mpitimer.Start("inner"); mpitimer.Stop("inner") }},
		{name: "gptl", pair: func() { _ = Start("inner"); _ = Stop("inner") }},
		{name: "handle", pair: func() { _ = StartHandle(h); _ = StopHandle(h) }},
	}
	const pairs = 1000
	_ = Start("outer")
	defer Stop("outer")
	b.ReportAllocs()
	for b.Loop() {
		for i := range kinds {
			k := &kinds[i]
			begin := time.Now()
			for range pairs {
				k.pair()
			}
			if d := time.Since(begin); k.best == 0 || d < k.best {
				k.best = d
			}
		}
	}
	for i := range kinds {
		b.ReportMetric(float64(kinds[i].best)/pairs, kinds[i].name+"-ns/pair")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkIgnored is a pair that is ignored, since timing is disabled.
func BenchmarkIgnored(b *testing.B) {
	if err := Initialize(); err != nil {
		b.Fatal(err)
	}
	defer Finalize()
	_ = Disable()
	b.ReportAllocs()
	for b.Loop() {
		_ = Start("inner")
		_ = Stop("inner")
	}
}
