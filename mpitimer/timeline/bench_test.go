package timeline

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// What a start and a stop cost: without the hook, with a hook of which nobody records, with a recorder, and
// with a recorder that leaves the region out.
func BenchmarkRegion(b *testing.B) {
	for _, c := range []struct {
		name   string
		hook   bool
		record bool
		limit  trace.Limit
	}{
		{name: "off"}, {name: "hook only", hook: true},
		{name: "recorded", hook: true, record: true, limit: trace.Limit{Bytes: 1 << 40}},
		{name: "left out", hook: true, record: true, limit: trace.Limit{Bytes: 2000}},
		{name: "sampled only", record: true},
	} {
		b.Run(c.name, func(b *testing.B) {
			var hooks []mpitimer.Hook
			o := Options{Directory: b.TempDir(), Project: "p", Limit: c.limit}
			if c.hook {
				o.Trace = NewTrace()
				hooks = append(hooks, o.Trace)
			}
			tm := alone(b, hooks...)
			if !c.record {
				o.Trace = nil
			} else {
				r, err := Start(tm, o)
				if err != nil {
					b.Fatal(err)
				}
				defer r.Close()
			}
			outer := tm.Start("a region")
			defer outer.Stop()
			b.ReportAllocs()
			for b.Loop() {
				tm.Start("inner").Stop()
			}
		})
	}
}

// What a step costs: a sample of 40 regions, and a mark in the trace.
func BenchmarkEpoch(b *testing.B) {
	trace := NewTrace()
	tm := alone(b, trace)
	r, err := Start(tm, Options{Directory: b.TempDir(), Project: "p", Trace: trace, Period: -1})
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for i := range 40 {
		tm.Start(fmt.Sprint("region", i)).Stop()
	}
	for b.Loop() {
		if err := r.Epoch(); err != nil {
			b.Fatal(err)
		}
	}
}
