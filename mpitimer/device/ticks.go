package device

import (
	"math"
	"sync"
	"time"
)

// stamp is when a device of Level Zero passes an event.
type stamp struct {
	place   *place
	written *uint64 // where the device writes its clock
	since   int64   // ns of clock.Nanotime at which it had not done that yet
	passed  bool    // it has
	sure    bool    // it is known when
	at      int64   // ticks, with all bits
}

// place is where command lists of Level Zero do their work: a device, by a context of it.
type place struct {
	maker
	number int // of the device

	mu sync.Mutex // of all below
	ticks
	pool uintptr // the next events
	room *[many]uint64
	used int
}

// maker is what a command list was made for.
type maker struct{ context, device uintptr }

// many is for how many events there is room at once.
const many = 128

// ticks is the clock of a device, of which only some bits are there, so that it wraps within minutes.
type ticks struct {
	hz   float64
	bits uint32

	last int64 // as it was read last, with all bits
	read int64 // ns of clock.Nanotime of then; 0 if it was never read
}

// newTicks takes timerResolution and timestampValidBits of ze_device_properties_t. The first is in ns per tick or in ticks per
// second, by the version of the structure that was asked for; but there are drivers that do not know the later one, and
// give ns all the same. No clock ticks so slowly or so fast that the two can be mistaken.
func newTicks(resolution uint64, bits uint32) ticks {
	t := ticks{hz: float64(resolution), bits: bits}
	if resolution < 1e5 {
		t.hz = 1e9 / float64(max(resolution, 1))
	}
	if bits == 0 || bits > 64 {
		t.bits = 64
	}
	return t
}

// set takes a reading of the clock.
func (t *ticks) set(raw uint64, now int64) {
	if t.read != 0 {
		t.last += int64(float64(now-t.read) * t.hz / 1e9)
	}
	t.last, t.read = t.beside(raw), now
}

// beside returns that of all times with these bits that is the nearest to the last reading.
func (t *ticks) beside(raw uint64) int64 {
	shift := 64 - t.bits
	return t.last + int64((raw-uint64(t.last))<<shift)>>shift
}

// tells reports whether beside is right for what was after one time and before another: they must be less than half of all
// values away. A tenth of that is left for clocks that are not quite as fast as they say.
func (t *ticks) tells(after, before int64) bool {
	half := 0.45 * math.Ldexp(1e9/t.hz, int(t.bits))
	return t.read != 0 && float64(t.read-after) < half && float64(before-t.read) < half
}

func (t *ticks) duration(ticks int64) time.Duration {
	return time.Duration(float64(ticks) * 1e9 / t.hz)
}
