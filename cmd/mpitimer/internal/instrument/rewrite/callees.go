package rewrite

import "go/ast"

// method finds a method of a type, also one of an embedded struct.
func (r *resolver) method(t typeRef, name string, depth int) *unit {
	if !t.known() || depth == 0 {
		return nil
	}
	g, base := r.typeOfName(t)
	if g == nil {
		return nil
	}
	if u := g.methods[base][name]; u != nil {
		return u
	}
	under := r.underlying(t)
	if !under.known() {
		return nil
	}
	if other, ok := under.expr.(*ast.Ident); ok && other.Name == base {
		return nil
	}
	structure, ok := under.expr.(*ast.StructType)
	if !ok {
		return nil
	}
	for _, f := range structure.Fields.List {
		if len(f.Names) == 0 {
			if u := r.method(under.with(f.Type), name, depth-1); u != nil {
				return u
			}
		}
	}
	return nil
}

// called is callees, remembered.
func (r *resolver) called(u *unit, e *ast.CallExpr) ([]*unit, bool) {
	c, known := r.calls[e]
	if !known {
		c.callees, c.exact = r.callees(u.file, e.Fun, maxSteps)
		r.calls[e] = c
	}
	return c.callees, c.exact
}

// callees returns the functions of the given packages that a call may run: exactly one, or guesses.
func (r *resolver) callees(s *source, fun ast.Expr, steps int) (list []*unit, exact bool) {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return []*unit{r.literals[fun]}, r.literals[fun] != nil
	case *ast.IndexExpr:
		return r.callees(s, fun.X, steps)
	case *ast.IndexListExpr:
		return r.callees(s, fun.X, steps)
	case *ast.Ident:
		return r.calleesNamed(s, fun)
	case *ast.SelectorExpr:
		if path, ok := s.imported(fun.X); ok {
			if g := r.groups[path]; g != nil && g.functions[fun.Sel.Name] != nil {
				return []*unit{g.functions[fun.Sel.Name]}, true
			}
			return nil, false
		}
		t := r.typeOf(s, fun.X, steps)
		if u := r.method(t, fun.Sel.Name, 4); u != nil {
			return []*unit{u}, true
		}
		if t.known() && r.foreign(t) {
			return nil, false
		}
		return r.named[fun.Sel.Name], false
	}
	return nil, false
}

// foreign reports whether a type belongs to a package that is not given: its methods are foreign too.
func (r *resolver) foreign(t typeRef) bool {
	for range maxSteps {
		switch e := t.expr.(type) {
		case *ast.StarExpr:
			t.expr = e.X
			continue
		case *ast.SelectorExpr:
			path, ok := t.file.imported(e.X)
			return ok && r.groups[path] == nil
		case *ast.Ident:
			return basic[e.Name]
		}
		break
	}
	return false
}

func (r *resolver) calleesNamed(s *source, fun *ast.Ident) ([]*unit, bool) {
	if fun.Obj == nil || fun.Obj.Kind == ast.Fun {
		if u := s.group.functions[fun.Name]; u != nil {
			return []*unit{u}, true
		}
		return nil, false
	}
	var value ast.Expr
	switch d := fun.Obj.Decl.(type) {
	case *ast.AssignStmt:
		for i, left := range d.Lhs {
			if name, ok := left.(*ast.Ident); ok && name.Name == fun.Name && len(d.Lhs) == len(d.Rhs) {
				value = d.Rhs[i]
			}
		}
	case *ast.ValueSpec:
		for i, name := range d.Names {
			if name.Name == fun.Name && len(d.Values) == len(d.Names) {
				value = d.Values[i]
			}
		}
	}
	if l, ok := value.(*ast.FuncLit); ok && r.literals[l] != nil {
		return []*unit{r.literals[l]}, true
	}
	return nil, false
}
