package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
)

// hostileName is what others may call a file, a flag or a folder: it clears a screen, colours, turns the direction of
// the text and begins a second line that looks like one of this program.
const hostileName = "a\x1b[2Jb\u009b31mc\u202ed\nmpitimer: all is well"

// attacked is a command that reads a file.
type attacked struct {
	name   string
	input  string // one that it takes
	suffix string // by which it knows inputs, if it does
	args   func(in, out string) []string
	writes bool // to -o
	finds  bool // its status says what is wrong with the input
	keeps  bool // it says nothing of how the input ends: a part of it is an input as well
}

func attackedCommands() []attacked {
	const run, report, raw, statistics = "internal/show/testdata/shallowwater.mptsum", "internal/geopm/testdata/before.report", "../../stats/tacc/testdata/sample.raw", "../../stats/hdtrace/testdata/listing33.stat"
	reads := func(words ...string) func(in, out string) []string {
		return func(in, _ string) []string { return append(slices.Clone(words), in) }
	}
	writes := func(words ...string) func(in, out string) []string {
		return func(in, out string) []string { return append(slices.Clone(words), "-o", out, in) }
	}
	return []attacked{
		{name: "show", input: run, args: reads("show", "--color", "never")},
		{name: "diff", input: run, args: func(in, _ string) []string { return []string{"diff", "--color", "never", in, in} }},
		{name: "page", input: run, args: writes("page"), writes: true},
		{name: "convert", input: run, args: writes("convert", "--to", "folded"), writes: true},
		{name: "geopm show", input: report, args: reads("geopm", "show"), keeps: true},
		{name: "geopm check", input: report, args: reads("geopm", "check"), keeps: true},
		{name: "geopm csv", input: report, args: writes("geopm", "csv"), writes: true, keeps: true},
		{name: "geopm diff", input: report, args: func(in, _ string) []string { return []string{"geopm", "diff", in, in} }, keeps: true},
		{name: "stats show", input: raw, args: reads("stats", "show"), keeps: true},
		{name: "stats check", input: raw, args: reads("stats", "check"), keeps: true, finds: true},
		{name: "stats openmetrics", input: raw, args: reads("stats", "openmetrics"), keeps: true},
		{name: "hd info", input: statistics, suffix: ".stat", args: reads("hd", "info")},
		{name: "hd check", input: statistics, suffix: ".stat", args: reads("hd", "check")},
		{name: "hd dump", input: statistics, suffix: ".stat", args: reads("hd", "dump")},
		{name: "hd view", input: statistics, suffix: ".stat", args: writes("hd", "view"), writes: true},
		{name: "hd cut", input: statistics, suffix: ".stat", args: writes("hd", "cut", "--from", "+0s"), writes: true},
	}
}

// attack runs a command on an input, which stays as it is whatever comes of it.
func (a *attacked) attack(t *testing.T, in, out string) (status int, said string) {
	t.Helper()
	before, _ := os.ReadFile(in)
	var stdout, stderr bytes.Buffer
	status = execute(a.args(in, out), &stdout, &stderr)
	if after, _ := os.ReadFile(in); !bytes.Equal(before, after) {
		t.Errorf("%s: its input has changed, %d bytes were %d; status %d, %s", a.name, len(after), len(before), status, &stderr)
	}
	return status, stdout.String() + stderr.String()
}

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

// TestAttack is the table of attacks and commands.
func TestAttack(t *testing.T) {
	for _, a := range attackedCommands() {
		t.Run(a.name, func(t *testing.T) {
			whole, err := os.ReadFile(a.input)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			write := func(name string, data []byte) string {
				path := filepath.Join(dir, name+a.suffix)
				if err := os.WriteFile(path, data, 0o666); err != nil {
					t.Fatal(err)
				}
				return path
			}
			fails := func(what string, status int, said string) {
				t.Helper()
				expectSafe(t, what, said)
				if status == cli.StatusOK || strings.TrimSpace(said) == "" {
					t.Errorf("%s: status %d, says %q", what, status, said)
				}
			}
			good, out := write("good", whole), filepath.Join(dir, "out")
			if status, said := a.attack(t, good, out); status != cli.StatusOK && status != cli.StatusIncomplete && !a.finds {
				t.Fatalf("status %d, %s", status, said)
			}
			// Inputs that are none.
			for what, name := range map[string]string{"missing": filepath.Join(dir, "nosuch"+a.suffix), "hostile and missing": filepath.Join(dir, hostileName+a.suffix), "below a file": filepath.Join(good, "x"+a.suffix)} {
				status, said := a.attack(t, name, out)
				fails(what, status, said)
			}
			status, said := a.attack(t, write("empty", nil), out)
			fails("empty", status, said)
			status, said = a.attack(t, write("picture", append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), whole[len(whole)/2:]...)), out)
			fails("of another type", status, said)
			for _, share := range []int{1, 3, 7, 9} {
				status, said = a.attack(t, write("cut", whole[:len(whole)*share/10]), out)
				if expectSafe(t, "cut", said); !a.keeps && share < 9 && a.suffix == "" {
					fails("cut", status, said)
				}
			}
			// A name that a terminal obeys.
			status, said = a.attack(t, write(hostileName, whole), out)
			if expectSafe(t, "hostile name", said); status != cli.StatusOK && status != cli.StatusIncomplete && !a.finds {
				t.Errorf("hostile name: status %d, %s", status, said)
			}
			_, said = a.attack(t, good, out+"\" --\x1b]0;x\a")
			expectSafe(t, "hostile output", said)
			if a.writes {
				a.attackOutput(t, good, write("other", whole), fails)
			}
		})
	}
}

// attackOutput lets a command write where it should not.
func (a *attacked) attackOutput(t *testing.T, good, other string, fails func(what string, status int, said string)) {
	status, said := a.attack(t, good, good)
	fails("input is output", status, said)
	if status != cli.StatusUsage {
		t.Errorf("input is output: status %d, want %d", status, cli.StatusUsage)
	}
	link := other + ".link"
	if err := os.Symlink(good, link); err != nil {
		t.Fatal(err)
	}
	status, said = a.attack(t, good, link)
	fails("a link to the input is output", status, said)
	status, said = a.attack(t, good, filepath.Join(other, "x"))
	fails("output below a file", status, said)
	if a.name == "hd cut" {
		return // which wants a folder or a file
	}
	if info, err := os.Stat("/dev/full"); err == nil && info.Mode()&os.ModeDevice != 0 {
		status, said = a.attack(t, good, "/dev/full")
		fails("full disk", status, said)
		if now, err := os.Stat("/dev/full"); err != nil || now.Mode() != info.Mode() {
			t.Errorf("/dev/full is %v now, %v", now, err)
		}
	}
}

// Flags, commands and folders that nobody knows are told without obeying them.
func TestAttackOnTheCommandLine(t *testing.T) {
	for _, args := range [][]string{
		{hostileName}, {"--" + hostileName}, {"show", "--" + hostileName}, {"hd", hostileName}, {"stats", hostileName},
		{"recover", hostileName}, {"stacks", hostileName}, {"top", "--once", hostileName}, {"clean", "--" + hostileName},
		{"hd", "check", hostileName}, {"hd", "merge", hostileName}, {"convert", "--to", hostileName, "x"},
		{"diff", "--metric", hostileName, "x", "y"}, {"stats", "collect", hostileName}, {"util", "--sources", hostileName, "--", "true"},
		{"geopm", "csv", "--key", hostileName, hostileName}, {"hd", "dump", "--format", hostileName, "x"}, {"build", "-only", hostileName + "("},
	} {
		var stdout, stderr bytes.Buffer
		status := execute(args, &stdout, &stderr)
		expectSafe(t, strings.Join(args[:1], " "), stdout.String()+stderr.String())
		if status == cli.StatusOK {
			t.Errorf("%q: status %d, %s", args, status, &stdout)
		}
	}
}
