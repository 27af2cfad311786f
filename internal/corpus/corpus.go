// Package corpus gives fuzz targets their seeds: whole files, cut files, and repeated files.
package corpus

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Seeds run with every test, so there are few of them, and they are small.
const (
	mostFiles = 6
	mostSize  = 8 << 10
)

// Add calls add with each file: whole, cut at a third, at two thirds and before its last byte, and twice.
func Add(add func([]byte), files ...[]byte) {
	for _, file := range files {
		n := len(file)
		add(file)
		if n < 3 {
			continue
		}
		for _, cut := range []int{n / 3, 2 * n / 3, n - 1} {
			add(bytes.Clone(file[:cut]))
		}
		add(bytes.Repeat(file, 2))
	}
}

// AddReal does the same with the starts of some real files: those that match a filepath.Glob pattern below
// the test data, which need not be there. Data is the path from the test's directory to the test data.
func AddReal(f *testing.F, add func([]byte), data string, patterns ...string) {
	f.Helper()
	if _, err := os.Stat(data); err != nil {
		f.Logf("without seeds of real files: %s is not there", data)
		return
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(data, pattern))
		if err != nil || len(names) == 0 {
			f.Errorf("no file matches %s in %s: %v", pattern, data, err)
		}
		taken := 0
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil || !info.Mode().IsRegular() || taken == mostFiles {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			Add(add, text[:min(len(text), mostSize)])
			taken++
		}
	}
}
