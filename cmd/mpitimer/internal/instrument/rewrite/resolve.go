package rewrite

import (
	"go/ast"
	"go/token"
	"strings"
)

// resolver resolves names as far as syntax allows: no package is type-checked, since that would need the
// packages of others too.
type resolver struct {
	groups   map[string]*group // by import path
	literals map[*ast.FuncLit]*unit
	named    map[string][]*unit // methods by name, of all types
	calls    map[*ast.CallExpr]call
}

func newResolver(groups []*group) *resolver {
	r := &resolver{groups: make(map[string]*group), literals: make(map[*ast.FuncLit]*unit), named: make(map[string][]*unit), calls: make(map[*ast.CallExpr]call)}
	for _, g := range groups {
		r.groups[g.path] = g
		for _, u := range g.units {
			switch {
			case u.literal != nil:
				r.literals[u.literal] = u
			case u.Receiver != "":
				r.named[u.Name] = append(r.named[u.Name], u)
			}
		}
	}
	return r
}

// typeRef is an expression of a type, and the file it stands in.
type typeRef struct {
	file *source
	expr ast.Expr
}

func (t typeRef) known() bool { return t.expr != nil }

// with returns another expression of the same file.
func (t typeRef) with(e ast.Expr) typeRef { return typeRef{t.file, e} }

// maxSteps bounds how far the type of an expression is followed.
const maxSteps = 12

// named returns the package and name of a type, without pointers.
func (r *resolver) typeOfName(t typeRef) (g *group, name string) {
	for range maxSteps {
		switch e := t.expr.(type) {
		case *ast.ParenExpr:
			t.expr = e.X
		case *ast.StarExpr:
			t.expr = e.X
		case *ast.IndexExpr:
			t.expr = e.X
		case *ast.IndexListExpr:
			t.expr = e.X
		case *ast.Ident:
			return t.file.group, e.Name
		case *ast.SelectorExpr:
			if path, ok := t.file.imported(e.X); ok {
				return r.groups[path], e.Sel.Name
			}
			return nil, ""
		default:
			return nil, ""
		}
	}
	return nil, ""
}

// underlying follows names to what they denote.
func (r *resolver) underlying(t typeRef) typeRef {
	for range maxSteps {
		g, name := r.typeOfName(t)
		if g == nil || g.types[name] == nil {
			if p, ok := t.expr.(*ast.ParenExpr); ok {
				t.expr = p.X
				continue
			}
			return t
		}
		t = typeRef{g.typeFiles[g.types[name]], g.types[name].Type}
	}
	return typeRef{}
}

// typeOf returns the type of an expression, unknown where syntax does not show it.
func (r *resolver) typeOf(s *source, e ast.Expr, steps int) typeRef {
	if steps == 0 {
		return typeRef{}
	}
	steps--
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.typeOf(s, e.X, steps)
	case *ast.Ident:
		return r.typeOfIdent(s, e, steps)
	case *ast.CompositeLit:
		return typeRef{s, e.Type}
	case *ast.UnaryExpr:
		return r.typeOf(s, e.X, steps) // pointers do not matter here
	case *ast.StarExpr:
		return r.typeOf(s, e.X, steps)
	case *ast.TypeAssertExpr:
		return typeRef{s, e.Type}
	case *ast.SliceExpr:
		return r.typeOf(s, e.X, steps)
	case *ast.BasicLit:
		return typeRef{s, ast.NewIdent(map[token.Token]string{token.STRING: "string", token.INT: "int", token.FLOAT: "float64", token.CHAR: "rune", token.IMAG: "complex128"}[e.Kind])}
	case *ast.BinaryExpr:
		return r.typeOf(s, e.X, steps)
	case *ast.IndexExpr:
		return r.element(r.typeOf(s, e.X, steps))
	case *ast.SelectorExpr:
		if path, ok := s.imported(e.X); ok {
			if g := r.groups[path]; g != nil {
				return r.typeOfVariable(g, e.Sel.Name, steps)
			}
			return typeRef{}
		}
		return r.field(r.typeOf(s, e.X, steps), e.Sel.Name, 3)
	case *ast.CallExpr:
		return r.result(s, e, 0, steps)
	}
	return typeRef{}
}

// element returns the type of the elements of a slice, array or map, or of a pointer's target.
func (r *resolver) element(t typeRef) typeRef {
	if !t.known() {
		return t
	}
	u := r.underlying(t)
	if !u.known() {
		return u
	}
	switch e := u.expr.(type) {
	case *ast.ArrayType:
		return u.with(e.Elt)
	case *ast.MapType:
		return u.with(e.Value)
	case *ast.ChanType:
		return u.with(e.Value)
	case *ast.Ellipsis:
		return u.with(e.Elt)
	case *ast.StarExpr:
		return r.element(u.with(e.X))
	}
	return typeRef{}
}

func (r *resolver) typeOfIdent(s *source, id *ast.Ident, steps int) typeRef {
	if id.Obj == nil {
		return r.typeOfVariable(s.group, id.Name, steps)
	}
	switch d := id.Obj.Decl.(type) {
	case *ast.Field:
		return typeRef{s, d.Type}
	case *ast.ValueSpec:
		return r.typeOfSpec(s, d, id.Name, steps)
	case *ast.AssignStmt:
		for i, left := range d.Lhs {
			if name, ok := left.(*ast.Ident); ok && name.Name == id.Name {
				return r.typeOfAssigned(s, d, i, steps)
			}
		}
	}
	return typeRef{}
}

func (r *resolver) typeOfVariable(g *group, name string, steps int) typeRef {
	spec := g.variables[name]
	if spec == nil || steps == 0 {
		return typeRef{}
	}
	return r.typeOfSpec(g.fileOf(spec), spec, name, steps)
}

// fileOf finds the file of a package-level declaration.
func (g *group) fileOf(n ast.Node) *source {
	for _, f := range g.files {
		if f.syntax.FileStart <= n.Pos() && n.Pos() < f.syntax.FileEnd {
			return f
		}
	}
	return nil
}

func (r *resolver) typeOfSpec(s *source, spec *ast.ValueSpec, name string, steps int) typeRef {
	if spec.Type != nil {
		return typeRef{s, spec.Type}
	}
	for i, n := range spec.Names {
		if n.Name == name && len(spec.Values) == len(spec.Names) {
			return r.typeOf(s, spec.Values[i], steps)
		}
	}
	return typeRef{}
}

// typeOfAssigned returns the type of the i-th variable of an assignment.
func (r *resolver) typeOfAssigned(s *source, a *ast.AssignStmt, i, steps int) typeRef {
	if len(a.Rhs) == len(a.Lhs) && i < len(a.Rhs) {
		if over, ok := a.Rhs[i].(*ast.UnaryExpr); ok && over.Op == token.RANGE {
			return typeRef{s, ast.NewIdent("int")} // the index
		}
		return r.typeOf(s, a.Rhs[i], steps)
	}
	if len(a.Rhs) != 1 {
		return typeRef{}
	}
	switch from := a.Rhs[0].(type) {
	case *ast.UnaryExpr:
		if from.Op == token.RANGE && i == 1 {
			return r.element(r.typeOf(s, from.X, steps))
		}
	case *ast.CallExpr:
		return r.result(s, from, i, steps)
	}
	if i == 0 {
		return r.typeOf(s, a.Rhs[0], steps)
	}
	return typeRef{}
}

// result returns the type of the i-th result of a call, or the type that a conversion converts to.
func (r *resolver) result(s *source, call *ast.CallExpr, i, steps int) typeRef {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if fun.Obj == nil || fun.Obj.Kind == ast.Typ {
			if fun.Name == "new" || fun.Name == "make" {
				if len(call.Args) > 0 {
					return typeRef{s, call.Args[0]}
				}
			}
			if s.group.types[fun.Name] != nil || basic[fun.Name] {
				return typeRef{s, fun}
			}
		}
	case *ast.ArrayType, *ast.StarExpr, *ast.MapType:
		return typeRef{s, fun}
	case *ast.SelectorExpr:
		if path, ok := s.imported(fun.X); ok && r.groups[path] != nil && r.groups[path].types[fun.Sel.Name] != nil {
			return typeRef{s, fun}
		}
	}
	callees, exact := r.callees(s, call.Fun, steps)
	if !exact || len(callees) != 1 || callees[0].typ.Results == nil {
		return typeRef{}
	}
	for _, f := range callees[0].typ.Results.List {
		n := max(1, len(f.Names))
		if i < n {
			return typeRef{callees[0].file, f.Type}
		}
		i -= n
	}
	return typeRef{}
}

// field returns the type of a field of a struct, looked for in embedded structs too.
func (r *resolver) field(t typeRef, name string, depth int) typeRef {
	if !t.known() || depth == 0 {
		return typeRef{}
	}
	u := r.underlying(t)
	if !u.known() {
		return u
	}
	if star, ok := u.expr.(*ast.StarExpr); ok {
		return r.field(u.with(star.X), name, depth)
	}
	structure, ok := u.expr.(*ast.StructType)
	if !ok {
		return typeRef{}
	}
	for _, f := range structure.Fields.List {
		for _, n := range f.Names {
			if n.Name == name {
				return u.with(f.Type)
			}
		}
		if embedded := strings.TrimPrefix(typeName(lastOf(f.Type)), "*"); len(f.Names) == 0 && embedded == name {
			return u.with(f.Type)
		}
	}
	for _, f := range structure.Fields.List {
		if len(f.Names) == 0 {
			if found := r.field(u.with(f.Type), name, depth-1); found.known() {
				return found
			}
		}
	}
	return typeRef{}
}

// lastOf is T of pkg.T.
func lastOf(e ast.Expr) ast.Expr {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if s, ok := e.(*ast.SelectorExpr); ok {
		return s.Sel
	}
	return e
}

// basic are the names of Go's own types.
var basic = map[string]bool{
	"bool": true, "string": true, "int": true, "int8": true, "int16": true, "int32": true, "int64": true,
	"uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true, "byte": true,
	"rune": true, "float32": true, "float64": true, "complex64": true, "complex128": true, "any": true, "error": true,
}
