package lmgtest

import (
	"bytes"
	"time"
)

// on begins the continuous mode.
func (e *Emulator) on() {
	if e.stop != nil || len(e.action) == 0 {
		return
	}
	stop, cycle := make(chan struct{}), e.told
	if e.cycle > 0 {
		cycle = e.cycle
	}
	e.stop = stop
	e.wait.Add(1)
	go e.measure(stop, cycle)
}

func (e *Emulator) off() {
	if e.stop != nil {
		close(e.stop)
		e.stop = nil
	}
}

// measure sends a message at the end of each cycle.
func (e *Emulator) measure(stop chan struct{}, cycle time.Duration) {
	defer e.wait.Done()
	ticker := time.NewTicker(cycle)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
		e.mu.Lock()
		if e.stop == stop {
			e.send()
		}
		e.mu.Unlock()
	}
}

// send sends the next sample.
func (e *Emulator) send() {
	if e.faults.Mute || e.master == nil {
		return
	}
	n := e.messages
	e.messages++
	values := e.values(n, e.action)
	message := e.message(values)
	mangled := message
	if e.faults.Mangle != nil {
		mangled = e.faults.Mangle(n, bytes.Clone(message))
	}
	if e.write(mangled) && bytes.HasPrefix(mangled, message) {
		e.sent = append(e.sent, values)
	}
	if e.faults.ResetAfter > 0 && e.messages == e.faults.ResetAfter {
		e.reset()
	}
}
