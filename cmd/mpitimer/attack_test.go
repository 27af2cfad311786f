package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// hostileName is what others may call a file, a flag or a directory: it clears a screen, colours, turns the
// direction of the text and begins a second line that looks like one of this program.
const hostileName = "a\x1b[2Jb\u009b31mc\u202ed\nmpitimer: all is well"

// expectSafe checks that a terminal can show a text: but for ends of lines and tabs all of it prints.
func expectSafe(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			t.Errorf("%s: %q reaches the terminal in %.80q", what, r, text[max(i-20, 0):])
			return
		}
	}
	if strings.Contains(text, "\nmpitimer: all is well") {
		t.Errorf("%s: a name has begun a line of its own: %q", what, text)
	}
}

// Flags, commands and directories that nobody knows are told without obeying them.
func TestAttackOnTheCommandLine(t *testing.T) {
	for _, args := range [][]string{
		{hostileName}, {"--" + hostileName}, {"show", "--" + hostileName}, {"hd", hostileName}, {"stats", hostileName},
		{"recover", hostileName}, {"stacks", hostileName}, {"top", "--once", hostileName}, {"serve", hostileName}, {"runs", "--" + hostileName},
		{"hd", "check", hostileName}, {"hd", "merge", hostileName}, {"convert", "--format", hostileName, "x"},
		{"diff", "--metric", hostileName, "x", "y"}, {"stats", "collect", hostileName}, {"util", "--source", hostileName, "--", "true"},
		{"geopm", "show", "-f", "csv", "--key", hostileName, hostileName}, {"hd", "dump", "--format", hostileName, "x"}, {"build", "-only", hostileName + "("},
	} {
		var stdout, stderr bytes.Buffer
		status := execute(args, &stdout, &stderr)
		expectSafe(t, strings.Join(args[:1], " "), stdout.String()+stderr.String())
		if status == cli.StatusOK {
			t.Errorf("%q: status %d, %s", args, status, &stdout)
		}
	}
}
