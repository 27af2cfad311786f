// Package node reads what a Linux node exposes in /proc and /sys, for everything that measures nodes.
//
// A [Tree] says where these directories are: on this machine, or recorded on another. A [File] stays open and
// is read again and again, a [Table] is a file with a row of numbers for each thing, a [Folder] lists what is
// there now. Once they have seen everything, readings allocate nothing.
//
// Errors distinguish [Absent], [Denied] and [Garbled].
//
// No third-party package is used, although procfs could do all of this: it allocates, and it links package
// net, and with that the C library, into programs that were linked statically.
package node

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Tree says where proc and sys are.
type Tree struct {
	// Root replaces "/". Empty or "/" means this machine.
	Root string

	// Fault, unless nil, is called before a file is opened or read: tests make files vanish and deny
	// permissions.
	Fault func(path string) error
}

// Real reports whether the tree is this machine's, not a recorded one.
func (t *Tree) Real() bool {
	return t.Root == "" || filepath.Clean(t.Root) == string(filepath.Separator)
}

// Path returns where something is: Path("proc/stat").
func (t *Tree) Path(parts ...string) string {
	root := t.Root
	if root == "" {
		root = string(filepath.Separator)
	}
	return filepath.Join(root, filepath.Join(parts...))
}

// Content reads a whole file, once.
func (t *Tree) Content(path string) ([]byte, error) {
	f := t.records(path)
	defer f.Close()
	return f.Read()
}

// Text returns the contents of a file, without the blanks around them.
func (t *Tree) Text(path string) (string, error) {
	text, err := t.Content(path)
	return strings.TrimSpace(string(text)), err
}

// Number reads the number that a file holds, once.
func (t *Tree) Number(path string) (int64, error) {
	f := t.File(path)
	defer f.Close()
	return f.Number()
}

// Has reports whether something is there.
func (t *Tree) Has(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Names lists the names in a directory, sorted, or nil if there is none.
func Names(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Numbered lists the numbers N of the entries PREFIX N SUFFIX of a directory in ascending order, or nil if
// there is no directory.
func Numbered(dir, prefix, suffix string) []int {
	var list []int
	for _, name := range Names(dir) {
		rest, begins := strings.CutPrefix(name, prefix)
		digits, ends := strings.CutSuffix(rest, suffix)
		if n, err := strconv.Atoi(digits); begins && ends && err == nil && strconv.Itoa(n) == digits && n >= 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// errGarbled reports that something was read and not understood.
var errGarbled = errors.New("garbled")

// garbledError says what was expected.
type garbledError string

func (e garbledError) Error() string   { return string(e) }
func (garbledError) Is(err error) bool { return err == errGarbled }

// Absent reports whether an error means that something is not there, or no longer: a processor that is
// offline, a device that was unplugged.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || isNoDevice(err) }

// Vanished reports whether an error means that an open file has gone because its device was unplugged.
func Vanished(err error) bool { return isNoDevice(err) }

// Denied reports whether an error means that this user may not read what is there.
func Denied(err error) bool { return errors.Is(err, fs.ErrPermission) }

// Garbled reports whether an error means that a file was read and not understood.
func Garbled(err error) bool { return errors.Is(err, errGarbled) }
