//go:build (amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x) && !slowgoroutine

package stay

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// found skips a test where stays can't be told, and fails it where they have to be.
func found(t *testing.T) {
	t.Helper()
	if !Prepare() {
		if goroutine.Pointer() != nil {
			t.Fatalf("stays were not found with %s: %+v", runtime.Version(), stay)
		}
		t.Skip("no descriptors on this architecture")
	}
}

func TestStayFound(t *testing.T) {
	found(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if thread, mark := Now(); int(thread) != syscall.Gettid() || mark == 0 {
		t.Errorf("thread %d, mark %d, want %d and a mark", thread, mark, syscall.Gettid())
	}
}

// A goroutine that computes stays: most pairs of looks, with some work between them, agree.
func TestStayWhileComputing(t *testing.T) {
	found(t)
	same, sum := 0, 0
	for range 1000 {
		_, before := Now()
		for i := range 1000 {
			sum += i
		}
		if _, after := Now(); after == before {
			same++
		}
	}
	runtime.KeepAlive(sum)
	if same < 900 {
		t.Errorf("%d of 1000 stays", same)
	}
}

// System calls do not end a stay by themselves: other goroutines come to the thread only if it takes long.
func TestStayThroughSystemCalls(t *testing.T) {
	found(t)
	same := 0
	for range 1000 {
		_, before := Now()
		syscall.Getppid()
		if _, after := Now(); after == before {
			same++
		}
	}
	if same < 500 {
		t.Errorf("%d of 1000 stays", same)
	}
}

// Whatever makes a goroutine give way ends its stay, also if it comes back to the same thread.
func TestStayEnds(t *testing.T) {
	found(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // a goroutine need not wait for one that runs elsewhere
	ping, pong := make(chan bool), make(chan bool)
	go func() {
		for range ping {
			pong <- true
		}
	}()
	defer close(ping)
	for name, leave := range map[string]func(){
		"Gosched": runtime.Gosched,
		"channel": func() { ping <- true; <-pong },
		"channel 128 ×": func() {
			for range 128 {
				ping <- true
				<-pong
			}
		},
		"sleep": func() { time.Sleep(10 * time.Microsecond) },
	} {
		for range 500 {
			_, before := Now()
			leave()
			if _, after := Now(); after == before {
				t.Errorf("%s: still the same stay", name)
				break
			}
		}
	}
}

// The collector makes a goroutine wait while it looks at its stack; others may run on the thread meanwhile.
func TestStayEndsWhereTheCollectorLooks(t *testing.T) {
	found(t)
	for range 20 {
		var over atomic.Bool
		_, before := Now()
		go func() {
			runtime.GC()
			over.Store(true)
		}()
		for !over.Load() {
		}
		if _, after := Now(); after == before {
			t.Fatal("still the same stay after a garbage collection")
		}
	}
}

// A goroutine that is locked to its thread stays there whatever it does.
func TestStayLocked(t *testing.T) {
	found(t)
	runtime.LockOSThread()
	_, before := Now()
	for range 100 {
		runtime.Gosched()
		time.Sleep(time.Microsecond)
	}
	if _, after := Now(); after != before {
		t.Error("a locked goroutine has left its thread")
	}
	runtime.UnlockOSThread()
	if _, after := Now(); after == before {
		t.Error("locked or not makes no difference")
	}
}

// Two goroutines on one thread have different stays.
func TestStayOfEach(t *testing.T) {
	found(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	_, own := Now()
	other := make(chan uint64)
	go func() { _, mark := Now(); other <- mark }()
	if <-other == own {
		t.Error("the same stay of two goroutines")
	}
}

func TestProbeOfNoMemory(t *testing.T) {
	look, err := newProbe()
	if err != nil {
		t.Fatal(err)
	}
	defer look.close()
	for _, address := range []uintptr{0, 8, 1 << 46, ^uintptr(7)} {
		if text := look.at(address, 64); text != nil {
			t.Errorf("%d bytes at %#x", len(text), address)
		}
	}
}

func BenchmarkStay(b *testing.B) {
	Prepare()
	for b.Loop() {
		Now()
	}
}
