package rankfile

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

// Scan looks through the blocks of a file, of which data is what there is, up to an end that its header
// has told. An error tells where it is cut, or is not what it should be; the contents are what stands
// before.
func Scan(data []byte, end uint64) (Contents, error) {
	tracks := make(map[uint32]*Track)
	var c Contents
	err := eachBlock(data, end, func(b Found) {
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

// eachBlock visits the blocks that hold something.
func eachBlock(data []byte, end uint64, visit func(Found)) error {
	if end < HeaderSize || end%align != 0 {
		return damage(uint64(unsafe.Offsetof(Header{}.end)), "blocks up to byte %d, want a multiple of %d from %d on", end, align, HeaderSize)
	}
	length := uint64(len(data))
	most := uint32(min(end/align, 1<<32-1)) // tracks: each has a block
	for at := uint64(HeaderSize); at < end; {
		if length < at+uint64(headSize) {
			return damage(length, "the file is cut, it should end at byte %d", end)
		}
		head := (*table.Head)(unsafe.Pointer(&data[at]))
		from, size := at+uint64(headSize), head.Size
		if size%align != 0 || size > end-from {
			return damage(at, "a block of %d bytes, want a multiple of %d up to %d", size, align, end-from)
		}
		kind, number := head.Kind(), head.Number()
		switch {
		case kind == table.Blank || kind == table.Freed || kind >= table.Kinds: // of which nothing is known
		case head.Track() >= most:
			return damage(at, "a block of track %d, of at most %d", head.Track(), most)
		default:
			to := min(from+size, length)
			from = min(from, to)
			visit(Found{table.Block{Head: head, Bytes: data[from:to:to]}, kind, number})
		}
		at += uint64(headSize) + size
	}
	if length < end {
		return damage(length, "the file is cut, it should end at byte %d", end)
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
