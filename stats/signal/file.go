package signal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// path is where something lies on the machine looked at.
func (p *Platform) path(parts ...string) string {
	root := p.options.Root
	if root == "" {
		root = string(filepath.Separator)
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

// content reads a file of the machine whole, as it is done only while looking what there is.
func (p *Platform) content(path string) ([]byte, error) {
	if fault := p.options.fault; fault != nil {
		if err := fault(path); err != nil {
			return nil, err
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const most = 1 << 22 // no file of proc or sys that is read here comes near
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil, err
	}
	return text, nil
}

// whole reads the number that a file of the machine holds.
func (p *Platform) whole(path string) (int64, error) {
	text, err := p.content(path)
	if err != nil {
		return 0, err
	}
	n, err := parseWhole(text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// file is a file of proc or sys that stays open and is read again and again from its start. It can be read
// by many goroutines at once.
type file struct {
	path   string
	fault  func(string) error
	handle atomic.Pointer[handle]
	opened atomic.Uint32 // how often: more than once, and the device may have begun anew
	mu     sync.Mutex    // held to open it again
}

type handle struct {
	file       *os.File
	descriptor uintptr
}

func (p *Platform) open(path string) (*file, error) {
	f := &file{path: path, fault: p.options.fault}
	if err := f.openNew(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *file) openNew() error {
	if f.fault != nil {
		if err := f.fault(f.path); err != nil {
			return err
		}
	}
	opened, err := os.Open(f.path)
	if err != nil {
		return err
	}
	// The one before is left to the garbage collector: others may be about to read it.
	f.handle.Store(&handle{file: opened, descriptor: opened.Fd()})
	f.opened.Add(1)
	return nil
}

// read reads from an offset on; 0 with no error is the end. A file whose device has gone is opened anew, for
// it may be back.
func (f *file) read(into []byte, offset int64) (int, error) {
	n, err := f.readOnce(into, offset)
	if err == nil || offset != 0 {
		return n, f.named(err)
	}
	f.mu.Lock()
	again := f.openNew()
	f.mu.Unlock()
	if again != nil {
		return 0, f.named(again)
	}
	n, err = f.readOnce(into, offset)
	return n, f.named(err)
}

func (f *file) readOnce(into []byte, offset int64) (int, error) {
	if f.fault != nil {
		if err := f.fault(f.path); err != nil {
			return 0, err
		}
	}
	h := f.handle.Load()
	if h == nil {
		return 0, os.ErrClosed
	}
	n, err := readAt(h, into, offset)
	runtime.KeepAlive(h)
	return n, err
}

func (f *file) named(err error) error {
	if err == nil {
		return nil
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		return err
	}
	return fmt.Errorf("%s: %w", f.path, err)
}

// close must not run at the same time as read.
func (f *file) close() error {
	if h := f.handle.Swap(nil); h != nil {
		return h.file.Close()
	}
	return nil
}

// fileMeter reads the number that a file holds.
type fileMeter struct {
	file  *file
	skip  int   // fields before the number; 0: the file holds nothing else
	times int64 // steps in what the number counts; 0: 1
}

func (p *Platform) openNumber(path string) (*fileMeter, error) {
	f, err := p.open(path)
	if err != nil {
		return nil, err
	}
	return &fileMeter{file: f}, nil
}

func (m *fileMeter) steps(uint64) (int64, error) {
	var buffer [128]byte
	n, err := m.file.read(buffer[:], 0)
	if err != nil {
		return 0, err
	}
	value, err := m.parse(buffer[:n])
	if err != nil {
		return 0, fmt.Errorf("%s: %w", m.file.path, err)
	}
	if m.times > 0 {
		value *= m.times
	}
	return value, nil
}

func (m *fileMeter) parse(text []byte) (int64, error) {
	if m.skip == 0 {
		return parseWhole(text)
	}
	rest := text
	for range m.skip {
		rest = skipBlanks(rest)
		for len(rest) > 0 && !isBlank(rest[0]) {
			rest = rest[1:]
		}
	}
	value, _, ok := leadingWhole(skipBlanks(rest))
	if !ok {
		return 0, fmt.Errorf("%q has no number as field %d", shortened(text), m.skip+1)
	}
	return value, nil
}

func (m *fileMeter) close() error { return m.file.close() }

func isPermission(err error) bool { return errors.Is(err, os.ErrPermission) }

func isMissing(err error) bool { return errors.Is(err, os.ErrNotExist) }
