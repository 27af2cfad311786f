//go:build unix

// Command packaging installs the module and removes it again, and makes the archive that packages are built from.
//
//	packaging [-prefix DIR] [-destdir DIR] [-libdir DIR] [-mpi openmpi|mpich|any|none] install
//	packaging [-prefix DIR] [-destdir DIR] uninstall
//	packaging [-release] dist FILE.tar.gz
//
// It is run at the top of the module; make install, make uninstall and make dist do so.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

func run() error {
	var w where
	flag.StringVar(&w.prefix, "prefix", "/usr/local", "install below the directory `DIR`")
	flag.StringVar(&w.destdir, "destdir", "", "put the directory `DIR` before every name, for packages")
	flag.StringVar(&w.libdir, "libdir", "", "put the libraries into `DIR` (default PREFIX/lib)")
	mpi := flag.String("mpi", "any", "build the libraries for this `MPI`: openmpi, mpich, none, or any that is found")
	release := flag.Bool("release", false, "dist: call it a release, whether or not the commit has the tag")
	flag.Parse()
	if err := w.complete(); err != nil {
		return err
	}
	switch verb := flag.Arg(0); {
	case verb == "install" && flag.NArg() == 1:
		return install(&w, *mpi)
	case verb == "uninstall" && flag.NArg() == 1:
		return uninstall(&w)
	case verb == "dist" && flag.NArg() == 2:
		return dist(flag.Arg(1), *release)
	}
	flag.Usage()
	return errors.New("expected install, uninstall or dist FILE")
}

// where says where the files go.
type where struct {
	prefix, libdir string // as they are named in files
	destdir        string // the root below which they are written
}

// complete makes all names absolute.
func (w *where) complete() (err error) {
	if w.prefix, err = filepath.Abs(w.prefix); err != nil {
		return err
	}
	if w.libdir == "" {
		w.libdir = filepath.Join(w.prefix, "lib")
	}
	if w.libdir, err = filepath.Abs(w.libdir); err != nil {
		return err
	}
	if w.destdir != "" {
		w.destdir, err = filepath.Abs(w.destdir)
	}
	return err
}

// system reports whether the linker and the shells look below the prefix by themselves.
func (w *where) system() bool { return w.prefix == "/usr" }
