package util

import (
	"os"
	"testing"
	"time"
)

// BenchmarkSample is one sample of all sources of this machine, without the waking and writing; those of
// sources alone tell where the time goes.
func BenchmarkSample(b *testing.B) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		b.Skip("there is no /proc here")
	}
	for _, sources := range []Sources{All, CPU | ContextSwitches, CPUIdleX, MEM, NET, HDD | HDDStats} {
		b.Run(sources.String(), func(b *testing.B) {
			o := Options{Sources: sources}
			if err := o.complete(); err != nil {
				b.Fatal(err)
			}
			r, err := newReader(&o)
			if err != nil {
				b.Skip(err)
			}
			defer r.close()
			var e entry
			r.sample(&e, 0)
			b.ReportAllocs()
			for b.Loop() {
				r.sample(&e, 100*time.Millisecond)
			}
		})
	}
}
