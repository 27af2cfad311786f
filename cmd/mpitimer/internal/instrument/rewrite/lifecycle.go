package rewrite

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// leavers are the functions that end the process without running deferred ones, with the hook's replacements
// that end the timers first; and the one that takes a profile, of which there is one at a time, as samples are.
var leavers = map[string]map[string]string{
	"os":            {"Exit": "Exit"},
	"log":           {"Fatal": "Fatal", "Fatalf": "Fatalf", "Fatalln": "Fatalln"},
	"runtime/pprof": {"StartCPUProfile": "StartCPUProfile"},
}

// insertMain puts the lifecycle of the timers into function main.
func (g *group) insertMain() {
	main := g.functions["main"]
	if main == nil || main.body == nil || !main.isMain() {
		return
	}
	main.begin("Main")
}

// begin inserts calls by which functions of the hook start the timers in a function, and stop them after it.
func (u *unit) begin(hook string) {
	u.file.needsHook = true
	u.file.insert(u.file.offset(u.body.Lbrace)+1, rankMain, fmt.Sprintf(" defer %sauto.%s()();", u.file.group.prefix, hook))
}

// replaceExits lets the hook end the process. The names of the hook's functions are those of Go, so that
// only the package has to change.
func (s *source) replaceExits() (problems []Problem) {
	if s.Test || s.imports["os"] == "" && s.imports["log"] == "" && !s.importsLeaver() {
		return nil
	}
	for _, i := range s.syntax.Imports {
		if path := strings.Trim(i.Path.Value, "\"`"); leavers[path] != nil && i.Name != nil && i.Name.Name == "." {
			problems = append(problems, s.problem(s.line(i.Pos()), fmt.Sprintf("%s is imported with a dot: regions are not ended before it ends the process", path)))
		}
	}
	s.replaceExitsIn(s.syntax)
	return problems
}

func (s *source) replaceExitsIn(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		path, ok := s.imported(selector.X)
		if !ok || leavers[path][selector.Sel.Name] == "" {
			return true
		}
		at, end := s.offset(selector.X.Pos()), s.offset(selector.X.End())
		s.replace(at, end, rankReplace, s.group.prefix+"auto")
		s.keep[string(s.Text[at:end])+"."+selector.Sel.Name] = true
		s.needsHook = true
		return true
	})
}

func (s *source) importsLeaver() bool {
	for _, path := range s.imports {
		if leavers[path] != nil {
			return true
		}
	}
	return false
}

// kept declares uses of imports that may have lost all others.
func (s *source) kept() string {
	var b strings.Builder
	for _, use := range sortedKeys(s.keep) {
		fmt.Fprintf(&b, "; var _ = %s", use)
	}
	return b.String()
}

func sortedKeys(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for key := range set {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
