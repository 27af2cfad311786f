package tacc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/internal/packed"
)

// ErrAppend reports a current file that must not be appended to: another program's, a newer version's, or one
// with unknown types.
var ErrAppend = errors.New("cannot append to the current file")

// currentName is the file that is written to. It has a second name, its first second since 1970, which stays
// when the next file becomes the current one.
const currentName = "current"

// nodeFiles is the directory of one node's files.
type nodeFiles struct {
	dir   string
	file  *os.File
	types []Type // that can be collected
	head  Header // of a new file
}

// open opens the current file, or starts one. An existing file's schema applies; its contents are returned
// too.
func (n *nodeFiles) open(now time.Time) (*Writer, *Data, error) {
	if err := os.MkdirAll(n.dir, 0o777); err != nil {
		return nil, nil, err
	}
	name, err := atomicfile.Real(filepath.Join(n.dir, currentName))
	if err != nil {
		return nil, nil, err
	}
	for range 10 {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
		if errors.Is(err, fs.ErrNotExist) {
			err = n.create(now)
			if err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, nil, err
			}
			continue // it is there now: ours, or that of a process that was faster
		}
		if err != nil {
			return nil, nil, err
		}
		w, d, err := n.resume(f)
		if err != nil {
			return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
		}
		n.file = f
		return w, d, nil
	}
	return nil, nil, fmt.Errorf("%s: others remove it again and again", name)
}

// create starts a file under its time and links it to the current one. Two in a second get the next ones.
func (n *nodeFiles) create(now time.Time) error {
	for epoch := now.Unix(); ; epoch++ {
		name := filepath.Join(n.dir, strconv.FormatInt(epoch, 10))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) && epoch < now.Unix()+600 {
			continue
		}
		if err != nil {
			return err
		}
		_, err = NewWriter(f, n.head, n.types)
		if err = errors.Join(err, f.Close()); err == nil {
			err = os.Link(name, filepath.Join(n.dir, currentName))
		}
		if err != nil {
			return errors.Join(err, os.Remove(name))
		}
		return nil
	}
}

// resume reads what the file holds, and ends a line that a writer left open when it died.
func (n *nodeFiles) resume(f *os.File) (*Writer, *Data, error) {
	text, err := io.ReadAll(packed.Text(f))
	if err != nil {
		return nil, nil, err
	}
	d := new(Data)
	if len(text) == 0 {
		w, err := NewWriter(f, n.head, n.types)
		return w, d, err
	}
	if err := d.Add("", bytes.NewReader(text)); err != nil {
		return nil, nil, err
	}
	types, err := n.appendable(d)
	if err != nil {
		return nil, nil, err
	}
	if text[len(text)-1] != '\n' {
		if _, err := f.WriteString("\n"); err != nil {
			return nil, nil, err
		}
	}
	w, err := ContinueWriter(f, n.head, types)
	return w, d, err
}

// appendable checks the header of a file as the monitor does. The types of the file are those that are
// written to it.
func (n *nodeFiles) appendable(d *Data) ([]Type, error) {
	h := d.Headers[0]
	program, version := n.head.Program, n.head.Version
	if program == "" {
		program, version = Program, Version
	}
	switch {
	case len(d.Headers) > 1:
		return nil, fmt.Errorf("%w: line %d has a second header", ErrAppend, d.Headers[1].Line)
	case h.Program != program:
		return nil, fmt.Errorf("%w: it is of %q, expected %q", ErrAppend, h.Program, program)
	case compareVersions(h.Version, version) > 0:
		return nil, fmt.Errorf("%w: it is of version %.40q, newer than %s", ErrAppend, h.Version, version)
	}
	var types []Type
	for _, t := range d.Tables {
		known := false
		for i := range n.types {
			known = known || n.types[i].Name == t.Type.Name
		}
		if !known {
			return nil, fmt.Errorf("%w: it has the type %.40q, which is not collected here", ErrAppend, t.Type.Name)
		}
		types = append(types, t.Type)
	}
	return types, nil
}

// compareVersions compares the numbers in versions as numbers: 2.3.10 is newer than 2.3.5.
func compareVersions(a, b string) int {
	for a != "" && b != "" {
		x, y := leading(a), leading(b)
		u, okU := parseUint([]byte(x))
		v, okV := parseUint([]byte(y))
		switch {
		case okU && okV && u != v:
			if u < v {
				return -1
			}
			return 1
		case !(okU && okV) && x != y:
			return strings.Compare(x, y)
		}
		a, b = a[len(x):], b[len(y):]
	}
	return len(a) - len(b)
}

// leading returns the digits at the start of a text, or what precedes the first digit.
func leading(s string) string {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	n := 1
	for n < len(s) && digit(s[n]) == digit(s[0]) {
		n++
	}
	return s[:n]
}

// rotate lets the current file go: its other name stays.
func (n *nodeFiles) rotate() error {
	return errors.Join(n.close(), os.Remove(filepath.Join(n.dir, currentName)))
}

// changed reports whether the open file is no longer the current one: another process has rotated it.
func (n *nodeFiles) changed() bool {
	ours, err := n.file.Stat()
	if err != nil {
		return true
	}
	now, err := os.Stat(filepath.Join(n.dir, currentName))
	return err != nil || !os.SameFile(ours, now)
}

func (n *nodeFiles) close() error {
	if n.file == nil {
		return nil
	}
	err := n.file.Close()
	n.file = nil
	return err
}

// Archive moves closed files from the directory of a node to ARCHIVE/HOST/EPOCH.gz, or, if they are younger
// than a day, plain to ARCHIVE/HOST/EPOCH, as the original's scripts do. It returns the names of the new
// files.
func Archive(dir, archive, host string, now time.Time) ([]string, error) {
	if !isFileName(host) {
		return nil, fmt.Errorf("host %.60q, expected a name", host)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	current, err := os.Stat(filepath.Join(dir, currentName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	into := filepath.Join(archive, host)
	if err := os.MkdirAll(into, 0o777); err != nil {
		return nil, err
	}
	var moved []string
	for _, e := range entries {
		epoch, ok := parseUint([]byte(e.Name()))
		info, err := e.Info()
		if !ok || err != nil || !info.Mode().IsRegular() || current != nil && os.SameFile(info, current) {
			continue
		}
		target := filepath.Join(into, e.Name())
		if now.Unix()-int64(epoch) > 24*60*60 {
			target += ".gz"
		}
		from := filepath.Join(dir, e.Name())
		if filepath.Clean(target) == filepath.Clean(from) {
			continue // it is in its place already
		}
		if err := move(from, target); err != nil {
			return moved, err
		}
		moved = append(moved, target)
	}
	return moved, nil
}

// move copies a file, packed if its new name says so, and then removes the old one. Nothing is overwritten.
func move(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	err = atomicfile.WriteNew(to, func(out io.Writer) error { return pack(out, in, strings.HasSuffix(to, ".gz")) })
	if err != nil {
		return err
	}
	return os.Remove(from)
}

func pack(out io.Writer, in io.Reader, zip bool) error {
	if !zip {
		_, err := io.Copy(out, in)
		return err
	}
	z := gzip.NewWriter(out)
	_, err := io.Copy(z, in)
	return errors.Join(err, z.Close())
}
