//go:build linux

package ledger

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// Account is what a ledger says at one moment. While its rank runs, what has ended is a lower bound of what
// the timers will say from now on, and what was about to end an upper one of what they have said.
type Account struct {
	Rank, Size, PID int
	Phase           Phase
	Stuck           int64 // on CLOCK_MONOTONIC; 0: not stuck
	Unix, Nanos     int64 // one instant on the clock of the day and on CLOCK_MONOTONIC
	Regions         map[Key]Entry
}

// Key identifies a region of a rank.
type Key struct {
	Track int
	Path  string
}

// Entry is what is known of one region. Times are nanoseconds.
type Entry struct {
	Kind           Kind
	Began, Started uint64 // calls, before and after the timers' start
	Ending, Ended  uint64 // calls, before and after the timers' stop
	Nested         uint64 // of those that have ended: in a recursion
	Inner, Outer   int64  // sums over those that have ended, as seen from inside and outside the timers
	Begin          int64  // the call that runs or was the last: before its start, on CLOCK_MONOTONIC …
	Start          int64  // … after it, …
	Stop           int64  // … and before its stop
}

// Open reports whether the region must have been open, or may have been.
func (e Entry) Open() (must, can bool) { return e.Started > e.Ending, e.Began > e.Ended }

// Read reads a ledger, which may be being written.
func Read(path string) (*Account, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	const length = headerSize + Room*entrySize
	if info, err := file.Stat(); err != nil || info.Size() != length {
		return nil, fmt.Errorf("%s: expected a file of %d bytes (%v)", path, length, err)
	}
	bytes, err := syscall.Mmap(int(file.Fd()), 0, length, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("%s: map: %w", path, err)
	}
	defer func() { _ = syscall.Munmap(bytes) }()
	h := (*header)(unsafe.Pointer(&bytes[0]))
	if h.magic != magic {
		return nil, fmt.Errorf("%s: it is not complete", path)
	}
	a := &Account{
		Rank: int(h.rank), Size: int(h.size), PID: int(h.pid), Phase: Phase(atomic.LoadUint32(&h.phase)),
		Stuck: atomic.LoadInt64(&h.stuck), Unix: h.unix, Nanos: h.nanos, Regions: make(map[Key]Entry),
	}
	all := unsafe.Slice((*entry)(unsafe.Pointer(&bytes[headerSize])), Room)
	for i := range all[:min(atomic.LoadUint32(&h.entries), Room)] {
		e := &all[i]
		length := atomic.LoadUint32(&e.length)
		if length == 0 {
			continue
		}
		key := Key{int(e.track), string(e.path[:length])}
		if _, twice := a.Regions[key]; twice {
			return nil, fmt.Errorf("%s: region %q of track %d stands there twice", path, key.Path, key.Track)
		}
		a.Regions[key] = e.read()
	}
	return a, nil
}

func (e *entry) read() Entry {
	r := Entry{Kind: Kind(e.kind)}
	for {
		newest, _ := e.last()
		d := done{atomic.LoadUint64(&newest.ended), atomic.LoadUint64(&newest.nested), atomic.LoadUint64(&newest.inner), atomic.LoadUint64(&newest.outer)}
		r.Ended, r.Nested, r.Inner, r.Outer = d.ended, d.nested, int64(d.inner), int64(d.outer)
		if again, _ := e.last(); again == newest { // else it may be written again already
			break
		}
	}
	r.Begin, r.Start, r.Stop = atomic.LoadInt64(&e.begin), atomic.LoadInt64(&e.start), atomic.LoadInt64(&e.stop)
	r.Ending, r.Started, r.Began = atomic.LoadUint64(&e.ending), atomic.LoadUint64(&e.started), atomic.LoadUint64(&e.began)
	return r
}

// Glance returns how far the rank of a ledger has come, and when it stopped going on; Born with an error if
// there is no ledger that could be read yet.
func Glance(path string) (phase Phase, stuck int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return Born, 0, err
	}
	defer file.Close()
	var bytes [headerSize]byte
	if _, err := file.ReadAt(bytes[:], 0); err != nil {
		return Born, 0, err
	}
	h := (*header)(unsafe.Pointer(&bytes[0]))
	if h.magic != magic {
		return Born, 0, fmt.Errorf("%s: it is not complete", path)
	}
	return Phase(h.phase), h.stuck, nil
}
