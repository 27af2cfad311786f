package rankfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// permissions of folders; files have the same without the bits to execute.
func permissions(readable bool) os.FileMode {
	if readable {
		return 0o755
	}
	return 0o700
}

// ErrUnsafe is matched by errors about folders in which others could exchange the files.
var ErrUnsafe = errors.New("others could change what is in it")

// OwnFolderPrefix is what the names of users' folders begin with.
const OwnFolderPrefix = "mpitimer-"

// OwnFolder is the name of a user's folder in a place that all users share.
func OwnFolder(uid int) string { return OwnFolderPrefix + strconv.Itoa(uid) }

// sharedMemory is the file system in memory of Linux.
const sharedMemory = "/dev/shm"

// Places is where Tables: auto looks for a folder, in this order. Memory comes first: it costs no
// writes to a disk, and everybody on the node finds it, while a batch system may give each job a
// $TMPDIR of its own.
func Places() []string {
	var list []string
	add := func(folder string) {
		if folder == "" || remote(folder) {
			return
		}
		for _, known := range list {
			if known == folder {
				return
			}
		}
		list = append(list, folder)
	}
	add(sharedMemory)
	add(os.Getenv("TMPDIR"))
	add(os.TempDir())
	return list
}

// MakeAuto makes the user's own folder and the run's in it, in the first place that allows it. The
// error tells of the places that did not.
func MakeAuto(run string, readable bool) (folder string, first bool, err error) {
	return makeIn(Places(), run, readable)
}

func makeIn(places []string, run string, readable bool) (folder string, first bool, err error) {
	var problem error
	for _, place := range places {
		base := filepath.Join(place, OwnFolder(os.Geteuid()))
		if err := makeOwn(base, readable); err != nil {
			problem = errors.Join(problem, err)
			continue
		}
		folder, first, err := makeRun(base, run, readable)
		if err == nil {
			return folder, first, problem
		}
		problem = errors.Join(problem, err)
	}
	if problem == nil {
		problem = errors.New("no place on this node's own file systems")
	}
	return "", false, problem
}

// MakeRun makes the folder of a run in one that the user has named, and which is made, too, when it
// does not exist. First says that no other rank had made it.
func MakeRun(base, run string, readable bool) (folder string, first bool, err error) {
	if err := os.MkdirAll(base, 0o777); err != nil {
		return "", false, fmt.Errorf("folder %s: %w", base, err)
	}
	info, err := os.Stat(base)
	if err != nil {
		return "", false, err
	}
	if info.Mode().Perm()&0o022 != 0 && info.Mode()&os.ModeSticky == 0 {
		return "", false, fmt.Errorf("%s (%s): %w", base, info.Mode(), ErrUnsafe)
	}
	return makeRun(base, run, readable)
}

func makeRun(base, run string, readable bool) (folder string, first bool, err error) {
	folder = filepath.Join(base, run)
	switch err = os.Mkdir(folder, permissions(readable)); {
	case err == nil:
		return folder, true, chmod(folder, readable)
	case errors.Is(err, fs.ErrExist): // by another rank of the run, or by somebody else
		return folder, false, mine(folder)
	}
	return "", false, err
}

// chmod undoes what the mask of the process took away.
func chmod(folder string, readable bool) error {
	if !readable {
		return nil
	}
	return os.Chmod(folder, permissions(readable))
}

// makeOwn makes the user's own folder, or makes sure of it.
func makeOwn(folder string, readable bool) error {
	err := os.Mkdir(folder, permissions(readable))
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := mine(folder); err != nil {
		return err
	}
	return chmod(folder, readable)
}

// mine says what is wrong with a folder that only its user should be able to change: it is a link, or
// another user's, or others can write to it.
func mine(folder string) error {
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	switch uid, known := Owner(info); {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder but %s: %w", folder, info.Mode().Type(), ErrUnsafe)
	case known && uid != os.Geteuid():
		return fmt.Errorf("%s belongs to user %d: %w", folder, uid, ErrUnsafe)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s (%s): %w", folder, info.Mode(), ErrUnsafe)
	}
	return nil
}

// removeIfEmpty removes a folder, unless other ranks still have their files in it.
func removeIfEmpty(folder string) { _ = os.Remove(folder) }

// SafeName makes part of a folder's name of a program's.
func SafeName(program string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, program)
	name = strings.TrimLeft(name, ".")
	if len(name) > 40 {
		name = name[:40]
	}
	if name == "" {
		name = "program"
	}
	return name
}
