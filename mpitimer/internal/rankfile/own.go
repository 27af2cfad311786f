package rankfile

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// A program that closes a descriptor twice, or all that it has not opened, may have closed this one, and the next file
// that it opens has its number: to grow or to close that one would be to harm the program. So whose a descriptor is, is
// asked before each use. The mapping keeps the file, and its lock, whatever becomes of the descriptor.

// lost are descriptors that are somebody else's by now. They are kept, since the runtime closes those that nobody keeps.
var lost struct {
	sync.Mutex
	list []*os.File
}

// ErrOther reports that a file is not the one that had its name.
var ErrOther = errors.New("another file has its name")

// own makes sure that the descriptor is the file's, if need be with a new one. The caller holds mu.
func (f *File) own() error {
	if f.file != nil {
		now, err := f.file.Stat()
		if err == nil && os.SameFile(now, f.info) {
			return nil
		}
		lost.Lock()
		lost.list = append(lost.list, f.file)
		lost.Unlock()
		f.file = nil
	}
	again, err := Reopen(f.path)
	if err == nil {
		var now os.FileInfo
		if now, err = again.Stat(); err == nil && !os.SameFile(now, f.info) {
			err = ErrOther
		}
		if err != nil {
			err = errors.Join(err, again.Close())
		}
	}
	if err != nil {
		return fmt.Errorf("its descriptor was closed by somebody else: %w", err)
	}
	f.file = again
	return nil
}
