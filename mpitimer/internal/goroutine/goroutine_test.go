package goroutine

import (
	"runtime"
	"sync"
	"testing"
	"time"
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
	if Pointer() != nil && !Fast() {
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

// eventually polls until f is true.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not %s within a minute", what)
		}
	}
}

// A goroutine has ended when it has, not while it is parked, and for ever after.
func TestEnded(t *testing.T) {
	Prepare()
	if Fast() && state == 0 {
		t.Errorf("what a goroutine does was not found in its descriptor with %s", runtime.Version())
	}
	hasEnded := func(slot uintptr, id uint64) bool {
		if !Fast() {
			return Census()(slot, id)
		}
		return Ended(slot, id)
	}
	type seen struct {
		slot uintptr
		id   uint64
	}
	for range 50 {
		begun, end := make(chan seen), make(chan struct{})
		go func() {
			begun <- seen{Slot(), ID()}
			<-end
		}()
		s := <-begun
		for range 3 {
			if hasEnded(s.slot, s.id) {
				t.Fatal("ended while it waits")
			}
			runtime.Gosched()
		}
		close(end)
		eventually(t, "ended", func() bool { return hasEnded(s.slot, s.id) })
		for range 5 { // others in the same descriptor
			go func() {}()
		}
		if !hasEnded(s.slot, s.id) {
			t.Fatal("lives again")
		}
	}
	if hasEnded(Slot(), ID()) {
		t.Error("the running goroutine has ended")
	}
}

// Nothing that Quick returns is the number of no goroutine.
func TestQuickIsNotNone(t *testing.T) {
	if Quick() == None || ID() == None {
		t.Error("a goroutine has the number of none")
	}
}
