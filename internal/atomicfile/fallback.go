package atomicfile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// Fallback writes files that cannot be written where they were meant to be to a directory among the system's temporary
// files, the same for all of them. Several goroutines may use it.
type Fallback struct {
	Prefix string // of the directory's name

	mu     sync.Mutex
	folder string            // empty: none is needed yet
	names  map[string]string // in the directory, and what they are instead of
}

// Write writes a file, or one that stands for it. Path is which of them, blank for none. With an error the file may
// have been written all the same, elsewhere: the error names both places then.
func (f *Fallback) Write(target string, write func(io.Writer) error) (path string, problem error) {
	if problem = Write(target, write); problem == nil {
		return target, nil
	}
	path, first, err := f.of(target)
	if err == nil {
		err = Write(path, write)
	}
	if err != nil {
		f.giveUp(first)
		return "", fmt.Errorf("%w; nor could it be written elsewhere: %w", problem, err)
	}
	return path, fmt.Errorf("%w; it was written to %s instead", problem, path)
}

// of is the file that stands for a target, and whether it is in a directory that was made for it.
func (f *Fallback) of(target string) (path string, first bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.folder == "" {
		if f.folder, err = os.MkdirTemp("", f.Prefix); err != nil {
			return "", false, err
		}
		f.names, first = make(map[string]string), true
	}
	name := filepath.Base(target)
	for n := 2; f.names[name] != "" && f.names[name] != target; n++ {
		name = fmt.Sprintf("%s.%d", filepath.Base(target), n)
	}
	f.names[name] = target
	return filepath.Join(f.folder, name), first, nil
}

// giveUp takes the directory back if it was made in vain.
func (f *Fallback) giveUp(first bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first && f.folder != "" && os.Remove(f.folder) == nil {
		f.folder = ""
	}
}
