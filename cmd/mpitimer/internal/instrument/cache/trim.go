package cache

import (
	"cmp"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entries not used for this long are removed, and beyond this many bytes those least recently used. Builds
// mark the entries that they use more often than once in the time for which these are in use.
const (
	mostAge   = 5 * 24 * time.Hour
	mostBytes = 64 << 20
	inUse     = time.Hour
	marking   = inUse / 6
)

// newPrefix starts the names of directories that are being made or removed.
const newPrefix = "new-"

// prefixes start the names of everything that belongs to the cache. Anything else there is somebody's own.
var prefixes = []string{"overlay-", "timers-", resultsPrefix, newPrefix}

func mark(folder string) error {
	now := time.Now()
	return os.Chtimes(folder, now, now)
}

// keepMarking marks what is in use until the build is over.
func (c *Cache) keepMarking() {
	ticker := time.NewTicker(marking)
	defer ticker.Stop()
	for {
		select {
		case <-c.quit:
			return
		case <-ticker.C:
			c.mu.Lock()
			for _, folder := range c.used {
				_ = mark(folder) // it may have been removed by its user
			}
			c.mu.Unlock()
		}
	}
}

// old is an entry that may be removed.
type old struct {
	name  string
	used  time.Time
	bytes int64
}

// trim removes what is old or too much. What other builds use stays.
func (c *Cache) trim(now time.Time) {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return
	}
	var list []old
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(e.Name(), p) }) {
			continue
		}
		o := old{e.Name(), info.ModTime(), size(filepath.Join(c.folder, e.Name()))}
		total += o.bytes
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b old) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.name, b.name)) })
	for _, o := range list {
		age := now.Sub(o.used)
		if age < inUse || age < mostAge && total <= mostBytes && !strings.HasPrefix(o.name, newPrefix) {
			continue
		}
		if c.remove(o.name, now) {
			total -= o.bytes
		}
	}
}

// size returns the bytes of the files in a directory.
func size(folder string) (bytes int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil // what cannot be read is not counted
	})
	return bytes
}

// remove removes an entry unless a build has taken it by now: builds mark what they take under the lock.
func (c *Cache) remove(name string, now time.Time) bool {
	unlock := c.lock(true)
	info, err := os.Lstat(filepath.Join(c.folder, name))
	if err != nil || now.Sub(info.ModTime()) < inUse {
		unlock()
		return false
	}
	gone := c.away(name)
	unlock()
	return gone != "" && os.RemoveAll(gone) == nil
}

// discard removes an entry at once.
func (c *Cache) discard(name string) {
	unlock := c.lock(true)
	gone := c.away(name)
	unlock()
	if gone != "" {
		_ = os.RemoveAll(gone)
	}
}

// away gives an entry another name, so that nobody finds half of it.
func (c *Cache) away(name string) string {
	gone := filepath.Join(c.folder, fmt.Sprintf("%s%016x", newPrefix, rand.Uint64()))
	if os.Rename(filepath.Join(c.folder, name), gone) != nil {
		return ""
	}
	return gone
}
