package perf

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/mpitimer/internal/stay"
)

// What a reading costs, beside that of the kernel or the processor alone. The emulated instruction costs a lock and a
// look at all events.
func BenchmarkRead(b *testing.B) {
	stay.Prepare()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, names := range [][]string{{"PAGE_FAULTS"}, {"TASK_CLOCK"}, {"MIGRATIONS"}, {"INSTRUCTIONS", "CYCLES"}} {
		s, err := Open(eventsOf(b, names...), false)
		if err != nil {
			b.Logf("left out: %v", err)
			continue
		}
		into := make([]Reading, s.Width())
		b.Run(names[0], func(b *testing.B) {
			for b.Loop() {
				thread, mark := stay.Now()
				s.Read(into, thread, mark)
				stay.Now()
			}
		})
		s.Close()
	}
	b.Run("raw clock", func(b *testing.B) {
		for b.Loop() {
			machine{}.clock()
		}
	})
	b.Run("raw usage", func(b *testing.B) {
		var u unix.Rusage
		for b.Loop() {
			machine{}.usage(&u)
		}
	})
}

// still is a page that an instruction in no time belongs to: what is left is what stands around it.
type still struct{ machine }

var stillPages [2]unix.PerfEventMmapPage

func (still) open(*unix.PerfEventAttr, int) (int, error) { return 0, nil }
func (still) close(int, *unix.PerfEventMmapPage)         {}
func (still) rdpmc(uint32) uint64                        { return 5 }
func (still) read(_ int, into []uint64) int {
	into[2] = 1
	return 24
}

func (still) page(int) (*unix.PerfEventMmapPage, error) {
	p := &stillPages[0]
	p.Index, p.Capabilities, p.Pmc_width = 1, capUserRDPMC, 48
	return p, nil
}

func BenchmarkAroundTheInstruction(b *testing.B) {
	stay.Prepare()
	s, err := openWith(still{}, eventsOf(b, "INSTRUCTIONS", "CYCLES"), false)
	if err != nil || s.Way() != ByInstruction {
		b.Skip(err)
	}
	into := make([]Reading, s.Width())
	for b.Loop() {
		thread, mark := stay.Now()
		s.Read(into, thread, mark)
		stay.Now()
	}
}
