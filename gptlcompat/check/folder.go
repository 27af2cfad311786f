package check

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Folder checks the timing directory of a case as PACE's insertTiming reads it: every file directly in
// it whose name has a "." or ends in "_stats" must be text of a rank or of the statistics. A single
// other file makes PACE refuse the whole experiment; a file without a table counts as a rank that ran
// nothing. There must be one file of statistics, and each rank once.
func Folder(folder fs.FS) error {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return err
	}
	seen := map[string]string{}
	for _, e := range entries {
		key, taken := paceKey(e.Name())
		if !taken || e.IsDir() {
			continue
		}
		if err := paceMember(folder, e.Name(), key); err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
		if seen[key] != "" {
			return fmt.Errorf("%s and %s: PACE stores both as %q", seen[key], e.Name(), key)
		}
		seen[key] = e.Name()
	}
	if seen[statsKey] == "" {
		return errors.New("there is no file whose name ends in _stats")
	}
	return nil
}

// statsKey is under what PACE stores the statistics.
const statsKey = "stats"

// paceKey is under what PACE stores a file of that name, if it takes it: the rank, without zeros before it.
func paceKey(name string) (key string, taken bool) {
	if strings.HasSuffix(name, "_stats") {
		return statsKey, true
	}
	_, key, taken = strings.Cut(name, ".")
	if short := strings.TrimLeft(key, "0"); short != key {
		key = short
		if key == "" {
			key = "0"
		}
	}
	return key, taken
}

// paceMember checks one file.
func paceMember(folder fs.FS, name, key string) error {
	text, err := fs.ReadFile(folder, name)
	switch _, wrong := strconv.ParseUint(key, 10, 31); {
	case err != nil:
		return err
	case !utf8.Valid(text):
		return errors.New("is not UTF-8: PACE refuses the experiment")
	case key == statsKey:
		return Global(text)
	case wrong != nil:
		return fmt.Errorf("PACE takes %q for a rank", key)
	}
	return Rank(text)
}
