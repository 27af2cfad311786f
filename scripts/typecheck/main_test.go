package main

import (
	"os"
	"os/exec"
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
	if err := check("linux/amd64"); err != nil {
		t.Error(err)
	}
	if err := check("linux/386"); err == nil || !strings.Contains(err.Error(), "a_test.go:5:18: ") {
		t.Errorf("error %v", err)
	}
	if err := check("linux/amd64+tagged"); err == nil || !strings.Contains(err.Error(), "undefined: missing") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
	if err := check("386"); err == nil {
		t.Error("a processor is a target")
	}
}
