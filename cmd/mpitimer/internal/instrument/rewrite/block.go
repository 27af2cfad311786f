package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// block is a statement that is a region: a directive makes it one, or that it waits.
type block struct {
	statement ast.Stmt
	value     ast.Expr // instead of a statement, an expression of one value
	name      string
}

func (b *block) pos() token.Pos {
	if b.value != nil {
		return b.value.Pos()
	}
	return b.statement.Pos()
}

// insertBlocks makes statements of a function regions. Each region is started before its statement and
// stopped after it and before the branches out of it; a return or panic in it leaves that to the end of the
// function.
func (u *unit) insertBlocks() {
	slices.SortFunc(u.blocks, func(a, b *block) int { return int(a.pos() - b.pos()) })
	u.file.needsHook = true
	var declared strings.Builder
	for i := range u.blocks {
		name := u.blockName(i)
		fmt.Fprintf(&declared, " var %s %sauto.Block; defer %s.End();", name, u.group.prefix, name)
	}
	u.file.insert(u.file.offset(u.body.Lbrace)+1, rankBlocks, declared.String())
	for i, b := range slices.Backward(u.blocks) { // the inner ones end first
		u.insertBlock(b, u.blockName(i))
	}
}

func (u *unit) blockName(i int) string { return fmt.Sprintf("%sb%d", u.group.prefix, i+1) }

func (u *unit) insertBlock(b *block, name string) {
	s := u.file
	if b.value != nil {
		s.insert(s.offset(b.value.Pos()), rankReplace, fmt.Sprintf("%sauto.Waited(%s.Began(%s), ", s.group.prefix, name, s.handle(b.name, false)))
		s.insert(s.offset(b.value.End()), rankForked, ")")
		return
	}
	waits := strings.HasPrefix(b.name, WaitName)
	begin := fmt.Sprintf("%s.Begin(%s)", name, s.handle(b.name, !waits))
	if loop, ok := b.statement.(*ast.RangeStmt); ok && waits {
		u.insertBetween(loop, begin, name+".End()")
		return
	}
	s.insert(s.offset(b.statement.Pos()), rankBegin, begin+"; ")
	for _, branch := range leaving(b.statement) {
		s.insert(s.offset(branch.Pos()), rankBranch, name+".End(); ")
	}
	if !terminates(b.statement) {
		s.insert(s.offset(b.statement.End()), rankEnd, "; "+name+".End()")
	}
}

// insertBetween makes a region of what a loop does between its rounds: it waits for a value.
func (u *unit) insertBetween(loop *ast.RangeStmt, begin, end string) {
	s, first, label := u.file, loop.Pos(), ""
	inspectBody(u.body, func(n ast.Node) {
		if l, ok := n.(*ast.LabeledStmt); ok && l.Stmt == ast.Stmt(loop) {
			first, label = l.Pos(), l.Label.Name // which must stay with the loop
		}
	})
	s.insert(s.offset(first), rankBegin, begin+"; ")
	s.insert(s.offset(loop.Body.Lbrace)+1, rankEnd, " "+end+";")
	for _, branch := range continuing(loop, label) {
		s.insert(s.offset(branch.Pos()), rankBranch, begin+"; ")
	}
	if list := loop.Body.List; len(list) == 0 || !endsRound(list[len(list)-1]) {
		s.insert(s.offset(loop.Body.Rbrace), rankBegin, "; "+begin+" ")
	}
	s.insert(s.offset(loop.End()), rankEnd, "; "+end)
}

// endsRound reports whether nothing is done behind a statement at the end of a loop's body.
func endsRound(s ast.Stmt) bool {
	branch, ok := s.(*ast.BranchStmt)
	return ok && branch.Tok != token.FALLTHROUGH || terminates(s)
}

// continuing returns the branches that begin the next round of a loop with a label, if that is not blank.
func continuing(loop *ast.RangeStmt, label string) (list []*ast.BranchStmt) {
	var walk func(body ast.Node, inner bool)
	walk = func(body ast.Node, inner bool) {
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				if n.Tok == token.CONTINUE && (n.Label == nil && !inner || n.Label != nil && n.Label.Name == label) {
					list = append(list, n)
				}
			case *ast.ForStmt, *ast.RangeStmt:
				walk(bodyOf(n), true)
				return false
			}
			return true
		})
	}
	walk(loop.Body, false)
	return list
}

// leaving returns the branches in a statement that lead out of it.
func leaving(s ast.Stmt) []*ast.BranchStmt {
	inside := make(map[string]bool) // labels
	inspectBody(s, func(n ast.Node) {
		if l, ok := n.(*ast.LabeledStmt); ok {
			inside[l.Label.Name] = true
		}
	})
	var list []*ast.BranchStmt
	var walk func(n ast.Node, breaks, continues bool)
	walk = func(n ast.Node, breaks, continues bool) {
		ast.Inspect(n, func(in ast.Node) bool {
			switch in := in.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				stays := in.Tok == token.FALLTHROUGH || in.Tok == token.BREAK && breaks || in.Tok == token.CONTINUE && continues
				if in.Label != nil {
					stays = inside[in.Label.Name]
				}
				if !stays {
					list = append(list, in)
				}
			case *ast.ForStmt, *ast.RangeStmt:
				walk(bodyOf(in), true, true)
				return false
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				walk(bodyOf(in), true, continues)
				return false
			}
			return true
		})
	}
	walk(s, false, false)
	return list
}

// terminates reports whether a statement is a terminating one in the language specification: nothing may
// follow it, for it may have to be the last of its function.
func terminates(s ast.Stmt) bool { return terminating(s, "") }

func terminating(s ast.Stmt, label string) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.GOTO
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		name, ok := ast.Unparen(call.Fun).(*ast.Ident)
		return ok && name.Name == "panic" && name.Obj == nil
	case *ast.BlockStmt:
		return terminatingList(s.List)
	case *ast.IfStmt:
		return s.Else != nil && terminatingList(s.Body.List) && terminating(s.Else, "")
	case *ast.ForStmt:
		return s.Cond == nil && !breaksOut(s.Body, label)
	case *ast.LabeledStmt:
		return terminating(s.Stmt, s.Label.Name)
	case *ast.SwitchStmt:
		return terminatingClauses(s.Body, label, true)
	case *ast.TypeSwitchStmt:
		return terminatingClauses(s.Body, label, true)
	case *ast.SelectStmt:
		return terminatingClauses(s.Body, label, false)
	}
	return false
}

func terminatingList(list []ast.Stmt) bool {
	for len(list) > 0 { // empty statements at the end do not count
		if _, empty := list[len(list)-1].(*ast.EmptyStmt); !empty {
			break
		}
		list = list[:len(list)-1]
	}
	return len(list) > 0 && terminating(list[len(list)-1], "")
}

// terminatingClauses reports whether all clauses of a switch or select terminate. A switch needs a default.
func terminatingClauses(body *ast.BlockStmt, label string, needsDefault bool) bool {
	hasDefault := false
	for _, c := range body.List {
		var list []ast.Stmt
		switch c := c.(type) {
		case *ast.CaseClause:
			list, hasDefault = c.Body, hasDefault || c.List == nil
		case *ast.CommClause:
			list = c.Body
		}
		if n := len(list); n > 0 {
			if b, ok := list[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				continue
			}
		}
		if !terminatingList(list) {
			return false
		}
	}
	return (hasDefault || !needsDefault) && !breaksOut(body, label)
}

// breaksOut reports whether a break leads out of the statement with the given body.
func breaksOut(body ast.Node, label string) bool {
	found := false
	var walk func(n ast.Node, inner bool)
	walk = func(n ast.Node, inner bool) {
		ast.Inspect(n, func(in ast.Node) bool {
			switch in := in.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BranchStmt:
				if in.Tok == token.BREAK {
					found = found || in.Label == nil && !inner || in.Label != nil && in.Label.Name == label
				}
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if in != n {
					walk(bodyOf(in), true)
					return false
				}
			}
			return true
		})
	}
	walk(body, false)
	return found
}

func bodyOf(n ast.Node) *ast.BlockStmt {
	switch n := n.(type) {
	case *ast.ForStmt:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	case *ast.SwitchStmt:
		return n.Body
	case *ast.TypeSwitchStmt:
		return n.Body
	case *ast.SelectStmt:
		return n.Body
	}
	return nil
}
