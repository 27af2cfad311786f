package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/owner"
)

// sumLength is the length of the last part of an entry's name, which is computed from its content.
const sumLength = 40

// blank replaces the sum in files that contain their own location: no content can name its own sum.
var blank = strings.Repeat("0", sumLength)

// Blank is the directory that files passed to Keep give as their location.
func (c *Cache) Blank(name string) string { return filepath.Join(c.folder, name+"-"+blank) }

const resultsPrefix = "results-"

// Results is a directory in which programs leave files for later calls, by what it is for. Nothing of it is compiled.
func (c *Cache) Results(what string) (folder string, err error) {
	sum := sha256.Sum256([]byte(what))
	folder = filepath.Join(c.folder, resultsPrefix+hex.EncodeToString(sum[:])[:sumLength])
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	return folder, mark(folder)
}

// Sum returns the end of the name of an entry with these files.
func Sum(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(name), len(files[name]))
		h.Write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:sumLength]
}

// Find returns the directory of an entry with this name that an earlier build has left, if it is unchanged.
func (c *Cache) Find(name string) (folder string, found bool) {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		sum, ok := strings.CutPrefix(e.Name(), name+"-")
		if ok && len(sum) == sumLength && c.take(e.Name(), name, sum) == nil {
			return filepath.Join(c.folder, e.Name()), true
		}
	}
	return "", false
}

// Keep makes an entry of files, unless it exists, and reports whether it did. Others see it whole or not at
// all. In files the directory Blank is replaced by that of the entry.
func (c *Cache) Keep(name string, files map[string][]byte) (folder string, fresh bool, err error) {
	sum := Sum(files)
	full := name + "-" + sum
	folder = filepath.Join(c.folder, full)
	err = c.take(full, name, sum)
	if err == nil {
		return folder, false, nil
	}
	if !errors.Is(err, fs.ErrNotExist) { // it has changed
		c.discard(full)
	}
	temporary, err := os.MkdirTemp(c.folder, newPrefix)
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(temporary)
	if err := fill(temporary, files, []byte(name+"-"+blank), []byte(full)); err != nil {
		return "", false, err
	}
	renamed := os.Rename(temporary, folder)
	if err := c.take(full, name, sum); err != nil { // another build may have been faster
		return "", false, errors.Join(renamed, err)
	}
	c.trim(time.Now())
	return folder, true, nil
}

// fill writes files to a directory, and replaces one text by another in them.
func fill(folder string, files map[string][]byte, from, to []byte) error {
	for name, text := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, bytes.ReplaceAll(text, from, to), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// take marks an entry as in use, and returns what is wrong with it. From then on no other build removes it.
func (c *Cache) take(full, name, sum string) error {
	folder := filepath.Join(c.folder, full)
	unlock := c.lock(false)
	err := mark(folder)
	unlock()
	if err != nil {
		return err
	}
	files := make(map[string][]byte)
	if err := read(folder, "", files); err != nil {
		return err
	}
	for at, text := range files {
		files[at] = bytes.ReplaceAll(text, []byte(full), []byte(name+"-"+blank))
	}
	if got := Sum(files); got != sum {
		return fmt.Errorf("%s has the content of %s", folder, got)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used = append(c.used, folder)
	return nil
}

// read reads a directory and all below it. Everything must belong to the user, and nobody else may be able to
// change it.
func read(folder, at string, files map[string][]byte) error {
	here := filepath.Join(folder, at)
	if _, err := owner.Mine(here); err != nil {
		return err
	}
	entries, err := os.ReadDir(here)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := filepath.Join(at, e.Name())
		if e.IsDir() {
			if err := read(folder, name, files); err != nil {
				return err
			}
			continue
		}
		if _, err := owner.Mine(filepath.Join(folder, name)); err != nil {
			return err
		}
		if files[name], err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}
