package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// SummaryExtension is the end of the names of files that hold a Summary.
const SummaryExtension = ".mptsum"

// beginTreeFile begins a file with the tree, which goes to the log if the file cannot be written: it is what nobody
// wants to lose.
func (tm *Timers) beginTreeFile(s *stats.Summary, name string) (end func() error) {
	written := tm.beginFile("tree", name, len(s.Regions), func(w io.Writer) error { return tree.Write(w, s, tm.treeOptions()) })
	return func() error {
		err := written()
		if err != nil {
			err = errors.Join(err, tm.writeTree(s, true))
		}
		return err
	}
}

// beginSummary begins the summary file of a report, if there is to be one.
func (tm *Timers) beginSummary(s *stats.Summary, prefix string) (end func() error) {
	if s == nil || !tm.config.Output.SummaryFile {
		return nothing
	}
	return tm.beginFile("exact, for mpitimer show", prefix+SummaryExtension, len(s.Regions), func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}

// nothing is the end of a file that is not written.
func nothing() error { return nil }

// writeFile writes a file whole or not at all: under a temporary name beside it, synced and renamed.
// If it can't be written where it was meant to be, it is written to a folder among the system's temporary
// files, the same for all files of the rank, and the error names both places.
func (tm *Timers) writeFile(name string, write func(io.Writer) error) error {
	target := tm.target(name)
	path, problem := tm.put(target, write)
	return tm.wrote("", path, problem)
}

// manyRows is of how many rows a file takes longer to write than another goroutine takes to begin with it.
const manyRows = 200

// beginFile begins to write a file of so many rows, while the rank does other things: those of a report are made and
// synced side by side. A short one that is synced at once is written at the end, for which no thread has to be started.
// End waits for it, tells the log what went wrong, and returns that. What says what the file is, if its name does not.
func (tm *Timers) beginFile(what, name string, rows int, write func(io.Writer) error) (end func() error) {
	target := tm.target(name)
	if rows < manyRows && atomicfile.InMemory(filepath.Dir(target)) {
		return func() error {
			path, problem := tm.put(target, write)
			return tm.wrote(what, path, problem)
		}
	}
	var path string
	var problem error
	done := make(chan struct{})
	go func() {
		defer close(done)
		path, problem = tm.put(target, write)
	}()
	return func() error {
		<-done
		return tm.wrote(what, path, problem)
	}
}

// wrote notes that a file was written, and tells what was wrong with it.
func (tm *Timers) wrote(what, path string, problem error) error {
	if path != "" {
		tm.written.add(what, path)
	}
	if problem != nil {
		tm.message(problem.Error())
	}
	return problem
}

// put writes a file, or one that stands for it. Path is which of them, blank for none.
func (tm *Timers) put(target string, write func(io.Writer) error) (path string, problem error) {
	if problem = atomicfile.Write(target, write); problem == nil {
		return target, nil
	}
	fallback, first, err := tm.instead.of(target)
	if err == nil {
		err = atomicfile.Write(fallback, write)
	}
	if err != nil {
		tm.instead.giveUp(first)
		return "", fmt.Errorf("mpitimer: %w; nor could it be written elsewhere: %w", problem, err)
	}
	return fallback, fmt.Errorf("mpitimer: %w; it was written to %s instead", problem, fallback)
}

// instead is where the files of a rank are that could not be written where they were meant to be.
type instead struct {
	mu     sync.Mutex
	folder string            // empty: none is needed yet
	names  map[string]string // in the folder, and what they are instead of
}

// of is the file that stands for a target, and whether it is in a folder that was made for it.
func (i *instead) of(target string) (path string, first bool, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.folder == "" {
		// Not one that looks like the folder of a user's tables.
		if i.folder, err = os.MkdirTemp("", rankfile.SafeName(filepath.Base(os.Args[0]))+"-files-"); err != nil {
			return "", false, err
		}
		i.names, first = make(map[string]string), true
	}
	name := filepath.Base(target)
	for n := 2; i.names[name] != "" && i.names[name] != target; n++ {
		name = fmt.Sprintf("%s.%d", filepath.Base(target), n)
	}
	i.names[name] = target
	return filepath.Join(i.folder, name), first, nil
}

// giveUp takes the folder back if it was made in vain.
func (i *instead) giveUp(first bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if first && i.folder != "" && os.Remove(i.folder) == nil {
		i.folder = ""
	}
}
