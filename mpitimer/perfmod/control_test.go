package perfmod

import (
	"fmt"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// Disable and Enable count, and cover those who call GPTL.
func TestDisableNests(t *testing.T) {
	alone(t, nil, func() {
		all := func() {
			pair("ours")
			_ = gptl.Start("theirs")
			_ = gptl.Stop("theirs")
		}
		Enable() // in vain
		all()
		Disable()
		all()
		Disable()
		all()
		Enable()
		all()
		if ProfileOn() {
			t.Error("ProfileOn after one Enable of two")
		}
		Enable()
		all()
		if !ProfileOn() {
			t.Error("not ProfileOn")
		}
		expectCalls(t, map[string]uint64{"ours": 2, "theirs": 2})
	})
}

// What is ignored in E3SM's threaded regions is ignored on other goroutines.
func TestOtherGoroutinesCannotDisable(t *testing.T) {
	alone(t, func(s *Settings) { s.Barrier = true }, func() {
		done := make(chan struct{})
		go func() {
			defer close(done)
			Disable()
			AdjustDetail(100)
			if err := Barrier("barrier", nil); err != nil {
				t.Error(err)
			}
		}()
		<-done
		if !ProfileOn() || current().detail.Load() != 0 {
			t.Error("another goroutine has changed what is timed")
		}
		if _, err := gptl.Count("barrier", 1); err == nil {
			t.Error("another goroutine has timed a barrier")
		}
		Disable()
		done = make(chan struct{})
		go func() { defer close(done); Enable() }()
		<-done
		if ProfileOn() {
			t.Error("another goroutine has enabled timing")
		}
	})
}

func TestDetailAboveTheLimitIsNotTimed(t *testing.T) {
	for limit := range 4 {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			alone(t, func(s *Settings) { s.DetailLimit = limit }, func() {
				want := map[string]uint64{}
				for detail := range 6 {
					name := fmt.Sprint("level ", detail)
					pair(name)
					mpitimer.Start("by mpitimer").Stop()
					if want[name] = 0; detail <= limit {
						want[name] = 1
						want["by mpitimer"]++
					}
					AdjustDetail(1)
				}
				AdjustDetail(-6)
				AdjustDetail(3)
				pair("at once")
				AdjustDetail(-3)
				if want["at once"] = 0; limit >= 3 {
					want["at once"] = 1
				}
				pair("back")
				want["back"] = 1
				expectCalls(t, want)
			})
		})
	}
}

// In E3SM the two share one count.
func TestDetailAndDisableNest(t *testing.T) {
	alone(t, nil, func() {
		AdjustDetail(2)
		Disable()
		AdjustDetail(-2)
		pair("a")
		if ProfileOn() {
			t.Error("lower detail has undone Disable")
		}
		Enable()
		pair("b")
		expectCalls(t, map[string]uint64{"a": 0, "b": 1})
	})
}

func TestBarrier(t *testing.T) {
	s := DefaultSettings()
	s.Barrier = true
	onRanks(t, 4, s, func(comm machenv.Communicator) error {
		if err := Barrier("all", nil); err != nil {
			return err
		}
		part, err := comm.Create([]int{1, 3})
		if err != nil {
			return err
		}
		if part != nil {
			if err := Barrier("part", part); err != nil {
				return err
			}
		}
		if err := Barrier("", comm); err != nil {
			return err
		}
		for name, want := range map[string]bool{"all": true, "part": comm.Rank()%2 == 1, "": false} {
			if n, err := gptl.Count(name, 0); (err == nil && n == 1) != want {
				return fmt.Errorf("rank %d, %q: %d calls, %w", comm.Rank(), name, n, err)
			}
		}
		Disable()
		if comm.Rank() == 0 { // the others do not come, and need not
			return Barrier("all", nil)
		}
		return nil
	})
	alone(t, nil, func() {
		if err := Barrier("not wanted", nil); err != nil {
			t.Error(err)
		}
		expectCalls(t, map[string]uint64{"not wanted": 0})
	})
}

func TestFlags(t *testing.T) {
	alone(t, nil, func() {
		if !ProfileOn() || BarrierOn() || SingleFile() {
			t.Error("defaults")
		}
	})
	alone(t, func(s *Settings) { s.Barrier, s.SingleFile = true, true }, func() {
		if !ProfileOn() || !BarrierOn() || !SingleFile() {
			t.Error("settings")
		}
	})
}
