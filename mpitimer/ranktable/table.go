// Package ranktable reads the tables that ranks keep of their timers in files, while they run and after
// they have died. The layout of the files is docs/tables.md.
package ranktable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"unsafe"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// The errors that a caller may want to distinguish. Their texts name the file and the byte offset.
var (
	// ErrFormat: the file is no rank table, or is damaged or cut.
	ErrFormat = rankfile.ErrFormat
	// ErrVersion: another version of this module has written it.
	ErrVersion = rankfile.ErrVersion
	// ErrForeign: a machine of the other byte order has written it.
	ErrForeign = rankfile.ErrForeign
	// ErrStarting: the rank has not finished its initialisation, or died in it.
	ErrStarting = rankfile.ErrStarting
	// ErrClosed: the Table was closed.
	ErrClosed = fs.ErrClosed
)

// Extension is the extension of rank tables.
const Extension = rankfile.Extension

// Table is the table of one rank. Its methods may be called at the same time.
//
// The file may hold anything. All data are checked before use; memory and time are bounded by its size.
//
// If there are many Tables, some have no descriptor, and their file is opened again for each look. A
// Table whose file was removed may therefore be readable or not.
type Table struct {
	name  string
	owner int // user, -1: unknown

	mu      sync.Mutex
	known   os.FileInfo // of the file; nil of a table that is in memory only
	file    *os.File    // nil while the descriptor is given up for other tables
	data    []byte      // at least a header; nil like file
	length  int         // bytes of data that are the file's
	mapped  bool
	closed  bool
	flights *os.File // of the flight recorder, once it was read
	present bool     // the machine runs still on which the rank runs or ran
}

// Open opens the file of a rank, which may be running: the methods return data as of their call. The
// file must be a regular one; no link is followed.
//
// An error matches ErrFormat, ErrVersion, ErrForeign, ErrStarting or an error of the file system.
func Open(path string) (*Table, error) {
	t := &Table{name: path, owner: -1}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.open(); err != nil {
		return nil, fmt.Errorf("rank table: %w", err)
	}
	if err := t.begin(); err != nil {
		return nil, errors.Join(t.wrong(err), t.close())
	}
	return t, nil
}

// OpenOwn opens the file of a rank of this user. All ranks of a run have one user; a file of another
// user is not part of the run, whatever it contains, and gives an error that matches ErrOwner.
func OpenOwn(path string) (*Table, error) {
	t, err := Open(path)
	if err != nil {
		return nil, err
	}
	if uid := t.Owner(); uid != os.Geteuid() {
		return nil, errors.Join(fmt.Errorf("rank table %s belongs to user %d: %w", path, uid, ErrOwner), t.Close())
	}
	return t, nil
}

// begin looks at the file for the first time.
func (t *Table) begin() error {
	if uid, known := owner.Of(t.known); known {
		t.owner = uid
	}
	if t.known.Size() == 0 {
		return fmt.Errorf("byte 0: the file is empty: %w", ErrStarting)
	}
	w := works.Get().(*work)
	defer works.Put(w)
	defer t.drop()
	if err := t.copyInto(w, rankfile.HeaderSize); err != nil {
		return err
	}
	h, err := t.header()
	if err == nil {
		t.present = h.Here()
	}
	return err
}

// Read reads the table of a rank that no longer runs from memory, and keeps a copy. The name is for
// errors.
func Read(data []byte, name string) (*Table, error) {
	t := &Table{name: name, owner: -1, length: len(data)}
	t.data = aligned(max(len(data), rankfile.HeaderSize))
	copy(t.data, data)
	if _, err := t.header(); err != nil {
		return nil, t.wrong(err)
	}
	return t, nil
}

// aligned is memory for what is looked at as words.
func aligned(size int) []byte {
	words := make([]uint64, (size+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
}

// Owner returns the user that owns the file, or -1 if unknown.
func (t *Table) Owner() int { return t.owner }

// wrong adds the name of the file.
func (t *Table) wrong(err error) error { return fmt.Errorf("rank table %s: %w", t.name, err) }

// Close gives up the file and its memory.
func (t *Table) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.close()
}

func (t *Table) close() error {
	t.closed = true
	opened.forget(t)
	return errors.Join(t.closeFlights(), t.release())
}

// release gives up the descriptor and the memory.
func (t *Table) release() error {
	err := t.unload()
	if t.file != nil {
		err = errors.Join(err, t.file.Close())
	}
	t.file = nil
	return err
}

// header is that of the file, checked.
func (t *Table) header() (*rankfile.Header, error) {
	const fixed = int(unsafe.Sizeof(rankfile.Fixed{}))
	if t.length < fixed {
		return nil, fmt.Errorf("byte %d: the file ends, want a header of %d bytes: %w", t.length, rankfile.HeaderSize, ErrFormat)
	}
	return rankfile.HeaderOf(t.data)
}

// refresh makes the data those that the file has now.
func (t *Table) refresh() error {
	switch {
	case t.closed:
		return ErrClosed
	case t.known == nil:
		return nil
	case t.data == nil:
		if err := t.reopen(); err != nil {
			return err
		}
		return t.load()
	}
	opened.use(t)
	size, err := t.size()
	if err != nil {
		return err
	}
	if t.mapped && size == t.length {
		return nil
	}
	return t.load()
}

// A file may say to be larger than what it has on the disk: what was given up is a hole. This many
// times the disk, and these bytes, are looked at.
const (
	mostHoles  = 64
	fewHoles   = 64 << 20
	mostLength = 1<<(unsafe.Sizeof(int(0))*8-2) - 1
)

// size is how many bytes are looked at.
func (t *Table) size() (int, error) {
	info, err := t.file.Stat()
	if err != nil {
		return 0, err
	}
	return int(min(info.Size(), fewHoles+mostHoles*min(onDisk(info), mostLength/mostHoles/2), mostLength)), nil
}

// load maps the file, or reads it where that is not possible.
func (t *Table) load() error {
	size, err := t.size()
	if err != nil {
		return err
	}
	if err := t.unload(); err != nil {
		return err
	}
	if size >= rankfile.HeaderSize {
		if data, err := rankfile.MapToRead(t.file, int64(size)); err == nil {
			t.data, t.length, t.mapped = data, size, true
			return nil
		}
	}
	data := aligned(max(size, rankfile.HeaderSize))
	n, err := t.file.ReadAt(data[:size], 0)
	if err != nil && err != io.EOF {
		return err
	}
	t.data, t.length = data, n
	return nil
}

func (t *Table) unload() error {
	data, mapped := t.data, t.mapped
	t.data, t.length, t.mapped = nil, 0, false
	if mapped {
		return rankfile.Unmap(data)
	}
	return nil
}
