package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all: under a temporary name beside it, synced, renamed, and
// the folder synced, since tables may be removed in reliance on it.
func WriteFile(target string, write func(io.Writer) error) error {
	if info, err := os.Stat(target); err == nil && !info.Mode().IsRegular() {
		return writeInto(target, info, write)
	}
	folder := filepath.Dir(target)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	name := filepath.Join(folder, fmt.Sprintf(".%.100s.%d", filepath.Base(target), os.Getpid()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	if err = write(f); err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(name, target)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", target, err), os.Remove(name))
	}
	return syncFolder(folder)
}

// writeInto writes to what is no file: a device or a pipe.
func writeInto(target string, info os.FileInfo, write func(io.Writer) error) error {
	if info.IsDir() {
		return fmt.Errorf("%s: is a folder, expected the name of a file", target)
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}

func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	_ = f.Sync() // some file systems can't; the file itself is synced
	return f.Close()
}
