package tested

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

const (
	passes = `{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Output":"ok  \tp\t0.1s\n"}
{"Action":"pass","Package":"p"}
`
	skips = `{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    browser_test.go:77: no Chromium here\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"--- SKIP: TestB (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`
	fails = `{"Action":"output","Package":"p","Test":"TestC","Output":"    c_test.go:1: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p"}
`
	breaks = `{"ImportPath":"p","Action":"build-output","Output":"p/x.go:1: undefined\n"}
{"Action":"fail","Package":"p"}
`
)

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		name, events, forbid, err string
		want                      []string
	}{
		{"passed", passes, "", "<nil>", []string{"ok  \tp\t0.1s", "1 tests passed, 0 failed, 0 skipped"}},
		{"skipped", passes + skips, "", "<nil>", []string{"skipped    1  no Chromium here (TestB)"}},
		{"another is forbidden", passes + skips, "mpirun", "<nil>", []string{"1 skipped"}},
		{"forbidden", passes + skips, "Chromium", "1 tests were skipped that must not be", []string{"MUST NOT"}},
		{"all skipped", skips, "", "no test ran", []string{"0 tests passed"}},
		{"failed", passes + fails, "", "2 tests or packages failed", []string{"c_test.go:1: wrong", "1 tests passed, 2 failed"}},
		{"not built", passes + breaks, "", "1 tests or packages failed", []string{"undefined"}},
		{"no tests", "", "", "no test ran", []string{"0 tests passed"}},
		{"a word of the go command", "go: downloading\n" + passes, "", "<nil>", []string{"go: downloading"}},
	} {
		var out strings.Builder
		var forbidden []*regexp.Regexp
		if c.forbid != "" {
			forbidden = append(forbidden, regexp.MustCompile(c.forbid))
		}
		if err := Show(strings.NewReader(c.events), &out, forbidden); fmt.Sprint(err) != c.err {
			t.Errorf("%s: %v, want %s", c.name, err, c.err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, out.String())
			}
		}
	}
}
