package signal

import (
	"runtime"
	"testing"
)

// What Go's runtime tells is read once for all counters in a round, and for one alone anew each time.
func TestRuntimeCountersShareAReading(t *testing.T) {
	p := Find(Options{})
	defer p.Close()
	open := func(name string) *Counter {
		c, err := p.Counter(name, Process, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	bytes, objects := open("GO_HEAP_ALLOCATED"), open("GO_HEAP_ALLOCATIONS")
	const many = 100 // large ones, which count at once
	allocate := func() {
		for range many {
			runtime.KeepAlive(make([]byte, 1<<20))
		}
	}
	read := func(round uint64) [2]int64 { return [2]int64{bytes.ReadIn(round), objects.ReadIn(round)} }
	before := read(1)
	allocate()
	if again := objects.ReadIn(1); again != before[1] {
		t.Errorf("in the same round: %d objects, then %d", before[1], again)
	}
	after := read(2)
	if after[0]-before[0] < many<<20 || after[1]-before[1] < many {
		t.Errorf("in the next round: %d bytes in %d objects, allocated were %d of 1 MiB", after[0]-before[0], after[1]-before[1], many)
	}
	allocate()
	if alone := objects.Read(); alone < after[1]+many {
		t.Errorf("read alone: %d objects after %d and %d more", alone, after[1], many)
	}
	if last := bytes.ReadIn(2); last < after[0]+many<<20 {
		t.Errorf("a round that others have ended is read anew: %d bytes after %d", last, after[0])
	}
}
