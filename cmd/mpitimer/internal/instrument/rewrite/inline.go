package rewrite

import (
	"go/ast"
	"go/token"
	"strings"
)

// inlineBudget and closureBudget are the compiler's inlining limits for functions, in nodes. A closure may be
// larger if it is called in only one place.
const (
	inlineBudget  = 80
	closureBudget = 800
	inlineMargin  = 5 // by how much our count may be too large
	neverInlined  = 1 << 20
)

// inliner counts a function's nodes as the compiler's inliner does (cmd/compile/internal/inline), but
// hardly more: what syntax does not show is taken for free.
type inliner struct {
	r     *resolver
	unit  *unit
	known map[*unit]int
	now   map[*unit]bool // being counted
	total int
}

// nodesOf returns how large the inliner finds a function, at least.
func (r *resolver) nodesOf(u *unit, known map[*unit]int, now map[*unit]bool) int {
	if n, ok := known[u]; ok {
		return n
	}
	if now[u] || u.body == nil {
		return 0
	}
	now[u] = true
	in := &inliner{r: r, unit: u, known: known, now: now}
	for _, p := range u.pragmas {
		if p == "noinline" {
			in.total = neverInlined
		}
	}
	in.statements(u.body.List)
	delete(now, u)
	known[u] = min(in.total, neverInlined)
	return known[u]
}

func (in *inliner) statements(list []ast.Stmt) {
	for _, s := range list {
		in.statement(s)
		if branch, ok := s.(*ast.IfStmt); ok && in.maybeConstant(branch.Cond) && terminatingList(branch.Body.List) {
			return // what follows may be dead
		}
	}
}

func (in *inliner) statement(s ast.Stmt) {
	if in.total >= neverInlined {
		return
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		if s != nil {
			in.statements(s.List)
		}
	case *ast.ExprStmt:
		in.expression(s.X)
	case *ast.AssignStmt:
		in.total++
		in.expressions(s.Lhs)
		in.expressions(s.Rhs)
		for _, left := range s.Lhs {
			if name, ok := left.(*ast.Ident); ok && s.Tok == token.DEFINE && name.Name != "_" && name.Obj != nil && name.Obj.Decl == s {
				in.total += 2 // its declaration
			}
		}
	case *ast.IncDecStmt:
		in.total++
		in.expression(s.X)
	case *ast.ReturnStmt:
		in.total++
		in.expressions(s.Results)
	case *ast.DeclStmt:
		in.declaration(s)
	case *ast.GoStmt, *ast.DeferStmt:
		in.total = neverInlined
	case *ast.SendStmt:
		in.total++
		in.expression(s.Chan)
		in.expression(s.Value)
	case *ast.LabeledStmt:
		in.total++
		in.statement(s.Stmt)
	case *ast.BranchStmt:
		if s.Tok != token.FALLTHROUGH {
			in.total++
		}
	case *ast.IfStmt:
		in.branch(s)
	default:
		in.compound(s)
	}
}

// branch counts an if, of which nothing remains if its condition is a constant.
func (in *inliner) branch(s *ast.IfStmt) {
	in.statement(s.Init)
	if in.maybeConstant(s.Cond) {
		return
	}
	in.total++
	in.expression(s.Cond)
	in.statement(s.Body)
	in.statement(s.Else)
}

func (in *inliner) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ForStmt:
		in.total++
		in.statement(s.Init)
		in.expression(s.Cond)
		in.statement(s.Post)
		in.statement(s.Body)
	case *ast.RangeStmt:
		in.total++
		in.expressions([]ast.Expr{s.Key, s.Value, s.X})
		in.statement(s.Body)
	case *ast.SwitchStmt:
		in.total++
		in.statement(s.Init)
		in.expression(s.Tag)
		if !in.maybeConstant(s.Tag) || s.Tag == nil {
			in.clauses(s.Body)
		}
	case *ast.TypeSwitchStmt:
		in.total++
		in.clauses(s.Body)
	case *ast.SelectStmt:
		in.total++
		in.clauses(s.Body)
	}
}

func (in *inliner) clauses(body *ast.BlockStmt) {
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			constant := false
			for _, e := range c.List {
				constant = constant || in.maybeConstant(e) && e != nil && !isLiteral(e)
			}
			in.total++
			if !constant || len(c.List) > 0 {
				in.statements(c.Body)
			}
		case *ast.CommClause:
			in.total++
			in.statement(c.Comm)
			in.statements(c.Body)
		}
	}
}

func (in *inliner) declaration(s *ast.DeclStmt) {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			in.total += 2 * len(v.Names)
			in.expressions(v.Values)
		}
	}
}

func (in *inliner) expressions(list []ast.Expr) {
	for _, e := range list {
		in.expression(e)
	}
}

func (in *inliner) expression(e ast.Expr) {
	switch e := e.(type) {
	case nil:
	case *ast.Ident:
		if e.Name != "_" {
			in.total++
		}
	case *ast.BasicLit:
		in.total++
	case *ast.ParenExpr:
		in.expression(e.X)
	case *ast.SelectorExpr:
		in.total++
		if _, ok := in.unit.file.imported(e.X); !ok {
			in.expression(e.X)
		}
	case *ast.BinaryExpr:
		if in.total++; !in.maybeConstant(e) {
			in.expression(e.X)
			in.expression(e.Y)
		}
	case *ast.UnaryExpr:
		in.unary(e)
	case *ast.StarExpr:
		in.total++
		in.expression(e.X)
	case *ast.IndexExpr:
		in.total++
		in.expression(e.X)
		in.expression(e.Index)
	case *ast.SliceExpr:
		in.total++
		in.expression(e.X)
		in.sliceBound(e.Low)
		in.sliceBound(e.High)
		in.sliceBound(e.Max)
	case *ast.TypeAssertExpr:
		in.total++
		in.expression(e.X)
	case *ast.CompositeLit:
		in.composite(e)
	case *ast.FuncLit:
		in.total += 15
	case *ast.CallExpr:
		in.call(e)
	}
}

// sliceBound counts what the inliner does not leave out: it omits zero, and the length of the same slice.
func (in *inliner) sliceBound(e ast.Expr) {
	if call, ok := e.(*ast.CallExpr); ok {
		if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "len" {
			return
		}
	}
	if l, ok := e.(*ast.BasicLit); ok && l.Value == "0" {
		return
	}
	in.expression(e)
}

// unary counts an operator; the address of a first field is free.
func (in *inliner) unary(e *ast.UnaryExpr) {
	if e.Op == token.AND {
		if field, ok := ast.Unparen(e.X).(*ast.SelectorExpr); ok {
			in.expression(field.X)
			return
		}
	}
	if in.total++; !in.maybeConstant(e) {
		in.expression(e.X)
	}
}

func (in *inliner) composite(e *ast.CompositeLit) {
	in.total++
	for _, item := range e.Elts {
		if pair, ok := item.(*ast.KeyValueExpr); ok {
			in.total++
			in.expression(pair.Value)
			continue
		}
		in.expression(item)
	}
}

// call counts a call: one of a function that is not inlined itself counts 57 more.
func (in *inliner) call(e *ast.CallExpr) {
	in.expressions(e.Args)
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StarExpr:
		return // a conversion, which may be free
	case *ast.Ident:
		switch {
		case fun.Obj == nil && fun.Name == "recover":
			in.total = neverInlined
			return
		case fun.Obj == nil && basic[fun.Name]:
			return
		}
	case *ast.SelectorExpr:
		in.selected(fun)
	}
	in.total++
	callees, exact := in.r.called(in.unit, e)
	if !exact || len(callees) != 1 || callees[0] == nil {
		return
	}
	callee := callees[0]
	switch n := in.r.nodesOf(callee, in.known, in.now); {
	case callee.body == nil:
		// Assembly is called, unless the compiler has a substitute.
	case callee.literal != nil:
		in.total += min(n, 17)
	case n > inlineBudget:
		in.total += callCost
	default:
		in.total += min(n, callCost)
	}
}

// callCost is what the inliner counts for a call that stays one. A callee that is inlined itself and makes
// such a call is no cheaper.
const callCost = 57

// selected counts what is called through a selector: a function that is known to make a call, or a method of
// an interface.
func (in *inliner) selected(fun *ast.SelectorExpr) {
	path, imported := in.unit.file.imported(fun.X)
	if imported {
		if list, known := calling[path]; known && in.r.groups[path] == nil && (list == "" || strings.Contains(list, " "+fun.Sel.Name+" ")) {
			in.total += callCost
		}
		return
	}
	in.expression(fun.X)
	if t := in.r.typeOf(in.unit.file, fun.X, maxSteps); t.known() {
		if t = in.r.underlying(t); t.known() {
			if _, is := t.expr.(*ast.InterfaceType); is {
				in.total += callCost
			}
		}
	}
}

// calling are functions of Go's library that make a call, or are too large to be inlined; all of a package
// if none is named.
var calling = map[string]string{
	"fmt": "", "log": "", "encoding/json": "", "regexp": "",
	"math":    " Acos Asin Atan Atan2 Cbrt Cos Cosh Erf Erfc Exp Exp2 Expm1 Gamma Hypot Lgamma Log Log10 Log1p Log2 Mod Pow Sin Sincos Sinh Tan Tanh ",
	"strings": " Contains Count EqualFold Fields Index IndexAny IndexByte Join LastIndex Map Repeat Replace ReplaceAll Split SplitN Title ToLower ToUpper Trim TrimLeft TrimRight TrimSpace ",
	"bytes":   " Contains Count EqualFold Fields Index IndexAny IndexByte Join LastIndex Map Repeat Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimLeft TrimRight TrimSpace ",
	"strconv": " AppendFloat AppendInt AppendUint Atoi FormatFloat FormatInt FormatUint Itoa ParseFloat ParseInt ParseUint Quote Unquote ",
	"sort":    " Float64s Ints Search SearchInts Slice SliceStable Sort Stable Strings ",
	"slices":  " Sort SortFunc SortStableFunc ",
	"os":      " Create Open OpenFile ReadFile Remove RemoveAll Stat WriteFile ",
	"io":      " Copy ReadAll ReadFull WriteString ",
	"errors":  " As Is ",
	"time":    " Now Since ",
}
