package main

import (
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
		name, events, forbid string
		status               int
		want                 []string
	}{
		{"passed", passes, "", 0, []string{"ok  \tp\t0.1s", "1 tests passed, 0 failed, 0 skipped"}},
		{"skipped", passes + skips, "", 0, []string{"skipped    1  no Chromium here (TestB)"}},
		{"another is forbidden", passes + skips, "mpirun", 0, []string{"1 skipped"}},
		{"forbidden", passes + skips, "Chromium", 1, []string{"MUST NOT"}},
		{"all skipped", skips, "", 2, []string{"no test ran"}},
		{"failed", passes + fails, "", 1, []string{"c_test.go:1: wrong", "1 tests passed, 2 failed"}},
		{"not built", passes + breaks, "", 1, []string{"undefined"}},
		{"no tests", "", "", 2, []string{"no test ran"}},
		{"a word of the go command", "go: downloading\n" + passes, "", 0, []string{"go: downloading"}},
	} {
		var out strings.Builder
		r := newResults(&out)
		if err := r.read(strings.NewReader(c.events)); err != nil {
			t.Error(err)
		}
		var forbidden []*regexp.Regexp
		if c.forbid != "" {
			forbidden = append(forbidden, regexp.MustCompile(c.forbid))
		}
		if status := r.summary(forbidden); status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, status, c.status)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, out.String())
			}
		}
	}
}
