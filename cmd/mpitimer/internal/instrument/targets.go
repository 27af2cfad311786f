package instrument

import (
	"path/filepath"
	"slices"
	"strings"
)

// packages are the packages that the go command is to work on, or files of one.
func (g *goCommand) packages() (list []string) {
	for _, at := range g.targets() {
		list = append(list, g.arguments[at])
	}
	return list
}

// packagesHere are the packages, or the one of this directory where none is named.
func (g *goCommand) packagesHere() []string {
	if list := g.packages(); len(list) > 0 {
		return list
	}
	return []string{"."}
}

// targets says which arguments name packages or files: of those of a program that is run, the first, or the files before others.
func (g *goCommand) targets() (list []int) {
	value := false
	for at, a := range g.arguments {
		switch {
		case value:
			value = false
		case a == "-args" || a == "--args":
			return list
		case g.verb == "run" && len(list) > 0 && !isSource(a):
			return list
		case strings.HasPrefix(a, "-"):
			text := strings.TrimLeft(a, "-")
			value = !strings.Contains(text, "=") && !slices.Contains(booleans, text)
		case g.verb == "run" && !isSource(a):
			return []int{at}
		default:
			list = append(list, at)
		}
	}
	return list
}

func isSource(name string) bool { return strings.HasSuffix(name, ".go") }

// sourceFiles are the files that are named instead of packages, by absolute path: of their directory nothing else is compiled,
// and these are whatever their build constraints say.
func (g *goCommand) sourceFiles() (folder string, files []string) {
	for _, name := range g.packages() {
		if isSource(name) {
			name = g.absolute(name)
			folder, files = filepath.Dir(name), append(files, name)
		}
	}
	return folder, files
}

// withEntries returns the arguments with the files that the overlay adds to those that are named.
func (g *goCommand) withEntries(o *options, s *sources) []string {
	folder, files := g.sourceFiles()
	if len(files) == 0 {
		return g.arguments
	}
	at := g.targets()[0]
	first, added := g.arguments[at], []string(nil)
	o.putEntries(s, func(name string, _ []byte) {
		if base := filepath.Base(name); filepath.Dir(name) == folder && strings.HasPrefix(base, "mpitimer_") {
			added = append(added, strings.TrimSuffix(first, filepath.Base(first))+base) // the go command compares directories as texts
		}
	})
	return slices.Insert(slices.Clone(g.arguments), at+1, added...)
}
