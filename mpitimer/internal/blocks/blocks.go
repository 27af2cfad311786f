// Package blocks finds the blocks of a rank file and reads the tables in them. Solvers, which only write such files, do not
// link it.
package blocks

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/go-hpc/timers/internal/crc32c"
	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Found is a block as it was when a file was looked through.
type Found struct {
	table.Block
	kind   table.Kind
	number uint32
}

// InUse reports whether the block holds still what it held.
func (f *Found) InUse() bool {
	return f.Head == nil || f.Kind() == f.kind && f.Number() == f.number
}

// Track is the blocks of one track that count, by kind. What the file does not have is zero.
type Track struct {
	Number uint32
	Flags  uint32 // of any of them
	Blocks [table.Kinds]Found
}

// Contents is what a file holds.
type Contents struct {
	Tracks []Track // ascending
	Notes  []Found // newest first
}

// Layout is what package rankfile, which writes the files, says of their form.
type Layout struct {
	First, Align uint64 // where the first block stands, and the multiple that places of blocks are of
	End          uint64 // where the header tells the end

	Damage func(at uint64, format string, args ...any) error // makes an error about a place in a file
}

// Scan looks through the blocks of a file, of which data is what there is, up to an end that its header
// has told. An error tells where it is cut, or is not what it should be; the contents are what stands
// before.
func (l *Layout) Scan(data []byte, end uint64) (Contents, error) {
	tracks := make(map[uint32]*Track)
	var c Contents
	err := l.eachBlock(data, end, func(b Found) {
		if b.kind == table.Note {
			c.Notes = append(c.Notes, b)
			return
		}
		number := b.Track()
		if !b.InUse() {
			return // by now; what it held is elsewhere
		}
		t := tracks[number]
		if t == nil {
			t = &Track{Number: number}
			tracks[number] = t
		}
		if t.Blocks[b.kind].number < b.number {
			t.Blocks[b.kind] = b
		}
	})
	order.By(c.Notes, func(a, b Found) int { return cmp.Compare(b.number, a.number) })
	for _, t := range tracks {
		for _, b := range t.Blocks {
			if b.Head != nil {
				t.Flags |= b.Head.Flags()
			}
		}
		if t.Blocks[table.Nodes].Head != nil {
			c.Tracks = append(c.Tracks, *t)
		}
	}
	order.By(c.Tracks, func(a, b Track) int { return cmp.Compare(a.Number, b.Number) })
	return c, err
}

const headSize = uint64(unsafe.Sizeof(table.Head{}))

// eachBlock visits the blocks that hold something.
func (l *Layout) eachBlock(data []byte, end uint64, visit func(Found)) error {
	if end < l.First || end%l.Align != 0 {
		return l.Damage(l.End, "blocks up to byte %d, want a multiple of %d from %d on", end, l.Align, l.First)
	}
	length := uint64(len(data))
	most := uint32(min(end/l.Align, 1<<32-1)) // tracks: each has a block
	for at := l.First; at < end; {
		if length < at+headSize {
			return l.Damage(length, "the file is cut, it should end at byte %d", end)
		}
		head := (*table.Head)(unsafe.Pointer(&data[at]))
		from, size := at+headSize, head.Size
		if size%l.Align != 0 || size > end-from {
			return l.Damage(at, "a block of %d bytes, want a multiple of %d up to %d", size, l.Align, end-from)
		}
		kind, number := head.Kind(), head.Number()
		switch {
		case kind == table.Blank || kind == table.Freed || kind >= table.Kinds: // of which nothing is known
		case head.Track() >= most:
			return l.Damage(at, "a block of track %d, of at most %d", head.Track(), most)
		default:
			to := min(from+size, length)
			from = min(from, to)
			visit(Found{table.Block{Head: head, Bytes: data[from:to:to]}, kind, number})
		}
		at += headSize + size
	}
	if length < end {
		return l.Damage(length, "the file is cut, it should end at byte %d", end)
	}
	return nil
}

// Text is what a note says. The result is false when it is damaged, or no note by now.
func (f *Found) Text() ([]byte, bool) {
	used, sum := f.Used(), f.Checksum()
	if used > len(f.Bytes) {
		return nil, false
	}
	text := slices.Clone(f.Bytes[:used])
	return text, f.InUse() && crc32c.Sum(text) == sum
}
