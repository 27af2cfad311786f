package perf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
)

// Way is how the events of a thread are read.
type Way int

// The ways. What a region of which nothing is to be counted has is another one in each.
const (
	BySystemCall Way = iota
	ByInstruction
)

// String names the way for reports.
func (w Way) String() string {
	if w == ByInstruction {
		return "rdpmc"
	}
	return "read"
}

// Set is events that are counted together. Any thread may read it.
type Set struct {
	kernel    kernel
	real      bool    // the machine's own
	events    []Event // of perf_event_open first
	opened    int     // of these
	cores     []uint32
	multiplex bool
	way       Way
	usage     bool

	mu      sync.Mutex
	threads atomic.Pointer[directory]
	failure atomic.Pointer[error]
}

// Width is how many readings there are: one of each event, in its order. Where counters take turns those of
// perf_event_open have three: the count, and the nanoseconds in which it should have counted and did.
func (s *Set) Width() int {
	if s.multiplex {
		return len(s.events) + 2*s.opened
	}
	return len(s.events)
}

// Multiplexed reports whether an event is one that takes turns with others.
func (s *Set) Multiplexed(i int) bool { return s.multiplex && i < s.opened }

// Events are those that are counted, in the order of the readings.
func (s *Set) Events() []Event { return s.events }

// Way is how events are read, where a thread allows it.
func (s *Set) Way() Way { return s.way }

// Force lets them be read so, if they can be.
func (s *Set) Force(w Way) (before Way) {
	before, s.way = s.way, w
	return before
}

// Err is what has gone wrong on some thread.
func (s *Set) Err() error {
	if err := s.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// Open begins to count. Events that can't be counted are left out, for reasons that the error tells, one for each;
// those beyond what the processor can count at the same time, too, unless they may take turns.
func Open(events []Event, multiplex bool) (*Set, error) {
	return openWith(machine{}, events, multiplex)
}

func openWith(k kernel, events []Event, multiplex bool) (*Set, error) {
	s := &Set{kernel: k, multiplex: multiplex}
	_, s.real = k.(machine)
	s.threads.Store(newDirectory(64))
	var problems []error
	var accounted []Event
	for _, e := range events {
		switch {
		case e.Accounted():
			accounted = append(accounted, e)
			s.usage = s.usage || e.how != byClock
		case s.add(e, &problems):
		}
	}
	s.opened = len(s.events)
	s.events = append(s.events, accounted...)
	return s, errors.Join(problems...)
}

// mostEvents is for sets of them, which are bits of a word.
const mostEvents = 64

// add takes an event that fits beside those that are there.
func (s *Set) add(e Event, problems *[]error) bool {
	if len(s.events) == mostEvents {
		*problems = append(*problems, fmt.Errorf("%s: %w: no more than %d are read", e.Name, ErrTooMany, mostEvents))
		return false
	}
	trial := &Set{kernel: s.kernel, events: []Event{e}, opened: 1, multiplex: s.multiplex, cores: s.cores}
	alone, err := trial.open()
	if err != nil {
		*problems = append(*problems, s.explain(e, err))
		return false
	}
	runs := trial.runs(alone)
	mapped := alone.readable()
	alone.close(s.kernel)
	if !runs && !s.multiplex {
		*problems = append(*problems, fmt.Errorf("%s: %w: it never has its turn: another program holds the counters, or the watchdog (sysctl kernel.nmi_watchdog=0)", e.Name, ErrTooMany))
		return false
	}
	if !s.multiplex && len(s.events) > 0 {
		together := &Set{kernel: s.kernel, events: append(s.events[:len(s.events):len(s.events)], e), opened: len(s.events) + 1}
		all, err := together.open()
		fits := err == nil && together.runs(all)
		if err == nil {
			all.close(s.kernel)
		}
		if !fits {
			*problems = append(*problems, fmt.Errorf("%s: %w: %d fit at once (%s); leave some out, or let them take turns (CountersMultiplex)", e.Name, ErrTooMany, len(s.events), names(s.events)))
			return false
		}
	}
	if len(s.events) == 0 && mapped && !s.multiplex {
		s.way = ByInstruction
	}
	if !mapped {
		s.way = BySystemCall
	}
	s.events, s.opened = append(s.events, e), len(s.events)+1
	return true
}

func names(events []Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Name)
	}
	return strings.Join(list, ", ")
}

// runs reports whether events that were opened are all counted within some milliseconds of work. Of those of one kind of
// cores that is not expected: the thread may be on another.
func (s *Set) runs(t *thread) bool {
	var wanted uint64
	for i := range s.opened {
		if of := s.kindsOf(&s.events[i]); len(of) == len(s.cores) || s.events[i].kind == typeSoftware {
			wanted |= 1 << i
		}
	}
	for deadline := s.kernel.clock() + int64(20*time.Millisecond); wanted != 0; {
		for g := range t.groups {
			n := s.kernel.read(t.groups[g].descriptors[0], t.text)
			if n >= 24 && t.text[2] > 0 { // running; 24 bytes whichever the format, see attr
				wanted &^= t.groups[g].set
			}
		}
		if wanted != 0 && s.kernel.clock() > deadline {
			return false
		}
	}
	return true
}

// explain says why an event can't be counted, and what would help.
func (s *Set) explain(e Event, err error) error {
	most := 2
	if e.Mode&Kernel != 0 || e.both {
		most = 1
	}
	remedy, explained := perfevent.Explain(err, s.kernel.root(), most)
	if remedy != "" {
		return fmt.Errorf("%s: %w (%s)", e.Name, explained, remedy)
	}
	return fmt.Errorf("%s: %w", e.Name, explained)
}

// thread is the events of one thread. Only the thread itself uses it, but whichever goroutine runs there.
type thread struct {
	id      uint32
	failed  bool
	groups  []group // one for each kind of core that events have; where events take turns one for each event, too
	text    []uint64
	enabled uint64 // at the last system call
	usage   unix.Rusage
	now     unix.Timespec
}

// grace is for how long what is not used any more stays: a goroutine that was interrupted between two lines of a
// reading may still go on with it.
const grace = time.Second

func (t *thread) retire(k kernel) { time.AfterFunc(grace, func() { t.close(k) }) }

// group is events that are counted by the counters of one kind of cores, or by none of the processor.
type group struct {
	descriptors []int
	pages       []*unix.PerfEventMmapPage
	events      []int  // which they are in the Set
	set         uint64 // the same
	ran         uint64 // nanoseconds, at the last system call
}

// attr is what the kernel is asked for. A group is read with the number of its counts first, an event alone with its
// count; the times follow in both.
func (s *Set) attr(e *Event, core uint32) *perfevent.Attr {
	a := perfevent.New(e.kind, e.config[0], perfevent.Modes(e.Mode&User != 0 || e.both, e.Mode&Kernel != 0 || e.both))
	a.Ext1, a.Ext2 = e.config[1], e.config[2]
	if e.kind == unix.PERF_TYPE_HARDWARE || e.kind == unix.PERF_TYPE_HW_CACHE {
		a.Config |= uint64(core) << 32
	}
	if !s.multiplex {
		a.Read_format |= unix.PERF_FORMAT_GROUP
	}
	return a
}

// kindsOf are the kinds of cores that an event is opened for. What only one kind counts, or the kernel alone, is opened
// once: where it is opened twice it counts twice.
func (s *Set) kindsOf(e *Event) []uint32 {
	if len(s.cores) < 2 || e.kind == typeHardware || e.kind == typeCache {
		return s.cores
	}
	return []uint32{e.kind}
}

// open opens all events for the calling thread.
func (s *Set) open() (*thread, error) {
	if s.cores == nil {
		s.cores = coreKinds(s.kernel.root())
	}
	t := &thread{text: make([]uint64, 3+s.opened)}
	kinds := make(map[uint32]int) // of the groups
	for i := range s.opened {
		for _, core := range s.kindsOf(&s.events[i]) {
			at, there := kinds[core]
			if !there || s.multiplex {
				at = len(t.groups)
				kinds[core] = at
				t.groups = append(t.groups, group{})
			}
			if err := s.join(&t.groups[at], i, core); err != nil {
				t.close(s.kernel)
				return nil, err
			}
		}
	}
	return t, nil
}

// join opens an event in a group. Without a page it is read by system calls.
func (s *Set) join(g *group, event int, core uint32) error {
	leader := -1
	if len(g.descriptors) > 0 {
		leader = g.descriptors[0]
	}
	descriptor, err := s.kernel.open(s.attr(&s.events[event], core), leader)
	if err != nil {
		return err
	}
	var page *unix.PerfEventMmapPage
	if hasRDPMC && !s.multiplex {
		if page, err = s.kernel.page(descriptor); err != nil {
			page = nil
		}
	}
	g.descriptors, g.pages = append(g.descriptors, descriptor), append(g.pages, page)
	g.events, g.set = append(g.events, event), g.set|1<<event
	return nil
}

func (t *thread) close(k kernel) {
	for _, g := range t.groups {
		for i := len(g.descriptors) - 1; i >= 0; i-- {
			k.close(g.descriptors[i], g.pages[i])
		}
	}
	t.groups = nil
}

// capUserRDPMC is the bit of a page's capabilities that allows the processor's instruction.
const capUserRDPMC = 1 << 2

// readable reports whether the thread may read all its events by the instruction.
func (t *thread) readable() bool {
	for _, g := range t.groups {
		for _, p := range g.pages {
			if p == nil || atomic.LoadUint64(&p.Capabilities)&capUserRDPMC == 0 {
				return false
			}
		}
	}
	return len(t.groups) > 0
}

// coreKinds are the types of the processor's counters where it has cores of several kinds, which the kernel counts
// apart: 0 alone where all are of one.
func coreKinds(root string) (kinds []uint32) {
	found, _ := filepath.Glob(filepath.Join(root, "sys/bus/event_source/devices/cpu_*/type"))
	for _, path := range found {
		text, err := os.ReadFile(path)
		if kind, wrong := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32); err == nil && wrong == nil {
			kinds = append(kinds, uint32(kind))
		}
	}
	if len(kinds) < 2 {
		return []uint32{0}
	}
	return kinds
}
