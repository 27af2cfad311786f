package mpitimer

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/go-hpc/timers/gptlcompat"
)

// written is the files that the rank has written since they were last named in the log.
type written struct {
	mu    sync.Mutex
	files []writtenFile
}

type writtenFile struct {
	path  string
	what  string // blank for one whose name says it
	last  string // of files of a rank each, the name of the last; blank for a single file
	count int    // of them
}

func (w *written) add(what, path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files = append(w.files, writtenFile{path: path, what: what})
}

// take returns the files and forgets them.
func (w *written) take() []writtenFile {
	w.mu.Lock()
	defer w.mu.Unlock()
	files := w.files
	w.files = nil
	return files
}

// through makes a file of rank 0 one of those that ranks write each.
func (w *written) through(path, last string, count int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.files {
		if f := &w.files[i]; f.path == path && count > 1 {
			f.last, f.count, f.what = last, count, "a rank each"
		}
	}
}

// foldRankFiles lets the file of rank 0 stand for those of all ranks that write one. What a rank could not
// write it tells itself.
func (tm *Timers) foldRankFiles(name func(rank int) string) {
	size := tm.all.Size()
	if tm.rank() != 0 || tm.comm == nil || size == 1 {
		return
	}
	last, count := 0, 0
	for rank := range size {
		if tm.config.writesFile(rank) {
			last, count = rank, count+1
		}
	}
	tm.written.through(tm.target(name(0)), filepath.Base(name(last)), count)
}

func rankName(prefix string, size int) func(rank int) string {
	return func(rank int) string { return gptlcompat.RankName(prefix, rank, size) }
}

// nameFiles names in the log, in one line, the files that were written, if this rank speaks for all that
// wrote.
func (tm *Timers) nameFiles(speaks bool) {
	files := tm.written.take()
	if len(files) == 0 || !speaks {
		return
	}
	folder := filepath.Dir(files[0].path)
	for _, f := range files {
		if above := filepath.Dir(f.path); len(above) < len(folder) {
			folder = above
		}
	}
	var names []string
	for _, f := range files {
		name := f.path
		if below, err := filepath.Rel(folder, name); err == nil && filepath.IsLocal(below) {
			name = below
		}
		if f.last != "" {
			name += fmt.Sprintf(" … %s", f.last)
			f.what = fmt.Sprintf("%s, %d files", f.what, f.count)
		}
		if f.what != "" {
			name += " (" + f.what + ")"
		}
		names = append(names, name)
	}
	text := fmt.Sprintf("mpitimer: files in %s: %s", folder, strings.Join(names, ", "))
	if tm.config.Output.ASCII {
		text = strings.ReplaceAll(text, "…", "...")
	}
	tm.inform(text)
}
