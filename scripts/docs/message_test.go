//go:build unix

package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every message that troubleshooting.md shows, in a block with the mark "message", is one of the source. A … stands for
// what differs.
func TestMessages(t *testing.T) {
	said := literals(t)
	text, err := os.ReadFile(filepath.Join(root, "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := Blocks(string(text))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, b := range blocks {
		if !b.Message {
			continue
		}
		for line := range strings.Lines(b.Text) {
			found++
			if wrong := unsaid(line, said); wrong != "" {
				t.Errorf("line %d: no message of the source has %q", b.Line, wrong)
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d messages", found)
	}
}

// unsaid returns the first part of a message that no text of the source has. The parts must be long enough to say
// anything.
func unsaid(message, said string) string {
	long := false
	for part := range strings.SplitSeq(strings.TrimSpace(message), "…") {
		if part = strings.TrimSpace(part); !strings.Contains(said, part) {
			return part
		}
		long = long || len(part) > 12
	}
	if !long {
		return message
	}
	return ""
}

func TestUnsaid(t *testing.T) {
	const said = "mpitimer: … of … did not come to Finalize within …\nno tables\n"
	for message, want := range map[string]string{
		"mpitimer: … of … did not come to Finalize within …\n": "",
		"… did not come to Finalize\n":                         "",
		"… did not come to Initialize\n":                       "did not come to Initialize",
		"… of …":                                               "… of …",
	} {
		if got := unsaid(message, said); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

var verb = regexp.MustCompile(`%[-+# 0]*(\[\d+\])?(\d+|\*)?(\.\d+)?[a-zA-Z]`)

// literals returns all texts of the module's source, a line each, with … for what is filled in.
func literals(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "scripts") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			e, is := n.(ast.Expr)
			if !is {
				return true
			}
			text, constant := joined(e)
			if constant && text != "" {
				b.WriteString(verb.ReplaceAllString(text, "…") + "\n")
			}
			return !constant
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// joined returns the text of a literal, or of several with + between them.
func joined(e ast.Expr) (text string, constant bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		left, first := joined(e.X)
		right, second := joined(e.Y)
		return left + right, first && second && e.Op == token.ADD
	}
	return "", false
}
