package rewrite

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
)

// directive is a comment //mpitimer:region [name] or //mpitimer:skip.
type directive struct {
	file     *source
	at       token.Pos
	line     int
	next     int // line after the comments it is in
	verb     string
	name     string
	trailing bool // follows code on its line
}

const directivePrefix = "//mpitimer:"

func (s *source) problem(line int, text string) Problem { return Problem{s.Path, line, text} }

// readComments finds the directives, ours and those that link names.
func (s *source) readComments() {
	for _, group := range s.syntax.Comments {
		for _, c := range group.List {
			if name, ok := strings.CutPrefix(c.Text, "//go:linkname "); ok {
				if local := strings.Fields(name); len(local) > 0 {
					s.group.linked[local[0]] = true
				}
			}
			text, ok := strings.CutPrefix(c.Text, directivePrefix)
			if !ok {
				continue
			}
			d := &directive{file: s, at: c.Pos(), line: s.line(c.Pos()), next: s.line(group.End()) + 1}
			d.verb, d.name, _ = strings.Cut(strings.TrimSpace(text), " ")
			d.name = strings.TrimSpace(d.name)
			d.trailing = !s.firstOnLine(c.Pos())
			s.directives = append(s.directives, d)
		}
	}
}

// firstOnLine reports whether only blanks precede a position on its line.
func (s *source) firstOnLine(p token.Pos) bool {
	at := s.offset(p)
	start := bytes.LastIndexByte(s.Text[:at], '\n') + 1
	return len(bytes.TrimLeft(s.Text[start:at], " \t\r\ufeff")) == 0
}

// follow ties the directives of a file to functions and statements, and reports those it cannot tie.
func (s *source) follow() (problems []Problem) {
	if len(s.directives) == 0 {
		return nil
	}
	targets := s.targets()
	for _, d := range s.directives {
		wrong := ""
		switch {
		case d.verb != "region" && d.verb != "skip":
			wrong = "unknown directive //mpitimer:" + d.verb + ", expected region or skip"
		case d.verb == "skip" && d.name != "":
			wrong = "//mpitimer:skip takes no name"
		default:
			if u := s.functionOf(d); u != nil {
				wrong = u.direct(d)
			} else if t, ok := s.statementOf(d, targets); ok {
				wrong = t.direct(d)
			} else {
				wrong = "no function and no statement begins at //mpitimer:" + d.verb + " or on the line below it"
			}
		}
		if wrong != "" {
			problems = append(problems, s.problem(d.line, wrong))
		}
	}
	return problems
}

// functionOf returns the declaration that a directive belongs to: it stands in the comment above, or at
// the end of the line that begins the declaration or its body.
func (s *source) functionOf(d *directive) *unit {
	for _, u := range s.units {
		if u.decl == nil {
			continue
		}
		first, body := s.line(u.decl.Pos()), s.line(u.decl.Pos())
		if u.body != nil {
			body = s.line(u.body.Lbrace)
		}
		if d.trailing && (d.line == first || d.line == body) && d.at > u.decl.Pos() || !d.trailing && d.next == first && d.at < u.decl.Pos() {
			return u
		}
	}
	return nil
}

// direct gives a directive to a function, or returns why it cannot.
func (u *unit) direct(d *directive) (wrong string) {
	switch {
	case u.forced != nil || u.skipped != nil:
		return u.local() + " has a directive already"
	case d.verb == "skip":
		u.skipped = d
		return ""
	}
	if never := u.never(); never != "" {
		return u.local() + " cannot be a region: " + never
	}
	u.forced = d
	return ""
}

// target is a statement that may be made a region.
type target struct {
	unit      *unit
	statement ast.Stmt
	first     bool // on its line
}

// targets returns the outermost statement that begins on each line.
func (s *source) targets() map[int]target {
	list := make(map[int]target)
	for _, u := range s.units {
		if u.body == nil {
			continue
		}
		add := func(statements []ast.Stmt) {
			for _, one := range statements {
				s.addTarget(list, u, one)
			}
		}
		inspectBody(u.body, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.BlockStmt:
				add(n.List)
			case *ast.CaseClause:
				add(n.Body)
			case *ast.CommClause:
				add(n.Body)
			}
		})
	}
	return list
}

// addTarget adds a statement, and if it has a label the one below that: there the region starts after the
// label, unless branches to the label mean the statement.
func (s *source) addTarget(list map[int]target, u *unit, one ast.Stmt) {
	switch one.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return
	}
	line := s.line(one.Pos())
	if _, taken := list[line]; !taken {
		list[line] = target{u, one, s.firstOnLine(one.Pos())}
	}
	labelled, ok := one.(*ast.LabeledStmt)
	if !ok {
		return
	}
	if inner := labelled.Stmt; bodyOf(inner) == nil {
		s.addTarget(list, u, inner)
	} else if line := s.line(inner.Pos()); s.firstOnLine(inner.Pos()) {
		if _, taken := list[line]; !taken {
			list[line] = target{u, one, true}
		}
	}
}

// inspectBody visits the nodes of a function's body, but not those of closures in it.
func inspectBody(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, closure := n.(*ast.FuncLit); closure || n == nil {
			return false
		}
		visit(n)
		return true
	})
}

func (s *source) statementOf(d *directive, targets map[int]target) (target, bool) {
	if d.trailing {
		t, ok := targets[d.line]
		return t, ok
	}
	t, ok := targets[d.next]
	return t, ok && t.first
}

// direct gives a directive to a statement, or returns why it cannot.
func (t target) direct(d *directive) (wrong string) {
	if d.verb == "skip" {
		return "//mpitimer:skip stands above functions only"
	}
	if d.name == "" {
		return "//mpitimer:region above a statement needs a name"
	}
	if closure := t.unit.startedIn(t.statement); closure != nil {
		return closure.direct(d)
	}
	if wrong := notTimed(t.statement); wrong != "" {
		return wrong
	}
	if never := t.unit.never(); never != "" && !t.unit.isInit() {
		return t.unit.local() + " can have no regions: " + never
	}
	for _, b := range t.unit.blocks {
		if b.statement == t.statement {
			return "the statement is region " + b.name + " already"
		}
	}
	t.unit.blocks = append(t.unit.blocks, &block{statement: t.statement, name: d.name})
	return ""
}

// startedIn returns the closure that a go or defer statement starts: it is what takes time.
func (u *unit) startedIn(s ast.Stmt) *unit {
	var call *ast.CallExpr
	switch s := s.(type) {
	case *ast.GoStmt:
		call = s.Call
	case *ast.DeferStmt:
		call = s.Call
	default:
		return nil
	}
	for _, c := range u.file.units {
		if c.literal != nil && c.literal == ast.Unparen(call.Fun) {
			return c
		}
	}
	return nil
}

// notTimed returns what to do instead for statements that take no time themselves.
func notTimed(s ast.Stmt) string {
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return notTimed(s.Stmt)
	case *ast.EmptyStmt:
		return "there is no statement to be a region"
	case *ast.BranchStmt:
		return "a " + s.Tok.String() + " cannot be a region"
	case *ast.GoStmt, *ast.DeferStmt:
		return "what runs later cannot be a region here: put the directive above the function that is called"
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); !ok || d.Tok != token.VAR {
			return "a declaration of constants or types cannot be a region"
		}
	}
	return ""
}
