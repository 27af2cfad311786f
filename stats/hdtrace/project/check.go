package project

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// Check says what the readers make of the project files in the root of a file system, and of the files
// that belong to them: what they refuse, do not find or show wrongly, and why. [hdtrace.Accepted] sums it up. The
// error is that of a directory that cannot be read.
func Check(fsys fs.FS) ([]hdtrace.Finding, error) {
	names, err := fileNames(fsys)
	if err != nil {
		return nil, err
	}
	c := checker{fsys: fsys, names: names, found: map[string]bool{}}
	for _, name := range names {
		if path.Ext(name) == naming.ExtProject {
			c.project(name)
		}
	}
	for _, name := range names {
		c.file(name)
	}
	return c.list, nil
}

// CheckDirectory is [Check] of a directory. Readers fail on some of its names too.
func CheckDirectory(dir string) ([]hdtrace.Finding, error) {
	list, err := Check(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	if path, err := filepath.Abs(dir); err == nil && strings.ContainsAny(path, "#%") {
		list = append(list, hdtrace.Finding{File: dir, Readers: hdtrace.Java | hdtrace.Sunshot, Severity: finding.Refused, Text: "the directory has '#' or '%' in its name, which these readers take for parts of a URI"})
	}
	return list, nil
}

// CheckFile says what readers make of a file that is opened by itself, whatever its name. Its kind is an
// extension such as ".stat".
func CheckFile(name, kind string, r io.Reader, size int64) ([]hdtrace.Finding, error) {
	k, ok := faults.Kinds[kind]
	if !ok {
		return nil, fmt.Errorf("hdtrace: check %s as %s: %w", printable.Clipped(name), printable.Word(kind), hdtrace.ErrInvalidArgument)
	}
	return k.Check(name, r, size), nil
}

type checker struct {
	fsys  fs.FS
	names []string
	found map[string]bool // files that a project's readers open
	list  []hdtrace.Finding
}

func (c *checker) find(s finding.Severity, readers hdtrace.Readers, file, format string, args ...any) {
	c.list = append(c.list, hdtrace.Finding{File: file, Readers: readers, Severity: s, Text: fmt.Sprintf(format, args...)})
}

// project checks a project file and notes what files the Java reader would open for it.
func (c *checker) project(name string) {
	p, findings := readAndCheck(c.fsys, name)
	c.list = append(c.list, findings...)
	if p == nil {
		return
	}
	for n := range p.Topology.All() {
		begin := javaPath(n)
		if n.Parent() != nil {
			trace, relation := c.opens(begin+naming.ExtTrace), c.opens(begin+naming.ExtRelation)
			if len(n.Children()) == 0 && !trace && !relation {
				c.find(finding.Note, hdtrace.Java|hdtrace.Sunshot, name, "node %s has neither a trace nor relations, of which these readers warn", printable.Clipped(n.String()))
			}
		}
	}
	for n := range p.Topology.All() {
		for _, g := range p.Groups {
			if file := javaPath(n) + "_" + javaName(g) + naming.ExtStatistics; c.opens(file) {
				c.group(file, g)
			}
		}
	}
}

func readAndCheck(fsys fs.FS, name string) (*Project, []hdtrace.Finding) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, []hdtrace.Finding{faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)}
	}
	defer f.Close()
	root, err := markup.Parse(f)
	if err != nil {
		return nil, []hdtrace.Finding{faults.Finding(name, err, hdtrace.Java|hdtrace.Sunshot)}
	}
	return checkProject(name, root)
}

// opens reports whether a file is there, for readers that would open it.
func (c *checker) opens(name string) bool {
	_, there := slices.BinarySearch(c.names, name)
	if there {
		c.found[name] = true
	}
	return there
}

// group checks that the header of statistics has the name of the group that they are opened for.
func (c *checker) group(name, group string) {
	f, err := c.fsys.Open(name)
	if err != nil {
		return // file tells of it
	}
	defer f.Close()
	s, err := stat.NewReader(f, hdtrace.ReadOptions{Tolerant: true})
	if err == nil && s.Header().Group != group {
		c.find(finding.Refused, hdtrace.Java|hdtrace.Sunshot, name, "the group is %s, the project expects %s: the project does not open", printable.Clipped(s.Header().Group), printable.Clipped(group))
	}
}

// file checks what is in a file, and whether it belongs to a project.
func (c *checker) file(name string) {
	ext := path.Ext(name)
	k, ok := faults.Kinds[ext]
	if !ok {
		return
	}
	if ext != naming.ExtInfo && !c.found[name] {
		c.find(finding.Hidden, hdtrace.Java|hdtrace.Sunshot, name, "%s", c.orphan(name))
	}
	f, err := c.fsys.Open(name)
	if err != nil {
		c.list = append(c.list, faults.Finding(name, err, hdtrace.AllReaders))
		return
	}
	defer f.Close()
	c.list = append(c.list, k.Check(name, f, sizeOf(f))...)
}

// orphan says why readers do not open a file.
func (c *checker) orphan(name string) string {
	for _, other := range c.names {
		project, ok := strings.CutSuffix(other, naming.ExtProject)
		if !ok || !strings.HasPrefix(name, project+"_") {
			continue
		}
		return fmt.Sprintf("%s has no node or group by whose names these readers would find it", other)
	}
	return "there is no project file that it belongs to"
}

func sizeOf(f fs.File) int64 {
	info, err := f.Stat()
	if err != nil {
		return -1
	}
	return info.Size()
}

// PlanRepair says what there is to do so that readers accept the files in the root of a file system, as a
// program left them that was killed: files are cut behind what is whole, or removed where nothing is,
// and project files made or completed. What cannot be mended is left alone; [Check] tells of it.
func PlanRepair(fsys fs.FS) ([]hdtrace.Fix, error) {
	names, err := fileNames(fsys)
	if err != nil {
		return nil, err
	}
	var fixes []hdtrace.Fix
	removed := map[string]bool{}
	for _, name := range names {
		fix, ok, err := planFile(fsys, name)
		if err != nil {
			return fixes, err
		}
		if ok {
			fixes = append(fixes, fix)
			removed[name] = fix.Remove
		}
	}
	left := without{fsys, removed}
	for _, project := range projectsOf(names) {
		fix, ok, err := planProject(left, project)
		if err != nil {
			return fixes, err
		}
		if ok {
			fixes = append(fixes, fix)
		}
	}
	return fixes, nil
}

func planFile(fsys fs.FS, name string) (hdtrace.Fix, bool, error) {
	k, known := faults.Kinds[path.Ext(name)]
	if !known {
		return hdtrace.Fix{}, false, nil
	}
	f, err := fsys.Open(name)
	if err != nil {
		return hdtrace.Fix{}, false, fmt.Errorf("hdtrace: repair: %w", err)
	}
	defer f.Close()
	fix, ok := k.Plan(name, f, sizeOf(f))
	return fix, ok, nil
}

// without is a file system without some of its files.
type without struct {
	fs.FS
	removed map[string]bool
}

func (w without) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(w.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return w.removed[e.Name()] }), err
}

// projectsOf is the names of the projects that files are of: of project files, and what stands before the
// first '_' of files that are of none of these.
func projectsOf(names []string) []string {
	var projects []string
	for _, name := range names {
		if p, ok := strings.CutSuffix(name, naming.ExtProject); ok {
			projects = append(projects, p)
		}
	}
	given := projects[:len(projects):len(projects)]
	for _, name := range names {
		if strings.HasSuffix(name, naming.ExtProject) || slices.ContainsFunc(given, func(p string) bool { return strings.HasPrefix(name, p+"_") }) {
			continue
		}
		if p, _, ok := strings.Cut(name, "_"); ok && !slices.Contains(projects, p) {
			projects = append(projects, p)
		}
	}
	return projects
}

// planProject completes a project file, or makes one.
func planProject(fsys fs.FS, project string) (hdtrace.Fix, bool, error) {
	fix := hdtrace.Fix{File: project + naming.ExtProject, Why: "there was none that could be read"}
	old, findings := readAndCheck(fsys, fix.File)
	if old != nil {
		fix.Why = "it did not tell of all files"
		if anyRefused(findings) {
			fix.Why = "readers refuse it"
		}
		built, _, err := Build(fsys, project, BuildOptions{Levels: old.Topology.Levels()})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return fix, false, nil // nothing is left of it
		case err != nil:
			return fix, false, err
		case !anyRefused(findings) && old.covers(built):
			return fix, false, nil
		case old.Merge(built) == nil && !anyRefused(old.Check()):
			if fix.Append, err = old.appendXML(nil); err == nil {
				return fix, true, nil
			}
		}
		// What it says cannot be kept.
	}
	built, _, err := Build(fsys, project, BuildOptions{})
	if errors.Is(err, fs.ErrNotExist) {
		return fix, false, nil
	}
	if err == nil {
		fix.Append, err = built.appendXML(nil)
	}
	return fix, err == nil, err
}

func anyRefused(findings []hdtrace.Finding) bool {
	return slices.ContainsFunc(findings, func(f hdtrace.Finding) bool { return f.Severity == finding.Refused })
}

// covers reports whether a project has all nodes and groups of another.
func (p *Project) covers(other *Project) bool {
	for n := range other.Topology.All() {
		if _, ok := p.Topology.Find(n.Labels()...); !ok {
			return false
		}
	}
	for _, g := range other.Groups {
		if !slices.Contains(p.Groups, g) {
			return false
		}
	}
	return true
}
