package job

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// RemoveFiles removes tables, and the directories that held nothing else. It returns how many are gone.
func RemoveFiles(files []string) (removed int, problem error) {
	folders := map[string]bool{}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			problem = errors.Join(problem, err)
			continue
		}
		ranktable.RemoveSamples(file)
		removed++
		folders[filepath.Dir(file)] = true
	}
	for folder := range folders {
		_ = os.Remove(folder) // unless something is left in it
	}
	return removed, problem
}

// Remove removes the tables that were read, and returns how many. What could not be read is not removed with
// the rest.
func (m *Moment) Remove(w io.Writer) error {
	var files []string
	for i := range m.Ranks {
		if r := &m.Ranks[i]; r.Profile != nil {
			files = append(files, r.File)
		}
	}
	removed, problem := RemoveFiles(files)
	fmt.Fprintf(w, "removed: %s\n", cli.Plural(removed, "table"))
	return problem
}
