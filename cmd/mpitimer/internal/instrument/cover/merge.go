package cover

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// What the coverage tool makes of a file is a first line that names it, the file's text with counters
// inserted at the beginnings of its blocks, and sometimes a declaration at the end. It takes nothing away.
// So what it inserted, and where, follows from both texts, and the regions can be inserted at their own
// places of the same text.

// Merge inserts regions into what the coverage tool made of a file. The edits are those of the original file;
// variable is how the names of the counters start. At the same place, regions come after counters.
func Merge(original, covered []byte, edits []rewrite.Edit, variable string) ([]byte, error) {
	w, err := newWalk(original, covered, variable)
	if err != nil {
		return nil, err
	}
	for i := range edits {
		e := &edits[i]
		if e.At < w.from || e.End < e.At || e.End > len(original) {
			return nil, fmt.Errorf("an edit of bytes %d to %d, expected one behind byte %d of %d", e.At, e.End, w.from, len(original))
		}
		if err := w.copyTo(e.At); err != nil {
			return nil, err
		}
		w.counters()
		w.out.WriteString(e.Text)
		if err := w.skipTo(e.End); err != nil {
			return nil, err
		}
	}
	if err := w.copyTo(len(original)); err != nil {
		return nil, err
	}
	w.out.Write(w.rest)
	return w.out.Bytes(), nil
}

// walk goes through both texts.
type walk struct {
	original []byte
	from     int    // in the original
	rest     []byte // of the covered text
	done     bool   // what was inserted at from has been copied
	out      bytes.Buffer
	variable []byte         // how the names of the counters begin
	pieces   *regexp.Regexp // what counts, up to its semicolon
	name     int            // end of the package clause
	braces   map[int]string // put around the branches of else, by their places
}

const (
	atomicName   = "_cover_atomic_"
	atomicImport = "; import " + atomicName + ` "sync/atomic"`
	hookImport   = `; import _ "runtime/coverage"`
)

func newWalk(original, covered []byte, variable string) (*walk, error) {
	if variable == "" {
		return nil, fmt.Errorf("no name of the counters, expected it in -var")
	}
	if at := bytes.Index(original, []byte(variable)); at >= 0 {
		return nil, fmt.Errorf("byte %d is in %s, a name of the coverage tool", at, variable)
	}
	first, rest, found := bytes.Cut(covered, []byte("\n"))
	if !found || !bytes.HasPrefix(first, []byte("//line ")) {
		return nil, fmt.Errorf("the coverage tool's file begins with %.40q, expected //line", first)
	}
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, "", original, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	w := &walk{
		original: original, rest: rest, variable: []byte(variable),
		pieces: regexp.MustCompile(`^(?:` + atomicName + `\.\w+\(&)?` + regexp.QuoteMeta(variable) + `[^;\n]*?(?: ; |;)`),
	}
	w.out.Write(first)
	w.out.WriteByte('\n')
	file := set.File(syntax.FileStart)
	w.name = file.Offset(syntax.Name.End())
	if bytes.Contains(covered, w.variable) { // otherwise nothing is counted in this file, and no brace is needed
		w.braces = braces(file, syntax, original)
	}
	return w, nil
}

// braces returns those that the coverage tool puts around what follows an else, to have a place for a
// counter.
func braces(file *token.File, syntax *ast.File, text []byte) map[int]string {
	found := make(map[int]string)
	for _, d := range syntax.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "_" {
			continue // nobody can call it: it is not covered
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if branch, ok := n.(*ast.IfStmt); ok && branch.Else != nil {
				at := file.Offset(branch.Body.End())
				at += elseIn(text[at:file.Offset(branch.Else.Pos())])
				found[at] += "{"
				found[file.Offset(branch.Else.End())] += "}"
			}
			return true
		})
	}
	return found
}

// elseIn returns the end of the word else in what stands between two branches, which may have comments.
func elseIn(between []byte) int {
	file := token.NewFileSet().AddFile("", -1, len(between))
	var s scanner.Scanner
	s.Init(file, between, nil, 0)
	for {
		switch at, word, _ := s.Scan(); word {
		case token.ELSE:
			return file.Offset(at) + len("else")
		case token.EOF:
			return len(between)
		}
	}
}

// copyTo copies the original up to a place with all that was inserted before it.
func (w *walk) copyTo(end int) error { return w.advance(end, true) }

// skipTo leaves out the original up to a place; nothing may be inserted in it.
func (w *walk) skipTo(end int) error { return w.advance(end, false) }

func (w *walk) advance(end int, keep bool) error {
	for w.from < end {
		if keep {
			w.counters()
		}
		if len(w.rest) == 0 || w.rest[0] != w.original[w.from] {
			line := 1 + bytes.Count(w.original[:w.from], []byte("\n"))
			return fmt.Errorf("line %d: the coverage tool's file goes on with %.40q, expected %.40q", line, w.rest, w.original[w.from:])
		}
		if keep {
			w.out.WriteByte(w.rest[0])
		}
		w.rest = w.rest[1:]
		w.from++
		w.done = false
	}
	return nil
}

// counters copies what was inserted here.
func (w *walk) counters() {
	if w.done {
		return
	}
	w.done = true
	if w.from == w.name {
		w.inserted(atomicImport)
		w.inserted(hookImport)
	}
	w.inserted(w.braces[w.from])
	for bytes.HasPrefix(w.rest, w.variable) || bytes.HasPrefix(w.rest, []byte(atomicName)) {
		piece := w.pieces.Find(w.rest)
		if piece == nil {
			return // the user's
		}
		w.out.Write(piece)
		w.rest = w.rest[len(piece):]
	}
}

// inserted copies a text if it is there.
func (w *walk) inserted(text string) {
	if bytes.HasPrefix(w.rest, []byte(text)) {
		w.out.WriteString(text)
		w.rest = w.rest[len(text):]
	}
}
