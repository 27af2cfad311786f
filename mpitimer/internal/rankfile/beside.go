package rankfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	folder, name := filepath.Split(Beside(table))
	left, _ := filepath.Glob(filepath.Join(escape.Replace(folder), "."+name+".*"))
	for _, file := range append(left, Beside(table), FlightOf(table), GoroutinesOf(table)) {
		_ = os.Remove(file)
	}
}

// MapBeside makes the flight recorder's file beside a table, with all of its bytes reserved, and maps it. Who may read
// the table may read it, too.
func MapBeside(table string, size int64) (bytes []byte, problem error) {
	path := FlightOf(table)
	of, err := os.Lstat(table)
	if err != nil {
		return nil, err
	}
	file, err := createFile(path, 0o600)
	if err != nil {
		return nil, err
	}
	if err = file.Chmod(of.Mode().Perm()); err == nil {
		err = allocateDisk(file, 0, size)
	}
	if err == nil {
		bytes, err = mapFile(file, 0, size)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %d bytes: %w", path, size, err), os.Remove(path))
	}
	return bytes, nil
}

// escape makes a directory's name a pattern for itself.
var escape = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)
