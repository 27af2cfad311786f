package instrument

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// edit is a text that stands for a part of a file.
type edit struct {
	at, end int
	text    string
}

// startInTestMain is a file of tests in whose TestMain the timers start, and end before each os.Exit. It is
// nil if the file has no TestMain.
func startInTestMain(text []byte) []byte {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	i := slices.IndexFunc(f.Decls, func(d ast.Decl) bool {
		function, ok := d.(*ast.FuncDecl)
		return ok && function.Recv == nil && function.Name.Name == "TestMain" && function.Body != nil
	})
	if i < 0 {
		return nil
	}
	const hook = "mpitimer_auto"
	offset := func(p token.Pos) int { return set.PositionFor(p, false).Offset }
	edits := []edit{
		{offset(f.Name.End()), offset(f.Name.End()), fmt.Sprintf("; import %s %q", hook, hookPackage)},
	}
	main := f.Decls[i].(*ast.FuncDecl)
	at := offset(main.Body.Lbrace) + 1
	edits = append(edits, edit{at, at, " defer " + hook + ".Tests()();"})
	name := importName(f, "os")
	exits := false
	ast.Inspect(main.Body, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok || name == "" || selector.Sel.Name != "Exit" {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); ok && x.Name == name {
			edits = append(edits, edit{offset(x.Pos()), offset(x.End()), hook})
			exits = true
		}
		return true
	})
	end := ""
	if exits {
		end = "\nvar _ = " + name + ".Exit // which the file may use nowhere else\n"
	}
	return append(applied(text, edits), end...)
}

// importName is the name by which a file knows a package of one element, blank if it does not import it.
func importName(f *ast.File, path string) string {
	for _, i := range f.Imports {
		if i.Path.Value == `"`+path+`"` && (i.Name == nil || i.Name.Name != "_" && i.Name.Name != ".") {
			if i.Name != nil {
				return i.Name.Name
			}
			return path
		}
	}
	return ""
}

// applied is a text with edits.
func applied(text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at, b.at) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.at])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}
