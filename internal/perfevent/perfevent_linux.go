package perfevent

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Attr describes an event to the kernel.
type Attr = unix.PerfEventAttr

// Inherit, among the bits of an Attr, counts for the threads that a thread starts, too, but not for the programs. A
// kernel before 5.13 cannot tell them apart and counts for both.
const Inherit = unix.PerfBitInherit | inheritThread

const inheritThread = 1 << 35

// Modes are the bits of an Attr that leave out the modes of the processor that are not asked for.
func Modes(user, kernel bool) (bits uint64) {
	if !kernel {
		bits |= unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv
	}
	if !user {
		bits |= unix.PerfBitExcludeUser
	}
	return bits
}

// New describes an event that comes with the nanoseconds in which it should have counted and did.
func New(kind uint32, config, bits uint64) *Attr {
	return &Attr{
		Type: kind, Size: uint32(unsafe.Sizeof(Attr{})), Config: config, Bits: bits,
		Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
	}
}

// Open opens an event of a thread, 0 for the calling one, or of whatever runs on a CPU. The other number is -1 then.
// A group is the descriptor of its first event, or -1 for a group of its own.
func Open(attr *Attr, thread, cpu, group int) (descriptor int, err error) {
	descriptor, err = unix.PerfEventOpen(attr, thread, cpu, group, unix.PERF_FLAG_FD_CLOEXEC)
	if err == unix.EINVAL && attr.Bits&inheritThread != 0 {
		older := *attr
		older.Bits &^= inheritThread
		descriptor, err = unix.PerfEventOpen(&older, thread, cpu, group, unix.PERF_FLAG_FD_CLOEXEC)
	}
	return descriptor, os.NewSyscallError("perf_event_open", err)
}

// Read reads an event, or the group that it leads: a count, or their number, then the two times, then the counts of a
// group. It returns how many bytes there were: 0 if the kernel has given the event up, less for an error. The runtime is
// not told of the call, which would cost as much as the call does: it waits for nothing.
func Read(descriptor int, into []uint64) (bytes int) {
	n, _, err := syscall.RawSyscall(unix.SYS_READ, uintptr(descriptor), uintptr(unsafe.Pointer(&into[0])), uintptr(8*len(into)))
	if err != 0 {
		return -int(err)
	}
	return int(n)
}

// ReadCount reads an event of its own group. It fails with io.ErrUnexpectedEOF if the kernel has given the event up.
func ReadCount(descriptor int) (Count, error) {
	var text [3]uint64
	switch n := Read(descriptor, text[:]); {
	case n < 0:
		return Count{}, fmt.Errorf("perf event: %w", syscall.Errno(-n))
	case n < 24:
		return Count{}, fmt.Errorf("perf event: %w", io.ErrUnexpectedEOF)
	}
	return Count{text[0], text[1], text[2]}, nil
}

// Explain says what an error of Open means, and what would help if something would. Below root lies proc; most is the
// largest perf_event_paranoid that allows the event.
func Explain(err error, root string, most int) (remedy string, explained error) {
	switch {
	case errors.Is(err, os.ErrPermission):
		now, _ := os.ReadFile(filepath.Join(root, "proc/sys/kernel/perf_event_paranoid"))
		return fmt.Sprintf("sysctl kernel.perf_event_paranoid=%d or less, now %s; or the capability CAP_PERFMON; a container must also let perf_event_open through its seccomp filter", most, bytes.TrimSpace(now)), fmt.Errorf("%w: %w", ErrDenied, err)
	case errors.Is(err, unix.ENODEV):
		return "", fmt.Errorf("%w: the CPU is offline, or the processor's counters do not have it (%w)", ErrAbsent, err)
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EINVAL):
		return "", fmt.Errorf("%w, as in most virtual machines: the processor's counters do not have it (%w)", ErrAbsent, err)
	case errors.Is(err, unix.ENOSYS):
		return "", fmt.Errorf("%w: the kernel has no perf_event_open, or hides it", ErrAbsent)
	}
	return "", err
}
