package project

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// The functions of this file are the only ones of the package that know of directories and files of the
// system: names of files are part of the format.

// Directory is a directory into which a program writes files of a project. Each file comes into being with
// the first bytes that are written to it, so that none is there without contents. A file of that name that is
// there already, of another run or of another tracer, is left as it is, and its writer is refused, unless the
// options replace it.
//
// Several processes can write into the same directory, each for nodes of its own; each of them adds its part to
// the project file ([Directory.MergeProject]), or one writes it for all. Its methods may be called from several
// goroutines.
type Directory struct {
	path     string
	topology *hdtrace.Topology
	replace  bool

	mu      sync.Mutex
	project *Project
	files   []*lazyFile
	open    []attached
	closed  bool
}

// attached is a writer of a file, to be closed before the file is.
type attached struct {
	closer io.Closer
	file   *lazyFile
	group  string // of statistics
	node   *hdtrace.Node
}

// DirectoryOptions says how files are created.
type DirectoryOptions struct {
	// Replace removes a file of the same name when its writer is made. Otherwise that is an error, which
	// matches ErrCreate and fs.ErrExist.
	Replace bool
}

// NewDirectory makes the directory if it is not there. The error matches ErrCreate, also where no files can be made
// in it.
func NewDirectory(path string, topology *hdtrace.Topology, options DirectoryOptions) (*Directory, error) {
	if topology == nil {
		return nil, fmt.Errorf("hdtrace: directory %s without a topology: %w", printable.Clipped(path), hdtrace.ErrInvalidArgument)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, fmt.Errorf("hdtrace: %w: %w", hdtrace.ErrCreate, err)
	}
	if err := writable(path); err != nil {
		return nil, fmt.Errorf("hdtrace: %w: files in %s: %w", hdtrace.ErrCreate, path, err)
	}
	return &Directory{path: path, topology: topology, replace: options.Replace, project: New(emptied(topology))}, nil
}

// emptied is a topology without its nodes.
func emptied(t *hdtrace.Topology) *hdtrace.Topology {
	return hdtrace.UncheckedTopology(t.Project(), t.Levels()...)
}

// Topology is the topology of the directory's files.
func (d *Directory) Topology() *hdtrace.Topology { return d.topology }

// file makes a file that comes into being when it is written to.
func (d *Directory) file(name string) (*lazyFile, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	path := filepath.Join(d.path, name)
	if d.closed {
		return nil, fmt.Errorf("hdtrace: create %s: %w: %w", path, hdtrace.ErrContext, os.ErrClosed)
	}
	if slices.ContainsFunc(d.files, func(f *lazyFile) bool { return f.path == path }) {
		return nil, fmt.Errorf("hdtrace: create %s: %w: %w", path, hdtrace.ErrCreate, fs.ErrExist)
	}
	if d.replace {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("hdtrace: replace %s: %w: %w", path, hdtrace.ErrCreate, err)
		}
	} else if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("hdtrace: create %s: %w: %w", path, hdtrace.ErrCreate, fs.ErrExist)
	}
	if claims.of(path, d) {
		return nil, fmt.Errorf("hdtrace: create %s: %w: another tracer of this process will write it: %w", path, hdtrace.ErrCreate, fs.ErrExist)
	}
	claims.set(path, d)
	f := &lazyFile{path: path}
	d.files = append(d.files, f)
	return f, nil
}

// Has reports whether a file of that name is there.
func (d *Directory) Has(name string) bool {
	_, err := os.Lstat(filepath.Join(d.path, name))
	return err == nil
}

// Taken reports whether a file of that name is there, or will be, since another tracer of this process has a writer
// for it that may have written nothing yet.
func (d *Directory) Taken(name string) bool {
	return d.Has(name) || claims.of(filepath.Join(d.path, name), d)
}

// claimed are the files that open directories of this process have writers for, whether they are there or not.
// Two tracers of a rank, a timeline and a recorder of calls, say, may have a project of one name.
type claimed struct {
	mu sync.Mutex
	by map[string]*Directory
}

var claims = claimed{by: make(map[string]*Directory)}

// of reports whether a directory other than d has claimed a file.
func (c *claimed) of(path string, d *Directory) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	by, taken := c.by[absolute(path)]
	return taken && by != d
}

func (c *claimed) set(path string, d *Directory) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[absolute(path)] = d
}

// drop forgets a file that d has claimed.
func (c *claimed) drop(path string, d *Directory) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if path = absolute(path); c.by[path] == d {
		delete(c.by, path)
	}
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// forget takes back what file has made, for a writer that could not be made.
func (d *Directory) forget(f *lazyFile) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files = slices.DeleteFunc(d.files, func(other *lazyFile) bool { return other == f })
	claims.drop(f.path, d)
}

func (d *Directory) add(e attached) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = append(d.open, e)
}

// WriteProject writes the project file in the place of the one that is there; see [Directory.MergeProject].
func (d *Directory) WriteProject(p *Project) error {
	return d.update(p, func(string) error { return nil })
}

// Close closes all writers that are still open, and the files. Those that nothing whole was written to are
// removed. The project file is not written by it.
func (d *Directory) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	d.closed = true
	var errs []error
	for _, e := range d.open {
		errs = append(errs, e.closer.Close())
		if empty, ok := e.closer.(interface{ Empty() bool }); ok && empty.Empty() {
			errs = append(errs, e.file.remove())
		}
	}
	for _, f := range d.files {
		errs = append(errs, f.Close())
		claims.drop(f.path, d)
	}
	return errors.Join(errs...)
}

// newFile makes a file that is not there. Of several that try, on whatever host, one gets it.
func newFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// lazyFile is a file that is created by the first write.
type lazyFile struct {
	path string

	mu   sync.Mutex
	file *os.File
	gone bool // removed again, or closed before it was there
}

func (f *lazyFile) get() (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil && f.gone {
		return nil, fmt.Errorf("%s: %w", f.path, os.ErrClosed)
	}
	if f.file == nil {
		file, err := newFile(f.path)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", hdtrace.ErrCreate, err)
		}
		f.file = file
	}
	return f.file, nil
}

func (f *lazyFile) Write(p []byte) (int, error) {
	file, err := f.get()
	if err != nil {
		return 0, err
	}
	return file.Write(p)
}

func (f *lazyFile) WriteAt(p []byte, at int64) (int, error) {
	file, err := f.get()
	if err != nil {
		return 0, err
	}
	return file.WriteAt(p, at)
}

func (f *lazyFile) Truncate(size int64) error {
	file, err := f.get()
	if err != nil {
		return err
	}
	return file.Truncate(size)
}

// exists reports whether the file was created and is still there.
func (f *lazyFile) exists() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.file != nil && !f.gone
}

func (f *lazyFile) remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil || f.gone {
		return nil
	}
	f.gone = true
	return os.Remove(f.path)
}

func (f *lazyFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		f.gone = true
		return nil
	}
	if err := f.file.Close(); err != nil {
		return fmt.Errorf("hdtrace: %w: %w", hdtrace.ErrClose, err)
	}
	return nil
}

// Repair does what [PlanRepair] says, and keeps the original of each file of which something goes beside it, as
// FILE.orig. It returns what was done, and what is left as it is; the error tells what could not be done.
func Repair(dir string) ([]hdtrace.Fix, error) {
	fixes, err := PlanRepair(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	for i := range fixes {
		if err := apply(&fixes[i], dir); err != nil {
			return fixes[:i], fmt.Errorf("hdtrace: repair: %w", err)
		}
	}
	return fixes, nil
}

// apply does what a fix says.
func apply(f *hdtrace.Fix, dir string) error {
	path := filepath.Join(dir, f.File)
	if f.Left {
		return nil
	}
	if err := keepOriginal(f, path); err != nil {
		return err
	}
	switch {
	case f.Remove:
		return os.Remove(path)
	case f.Rewrite != nil:
		return writeAnew(f, path)
	case f.Keep == 0:
		return replaceFile(path, f.Append)
	}
	path, err := atomicfile.Real(path)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	for _, p := range f.Patches {
		if _, err := file.WriteAt(p.Data, p.Offset); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	err = file.Truncate(f.Keep)
	if err == nil && len(f.Append) > 0 {
		_, err = file.WriteAt(f.Append, f.Keep)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// writeAnew writes a file of what can be read of it.
func writeAnew(f *hdtrace.Fix, path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return atomicfile.Write(path, func(w io.Writer) error { return f.Rewrite(w, in) })
}

// keepOriginal copies a file of which something goes to one beside it, FILE.orig, or FILE.orig.2 and so on where
// there is one: what looks damaged to this program may be the only copy of something.
func keepOriginal(f *hdtrace.Fix, path string) error {
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is made
	}
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil || info.Size() == 0 || !f.Remove && f.Rewrite == nil && f.Keep >= info.Size() && len(f.Patches) == 0 {
		return err
	}
	for n := 1; ; n++ {
		name := path + ".orig"
		if n > 1 {
			name = fmt.Sprintf("%s.%d", name, n)
		}
		err := atomicfile.WriteNew(name, func(w io.Writer) error {
			_, err := io.Copy(w, io.NewSectionReader(in, 0, info.Size()))
			return err
		})
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// replaceFile writes a file so that at any moment there is the old one or the new one, and nothing between.
func replaceFile(path string, data []byte) error {
	err := atomicfile.Write(path, func(w io.Writer) error { _, err := w.Write(data); return err })
	if errors.Is(err, atomicfile.ErrCreate) {
		return fmt.Errorf("hdtrace: %w: %w", hdtrace.ErrCreate, err)
	}
	if err != nil {
		return faults.Write("write", err)
	}
	return nil
}
