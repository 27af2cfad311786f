package kernels

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// source is a vendor's library that reports what its devices have done. It calls launched for each launch by a thread of the
// program.
type source interface {
	// begin asks the library for work and launches.
	begin() error
	// end leaves the library to others.
	end()
	// now reads the clock of the records, in ns. It returns 0 where that does not run yet.
	now() uint64
	// take returns what has come, after it has asked for what lies in buffers that are not full. Times are of the library's
	// clock, 0 where it has given none. It counts those for which there was no room.
	take(force bool) (list []activity, dropped int)
	// String returns the name and the version of the library.
	String() string
}

// otherNumbers says which devices have other numbers among signals; "" for none.
var otherNumbers = func() string { return "" }

// offset is by how much our clock is ahead of a source's.
type offset struct {
	known bool
	ns    int64
	width int64 // of the reading that gave it
}

// align finds the offset, by the shortest of some readings.
func (o *offset) align(s source) {
	best := offset{width: 1 << 62}
	for range 8 {
		before := clock.Nanotime()
		ns := s.now()
		after := clock.Nanotime()
		if width := after - before; ns != 0 && width < best.width {
			best = offset{true, before + width/2 - int64(ns), width}
		}
	}
	if best.known {
		*o = best
	}
}

// String says how well the clock is known.
func (o *offset) String() string {
	if !o.known {
		return "its clock known when a device is first used"
	}
	return fmt.Sprintf("its clock known to ±%d ns", (o.width+1)/2)
}

// place brings activities to our clock, and leaves out those that cannot be: it counts them.
func (o *offset) place(list []activity) (placed []activity, untimed int) {
	placed = list[:0]
	for _, a := range list {
		if !o.known || a.begin == 0 || a.end == 0 {
			untimed++
			continue
		}
		a.begin += o.ns
		a.end += o.ns
		placed = append(placed, a)
	}
	return placed, untimed
}

// The names of rows that are no kernels'.
const (
	copyToDevice  = "copy to device"
	copyToHost    = "copy to host"
	copyOnDevice  = "copy on device"
	copyElsewhere = "copy"
	setMemory     = "set memory"
)
