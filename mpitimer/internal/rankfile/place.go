package rankfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/owner"
)

// permissions of directories; files have the same without the bits to execute.
func permissions(readable bool) os.FileMode {
	if readable {
		return 0o755
	}
	return 0o700
}

// OwnFolderPrefix is what the names of users' directories begin with.
const OwnFolderPrefix = "mpitimer-"

// OwnFolder is the name of a user's directory in a place that all users share.
func OwnFolder(uid int) string { return OwnFolderPrefix + strconv.Itoa(uid) }

// sharedMemory is the file system in memory of Linux, temporary where every user can write.
const (
	sharedMemory = "/dev/shm"
	temporary    = "/tmp"
)

// Places is where Tables: auto looks for a directory, in this order. Memory comes first: it costs no
// writes to a disk, and everybody on the node finds it, while a batch system may give each job a
// $TMPDIR of its own.
func Places() []string {
	var list []string
	for _, folder := range []string{sharedMemory, os.Getenv("TMPDIR"), os.TempDir(), temporary} {
		if folder != "" && !remote(folder) && !slices.Contains(list, folder) {
			list = append(list, folder)
		}
	}
	return list
}

// Making is a rank's file that is to be made.
type Making struct {
	Run      string
	Rank     int
	Readable bool // by other users
	OnFull   func(error)
}

// In makes the file in the directory of the run, below one that the user has named. What does not exist of
// it is made, for this user alone or to be read by all. First says that no other rank had made the run's.
func (m *Making) In(base string) (file *File, first bool, err error) {
	folder, first, err := MakeRun(base, m.Run, m.Readable)
	if err != nil {
		return nil, false, err
	}
	if file, err = Create(folder, m.Rank, m.Readable, m.OnFull); err != nil {
		removeIfEmpty(folder)
		return nil, false, err
	}
	return file, first, nil
}

// Auto makes the file in the user's own directory, in the first place that allows it. The error tells of
// the places that did not. Those that have hardly any room left come last.
func (m *Making) Auto() (file *File, first bool, problem error) { return m.inOneOf(Places()) }

// leastRoom is what a place has to have left to be taken before others: with less a table soon finds no
// room to grow.
const leastRoom = 1 << 20

func (m *Making) inOneOf(places []string) (*File, bool, error) {
	var problem error
	tries := slices.Clip(places)
	for n := 0; n < len(tries); n++ {
		place := tries[n]
		if room, known := free(place); known && room < leastRoom && n < len(places) {
			problem = errors.Join(problem, fmt.Errorf("%s: only %d bytes are left", place, room))
			tries = append(tries, place)
			continue
		}
		file, first, err := m.inPlace(place)
		if err == nil {
			return file, first, problem
		}
		problem = errors.Join(problem, err)
	}
	if problem == nil {
		problem = errors.New("no place on this node's own file systems")
	}
	return nil, false, problem
}

// inPlace makes the file in the user's own directory of a place.
func (m *Making) inPlace(place string) (*File, bool, error) {
	info, err := os.Stat(place)
	if err != nil {
		return nil, false, err
	}
	if info.Mode()&os.ModeSticky == 0 && (!owner.Trusted(info) || owner.Writable(info)) {
		uid, _ := owner.Of(info)
		return nil, false, fmt.Errorf("%s (%s of user %d): %w", place, info.Mode(), uid, owner.ErrUnsafe)
	}
	base := filepath.Join(place, OwnFolder(os.Geteuid()))
	if err := makeOwn(base, m.Readable); err != nil {
		return nil, false, err
	}
	file, first, err := m.In(base)
	if err != nil {
		removeIfEmpty(base)
	}
	return file, first, err
}

// MakeRun makes the directory of a run in one that the user has named, and which is made, too, when it
// does not exist. First says that no other rank had made it.
func MakeRun(base, run string, readable bool) (folder string, first bool, err error) {
	if err := makeAll(base, readable); err != nil {
		return "", false, fmt.Errorf("directory %s: %w", base, err)
	}
	info, err := os.Stat(base)
	if err != nil {
		return "", false, err
	}
	if owner.Writable(info) && info.Mode()&os.ModeSticky == 0 {
		return "", false, fmt.Errorf("%s (%s): %w (chmod go-w, or +t)", base, info.Mode(), owner.ErrUnsafe)
	}
	return makeRun(base, run, readable)
}

// makeAll makes a directory and those above it, whatever the mask of the process adds or takes away.
func makeAll(folder string, readable bool) error {
	if _, err := os.Stat(folder); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(folder), permissions(readable)); err != nil {
		return err
	}
	err := os.Mkdir(folder, permissions(readable))
	if errors.Is(err, fs.ErrExist) { // by another rank
		return nil
	}
	if err == nil {
		err = chmod(folder, readable)
	}
	return err
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

// makeOwn makes the user's own directory, or makes sure of it.
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

// mine is owner.Mine for a directory.
func mine(folder string) error {
	info, err := owner.Mine(folder)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is a file: %w", folder, owner.ErrUnsafe)
	}
	return err
}

// removeIfEmpty removes a directory, unless other ranks still have their files in it.
func removeIfEmpty(folder string) { _ = os.Remove(folder) }

// SafeName makes part of a directory's name of a program's.
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
