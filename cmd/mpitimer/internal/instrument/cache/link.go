package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
)

// Link returns another name for a directory, in the cache. Who uses the directory trusts it already; nobody else can change
// where the link leads.
func (c *Cache) Link(folder string) (name string, err error) {
	sum := sha256.Sum256([]byte(folder))
	name = filepath.Join(c.folder, "link-"+hex.EncodeToString(sum[:8]))
	for range 10 {
		if err = os.Symlink(folder, name); err == nil {
			return name, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return "", err
		}
		if to, err := os.Readlink(name); err == nil && to == folder {
			return name, nil
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return "", err
}
