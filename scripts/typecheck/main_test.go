package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A constant that does not fit where a word has 32 bits is found, also in a test; elsewhere there is nothing to find.
func TestWordsOfOtherProcessors(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command here")
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":    "module example.com/words\n\ngo 1.26\n",
		"a.go":      "package a\n\nconst Long = 1 << 40\n",
		"a_test.go": "package a_test\n\nimport \"example.com/words\"\n\nvar Number int = a.Long\n",
		"c.go":      "//go:build tagged\n\npackage a\n\nimport \"C\"\n\nvar Size C.size_t = missing(C.size())\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	texts := newTexts()
	if err := check("linux/amd64", texts); err != nil {
		t.Error(err)
	}
	if err := check("linux/386", texts); err == nil || !strings.Contains(err.Error(), "a_test.go:5:18: ") {
		t.Errorf("error %v", err)
	}
	if err := check("linux/amd64+tagged", texts); err == nil || !strings.Contains(err.Error(), "undefined: missing") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	if err := check("386", texts); err == nil {
		t.Error("a processor is a target")
	}
}

// What is wrong in a function is found once, wherever it stands: in a package without tests, in one with tests in it and in one
// that a test of another is built with, in their tests, and in tests from outside.
func TestEveryFunctionIsChecked(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command here")
	}
	t.Chdir(t.TempDir())
	wrong := "\n\nfunc f() { wrong() }\n"
	for name, text := range map[string]string{
		"go.mod":               "module example.com/bodies\n\ngo 1.26\n",
		"alone/a.go":           "package alone" + wrong,
		"tested/a.go":          "package tested" + wrong,
		"tested/a_test.go":     "package tested\n\nfunc g() { wrong() }\n",
		"tested/b_test.go":     "package tested_test\n\nimport _ \"example.com/bodies/importer\"" + wrong,
		"importer/importer.go": "package importer\n\nimport _ \"example.com/bodies/tested\"\n\nfunc f() { wrong() }\n",
		"outside/a.go":         "package outside" + wrong,
		"outside/a_test.go":    "package outside_test" + wrong,
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	err := check("linux/amd64", newTexts())
	if err == nil || strings.Count(err.Error(), "undefined: wrong") != 7 {
		t.Errorf("want seven faults, got\n%v", err)
	}
}
