package node

import (
	"bytes"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// A Visitor reads files that are too many to keep open, or that come and go: of processes, of devices. It
// keeps its memory, and allocates only for names that are new to it. It is for one goroutine at a time;
// results are valid until the next call of the same method.
type Visitor struct {
	root   string
	path   []byte // of the file being read, with a terminating 0
	text   []byte
	listed []byte // entries of a directory
	names  map[string]string
	older  map[string]string // names known before the last 4096
	fault  func(string) error
}

// Visitor returns a Visitor of a tree.
func (t *Tree) Visitor() *Visitor {
	root := filepath.Clean(t.Root)
	if t.Real() {
		root = ""
	}
	return &Visitor{root: root, text: make([]byte, 32<<10), names: make(map[string]string), fault: t.Fault}
}

// Read reads a whole file. The parts of its name are joined as they are: Read("/proc/", pid, "/status").
func (v *Visitor) Read(parts ...string) ([]byte, error) {
	v.place(parts)
	text, err := v.read()
	if err != nil {
		return nil, named("open", strings.Join(append([]string{v.root}, parts...), ""), err)
	}
	return text, nil
}

// Try reads a file that need not be there.
func (v *Visitor) Try(parts ...string) (text []byte, ok bool) {
	v.place(parts)
	text, err := v.read()
	return text, err == nil
}

// Number reads a file that holds one number; it returns 0 if that fails.
func (v *Visitor) Number(parts ...string) uint64 {
	text, _ := v.Try(parts...)
	field, _ := CutField(text)
	n, _ := Unsigned(field)
	return n
}

func (v *Visitor) place(parts []string) {
	v.path = append(v.path[:0], v.root...)
	for _, p := range parts {
		v.path = append(v.path, p...)
	}
	v.path = append(v.path, 0)
}

func (v *Visitor) read() ([]byte, error) {
	if v.fault != nil {
		if err := v.fault(string(v.path[:len(v.path)-1])); err != nil {
			return nil, err
		}
	}
	d, err := openBytes(v.path)
	if err != nil {
		return nil, err
	}
	defer d.close()
	for n := 0; ; {
		if n == len(v.text) {
			if n >= mostRoom {
				return nil, fs.ErrInvalid
			}
			v.text = append(v.text, make([]byte, n)...)
		}
		got, err := d.readAt(v.text[n:], int64(n))
		if err != nil {
			return nil, err
		}
		if got == 0 {
			return v.text[:n], nil
		}
		n += got
	}
}

// Names appends the names in a directory to a list, sorted.
func (v *Visitor) Names(list []string, parts ...string) ([]string, error) {
	v.place(parts)
	from := len(list)
	list, err := v.list(list)
	if err != nil {
		return list, named("open", strings.Join(append([]string{v.root}, parts...), ""), err)
	}
	slices.Sort(list[from:])
	return list, nil
}

// Name keeps the text of a name, so that it is allocated once.
func (v *Visitor) Name(text []byte) string {
	if name, known := v.names[string(text)]; known {
		return name
	}
	name, known := v.older[string(text)]
	if !known {
		name = string(text)
	}
	if len(v.names) >= 4096 {
		v.names, v.older = make(map[string]string), v.names
	}
	v.names[name] = name
	return name
}

// Value finds the line of a key whose value follows a blank.
func Value(text []byte, key string) (value []byte, there bool) {
	for len(text) > 0 {
		var line []byte
		line, text = CutLine(text)
		if len(line) > len(key) && line[len(key)] == ' ' && string(line[:len(key)]) == key {
			return bytes.TrimSpace(line[len(key)+1:]), true
		}
	}
	return nil, false
}
