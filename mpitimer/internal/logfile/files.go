package logfile

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
)

// Files is the files that the rank has written since they were last named in the log.
type Files struct {
	mu    sync.Mutex
	files []named
}

type named struct {
	path  string
	what  string // blank for one whose name says it
	last  string // of files of a rank each, the name of the last; blank for a single file
	count int    // of them
}

// Add notes a file; what says what it is, if its name does not.
func (w *Files) Add(what, path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files = append(w.files, named{path: path, what: what})
}

// Through makes a file of rank 0 one of those that ranks write each.
func (w *Files) Through(path, last string, count int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.files {
		if f := &w.files[i]; f.path == path && count > 1 {
			f.last, f.count, f.what = last, count, "a rank each"
		}
	}
}

// Line names the files in a line of the log, blank if there are none, and forgets them.
func (w *Files) Line(ascii bool) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	files := w.files
	if w.files = nil; len(files) == 0 {
		return ""
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
	if ascii {
		text = strings.ReplaceAll(text, "…", "...")
	}
	return text
}
