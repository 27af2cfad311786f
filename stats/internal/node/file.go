package node

import (
	"fmt"
	"io/fs"
	"runtime"
	"sync"
	"sync/atomic"
)

// A File is a file of proc or sys that stays open, since opening costs more than reading. After an error it
// is opened again: what has come back, such as a processor, has a new file.
//
// Read is for one goroutine at a time; Number, Field, Decimal and Kilobytes may be called by many at once.
type File struct {
	path    string
	fault   func(string) error
	handle  atomic.Pointer[handle]
	opened  atomic.Uint32
	mu      sync.Mutex // held while it is opened again
	buffer  []byte     // of Read
	longest int        // of its lines, where the kernel returns a page of whole lines at a time; 0: it returns all
}

// handle is a descriptor that is closed once nobody can be reading it any more.
type handle struct{ descriptor }

// page is the least that the kernel returns at a time from a longer file.
const page = 4096

// firstRoom is the first size of a buffer, mostRoom the last one.
const (
	firstRoom = 8 << 10
	mostRoom  = 16 << 20
)

// File returns a file that is opened by the first reading.
func (t *Tree) File(path string) *File { return &File{path: path, fault: t.Fault} }

// records returns a file that the kernel returns line by line: a reading ends where nothing follows.
func (t *Tree) records(path string) *File { return &File{path: path, fault: t.Fault, longest: page} }

// Open returns a file that is already open.
func (t *Tree) Open(path string) (*File, error) {
	f := t.File(path)
	return f, f.Open()
}

// Path returns where the file lies.
func (f *File) Path() string { return f.path }

// Opened returns how often the file was opened: if more than once, its device may have started anew.
func (f *File) Opened() uint32 { return f.opened.Load() }

// Open opens the file, again if it is open. If that fails, nothing changes.
func (f *File) Open() error {
	if f.fault != nil {
		if err := f.fault(f.path); err != nil {
			return named("open", f.path, err)
		}
	}
	d, err := openDescriptor(f.path)
	if err != nil {
		return named("open", f.path, err)
	}
	h := &handle{d}
	runtime.SetFinalizer(h, func(h *handle) { h.close() })
	f.handle.Store(h) // others may be about to read the old one
	f.opened.Add(1)
	return nil
}

// Close must not run at the same time as a reading. A later reading opens the file again.
func (f *File) Close() error {
	if h := f.handle.Swap(nil); h != nil {
		runtime.SetFinalizer(h, nil)
		h.close()
	}
	return nil
}

// Read returns the file's contents, which are valid until the next call.
func (f *File) Read() ([]byte, error) {
	if f.buffer == nil {
		f.buffer = make([]byte, firstRoom)
	}
	for n := 0; ; {
		got, err := f.readAt(f.buffer[n:], int64(n))
		if err != nil {
			return nil, err
		}
		n += got
		switch {
		case got == 0 || n < len(f.buffer) && (f.longest == 0 || n < page-f.longest):
			return f.buffer[:n], nil
		case n < len(f.buffer):
			continue
		case n >= mostRoom:
			return nil, fmt.Errorf("%s: longer than %d bytes", f.path, mostRoom)
		}
		f.buffer = append(f.buffer, make([]byte, n)...)
		if f.longest == 0 { // one read returns one state of the kernel's numbers, two may return two: read all again
			n = 0
		}
	}
}

// readAt reads from an offset; 0 without an error is the end.
func (f *File) readAt(into []byte, offset int64) (int, error) {
	n, err := f.readOnce(into, offset)
	if err == nil || offset != 0 {
		return n, err
	}
	f.mu.Lock()
	err = f.Open()
	f.mu.Unlock()
	if err != nil {
		return 0, err
	}
	return f.readOnce(into, offset)
}

func (f *File) readOnce(into []byte, offset int64) (int, error) {
	if f.fault != nil {
		if err := f.fault(f.path); err != nil {
			return 0, named("read", f.path, err)
		}
	}
	h := f.handle.Load()
	if h == nil {
		return 0, fs.ErrClosed
	}
	n, err := h.readAt(into, offset)
	runtime.KeepAlive(h)
	if err != nil {
		return 0, named("read", f.path, err)
	}
	return n, nil
}

func named(operation, path string, err error) error {
	if named, is := err.(*fs.PathError); is {
		return named
	}
	return &fs.PathError{Op: operation, Path: path, Err: err}
}

// Number reads the number that the file holds, in the form of ParseWhole.
func (f *File) Number() (int64, error) {
	var buffer [128]byte // on each reader's own stack
	n, err := f.readAt(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	return f.told(ParseWhole(buffer[:n]))
}

// Field reads field i, a whole number; fields count from 0.
func (f *File) Field(i int) (int64, error) {
	var buffer [128]byte
	n, err := f.readAt(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	return f.told(wholeField(buffer[:n], i))
}

// Decimal reads field i in hundredths.
func (f *File) Decimal(i int) (int64, error) {
	var buffer [128]byte
	n, err := f.readAt(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	return f.told(DecimalField(buffer[:n], i))
}

// Kilobytes reads the line "KEY: 123 kB", in bytes.
func (f *File) Kilobytes(key string) (int64, error) {
	var buffer [4096]byte
	n, err := f.readAt(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	return f.told(KilobytesOf(buffer[:n], key))
}

func (f *File) told(value int64, err error) (int64, error) {
	if err != nil {
		return 0, fmt.Errorf("%s: %w", f.path, err)
	}
	return value, nil
}
