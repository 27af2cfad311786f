package rewrite

import (
	"slices"
	"strings"
	"testing"
)

const patternSource = `package p

type T struct{}

func (T) Value() {}

func (*T) Close() {}

type generic[K comparable, V any] struct{}

func (*generic[K, V]) Close() {}

func Outer() {
	func() {
		func() {}()
	}()
}
`

func TestPatterns(t *testing.T) {
	all := []string{"p.T.Value", "p.(*T).Close", "p.(*generic).Close", "p.Outer", "p.Outer.func1", "p.Outer.func1.1"}
	for text, want := range map[string][]string{
		"...":                             all,
		"p":                               all,
		"p/...":                           all,
		"*":                               all,
		"p...":                            all,
		"example.com/m/p":                 all,
		"example.com/...":                 all,
		"p.*":                             {"p.Outer"},
		"p.Outer":                         {"p.Outer"},
		"p.Outer...":                      {"p.Outer", "p.Outer.func1", "p.Outer.func1.1"},
		"p.Outer.*":                       {"p.Outer.func1", "p.T.Value"}, // the second is not: see below
		"p.(*T).Close":                    {"p.(*T).Close"},
		"p.T.Close":                       {"p.(*T).Close"},
		"p.(**).Close":                    {"p.(*T).Close", "p.(*generic).Close"},
		"p.*.Close":                       {"p.(*T).Close", "p.(*generic).Close"},
		"....Close":                       {"p.(*T).Close", "p.(*generic).Close"},
		"example.com/m/p.T.*":             {"p.T.Value", "p.(*T).Close"},
		"file:p.go":                       all,
		"file:dir/p.go":                   all,
		"file:*/dir/*.go":                 all,
		"file:other.go":                   nil,
		"p.Outer file:p.go":               {"p.Outer"},
		"file:x.go p.Outer":               nil,
		"q":                               nil,
		"Outer":                           nil,
		"p.Oute":                          nil,
		"example.com/m/p/...":             all,
		"p/....Outer":                     nil,
		"example.com/*/p.T.Value":         {"p.T.Value"},
		"p.generic.Close file:/dir/p*.go": nil,
	} {
		want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return text == "p.Outer.*" && s == "p.T.Value" })
		files := []File{{Path: "/some/dir/p.go", Text: []byte(patternSource)}}
		r := rewritten(t, []Package{{ImportPath: "example.com/m/p", Name: "p", Files: files}}, Options{Module: "example.com/m", Only: []Pattern{pattern(t, text)}})
		var got []string
		for _, f := range r.Functions {
			if f.Chosen {
				got = append(got, f.Region)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s means %q, not %q", text, got, want)
		}
		if (len(want) == 0) != (len(r.Problems) == 1) {
			t.Errorf("%s: problems %v", text, r.Problems)
		}
	}
}

func TestWrongPatterns(t *testing.T) {
	for text, want := range map[string]string{
		"": "is empty", "  ": "is empty", "file:": "file: without a name", "a b": "two names", "file:a file:b": "two names, or two file:",
		"a,b": "a character", `"p"`: "a character", "-x=y": "a character",
	} {
		if _, err := ParsePattern(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}
