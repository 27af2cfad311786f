package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// SummaryExtension is the extension of files that hold a Summary.
const SummaryExtension = ".mptsum"

// beginTreeFile begins a file with the tree, which goes to the log if the file cannot be written: it is what nobody
// wants to lose.
func (tm *Timers) beginTreeFile(s *stats.Summary, name string) (end func() error) {
	written := tm.beginFile("tree", tm.config.Output.aside(name), len(s.Regions), func(w io.Writer) error { return tree.Write(w, s, tm.treeOptions()) })
	return func() error {
		err := written()
		if err != nil {
			err = errors.Join(err, tm.writeTree(s))
		}
		return err
	}
}

// beginSummary begins the summary file of a report, if there is to be one.
func (tm *Timers) beginSummary(s *stats.Summary, prefix string) (end func() error) {
	if s == nil || !tm.config.Output.SummaryFile {
		return nothing
	}
	return tm.beginFile("exact, for mpitimer show", tm.config.Output.aside(prefix+SummaryExtension), len(s.Regions), func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}

// nothing is the end of a file that is not written.
func nothing() error { return nil }

// WriteFile writes a file whole or not at all: under a temporary name beside it, synced and renamed. A relative name is
// relative to the configured directory. If the file cannot be written there, WriteFile writes it to a directory among
// the system's temporary files, the same for all files of the rank, and the error names both places.
func (tm *Timers) WriteFile(name string, write func(io.Writer) error) error {
	target := tm.target(name)
	path, problem := tm.instead.Write(target, write)
	return tm.wrote("", path, problem)
}

// manyRows is of how many rows a file takes longer to write than another goroutine takes to begin with it.
const manyRows = 200

// beginFile begins to write a file of so many rows, while the rank does other things: those of a report are made and
// synced side by side. A short one that is synced at once is written at the end, for which no thread has to be started.
// End waits for it, tells the log what went wrong, and returns that. What says what the file is, if its name does not.
func (tm *Timers) beginFile(what, name string, rows int, write func(io.Writer) error) (end func() error) {
	target := tm.target(name)
	put := sync.OnceValues(func() (string, error) { return tm.instead.Write(target, write) })
	if rows >= manyRows || !atomicfile.InMemory(filepath.Dir(target)) {
		go put()
	}
	return func() error {
		path, problem := put()
		return tm.wrote(what, path, problem)
	}
}

// wrote notes that a file was written, and tells what was wrong with it.
func (tm *Timers) wrote(what, path string, problem error) error {
	if path != "" {
		tm.written.Add(what, path)
	}
	if problem == nil {
		return nil
	}
	problem = fmt.Errorf("mpitimer: %w", problem)
	tm.message(problem.Error())
	return problem
}
