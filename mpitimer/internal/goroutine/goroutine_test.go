package goroutine

import (
	"runtime"
	"sync"
	"testing"
)

func TestIDAgreesWithStackTrace(t *testing.T) {
	Prepare()
	var wait sync.WaitGroup
	for range 1000 {
		wait.Go(func() {
			if got, want := ID(), slowID(); got != want {
				t.Errorf("ID() = %d, the stack trace says %d", got, want)
			}
			runtime.Gosched()
			if got, want := ID(), slowID(); got != want {
				t.Errorf("after a switch: ID() = %d, the stack trace says %d", got, want)
			}
		})
	}
	wait.Wait()
}

func TestFastWhereTheDescriptorIsAtHand(t *testing.T) {
	Prepare()
	if pointer() != nil && !Fast() {
		t.Errorf("the goroutine's number was not found in its descriptor: timers would be slow with %s", runtime.Version())
	}
}

func TestParent(t *testing.T) {
	own := slowID()
	parent := make(chan uint64)
	go func() { parent <- Parent() }()
	if got := <-parent; got != own {
		t.Errorf("Parent() = %d in a goroutine started by %d", got, own)
	}
}

func TestSlotsAreReused(t *testing.T) {
	Prepare()
	if !Fast() {
		t.Skip("no descriptors on this architecture")
	}
	slots := make(map[uintptr]bool)
	for range 10_000 {
		done := make(chan uintptr)
		go func() { done <- Slot() }()
		slots[<-done] = true
	}
	if len(slots) > 5000 {
		t.Errorf("10000 goroutines one after the other used %d slots", len(slots))
	}
}

func BenchmarkID(b *testing.B) {
	Prepare()
	for b.Loop() {
		ID()
	}
}
