package instrument

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/lazyregexp"
)

var startsMPI = lazyregexp.New(`\bMPI_Init(_thread)?[ \t]*\(`)

// twoStarts refuses to build a program in which main would start MPI, as timers do that are built for it, and the
// program once more, which MPI answers by ending the job. With -mpi the timers wait for the program's own start.
func (o *options) twoStarts(g *goCommand, s *sources) error {
	if o.mpi || o.verb == "vet" || !o.lifecycle || s.starts || !slices.Contains(g.tags(), "mpi") || g.env["CGO_ENABLED"] == "0" {
		return nil
	}
	where, err := g.startOfMPI()
	if err != nil || where == "" {
		return err
	}
	return cli.Usagef("%s starts MPI, but with -tags mpi the timers in main would already have started it: record its calls (mpitimer %s -mpi), "+
		"with which the timers wait for it, or leave out the tag", where, o.verb)
}

// addMPI adds the build tags with which the timers use the MPI that the program uses: a process with two MPIs crashes. That is the one
// that its compiler brings, where that is an MPI's wrapper, or the one for which a package of it asks pkg-config. Otherwise, and
// where tags say which, it is the machine's.
func (g *goCommand) addMPI() error {
	g.addTag("mpi")
	if slices.ContainsFunc(g.tags(), func(t string) bool { return strings.HasPrefix(t, "mpi_") }) {
		return nil
	}
	compiler, _, _ := strings.Cut(g.env["CC"], " ")
	if strings.HasPrefix(filepath.Base(compiler), "mpi") {
		g.addTag("mpi_cc")
		return nil
	}
	type found struct {
		ImportPath   string
		CgoPkgConfig []string
	}
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath,CgoPkgConfig", "--"}, g.packagesHere()...)...)
	for _, p := range list {
		if ofTimers(p.ImportPath) {
			continue // they follow
		}
		for _, library := range p.CgoPkgConfig {
			switch {
			case strings.HasPrefix(library, "ompi"):
				g.addTag("mpi_openmpi")
				return nil
			case strings.HasPrefix(library, "mpich"):
				g.addTag("mpi_mpich")
				return nil
			}
		}
	}
	return err
}

// noStart refuses to build a library for other languages whose timers nothing would start.
func (o *options) noStart(g *goCommand, s *sources) error {
	mode := g.given("buildmode")
	if mode != "c-shared" && mode != "c-archive" || !o.lifecycle || s.starts {
		return nil
	}
	return cli.Usagef("-buildmode=%s: main, with which the timers would start, does not run in a program of another language: "+
		"call mpitimer.Initialize and Finalize in the library, or leave the start to others (-main=false)", mode)
}

// startOfMPI names a package that starts MPI, among those that are built.
func (g *goCommand) startOfMPI() (string, error) {
	type found struct {
		ImportPath, Dir string
		CgoFiles        []string
		CFiles          []string
	}
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath,Dir,CgoFiles,CFiles", "--"}, g.packagesHere()...)...)
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if len(p.CgoFiles) == 0 || ofTimers(p.ImportPath) {
			continue
		}
		for _, name := range append(p.CgoFiles, p.CFiles...) {
			text, err := g.read(filepath.Join(p.Dir, name))
			if err != nil && !os.IsNotExist(err) {
				return "", err
			}
			if startsMPI().Match(text) {
				return p.ImportPath, nil
			}
		}
	}
	return "", nil
}
