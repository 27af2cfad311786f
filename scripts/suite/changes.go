//go:build unix

package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// changes is what differs from a commit, committed or not.
type changes struct {
	base string // of the merge with the upstream branch, origin's, main or master where it is blank
	all  bool   // all packages that need a changed one are tested, and not only those that import it

	known    bool
	changed  []string // packages
	affected []string // these, and those that are tested
}

func (c *changes) commit(j *job) (string, error) {
	if c.base != "" {
		return c.base, nil
	}
	for _, branch := range []string{"@{upstream}", "origin/HEAD", "origin/main", "origin/master", "main", "master"} {
		if _, err := j.output("git", "rev-parse", "-q", "--verify", branch+"^{commit}"); err == nil {
			base, err := j.output("git", "merge-base", "HEAD", branch)
			return strings.TrimSpace(base), err
		}
	}
	return "HEAD", nil
}

// find finds what has changed, once.
func (c *changes) find(j *job) error {
	if c.known {
		return nil
	}
	base, err := c.commit(j)
	if err != nil {
		return err
	}
	c.base = base
	text, err := j.output("git", "diff", "--name-only", base, "--")
	if err != nil {
		return err
	}
	others, err := j.output("git", "ls-files", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	graph, err := importers(j)
	if err != nil {
		return err
	}
	for file := range strings.Lines(text + others) {
		if file = strings.TrimSpace(file); file == "go.mod" || file == "go.sum" {
			c.changed = slices.Collect(maps.Keys(graph))
			break
		}
		if name := packageOf(file, graph); name != "" {
			c.changed = append(c.changed, name)
		}
	}
	slices.Sort(c.changed)
	c.changed = slices.Compact(c.changed)
	c.affected = affected(c.changed, graph, c.all)
	c.known = true
	return nil
}

// packageOf is the package that a file belongs to; testdata and embedded files belong to the package above. It is blank where
// there is none.
func packageOf(file string, graph map[string][]string) string {
	for dir := filepath.Dir(file); dir != "."; dir = filepath.Dir(dir) {
		if _, is := graph[module+"/"+filepath.ToSlash(dir)]; is {
			return module + "/" + filepath.ToSlash(dir)
		}
	}
	return ""
}

// importers lists for each package of the module those that import it, or whose tests do.
func importers(j *job) (map[string][]string, error) {
	text, err := j.output("go", "list", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}} {{join .XTestImports " "}}`, "./...")
	graph := map[string][]string{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if _, is := graph[fields[0]]; !is {
			graph[fields[0]] = nil
		}
		for _, imported := range fields[1:] {
			if strings.HasPrefix(imported, module) {
				graph[imported] = append(graph[imported], fields[0])
			}
		}
	}
	return graph, err
}

// affected is what changed, and what imports it; with all what imports that, too.
func affected(changed []string, graph map[string][]string, all bool) []string {
	list := slices.Clone(changed)
	known := map[string]bool{}
	for _, name := range list {
		known[name] = true
	}
	for i := 0; i < len(list) && (all || i < len(changed)); i++ {
		for _, importer := range graph[list[i]] {
			if !known[importer] {
				known[importer] = true
				list = append(list, importer)
			}
		}
	}
	return list
}

// each runs the go command for packages, if there are any.
func each(j *job, packages []string, args ...string) error {
	if len(packages) == 0 {
		return nil
	}
	return j.command("go", append(args, packages...)...)
}

func (c *changes) build(j *job) error {
	if err := c.find(j); err != nil {
		return err
	}
	if err := builds(j); err != nil || len(c.changed) == 0 {
		return err
	}
	// Of a package that has only tests there is nothing to build, which is an error if it is named.
	text, err := j.output("go", append([]string{"list", "-f", "{{if or .GoFiles .CgoFiles .IgnoredGoFiles}}{{.ImportPath}}{{end}}"}, c.changed...)...)
	if err != nil {
		return err
	}
	link := func() error { return each(j, strings.Fields(text), "build", "-o", os.DevNull) }
	return errors.Join(link(), j.with([]string{"CGO_ENABLED=0"}, link))
}

func (c *changes) vet(j *job) error {
	if len(c.affected) == 0 {
		return nil
	}
	return j.vet(j.goCommand, c.affected...)
}

func (c *changes) static(j *job) error {
	if err := c.find(j); err != nil || len(c.changed) == 0 {
		return err
	}
	return withChecker(j, func(program string) error { return j.command(program, c.changed...) })
}

func (c *changes) test(j *job) error { return each(j, c.affected, "test", "-vet=off", "-short") }
