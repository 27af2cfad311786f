//go:build linux

// Package ledger is the other channel of the kill campaign: what a rank writes down about its regions besides
// the timers, so that what their tables say after its death can be compared with it.
//
// A ledger is a file mapped shared, of one header and one fixed-size entry for each region of each
// track. A region is written down four times: before and after its start, before and after its stop.
// What the timers count and measure lies between the inner and the outer of these, whenever the rank
// dies.
package ledger

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// Phase is how far a rank has come.
type Phase uint32

const (
	Born         Phase = iota // the ledger exists
	Initializing              // the timers are being made
	Running
	Finalizing // the timers are reporting
	Finalized
)

// Kind says what can be compared.
type Kind uint32

const (
	Timed   Kind = iota
	Counted      // without times, which would take longer than the region
	Sampled      // counted; the timers time one call in so many, and show only that one as open
)

// header is the first page of the file.
type header struct {
	magic   [8]byte
	rank    uint32
	size    uint32
	pid     uint32
	phase   uint32
	entries uint32 // begun; complete are those with a length
	_       uint32
	unix    int64 // the same instant on the clock of the day …
	nanos   int64 // … and on CLOCK_MONOTONIC
	stuck   int64 // when the rank stopped going on for ever, 0: it goes on
	_       [headerSize - 56]byte
}

// entry is one region of one track. Began ≥ Started and Ending ≥ Ended count its calls.
type entry struct {
	began, started, ending uint64
	begin, start, stop     int64 // of the current call, outermost in a recursion
	done                   [2]done
	track                  uint32
	kind                   uint32
	length                 uint32 // of the path; 0: not complete
	_                      uint32
	path                   [longestPath]byte
}

// done is what is known about completed calls. There are two, written in turn and the count last, so that one
// of them is whole.
type done struct{ ended, nested, inner, outer uint64 }

const (
	headerSize  = 4096
	entrySize   = 256
	longestPath = 128

	// Room is how many regions there can be, over all tracks. Unused ones take no room on the disk.
	Room = 1 << 14
)

var (
	magic = [8]byte{'l', 'e', 'd', 'g', 'e', 'r', '0', '1'}

	_ [headerSize]struct{} = [unsafe.Sizeof(header{})]struct{}{}
	_ [entrySize]struct{}  = [unsafe.Sizeof(entry{})]struct{}{}
)

// Ledger is what a rank writes.
type Ledger struct {
	header *header
	all    []entry
	from   time.Time
	nanos  int64 // CLOCK_MONOTONIC at from

	mu     sync.Mutex
	tracks map[int]*Track
}

// File is the name of a rank's ledger.
func File(rank int) string { return fmt.Sprintf("ledger.%06d", rank) }

// Create makes the ledger of a rank.
func Create(path string, rank, size int) (*Ledger, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	const length = headerSize + Room*entrySize
	if err := file.Truncate(length); err != nil {
		return nil, err
	}
	bytes, err := syscall.Mmap(int(file.Fd()), 0, length, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("%s: map %d bytes: %w", path, length, err)
	}
	l := &Ledger{header: (*header)(unsafe.Pointer(&bytes[0])), tracks: make(map[int]*Track)}
	l.all = unsafe.Slice((*entry)(unsafe.Pointer(&bytes[headerSize])), Room)
	for { // until nothing comes between the readings, which are to be of one moment
		before := Monotonic()
		l.from = time.Now()
		if l.nanos = Monotonic(); l.nanos-before < int64(100*time.Microsecond) {
			break
		}
	}
	h := l.header
	h.rank, h.size, h.pid = uint32(rank), uint32(size), uint32(os.Getpid())
	h.unix, h.nanos = l.from.UnixNano(), l.nanos
	h.magic = magic
	return l, nil
}

// Monotonic is CLOCK_MONOTONIC, in nanoseconds: the same for all processes.
func Monotonic() int64 {
	var t syscall.Timespec
	const monotonic = 1
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&t)), 0); errno != 0 {
		panic(errno) // every Linux has this clock
	}
	return t.Nano()
}

func (l *Ledger) now() int64 { return l.nanos + int64(time.Since(l.from)) }

// Enter records how far the rank has come.
func (l *Ledger) Enter(p Phase) { atomic.StoreUint32(&l.header.phase, uint32(p)) }

// Stuck records that the rank does not go on from here.
func (l *Ledger) Stuck() { atomic.StoreInt64(&l.header.stuck, l.now()) }

// Left is how many further regions there is room for.
func (l *Ledger) Left() int { return Room - int(atomic.LoadUint32(&l.header.entries)) }

// Track is the regions of one track of the timers. It is used by one goroutine at a time.
type Track struct {
	ledger *Ledger
	number int
	roots  map[string]*Region
}

// Track returns the one with the number that the timers gave it, which several goroutines may have one after
// the other.
func (l *Ledger) Track(number int) *Track {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tracks[number]
	if t == nil {
		t = &Track{ledger: l, number: number, roots: make(map[string]*Region)}
		l.tracks[number] = t
	}
	return t
}

// Region is one region of a track, below its parent.
type Region struct {
	track    *Track
	entry    *entry
	path     string
	depth    int // calls that run
	timed    bool
	children map[string]*Region
}

// Root returns a region by its path, which does not start on this track.
func (t *Track) Root(path string, kind Kind) (*Region, error) {
	if r := t.roots[path]; r != nil {
		return r, nil
	}
	r, err := t.region(path, kind)
	if err == nil {
		t.roots[path] = r
	}
	return r, err
}

// Below returns a region by its name and that of its parent.
func (r *Region) Below(name string, kind Kind) (*Region, error) {
	if c := r.children[name]; c != nil {
		return c, nil
	}
	c, err := r.track.region(r.path+"/"+name, kind)
	if err == nil {
		if r.children == nil {
			r.children = make(map[string]*Region)
		}
		r.children[name] = c
	}
	return c, err
}

// Path is the names of the region and of those around it, joined with "/".
func (r *Region) Path() string { return r.path }

func (t *Track) region(path string, kind Kind) (*Region, error) {
	if len(path) > longestPath || path == "" {
		return nil, fmt.Errorf("ledger: path %q has %d bytes, may have 1 to %d", path, len(path), longestPath)
	}
	n := atomic.AddUint32(&t.ledger.header.entries, 1) - 1
	if n >= Room {
		return nil, fmt.Errorf("ledger: no room for region %q, the %d. one", path, n+1)
	}
	e := &t.ledger.all[n]
	e.track, e.kind = uint32(t.number), uint32(kind)
	copy(e.path[:], path)
	atomic.StoreUint32(&e.length, uint32(len(path)))
	return &Region{track: t, entry: e, path: path, timed: kind == Timed}, nil
}

// Begin is called before the timers start the region.
func (r *Region) Begin() {
	if r.timed && r.depth == 0 {
		atomic.StoreInt64(&r.entry.begin, r.track.ledger.now())
	}
	r.depth++
	atomic.StoreUint64(&r.entry.began, r.entry.began+1)
}

// Started is called after that.
func (r *Region) Started() {
	if r.timed && r.depth == 1 {
		atomic.StoreInt64(&r.entry.start, r.track.ledger.now())
	}
	atomic.StoreUint64(&r.entry.started, r.entry.started+1)
}

// Ending is called before the timers stop the region.
func (r *Region) Ending() {
	if r.timed && r.depth == 1 {
		atomic.StoreInt64(&r.entry.stop, r.track.ledger.now())
	}
	atomic.StoreUint64(&r.entry.ending, r.entry.ending+1)
}

// Ended is called after that.
func (r *Region) Ended() {
	e := r.entry
	last, next := e.last()
	d := *last
	d.ended++
	r.depth--
	switch {
	case r.depth > 0:
		d.nested++
	case r.timed:
		d.inner += uint64(e.stop - e.start)
		d.outer += uint64(r.track.ledger.now() - e.begin)
	}
	next.inner, next.outer, next.nested = d.inner, d.outer, d.nested
	atomic.StoreUint64(&next.ended, d.ended)
}

// last returns the newer of the two counts, and the one to write next.
func (e *entry) last() (newest, oldest *done) {
	if atomic.LoadUint64(&e.done[1].ended) > atomic.LoadUint64(&e.done[0].ended) {
		return &e.done[1], &e.done[0]
	}
	return &e.done[0], &e.done[1]
}
