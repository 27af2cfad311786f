// Package licences finds the licences of the modules of others that programs are built of.
package licences

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Module is a module of others, with the files of its licence.
type Module struct {
	Path, Version string
	Files         []string // absolute names
	Licence       string   // its identifier in the list of SPDX, or the identifiers joined by " AND "; empty if it is not known
}

// Of lists the modules of others that the packages of a module are built of on this machine, with test those that their tests
// need, too, sorted by path.
func Of(dir string, packages []string, test bool) ([]Module, error) {
	args := []string{"list", "-deps", "-json=Dir,ImportPath,Module,Standard"}
	if test {
		args = append(args, "-test")
	}
	c := exec.Command("go", append(args, packages...)...)
	c.Dir = dir
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &said)
	}
	found := map[string]*Module{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			Dir, ImportPath string
			Standard        bool
			Module          *struct {
				Path, Version string
				Main          bool
			}
		}
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		if p.Standard || p.Module == nil || p.Module.Main || found[p.Module.Path] != nil {
			continue
		}
		m := &Module{Path: p.Module.Path, Version: p.Module.Version}
		path, _, _ := strings.Cut(p.ImportPath, " ") // a test has its name behind it
		if err := m.read(moduleDir(p.Dir, strings.TrimSuffix(path, "_test"), m.Path)); err != nil {
			return nil, err
		}
		found[m.Path] = m
	}
	var list []Module
	for _, m := range found {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// moduleDir returns the directory of a module, of which a package is known: go list does not tell it where there is a vendor
// directory.
func moduleDir(dir, path, module string) string {
	for range strings.Count(strings.TrimPrefix(path, module), "/") {
		dir = filepath.Dir(dir)
	}
	return dir
}

var isLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)([-._].*)?$`)

func (m *Module) read(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var kinds []string
	for _, f := range files {
		if !isLicence.MatchString(f.Name()) || f.IsDir() {
			continue
		}
		name := filepath.Join(dir, f.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, name)
		kinds = append(kinds, Kinds(string(text))...)
	}
	slices.Sort(kinds)
	m.Licence = strings.Join(slices.Compact(kinds), " AND ")
	return nil
}

// phrases are words by which a licence is known. All must stand there, and absent not: a text may name other licences.
var phrases = []struct {
	kind   string
	all    []string
	absent string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0"}, ""},
	{"MIT", []string{"permission is hereby granted, free of charge", "the above copyright notice and this permission notice shall be included"}, ""},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}, ""},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "endorse or promote products derived"}, ""},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}, "endorse or promote products derived"},
	{"MPL-2.0", []string{"mozilla public license", "version 2.0"}, ""},
	{"LGPL", []string{"gnu lesser general public license"}, "mozilla public license"},
	{"GPL", []string{"gnu general public license"}, "lesser general public license"},
	{"AGPL", []string{"gnu affero general public license"}, "mozilla public license"},
}

// Kinds names the licences whose words are in a text.
func Kinds(text string) (list []string) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, p := range phrases {
		has := p.absent == "" || !strings.Contains(text, p.absent)
		for _, words := range p.all {
			has = has && strings.Contains(text, words)
		}
		if has {
			list = append(list, p.kind)
		}
	}
	return list
}

// Texts returns the licences of all modules that packages are built of, as those who pass programs on have to.
func Texts(dir string, packages []string) (string, error) {
	list, err := Of(dir, packages, false)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("The programs and libraries contain Go's library (BSD-3-Clause, https://go.dev/LICENSE) and these modules.\n")
	for _, m := range list {
		if len(m.Files) == 0 {
			return "", fmt.Errorf("%s %s: no file with a licence", m.Path, m.Version)
		}
		for _, name := range m.Files {
			text, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "\n==== %s %s: %s (%s)\n\n%s\n", m.Path, m.Version, filepath.Base(name), m.Licence, strings.TrimSpace(string(text)))
		}
	}
	return b.String(), nil
}
