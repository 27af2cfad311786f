package rewrite

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRewrite gives any text: the result of what can be parsed can be parsed too, with all in its lines.
func FuzzRewrite(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.go", "testdata/golden/*.txt", "*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			if text, err := os.ReadFile(name); err == nil && len(text) < 20000 {
				f.Add(text)
			}
		}
	}
	for _, s := range odd {
		f.Add([]byte(s))
	}
	o := forced(f)
	o.Main = true
	f.Fuzz(func(t *testing.T, text []byte) {
		files := []File{{Path: "a.go", Text: text}}
		syntax, err := parser.ParseFile(token.NewFileSet(), "a.go", text, parser.ParseComments)
		name := "p"
		if err == nil {
			name = syntax.Name.Name
		}
		r := rewritten(t, []Package{{ImportPath: "example.com/m/p", Name: name, Files: files}}, o)
		again := rewritten(t, []Package{{ImportPath: "example.com/m/p", Name: name, Files: files}}, o)
		got, changed := r.Files["a.go"]
		if !bytes.Equal(got, again.Files["a.go"]) {
			t.Error("another time, another result")
		}
		if err != nil && changed {
			t.Errorf("changed although it cannot be parsed: %v", err)
		}
		if err == nil && changed {
			check(t, text, got)
		}
	})
}

func check(t *testing.T, before, after []byte) {
	t.Helper()
	if _, err := parser.ParseFile(token.NewFileSet(), "", after, parser.ParseComments); err != nil {
		t.Errorf("cannot be parsed: %v\n%q", err, after)
	}
	if err := keepsLines(before, after); err != nil {
		t.Errorf("%v\n%q", err, after)
	}
}
