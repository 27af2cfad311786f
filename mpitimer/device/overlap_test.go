//go:build linux && (amd64 || arm64)

package device

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
)

// On a driver: work in two streams at the same time counts once, and what the device does after the host has left the
// region not at all.
func TestOverlap(t *testing.T) {
	s := use(t)
	pass := hold(t, s.Library)
	end := begin(t)
	inContext(t, 1, func() {
		for range 5 {
			mpitimer.Start("step")
			var list []Interval
			for stream := range Stream(2) {
				list = append(list, Start(stream, "work"))
				s.launch(uintptr(stream), 20e6)
			}
			for _, i := range list {
				i.Stop()
			}
			pass(5e6)
			mpitimer.Stop("step") // by name
			wait := mpitimer.Start("wait")
			pass(40e6)
			wait.Stop()
		}
	})
	p, faults := end()
	step, overlap, work := node(p, "/Total/step"), node(p, "/Total/step/gpu0:overlap"), node(p, "/Total/step/gpu0:work")
	if overlap == nil || overlap.Calls != 5 || len(faults) > 0 {
		t.Fatalf("%+v, %v", p.Nodes, faults)
	}
	if step.Total != 25e6 || work.Total != 200e6 || !near(overlap.Total, 25e6) {
		t.Errorf("the device was busy for %d, of %d on the host and %d on two streams", overlap.Total, step.Total, work.Total)
	}
	if node(p, "/Total/wait/gpu0:overlap") != nil {
		t.Error("a region that has launched nothing has an overlap")
	}
}

// A driver that makes no stream gives no overlap, and says so; the regions have their times.
func TestNoClock(t *testing.T) {
	s := use(t)
	s.noStreams()
	end := begin(t)
	inContext(t, 1, func() {
		a := mpitimer.Start("a")
		Start(1, "b").Stop()
		a.Stop()
	})
	p, faults := end()
	if n := node(p, "/Total/a/gpu0:b"); n == nil || n.Calls != 1 || faults[warnAlign] == 0 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// A stream that is captured into a graph loses its regions, which are counted; those of other streams are timed meanwhile, and the
// capture is not spoiled, not even by a region in the default stream.
func TestCapture(t *testing.T) {
	s := use(t)
	end := begin(t)
	inContext(t, 1, func() {
		s.launch(7, 20e6)
		before := Start(7, "before") // is waited for while the other stream is captured
		s.launch(7, 20e6)
		before.Stop()
		s.capture(8)
		Start(8, "captured").Stop()
		Start(0, "default").Stop()
		other := Start(9, "other")
		s.launch(9, 5e6)
		other.Stop()
		time.Sleep(5 * often)
		if s.capture(0) != 0 {
			t.Error("the capture is spoiled")
		}
		after := Start(8, "after")
		s.launch(8, 5e6)
		after.Stop()
	})
	p, faults := end()
	for name, want := range map[string]int64{"before": 20e6, "other": 5e6, "after": 5e6} {
		if n := node(p, "/Total/gpu0:"+name); n == nil || n.Total < want {
			t.Errorf("%s: %+v", name, n)
		}
	}
	for _, name := range []string{"captured", "default"} {
		if n := node(p, "/Total/gpu0:"+name); n != nil {
			t.Errorf("%s: %+v", name, n)
		}
	}
	if len(faults) != 1 || faults[warnCaptured] != 2 {
		t.Error(faults)
	}
}

// An old driver does not tell of captures: an event that was captured is no fault of the device.
func TestCaptureOfAnOldDriver(t *testing.T) {
	s := use(t, "-DWITHOUT_CAPTURE")
	end := begin(t)
	inContext(t, 1, func() {
		s.capture(8)
		Start(8, "captured").Stop()
		s.capture(0)
		after := Start(8, "after")
		s.launch(8, 5e6)
		after.Stop()
	})
	p, faults := end()
	if n := node(p, "/Total/gpu0:after"); n == nil || n.Total < 5e6 || len(faults) != 1 || faults[warnCaptured] != 1 {
		t.Errorf("%+v, %v", n, faults)
	}
}
