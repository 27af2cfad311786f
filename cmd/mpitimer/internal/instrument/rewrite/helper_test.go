package rewrite

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files anew")

const (
	hookPath   = "example.com/hook"
	modulePath = "example.com/tricky"
)

func pattern(t testing.TB, text string) Pattern {
	t.Helper()
	p, err := ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func rewritten(t testing.TB, packages []Package, o Options) *Result {
	t.Helper()
	if o.Hook == "" {
		o.Hook = hookPath
	}
	r, err := Rewrite(packages, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// one returns a package of one file.
func one(text string) []Package {
	return []Package{{ImportPath: "example.com/m/p", Name: "p", Files: []File{{Path: "p.go", Text: []byte(text)}}}}
}

// forced asks for all functions.
func forced(t testing.TB) Options {
	return Options{Module: "example.com/m", Only: []Pattern{pattern(t, "...")}, Generated: true}
}

type lexeme struct {
	line int
	tok  token.Token
	text string
}

// lexemes returns the tokens of a text with their lines, whatever //line says.
func lexemes(text []byte) []lexeme {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	var list []lexeme
	for {
		at, tok, literal := s.Scan()
		if tok == token.EOF {
			return list
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue
		}
		list = append(list, lexeme{file.Line(at), tok, literal})
	}
}

// keepsLines reports whether all tokens of a text stand in another one, in their order and on their lines. A
// package name may have become the hook's.
func keepsLines(before, after []byte) error {
	rest := lexemes(after)
	for _, l := range lexemes(before) {
		at := slices.IndexFunc(rest, func(r lexeme) bool {
			return r == l || r.line == l.line && slices.Contains([]string{"os", "log", "l", "system", "pprof"}, l.text) && strings.HasSuffix(r.text, "_auto")
		})
		if at < 0 || rest[at].line != l.line {
			return fmt.Errorf("line %d: %s %q is not where it was", l.line, l.tok, l.text)
		}
		rest = rest[at+1:]
	}
	if a, b := bytes.Count(before, []byte("\n")), bytes.Count(after, []byte("\n")); a != b {
		return fmt.Errorf("%d lines have become %d", a, b)
	}
	return nil
}

// copyTree copies the Go files of a directory, and adds a go.mod.
func copyTree(t testing.TB, from, to, mod string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(to, "go.mod"), []byte(mod))
}

func writeFile(t testing.TB, name string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// folder reads the package in a directory of a module.
func folder(t testing.TB, dir, path, name string) Package {
	t.Helper()
	p := Package{ImportPath: path, Name: name}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, File{Path: f, Text: text, Test: strings.HasSuffix(f, "_test.go")})
	}
	return p
}

// overlay writes rewritten files, and a go.mod that knows the hook, for go's flag -overlay.
func overlay(t testing.TB, r *Result, module string) string {
	t.Helper()
	dir := t.TempDir()
	replace := make(map[string]string)
	for path, text := range r.Files {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replace), filepath.Base(path)))
		writeFile(t, to, text)
		replace[path] = to
	}
	hook := filepath.Join(dir, "hook")
	copyTree(t, "testdata/hook", hook, "module "+hookPath+"\ngo 1.26\n")
	mod, err := os.ReadFile(filepath.Join(module, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), fmt.Appendf(mod, "\nrequire %s v0.0.0\nreplace %s => %s\n", hookPath, hookPath, hook))
	replace[filepath.Join(module, "go.mod")] = filepath.Join(dir, "go.mod")
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "overlay.json"), text)
	return filepath.Join(dir, "overlay.json")
}

// run runs a command and returns what it writes, and its exit status.
func run(t testing.TB, dir string, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), append(env, "GOWORK=off")...)
	var out, wrong bytes.Buffer
	c.Stdout, c.Stderr = &out, &wrong
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%q: %v, %v", args, err, ctx.Err())
	}
	return out.String(), wrong.String(), c.ProcessState.ExitCode()
}

func mustRun(t testing.TB, dir string, args ...string) string {
	t.Helper()
	out, wrong, status := run(t, dir, nil, args...)
	if status != 0 {
		t.Fatalf("%q: status %d\n%s%s", args, status, out, wrong)
	}
	return out
}

func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		writeFile(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not as it was (-update writes it anew); got\n%s", file, got)
	}
}
