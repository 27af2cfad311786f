package rewrite

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
)

// The cost of statements and operators, in approximate nanoseconds, and how often unknown ones run.
const (
	simple      = 0.4 // an operator, an assignment, a test
	division    = 2
	memory      = 0.6 // an element or a pointer's target
	mapAccess   = 20
	allocation  = 20
	texts       = 30 // joining strings
	goroutine   = 400
	deferring   = 4
	channel     = 60
	loopTimes   = 10   // rounds of a loop over something unknown
	whileTimes  = 5    // of one with a condition or a break only
	plainTimes  = 32   // of one without branches: it works on many numbers
	listTimes   = 3    // of one that ends at nil: lists and trees are short
	mostTimes   = 1e6  // of one with known bounds
	mostLoops   = 3    // loops within each other count in full up to this depth, then for two rounds
	rare        = 0.02 // of an error's way
	taken       = 0.5  // of what an if may run
	dear        = 300  // expensive code is behind an if because it is seldom needed
	takenDear   = 0.3  // of what goes beyond that
	afterReturn = 0.7  // of what follows an if that leaves the function or loop
	afterDear   = 0.5  // of it, of what goes beyond dear

	nothing   = 50   // a function whose straight way costs less …
	muchMore  = 4    // … and its side paths so many times as much …
	sideShare = 0.05 // … takes them as seldom as this, of the share that they count with elsewhere
)

// cost is what a function's own text reveals about its cost.
type cost struct {
	entries []entry
	nodes   int // by the inliner's count
	inlined int // up to how many nodes the function may be inlined

	component int  // of functions that call each other, in the order bottom-up
	heat      int  // how deep in loops it is called, at most
	known     bool // all this has been found
	called    bool // by name, somewhere in the given packages
}

// entry is a part of a function's cost: of its own text in a loop, or of a call of a given function.
type entry struct {
	Part
	call *call // nil for own text
}

// call is a place where a function calls one of the given packages.
type call struct {
	callees []*unit
	exact   bool
	depth   int // of loops around
}

// weigher walks over a function. Its callees have been weighed, except those that call it.
type weigher struct {
	r     *resolver
	u     *unit
	times float64 // how often the place runs in a call
	depth int     // of loops
	line  int     // of the loop around
	what  string
	mark  int // entries before it are not to be added to

	side []sidePath
}

// sidePath is the entries of the body of an if without an else, outside loops.
type sidePath struct{ from, to int }

func (r *resolver) weigh(u *unit) {
	w := &weigher{r: r, u: u, times: 1, what: "outside of loops"}
	u.cost.entries = u.cost.entries[:0]
	if u.body != nil {
		w.add(callItself)
		w.list(u.body.List)
		w.leaveSidePaths()
	}
}

// leaveSidePaths finds functions that do next to nothing unless something has to be done first, as one
// that takes a byte from a buffer and fills that when it is empty. Most of their calls are those that do
// next to nothing.
func (w *weigher) leaveSidePaths() {
	entries := w.u.cost.entries
	all, side := 0.0, 0.0
	for i := range entries {
		all += entries[i].Cost
	}
	for _, s := range w.side {
		for i := s.from; i < s.to; i++ {
			side += entries[i].Cost
		}
	}
	if straight := all - side; straight > nothing || side < muchMore*straight {
		return
	}
	for _, s := range w.side {
		for i := s.from; i < s.to; i++ {
			entries[i].Times *= sideShare
			entries[i].Cost *= sideShare
		}
	}
}

// add counts a cost of the function's own text.
func (w *weigher) add(cost float64) {
	entries := w.u.cost.entries
	if n := len(entries); n > w.mark && entries[n-1].call == nil && entries[n-1].Line == w.line {
		entries[n-1].Cost += cost * w.times
		return
	}
	w.u.cost.entries = append(entries, entry{Part{w.line, w.what, w.times, cost * w.times}, nil})
}

// addCall counts a call of a given function.
func (w *weigher) addCall(c call, at ast.Node) {
	what := "call of " + c.callees[0].local()
	if len(c.callees) > 1 {
		what = fmt.Sprintf("call of one of %d %s", len(c.callees), c.callees[0].decl.Name.Name)
	}
	part := Part{w.u.file.line(at.Pos()), what, w.times, w.times * w.u.costOf(c)}
	c.depth = w.depth
	w.u.cost.entries = append(w.u.cost.entries, entry{part, &c})
}

// maybe weighs code that runs only part of the time. The more expensive it is, the less often it is probably
// meant to run: the cost beyond dear counts with a smaller share.
func (w *weigher) maybe(share, shareDear float64, weigh func()) {
	mark := len(w.u.cost.entries)
	w.mark = mark
	weigh()
	added := w.u.cost.entries[mark:]
	cost := 0.0
	for _, e := range added {
		cost += e.Cost
	}
	if limit := dear * w.times; cost > limit && share > shareDear {
		share = (share*limit + shareDear*(cost-limit)) / cost
	}
	for i := range added {
		added[i].Times *= share
		added[i].Cost *= share
	}
	w.mark = len(w.u.cost.entries)
}

// list weighs statements; after an if that leaves them the rest runs less often.
func (w *weigher) list(statements []ast.Stmt) {
	for i, s := range statements {
		w.statement(s)
		if leaves(s) {
			w.maybe(afterReturn, afterDear, func() { w.list(statements[i+1:]) })
			return
		}
	}
}

// leaves reports whether a statement is an if whose body ends with a jump and does not handle an error.
func leaves(s ast.Stmt) bool {
	branch, ok := s.(*ast.IfStmt)
	return ok && branch.Else == nil && jumps(branch.Body) && !isRare(branch)
}

func jumps(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch last := body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok != token.FALLTHROUGH
	}
	return false
}

// isRare reports whether an if handles an error: it tests for one, or returns one, or panics.
func isRare(s *ast.IfStmt) bool {
	if c, ok := s.Cond.(*ast.BinaryExpr); ok && c.Op == token.NEQ && isNamed(c.Y, "nil") && isNamed(c.X, "err") {
		return true
	}
	if len(s.Body.List) == 0 {
		return false
	}
	switch last := s.Body.List[len(s.Body.List)-1].(type) {
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		return ok && (isNamed(call.Fun, "panic") || isFatal(call.Fun))
	case *ast.ReturnStmt:
		return len(last.Results) > 0 && isError(last.Results[len(last.Results)-1])
	}
	return false
}

func isFatal(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && (isNamed(s.X, "log") && leavers["log"][s.Sel.Name] != "" || isNamed(s.X, "os") && s.Sel.Name == "Exit")
}

// isError reports whether a result looks like an error that is made or passed on.
func isError(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "err" || len(e.Name) > 3 && (e.Name[:3] == "Err" || e.Name[:3] == "err")
	case *ast.CallExpr:
		return isError(e.Fun)
	case *ast.SelectorExpr:
		return isNamed(e.X, "errors") || e.Sel.Name == "Errorf" || len(e.Sel.Name) > 3 && e.Sel.Name[:3] == "Err" || e.Sel.Name == "ErrUnexpectedEOF"
	}
	return false
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func (w *weigher) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		w.list(s.List)
	case *ast.ExprStmt:
		w.expression(s.X)
	case *ast.AssignStmt:
		w.assignment(s)
	case *ast.IncDecStmt:
		w.add(simple)
		w.expression(s.X)
	case *ast.ReturnStmt:
		w.expressions(s.Results)
	case *ast.DeclStmt:
		w.declaration(s)
	case *ast.GoStmt:
		w.add(goroutine)
		w.expressions(s.Call.Args)
	case *ast.DeferStmt:
		w.add(deferring)
		w.call(s.Call)
	case *ast.SendStmt:
		w.add(channel)
		w.expression(s.Chan)
		w.expression(s.Value)
	case *ast.LabeledStmt:
		w.statement(s.Stmt)
	case *ast.IfStmt:
		w.branch(s)
	case *ast.ForStmt:
		w.loop(s)
	case *ast.RangeStmt:
		w.rangeLoop(s)
	case *ast.SwitchStmt:
		w.statement(s.Init)
		w.expression(s.Tag)
		w.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		w.statement(s.Init)
		w.add(2)
		w.clauses(s.Body)
	case *ast.SelectStmt:
		w.add(channel)
		w.clauses(s.Body)
	}
}

func (w *weigher) branch(s *ast.IfStmt) {
	w.statement(s.Init)
	w.add(simple)
	w.expression(s.Cond)
	share := taken
	if isRare(s) {
		share = rare
	}
	from := len(w.u.cost.entries)
	w.maybe(share, takenDear, func() { w.statement(s.Body) })
	if s.Else == nil && w.depth == 0 {
		w.side = slices.DeleteFunc(w.side, func(inner sidePath) bool { return inner.from >= from })
		w.side = append(w.side, sidePath{from, len(w.u.cost.entries)})
	}
	if s.Else != nil {
		w.maybe(1-share, takenDear, func() { w.statement(s.Else) })
	}
}

func (w *weigher) clauses(body *ast.BlockStmt) {
	for _, c := range body.List {
		w.maybe(1/float64(len(body.List)), takenDear, func() {
			switch c := c.(type) {
			case *ast.CaseClause:
				w.add(simple)
				w.list(c.Body)
			case *ast.CommClause:
				w.statement(c.Comm)
				w.list(c.Body)
			}
		})
	}
}

// assignment weighs one; into a map it costs more.
func (w *weigher) assignment(s *ast.AssignStmt) {
	w.add(simple * float64(len(s.Lhs)))
	w.expressions(s.Rhs)
	for _, left := range s.Lhs {
		if _, plain := left.(*ast.Ident); !plain {
			w.expression(left)
		}
	}
}

func (w *weigher) declaration(s *ast.DeclStmt) {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			w.add(simple)
			w.expressions(v.Values)
		}
	}
}

// parts returns the parts of a function's cost, the largest first.
func (c *cost) parts() []Part {
	var list []Part
	at := make(map[[2]any]int)
	for _, e := range c.entries {
		key := [2]any{e.Line, e.What}
		i, known := at[key]
		if !known {
			at[key] = len(list)
			list = append(list, e.Part)
			continue
		}
		list[i].Cost += e.Cost
		if e.call != nil {
			list[i].Times += e.Times
		}
	}
	slices.SortFunc(list, func(a, b Part) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	return list
}
