//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// install builds everything and puts it in its place.
func install(w *where, mpi string) (problem error) {
	version, err := treeVersion()
	if err != nil {
		return err
	}
	date, err := sourceDate()
	if err != nil {
		return err
	}
	stage, err := os.MkdirTemp("", "packaging")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	b := &builder{to: stage, version: version, date: date}
	if err := b.findMPI(mpi); err != nil {
		return err
	}
	if err := b.all(); err != nil {
		return err
	}
	list, err := entries(w, b)
	if err != nil {
		return err
	}
	in, err := newInstaller(w)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := in.install(e); err != nil {
			return err
		}
	}
	if err := in.finish(); err != nil {
		return err
	}
	kind := "no MPI"
	if b.mpi() {
		kind = "MPI by the tags " + b.tags
	}
	fmt.Printf("installed mpitimer %s in %s (%s): %d files; make uninstall with the same PREFIX removes them\n", version, in.real(w.prefix), kind, len(in.files)+1)
	return nil
}

// copied are the files of the source that are installed as they are, and where below the prefix.
var copied = map[string]string{
	"mpitimer/capi/mpitimer.h":            "include",
	"mpitimer/capi/mpitimer.hpp":          "include",
	"mpitimer/cgptl/gptl.h":               "include/gptl",
	"mpitimer/cgptl/gptlmpi.h":            "include/gptl",
	"mpitimer/cgptl/e3sm/gptl.h":          "include/gptl_e3sm",
	"mpitimer/cgptl/e3sm/gptl.inc":        "include/gptl_e3sm",
	"mpitimer/capi/fortran/mpitimer.f90":  "share/mpitimer",
	"mpitimer/cgptl/fortran/gptl.f90":     "share/mpitimer",
	"mpitimer/cgptl/fortran/perf_mod.f90": "share/mpitimer",
	"LICENSE":                             "share/doc/mpitimer",
	"CHANGELOG.md":                        "share/doc/mpitimer",
}

// entries lists what is installed of what has been built.
func entries(w *where, b *builder) ([]entry, error) {
	below := func(parts ...string) string { return filepath.Join(append([]string{w.prefix}, parts...)...) }
	var list []entry
	for _, p := range programs {
		list = append(list, entry{name: below("bin", p), mode: 0o755, from: filepath.Join(b.to, p)})
		completions, err := completionsOf(w, p)
		if err != nil {
			return nil, err
		}
		list = append(list, completions...)
	}
	pages, err := filepath.Glob(filepath.Join(b.to, "man", "*.1"))
	if err != nil || len(pages) < 2 {
		return nil, fmt.Errorf("%d manual pages: %w", len(pages), err)
	}
	for _, p := range pages {
		list = append(list, entry{name: below("share/man/man1", filepath.Base(p)), mode: 0o644, from: p})
	}
	for from, to := range copied {
		list = append(list, entry{name: below(to, filepath.Base(from)), mode: 0o644, from: from})
	}
	for i := range libraries {
		list = append(list, librariesEntries(w, b, &libraries[i])...)
	}
	if !w.system() {
		list = append(list, entry{name: below("share/modulefiles/mpitimer", b.version), mode: 0o644, text: moduleFile(w, b.version)})
	}
	return append(list, entry{name: below("share/doc/mpitimer/licences.txt"), mode: 0o644, text: b.licences}), nil
}

// librariesEntries are a library with its links and what finds it.
func librariesEntries(w *where, b *builder, l *library) []entry {
	lib := func(parts ...string) string { return filepath.Join(append([]string{w.libdir}, parts...)...) }
	defined := ""
	if b.mpi() && l.name == "gptl_e3sm" {
		defined = "HAVE_MPI" // by which the fork's header takes communicators
	}
	version, _, _ := strings.Cut(b.version, "-")
	return []entry{
		{name: lib(l.file(b.version)), mode: 0o644, from: filepath.Join(b.to, l.file(b.version))},
		{name: lib(l.soname()), link: l.file(b.version)},
		{name: lib("lib" + l.name + ".so"), link: l.soname()},
		{name: lib("pkgconfig", l.name+".pc"), mode: 0o644, text: pkgConfig(w, l, version, defined)},
		{name: lib("cmake", l.name, l.name+"Config.cmake"), mode: 0o644, text: cmakeConfig(w, l, defined)},
		{name: lib("cmake", l.name, l.name+"ConfigVersion.cmake"), mode: 0o644, text: cmakeVersion(l, version)},
	}
}

// completionsOf are the files by which shells complete the arguments of a program, which they ask for them.
func completionsOf(w *where, program string) ([]entry, error) {
	c := &cobra.Command{Use: program}
	zsh := "share/zsh/site-functions"
	if w.system() {
		zsh = "share/zsh/vendor-completions"
	}
	var list []entry
	for _, shell := range []struct {
		name  string
		write func(*bytes.Buffer) error
	}{
		{"share/bash-completion/completions/" + program, func(to *bytes.Buffer) error { return c.GenBashCompletionV2(to, true) }},
		{zsh + "/_" + program, func(to *bytes.Buffer) error { return c.GenZshCompletion(to) }},
		{"share/fish/vendor_completions.d/" + program + ".fish", func(to *bytes.Buffer) error { return c.GenFishCompletion(to, true) }},
	} {
		var text bytes.Buffer
		if err := shell.write(&text); err != nil {
			return nil, err
		}
		list = append(list, entry{name: filepath.Join(w.prefix, shell.name), mode: 0o644, text: text.String()})
	}
	return list, nil
}
