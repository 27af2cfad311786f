package lanes

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// brute is how many of the points in time from begin to end are in one of the spans.
func brute(spans []Span, s Span) (n int64) {
	for t := s.Begin; t < min(s.End, 400); t++ {
		for _, each := range spans {
			if each.Begin <= t && t < each.End {
				n++
				break
			}
		}
	}
	return n
}

// visit is one of a region that runs since begin.
func visit(begin int64, rank *engine.Rank) *Visit {
	v := &Visit{rank: rank, begin: begin}
	v.end.Store(endless)
	return v
}

// The overlap is that of the union of all spans, in whatever order and parts they become known, when spans are forgotten
// in between, and when stays are settled one by one.
func TestOverlapAgainstEachPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := new(busy)
		rank := new(engine.Rank)
		var spans []Span
		stays := map[*stay]Span{}
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
				stays[b.enter(visit(begin, rank))] = Span{begin, endless}
			case 1:
				for s, is := range stays {
					if is.End == endless {
						s.end.Store(now)
						stays[s] = Span{is.Begin, now}
						break
					}
				}
			case 2: // the device has been busy; that is known only now
				var list []Span
				for range rapid.IntRange(1, 5).Draw(t, "streams") {
					begin := rapid.Int64Range(b.forgotten, max(now, b.forgotten)).Draw(t, "device begin")
					list = append(list, Span{begin, rapid.Int64Range(begin, max(now, begin)).Draw(t, "device end")})
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
	long := b.enter(visit(0, rank))
	const spans = 3 * mostSpans
	for i := int64(0); i < spans; i += 1000 {
		var list []Span
		for k := range int64(1000) {
			list = append(list, Span{10 * (i + k), 10*(i+k) + 3})
		}
		if b.add(list); len(b.spans) > mostSpans {
			t.Fatalf("%d spans", len(b.spans))
		}
	}
	b.enter(visit(1, rank)) // of which some is forgotten
	for range mostStays {
		b.enter(visit(b.forgotten, rank))
	}
	list := b.settle(0, nil)
	if len(list) != 2 || list[0].stay != long || list[0].busy < 3*spans || len(b.stays) != mostStays {
		t.Errorf("settled %d, left %d", len(list), len(b.stays))
	}
	if n := b.takePartly(); n != 3 {
		t.Errorf("%d are known in part, want 3", n)
	}
}
