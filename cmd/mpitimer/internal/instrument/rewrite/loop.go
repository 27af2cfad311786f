package rewrite

import (
	"go/ast"
	"go/token"
)

// rounds weighs what runs in each round of a loop.
func (w *weigher) rounds(at token.Pos, times float64, known bool, weigh func()) {
	if !known && w.depth >= mostLoops {
		times = 2
	}
	around := *w
	w.times *= times
	w.depth++
	w.line, w.what = w.u.file.line(at), "loop, taken as "+number(times)+" times"
	if known {
		w.what = "loop, " + number(times) + " times"
	}
	weigh()
	w.times, w.depth, w.line, w.what = around.times, around.depth, around.line, around.what
}

func (w *weigher) loop(s *ast.ForStmt) {
	w.statement(s.Init)
	times, known := w.bounds(s)
	w.rounds(s.For, times, known, func() {
		w.expression(s.Cond)
		w.statement(s.Post)
		w.statement(s.Body)
	})
}

// bounds returns how often a loop runs: for i := 3; i < 8; i++ is known.
func (w *weigher) bounds(s *ast.ForStmt) (times float64, known bool) {
	cond, isTest := s.Cond.(*ast.BinaryExpr)
	if isTest && cond.Op == token.NEQ && isNamed(cond.Y, "nil") {
		return listTimes, false
	}
	if s.Init == nil || s.Post == nil {
		return whileTimes, false
	}
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || !isTest || len(init.Rhs) != 1 {
		return loopTimes, false
	}
	unknown := unknownTimes(s.Body)
	from, ok := w.constant(init.Rhs[0], maxSteps)
	to, toKnown := w.constant(cond.Y, maxSteps)
	if !ok || !toKnown {
		return unknown, false
	}
	step := 1.0
	if add, ok := s.Post.(*ast.AssignStmt); ok && len(add.Rhs) == 1 && (add.Tok == token.ADD_ASSIGN || add.Tok == token.SUB_ASSIGN) {
		if step, ok = w.constant(add.Rhs[0], maxSteps); !ok || step <= 0 {
			return unknown, false
		}
	} else if _, ok := s.Post.(*ast.IncDecStmt); !ok {
		return unknown, false
	}
	length := max(to-from, from-to) / step
	return min(max(length, 1), mostTimes), true
}

// unknownTimes returns how often a counting loop is assumed to run.
func unknownTimes(body *ast.BlockStmt) float64 {
	plain := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.BranchStmt, *ast.ReturnStmt, *ast.DeferStmt, *ast.GoStmt:
			plain = false
		case *ast.CallExpr:
			plain = plain && isArithmetic(n.Fun)
		}
		return plain
	})
	if plain {
		return plainTimes
	}
	return loopTimes
}

// isArithmetic reports whether the callee looks like a function of numbers.
func isArithmetic(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return basic[fun.Name] && fun.Name != "string" || fun.Name == "len" || fun.Name == "min" || fun.Name == "max" || fun.Name == "complex" || fun.Name == "real" || fun.Name == "imag"
	case *ast.SelectorExpr:
		return isNamed(fun.X, "math") || isNamed(fun.X, "cmplx") || isNamed(fun.X, "bits")
	}
	return false
}

func (w *weigher) rangeLoop(s *ast.RangeStmt) {
	w.expression(s.X)
	times, known := w.constant(s.X, maxSteps)
	if !known {
		times, known = w.length(s.X)
	}
	if !known || times < 0 {
		times, known = unknownTimes(s.Body), false
	}
	w.rounds(s.For, min(times, mostTimes), known, func() {
		w.add(simple)
		w.statement(s.Body)
	})
}

// length returns that of an array or of a literal.
func (w *weigher) length(e ast.Expr) (float64, bool) {
	if l, ok := e.(*ast.CompositeLit); ok {
		if _, isMap := l.Type.(*ast.MapType); !isMap {
			return float64(len(l.Elts)), true
		}
	}
	t := w.r.typeOf(w.u.file, e, maxSteps)
	if !t.known() {
		return 0, false
	}
	t = w.r.underlying(t)
	if array, ok := t.expr.(*ast.ArrayType); ok && array.Len != nil {
		return w.constant(array.Len, maxSteps)
	}
	return 0, false
}
