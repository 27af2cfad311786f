package mpiwrap_test

import (
	"debug/elf"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/mpiwrap/internal/generate"
)

// What a program finds in the wrappers is each function that mpi.h declares, in Open MPI also under both
// names of Fortran, but for those that are excluded, and nothing else.
func TestSymbols(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		header, err := generate.Header("mpicc." + m.name)
		if err != nil {
			t.Fatal(err)
		}
		declared, err := generate.Parse(header)
		if err != nil {
			t.Fatal(err)
		}
		missing := make(map[string]bool)
		for _, p := range declared {
			if generate.Excluded(p.Name) != "" {
				continue
			}
			missing["MPI_"+p.Name] = true
			if lower := "mpi_" + strings.ToLower(p.Name); m.name == "openmpi" {
				missing[lower+"_"], missing[lower+"_f08_"] = true, true
			}
		}
		library, err := elf.Open(m.library(t))
		if err != nil {
			t.Skipf("symbols can be read of ELF only: %v", err)
		}
		defer library.Close()
		symbols, err := library.DynamicSymbols()
		if err != nil {
			t.Fatal(err)
		}
		ours := regexp.MustCompile(`^(P?MPIX?_|p?mpix?_|gohpc_)`)
		for _, s := range symbols {
			if s.Section == elf.SHN_UNDEF || !ours.MatchString(s.Name) {
				continue
			}
			if !missing[s.Name] || elf.ST_TYPE(s.Info) != elf.STT_FUNC || elf.ST_BIND(s.Info) != elf.STB_GLOBAL {
				t.Errorf("%s is there, as %v %v", s.Name, elf.ST_BIND(s.Info), elf.ST_TYPE(s.Info))
			}
			delete(missing, s.Name)
		}
		for name := range missing {
			t.Errorf("%s is missing", name)
		}
	})
}
