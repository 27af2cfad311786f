//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest is the file, below the prefix, that names what was installed: make uninstall reads it.
const manifest = "share/mpitimer/installed.txt"

// entry is a file to be installed: one of its three last fields says what it is.
type entry struct {
	name string // absolute, without the destdir
	mode os.FileMode
	text string
	from string // a file
	link string // what a symbolic link points to
}

// installer writes files and remembers what it has made.
type installer struct {
	*where
	files, folders []string // without the destdir
}

// newInstaller makes the destdir, which uninstall leaves.
func newInstaller(w *where) (*installer, error) {
	if w.destdir != "" {
		if err := os.MkdirAll(w.destdir, 0o755); err != nil {
			return nil, err
		}
	}
	return &installer{where: w}, nil
}

func (in *installer) real(name string) string { return filepath.Join(in.destdir, name) }

func (in *installer) folder(name string) error {
	if _, err := os.Stat(in.real(name)); err == nil || name == filepath.Dir(name) {
		return nil
	}
	if err := in.folder(filepath.Dir(name)); err != nil {
		return err
	}
	in.folders = append(in.folders, name)
	return os.Mkdir(in.real(name), 0o755)
}

func (in *installer) install(e entry) error {
	if err := in.folder(filepath.Dir(e.name)); err != nil {
		return err
	}
	to := in.real(e.name)
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // a program that runs keeps what it has
	}
	in.files = append(in.files, e.name)
	if e.link != "" {
		return os.Symlink(e.link, to)
	}
	data := []byte(e.text)
	if e.from != "" {
		var err error
		if data, err = os.ReadFile(e.from); err != nil {
			return err
		}
	}
	if err := os.WriteFile(to, data, e.mode); err != nil {
		return err
	}
	return os.Chmod(to, e.mode) // whatever the mask
}

// finish writes the manifest. What an earlier installation has made, directories among it, stays listed.
func (in *installer) finish() error {
	name := filepath.Join(in.prefix, manifest)
	before, err := readManifest(in.real(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := in.folder(filepath.Dir(name)); err != nil {
		return err
	}
	lines := append(in.files, name)
	for _, f := range in.folders {
		lines = append(lines, f+"/")
	}
	lines = append(lines, before...)
	slices.Sort(lines)
	text := strings.Join(slices.Compact(lines), "\n") + "\n"
	return os.WriteFile(in.real(name), []byte(text), 0o644)
}

func readManifest(name string) (lines []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scan := bufio.NewScanner(f)
	for scan.Scan() {
		lines = append(lines, scan.Text())
	}
	return lines, scan.Err()
}

// uninstall removes the files that were installed, and of the directories that were made for them those that are empty now.
func uninstall(w *where) error {
	name := filepath.Join(w.destdir, w.prefix, manifest)
	lines, err := readManifest(name)
	if err != nil {
		return fmt.Errorf("nothing is installed below %s: %w", w.prefix, err)
	}
	slices.Sort(lines)
	var problems error
	removed := 0
	for _, line := range slices.Backward(lines) { // what is in a directory comes before it
		if !filepath.IsAbs(line) || filepath.Clean(line) != strings.TrimSuffix(line, "/") {
			return fmt.Errorf("%s: %q is not a name that make install writes", name, line)
		}
		at := filepath.Join(w.destdir, line)
		if strings.HasSuffix(line, "/") {
			if inside, err := os.ReadDir(at); err != nil || len(inside) > 0 {
				continue // gone, or others have put something there
			}
		}
		switch err := os.Remove(at); {
		case err == nil:
			removed++
		case !errors.Is(err, fs.ErrNotExist):
			problems = errors.Join(problems, err)
		}
	}
	fmt.Printf("removed from %s: %d files and directories\n", w.prefix, removed)
	return problems
}
