// Package node reads what a Linux node tells of itself in /proc and /sys, for all who measure nodes.
//
// A [Tree] is where these folders lie: of this machine, or recorded on another one. A [File] stays open and is
// read again and again, a [Table] is a file with a row of numbers for each thing, a [Folder] lists what is
// there now. Once they have seen all that there is, readings allocate nothing.
//
// Errors tell what is [Absent], [Denied] and [Garbled] apart.
//
// No package of others is asked, although procfs knows all of this: it links package net, and with that the C
// library, into programs that were linked statically, and allocates.
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

// Tree is where proc and sys lie.
type Tree struct {
	// Root stands in place of "/". Empty or "/" is this machine.
	Root string

	// Fault is asked before a file is opened or read, unless it is nil: tests let files vanish and permissions
	// be denied.
	Fault func(path string) error
}

// Real reports whether the tree is this machine's, not a recorded one.
func (t *Tree) Real() bool {
	return t.Root == "" || filepath.Clean(t.Root) == string(filepath.Separator)
}

// Path returns where something lies: Path("proc/stat").
func (t *Tree) Path(parts ...string) string {
	root := t.Root
	if root == "" {
		root = string(filepath.Separator)
	}
	return filepath.Join(root, filepath.Join(parts...))
}

// Content reads a file whole, once.
func (t *Tree) Content(path string) ([]byte, error) {
	f := t.records(path)
	defer f.Close()
	return f.Read()
}

// Text returns what a file says, without the blanks around it.
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

// Names lists the names in a folder, sorted; nil where there is none.
func Names(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Numbered lists the numbers N of the entries PREFIX N SUFFIX of a folder, ascending; nil where there is no
// folder.
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

// errGarbled is matched by the errors of what was read and not understood.
var errGarbled = errors.New("garbled")

// garbledError says what was expected.
type garbledError string

func (e garbledError) Error() string   { return string(e) }
func (garbledError) Is(err error) bool { return err == errGarbled }

// Absent reports whether an error means that something is not there, or not any more: a processor that is
// offline, a device that was pulled.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) || isNoDevice(err) }

// Vanished reports whether an error means that what was open has gone: its device was pulled.
func Vanished(err error) bool { return isNoDevice(err) }

// Denied reports whether an error means that this user may not read what is there.
func Denied(err error) bool { return errors.Is(err, fs.ErrPermission) }

// Garbled reports whether an error means that a file was read and not understood.
func Garbled(err error) bool { return errors.Is(err, errGarbled) }
