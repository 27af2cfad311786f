package counters

import (
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/signal"
)

// touched maps memory and touches it, so that the process has it resident.
func touched(t *testing.T, size int) (release func()) {
	t.Helper()
	memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < size; i += unix.Getpagesize() {
		memory[i] = 1
	}
	return func() { _ = unix.Munmap(memory) }
}

// The high-water mark grows in the region that raises it and in those around it, and not in one that stays below it.
func TestHighWaterByRegion(t *testing.T) {
	const mega = 1 << 20
	const slack = 8 * mega // what the runtime and the kernel do meanwhile
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	tm := timersOf(t, "Counters", "MEMORY_HIGH_WATER, MEMORY_HIGH_WATER:peak")
	platform := signal.Find(signal.Options{})
	defer platform.Close()
	mark, err := platform.Counter("MEMORY_HIGH_WATER", signal.Process, 0)
	resident, wrong := platform.Gauge("MEMORY_RESIDENT", signal.Process, 0)
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	defer mark.Close()
	defer resident.Close()
	more := int(mark.Read()-resident.Read()) + 16*mega // the mark is above what is resident, which is not grown again
	outer := tm.Start("outer")
	raise := tm.Start("raise")
	release := touched(t, more)
	raise.Stop()
	release()
	below := tm.Start("below")
	release = touched(t, more/2)
	below.Stop()
	release()
	outer.Stop()
	grown := func(path string) int64 { return node(t, tm.Profile(), path).Values[0] }
	if got := grown("Total/outer/raise"); got < 16*mega-slack || got > 16*mega+slack {
		t.Errorf("raise: grown by %d", got)
	}
	if got := grown("Total/outer/below"); got > slack {
		t.Errorf("below: grown by %d", got)
	}
	if inner, all := grown("Total/outer/raise")+grown("Total/outer/below"), grown("Total/outer"); all < inner || all > inner+slack {
		t.Errorf("outer: grown by %d, inside it by %d", all, inner)
	}
	p := tm.Profile()
	if outer, raise := node(t, p, "Total/outer").Values[1], node(t, p, "Total/outer/raise").Values[1]; outer < raise || raise < int64(more) {
		t.Errorf("the mark was %d, inside %d", outer, raise)
	}
}

var kept [][]byte

// What Go allocates counts in the region and in those around it. Goroutines side by side all see what the process
// allocates: a region has the most that one of them saw, not the sum.
func TestGoAllocationsByRegion(t *testing.T) {
	const mega, slack = 1 << 20, 2 << 20
	tm := timersOf(t, "Counters", "GO_HEAP_ALLOCATED")
	allocate := func(size int) {
		for range size / mega {
			kept = append(kept[:0], make([]byte, mega))
		}
	}
	outer := tm.Start("outer")
	allocate(3 * mega)
	inner := tm.Start("inner")
	allocate(20 * mega)
	inner.Stop()
	nothing := tm.Start("nothing")
	nothing.Stop()
	outer.Stop()
	together := tm.Start("together")
	var begun, ended, wait sync.WaitGroup
	begun.Add(2)
	ended.Add(2)
	for range 2 {
		wait.Go(func() {
			defer tm.Start("side").Stop()
			begun.Done()
			begun.Wait()
			for range 5 {
				runtime.KeepAlive(make([]byte, mega))
			}
			ended.Done()
			ended.Wait()
		})
	}
	wait.Wait()
	together.Stop()
	p := tm.Profile()
	for path, want := range map[string]int64{"Total/outer": 23 * mega, "Total/outer/inner": 20 * mega, "Total/outer/nothing": 0, "Total/together": 10 * mega, "Total/side": 10 * mega} {
		if got := node(t, p, path).Values[0]; got < want-mega/2 || got > want+slack {
			t.Errorf("%s: %d bytes, want %d", path, got, want)
		}
	}
}
