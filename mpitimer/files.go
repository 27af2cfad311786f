package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// SummaryExtension is the end of the names of files that hold a Summary.
const SummaryExtension = ".mptsum"

func (tm *Timers) writeTreeFile(s *stats.Summary, name string) error {
	err := tm.writeFile(name, func(w io.Writer) error { return tree.Write(w, s, tm.treeOptions()) })
	if err != nil { // the tree is what nobody wants to lose
		err = errors.Join(err, tm.writeTree(s, true))
	}
	return err
}

func (tm *Timers) writeSummary(s *stats.Summary, prefix string) error {
	if !tm.config.Output.SummaryFile {
		return nil
	}
	return tm.writeFile(prefix+SummaryExtension, func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}

// writeFile writes a file whole or not at all: under a temporary name beside it, synced and renamed.
// If it can't be written where it was meant to be, it is written to the system's folder for temporary
// files, and the error names both places.
func (tm *Timers) writeFile(name string, write func(io.Writer) error) error {
	target := name
	if !filepath.IsAbs(name) {
		target = filepath.Join(tm.config.Output.Directory, name)
	}
	problem := replaceFile(target, write)
	if problem == nil {
		return nil
	}
	folder, err := os.MkdirTemp("", "mpitimer-")
	if err == nil {
		fallback := filepath.Join(folder, filepath.Base(target))
		if err = replaceFile(fallback, write); err == nil {
			problem = fmt.Errorf("mpitimer: %w; it was written to %s instead", problem, fallback)
			tm.message(problem.Error())
			return problem
		}
	}
	problem = fmt.Errorf("mpitimer: %w; nor could it be written elsewhere: %w", problem, err)
	tm.message(problem.Error())
	return problem
}

// unique tells temporary files of one process apart.
var unique atomic.Uint64

// replaceFile writes a file under a temporary name and renames it. A device, such as /dev/null or a
// terminal, can only be written to; renaming would replace it.
func replaceFile(target string, write func(io.Writer) error) error {
	info, err := os.Stat(target)
	switch {
	case err != nil || info.Mode().IsRegular():
	case info.Mode()&os.ModeCharDevice != 0:
		return writeDevice(target, write)
	case info.IsDir():
		return fmt.Errorf("%s: is a folder", target)
	default: // a pipe would wait for a reader
		return fmt.Errorf("%s: not a file but %s", target, info.Mode().Type())
	}
	folder := filepath.Dir(target)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	name := filepath.Join(folder, fmt.Sprintf(".%.100s.%d.%d", filepath.Base(target), os.Getpid(), unique.Add(1)))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(name, target)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", target, err), os.Remove(name))
	}
	return nil
}

func writeDevice(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
