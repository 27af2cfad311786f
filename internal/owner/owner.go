// Package owner finds the owner of a file, and other users who could change it: a node of a cluster has
// several users.
package owner

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrUnsafe reports that another user could change or replace a file.
var ErrUnsafe = errors.New("others could change what is in it")

// Writable reports whether users other than its owner can write to a file or directory. A group with the
// owner's number is the owner's private one, at sites whose umask lets groups write.
func Writable(info os.FileInfo) bool {
	uid, known := Of(info)
	switch mode := info.Mode().Perm(); {
	case !known: // the system has no such modes
		return false
	case mode&0o002 != 0:
		return true
	case mode&0o020 != 0:
		gid, _ := Group(info)
		return gid != uid || uid != 0 && uid != os.Geteuid()
	}
	return false
}

// Trusted reports whether a file belongs to the caller, root or, since the machine's root appears as that user in a
// container, the owner of the root directory; or to nobody as far as the system says.
func Trusted(info os.FileInfo) bool {
	uid, known := Of(info)
	if !known || uid == os.Geteuid() || uid == 0 {
		return true
	}
	root, err := os.Stat(string(filepath.Separator))
	if err != nil {
		return false
	}
	of, _ := Of(root)
	return uid == of
}

// Planted returns what is wrong with a link, of which info tells: others can write to its directory, and one of them may
// have put it there, to have what it leads to replaced. On the way to a file the directory's owner may have links.
func Planted(link string, info os.FileInfo, way bool) error {
	folder, err := os.Stat(filepath.Dir(link))
	if err != nil || Trusted(info) || !Writable(folder) && Trusted(folder) {
		return err
	}
	uid, _ := Of(info)
	if of, _ := Of(folder); way && of == uid {
		return nil
	}
	return fmt.Errorf("%s is a link of user %d in a directory that others can write to: %w", link, uid, ErrUnsafe)
}

// Mine returns what is wrong with a file or directory that only the caller should be able to change: it is a
// link or a device, it belongs to another user, or others can write to it.
func Mine(path string) (os.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	uid, known := Of(info)
	switch {
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is neither a file nor a directory but %s: %w", path, info.Mode().Type(), ErrUnsafe)
	case known && uid != os.Geteuid():
		return nil, fmt.Errorf("%s belongs to user %d: %w", path, uid, ErrUnsafe)
	case Writable(info):
		return nil, fmt.Errorf("%s (%s): %w", path, info.Mode(), ErrUnsafe)
	}
	return info, nil
}
