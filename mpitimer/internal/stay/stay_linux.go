//go:build (amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x) && !slowgoroutine

// Package stay reports if a goroutine is still on the thread it was on, so that counters of that thread are its own.
package stay

import (
	"encoding/binary"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/goroutine"
)

// A stay on a thread is known by the scheduler's own notes: it counts how often a
// goroutine has left a thread, but not in which the garbage collector made it wait to look at its stack; to do that
// it interrupts the thread, which the thread's descriptor counts. The goroutine's count has eight bits, so that of
// the processor (of the runtime) is looked at, too. None of these places is promised by the runtime: like that of the
// number, they are found at run time by what they do when it is known what they have to do, and if one of them is
// not found nothing is said.

// places are where the runtime keeps what tells of a stay.
type stayPlaces struct {
	thread uintptr // in the goroutine's descriptor: that of its thread
	locked uintptr // there: the thread that it is locked to
	left   uintptr // there: how often it left one, a byte
	number uintptr // in the thread's descriptor: the kernel's number
	signal uintptr // there: how often it was interrupted
	owner  uintptr // there: the processor
	turns  uintptr // in the processor's: how many goroutines had their turn
}

var (
	stay      stayPlaces
	stayFound bool
	prepare   sync.Once
)

// Prepare finds out whether stays can be told here.
func Prepare() bool {
	goroutine.Prepare()
	prepare.Do(func() { stayFound = goroutine.Fast() && stay.find() })
	return stayFound
}

// Now is the kernel's number of the running thread, and something that is the same as long as the goroutine that
// calls it stays on this thread and no other goroutine runs there; 0 where that is not known. A goroutine that is
// locked to its thread stays there whatever else it does.
//
//go:norace
func Now() (thread uint32, mark uint64) {
	if !stayFound {
		number, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
		return uint32(number), 0
	}
	g := goroutine.Pointer()
	m := *(*unsafe.Pointer)(unsafe.Add(g, stay.thread))
	thread = *(*uint32)(unsafe.Add(m, stay.number+lowHalf))
	mark = mix(uint64(uintptr(g))<<24^uint64(thread), 1)
	if *(*unsafe.Pointer)(unsafe.Add(g, stay.locked)) == m {
		return thread, mark | 1
	}
	p := *(*unsafe.Pointer)(unsafe.Add(m, stay.owner))
	mark = mix(mark, uint64(*(*uint32)(unsafe.Add(m, stay.signal)))<<32|uint64(*(*uint32)(unsafe.Add(p, stay.turns))))
	mark = mix(mark, uint64(uintptr(p))<<8^uint64(*(*uint8)(unsafe.Add(g, stay.left))))
	return thread, mark | 1
}

func mix(a, b uint64) uint64 {
	a = (a ^ b) * 0x9e3779b97f4a7c15
	return a ^ a>>29
}

// lowHalf is where in a word of 64 bits its lower half is.
var lowHalf = func() uintptr {
	if binary.NativeEndian.Uint16([]byte{0, 1}) == 1 {
		return 4
	}
	return 0
}()

const (
	threadSize    = 2048 // what is looked at of a thread's descriptor, if it is as long
	processorSize = 256
	agreements    = 6 // experiments with one outcome
	experiments   = 400
)

func (s *stayPlaces) find() bool {
	look, err := newProbe()
	if err != nil {
		return false
	}
	defer look.close()
	for range agreements { // on several goroutines and threads
		found := make(chan bool)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			found <- s.findThread(look)
		}()
		if !<-found {
			return false
		}
	}
	return s.findSignals(look) && s.findTurns(look)
}

// findThread finds the thread's descriptor by its two marks: it has the goroutine's address and the kernel's number.
// To be called while the goroutine is locked to it.
func (s *stayPlaces) findThread(look *probe) bool {
	g := goroutine.Pointer()
	own, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
	for locked := uintptr(8); locked < goroutine.Searched; locked += 8 {
		m := *(*uintptr)(unsafe.Add(g, locked))
		if m == 0 || m%8 != 0 {
			continue
		}
		runtime.UnlockOSThread()
		freed := *(*uintptr)(unsafe.Add(g, locked)) == 0
		runtime.LockOSThread() // perhaps to another thread
		text := look.at(m, threadSize)
		numbers := wordAt(text, uint64(own))
		if !freed || *(*uintptr)(unsafe.Add(g, locked)) != m || len(numbers) == 0 || wordAt(text, uint64(uintptr(g))) == nil {
			continue
		}
		for thread := uintptr(8); thread < goroutine.Searched; thread += 8 {
			if thread == locked || *(*uintptr)(unsafe.Add(g, thread)) != m {
				continue
			}
			if s.thread == 0 {
				s.thread, s.locked, s.number = thread, locked, numbers[0]
			}
			return s.thread == thread && s.locked == locked && slices.Contains(numbers, s.number)
		}
	}
	return false
}

// wordAt lists where a word stands.
func wordAt(text []byte, word uint64) (list []uintptr) {
	for i := 0; i+8 <= len(text); i += 8 {
		if binary.NativeEndian.Uint64(text[i:]) == word {
			list = append(list, uintptr(i))
		}
	}
	return list
}

// findSignals interrupts the thread as the runtime does where a goroutine is to make room.
func (s *stayPlaces) findSignals(look *probe) bool {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	m := *(*uintptr)(unsafe.Add(goroutine.Pointer(), s.thread))
	own, _, _ := syscall.RawSyscall(syscall.SYS_GETTID, 0, 0, 0)
	places := agree(func(times uint32) []uintptr {
		before := slices.Clone(look.at(m, threadSize))
		for range times {
			syscall.RawSyscall(syscall.SYS_TGKILL, uintptr(syscall.Getpid()), own, uintptr(syscall.SIGURG))
		}
		return grown(before, look.at(m, threadSize), times)
	})
	if len(places) != 1 {
		return false
	}
	s.signal = places[0]
	return true
}

// findTurns gives way to others a number of times.
func (s *stayPlaces) findTurns(look *probe) bool {
	g := goroutine.Pointer()
	left := agree(func(times uint32) []uintptr {
		before := make([]byte, goroutine.Searched)
		for i := range before {
			before[i] = *(*byte)(unsafe.Add(g, i))
		}
		for range times {
			runtime.Gosched()
		}
		var list []uintptr
		for i, b := range before {
			if *(*byte)(unsafe.Add(g, i))-b == byte(times) {
				list = append(list, uintptr(i))
			}
		}
		return list
	})
	if len(left) != 1 {
		return false
	}
	s.left = left[0]
	return s.findProcessor(look)
}

// findProcessor finds the descriptor that points back to the thread's and has a number that grows with each turn.
func (s *stayPlaces) findProcessor(look *probe) bool {
	type place struct{ owner, turns uintptr }
	var places []place
	m := func() uintptr { return *(*uintptr)(unsafe.Add(goroutine.Pointer(), s.thread)) }
	for agreed, attempt := 0, 0; agreed < agreements && attempt < experiments; attempt++ {
		thread := m()
		text := slices.Clone(look.at(thread, threadSize))
		before := make(map[uintptr][]byte) // by place
		for i := 0; i+8 <= len(text); i += 8 {
			if p := uintptr(binary.NativeEndian.Uint64(text[i:])); p > 4096 && p%8 == 0 && p != thread {
				if there := look.at(p, processorSize); wordAt(there, uint64(thread)) != nil {
					before[uintptr(i)] = slices.Clone(there)
				}
			}
		}
		times := uint32(1 + attempt%7)
		for range times {
			runtime.Gosched()
		}
		if m() != thread {
			continue
		}
		var now []place
		for i, was := range before {
			p := *(*uintptr)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Add(goroutine.Pointer(), s.thread)), i))
			for _, at := range grown(was, look.at(p, processorSize), times) {
				now = append(now, place{i, at})
			}
		}
		if len(now) == 0 {
			continue
		}
		if agreed++; agreed == 1 {
			places = now
		}
		places = slices.DeleteFunc(places, func(p place) bool { return !slices.Contains(now, p) })
		if len(places) == 0 {
			agreed = 0
		}
	}
	if len(places) != 1 {
		return false
	}
	s.owner, s.turns = places[0].owner, places[0].turns
	return true
}

// agree is the places that many experiments have in common, of which something else may spoil some.
func agree(experiment func(times uint32) []uintptr) (places []uintptr) {
	for agreed, attempt := 0, 0; agreed < agreements && attempt < experiments; attempt++ {
		now := experiment(uint32(1 + attempt%7))
		if len(now) == 0 {
			continue
		}
		if agreed++; agreed == 1 {
			places = now
		}
		if places = goroutine.Common(places, now); len(places) == 0 {
			agreed = 0
		}
	}
	return places
}

// grown lists the numbers of 32 bits that have become so much larger.
func grown(before, now []byte, by uint32) (list []uintptr) {
	for i := 0; i+4 <= min(len(before), len(now)); i += 4 {
		if binary.NativeEndian.Uint32(now[i:])-binary.NativeEndian.Uint32(before[i:]) == by {
			list = append(list, uintptr(i))
		}
	}
	return list
}

// probe looks at memory that need not be there: the kernel copies it, or says that there is none.
type probe struct {
	read, write int
	text        [threadSize]byte
}

func newProbe() (*probe, error) {
	var ends [2]int
	if err := syscall.Pipe2(ends[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		return nil, err
	}
	return &probe{read: ends[0], write: ends[1]}, nil
}

// at is up to that many bytes from an address on, until the next call.
func (p *probe) at(address uintptr, size int) []byte {
	n, _, err := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(p.write), address, uintptr(size))
	if err != 0 {
		return nil
	}
	n, _, err = syscall.RawSyscall(syscall.SYS_READ, uintptr(p.read), uintptr(unsafe.Pointer(&p.text[0])), n)
	if err != 0 {
		return nil
	}
	return p.text[:n]
}

func (p *probe) close() {
	syscall.Close(p.read)
	syscall.Close(p.write)
}
