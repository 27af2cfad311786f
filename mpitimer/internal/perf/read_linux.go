package perf

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// Read takes readings on the running thread, whose number is given, and returns by which way. Mark tells the stay of
// the goroutine there (see stay.Now): the caller has to look again whether it is still the same.
//
// Between two lines of it another goroutine may run on the thread and take readings, too: then this one's stay has
// ended, and what it has found is not used.
//
//go:norace
func (s *Set) Read(into []Reading, number uint32, mark uint64) Way {
	t := s.threads.Load().find(number)
	if t == nil {
		t = s.adopt()
	}
	way := BySystemCall
	at := 0
	switch {
	case s.opened == 0:
	case t.failed:
		at = s.Width() - (len(s.events) - s.opened)
		clear(into[:at])
	case s.multiplex:
		at = 3 * s.opened
		if !s.readTurns(t, into, mark) && s.notRunning(t, number) {
			clear(into[:at])
		}
	case s.way == ByInstruction && t.readable():
		way, at = ByInstruction, s.opened
		if !s.readPages(t, into, mark) {
			s.notRunning(t, number)
		}
	default:
		at = s.opened
		if !s.readGroup(t, into, mark) {
			s.notRunning(t, number)
		}
	}
	switch {
	case s.usage && s.real:
		ownUsage(&t.usage)
	case s.usage:
		s.kernel.usage(&t.usage)
	}
	for i := s.opened; i < len(s.events); i++ {
		if s.events[i].how == byClock && s.real {
			ownClock(&t.now)
			into[at] = Reading{t.now.Nano(), mark}
		} else {
			into[at] = Reading{s.account(t, s.events[i].how), mark}
		}
		at++
	}
	return way
}

// account is what the kernel has counted of the thread anyway.
func (s *Set) account(t *thread, how how) int64 {
	switch u := &t.usage; how {
	case minorFaults:
		return int64(u.Minflt)
	case majorFaults:
		return int64(u.Majflt)
	case faults:
		return int64(u.Minflt) + int64(u.Majflt)
	case switches:
		return int64(u.Nvcsw) + int64(u.Nivcsw)
	}
	return s.kernel.clock()
}

// readPages reads each event by the processor's instruction. False says that none was counting: the events may be of
// another thread that had the number before.
//
//go:norace
func (s *Set) readPages(t *thread, into []Reading, mark uint64) (counting bool) {
	clear(into[:s.opened])
	var active, failed uint64
	for g := range t.groups {
		group := &t.groups[g]
		for j, i := range group.events {
			count, enabled, running, counts, ok := s.readPage(group.pages[j])
			if !ok {
				failed |= 1 << i
				continue
			}
			into[i].Value += count
			into[i].Mark -= running
			if counts {
				active |= 1 << i
				into[i].Mark += enabled
			}
		}
	}
	setMarks(into[:s.opened], mark, active&^failed)
	return active|failed != 0
}

// setMarks turns the time in which each event was not counted into its mark, or none for those that are not known.
//
//go:norace
func setMarks(into []Reading, mark, known uint64) {
	for i := range into {
		if known>>i&1 != 0 {
			into[i].Mark = gapless(mark, into[i].Mark)
		} else {
			into[i].Mark = 0
		}
	}
}

// gapless is a mark that is the same as long as the time is in which an event should have counted and did not.
func gapless(mark, lost uint64) uint64 {
	if mark == 0 {
		return 0
	}
	mark = (mark ^ lost*0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15
	return mark ^ mark>>29 | 1
}

// readPage is a count, and the times at which the kernel last looked, as perf_event_open(2) says that they are to be
// read. It counts now if it has a counter of the processor.
//
//go:norace
func (s *Set) readPage(p *unix.PerfEventMmapPage) (count int64, enabled, running uint64, counts, ok bool) {
	const most = 1000 // a kernel that dies while it writes is not ours, but nothing here waits for ever
	for range most {
		lock := atomic.LoadUint32(&p.Lock)
		if lock&1 != 0 {
			continue
		}
		index := atomic.LoadUint32(&p.Index)
		count = atomic.LoadInt64(&p.Offset)
		enabled, running = atomic.LoadUint64(&p.Time_enabled), atomic.LoadUint64(&p.Time_running)
		counts = index != 0
		if counts {
			if atomic.LoadUint64(&p.Capabilities)&capUserRDPMC == 0 {
				return 0, 0, 0, false, false
			}
			unused := (64 - uint(p.Pmc_width)) & 63
			count += int64(s.count(index-1)<<unused) >> unused
		}
		if atomic.LoadUint32(&p.Lock) == lock {
			return count, enabled, running, counts, true
		}
	}
	return 0, 0, 0, false, false
}

// readGroup reads all events by a system call for each group.
//
//go:norace
func (s *Set) readGroup(t *thread, into []Reading, mark uint64) (counting bool) {
	clear(into[:s.opened])
	var enabled, active, several uint64
	for i := range t.groups {
		g := &t.groups[i]
		if n := s.read(g.descriptors[0], t.text); n < 8*(3+len(g.events)) { // 0: the kernel has given the events up
			clear(into[:s.opened])
			return true
		}
		enabled += t.text[1]
		ran := t.text[2]
		if ran != g.ran { // it is the group of the core on which the thread runs
			several |= active & g.set
			active |= g.set
		}
		for j, of := range g.events {
			into[of].Value += int64(t.text[3+j])
			into[of].Mark -= ran
			if ran != g.ran {
				into[of].Mark += t.text[1]
			}
		}
		g.ran = ran
	}
	setMarks(into[:s.opened], mark, active&^several)
	return s.goesOn(t, enabled)
}

// goesOn reports whether time has gone on for the events of a thread since the last reading, as it does while their
// thread runs.
func (s *Set) goesOn(t *thread, enabled uint64) bool {
	before := t.enabled
	t.enabled = enabled
	return enabled != before
}

// readTurns reads each event with its times.
//
//go:norace
func (s *Set) readTurns(t *thread, into []Reading, mark uint64) (counting bool) {
	clear(into[:3*s.opened])
	var enabled, failed uint64
	for i := range t.groups {
		g := &t.groups[i]
		if n := s.read(g.descriptors[0], t.text); n < 24 {
			failed |= g.set
			continue
		}
		enabled += t.text[1]
		of := into[3*g.events[0]:][:3]
		of[0].Value += int64(t.text[0])
		of[1].Value = int64(t.text[1]) // which is the same for all kinds of cores
		of[2].Value += int64(t.text[2])
	}
	for i := range into[:3*s.opened] {
		if failed>>(i/3)&1 == 0 {
			into[i].Mark = mark
		}
	}
	return failed != 0 || s.goesOn(t, enabled)
}

// notRunning reports whether the events of a thread are those of one that had its number before, and forgets them then.
// The kernel tells: the time in which events could have counted goes on while their thread runs.
func (s *Set) notRunning(t *thread, number uint32) bool {
	k := s.kernel
	first := t.groups[0].descriptors[0]
	if k.read(first, t.text) < 24 {
		return false
	}
	was := t.text[1]
	if k.read(first, t.text) < 24 || t.text[1] != was {
		return false
	}
	s.forget(number)
	return true
}

// adopt opens the events for the calling thread, which need not be the one on which the goroutine was a moment ago.
func (s *Set) adopt() *thread {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	number := uint32(unix.Gettid())
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.threads.Load()
	if t := d.find(number); t != nil {
		return t
	}
	t := &thread{text: make([]uint64, 3)}
	if s.opened > 0 {
		opened, err := s.open()
		if err != nil {
			problem := fmt.Errorf("perf events of a further thread: %w", err)
			s.failure.CompareAndSwap(nil, &problem)
			t.failed = true
		} else {
			t = opened
		}
	}
	t.id = number
	if 2*(d.used+1) > len(d.places) {
		d = s.sweep(d)
		s.threads.Store(d)
	}
	d.put(t)
	return t
}

// sweep makes a directory of the threads that there are still, with room for others.
func (s *Set) sweep(d *directory) *directory {
	var living []*thread
	for i := range d.places {
		t := d.places[i].Load()
		if t == nil {
			continue
		}
		if _, err := os.Stat("/proc/self/task/" + strconv.Itoa(int(t.id))); os.IsNotExist(err) {
			t.retire(s.kernel)
			continue
		}
		living = append(living, t)
	}
	size := len(d.places)
	for 4*len(living) > size {
		size *= 2
	}
	fresh := newDirectory(size)
	for _, t := range living {
		fresh.put(t)
	}
	return fresh
}

// forget takes a thread out that has ended, whose number another has.
func (s *Set) forget(number uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.threads.Load()
	fresh := newDirectory(len(d.places))
	for i := range d.places {
		switch t := d.places[i].Load(); {
		case t == nil:
		case t.id == number:
			t.retire(s.kernel)
		default:
			fresh.put(t)
		}
	}
	s.threads.Store(fresh)
}

// Close ends the counting. No thread may read any more.
func (s *Set) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.threads.Load()
	for i := range d.places {
		if t := d.places[i].Load(); t != nil {
			t.retire(s.kernel)
		}
	}
	s.threads.Store(newDirectory(64))
	s.opened, s.events, s.usage = 0, nil, false
}

// directory finds threads by their numbers, without a lock. Its size is a power of two.
type directory struct {
	places []atomic.Pointer[thread]
	used   int
}

func newDirectory(size int) *directory {
	return &directory{places: make([]atomic.Pointer[thread], size)}
}

func (d *directory) find(number uint32) *thread {
	for i := int(number); ; i++ {
		t := d.places[i&(len(d.places)-1)].Load()
		if t == nil || t.id == number {
			return t
		}
	}
}

func (d *directory) put(t *thread) {
	d.used++
	for i := int(t.id); ; i++ {
		if d.places[i&(len(d.places)-1)].CompareAndSwap(nil, t) {
			return
		}
	}
}
