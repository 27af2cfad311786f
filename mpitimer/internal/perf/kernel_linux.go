package perf

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
)

// kernel is what events need of the kernel and of the processor. Tests have one of their own.
type kernel interface {
	// open opens an event of the calling thread in the group of another one; -1 begins a group.
	open(attr *perfevent.Attr, group int) (descriptor int, err error)
	page(descriptor int) (*unix.PerfEventMmapPage, error)
	close(descriptor int, page *unix.PerfEventMmapPage)

	// read is the number of bytes that it has read, negative for an error.
	read(descriptor int, into []uint64) int
	rdpmc(counter uint32) uint64

	clock() int64 // of the calling thread, in nanoseconds
	usage(*unix.Rusage)
	root() string // where sys and proc are
}

// machine is the real one. The runtime is not told of its calls, as in package perfevent.
type machine struct{}

func (machine) root() string { return "/" }

func (machine) open(attr *perfevent.Attr, group int) (int, error) {
	return perfevent.Open(attr, 0, -1, group)
}

func (machine) page(descriptor int) (*unix.PerfEventMmapPage, error) {
	address, err := unix.MmapPtr(descriptor, 0, nil, uintptr(os.Getpagesize()), unix.PROT_READ, unix.MAP_SHARED)
	return (*unix.PerfEventMmapPage)(address), os.NewSyscallError("mmap", err)
}

func (machine) close(descriptor int, page *unix.PerfEventMmapPage) {
	if page != nil {
		_ = unix.MunmapPtr(unsafe.Pointer(page), uintptr(os.Getpagesize()))
	}
	_ = unix.Close(descriptor)
}

func (machine) read(descriptor int, into []uint64) int { return perfevent.Read(descriptor, into) }

func (machine) rdpmc(counter uint32) uint64 { return rdpmc(counter) }

func (machine) clock() int64 {
	var now unix.Timespec
	ownClock(&now)
	return now.Nano()
}

func (machine) usage(of *unix.Rusage) { ownUsage(of) }

// These call the real kernel directly: behind a system call a processor takes long to find out where a call of an
// interface goes.

func (s *Set) read(descriptor int, into []uint64) int {
	if s.real {
		return machine{}.read(descriptor, into)
	}
	return s.kernel.read(descriptor, into)
}

func (s *Set) count(counter uint32) uint64 {
	if s.real {
		return rdpmc(counter)
	}
	return s.kernel.rdpmc(counter)
}
