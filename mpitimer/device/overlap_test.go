//go:build linux && (amd64 || arm64)

package device

import (
	"testing"

	"github.com/go-hpc/timers/mpitimer"
)

// On a driver: work in two streams at the same time counts once, and what the device does after the host has left the
// region not at all.
func TestOverlap(t *testing.T) {
	s := use(t)
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
			sleep(5e6)
			mpitimer.Stop("step") // by name
			wait := mpitimer.Start("wait")
			sleep(40e6)
			wait.Stop()
		}
	})
	p, faults := end()
	step, overlap, work := node(p, "/Total/step"), node(p, "/Total/step/gpu0:overlap"), node(p, "/Total/step/gpu0:work")
	if overlap == nil || overlap.Calls != 5 || len(faults) > 0 {
		t.Fatalf("%+v, %v", p.Nodes, faults)
	}
	unsure := 5 * 2 * the.clockError()
	if overlap.Total > step.Total+unsure || overlap.Total > work.Total+unsure {
		t.Errorf("the device was busy for %d, of %d on the host and %d on two streams", overlap.Total, step.Total, work.Total)
	}
	if overlap.Total+unsure < 5*5e6 { // the host stays so long after each launch, and the device works longer
		t.Errorf("the device was busy for %d, of %d", overlap.Total, step.Total)
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
