package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// There is a manual page for each command, with its options.
func TestManualPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man1")
	var out strings.Builder
	if status := execute([]string{"man", "-o", folder}, &out, &out); status != 0 {
		t.Fatalf("status %d: %s", status, &out)
	}
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !strings.Contains(string(text), ".SH SYNOPSIS") {
			t.Errorf("%s: %v", name, err)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
				check(sub)
			}
		}
	}
	check(rootCommand())
}

func TestCompletionOfShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out strings.Builder
		if status := execute([]string{"completion", shell}, &out, &out); status != 0 || !strings.Contains(out.String(), "mpitimer") {
			t.Errorf("%s: status %d", shell, status)
		}
	}
}
