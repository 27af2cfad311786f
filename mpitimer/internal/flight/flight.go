// Package flight keeps what a rank did lately in a file beside its table, as a flight recorder does: each of the last
// intervals of its regions, and before them the time of each region in rows. The file outlives the rank; its size is
// fixed. Its layout is in docs/tables.md.
//
// One goroutine writes a Track; others may read the file meanwhile.
package flight

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// The parts of a file: a header, and for each track its entries and its rows. The main goroutine has the most.
const (
	headerSize = 4096
	tracks     = 9 // those of further goroutines have neither entries nor rows

	mainEntries  = 4 << 20 // bytes
	mainRows     = 2 << 20
	otherEntries = 128 << 10
	otherRows    = 128 << 10

	// Size is that of a file in bytes.
	Size = headerSize + mainEntries + mainRows + (tracks-1)*(otherEntries+otherRows)
)

const (
	magic   = 0x746867696c66706d // "mpflight" where the least byte comes first
	version = 1
)

// header is the first bytes of a file.
type header struct {
	magic   uint64
	version uint32
	count   uint32 // of tracks
	_       [48]byte
	tracks  [tracks]parts
}

// parts is where a track has what it keeps: one cache line, which the writer of that track changes alone.
type parts struct {
	entries  uint64 // offset in the file
	room     uint64 // entries, a power of two
	count    uint64 // that were written since the start; entry i stands at i modulo room
	rows     uint64 // offset in the file
	cells    uint64 // of 8 bytes there
	state    uint64 // odd while rows change; then how often they did, twice
	shape    uint64 // cells of a row, and in the upper half rows in use
	shortest uint64 // ticks: what lasted less may be missing among the entries
}

var _ [64]struct{} = [unsafe.Sizeof(parts{})]struct{}{}

// Entry is one interval.
type Entry struct {
	end  uint64 // tick
	what uint64 // in the lower bits the node, in the others how many ticks it lasted
}

const (
	nodeBits = 20
	nodeMask = 1<<nodeBits - 1
	longest  = 1<<(64-nodeBits) - 1
)

// Epoch is the number of the step of the program that began at a tick, if the entry is of none of the regions.
func (e Entry) Epoch() (number, at uint64) { return e.what >> nodeBits, e.end }

// Node is the region's number in the track's table; 0 for a step of the program.
func (e Entry) Node() uint32 { return uint32(e.what & nodeMask) }

// Interval is the ticks at which it began and ended. One of more than 2⁴⁴ ticks, an hour, is cut at its start.
func (e Entry) Interval() (start, end uint64) { return e.end - e.what>>nodeBits, e.end }

// File is a recorder. Its memory stays for as long as a Track of it is used.
type File struct {
	bytes []byte
	head  *header
	pace  pace
}

// pace is in ticks.
type pace struct {
	kept   uint64 // for how long intervals are to be kept
	glance uint64 // between two looks at how fast the entries fill
	row    uint64 // between two rows, at first
}

// mapBeside makes the flight recorder's file beside a table, with all of its bytes reserved, and maps it. Who may read
// the table may read it, too.
func mapBeside(table string, size int64) (bytes []byte, problem error) {
	path := rankfile.FlightOf(table)
	of, err := os.Lstat(table)
	if err != nil {
		return nil, err
	}
	file, err := rankfile.CreateFile(path, 0o600)
	if err != nil {
		return nil, err
	}
	if err = file.Chmod(of.Mode().Perm()); err == nil {
		err = rankfile.AllocateDisk(file, 0, size)
	}
	if err == nil {
		bytes, err = rankfile.MapFile(file, 0, size)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %d bytes: %w", path, size, err), os.Remove(path))
	}
	return bytes, nil
}

// Create makes the file beside a rank's table. Hertz is ticks a second; intervals of the last seconds are kept, those
// that are too brief left out if there are more than the file has room for.
func Create(beside string, hertz, seconds float64) (*File, error) {
	bytes, err := mapBeside(beside, Size)
	if err != nil {
		return nil, fmt.Errorf("flight recorder: %w", err)
	}
	f := &File{bytes: bytes, head: (*header)(unsafe.Pointer(&bytes[0]))}
	f.pace = pace{uint64(seconds * hertz), uint64(max(0.05*hertz, 1)), uint64(max(0.25*hertz, 1))}
	at := uint64(headerSize)
	for i := range f.head.tracks {
		p := &f.head.tracks[i]
		entries, rows := uint64(otherEntries), uint64(otherRows)
		if i == 0 {
			entries, rows = mainEntries, mainRows
		}
		p.entries, p.room = at, entries/uint64(unsafe.Sizeof(Entry{}))
		p.rows, p.cells = at+entries, rows/8
		at += entries + rows
	}
	f.head.version, f.head.count = version, tracks
	table.Store(&f.head.magic, magic) // from here on it can be read
	runtime.AddCleanup(f, func(bytes []byte) { _ = rankfile.Unmap(bytes) }, bytes)
	return f, nil
}

// Track is what one goroutine writes.
type Track struct {
	file    *File
	parts   *parts
	entries []Entry
	cells   []uint64

	count    uint64
	steps    uint64 // of the program, that have begun
	shortest uint64
	due      uint64 // tick of the next glance
	rates
	rows
}

// rates is how fast the entries fill.
type rates struct {
	seen   uint64 // count at the last glance
	nearly uint64 // intervals since then of half of what is kept at least
	begun  uint64 // tick of it
	former uint64 // a longer shortest that was in force …
	until  uint64 // … before this entry
}

// Track is that of the track of that number, nil if it has none. It is asked for once.
func (f *File) Track(number int, now uint64) *Track {
	if f == nil || number >= tracks {
		return nil
	}
	p := &f.head.tracks[number]
	t := &Track{file: f, parts: p, due: now + f.pace.glance, rates: rates{begun: now}}
	t.entries = unsafe.Slice((*Entry)(unsafe.Pointer(&f.bytes[p.entries])), p.room)
	t.cells = unsafe.Slice((*uint64)(unsafe.Pointer(&f.bytes[p.rows])), p.cells)
	t.rows = rows{every: f.pace.row, next: now + f.pace.row}
	return t
}

// Add keeps an interval that has ended. If the result is true, Tend is to be called.
//
//go:norace
func (t *Track) Add(node uint32, end, ticks uint64) (due bool) {
	if ticks >= t.shortest && node <= nodeMask {
		e := &t.entries[t.count&uint64(len(t.entries)-1)]
		table.Store(&e.end, end)
		table.Store(&e.what, min(ticks, longest)<<nodeBits|uint64(node))
		t.count++
		table.Store(&t.parts.count, t.count)
	} else if ticks >= t.shortest/2 {
		t.nearly++
	}
	return end >= t.due
}

// Mark keeps that a step of the program has begun, as an entry of node 0.
//
//go:norace
func (t *Track) Mark(now uint64) {
	t.steps++
	e := &t.entries[t.count&uint64(len(t.entries)-1)]
	table.Store(&e.end, now)
	table.Store(&e.what, min(t.steps, longest)<<nodeBits)
	t.count++
	table.Store(&t.parts.count, t.count)
}

// Tend does what is due. The table is that of the track, and its writer is the caller.
//
//go:norace
func (t *Track) Tend(now uint64, from *table.Table) {
	t.glance(now)
	t.due = now + t.file.pace.glance
	if now >= t.rows.next {
		t.rows.next = now + t.rows.every
		t.addRow(now, from)
	}
}

// glance finds out which intervals are too brief to be kept, so that the others are for as long as they are to be.
func (t *Track) glance(now uint64) {
	passed, room := float64(now-t.begun), float64(len(t.entries))
	kept := float64(t.file.pace.kept)
	added, nearly := float64(t.count-t.seen), float64(t.nearly)
	t.seen, t.begun, t.nearly = t.count, now, 0
	const least = 16 // ticks
	switch {
	case passed <= 0:
	case added/passed*kept > room:
		t.shortest = max(2*t.shortest, least)
	case t.shortest > 0 && (added+nearly)/passed*kept < room/2:
		t.former, t.until = max(t.former, t.shortest), t.count+uint64(len(t.entries))
		if t.shortest /= 2; t.shortest < least {
			t.shortest = 0
		}
	}
	if t.count >= t.until {
		t.former = 0
	}
	table.Store(&t.parts.shortest, max(t.shortest, t.former))
}
