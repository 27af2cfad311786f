package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/internal/owner"
)

// mostLinks is how many links a name may lead through.
const mostLinks = 40

// Real returns the file that a target leads to, or may lead to once it is made. Links that another user may have put
// there are refused, on the way to it too, and so are pipes and devices of other users.
func Real(target string) (string, error) {
	path, _, err := resolve(target)
	return path, err
}

// resolve is Real, and reports whether the result is to be written through.
func resolve(target string) (path string, through bool, err error) {
	path = target
	for range mostLinks {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, false, way(path, mostLinks)
		case err != nil:
			return "", false, fmt.Errorf("%w: %w", ErrCreate, err)
		case info.IsDir():
			return "", false, errors.New("is a directory, expected the name of a file")
		case info.Mode()&os.ModeSymlink == 0 && !info.Mode().IsRegular() && !owner.Trusted(info):
			return "", false, fmt.Errorf("%s is a pipe or device of another user: %w", path, owner.ErrUnsafe)
		case info.Mode()&os.ModeSymlink == 0:
			return path, !info.Mode().IsRegular(), way(path, mostLinks)
		}
		if err := owner.Planted(path, info, false); err != nil {
			return "", false, err
		}
		if ofSystem(path) {
			return path, true, nil
		}
		if path, err = next(path); err != nil {
			return "", false, err
		}
	}
	return "", false, errTooMany
}

var errTooMany = errors.New("too many links")

// next is where a link leads.
func next(link string) (string, error) {
	to, err := os.Readlink(link)
	if err == nil && !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(link), to)
	}
	return to, err
}

// way returns what is wrong with the links among the directories that lead to a path.
func way(path string, most int) error {
	at, err := filepath.Abs(path)
	if err != nil || most == 0 {
		return errors.Join(err, errTooMany)
	}
	for at != filepath.Dir(at) {
		at = filepath.Dir(at)
		info, err := os.Lstat(at)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			continue // one that is missing will be made
		}
		to, err := next(at)
		if err = errors.Join(err, owner.Planted(at, info, true)); err == nil {
			err = way(filepath.Join(to, "."), most-1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ofSystem reports whether a link leads to something that the process has open.
func ofSystem(path string) bool {
	absolute, err := filepath.Abs(path)
	return err == nil && (strings.HasPrefix(absolute, "/dev/") && !strings.HasPrefix(absolute, "/dev/shm/") || strings.HasPrefix(absolute, "/proc/"))
}

// writeThrough writes to what exists. The program's own output continues where it is.
func writeThrough(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return errors.New("is a directory, expected the name of a file")
	}
	for _, own := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := own.Stat(); err == nil && os.SameFile(info, open) {
			return write(own)
		}
	}
	f, err := openThrough(path, info)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// patience is how long to wait for a pipe's reader.
var patience = 10 * time.Second // tests have less

// openThrough opens a device or a pipe. It does not wait for ever for a pipe's reader.
func openThrough(path string, info os.FileInfo) (*os.File, error) {
	if info.Mode()&os.ModeNamedPipe == 0 {
		return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return f, err
		}
		if time.Since(begin) > patience {
			return nil, fmt.Errorf("%w: nobody reads this pipe", err)
		}
	}
}
