// Package atomicfile writes files whole or not at all.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/internal/owner"
)

// ErrCreate reports that a file could not be created.
var ErrCreate = errors.New("cannot be created")

// Write writes a file under a temporary name beside it, syncs it and renames it, so that at any moment either
// the old file or the new one is there. Missing directories are made. The process's umask sets the mode of
// the file, or it has that of the one it replaces, and nobody can guess its temporary name.
//
// A link to a file stays one, and the file behind it is replaced; see [Real] for what is refused. A device or a pipe, or whatever a link in
// /dev or /proc such as /dev/stdout leads to, is written to and stays what it is.
//
// The function write gets an *os.File. Errors name the file.
func Write(target string, write func(io.Writer) error) error {
	return writeTo(target, true, write)
}

// WriteOften is Write for a file that is written again and again: it is not synced. It outlives the process at any
// moment, but not the machine.
func WriteOften(target string, write func(io.Writer) error) error {
	return writeTo(target, false, write)
}

func writeTo(target string, durable bool, write func(io.Writer) error) error {
	path, through, err := resolve(target)
	if err == nil && through {
		err = writeThrough(path, write)
	} else if err == nil {
		err = put(path, durable, true, os.Rename, write)
	}
	return about(target, err)
}

// about is an error that names a file, nil for none.
func about(target string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}

// put writes a regular file under a temporary name, and settles it under its own, which may move it.
func put(path string, durable, moves bool, settle func(from, to string) error, write func(io.Writer) error) (problem error) {
	folder := filepath.Dir(path)
	err := os.MkdirAll(folder, 0o777)
	var f *os.File
	if err == nil {
		f, err = temporary(path)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCreate, err)
	}
	settled := false
	defer func() { // even if write panics
		if _ = f.Close(); settled && moves {
			return // another question of the file system for each file
		}
		if err := os.Remove(f.Name()); !errors.Is(err, fs.ErrNotExist) {
			problem = errors.Join(problem, err)
		}
	}()
	if err = write(f); err == nil && durable {
		err = f.Sync()
	}
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = settle(f.Name(), path)
	}
	if settled = err == nil; settled && durable {
		syncFolder(folder)
	}
	return err
}

// longestName is how many bytes of a file's name its temporary name keeps: names may have 255.
const longestName = 100

// temporary makes a file beside another, with the mode of a new file: the system applies the umask and the
// directory's own rules. One that replaces the caller's own has its mode and group, or no rights for groups; that of
// another user gives no rights beyond its own.
func temporary(path string) (*os.File, error) {
	mode, own := os.FileMode(0o666), false
	info, err := os.Lstat(path)
	if err == nil && info.Mode().IsRegular() {
		uid, known := owner.Of(info)
		mode, own = info.Mode().Perm(), !known || uid == os.Geteuid()
	}
	folder, name := filepath.Split(path)
	if len(name) > longestName {
		name = name[:longestName]
	}
	for range 100 {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%016x", folder, name, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode&0o666|0o200)
		if err == nil && own {
			if gid, known := owner.Group(info); known && f.Chown(-1, gid) != nil {
				mode &^= 0o070
			}
			_ = f.Chmod(mode) // some file systems have none
		}
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
}

// syncFolder makes the new name durable. Some file systems can't; the file itself is synced.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}
