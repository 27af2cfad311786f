package signal

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// cpuMeter counts an event on a CPU. When the CPU goes offline the kernel takes its events away: a read still returns
// the last count, for ever, also after the CPU has returned. Only the time in which they should have counted tells,
// which goes on as long as the CPU does. Then the event is opened anew, which fails until the CPU is back.
type cpuMeter struct {
	of  event
	cpu int

	mu     sync.Mutex
	meter  *eventMeter // nil: the CPU is offline
	before int64       // what earlier events have counted
	last   int64       // what this one has
	due    uint64      // the time in which it should have counted
	moved  time.Time   // when that last went on
}

// still is for how long the time of an event may stand still on a CPU that is there: that of a tick of the kernel's
// coarsest clock, and more.
const still = 20 * time.Millisecond

func (e *event) openCPU(cpu int) (meter, error) {
	m := &cpuMeter{of: *e, cpu: cpu}
	if err := m.open(); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *cpuMeter) open() error {
	descriptors, err := m.of.open(-1, m.cpu, 0)
	if err != nil {
		return err
	}
	m.meter, m.last, m.due, m.moved = newEventMeter(descriptors), 0, 0, time.Now()
	return nil
}

func (m *cpuMeter) steps(now uint64) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.meter == nil {
		if err := m.open(); err != nil {
			return 0, m.offline(err)
		}
	}
	count, err := m.meter.steps(now)
	if err != nil {
		return 0, err
	}
	m.last = count
	if due := m.meter.due.Load(); due != m.due {
		m.due, m.moved = due, time.Now()
	} else if time.Since(m.moved) > still {
		err = m.meter.close()
		m.meter, m.before = nil, m.before+m.last
		if err = errors.Join(err, m.open()); err != nil {
			return 0, m.offline(err)
		}
		m.last = 0
	}
	return m.before + m.last, nil
}

func (m *cpuMeter) offline(err error) error {
	return fmt.Errorf("CPU %d is offline: %w", m.cpu, err)
}

func (m *cpuMeter) counted() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.meter == nil {
		return 1
	}
	return m.meter.counted()
}

func (m *cpuMeter) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.meter == nil {
		return nil
	}
	return m.meter.close()
}
