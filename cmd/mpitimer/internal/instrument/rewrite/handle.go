package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// handle is a package-level variable that holds a region.
type handle struct {
	name string // of the region
	test bool   // for tests only
}

// defined is how the region of a handle is made.
func (g *group) defined(h handle) string {
	if g.asked[h] {
		return "Asked"
	}
	return "Define"
}

// handle returns the variable that holds a region for a file, which is the same for all in the package
// that have its name. One that the user has asked for is timed whatever that costs.
func (s *source) handle(region string, asked bool) string {
	g := s.group
	wanted := handle{region, s.Test}
	number, known := g.numbers[wanted]
	if !known {
		number = len(g.handles)
		g.numbers[wanted] = number
		g.handles = append(g.handles, wanted)
	}
	if asked {
		g.asked[wanted] = true
	}
	return g.variable(number)
}

func (g *group) variable(i int) string { return fmt.Sprintf("%sr%d", g.prefix, i+1) }

// insertHandles defines all regions of a package at the beginning of its first file.
//
// They must come before all of the user's variables: Go initialises variables in the order of their
// declaration, except that one waits for what its initialisation uses. A variable whose initialisation calls
// an instrumented function would wait for a region declared after it, and be overtaken by others.
func (g *group) insertHandles() {
	for _, test := range []bool{false, true} {
		var b strings.Builder
		for i, h := range g.handles {
			if h.test == test {
				fmt.Fprintf(&b, "; var %s = %sauto.%s(%q)", g.variable(i), g.prefix, g.defined(h), h.name)
			}
		}
		if b.Len() == 0 {
			continue
		}
		host := g.host(test)
		host.needsHook = true
		host.insert(host.behindImports(), rankHandles, b.String())
	}
}

// host returns the file that the compiler gets first; files that import C come last.
func (g *group) host(test bool) *source {
	var first *source
	for _, f := range g.files {
		if f.Test == test && (first == nil || first.Cgo && !f.Cgo) {
			first = f
		}
	}
	return first
}

// behindImports returns where declarations may begin, on a line of the imports or of the package clause.
func (s *source) behindImports() int {
	at := s.syntax.Name.End()
	for _, d := range s.syntax.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			at = d.End()
		}
	}
	return s.offset(at)
}

// finish adds what the other edits of a file need, and returns its text, or nil if nothing changed.
func (s *source) finish(hook string) []byte {
	if kept := s.kept(); kept != "" {
		s.insert(s.behindImports(), rankHandles, kept)
	}
	if s.needsHook {
		s.insert(s.offset(s.syntax.Name.End()), rankImport, fmt.Sprintf("; import %sauto %q", s.group.prefix, hook))
	}
	if len(s.edits) == 0 {
		return nil
	}
	return s.edited()
}
