package instrument

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/version"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A program that does not use the timers gets a copy of them, as a module without requirements: what they
// need from other modules is part of it, under other names, so that no version of anything in the program
// changes. It is compiled once for all programs.

const (
	copyVersion  = "v0.0.0-00010101000000-000000000000"
	othersPrefix = timersModule + "/internal/others/"
)

// listedPackage is a package of the copy.
type listedPackage struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct{ Path, GoVersion string }
	Imports         []string
}

// copyTimers makes the copy, unless it is there. It has what MPI needs in any case: with one copy for all programs, what has
// nothing to do with MPI is compiled once for those with MPI, of any kind, and those without.
func (o *options) copyTimers(g *goCommand, messages io.Writer) (*timers, error) {
	source, err := o.timersSource()
	if err != nil {
		return nil, err
	}
	if err := o.safeSource(source, source); err != nil {
		return nil, err
	}
	at := &goCommand{folder: source, arguments: []string{"-tags=" + g.given("tags")}, environment: []string{"CGO_ENABLED=1"}}
	at.addTag("mpi")
	all, err := listed[listedPackage](at, "-deps", "-json=ImportPath,Dir,Standard,Module,Imports", hookPackage, wrapperPackage)
	if err != nil {
		return nil, fmt.Errorf("the source of the timers in %s: %w", source, err)
	}
	packages := slices.DeleteFunc(all, func(p listedPackage) bool { return p.Standard })
	files, err := o.copiedFiles(packages, source)
	if err != nil {
		return nil, err
	}
	// A module may not require one with a newer language than its own, if that is Go 1.21 or newer. Each file
	// says by itself which language it is of.
	files["go.mod"] = []byte("module " + timersModule + "\n\ngo 1.17\n")
	folder, fresh, err := o.cache.Keep("timers", files)
	if err != nil {
		return nil, fmt.Errorf("the copy of the timers: %w", err)
	}
	if fresh {
		fmt.Fprintln(messages, "mpitimer: the program does not use the timers; compiling a copy of them once, for some seconds")
	}
	return &timers{folder: folder}, nil
}

// copiedPath returns the name of a package in the copy.
func copiedPath(importPath string) string {
	if importPath == timersModule || strings.HasPrefix(importPath, timersModule+"/") {
		return importPath
	}
	return othersPrefix + importPath
}

// copiedFiles returns the files of the packages, by name in the copy: everything in a directory except tests,
// so that files for any system are there.
func (o *options) copiedFiles(packages []listedPackage, source string) (map[string][]byte, error) {
	names := make(map[string]bool)
	for _, p := range packages {
		names[p.ImportPath] = true
	}
	files := make(map[string][]byte)
	for _, p := range packages {
		folder := strings.TrimPrefix(copiedPath(p.ImportPath), timersModule+"/")
		language := ""
		if p.Module != nil && p.Module.GoVersion != "" {
			language = version.Lang("go" + p.Module.GoVersion)
		}
		entries, err := os.ReadDir(p.Dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			name := filepath.Join(p.Dir, e.Name())
			if err := o.safeSource(source, name); err != nil {
				return nil, err
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if strings.HasSuffix(e.Name(), ".go") {
				text = copied(text, names, language)
			} else if !slices.Contains([]string{".s", ".c", ".h"}, filepath.Ext(e.Name())) {
				continue
			}
			files[filepath.Join(filepath.FromSlash(folder), e.Name())] = text
		}
	}
	return files, nil
}

// copied returns a Go file with the names that packages have in the copy. The copy's module declares an old
// Go version, because a module that uses one with a newer version must have that version itself; each file
// declares its own version.
func copied(text []byte, names map[string]bool, language string) []byte {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.ImportsOnly)
	if err != nil {
		return text
	}
	var out bytes.Buffer
	rest := text
	constraintText, from, to := buildLine(text[:set.Position(f.Package).Offset])
	if language != "" {
		wanted := language
		if version.Compare(wanted, "go1.21") < 0 {
			wanted = "go1.21"
		}
		line := "//go:build " + wanted
		if constraintText != "" {
			line = "//go:build (" + constraintText + ") && " + wanted
		}
		if constraintText == "" {
			out.WriteString(line + "\n\n")
		} else {
			out.Write(text[:from])
			out.WriteString(line)
			rest = text[to:]
		}
	}
	base := len(text) - len(rest)
	for _, i := range f.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if err != nil || !names[name] {
			continue
		}
		at, end := set.Position(i.Path.Pos()).Offset, set.Position(i.Path.End()).Offset
		out.Write(text[base:at])
		out.WriteString(strconv.Quote(copiedPath(name)))
		base = end
	}
	out.Write(text[base:])
	return out.Bytes()
}

// buildLine returns the build constraint before the package clause, and where it is.
func buildLine(head []byte) (expression string, from, to int) {
	at := 0
	for line := range bytes.Lines(head) {
		text := strings.TrimRight(string(line), "\r\n")
		if constraint.IsGoBuild(text) {
			return strings.TrimSpace(strings.TrimPrefix(text, "//go:build")), at, at + len(text)
		}
		at += len(line)
	}
	return "", 0, 0
}

// jsonField returns a text in a JSON object.
func jsonField(text []byte, name string) string {
	var fields map[string]any
	if json.Unmarshal(text, &fields) != nil {
		return ""
	}
	s, _ := fields[name].(string)
	return s
}
