package rewrite

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// programs builds the tricky program as it is and with everything a region.
func programs(t *testing.T) (plain, instrumented string) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	copyTree(t, "testdata/tricky", dir, "module "+modulePath+"\ngo 1.26\n")
	packages := []Package{folder(t, dir, modulePath, "main"), folder(t, filepath.Join(dir, "order"), modulePath+"/order", "order")}
	r := rewritten(t, packages, Options{Module: modulePath, Only: []Pattern{pattern(t, "...")}, Main: true})
	for _, p := range r.Problems {
		t.Error(p)
	}
	for _, p := range packages {
		for _, f := range p.Files {
			if err := keepsLines(f.Text, r.Files[f.Path]); err != nil {
				t.Errorf("%s: %v", f.Path, err)
			}
		}
	}
	plain, instrumented = filepath.Join(dir, "plain"), filepath.Join(dir, "instrumented")
	mustRun(t, dir, "go", "build", "-o", plain, ".")
	mustRun(t, dir, "go", "build", "-overlay", overlay(t, r, dir), "-o", instrumented, ".")
	return plain, instrumented
}

// What differs between two runs: addresses, arguments, and the numbers of goroutines.
var differs = regexp.MustCompile(`0x[0-9a-f]+\??|goroutine \d+( gp=\S+ m=\S+ mp=\S+)?|\(\{?[^()]*\.\.\.\}?\)|\{0x[^}]*\}|in goroutine \d+| \+0x[0-9a-f]+|addr=.*|, \.\.\.|\[signal.*`)

func normal(s string) string {
	var b strings.Builder
	for line := range strings.Lines(differs.ReplaceAllString(s, "")) {
		if i := strings.LastIndexByte(line, '('); i > 0 && strings.HasSuffix(strings.TrimSpace(line), ")") && !strings.HasPrefix(line, "panic(") {
			line = line[:i] + "\n" // arguments of functions in stack traces
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestBehaviourStays(t *testing.T) {
	plain, instrumented := programs(t)
	for _, what := range []string{"all", "crash", "exit", "value", "fatal", "goexit"} {
		trace := filepath.Join(t.TempDir(), "trace")
		out, wrong, status := run(t, "", nil, plain, what)
		gotOut, gotWrong, gotStatus := run(t, "", []string{"HOOK=" + trace}, instrumented, what)
		if normal(gotOut) != normal(out) {
			t.Errorf("%s prints\n%s\nnot\n%s", what, normal(gotOut), normal(out))
		}
		if normal(gotWrong) != normal(wrong) {
			t.Errorf("%s writes to standard error\n%s\nnot\n%s", what, normal(gotWrong), normal(wrong))
		}
		if gotStatus != status {
			t.Errorf("%s ends with %d, not %d", what, gotStatus, status)
		}
		regions, err := os.ReadFile(trace)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if bytes.Contains(regions, []byte("WRONG")) {
			t.Errorf("%s: regions do not nest:\n%s", what, regions)
		}
		compare(t, filepath.Join("testdata", "tricky", what+".golden"), regions)
	}
}

// The stand-in would notice regions that do not nest.
func TestHookNoticesWrongNesting(t *testing.T) {
	dir := t.TempDir()
	copyTree(t, "testdata/hook", filepath.Join(dir, "hook"), "module "+hookPath+"\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module wrong\ngo 1.26\nrequire "+hookPath+" v0.0.0\nreplace "+hookPath+" => ./hook\n"))
	writeFile(t, filepath.Join(dir, "main.go"), []byte(`package main

import "example.com/hook"

func main() {
	defer hook.Main()()
	a, b := hook.Define("a").Start(), hook.Define("b").Start()
	a.Stop()
	b.Stop()
}
`))
	trace := filepath.Join(dir, "trace")
	_, wrong, status := run(t, dir, []string{"HOOK=" + trace}, "go", "run", ".")
	text, err := os.ReadFile(trace)
	if status != 0 || err != nil || !bytes.Contains(text, []byte(`WRONG a stops within ["a" "b"]`)) {
		t.Errorf("status %d, %v\n%s%s", status, err, wrong, text)
	}
}
