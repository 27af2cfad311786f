package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// namer gives functions and closures their names in Go's stack traces, except for the type arguments of
// generic ones.
type namer struct {
	group *group
	inits int // functions init so far; the compiler numbers them over the whole package
	vars  int // closures of package-level variables so far
}

// declaration reads a function declaration; the comments since after may hold directives for the
// compiler.
func (n *namer) declaration(f *source, d *ast.FuncDecl, after token.Pos) {
	u := &unit{group: n.group, file: f, decl: d, typ: d.Type, body: d.Body}
	u.Receiver, u.Name = receiver(d), d.Name.Name
	if u.Receiver == "" && u.Name == "init" {
		u.Name = fmt.Sprintf("init.%d", n.inits)
		n.inits++
	}
	for _, c := range f.syntax.Comments {
		if c.Pos() < after || c.Pos() > d.Pos() {
			continue
		}
		for _, line := range c.List {
			if word, ok := strings.CutPrefix(line.Text, "//go:"); ok {
				word, _, _ = strings.Cut(word, " ")
				u.pragmas = append(u.pragmas, word)
			}
		}
	}
	n.add(u, d.Pos())
	if u.Receiver == "" {
		n.group.functions[u.Name] = u
	} else {
		name := strings.TrimPrefix(u.Receiver, "*")
		if n.group.methods[name] == nil {
			n.group.methods[name] = make(map[string]*unit)
		}
		n.group.methods[name][u.Name] = u
	}
	if d.Body != nil {
		n.closures(f, d.Body, u)
	}
}

// add completes a unit.
func (n *namer) add(u *unit, at token.Pos) {
	u.Package, u.File, u.Line = n.group.path, u.file.Path, u.file.line(at)
	u.Region = n.group.label + "." + u.local()
	u.file.units = append(u.file.units, u)
}

// closures finds the closures in a node; those in closures are found from there.
func (n *namer) closures(f *source, in ast.Node, parent *unit) {
	use := make(map[*ast.FuncLit]startedBy)
	handed := make(map[*ast.FuncLit]*ast.CallExpr)
	ast.Inspect(in, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			mark(use, node.Call.Fun, byGo)
		case *ast.DeferStmt:
			mark(use, node.Call.Fun, byDefer)
		case *ast.CallExpr:
			mark(use, node.Fun, byCall)
			for _, a := range node.Args {
				if l, ok := ast.Unparen(a).(*ast.FuncLit); ok {
					handed[l] = node
					mark(use, a, asArgument)
				}
			}
		case *ast.FuncLit:
			u := &unit{group: n.group, file: f, literal: node, typ: node.Type, body: node.Body, parent: parent, started: use[node], callee: handed[node]}
			u.Name = n.closure(parent)
			if parent != nil {
				u.Receiver = parent.Receiver
			}
			n.add(u, node.Pos())
			n.closures(f, node.Body, u)
			return false
		}
		return true
	})
}

// mark notes how a closure is used, unless the surrounding statement has done so.
func mark(use map[*ast.FuncLit]startedBy, e ast.Expr, how startedBy) {
	if l, ok := ast.Unparen(e).(*ast.FuncLit); ok && use[l] == asValue {
		use[l] = how
	}
}

// closure returns the name of the next closure in a function, or of a package-level variable.
func (n *namer) closure(parent *unit) string {
	if parent == nil {
		n.vars++
		return fmt.Sprintf("init.func%d", n.vars)
	}
	parent.closures++
	if parent.literal == nil {
		return fmt.Sprintf("%s.func%d", parent.Name, parent.closures)
	}
	return fmt.Sprintf("%s.%d", parent.Name, parent.closures)
}

// receiver returns the type of a method's receiver without type parameters.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	return typeName(d.Recv.List[0].Type)
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.StarExpr:
		return "*" + strings.TrimPrefix(typeName(e.X), "*")
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
