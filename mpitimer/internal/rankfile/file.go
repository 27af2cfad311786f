package rankfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-hpc/timers/internal/crc32c"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Extension is the end of the names of rank files.
const Extension = ".mptable"

// File is the file of one rank: a header, and the blocks of its tables one after the other. It grows
// at its end, and no byte of it ever moves. It is the table.Space of the rank's tables.
//
// The memory stays mapped for as long as anything refers to the File, since an Interval may be stopped
// long after the end of the timers.
type File struct {
	mu     sync.Mutex
	file   *os.File // see own
	info   os.FileInfo
	path   string
	header *Header
	maps   *mappings
	base   int64 // of the last mapping in the file
	last   []byte
	size   int64  // reserved on the disk
	number uint32 // of the last block
	note   table.Block
	free   []table.Block // which were given up, for further ones of about their size
	full   error
	onFull func(error)

	answered  uint64 // the last question for goroutines
	answering atomic.Bool
}

// mappings is what is to be given back when nobody refers to the File any more.
type mappings struct{ list []mapping }

type mapping struct {
	base  int64 // in the file
	bytes []byte
}

// Name is the name of a rank's file.
func Name(rank int) string { return fmt.Sprintf("%06d%s", rank, Extension) }

const (
	Align    = 64                                    // the place of each block is a multiple of it
	EndAt    = uint64(unsafe.Offsetof(Header{}.end)) // where the header tells the end of the blocks
	headSize = int(unsafe.Sizeof(table.Head{}))

	firstReserve = 32 << 10
	mostReserve  = 4 << 20
	leastMapping = 1 << 20 // addresses, not memory
	firstMapping = 16 << 20
	mostMapping  = 4 << 30
	leastTouched = 16 << 10 // bytes of a block that is worth a system call

	firstFree = 256      // bytes that a small block may be larger than what it is used for
	leastHole = 64 << 10 // bytes of a block that is worth a hole
)

// Create makes the file of a rank in a directory, which MakeRun has made. Nothing that exists is ever
// overwritten or followed. OnFull is called once, when the disk has no room for a further block; the
// timers then go on in the heap.
func Create(folder string, rank int, readable bool, onFull func(error)) (*File, error) {
	path := filepath.Join(folder, Name(rank))
	file, err := CreateFile(path, 0o600) // nobody else opens it before it is locked
	if err != nil {
		return nil, err
	}
	f := &File{file: file, path: path, maps: &mappings{}, onFull: onFull}
	if err = f.begin(readable); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.unmap(), file.Close(), os.Remove(path))
	}
	runtime.AddCleanup(f, func(m *mappings) { _ = m.unmap() }, f.maps)
	return f, nil
}

func (f *File) begin(readable bool) (err error) {
	if f.info, err = f.file.Stat(); err != nil {
		return err
	}
	held, err := lock(f.file)
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	if readable { // whatever the mask of the process says
		if err := f.file.Chmod(permissions(readable) & 0o666); err != nil {
			return err
		}
	}
	if err := f.reserve(firstReserve); err != nil {
		return err
	}
	if err := f.mapMore(0, HeaderSize); err != nil {
		return err
	}
	f.header = (*Header)(unsafe.Pointer(&f.last[0]))
	f.header.end = HeaderSize
	if !held {
		f.header.unlocked = noLocks
	}
	return nil
}

// Path is the name of the file.
func (f *File) Path() string { return f.path }

// Describe completes the header. Until then readers see a rank that is starting.
func (f *File) Describe(fixed Fixed, mark Mark) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fixed.Magic, fixed.Version, fixed.Order, fixed.Blocks = Magic, Version, ByteOrder, HeaderSize
	fixed.Sum = fixed.sum()
	f.header.Fixed = fixed
	atomic.StoreUint64(&f.header.namespace, pidNamespace())
	f.header.setMark(mark)
	atomic.StoreUint32(&f.header.state, uint32(Running))
}

// Beat notes that the rank lives, and answers those who have asked for its goroutines.
func (f *File) Beat(mark Mark) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.header.setMark(mark)
	f.answer()
}

// SetWork announces parts of work, of which none is done.
func (f *File) SetWork(total uint64) {
	atomic.StoreUint64(&f.header.done, 0)
	atomic.StoreUint64(&f.header.work, total)
}

// CountWork notes that parts of the work are done. Any goroutine may call it.
func (f *File) CountWork(n uint64) { atomic.AddUint64(&f.header.done, n) }

// CountEpoch notes that an epoch of the program has begun. Any goroutine may call it.
func (f *File) CountEpoch() { atomic.AddUint64(&f.header.epochs, 1) }

// Finish says how the rank has ended.
func (f *File) Finish(s State) { atomic.StoreUint32(&f.header.state, uint32(s)) }

// Lost reports whether something found no room in the file.
func (f *File) Lost() bool { return f.header.Lost() > 0 }

// Remove deletes the file, and its directory if it was the last one there. The memory stays.
func (f *File) Remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.full = errors.New("removed") // what grows from now on need not be found by anyone
	f.onFull = nil
	err := os.Remove(f.path)
	if errors.Is(err, fs.ErrNotExist) { // somebody has cleaned up before
		err = nil
	}
	if f.own() == nil {
		err = errors.Join(err, f.file.Close())
	}
	RemoveBeside(f.path)
	removeIfEmpty(filepath.Dir(f.path))
	return err
}

// Close gives up what the writer needs beside the memory, and leaves the file to its readers.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.full, f.onFull = errors.New("closed"), nil
	locked := f.header.unlocked == 0
	if locked {
		atomic.StoreUint32(&f.header.unlocked, lockGivenUp) // somebody else may take it
	}
	problem := f.own()
	if problem != nil {
		return fmt.Errorf("%s: %w", f.path, problem)
	}
	if locked {
		problem = unlock(f.file) // the mapping would keep it
	}
	return errors.Join(problem, f.file.Close())
}

// Allocate returns a block in the file, or in the heap when there is no room.
func (f *File) Allocate(track uint32, size int) table.Block {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, err := f.allocate(track, size)
	if err == nil {
		return b
	}
	atomic.AddUint64(&f.header.lost, 1)
	if f.full == nil {
		f.full = err
		if tell := f.onFull; tell != nil {
			go tell(fmt.Errorf("%s: %w", f.path, err)) // a writer of a log might start regions
		}
	}
	return table.InHeap(track, size)
}

func (f *File) allocate(track uint32, size int) (table.Block, error) {
	size = (size + Align - 1) &^ (Align - 1)
	if b, found := f.reuse(track, size); found {
		return b, nil
	}
	if f.full != nil {
		return table.Block{}, f.full
	}
	need := int64(headSize + size)
	if end := int64(f.header.end); end+need > f.base+int64(len(f.last)) {
		if err := f.nextMapping(need); err != nil {
			return table.Block{}, err
		}
	}
	if err := f.reserve(int64(f.header.end) + need); err != nil {
		return table.Block{}, err
	}
	return f.place(track, size), nil
}

// reuse makes a block of one that was given up: what is replaced again and again, as the note is, must
// not let the file grow for as long as the program runs.
func (f *File) reuse(track uint32, size int) (table.Block, bool) {
	for i, b := range f.free {
		if len(b.Bytes) < size || len(b.Bytes) > 2*size+firstFree {
			continue
		}
		last := len(f.free) - 1
		f.free[i], f.free = f.free[last], f.free[:last]
		f.number++
		b.Assign(track, f.number) // before the bytes change: who reads them sees that
		clear(b.Bytes)
		return b, true
	}
	return table.Block{}, false
}

// place makes a block at the end. There is room for it.
func (f *File) place(track uint32, size int) table.Block {
	at := int64(f.header.end) - f.base
	f.number++
	head := (*table.Head)(unsafe.Pointer(&f.last[at]))
	head.Size = uint64(size)
	head.Assign(track, f.number)
	from := at + int64(headSize)
	atomic.StoreUint64(&f.header.end, f.header.end+uint64(headSize+size))
	if first, end := pages(at), pages(from+int64(size)); size >= leastTouched {
		populate(f.last[first:end])
	}
	return table.Block{Head: head, Bytes: f.last[from : from+int64(size) : from+int64(size)]}
}

// nextMapping maps a further part of the file, for blocks of at least that many bytes. What is left
// between the end and the page where it begins becomes a block that holds nothing.
func (f *File) nextMapping(need int64) error {
	end := int64(f.header.end)
	base := pages(end)
	if err := f.reserve(base + need); err != nil {
		return err
	}
	if gap := base - end; gap > 0 { // a multiple of 64, as everything is
		f.place(0, int(gap)-headSize).SetKind(table.Freed)
	}
	return f.mapMore(base, need)
}

func (f *File) mapMore(base, need int64) error {
	need = pages(need) // the next mapping begins where this one ends
	length := max(min(max(firstMapping, 4*int64(len(f.last))), mostMapping), need)
	if err := f.own(); err != nil {
		return err
	}
	bytes, err := MapFile(f.file, base, length)
	if err != nil && need < length { // perhaps addresses are limited
		bytes, err = MapFile(f.file, base, max(need, leastMapping))
	}
	if err != nil {
		return fmt.Errorf("map %d bytes: %w", length, err)
	}
	f.base, f.last = base, bytes
	f.maps.list = append(f.maps.list, mapping{base, bytes})
	return nil
}

// pages is a number of bytes rounded up to whole pages.
func pages(bytes int64) int64 {
	page := int64(os.Getpagesize())
	return (bytes + page - 1) / page * page
}

// reserve makes sure that the file has that many bytes on the disk: a write to a mapped page that
// finds no room would kill the program.
func (f *File) reserve(size int64) error {
	if size <= f.size {
		return nil
	}
	size = pages(max(size, f.size+max(min(f.size/2, mostReserve), firstReserve)))
	if err := f.own(); err != nil {
		return err
	}
	if err := AllocateDisk(f.file, f.size, size); err != nil {
		return fmt.Errorf("no room for %d bytes: %w", size, err)
	}
	f.size = size
	return nil
}

// Note puts a text about the whole file in place of the one before.
func (f *File) Note(text []byte) {
	f.mu.Lock()
	b, err := f.allocate(0, len(text)+len(text)/4) // the next one may be a little longer
	f.mu.Unlock()
	if err != nil {
		return // the tables themselves say so, when they need room
	}
	copy(b.Bytes, text)
	b.Fill(len(text), crc32c.Sum(text))
	f.Replace(f.note, b, table.Note)
	f.note = b
}

// Replace makes a block known, and gives up the one that it replaces.
func (f *File) Replace(old, new table.Block, kind table.Kind) {
	new.SetKind(kind)
	if old.Head == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, in := f.offset(new); !in { // the old state is better than none, but it has to be known as old
		old.AddFlag(table.Left)
		return
	}
	atomic.AddUint64(&f.header.replaced, 1) // before: who sees the old one go sees this
	f.giveUp(old)
}

// giveUp takes a block out of use. Large ones give their pages back, but for those of a kind that is
// replaced by another of the same size.
func (f *File) giveUp(b table.Block) {
	recurs := b.Kind() == table.Note || b.Kind() == table.Extremes
	b.SetKind(table.Freed)
	at, in := f.offset(b)
	switch {
	case !in:
	case recurs || len(b.Bytes) < leastHole:
		f.free = append(f.free, b)
	default:
		f.punch(at, int64(len(b.Bytes)))
	}
}

// offset is where the bytes of a block stand in the file.
func (f *File) offset(b table.Block) (int64, bool) {
	if len(b.Bytes) == 0 {
		return 0, false
	}
	at := uintptr(unsafe.Pointer(&b.Bytes[0]))
	for _, m := range f.maps.list {
		if first := uintptr(unsafe.Pointer(&m.bytes[0])); at >= first && at-first < uintptr(len(m.bytes)) {
			return m.base + int64(at-first), true
		}
	}
	return 0, false
}

// punch gives the whole pages among some bytes back.
func (f *File) punch(at, length int64) {
	first, end := pages(at), pages(at+length+1)-int64(os.Getpagesize())
	if end > first && f.full == nil && f.own() == nil {
		punchHole(f.file, first, end-first)
	}
}

func (m *mappings) unmap() error {
	var problem error
	for _, each := range m.list {
		problem = errors.Join(problem, Unmap(each.bytes))
	}
	m.list = nil
	return problem
}

func (f *File) unmap() error { return f.maps.unmap() }
