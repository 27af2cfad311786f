package rankfile

import (
	"os"
	"path/filepath"
	"strings"
)

// besideExtension is the end of the names of files that stand beside tables.
const besideExtension = ".samples"

// Beside is the file beside a rank's table with what is sampled of its node, written by package internal/atomicfile. It
// goes when the table goes.
func Beside(table string) string { return strings.TrimSuffix(table, Extension) + besideExtension }

// isBeside also knows what a process has left that was killed while it wrote such a file.
func isBeside(name string) bool { return strings.Contains(name, besideExtension) }

// RemoveBeside removes the file beside a table, if there is one.
func RemoveBeside(table string) {
	folder, name := filepath.Split(Beside(table))
	left, _ := filepath.Glob(filepath.Join(escape.Replace(folder), "."+name+".*"))
	for _, file := range append(left, Beside(table)) {
		_ = os.Remove(file)
	}
}

// escape makes a folder's name a pattern for itself.
var escape = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`)
