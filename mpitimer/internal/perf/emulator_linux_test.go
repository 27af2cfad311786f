package perf

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// emulator is a kernel and a processor with counters, as perf_event_open(2) describes them: groups that are counted
// as a whole, pages with a lock that is odd while they change, counts of few bits that begin below zero.
type emulator struct {
	mu       sync.Mutex
	folder   string
	fit      int // events at the same time
	width    uint
	allow    bool   // the processor's instruction
	noPages  bool   // no more memory for pages
	core     uint32 // on which kind the thread runs; 0: there is one only
	fail     func(open int) error
	now      uint64
	next     int
	events   map[int]*emulated
	elsewise func(e *emulator) // called within the instruction, once
	used     int               // instructions
	text     [16]uint64
}

type emulated struct {
	attr             unix.PerfEventAttr
	group            int
	page             *unix.PerfEventMmapPage
	count            uint64
	enabled, running uint64
	counter          uint64 // raw
	index            uint32
	dead             bool
}

func newEmulator(t *testing.T) *emulator {
	e := &emulator{fit: 4, width: 48, allow: true, events: map[int]*emulated{}, next: 100, folder: t.TempDir()}
	e.file("proc/sys/kernel/perf_event_paranoid", "2\n")
	return e
}

func (e *emulator) file(path, text string) {
	path = filepath.Join(e.folder, path)
	_ = os.MkdirAll(filepath.Dir(path), 0o755)
	_ = os.WriteFile(path, []byte(text), 0o644)
}

func (e *emulator) root() string { return e.folder }

func (e *emulator) open(attr *unix.PerfEventAttr, group int) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.fail != nil {
		if err := e.fail(len(e.events)); err != nil {
			return -1, os.NewSyscallError("perf_event_open", err)
		}
	}
	e.next++
	if group < 0 {
		group = e.next
	}
	members := 1
	for _, other := range e.events {
		if other.group == group {
			members++
		}
	}
	if members > e.fit {
		return -1, os.NewSyscallError("perf_event_open", unix.EINVAL)
	}
	// A count begins below zero, so that the processor interrupts when it has run over.
	one := &emulated{attr: *attr, group: group, counter: ^uint64(999)}
	one.index = uint32(members)
	e.events[e.next] = one
	return e.next, nil
}

func (e *emulator) page(descriptor int) (*unix.PerfEventMmapPage, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.noPages {
		return nil, os.NewSyscallError("mmap", unix.EPERM)
	}
	one := e.events[descriptor]
	one.page = new(unix.PerfEventMmapPage)
	e.publish(one)
	return one.page, nil
}

// runs reports whether an event has a counter on the core where the thread is.
func (e *emulator) runs(one *emulated) bool {
	return e.core == 0 || uint32(one.attr.Config>>32) == e.core || one.attr.Type == e.core || one.attr.Type == unix.PERF_TYPE_SOFTWARE
}

// publish writes an event's page as the kernel does when it gives it a counter or takes it away.
func (e *emulator) publish(one *emulated) {
	p := one.page
	if p == nil {
		return
	}
	p.Lock++
	p.Index, p.Offset = 0, int64(one.count)
	own := one.attr.Type == unix.PERF_TYPE_SOFTWARE // no counter of the processor
	if e.runs(one) && !one.dead && !own {
		p.Index = one.index
		p.Offset = int64(one.count) - int64(one.counter)
	}
	p.Time_enabled, p.Time_running = one.enabled, one.running
	p.Capabilities, p.Pmc_width = 0, uint16(e.width)
	if e.allow && !own {
		p.Capabilities = capUserRDPMC
	}
	p.Lock++
}

// work lets the thread do something for some time.
func (e *emulator) work(amount, nanos uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.now += nanos
	for _, one := range e.events {
		if one.dead {
			continue
		}
		one.enabled += nanos
		if e.runs(one) {
			one.running += nanos
			one.count += amount * (one.attr.Config & 0xffff)
			one.counter += amount * (one.attr.Config & 0xffff)
		}
	}
}

// pause takes the counters away for some time, in which the thread works.
func (e *emulator) pause(nanos uint64, which func(*emulated) bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, one := range e.events {
		one.enabled += nanos
		if which != nil && !which(one) {
			one.running += nanos
		}
		e.publish(one)
	}
}

// move lets the thread run on another kind of core.
func (e *emulator) move(core uint32) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.core = core
	for _, one := range e.events {
		e.publish(one)
	}
}

func (e *emulator) close(descriptor int, _ *unix.PerfEventMmapPage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.events, descriptor)
}

func (e *emulator) read(descriptor int, into []uint64) int {
	e.work(0, 10) // it takes time
	e.mu.Lock()
	defer e.mu.Unlock()
	one := e.events[descriptor]
	if one == nil {
		return -1
	}
	if one.attr.Read_format&unix.PERF_FORMAT_GROUP == 0 {
		return 8 * copy(into, []uint64{one.count, one.enabled, one.running})
	}
	text := append(e.text[:0], 0, one.enabled, one.running)
	for d := descriptor; d <= e.next; d++ {
		if member := e.events[d]; member != nil && member.group == one.group {
			text = append(text, member.count)
			text[0]++
		}
	}
	if len(into) < len(text) {
		return -1
	}
	return 8 * copy(into, text)
}

func (e *emulator) rdpmc(counter uint32) uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.used++
	if !e.allow {
		panic("the instruction where it is not allowed")
	}
	if then := e.elsewise; then != nil {
		e.elsewise = nil
		then(e)
	}
	for _, one := range e.events {
		if one.page != nil && one.index == counter+1 && !one.dead && e.runs(one) {
			return one.counter & (1<<e.width - 1)
		}
	}
	panic("a counter that there is not")
}

func (e *emulator) clock() int64 { return machine{}.clock() }

func (e *emulator) usage(u *unix.Rusage) { machine{}.usage(u) }
