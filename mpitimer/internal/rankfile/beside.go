package rankfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The ends of the names of files that stand beside tables.
const (
	besideExtension = ".samples"
	flightExtension = ".flight"
)

// Beside is the file beside a rank's table with what is sampled of its node, written by package internal/atomicfile. It
// goes when the table goes.
func Beside(table string) string { return strings.TrimSuffix(table, Extension) + besideExtension }

// FlightOf is the file beside a rank's table with what it did lately, of package flight. It goes when the table goes.
func FlightOf(table string) string { return strings.TrimSuffix(table, Extension) + flightExtension }

// isBeside also knows what a process has left that was killed while it wrote such a file.
func isBeside(name string) bool {
	return strings.Contains(name, besideExtension) || strings.HasSuffix(name, flightExtension) || strings.HasSuffix(name, goroutinesEnd)
}

// RemoveBeside removes the files beside a table, if there are any.
func RemoveBeside(table string) {
	folder, name := filepath.Dir(table), filepath.Base(Beside(table))
	names := []string{name, filepath.Base(FlightOf(table)), filepath.Base(GoroutinesOf(table))}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "."+name+".") || slices.Contains(names, e.Name()) {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
