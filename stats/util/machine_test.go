package util

import (
	"os"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/race"
)

func TestNoAllocations(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector allocates")
	}
	h := newHost(t)
	p := newProbe(t, h, All)
	p.reader.sample(&p.entry, second)
	if n := testing.AllocsPerRun(100, func() { p.reader.sample(&p.entry, second) }); n != 0 {
		t.Errorf("%v allocations a sample of made-up files", n)
	}
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("there is no /proc here")
	}
	r := readerOf(t, &Options{Sources: All})
	var e entry
	r.sample(&e, 0)
	if n := testing.AllocsPerRun(100, func() { r.sample(&e, 100*time.Millisecond) }); n >= 1 {
		t.Errorf("%v allocations a sample of this machine", n)
	}
}

// The values of this machine are those of a real machine.
func TestThisMachine(t *testing.T) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("there is no /proc here")
	}
	r := readerOf(t, &Options{Sources: CPUUtil | CPUUtilX | ContextSwitches | MEM | NET})
	p := &probe{t: t, reader: r, values: r.values()}
	r.sample(&p.entry, 0)
	begin := time.Now()
	for p.entry.doubts = (Doubts{Fresh: 1}); p.entry.doubts.Fresh+p.entry.doubts.Coarse > 0; { // until a tick has passed on all
		time.Sleep(5 * time.Millisecond)
		r.sample(&p.entry, time.Since(begin))
		if time.Since(begin) > time.Minute {
			t.Fatalf("%+v", p.entry.doubts)
		}
	}
	got := p.decode()
	if v := got["CPU_TOTAL"]; v < 0 || v > 100 {
		t.Errorf("CPU_TOTAL %v", v)
	}
	if got["CONTEXT_SWITCHES"] < 1 || got["MEM_USED"] < 1<<20 || got["MEM_FREE"] < 1<<20 || got["MEM_CACHED"] < 1 || got["NET_IN"] < 0 {
		t.Errorf("%v", got)
	}
	if _, ok := got["NET_IN_lo"]; !ok {
		t.Error("no loopback")
	}
}
