package rewrite

import (
	"go/ast"
	"go/token"
	"slices"
)

// This file is about goroutines: what they time stands below the region that starts them, and a function that waits for
// them shows that it does.

// starters are methods that start a goroutine with the closure they are given, or run it on one: those of
// sync.WaitGroup, errgroup.Group, testing.T and the usual pools.
var starters = []string{"Go", "TryGo", "Submit", "Run"}

// WaitName begins the names of regions in which a function waits for goroutines.
const WaitName = "waits: "

// follows reports whether the goroutines are followed that a function starts and waits for: not where no timer may be,
// nor in tests, which are no regions themselves.
func (u *unit) follows(o *Options) bool {
	return !u.file.Test && u.never() == "" && !u.skippedHere() && !(u.file.generated && !o.Generated) && (len(o.Only) == 0 || u.Chosen)
}

// insertForks lets goroutines inherit the region in which they are started.
func (u *unit) insertForks() {
	s := u.file
	for _, one := range statements(u.body) {
		if !forks(one) {
			continue
		}
		s.needsHook = true
		s.insert(s.offset(one.Pos()), rankFork, s.group.prefix+"auto.Fork(); ")
		s.insert(s.offset(one.End()), rankForked, "; "+s.group.prefix+"auto.Forked()")
	}
}

// forks reports whether a statement starts goroutines.
func forks(one ast.Stmt) bool {
	var call ast.Expr
	switch one := one.(type) {
	case *ast.GoStmt:
		return true
	case *ast.ExprStmt:
		call = one.X
	case *ast.AssignStmt:
		if len(one.Rhs) == 1 {
			call = one.Rhs[0]
		}
	}
	c, ok := call.(*ast.CallExpr)
	return ok && isStarter(c)
}

// starts reports whether a function starts goroutines.
func (u *unit) starts() bool {
	return u.body != nil && slices.ContainsFunc(statements(u.body), forks)
}

// findBegun finds the functions with which goroutines begin: that is where their time is seen as a whole.
func (r *resolver) findBegun(all []*unit) {
	for _, u := range all {
		u.begun = u.begun || u.literal != nil && (u.started == byGo || u.started == asArgument && isStarter(u.callee))
		if u.body == nil {
			continue
		}
		inspectBody(u.body, func(n ast.Node) {
			if started, ok := n.(*ast.GoStmt); ok {
				if callees, exact := r.callees(u.file, started.Call.Fun, maxSteps); exact {
					for _, callee := range callees {
						callee.begun = true
					}
				}
			}
		})
	}
}

// neverEnds reports whether a function ends in a loop that nothing leaves.
func (u *unit) neverEnds() bool {
	if u.body == nil || len(u.body.List) == 0 {
		return false
	}
	last, ok := u.body.List[len(u.body.List)-1].(*ast.ForStmt)
	if !ok || !terminates(last) {
		return false
	}
	returns := false
	inspectBody(last, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			returns = true
		case *ast.BranchStmt:
			returns = returns || n.Tok == token.GOTO
		}
	})
	return !returns
}

// isStarter reports whether a call starts a goroutine with a closure.
func isStarter(c *ast.CallExpr) bool {
	method, ok := c.Fun.(*ast.SelectorExpr)
	return ok && len(c.Args) > 0 && slices.Contains(starters, method.Sel.Name) &&
		(method.Sel.Name != "Run" || slices.ContainsFunc(c.Args, func(a ast.Expr) bool { _, is := a.(*ast.FuncLit); return is }))
}

// statements lists the statements of a function before which others may stand, without those of its closures.
func statements(body *ast.BlockStmt) (list []ast.Stmt) {
	add := func(more ...ast.Stmt) {
		for _, one := range more {
			if labelled, ok := one.(*ast.LabeledStmt); ok {
				one = labelled.Stmt
			}
			list = append(list, one)
		}
	}
	inspectBody(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			add(n.List...)
		case *ast.CaseClause:
			add(n.Body...)
		case *ast.CommClause:
			add(n.Body...)
		}
	})
	return list
}

// findWaits makes regions of the places at which a function waits: a call of a method Wait, whatever it waits for, a
// receive whose value nobody wants, a loop over a channel before each of its rounds, and a send in a function that starts
// goroutines. What MPI waits for has rows of its own.
func (r *resolver) findWaits(u *unit) {
	if u.begun && !u.Chosen {
		return // a goroutine that does little but wait, so that another one need not
	}
	for _, path := range u.file.imports {
		if isBinding(path) {
			return
		}
	}
	taken := make(map[ast.Stmt]bool)
	for _, b := range u.blocks {
		taken[b.statement] = true
	}
	list := statements(u.body)
	starts, freed := u.isMain() || u.starts(), u.semaphores()
	for _, one := range list {
		if name := r.waitOf(u, one, starts, freed); name != "" && !taken[one] {
			u.blocks = append(u.blocks, &block{statement: one, name: WaitName + name})
		}
	}
	u.findWaitValues()
}

// semaphores are the channels, as text, to which a function with its closures sends: that which receives from them does not
// wait, but lets others go on.
func (u *unit) semaphores() map[string]bool {
	sent := make(map[string]bool)
	ast.Inspect(u.outermost().body, func(n ast.Node) bool {
		if send, ok := n.(*ast.SendStmt); ok {
			sent[u.file.said(send.Chan)] = true
		}
		return true
	})
	return sent
}

// waitOf returns what a statement waits for, blank for one that does not.
func (r *resolver) waitOf(u *unit, one ast.Stmt, starts bool, semaphores map[string]bool) string {
	switch one := one.(type) {
	case *ast.ExprStmt:
		if isWait(one.X) {
			return u.file.said(one.X)
		}
		if receive, ok := one.X.(*ast.UnaryExpr); ok && receive.Op == token.ARROW && !semaphores[u.file.said(receive.X)] {
			return u.file.said(receive)
		}
	case *ast.SendStmt: // whose value takes no time of its own
		if starts && !calls(one.Value) {
			return u.file.said(one.Chan) + " <-"
		}
	case *ast.RangeStmt:
		if name, ok := one.X.(*ast.Ident); ok && (starts || u.Chosen) && r.isChannel(u.file, name) {
			return "range " + name.Name
		}
	}
	return ""
}

// calls reports whether an expression may take long: it calls a function, or receives.
func calls(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// findWaitValues finds calls of Wait of which a value is used, where it is certain that there is one value.
func (u *unit) findWaitValues() {
	add := func(e ast.Expr) {
		if isWait(e) {
			u.blocks = append(u.blocks, &block{value: e, name: WaitName + u.file.said(e)})
		}
	}
	inspectBody(u.body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for _, e := range n.Rhs {
					add(e)
				}
			}
		case *ast.BinaryExpr:
			add(n.X)
			add(n.Y)
		case *ast.ReturnStmt:
			if len(n.Results) > 1 || len(n.Results) == 1 && u.typ.Results.NumFields() == 1 {
				for _, e := range n.Results {
					add(e)
				}
			}
		}
	})
}

// isWait reports whether an expression is a call of a method Wait without arguments.
func isWait(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "Wait"
}

// isChannel reports whether a name is declared as a channel where it is used, or as the result of a function that returns one.
func (r *resolver) isChannel(s *source, name *ast.Ident) bool {
	if name.Obj == nil {
		return false
	}
	var declared ast.Expr
	switch d := name.Obj.Decl.(type) {
	case *ast.Field:
		declared = d.Type
	case *ast.ValueSpec:
		declared = d.Type
	case *ast.AssignStmt:
		for i, left := range d.Lhs {
			if id, ok := left.(*ast.Ident); !ok || id.Name != name.Name {
				continue
			}
			from, nth := d.Rhs[0], i
			if len(d.Rhs) == len(d.Lhs) {
				from, nth = d.Rhs[i], 0
			}
			if call, ok := from.(*ast.CallExpr); ok {
				declared = r.result(s, call, nth, maxSteps).expr
			}
		}
	}
	_, is := declared.(*ast.ChanType)
	return is
}

// longestWait is how much of an expression is in a name.
const longestWait = 40

// said is the text of an expression, on one line and not too long for a name.
func (s *source) said(e ast.Expr) string {
	text := string(s.Text[s.offset(e.Pos()):s.offset(e.End())])
	if len(text) > longestWait || slices.ContainsFunc([]byte(text), func(c byte) bool { return c < ' ' || c == '`' || c == '"' || c > '~' || c == '/' }) {
		if call, ok := e.(*ast.CallExpr); ok {
			return "…." + call.Fun.(*ast.SelectorExpr).Sel.Name + "()"
		}
		return "<-…"
	}
	return text
}
