package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
)

// refused are the compiler directives that rule out a deferred call in a function: most because it runs where
// the stack or the scheduler is in an unusual state, linkname because someone else's code calls it.
var refused = []string{
	"nosplit", "norace", "linkname", "noescape", "nocheckptr", "uintptrescapes", "uintptrkeepalive", "systemstack",
	"nowritebarrier", "nowritebarrierrec", "yeswritebarrierrec", "cgo_unsafe_args", "cgo_unsafe_nosplit", "registerparams",
}

// never returns why a function cannot be a region at all, whatever is requested.
func (u *unit) never() string {
	around := u.outermost()
	for _, p := range around.pragmas {
		switch {
		case !slices.Contains(refused, p):
		case u == around:
			return "it has //go:" + p
		case p != "linkname":
			return "it stands in " + around.local() + ", which has //go:" + p
		}
	}
	switch {
	case u.body == nil:
		return "it has no body here (assembly, or linked)"
	case u.isInit():
		return "it is an init function"
	case around.decl != nil && around.decl.Name.Name == "_":
		return "it is never called"
	case u.decl != nil && u.Receiver == "" && u.group.linked[u.Name]:
		return "it has //go:linkname"
	}
	return ""
}

func (u *unit) isInit() bool {
	return u.decl != nil && u.Receiver == "" && u.decl.Name.Name == "init"
}

// isMain reports whether a function is the program's own main.
func (u *unit) isMain() bool {
	return u.decl != nil && u.Receiver == "" && u.Name == "main" && u.group.name == "main" && !u.file.Test
}

func (u *unit) outermost() *unit {
	for u.parent != nil {
		u = u.parent
	}
	return u
}

// decide decides whether a function becomes a region, and why, as far as that does not depend on what other
// functions become: undecided leaves it to the estimate.
func (u *unit) decide(o *Options, only, skip *patternSet) (chosen, decided bool, why string) {
	skipping, skipped := skip.match(u, false)
	wanting, wanted := only.match(u, u.file.Test) // tests are meant only where their files are named
	never := u.never()
	switch {
	case never != "":
		return false, true, never
	case skipped:
		return false, true, fmt.Sprintf("left out by pattern %q", skipping)
	case u.skippedHere():
		return false, true, "left out by //mpitimer:skip"
	case u.forced != nil:
		u.asked = true
		return true, true, "asked for by //mpitimer:region"
	case u.file.generated && !o.Generated:
		return false, true, "its file is generated"
	case u.handMade() != "":
		return false, true, "it is region " + u.handMade() + " by hand"
	case wanted:
		u.asked = true
		return true, true, fmt.Sprintf("asked for by pattern %q", wanting)
	case u.file.Test:
		return false, true, "it is of a test"
	case len(only.list) > 0:
		return false, true, "no pattern asks for it"
	case o.Main && u.isMain():
		return false, true, "it is Total: the timers begin and end with it"
	case o.LeaveOut[u.Region] != "":
		return false, true, o.LeaveOut[u.Region]
	}
	return false, false, ""
}

// skippedHere reports whether a directive leaves out a function or one around it.
func (u *unit) skippedHere() bool {
	for ; u != nil; u = u.parent {
		if u.skipped != nil {
			return true
		}
	}
	return false
}

// handMade returns the region that a function starts with its first statement, as text of Go:
//
//	defer mpitimer.Start("name").Stop()
func (u *unit) handMade() string {
	if u.body == nil || len(u.body.List) == 0 {
		return ""
	}
	later, ok := u.body.List[0].(*ast.DeferStmt)
	if !ok {
		return ""
	}
	stop, ok := later.Call.Fun.(*ast.SelectorExpr)
	if !ok || stop.Sel.Name != "Stop" {
		return ""
	}
	started, ok := stop.X.(*ast.CallExpr)
	if !ok || len(started.Args) == 0 {
		return ""
	}
	start, ok := started.Fun.(*ast.SelectorExpr)
	if !ok || start.Sel.Name != "Start" {
		return ""
	}
	for _, a := range started.Args {
		if name, ok := a.(*ast.BasicLit); ok && name.Kind == token.STRING {
			return name.Value
		}
	}
	return ""
}

// region returns the name of a function's region.
func (u *unit) region() string {
	if u.forced != nil && u.forced.name != "" {
		return u.forced.name
	}
	return u.Region
}

// insertRegion makes a function a region.
func (u *unit) insertRegion() {
	s := u.file
	s.insert(s.offset(u.body.Lbrace)+1, rankRegion, fmt.Sprintf(" defer %s.Start().Stop();", s.handle(u.Region, u.asked)))
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', 0, 64) }
