package rankfile

import (
	"os"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/stats"
)

// Lost reads what the rank of a file of this user has measured, with a warning that says how it ended, or returns nil. Package
// ranktable sets it: a program that does not link it has nil here.
var Lost func(path string) *stats.Profile

// Ended reports whether the rank of a file of this user is known to have ended without a report.
func Ended(path string, now time.Time) bool {
	f, err := OpenToRead(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if uid, known := owner.Of(info); known && uid != os.Geteuid() {
		return false
	}
	data := unsafe.Slice((*byte)(unsafe.Pointer(new([HeaderSize / 8]uint64))), HeaderSize)
	_, err = f.ReadAt(data, 0)
	h, wrong := HeaderOf(data)
	if err != nil || wrong != nil {
		return false
	}
	return h.State() == Panicked || h.State() <= Running && !h.Alive(f, now)
}

// Here reports whether the machine runs still on which the rank runs or ran.
func (h *Header) Here() bool { return h.Boot == ThisBoot() && h.Boot != [len(h.Boot)]byte{} }

// Alive reports whether the rank lives. That of another machine, as far as one can see from here, does so if it said it
// shortly before.
func (h *Header) Alive(f *os.File, now time.Time) bool {
	if h.Lives(f, now) {
		return true
	}
	if h.Here() {
		return false
	}
	mark, _ := h.Mark()
	since := now.Sub(time.Unix(0, mark.Unix)).Abs()                                            // of another machine, whose clock may be ahead of this one's
	return h.State() <= Running && since < 10*time.Duration(min(h.Beat, 1e5))*time.Millisecond // ten beats
}
