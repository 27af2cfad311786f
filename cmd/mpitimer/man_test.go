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

// Shells complete the flags of commands that read them as the go command does, with one dash or two.
func TestCompletionOfBuildFlags(t *testing.T) {
	for _, test := range []struct {
		words       []string
		has, hasNot string
	}{
		{[]string{"build", "-"}, "\n-only\t", "--only"},
		{[]string{"test", "--on"}, "\n--only\t", "--skip"},
		{[]string{"run", "-as"}, "\n-ascii\t", "-only"},
		{[]string{"build", "-profile", ""}, "\n:0\n", "-only"}, // files
		{[]string{"build", "-cost", ""}, "\n:4\n", "-only"},    // anything
		{[]string{"build", "-mpi", "-v"}, "\n-v\t", "-only"},
		{[]string{"build", "--", "-"}, "\n:0\n", "-only"},
		{[]string{"show", "--imb"}, "\n--imbalance\t", "--top"},
	} {
		var out strings.Builder
		status := execute(append([]string{"__complete"}, test.words...), &out, &out)
		if said := "\n" + out.String(); status != 0 || !strings.Contains(said, test.has) || strings.Contains(said, test.hasNot) {
			t.Errorf("%q: status %d, %q; want %q and no %q", test.words, status, said, test.has, test.hasNot)
		}
	}
}
