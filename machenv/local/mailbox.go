package local

import (
	"errors"
	"sync"
	"time"
)

// address is what a message is received by.
type address struct{ from, tag int }

// mailbox holds the messages that wait for one rank of a group.
type mailbox struct {
	mu      sync.Mutex
	queues  map[address][][]byte // no entry is empty, so that tags used once leave nothing behind
	waiting bool                 // the owner waits for a message from awaited
	awaited address
	arrived chan struct{} // has room for one; made when the owner first waits
}

var errConcurrent = errors.New("another goroutine is receiving on this communicator, which one goroutine may use at a time")

// put delivers a message.
func (m *mailbox) put(a address, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.queues == nil {
		m.queues = make(map[address][][]byte)
	}
	m.queues[a] = append(m.queues[a], data)
	if m.waiting && m.awaited == a {
		m.waiting = false
		m.arrived <- struct{}{}
	}
}

// take removes the oldest message of an address. The caller holds the lock.
func (m *mailbox) take(a address) ([]byte, bool) {
	queue := m.queues[a]
	switch len(queue) {
	case 0:
		return nil, false
	case 1:
		delete(m.queues, a)
	default:
		m.queues[a] = queue[1:]
	}
	return queue[0], true
}

// get waits for a message until the timeout is over (0: for ever, negative: not at all) or its
// sender is gone, and reports whether it has got one.
func (m *mailbox) get(a address, timeout time.Duration, gone <-chan struct{}) ([]byte, bool, error) {
	m.mu.Lock()
	if m.waiting {
		m.mu.Unlock()
		return nil, false, errConcurrent
	}
	data, ok := m.take(a)
	if ok || timeout < 0 {
		m.mu.Unlock()
		return data, ok, nil
	}
	if m.arrived == nil {
		m.arrived = make(chan struct{}, 1)
	}
	m.waiting, m.awaited = true, a
	m.mu.Unlock()

	var over <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-m.arrived:
	case <-gone:
	case <-over:
	}

	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = false
	select {
	case <-m.arrived: // came between the end of the wait and the lock
	default:
	}
	data, ok = m.take(a)
	return data, ok, nil
}
