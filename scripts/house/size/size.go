// Package size measures how large the house is: what a solver links, and how much there is to read.
package size

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Package is one that a program is made of.
type Package struct {
	Name string
	Own  bool // of this module
	Go   bool // of Go's library
	File []string
}

// Linked lists what the program in a directory below root is made of, but for itself, as it is built with the go command's
// defaults.
func Linked(root, program string) ([]Package, error) {
	list := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{.Standard}} {{.DepOnly}} {{with .Module}}{{.Main}}{{end}}
{{- $d := .Dir}}{{range .GoFiles}} {{$d}}/{{.}}{{end}}{{range .CgoFiles}} {{$d}}/{{.}}{{end}}`, program)
	list.Dir = root
	list.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []Package
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[2] != "true" {
			continue
		}
		p := Package{Name: fields[0], Go: fields[1] == "true", Own: len(fields) > 3 && fields[3] == "true", File: fields[3:]}
		if !p.Go {
			p.File = fields[4:]
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// LinkedLines is how many lines of this module a program links, beside its own, and of how many packages of others.
func LinkedLines(root, program string) (lines, others int, err error) {
	packages, err := Linked(root, program)
	if err != nil {
		return 0, 0, err
	}
	for _, p := range packages {
		if !p.Own && !p.Go {
			others++
		}
		if !p.Own {
			continue
		}
		for _, file := range p.File {
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, 0, err
			}
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	return lines, others, nil
}

// Lines counts the lines of the files below directories, or in them alone, whose names end so; tests and what they read do not
// count.
func Lines(root string, alone bool, dirs []string, ends ...string) (lines int, err error) {
	for _, dir := range dirs {
		top := filepath.Join(root, dir)
		err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || alone && name != top):
				return filepath.SkipDir
			case d.IsDir() || strings.HasSuffix(name, "_test.go") || !slices.Contains(ends, filepath.Ext(name)):
				return nil
			}
			text, err := os.ReadFile(name)
			lines += bytes.Count(text, []byte("\n"))
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	return lines, nil
}

// Top are the directories of what users get.
var Top = []string{"machenv", "stats", "gptlcompat", "mpitimer", "cmd", "examples", "internal"}
