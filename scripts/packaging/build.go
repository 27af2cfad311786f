//go:build unix

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/go-hpc/timers/scripts/packaging/licences"
)

// builder builds the programs and libraries into a directory. Whoever builds the same source with the same compilers gets
// the same bits, wherever the source is.
type builder struct {
	to       string
	version  string
	date     int64
	tags     string // of the MPI, empty without one
	cc       string // the compiler that knows the MPI, if pkg-config does not
	licences string // of the modules that are linked
}

// findMPI chooses the MPI of the libraries.
func (b *builder) findMPI(kind string) error {
	const find = `source scripts/mpi-env.sh; for kind; do if mpi_find "$kind"; then echo "$MPITAGS $MPICGO"; exit; fi; done; exit 1`
	kinds := []string{"openmpi", "mpich"}
	switch kind {
	case "none":
		return nil
	case "any":
	default:
		kinds = []string{kind}
	}
	out, err := exec.Command("bash", append([]string{"-c", find, "packaging"}, kinds...)...).Output()
	if err != nil {
		if kind == "any" {
			return nil
		}
		return fmt.Errorf("there is no MPI called %q here; expected openmpi, mpich, any or none", kind)
	}
	words := strings.Fields(string(out))
	if b.tags = words[0]; len(words) > 1 {
		b.cc = words[1]
	}
	return nil
}

// mpi reports whether the libraries know an MPI.
func (b *builder) mpi() bool { return b.tags != "" }

// run runs a command with the environment of the builds.
func (b *builder) run(env []string, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	c.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+fmt.Sprint(b.date))
	c.Env = append(c.Env, env...)
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}

func (b *builder) goBuild(env []string, link string, args ...string) error {
	flags := "-s -w -X github.com/go-hpc/timers/cmd/internal/command.release=v" + b.version
	if link != "" {
		flags += " -extldflags=" + link
	}
	return b.run(env, "go", append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=" + flags}, args...)...)
}

// library is a shared library: the command that it is made of, its build tags and where its headers are.
type library struct {
	name, command, tags string
	description         string
	headers             string // below the prefix
	fortran             string // what a program in Fortran compiles, or includes, below the prefix
}

// libraries are those that make install installs.
var libraries = []library{
	{"mpitimer", "libmpitimer", "", "Timers of the regions of parallel programs", "include", "share/mpitimer/mpitimer.f90"},
	{"gptl", "libgptl", "", "GPTL's interface over mpitimer", "include/gptl", "share/mpitimer/gptl.f90"},
	{"gptl_e3sm", "libgptl", "e3sm", "The interface of E3SM's fork of GPTL over mpitimer", "include/gptl_e3sm", "include/gptl_e3sm/gptl.inc"},
}

// abi is the number of the libraries' binary interface. It counts up when a program that was linked before could no longer
// run; docs/stability.md says more, and exports_test.go holds the names.
const abi = "0"

func (l *library) soname() string { return "lib" + l.name + ".so." + abi }

// file is the name of the library itself, to which the soname is a link.
func (l *library) file(version string) string {
	version, _, _ = strings.Cut(version, "-")
	_, rest, _ := strings.Cut(version, ".")
	return l.soname() + "." + rest
}

func (b *builder) library(l *library) error {
	tags := l.tags
	if b.mpi() {
		tags = strings.Trim(b.tags+","+tags, ",")
	}
	env := []string{"CGO_ENABLED=1"}
	if b.cc != "" {
		env = append(env, "CC="+b.cc)
	}
	to := filepath.Join(b.to, l.file(b.version))
	if err := b.goBuild(env, "-Wl,-soname,"+l.soname(), "-tags", tags, "-buildmode=c-shared", "-o", to, "./cmd/"+l.command); err != nil {
		return err
	}
	// Go's own header, which nobody needs, is there if the command itself exports anything.
	if err := os.Remove(strings.TrimSuffix(to, filepath.Ext(to)) + ".h"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// programs are the commands that make install installs.
var programs = []string{"mpitimer", "pt"}

// all builds everything, and writes the manual pages.
func (b *builder) all() (err error) {
	if b.licences, err = licences.Texts(".", []string{"./cmd/mpitimer", "./cmd/pt", "./cmd/libmpitimer", "./cmd/libgptl"}); err != nil {
		return err
	}
	for _, p := range programs {
		if err := b.goBuild([]string{"CGO_ENABLED=0"}, "", "-o", filepath.Join(b.to, p), "./cmd/"+p); err != nil {
			return err
		}
		if err := b.run(nil, filepath.Join(b.to, p), "man", "-o", filepath.Join(b.to, "man")); err != nil {
			return err
		}
	}
	for i := range libraries {
		if err := b.library(&libraries[i]); err != nil {
			return err
		}
	}
	return nil
}
