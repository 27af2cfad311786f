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
)

// ErrCreate is matched by errors of files that could not be begun.
var ErrCreate = errors.New("cannot be created")

// Write writes a file: under a temporary name beside it, which is synced and renamed, so that at any moment
// there is the old file or the new one. Folders that are missing are made. The mode of the file is what the
// mask of the process lets it be, and its temporary name one that nobody can know beforehand.
//
// A link to a file stays one, and the file behind it is replaced. A device or a pipe, or what a link in /dev
// or /proc stands for, such as /dev/stdout, is written to and stays what it is.
//
// Write is given an *os.File. An error names the file.
func Write(target string, write func(io.Writer) error) error {
	path, through, err := resolve(target)
	if err == nil && through {
		err = writeThrough(path, write)
	} else if err == nil {
		err = replace(path, write)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}

// replace writes a regular file, which need not exist.
func replace(path string, write func(io.Writer) error) (problem error) {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%w: %w", ErrCreate, err)
	}
	f, err := temporary(path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCreate, err)
	}
	whole := false
	defer func() {
		if !whole { // also when write panics
			_ = f.Close()
			problem = errors.Join(problem, os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	whole = true
	syncFolder(folder)
	return nil
}

// longestName is how many bytes of a file's name are in that of its temporary one: names have 255.
const longestName = 100

// temporary makes a file beside another, of the mode that a new file has: the system applies the mask, and
// what the folder says.
func temporary(path string) (*os.File, error) {
	folder, name := filepath.Split(path)
	if len(name) > longestName {
		name = name[:longestName]
	}
	for range 100 {
		f, err := os.OpenFile(fmt.Sprintf("%s.%s.%016x", folder, name, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
}

// syncFolder makes the new name last. Some file systems can't; the file itself is synced.
func syncFolder(folder string) {
	if f, err := os.Open(folder); err == nil {
		_ = f.Sync()
		_ = f.Close()
	}
}
