package instrument

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
	"github.com/go-hpc/timers/internal/lazyregexp"
)

// takesProfiles are the packages with which a program can take a CPU profile itself, of which there is one at a time. Where the
// source is rewritten, calls of the first one end that of the samples.
var takesProfiles = []string{"runtime/pprof", "net/http/pprof"}

// wouldNotice matches calls by which a process becomes another program, which the timer of a profile would end, and by which it
// counts its goroutines, of which the profile is one.
var wouldNotice = lazyregexp.New(`\b((syscall|unix)\.Exec|runtime\.NumGoroutine)\(`)

// noticing are the packages with these functions.
var noticing = []string{"syscall", "golang.org/x/sys/unix", "runtime"}

// sampling is whether a program takes samples without being told to when it runs.
type sampling struct{ on, asked bool }

// decideSampling obeys the flag. Without it those programs take samples that cannot notice: without C, and so without MPI,
// that take no profile themselves. Tests may look at everything that goes on.
func (o *options) decideSampling(g *goCommand, s *sources) (sampling, error) {
	switch {
	case o.trial != nil || o.sample == "false":
		return sampling{}, nil
	case o.sample == "true":
		return sampling{true, true}, nil
	case o.verb != "build" && o.verb != "run", o.mpi, !o.lifecycle, s.starts, slices.Contains(g.tags(), "mpi"):
		return sampling{}, nil
	}
	type found struct {
		ImportPath, Dir            string
		Standard                   bool
		GoFiles, CgoFiles, Imports []string
	}
	list, err := listed[found](g, append([]string{"-e", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,CgoFiles,Imports", "--"}, g.packagesHere()...)...)
	if err != nil {
		return sampling{}, err
	}
	for _, p := range list {
		if p.Standard || ofTimers(p.ImportPath) {
			continue
		}
		imports := func(of []string) bool {
			return slices.ContainsFunc(p.Imports, func(i string) bool { return slices.Contains(of, i) })
		}
		rewritten := slices.ContainsFunc(s.packages, func(own rewrite.Package) bool { return own.ImportPath == p.ImportPath })
		if len(p.CgoFiles) > 0 || imports(takesProfiles[1:]) || imports(takesProfiles) && !rewritten {
			return sampling{}, nil
		}
		if !imports(noticing) || slices.Contains(noticing, p.ImportPath) { // these have such a function, and do not call it
			continue
		}
		for _, name := range p.GoFiles {
			text, err := g.read(filepath.Join(p.Dir, name))
			if err != nil && !os.IsNotExist(err) {
				return sampling{}, err
			}
			if wouldNotice().Match(text) {
				return sampling{}, nil
			}
		}
	}
	return sampling{on: true}, nil
}

// source is a file of a package that takes samples.
func (s sampling) source(pkg string) []byte {
	return fmt.Appendf(nil, "package %s\n\nimport mpitimer_auto %q\n\nvar _ = mpitimer_auto.Sample(%t)\n", pkg, hookPackage, s.asked)
}
