package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/internal/owner"
)

// Chain returns what is wrong with a directory or with one above it: it belongs to somebody other than the
// caller, root and the trusted users, or others can replace its contents. Links to the directory are followed
// first; their target is returned.
//
// See [owner.Trusted] for who counts as root.
func Chain(folder string, trusted ...int) (string, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return "", err
	}
	for at := real; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return "", err
		}
		if err := one(at, info, trusted); err != nil {
			return "", err
		}
		if at == filepath.Dir(at) {
			return real, nil
		}
	}
}

// one is Chain for one directory. In a sticky one nobody can replace another user's files.
func one(at string, info os.FileInfo, trusted []int) error {
	uid, _ := owner.Of(info)
	switch {
	case !owner.Trusted(info) && !slices.Contains(trusted, uid):
		return fmt.Errorf("%s belongs to user %d: %w", at, uid, owner.ErrUnsafe)
	case owner.Writable(info) && info.Mode()&os.ModeSticky == 0:
		return fmt.Errorf("%s (%s): %w", at, info.Mode(), owner.ErrUnsafe)
	}
	return nil
}
