//go:build linux && (amd64 || arm64)

package device

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// brute is how many of the points in time from begin to end are in one of the spans.
func brute(spans []span, s span) (n int64) {
	for t := s.begin; t < min(s.end, 400); t++ {
		for _, each := range spans {
			if each.begin <= t && t < each.end {
				n++
				break
			}
		}
	}
	return n
}

// The overlap is that of the union of all spans, in whatever order and parts they become known, when spans are forgotten
// in between, and when stays are settled one by one.
func TestOverlapAgainstEachPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := new(busy)
		rank := new(engine.Rank)
		var spans []span
		stays := map[*stay]span{}
		got := map[*stay]int64{}
		take := func(known int64, ending *engine.Rank) {
			for _, s := range b.settle(known, ending) {
				if _, twice := got[s.stay]; twice {
					t.Fatal("a stay is settled twice")
				}
				got[s.stay] = int64(s.busy)
			}
		}
		now := int64(0)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			now += rapid.Int64Range(0, 20).Draw(t, "pause")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				begin := rapid.Int64Range(b.forgotten, max(now, b.forgotten)).Draw(t, "begin")
				stays[b.enter(begin, rank, engine.Place{})] = span{begin, endless}
			case 1:
				for s, is := range stays {
					if is.end == endless {
						s.end, stays[s] = now, span{is.begin, now}
						break
					}
				}
			case 2: // the device has been busy; that is known only now
				var list []span
				for range rapid.IntRange(1, 5).Draw(t, "streams") {
					begin := rapid.Int64Range(b.forgotten, max(now, b.forgotten)).Draw(t, "device begin")
					list = append(list, span{begin, rapid.Int64Range(begin, max(now, begin)).Draw(t, "device end")})
				}
				spans = append(spans, list...)
				b.add(list)
			case 3:
				if n := len(b.spans); n > 0 {
					b.forget(rapid.IntRange(1, n).Draw(t, "forgotten"))
				}
			}
		}
		take(-1, nil)
		if len(got) > 0 {
			t.Fatal("a stay is settled before it is known")
		}
		take(-1, rank)
		if len(got) != len(stays) {
			t.Fatalf("%d stays are settled, want %d", len(got), len(stays))
		}
		for s, is := range stays {
			if want := brute(spans, is); got[s] != want {
				t.Fatalf("stay %v: busy for %d, want %d of %v", is, got[s], want, spans)
			}
		}
	})
}

// Memory is bounded: what is forgotten is in the stays, and what is settled too early is counted.
func TestOverlapIsBounded(t *testing.T) {
	b, rank := new(busy), new(engine.Rank)
	long := b.enter(0, rank, engine.Place{})
	const spans = 3 * mostSpans
	for i := int64(0); i < spans; i += 1000 {
		var list []span
		for k := range int64(1000) {
			list = append(list, span{10 * (i + k), 10*(i+k) + 3})
		}
		if b.add(list); len(b.spans) > mostSpans {
			t.Fatalf("%d spans", len(b.spans))
		}
	}
	b.enter(1, rank, engine.Place{}) // of which some is forgotten
	for range mostStays {
		b.enter(b.forgotten, rank, engine.Place{})
	}
	list := b.settle(0, nil)
	if len(list) != 2 || list[0].stay != long || list[0].busy < 3*spans || len(b.stays) != mostStays {
		t.Errorf("settled %d, left %d", len(list), len(b.stays))
	}
	if n := b.takePartly(); n != 3 {
		t.Errorf("%d are known in part, want 3", n)
	}
}

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
