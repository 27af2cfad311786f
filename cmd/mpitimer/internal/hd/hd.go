// Package hd implements the sub-commands for HDTrace files: show, check, repair, cut, merge and convert
// them.
package hd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Command returns mpitimer hd with all below it.
func Command() *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "hd",
		Short: "Look at, check, cut and convert HDTrace files",
		Long: `hd reads HDTrace files: projects (.proj), event traces (.trc), relations (.rel),
statistics (.stat) and info files (.info), written by the timers, by
HDTrace's libraries or by its tools. It recognises a file by its contents, whatever its name, and a
damaged file by its extension.

` + cli.StatusHelp,
	}, infoCommand(), dumpCommand(), cutCommand(), mergeCommand(), checkCommand(), viewCommand(), otf2Command())
}

// say writes a line to the standard output.
func say(c *cobra.Command, format string, args ...any) error {
	return cli.Write(c, c.OutOrStdout(), command.Message(fmt.Sprintf(format, args...))+"\n")
}

var hdExtensions = []string{hdtrace.ExtProject, hdtrace.ExtTrace, hdtrace.ExtRelation, hdtrace.ExtStatistics, hdtrace.ExtInfo}

// hdContents is how files start.
var hdContents = []struct {
	ext   string
	begin func() *regexp.Regexp
}{
	{hdtrace.ExtStatistics, lazyregexp.New(`^ ?[0-9]{1,9}\s+<`)},
	{hdtrace.ExtProject, lazyregexp.New(`^\s*(<[?!][^>]*>\s*)*<Application[\s>/]`)},
	{hdtrace.ExtTrace, lazyregexp.New(`^\s*(<[?!][^>]*>\s*)*<Program[\s>/]`)},
	{hdtrace.ExtRelation, lazyregexp.New(`^\s*(<[?!][^>]*>\s*)*<relation[\s>/]`)},
	{hdtrace.ExtInfo, lazyregexp.New(`^(File|Comm|Type) `)},
}

// hdFile is a file of one of the kinds. It is opened when it is read, and again after Close: a project has
// more files than a process may have open.
type hdFile struct {
	name string
	kind string // its extension, or that which it should have
	size int64
	info os.FileInfo
	file *os.File // nil until it is read
}

// openHD finds out what a file is. It is closed again when openHD returns.
func openHD(name string) (f *hdFile, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a file", name)
	}
	f = &hdFile{name: name, kind: filepath.Ext(name), size: info.Size(), info: info}
	if err = f.open(); err != nil {
		return nil, err
	}
	if kind, unknown := kindOf(f); unknown == nil {
		f.kind = kind
	} else if !slices.Contains(hdExtensions, f.kind) { // damaged files are what their names say
		err = fmt.Errorf("%s: %w", name, unknown)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *hdFile) open() error {
	file, err := os.Open(f.name)
	if err != nil {
		return err
	}
	if info, err := file.Stat(); err != nil || !os.SameFile(info, f.info) {
		return errors.Join(fmt.Errorf("%s: was replaced while it was being read", f.name), err, file.Close())
	}
	f.file = file
	return nil
}

// Name returns the name by which the file was opened.
func (f *hdFile) Name() string { return f.name }

// ReadAt reads from a place of the file, which is opened for it if it is not open.
func (f *hdFile) ReadAt(p []byte, at int64) (int, error) {
	if f.file == nil {
		if err := f.open(); err != nil {
			return 0, err
		}
	}
	return f.file.ReadAt(p, at)
}

// Close closes the descriptor.
func (f *hdFile) Close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

// all reads the file from its start.
func (f *hdFile) all() io.Reader { return io.NewSectionReader(f, 0, f.size) }

// kindOf looks at how a file begins.
func kindOf(r io.ReaderAt) (string, error) {
	begin := make([]byte, 4096)
	n, err := r.ReadAt(begin, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	begin = bytes.TrimPrefix(begin[:n], []byte("\ufeff"))
	for _, c := range hdContents {
		if c.begin().Match(begin) {
			return c.ext, nil
		}
	}
	return "", fmt.Errorf("not an HDTrace file: its name does not end in %s, and it does not start like one", strings.Join(hdExtensions, ", "))
}

func (f *hdFile) statistics(o hdtrace.ReadOptions) (*stat.File, error) {
	o.Name = f.Name()
	return stat.Open(f, f.size, o)
}

func (f *hdFile) trace(o hdtrace.ReadOptions) (*trace.Reader, error) {
	o.Name = f.Name()
	return trace.NewReader(f.all(), o)
}

func (f *hdFile) relations(o hdtrace.ReadOptions) (*relation.Reader, error) {
	o.Name = f.Name()
	return relation.NewReader(f.all(), o)
}

// project reads a project file and finds the files that lie beside it.
func (f *hdFile) project(o hdtrace.ReadOptions) (*hdproject.Files, fs.FS, error) {
	folder := os.DirFS(filepath.Dir(f.Name()))
	p, err := hdproject.Open(folder, filepath.Base(f.Name()), o)
	return p, folder, err
}

// labels returns the path of the node of a trace or of relations, which only the name of the file contains,
// after the name of the project. That may contain '_' if there is a project file.
func (f *hdFile) labels() []string { return f.labelsBefore("") }

// labelsBefore is labels of a file that has more than them in its name.
func (f *hdFile) labelsBefore(end string) []string {
	base := filepath.Base(f.Name())
	if ext := filepath.Ext(base); slices.Contains(hdExtensions, ext) {
		base = strings.TrimSuffix(base, ext)
	}
	base = strings.TrimSuffix(base, end)
	_, rest, _ := strings.Cut(base, "_")
	entries, err := os.ReadDir(filepath.Dir(f.Name()))
	if err == nil {
		longest := 0
		for _, e := range entries {
			project, ok := strings.CutSuffix(e.Name(), hdtrace.ExtProject)
			if after, of := strings.CutPrefix(base, project+"_"); ok && of && len(project) > longest {
				longest, rest = len(project), after
			}
		}
	}
	switch {
	case rest != "":
		return strings.Split(rest, "_")
	case end != "": // statistics may be of the project
		return nil
	}
	return []string{base}
}

// hdNames returns the files that arguments name: for a directory all that have one of the extensions.
func hdNames(args []string) ([]string, error) {
	var names []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			names = append(names, arg)
			continue
		}
		inside, err := hdNamesIn(arg)
		if err != nil {
			return nil, err
		}
		names = append(names, inside...)
	}
	return names, nil
}

func hdNamesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && slices.Contains(hdExtensions, filepath.Ext(e.Name())) {
			names = append(names, filepath.Join(folder, e.Name()))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no HDTrace files in it; expected names that end in %s", folder, strings.Join(hdExtensions, ", "))
	}
	slices.SortStableFunc(names, func(a, b string) int { return projectLast(a) - projectLast(b) })
	return names, nil
}

// projectLast lets project files come before all that they are about.
func projectLast(name string) int {
	if filepath.Ext(name) == hdtrace.ExtProject {
		return 0
	}
	return 1
}

// damaged makes the fault of a file one of a result from which something is missing.
func damaged(err error) error {
	var fault *hdtrace.FormatError
	if errors.As(err, &fault) && !errors.Is(err, cli.ErrIncomplete) {
		return fmt.Errorf("%w: %w", cli.ErrIncomplete, err)
	}
	return err
}
