// Package clitest is shared by the tests of commands, which it calls as the program does.
package clitest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Execute calls a command as the program does, and returns all that it says.
func Execute(c *cobra.Command, args ...string) (string, error) {
	c.PersistentFlags().Bool("ascii", false, "")
	c.SilenceUsage, c.SilenceErrors = true, true
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetArgs(append([]string{}, args...)) // nil would mean the process's own
	err := c.Execute()
	return out.String(), err
}

// Want checks a status and that a text holds others.
func Want(t *testing.T, status, wanted int, text string, parts ...string) {
	t.Helper()
	if status != wanted {
		t.Errorf("status %d, want %d:\n%s", status, wanted, text)
	}
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in\n%s", p, text)
		}
	}
}
