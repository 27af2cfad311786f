package generate

import (
	"fmt"
	"os"
	"path/filepath"
)

// MPI is one whose wrappers are part of the package.
type MPI struct {
	Compiler  string // as Debian names it
	Condition string // of the preprocessor, by which mpi.h tells whose it is
	File      string
	Fortran   string // file of the wrappers of Fortran; blank where Fortran's functions call those of C
}

// Installed are the MPIs whose wrappers are part of the package. MPICH's also serve the MPIs derived from it,
// and unknown ones.
var Installed = []MPI{
	{"mpicc.openmpi", "defined(OPEN_MPI)", "wrappers_openmpi.c", "fortran_openmpi.c"},
	{"mpicc.mpich", "!defined(OPEN_MPI)", "wrappers_mpich.c", ""},
}

// ReadSpecials reads the macros of special.h, and of what it includes, in a directory.
func ReadSpecials(folder string) (Specials, error) {
	var all []byte
	for _, name := range specialFiles {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return ParseSpecials(string(all))
}

// Files returns the sources for the installed MPI.
func (m MPI) Files(specials Specials) (map[string][]byte, error) {
	header, err := Header(m.Compiler)
	if err != nil {
		return nil, err
	}
	list, err := Parse(header)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Compiler, err)
	}
	files := make(map[string][]byte)
	if files[m.File], err = Wrappers(list, specials, m.Condition); err != nil {
		return nil, err
	}
	if m.Fortran != "" {
		if files[m.Fortran], err = Fortran(list, specials, m.Condition); err != nil {
			return nil, err
		}
	}
	return files, nil
}
