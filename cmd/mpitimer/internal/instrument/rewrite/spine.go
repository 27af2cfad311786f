package rewrite

import (
	"go/ast"
	"go/token"
	"slices"
)

// What a text says about where a parallel program's time goes: to the functions that lead to calls of MPI, its
// spine, and to the loops over data that they run. How often such a loop runs stands nowhere in the text. So
// the estimate of a function that has one is the least that it costs, and rules nothing out.

// In how many loops without messages a function may be called whose own loops over data are one deep, or deeper.
// A round of a loop with messages takes far longer than a timer.
const (
	plainDepth = 1
	deepDepth  = 2
	innerDepth = 3 // what a loop over data of a function beside the spine counts as: its rounds may be short
	guessDepth = 2 // what a call counts as that may be of one of several functions
)

// outline is what matters of a function here.
type outline struct {
	messages  bool // it calls MPI
	loops     int  // how many loops over data are in each other
	calls     []reach
	spine     bool // it leads to calls of MPI
	sure      bool // each time, or nearly
	recursive bool
	walks     bool // it begins a recursion
	depth     int  // in how many loops it is called from there, at most
	reached   bool
}

// reach is a call of a function, and the loops around it, the outermost first.
type reach struct {
	callee *unit
	exact  bool
	only   bool // no other function of the program can be meant
	sure   bool // behind no if
	around []*round
}

// round is a loop; it may have messages in its body.
type round struct{ messages bool }

// spines finds the spine of the program, and how deep in loops what it calls is.
func (r *resolver) spines(order [][]*unit) map[*unit]*outline {
	all := make(map[*unit]*outline)
	for _, component := range order {
		for _, u := range component {
			all[u] = r.outline(u)
			all[u].walks = slices.ContainsFunc(all[u].calls, func(c reach) bool {
				to := all[c.callee] // nil for one of the same recursion that comes later
				return c.exact && to != nil && c.callee.cost.component != u.cost.component && (to.recursive || to.walks && c.callee.mayInline())
			})
		}
		for range component { // who calls whom in turn
			for _, u := range component {
				all[u].lead(all)
			}
		}
	}
	for _, component := range slices.Backward(order) {
		for _, u := range component {
			o := all[u]
			if o.spine || u.isEntry() {
				o.reached = true
			}
			if o.reached {
				o.spread(u, all)
			}
		}
	}
	return all
}

// isEntry reports whether a program begins with a function.
func (u *unit) isEntry() bool {
	return u.decl != nil && u.Receiver == "" && u.Name == "main" && u.group.name == "main"
}

// lead finds out whether a function leads to messages.
func (o *outline) lead(all map[*unit]*outline) {
	o.spine = o.spine || o.messages
	for _, c := range o.calls {
		to := all[c.callee]
		if to == nil || !c.exact || !to.spine {
			continue
		}
		o.spine = true
		if c.sure && to.sure {
			o.sure = true
			for _, l := range c.around {
				l.messages = true
			}
		}
	}
}

// spread tells those that a function calls how deep in loops they are.
func (o *outline) spread(u *unit, all map[*unit]*outline) {
	for _, c := range o.calls {
		to := all[c.callee]
		if to == nil || c.callee.cost.component == u.cost.component {
			continue
		}
		depth := o.depth
		if o.recursive {
			depth += innerDepth
		}
		for _, l := range c.around {
			switch {
			case l.messages:
			case o.spine || u.isEntry():
				depth++
			default:
				depth += innerDepth
			}
		}
		if !c.only { // most of its calls may be of another one
			depth += guessDepth
		}
		to.reached, to.depth = true, max(to.depth, depth)
	}
}

// outline looks at a function's text.
func (r *resolver) outline(u *unit) *outline {
	o := &outline{}
	if u.body != nil && !isBinding(u.group.path) {
		l := &looker{weigher: weigher{r: r, u: u}, o: o}
		ast.Walk(l, u.body)
		o.recursive = slices.ContainsFunc(o.calls, func(c reach) bool { return c.callee.cost.component == u.cost.component })
	}
	return o
}

// looker walks over a function, and stops at closures.
type looker struct {
	weigher
	o      *outline
	around []*round
	data   int  // of them over data
	behind bool // an if
}

func (l *looker) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncLit:
		return nil
	case *ast.ForStmt:
		return l.in(l.overData(n))
	case *ast.RangeStmt:
		return l.in(l.rangesOverData(n))
	case *ast.CallExpr:
		l.see(n)
	case *ast.IfStmt:
		l.branch(n)
		return nil
	case *ast.CaseClause, *ast.CommClause:
		return l.maybe()
	}
	return l
}

// branch walks over an if: its condition is always looked at.
func (l *looker) branch(n *ast.IfStmt) {
	if n.Init != nil {
		ast.Walk(l, n.Init)
	}
	ast.Walk(l, n.Cond)
	ast.Walk(l.maybe(), n.Body)
	if n.Else != nil {
		ast.Walk(l.maybe(), n.Else)
	}
}

// maybe is the looker for what does not always run.
func (l *looker) maybe() *looker {
	inner := *l
	inner.behind = true
	return &inner
}

// in is the looker for the body of a loop.
func (l *looker) in(data bool) *looker {
	inner := *l
	inner.around = append(slices.Clone(l.around), &round{})
	if data {
		inner.data++
		l.o.loops = max(l.o.loops, inner.data)
	}
	return &inner
}

// see notes a call. A closure that is handed to a function is taken to run there, once.
func (l *looker) see(e *ast.CallExpr) {
	if l.r.messages(l.u.file, e) {
		l.o.messages = true
		l.o.sure = l.o.sure || !l.behind
		for _, a := range l.around {
			a.messages = a.messages || !l.behind
		}
	}
	callees, exact := l.r.called(l.u, e)
	for _, c := range callees {
		l.o.calls = append(l.o.calls, reach{c, exact, exact || len(callees) == 1, !l.behind, l.around})
	}
	for _, a := range e.Args {
		if closure, ok := a.(*ast.FuncLit); ok && l.r.literals[closure] != nil {
			l.o.calls = append(l.o.calls, reach{l.r.literals[closure], true, true, !l.behind, l.around})
		}
	}
}

// overData reports whether how often a loop runs is not in the text. Lists that end at nil are short, and so are
// strings whose bytes are only added up: names and keys.
func (w *weigher) overData(s *ast.ForStmt) bool {
	if _, known := w.bounds(s); known {
		return false
	}
	cond, ok := s.Cond.(*ast.BinaryExpr)
	if !ok {
		return true
	}
	if length, ok := cond.Y.(*ast.CallExpr); ok && isNamed(length.Fun, "len") && len(length.Args) == 1 && w.isKey(length.Args[0], s.Body) {
		return false
	}
	return cond.Op != token.NEQ || !isNamed(cond.Y, "nil")
}

func (w *weigher) rangesOverData(s *ast.RangeStmt) bool {
	_, number := w.constant(s.X, maxSteps)
	_, length := w.length(s.X)
	return !number && !length && !w.isKey(s.X, s.Body)
}

func (w *weigher) isKey(e ast.Expr, body *ast.BlockStmt) bool {
	t := w.r.typeOf(w.u.file, e, maxSteps)
	return t.known() && isNamed(t.expr, "string") && unknownTimes(body) == plainTimes
}

// matters reports whether a function becomes a region although its estimate is low, and why.
func (o *outline) matters(u *unit) (why string, yes bool) {
	switch {
	case isBinding(u.group.path) || u.isEntry():
	case o.spine && !o.wraps() && (o.depth == 0 || o.sure && o.depth <= deepDepth):
		return "it leads to calls of MPI", true
	case o.reached && !o.recursive && (o.loops == 1 && o.depth <= plainDepth || o.loops > 1 && o.depth <= deepDepth):
		return "it loops over data, and nothing says how often", true
	case o.reached && o.walks && !o.recursive && o.depth <= plainDepth && !u.mayInline():
		return "it begins a recursion, and nothing says how deep", true
	}
	return "", false
}

// wraps reports whether a function is not much more than a call of MPI, which has a row of its own.
func (o *outline) wraps() bool { return o.messages && o.loops == 0 && len(o.calls) == 0 }
