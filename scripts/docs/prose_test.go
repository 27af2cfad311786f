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
	"strings"
	"testing"
)

// phrases are what nobody writes whose first language is English, each with an example and what to write instead.
// They are few, and always wrong: a phrase that is sometimes right does not belong here.
var phrases = []struct {
	wrong            *regexp.Regexp
	example, instead string
}{
	{regexp.MustCompile(`(?i)\b(the|its|their|a|at) begin\b`), "at the begin of a run", "at the start of a run"},
	{regexp.MustCompile(`(?i)\bfor want of\b`), "for want of room", "because there is no room"},
	{regexp.MustCompile(`(?i)\b(is|are) none of\b`), "the rank is none of them", "the rank is not one of them"},
	{regexp.MustCompile(`(?i)\bof which (it|they) (says?|said|tells?|told)\b`), "a loop, of which it says that it was", "a loop; it reports that it was"},
	{regexp.MustCompile(`(?i)\bsuch that are\b`), "such that are of rank 0", "those of rank 0"},
	{regexp.MustCompile(`(?i)\b(0|zero) stands for\b`), "0 stands for 64", "0 means 64"},
	{regexp.MustCompile(`(?i)\b(says?|tells?) whether\b`), "Alive says whether the rank lives", "Alive reports whether the rank lives"},
	{regexp.MustCompile(`(?i)\bis matched by errors\b`), "ErrLost is matched by errors that tell", "ErrLost reports"},
	{regexp.MustCompile(`(?i)\bcalled wrongly\b`), "2 it was called wrongly", "2 usage error"},
	{regexp.MustCompile(`(?i)\bso many percent\b`), "by more than so many percent", "by more than that percentage"},
	{regexp.MustCompile(`(?i)\bwhich is meant\b`), "a name says which is meant", "give the name"},
	{regexp.MustCompile(`(?i)\bwhat (it|they) (is|are) told\b`), "it does what it is told", "it obeys"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were) told of\b`), "what is left out is told of", "what is left out is listed"},
}

func TestPhrases(t *testing.T) {
	for _, page := range pages(t) {
		if filepath.Base(page) == "CHANGELOG.md" {
			continue // what was said of earlier versions stays
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range wrongPhrases(prose(string(text))) {
			t.Errorf("%s: %s", page, wrong)
		}
	}
	read := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || name != root && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		read++
		for _, wrong := range wrongPhrases(comments(t, name)) {
			t.Errorf("%s: %s", name, wrong)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 700 {
		t.Errorf("only %d files were read", read)
	}
}

// wrongPhrases lists the phrases in a text, each with what to write instead.
func wrongPhrases(text string) (list []string) {
	text = strings.Join(strings.Fields(text), " ")
	for _, p := range phrases {
		for _, at := range p.wrong.FindAllStringIndex(text, -1) {
			around := text[max(0, at[0]-20):min(len(text), at[1]+20)]
			list = append(list, "“…"+strings.ToValidUTF8(around, "")+"…”: as in “"+p.instead+"”")
		}
	}
	return list
}

var (
	fenced    = regexp.MustCompile("(?ms)^```.*?^```$")
	generated = regexp.MustCompile(`(?s)<!-- (keys|packages) -->.*?<!-- /(keys|packages) -->`)
	code      = regexp.MustCompile("`[^`]*`")
)

// prose returns a page without its code, and without what is made from the comments of packages.
func prose(page string) string {
	for _, part := range []*regexp.Regexp{generated, fenced, code} {
		page = part.ReplaceAllString(page, " x ")
	}
	return page
}

// comments returns those of a file of Go, a paragraph each.
func comments(t *testing.T, name string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, group := range file.Comments {
		b.WriteString((&ast.CommentGroup{List: group.List}).Text() + ".\n")
	}
	return b.String()
}

func TestPhrasesAreFound(t *testing.T) {
	for _, p := range phrases {
		if found := wrongPhrases(p.example); len(found) != 1 {
			t.Errorf("%q: %q", p.example, found)
		}
		if found := wrongPhrases(p.instead); found != nil {
			t.Errorf("%q: %q", p.instead, found)
		}
	}
	const page = "At the start.\n```sh\n$ x # at the begin\n```\nNot `the begin` either.\n<!-- keys -->\nfor want of\n<!-- /keys -->\nand the\nbegin\n"
	if found := wrongPhrases(prose(page)); len(found) != 1 {
		t.Errorf("of a page: %q", found)
	}
}
