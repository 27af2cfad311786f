//go:build linux

package signal

import (
	"runtime"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	p := Find(Options{})
	for _, info := range p.Signals() {
		for _, domain := range []Domain{info.Domain, Thread} {
			g, err := p.Gauge(info.Name, domain, info.Indices[0])
			if err != nil || domain == Thread && info.Domain != Process {
				continue
			}
			b.Run(g.Name(), func(b *testing.B) {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				b.ReportAllocs()
				for b.Loop() {
					g.Read()
				}
			})
			_ = g.Close()
		}
	}
}

// The file of a recorded tree is an ordinary one: what is measured is all but the driver's own work.
func BenchmarkEnergy(b *testing.B) {
	c, err := newMachine(b).find().Counter("CPU_ENERGY", Package, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	b.ReportAllocs()
	for b.Loop() {
		c.Read()
	}
}

func BenchmarkBatch(b *testing.B) {
	p := Find(Options{})
	n := len(pushAll(b, p))
	b.ReportAllocs()
	b.ReportMetric(float64(n), "signals")
	for b.Loop() {
		_ = p.Read()
	}
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		Find(Options{})
	}
}
