package instrument

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// module is one whose functions are instrumented.
type module struct {
	path, folder string
	vendored     bool
	cached       bool     // its directory is one of the module cache
	link         string   // what the go command sees instead of such a directory
	inner        []string // directories of other modules in it, of which the vendor directory has no go.mod
}

// modules returns the main module and those that are named.
func (g *goCommand) modules(names string) ([]module, error) {
	text, err := g.read(g.env["GOMOD"])
	if err != nil {
		return nil, err
	}
	list := []module{{path: modulePath(text), folder: g.root}}
	if list[0].path == "" {
		return nil, fmt.Errorf("%s: no module line", g.env["GOMOD"])
	}
	for _, name := range append(listOf(names), g.beside...) {
		if slices.ContainsFunc(list, func(m module) bool { return m.path == name }) {
			continue
		}
		m, err := g.named(name)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// named returns a module of the vendor directory, of the workspace, or any other that the program is built of.
func (g *goCommand) named(path string) (module, error) {
	vendor, vendored, err := g.vendored()
	if err != nil {
		return module{}, err
	}
	if folder := filepath.Join(vendor, filepath.FromSlash(path)); len(vendored) > 0 && isFolder(folder) {
		m := module{path: path, folder: folder, vendored: true}
		for _, other := range vendored {
			if strings.HasPrefix(other.path, path+"/") {
				m.inner = append(m.inner, filepath.Join(vendor, filepath.FromSlash(other.path)))
			}
		}
		return m, nil
	}
	type listedModule struct{ Path, Dir string }
	found, err := listed[listedModule](g, "-mod=readonly", "-m", "-json", path)
	if err != nil || len(found) != 1 || found[0].Dir == "" {
		return module{}, cli.Usagef("module %s: not part of the program, or not downloaded (go list -m all lists the program's modules)", path)
	}
	cached := g.env["GOMODCACHE"] != "" && within(found[0].Dir, g.env["GOMODCACHE"])
	return module{path: path, folder: found[0].Dir, cached: cached}, nil
}

// linkCached gives each module of the module cache another name, since the go command lets nobody replace files below
// that directory.
func (o *options) linkCached(modules []module) error {
	for i := range modules {
		m := &modules[i]
		if !m.cached {
			continue
		}
		var err error
		if m.link, err = o.cache.Link(m.folder); err != nil {
			return fmt.Errorf("module %s: %w", m.path, err)
		}
	}
	return nil
}

// seen returns the name by which the go command sees a file.
func (s *sources) seen(name string) string {
	for _, m := range s.modules {
		if rest, inside := strings.CutPrefix(name, m.folder+string(filepath.Separator)); inside && m.link != "" {
			return filepath.Join(m.link, rest)
		}
	}
	return name
}

// linked returns a go.mod or go.work in which linked modules are found where their links are.
func (s *sources) linked(text []byte) []byte {
	for _, m := range s.modules {
		if m.link != "" {
			text = fmt.Appendf(withoutReplacement(text, m.path), "\nreplace %s => %q\n", m.path, m.link)
		}
	}
	return text
}

// withoutReplacement returns a go.mod or go.work without what replaces a module.
func withoutReplacement(text []byte, path string) []byte {
	var kept []byte
	block := false
	for line := range bytes.Lines(text) {
		fields := strings.Fields(string(line))
		if len(fields) > 0 && fields[0] == "replace" && !block {
			block = len(fields) > 1 && fields[1] == "("
			fields = fields[1:]
		} else if len(fields) > 0 && fields[0] == "replace(" {
			block = true
		} else if !block {
			fields = nil
		}
		if len(fields) > 0 && fields[0] == ")" {
			block = false
		}
		if len(fields) > 0 && strings.Trim(fields[0], `"`) == path {
			continue
		}
		kept = append(kept, line...)
	}
	return kept
}
