package house

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// writesGPTL is what writes files in E3SM's form; toldGPTL what tests say when they look at such files
// or have them written.
var (
	writesGPTL = regexp.MustCompile(`\bWrite(Global|Rank|Single)\b|\b(perfmod|gptl)\.Print|\bmpitimer\.(Initialize|New)\(`)
	toldGPTL   = regexp.MustCompile(`\bWrite(Global|Rank|Single)\(|\b(perfmod|gptl)\.Print|\bPrint(File|Summary|SummaryFile)\(|(?i:\be3sm\b)|_stats"|timing\.(summary|0)\b`)
)

const checker = `"github.com/go-hpc/timers/gptlcompat/check"`

// neglects reports whether the tests of a package have files in E3SM's form written and do not hold them to
// the rules of those who read them.
func neglects(sources, tests []string) bool {
	matches := func(list []string, what *regexp.Regexp) bool { return slices.ContainsFunc(list, what.MatchString) }
	if !matches(slices.Concat(sources, tests), writesGPTL) || !matches(tests, toldGPTL) {
		return false
	}
	return !slices.ContainsFunc(tests, func(text string) bool { return strings.Contains(text, checker) })
}

func TestFilesOfE3SMAreChecked(t *testing.T) {
	texts := map[string]*[2][]string{} // of sources and tests, by directory
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (name == root || !strings.HasPrefix(d.Name(), ".") && d.Name() != "testdata") {
			return err
		}
		if d.IsDir() {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		folder := path.Dir(filepath.ToSlash(name))
		if texts[folder] == nil {
			texts[folder] = &[2][]string{}
		}
		kind := 0
		if strings.HasSuffix(name, "_test.go") {
			kind = 1
		}
		texts[folder][kind] = append(texts[folder][kind], string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for folder, t2 := range texts {
		if folder == path.Clean(root)+"/scripts/house" {
			continue
		}
		if neglects(t2[0], t2[1]) {
			t.Errorf("tests of %s have files in E3SM's form written, and none uses gptlcompat/check", folder)
		}
		if slices.ContainsFunc(t2[1], func(text string) bool { return strings.Contains(text, checker) }) {
			checked++
		}
	}
	if checked < 5 {
		t.Errorf("only %d packages use the checker", checked)
	}
}

func TestNeglectIsFound(t *testing.T) {
	const writes, told, checks = "\tgptlcompat.WriteGlobal(w, s, o)", "\t\"timing.summary\"", "\t" + checker
	for _, c := range []struct {
		sources, tests []string
		want           bool
	}{
		{[]string{writes}, []string{told}, true},
		{nil, []string{"x", writes}, true},
		{nil, []string{told}, false}, // a file that something else has written
		{[]string{writes}, []string{told, checks}, false},
		{[]string{writes}, []string{"x"}, false},
		{[]string{"x"}, []string{told}, false},
	} {
		if got := neglects(c.sources, c.tests); got != c.want {
			t.Errorf("%q, %q: %t, want %t", c.sources, c.tests, got, c.want)
		}
	}
}
