package rankfile

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"sync/atomic"
	"time"
	"unsafe"
)

// The errors that readers tell apart.
var (
	ErrFormat   = errors.New("not a rank table, or a damaged one")
	ErrVersion  = errors.New("a rank table of another version")
	ErrForeign  = errors.New("a rank table of a machine with the other byte order")
	ErrStarting = errors.New("the rank has not come to the end of its initialization")
)

// Damage makes an error about a place in a file.
func Damage(at uint64, format string, args ...any) error {
	return fmt.Errorf("byte %d: %s: %w", at, fmt.Sprintf(format, args...), ErrFormat)
}

func notRegular(path string, info os.FileInfo) error {
	return fmt.Errorf("%s is no regular file (%s): %w", path, info.Mode(), ErrFormat)
}

// onlyRegular closes what is no regular file.
func onlyRegular(f *os.File) (*os.File, error) {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(f.Name(), info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// HeaderOf is the header that a file begins with. The data, which begin at an address that is a
// multiple of 8, are at least as long; of a file that is shorter the rest is zero.
func HeaderOf(data []byte) (*Header, error) {
	if len(data) < HeaderSize {
		return nil, Damage(uint64(len(data)), "the file ends, want a header of %d bytes", HeaderSize)
	}
	h := (*Header)(unsafe.Pointer(&data[0]))
	state := h.State()
	if h.Fixed == (Fixed{}) {
		return nil, fmt.Errorf("byte 0: no header yet: %w", ErrStarting)
	}
	err := h.Fixed.Check()
	if err != nil && state == Starting && h.Magic == Magic { // it is just being written
		return nil, fmt.Errorf("byte 0: half a header: %w", ErrStarting)
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Check says what is wrong with the fixed part of a header.
func (f *Fixed) Check() error {
	at := func(field uintptr) uint64 { return uint64(field) }
	switch {
	case f.Magic != Magic:
		return Damage(0, "the file begins with %q, want %q", f.Magic[:], Magic[:])
	case bits.ReverseBytes32(f.Order) == ByteOrder:
		return fmt.Errorf("byte %d: byte order %#08x, want %#08x: %w", unsafe.Offsetof(f.Order), f.Order, ByteOrder, ErrForeign)
	case f.Order != ByteOrder:
		return Damage(at(unsafe.Offsetof(f.Order)), "byte order %#08x, want %#08x", f.Order, ByteOrder)
	case f.Version != Version:
		return fmt.Errorf("byte %d: version %d, expected %d: %w", unsafe.Offsetof(f.Version), f.Version, Version, ErrVersion)
	case f.Sum != f.sum():
		return Damage(at(unsafe.Offsetof(f.Sum)), "checksum %#08x, but that of the header is %#08x", f.Sum, f.sum())
	case f.Blocks != HeaderSize:
		return Damage(at(unsafe.Offsetof(f.Blocks)), "blocks from byte %d on, want %d", f.Blocks, HeaderSize)
	case f.Size < 1 || f.Size > math.MaxInt32 || f.Rank >= f.Size:
		return Damage(at(unsafe.Offsetof(f.Rank)), "rank %d of %d", f.Rank, f.Size)
	case !(f.Hertz >= 1e3 && f.Hertz <= 1e12):
		return Damage(at(unsafe.Offsetof(f.Hertz)), "%g ticks in a second, want 1e3 to 1e12", f.Hertz)
	case !(f.PairCost >= 0 && f.PairCost < 1e9):
		return Damage(at(unsafe.Offsetof(f.PairCost)), "a start and a stop cost %g ns, want 0 to 1e9", f.PairCost)
	}
	return nil
}

// silence is how long a rank that lives gives no sign of it at most, but for one that is stopped: it gives one
// each second.
const silence = 2 * time.Minute

// Lives reports whether the process that wrote a file lives. On a file system without locks only that can
// be said which runs on this machine, and in the same container as the caller.
//
// A lock alone proves little. A process that was forked off the writer without running another program, as C's
// fork does, has the writer's lock as well, and may outlive it. And a file that others can read they can lock. So
// where the writer can be looked for it must be there, too; and where it can't, and others could have the lock,
// the writer must have given a sign of life lately: only its user can write that.
func (h *Header) Lives(f *os.File, now time.Time) bool {
	switch atomic.LoadUint32(&h.unlocked) {
	case 0:
	case lockGivenUp:
		return false
	default:
		return h.Boot == ThisBoot() && h.State() <= Running && h.Started != 0 && startOf(int(h.PID), true) == h.Started
	}
	if !locked(f) {
		return false
	}
	if exists, known := h.writer(); known {
		return exists
	}
	if !openToOthers(f) {
		return true
	}
	mark, _ := h.Mark()
	return now.Sub(time.Unix(0, mark.Unix)).Abs() < silence
}

// writer reports whether the writer is there, and whether that is known: it ran on this machine, in the caller's
// container.
func (h *Header) writer() (exists, known bool) {
	own := pidNamespace()
	if own == 0 || atomic.LoadUint64(&h.namespace) != own || h.Started == 0 || h.Boot != ThisBoot() {
		return false, false
	}
	if started := startOf(int(h.PID), false); started != 0 {
		return startOf(int(h.PID), true) == h.Started, true // not another process by now, nor one that only waits for its parent
	}
	return false, !processExists(int(h.PID)) // some systems hide the processes of other users
}

// openToOthers reports whether users other than the owner of a file can open it, and so lock it.
func openToOthers(f *os.File) bool {
	info, err := f.Stat()
	return err != nil || info.Mode().Perm()&0o077 != 0
}
