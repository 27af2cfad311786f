package rewrite

import (
	"go/ast"
	"go/token"
	"strconv"
)

func (w *weigher) expressions(list []ast.Expr) {
	for _, e := range list {
		w.expression(e)
	}
}

func (w *weigher) expression(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.expression(e.X)
	case *ast.SelectorExpr:
		w.add(simple / 2)
		w.expression(e.X)
	case *ast.StarExpr:
		w.add(memory)
		w.expression(e.X)
	case *ast.UnaryExpr:
		w.unary(e)
	case *ast.BinaryExpr:
		w.binary(e)
	case *ast.IndexExpr:
		w.add(w.access(e.X))
		w.expression(e.X)
		w.expression(e.Index)
	case *ast.SliceExpr:
		w.add(1)
		w.expressions([]ast.Expr{e.X, e.Low, e.High, e.Max})
	case *ast.TypeAssertExpr:
		w.add(2)
		w.expression(e.X)
	case *ast.KeyValueExpr:
		w.expression(e.Value)
	case *ast.CompositeLit:
		w.composite(e)
	case *ast.FuncLit:
		w.add(allocation / 2)
	case *ast.CallExpr:
		w.call(e)
	}
}

func (w *weigher) unary(e *ast.UnaryExpr) {
	w.add(simple / 2)
	switch e.Op {
	case token.ARROW:
		w.add(channel)
	case token.AND:
		if _, literal := ast.Unparen(e.X).(*ast.CompositeLit); literal {
			w.add(allocation)
		}
	}
	w.expression(e.X)
}

func (w *weigher) binary(e *ast.BinaryExpr) {
	w.expression(e.X)
	switch e.Op {
	case token.LAND, token.LOR:
		w.add(simple)
		w.maybe(taken, takenDear, func() { w.expression(e.Y) })
		return
	case token.QUO, token.REM:
		if _, known := w.constant(e.Y, maxSteps); known {
			w.add(simple)
		} else {
			w.add(division)
		}
	case token.ADD:
		if isText(e.X) || isText(e.Y) {
			w.add(texts)
		} else {
			w.add(simple)
		}
	default:
		w.add(simple)
	}
	w.expression(e.Y)
}

func isText(e ast.Expr) bool {
	l, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok && l.Kind == token.STRING
}

// access returns the cost of accessing an element, of a map or of anything else.
func (w *weigher) access(of ast.Expr) float64 {
	if t := w.r.typeOf(w.u.file, of, maxSteps); t.known() {
		if t = w.r.underlying(t); t.known() {
			if _, isMap := t.expr.(*ast.MapType); isMap {
				return mapAccess
			}
		}
	}
	return memory
}

func (w *weigher) composite(e *ast.CompositeLit) {
	switch t := e.Type.(type) {
	case *ast.MapType:
		w.add(5*allocation + mapAccess*float64(len(e.Elts)))
	case *ast.ArrayType:
		if t.Len == nil {
			w.add(allocation)
		}
	}
	w.add(simple / 2 * float64(len(e.Elts)))
	w.expressions(e.Elts)
}

// call weighs a call: of a given function by what that costs, later; of others by a table.
func (w *weigher) call(e *ast.CallExpr) {
	w.expressions(e.Args)
	callees, exact := w.r.called(w.u, e)
	if w.r.messages(w.u.file, e) {
		w.add(message)
	}
	if len(callees) > 0 && callees[0] != nil {
		w.add(callItself)
		w.addCall(call{callees: callees, exact: exact}, e)
	}
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		w.selected(fun, len(callees) > 0, e)
	case *ast.Ident:
		if len(callees) == 0 {
			w.named(fun)
		}
		w.handed(e)
	case *ast.FuncLit:
	case *ast.ArrayType:
		w.add(allocation) // a conversion from a string
	case *ast.IndexExpr, *ast.IndexListExpr:
		if len(callees) == 0 {
			w.add(dynamicCall)
		}
	}
}

// selected weighs x.f(): a function of a package, or a method.
func (w *weigher) selected(fun *ast.SelectorExpr, given bool, e *ast.CallExpr) {
	path, imported := w.u.file.imported(fun.X)
	if !imported {
		w.expression(fun.X)
	}
	if given {
		w.handed(e)
		return
	}
	switch cost, known := methodCosts[fun.Sel.Name]; {
	case imported && w.r.groups[path] != nil: // a conversion or a variable
		w.add(callItself)
	case imported:
		w.add(costOfOther(path, fun.Sel.Name))
	case known:
		w.add(cost)
	default:
		w.add(otherMethod)
	}
	if !ranElsewhere[fun.Sel.Name] {
		w.handed(e)
	}
}

// handed weighs the closures that are handed to a function: they are taken to run in it.
func (w *weigher) handed(e *ast.CallExpr) {
	around := w.times
	defer func() { w.times, w.depth = around, w.depth-1 }()
	w.times, w.depth = w.times*listTimes, w.depth+1
	for _, a := range e.Args {
		if l, ok := a.(*ast.FuncLit); ok && w.r.literals[l] != nil {
			w.addCall(call{callees: []*unit{w.r.literals[l]}, exact: true}, l)
		}
	}
}

// ranElsewhere are functions and methods that run a closure in a goroutine, or once in a program.
var ranElsewhere = map[string]bool{"Go": true, "AfterFunc": true, "Do": true, "OnceFunc": true, "OnceValue": true, "OnceValues": true}

// named weighs f(): a builtin function, a conversion, or a function value.
func (w *weigher) named(fun *ast.Ident) {
	if fun.Obj != nil && fun.Obj.Kind != ast.Typ {
		w.add(dynamicCall)
		return
	}
	if cost, builtin := builtinCosts[fun.Name]; builtin {
		w.add(cost)
		return
	}
	w.add(simple / 2)
}

// constant returns the value of an integer constant, if syntax shows it.
func (w *weigher) constant(e ast.Expr, steps int) (float64, bool) {
	if steps == 0 {
		return 0, false
	}
	steps--
	switch e := e.(type) {
	case *ast.ParenExpr:
		return w.constant(e.X, steps)
	case *ast.BasicLit:
		v, err := strconv.ParseInt(e.Value, 0, 64)
		return float64(v), err == nil && e.Kind == token.INT
	case *ast.Ident:
		return w.constantNamed(e, steps)
	case *ast.BinaryExpr:
		x, ok := w.constant(e.X, steps)
		y, okY := w.constant(e.Y, steps)
		return calculate(e.Op, x, y, ok && okY)
	}
	return 0, false
}

func (w *weigher) constantNamed(id *ast.Ident, steps int) (float64, bool) {
	if id.Obj == nil {
		if e := w.u.group.constants[id.Name]; e != nil {
			return w.constant(e, steps)
		}
		return 0, false
	}
	spec, ok := id.Obj.Decl.(*ast.ValueSpec)
	if !ok || id.Obj.Kind != ast.Con || len(spec.Values) != len(spec.Names) {
		return 0, false
	}
	for i, n := range spec.Names {
		if n.Name == id.Name {
			return w.constant(spec.Values[i], steps)
		}
	}
	return 0, false
}

func calculate(op token.Token, x, y float64, ok bool) (float64, bool) {
	switch op {
	case token.ADD:
		return x + y, ok
	case token.SUB:
		return x - y, ok
	case token.MUL:
		return x * y, ok
	case token.QUO:
		if y != 0 {
			return float64(int64(x / y)), ok
		}
	case token.SHL:
		if y >= 0 && y < 40 {
			return x * float64(int64(1)<<int64(y)), ok
		}
	case token.SHR:
		if y >= 0 && y < 63 {
			return float64(int64(x) >> int64(y)), ok
		}
	}
	return 0, false
}
