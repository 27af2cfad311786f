package instrument

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

var startsMPI = regexp.MustCompile(`\bMPI_Init(_thread)?[ \t]*\(`)

// twoStarts refuses to build a program in which main would start MPI, as timers do that are built for it, and the
// program once more, which MPI answers by ending the job. With -mpi the timers wait for the program's own start.
func (o *options) twoStarts(g *goCommand, s *sources) error {
	tags := strings.FieldsFunc(g.tags(), func(r rune) bool { return r == ',' || r == ' ' })
	if o.mpi || o.verb == "vet" || !o.lifecycle || s.starts || !slices.Contains(tags, "mpi") || g.env["CGO_ENABLED"] == "0" {
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
func (o *options) addMPI(g *goCommand) error {
	g.addTag("mpi")
	tags := strings.FieldsFunc(g.tags(), func(r rune) bool { return r == ',' || r == ' ' })
	if slices.ContainsFunc(tags, func(t string) bool { return strings.HasPrefix(t, "mpi_") }) {
		return nil
	}
	compiler, _, _ := strings.Cut(g.env["CC"], " ")
	if strings.HasPrefix(filepath.Base(compiler), "mpi") {
		g.addTag("mpi_cc")
		return nil
	}
	named := g.packages()
	if len(named) == 0 {
		named = []string{"."}
	}
	type found struct {
		ImportPath   string
		CgoPkgConfig []string
	}
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath,CgoPkgConfig", "--"}, named...)...)
	for _, p := range list {
		for _, library := range p.CgoPkgConfig {
			tag := ""
			switch {
			case ofTimers(p.ImportPath): // they follow
			case strings.HasPrefix(library, "ompi"):
				tag = "mpi_openmpi"
			case strings.HasPrefix(library, "mpich"):
				tag = "mpi_mpich"
			}
			if tag != "" {
				g.addTag(tag)
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
	named := g.packages()
	if len(named) == 0 {
		named = []string{"."}
	}
	type found struct {
		ImportPath, Dir string
		CgoFiles        []string
		CFiles          []string
	}
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath,Dir,CgoFiles,CFiles", "--"}, named...)...)
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
			if startsMPI.Match(text) {
				return p.ImportPath, nil
			}
		}
	}
	return "", nil
}
