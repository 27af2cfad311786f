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
)

// mostLinks is how many links a name may lead through.
const mostLinks = 40

// resolve follows links, even if the last one leads to no file, and reports whether the result is to be
// written through.
func resolve(target string) (path string, through bool, err error) {
	path = target
	for range mostLinks {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, false, nil
		case err != nil:
			return "", false, fmt.Errorf("%w: %w", ErrCreate, err)
		case info.IsDir():
			return "", false, errors.New("is a folder, expected the name of a file")
		case info.Mode()&os.ModeSymlink == 0:
			return path, !info.Mode().IsRegular(), nil
		case ofSystem(path):
			return path, true, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", false, errors.New("too many links")
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
		return errors.New("is a folder, expected the name of a file")
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
