package tacc

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

// A Monitor samples a node while a job runs: when it starts, when it ends, and at a fixed interval in
// between. One process on each node has one, under mpirun rank 0 of the node. Its methods may be called from
// any goroutine; on nil they do nothing.
type Monitor struct {
	job      string
	interval time.Duration

	mu     sync.Mutex
	node   *Node
	failed error // the first failure of a sample between
	missed int   // their number
	stop   chan struct{}
	done   chan struct{}
}

// NewMonitor opens or starts the file DIR/HOST/current. job is the id of the batch system; an interval of 0
// takes no samples between. The kernel's counters stand still for no one: an interval of a second costs
// some milliseconds of a processor.
func NewMonitor(dir, job string, interval time.Duration, o NodeOptions) (*Monitor, error) {
	if !isWord(job) || strings.Contains(job, ",") || Idle(job) {
		return nil, fmt.Errorf("job %.60q, expected the id of one job", job)
	}
	if interval < 0 || interval > 0 && interval < time.Millisecond {
		return nil, fmt.Errorf("interval %v, expected 0 or at least 1ms", interval)
	}
	n, err := OpenNode(dir, o)
	if err != nil {
		return nil, err
	}
	return &Monitor{job: job, interval: interval, node: n}, nil
}

// Begin takes the first sample, with the mark %begin, and starts to take those between.
func (m *Monitor) Begin() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.node == nil:
		return errClosed
	case m.stop != nil:
		return fmt.Errorf("job %s has begun already", m.job)
	}
	m.stop, m.done = make(chan struct{}), make(chan struct{})
	go m.run(m.stop, m.done)
	return m.node.Begin(m.job)
}

var errClosed = errors.New("the monitor is closed")

func (m *Monitor) run(stop, done chan struct{}) {
	defer close(done)
	if m.interval == 0 {
		<-stop
		return
	}
	tick := time.NewTicker(m.interval)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			m.sample(nil)
		}
	}
}

func (m *Monitor) sample(marks []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.node == nil {
		return
	}
	if err := m.node.Sample(marks, nil); err != nil {
		if m.failed == nil {
			m.failed = err
		}
		m.missed++
	}
}

// Mark takes a sample with a mark of any text, such as the name of a phase of the program.
func (m *Monitor) Mark(text string) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.node == nil {
		return errClosed
	}
	return m.node.Sample([]string{text}, nil)
}

// End stops sampling and takes the last sample, with the mark %end. Its error also reports failures since
// Begin.
func (m *Monitor) End() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	if m.node == nil || m.stop == nil {
		m.mu.Unlock()
		return fmt.Errorf("job %s has not begun", m.job)
	}
	stop, done := m.stop, m.done
	m.stop = nil
	m.mu.Unlock()
	close(stop)
	<-done
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.node == nil {
		return errClosed
	}
	err := m.node.End(m.job)
	if m.failed != nil {
		err = errors.Join(err, fmt.Errorf("%d samples failed, the first with: %w", m.missed, m.failed))
		m.failed = nil
	}
	return err
}

// Close ends the job if that was not done, and closes the file.
func (m *Monitor) Close() error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	running := m.stop != nil
	m.mu.Unlock()
	var err error
	if running {
		err = m.End()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.node == nil {
		return err
	}
	err = errors.Join(err, m.node.Close())
	m.node = nil
	return err
}
