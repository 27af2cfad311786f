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

func (tm *Timers) writeTreeFile(s *stats.Summary, name string) error {
	err := tm.writeFileOf("tree", name, func(w io.Writer) error { return tree.Write(w, s, tm.treeOptions()) })
	if err != nil { // the tree is what nobody wants to lose
		err = errors.Join(err, tm.writeTree(s, true))
	}
	return err
}

func (tm *Timers) writeSummary(s *stats.Summary, prefix string) error {
	if !tm.config.Output.SummaryFile {
		return nil
	}
	return tm.writeFileOf("exact, for mpitimer show", prefix+SummaryExtension, func(w io.Writer) error {
		_, err := s.WriteTo(w)
		return err
	})
}

// writeFile writes a file whole or not at all: under a temporary name beside it, synced and renamed.
// If it can't be written where it was meant to be, it is written to a folder among the system's temporary
// files, the same for all files of the rank, and the error names both places.
func (tm *Timers) writeFile(name string, write func(io.Writer) error) error {
	return tm.writeFileOf("", name, write)
}

// writeFileOf is writeFile for a file whose name does not say what it is.
func (tm *Timers) writeFileOf(what, name string, write func(io.Writer) error) error {
	target := tm.target(name)
	problem := atomicfile.Write(target, write)
	if problem == nil {
		tm.written.add(what, target)
		return nil
	}
	fallback, first, err := tm.instead.of(target)
	if err == nil {
		err = atomicfile.Write(fallback, write)
	}
	if err != nil {
		tm.instead.giveUp(first)
		problem = fmt.Errorf("mpitimer: %w; nor could it be written elsewhere: %w", problem, err)
		tm.message(problem.Error())
		return problem
	}
	tm.written.add(what, fallback)
	problem = fmt.Errorf("mpitimer: %w; it was written to %s instead", problem, fallback)
	tm.message(problem.Error())
	return problem
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
