package flight

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// Found is what a file has of a track.
type Found struct {
	Number   int
	Entries  []Entry // as they ended
	Shortest uint64  // ticks: what lasted less may be missing
	Missed   bool    // there were entries before these
	Rows     []Row   // ascending
}

// Row is how many ticks each node had run up to a tick. Nodes that it does not have had not run.
type Row struct {
	At    uint64
	Ticks []uint64 // by node; that of the root, 0, has no meaning
}

// Open opens the file beside a rank's table. Without one the error matches fs.ErrNotExist.
func Open(beside string) (*os.File, error) { return rankfile.OpenToRead(rankfile.FlightOf(beside)) }

// Read reads a recorder's file, and of each track at most so many of the last entries, fewer where some of these are
// briefer than Shortest. The rank may be writing it: what is then changed again and again is left out. For a file
// that is not what it should be the error matches rankfile.ErrFormat, for one that was being made rankfile.ErrStarting.
func Read(f *os.File, most int) ([]Found, error) {
	list, err := read(f, most)
	if err != nil {
		err = fmt.Errorf("flight recorder %s: %w", f.Name(), err)
	}
	return list, err
}

func read(f io.ReaderAt, most int) (list []Found, problem error) {
	h, err := headerOf(f)
	if err != nil {
		return nil, err
	}
	for i := range h.tracks {
		one, err := readTrack(f, i, &h.tracks[i], most)
		problem = errors.Join(problem, err)
		if len(one.Entries)+len(one.Rows) > 0 || one.Missed {
			list = append(list, one)
		}
	}
	return list, problem
}

// headerOf reads what stands before the entries.
func headerOf(f io.ReaderAt) (*header, error) {
	h := new(header)
	b := unsafe.Slice((*byte)(unsafe.Pointer(h)), unsafe.Sizeof(*h))
	n, err := f.ReadAt(b, 0)
	switch {
	case n == 0 && errors.Is(err, io.EOF), n == len(b) && h.magic == 0: // the rank was only just making it
		return nil, fmt.Errorf("byte 0: %w", rankfile.ErrStarting)
	case n < len(b):
		return nil, fmt.Errorf("byte %d: the file ends within its header (%w): %w", n, err, rankfile.ErrFormat)
	}
	switch {
	case h.magic == bits.ReverseBytes64(magic):
		return nil, fmt.Errorf("byte 0: %w", rankfile.ErrForeign)
	case h.magic != magic:
		return nil, fmt.Errorf("byte 0: %q, want %q: %w", b[:8], "mpflight", rankfile.ErrFormat)
	case h.version > version:
		return nil, fmt.Errorf("byte 8: version %d: %w", h.version, rankfile.ErrVersion)
	}
	return h, nil
}

// readTrack reads what a track has, with the parts as they were just before.
func readTrack(f io.ReaderAt, number int, p *parts, last int) (Found, error) {
	found := Found{Number: number, Shortest: p.shortest}
	const entrySize, most = uint64(unsafe.Sizeof(Entry{})), uint64(mainEntries)
	if p.room&(p.room-1) != 0 || p.room*entrySize > most || p.cells*8 > most || p.room > most || p.cells > most || max(p.entries, p.rows) > Size {
		return found, fmt.Errorf("byte %d: %d entries and %d cells of track %d: %w", 64+64*number, p.room, p.cells, number, rankfile.ErrFormat)
	}
	problem := found.readEntries(f, p, uint64(max(last, 0)))
	return found, errors.Join(problem, found.readRows(f, p))
}

// now is the parts of a track as they are now.
func (found *Found) now(f io.ReaderAt) (p parts, err error) {
	b := unsafe.Slice((*byte)(unsafe.Pointer(&p)), unsafe.Sizeof(p))
	_, err = f.ReadAt(b, int64(unsafe.Offsetof(header{}.tracks))+int64(found.Number)*int64(len(b)))
	return p, err
}

func (found *Found) readEntries(f io.ReaderAt, p *parts, most uint64) error {
	if p.count == 0 || p.room == 0 {
		return nil
	}
	first := p.count - min(p.count, p.room, most)
	all := make([]Entry, p.count-first)
	for i := first; i < p.count; { // to the end of the ring, and from its beginning
		place := i & (p.room - 1)
		part := all[i-first:][:min(p.count-i, p.room-place)]
		if err := found.readPart(f, p.entries, place, part); err != nil {
			return err
		}
		i += uint64(len(part))
	}
	after, err := found.now(f)
	if err != nil {
		return err
	}
	// What was written meanwhile has taken the place of the oldest, and one may have been half written.
	if after.count >= p.room {
		lost := max(first, min(after.count+1-p.room, p.count))
		all, first = all[lost-first:], lost
	}
	found.Missed = first > 0
	found.Entries = make([]Entry, 0, len(all))
	for _, e := range all {
		if ticks := e.what >> nodeBits; e.Node() == 0 || ticks <= e.end && ticks >= found.Shortest {
			found.Entries = append(found.Entries, e)
		}
	}
	return nil
}

// readPart reads consecutive entries from a place of the ring on, which begins at a byte of the file.
func (found *Found) readPart(f io.ReaderAt, begin, place uint64, to []Entry) error {
	if len(to) == 0 {
		return nil
	}
	const size = uint64(unsafe.Sizeof(Entry{}))
	b := unsafe.Slice((*byte)(unsafe.Pointer(&to[0])), uint64(len(to))*size)
	if n, err := f.ReadAt(b, int64(begin+place*size)); n < len(b) {
		return fmt.Errorf("byte %d: the file is cut among the entries of track %d (%w): %w", begin+place*size+uint64(n), found.Number, err, rankfile.ErrFormat)
	}
	return nil
}

// attempts is how often rows are read that change meanwhile; that takes some microseconds, four times a second.
const attempts = 20

func (found *Found) readRows(f io.ReaderAt, p *parts) error {
	for range attempts {
		before, err := found.now(f)
		if err != nil {
			return err
		}
		stride, used := uint64(uint32(before.shape)), before.shape>>32
		if before.state&1 != 0 {
			continue
		}
		if used == 0 || stride == 0 {
			return nil
		}
		if used*stride > p.cells {
			return fmt.Errorf("byte %d: %d rows of %d cells of track %d, of %d: %w", p.rows, used, stride, found.Number, p.cells, rankfile.ErrFormat)
		}
		b := make([]byte, used*stride*8)
		if n, err := f.ReadAt(b, int64(p.rows)); n < len(b) {
			return fmt.Errorf("byte %d: the file is cut among the rows of track %d (%w): %w", p.rows+uint64(n), found.Number, err, rankfile.ErrFormat)
		}
		if after, err := found.now(f); err != nil {
			return err
		} else if after.state != before.state {
			continue
		}
		found.takeRows(b, int(stride))
		return nil
	}
	return nil // of a rank that was killed while it changed them there are none
}

func (found *Found) takeRows(b []byte, stride int) {
	last := uint64(0)
	for ; len(b) > 0; b = b[stride*8:] {
		row := Row{Ticks: make([]uint64, stride)}
		for i := range row.Ticks {
			row.Ticks[i] = binary.NativeEndian.Uint64(b[8*i:])
		}
		if row.At = row.Ticks[0]; row.At > last {
			found.Rows = append(found.Rows, row)
			last = row.At
		}
	}
}
