package perfmod

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/gptl"
)

// reference is perf_mod's rule of what is timed, in the fewest words.
type reference struct {
	limit, detail, disabled int
	calls                   map[string]uint64
}

func (r *reference) adjust(n int) {
	if r.detail <= r.limit && r.detail+n > r.limit {
		r.disabled++
	} else if r.detail > r.limit && r.detail+n <= r.limit && r.disabled > 0 {
		r.disabled--
	}
	r.detail += n
}

// Whatever is enabled, disabled and adjusted, in whatever order and on whichever goroutine: what is timed
// is what perf_mod times.
func TestWhatIsTimedIsWhatPerfModTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := DefaultSettings()
		s.DetailLimit = rapid.IntRange(-1, 3).Draw(t, "limit")
		s.AddDetail = rapid.Bool().Draw(t, "add detail")
		s.MeasureOverhead = rapid.Bool().Draw(t, "overhead")
		if err := Init("", Options{Settings: &s, Quiet: true}); err != nil {
			t.Fatal(err)
		}
		defer Finalize()
		r := reference{limit: s.DetailLimit, calls: make(map[string]uint64)}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			step(t, &r, s.AddDetail)
		}
		for name, want := range r.calls {
			got, err := gptl.Count(name, 0)
			if want == 0 && err == nil || want > 0 && (err != nil || got != want) {
				t.Fatalf("%s: %d calls, %v; want %d", name, got, err, want)
			}
		}
		if on := r.disabled == 0; ProfileOn() != on {
			t.Fatalf("ProfileOn is %t, want %t", !on, on)
		}
	})
}

// step is one call, here and in the reference.
func step(t *rapid.T, r *reference, addDetail bool) {
	elsewhere := rapid.Float64().Draw(t, "elsewhere") > 0.8
	on := func(f func()) {
		if !elsewhere {
			f()
			return
		}
		done := make(chan struct{})
		go func() { defer close(done); f() }()
		<-done
	}
	switch rapid.IntRange(0, 4).Draw(t, "call") {
	case 0:
		on(Enable)
		if !elsewhere && r.disabled > 0 {
			r.disabled--
		}
	case 1:
		on(Disable)
		if !elsewhere {
			r.disabled++
		}
	case 2:
		n := rapid.IntRange(-3, 3).Draw(t, "n")
		on(func() { AdjustDetail(n) })
		if !elsewhere {
			r.adjust(n)
		}
	default:
		event := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "event")
		name := event
		if addDetail {
			name = fmt.Sprintf("%s_%02d", event, r.detail)
		}
		pair(event)
		r.calls[name] += 0
		if r.disabled == 0 {
			r.calls[name]++
		}
	}
}
