package file

import (
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// Monotone keeps timestamps from going back, for readers refuse the whole file if one does, while clocks
// are set back now and then.
type Monotone struct {
	Last hdtrace.Epoch
	set  bool
	back int64 // timestamps that were moved forward
}

// Next is t, or the timestamp before it if t is earlier.
func (m *Monotone) Next(t hdtrace.Epoch) hdtrace.Epoch {
	if m.set && t < m.Last {
		m.back++
		return m.Last
	}
	m.Last, m.set = t, true
	return t
}

const (
	TraceDepth = 8
	Buffer     = 256 << 10
)

// SystemClock is the time of the system now, and from then on that of the monotonic clock.
func SystemClock() func() hdtrace.Epoch {
	begin := time.Now()
	from := hdtrace.EpochOf(begin)
	return func() hdtrace.Epoch { return from + hdtrace.Epoch(time.Since(begin)) }
}
