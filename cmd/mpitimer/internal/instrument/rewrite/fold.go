package rewrite

import (
	"go/ast"
	"go/token"
)

// maybeConstant reports whether the compiler may fold an expression into one node.
func (in *inliner) maybeConstant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return e.Obj == nil && in.unit.group.variables[e.Name] == nil || e.Obj != nil && e.Obj.Kind == ast.Con
	case *ast.SelectorExpr:
		path, ok := in.unit.file.imported(e.X)
		return ok && (in.r.groups[path] == nil || in.r.groups[path].variables[e.Sel.Name] == nil)
	case *ast.ParenExpr:
		return in.maybeConstant(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.AND && e.Op != token.ARROW && in.maybeConstant(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.LAND || e.Op == token.LOR { // one side may decide
			return in.maybeConstant(e.X) || in.maybeConstant(e.Y)
		}
		return in.maybeConstant(e.X) && in.maybeConstant(e.Y)
	case *ast.CallExpr:
		return in.lengthOfArray(e) || len(e.Args) == 1 && in.maybeConversion(e.Fun) && in.maybeConstant(e.Args[0])
	}
	return false
}

// maybeConversion reports whether the called expression may be a type.
func (in *inliner) maybeConversion(fun ast.Expr) bool {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		return fun.Obj == nil && in.unit.group.functions[fun.Name] == nil || fun.Obj != nil && fun.Obj.Kind == ast.Typ
	case *ast.SelectorExpr:
		_, ok := in.unit.file.imported(fun.X)
		return ok
	}
	return false
}

// lengthOfArray reports whether a call may be the length of an array, which is a constant, or a function of
// unsafe.
func (in *inliner) lengthOfArray(e *ast.CallExpr) bool {
	switch fun := e.Fun.(type) {
	case *ast.Ident:
		return (fun.Name == "len" || fun.Name == "cap") && len(e.Args) == 1 && !in.isSlice(e.Args[0])
	case *ast.SelectorExpr:
		path, ok := in.unit.file.imported(fun.X)
		return ok && path == "unsafe"
	}
	return false
}

// isSlice reports whether an expression is recognisably a slice, or something else without a constant length.
func (in *inliner) isSlice(e ast.Expr) bool {
	if _, slicing := e.(*ast.SliceExpr); slicing {
		return true
	}
	t := in.r.typeOf(in.unit.file, e, maxSteps)
	if !t.known() {
		return false
	}
	switch t = in.r.underlying(t); e := t.expr.(type) {
	case *ast.ArrayType:
		return e.Len == nil
	case *ast.MapType, *ast.ChanType, *ast.Ellipsis:
		return true
	}
	return false
}

func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok
}
