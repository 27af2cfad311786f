package command

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// What is written through Safe cannot move the cursor, and Write reports what it was given.
func TestSafe(t *testing.T) {
	var out bytes.Buffer
	const text = "a\x1b[2J\nb\n"
	if n, err := Safe(&out).Write([]byte(text)); n != len(text) || err != nil || out.String() != "a\\x1b[2J\nb\n" {
		t.Errorf("%q, %d, %v", out.String(), n, err)
	}
}

// An old name sets the option, says the new one once, and stays out of the help.
func TestRenamed(t *testing.T) {
	for _, test := range []struct {
		args         string
		format, says string
		types        int
	}{
		{"--format json", "json", "", 0},
		{"--to json", "json", "x: --to is now --format\n", 0},
		{"--to json --to csv", "csv", "x: --to is now --format\n", 0},
		{"--csv", "csv", "x: --csv is now --format csv\n", 0},
		{"--csv=false", "text", "", 0},
		{"-t a,b -t c", "text", "x: --types is now --type\n", 3},
		{"--types a,b --types c", "text", "x: --types is now --type\n", 3},
	} {
		c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
		var format string
		var types []string
		c.Flags().StringVarP(&format, "format", "f", "text", "")
		c.Flags().StringSliceVar(&types, "type", nil, "")
		Renamed(c, "to", "format")
		Renamed(c, "csv", "format", "csv")
		Renamed(c, "types/t", "type")
		var says strings.Builder
		c.SetErr(&says)
		c.SetArgs(strings.Fields(test.args))
		if err := c.Execute(); err != nil {
			t.Errorf("%s: %v", test.args, err)
		}
		if format != test.format || says.String() != test.says || len(types) != test.types {
			t.Errorf("%s: format %q, types %q, said %q; want %q, %d, %q", test.args, format, types, says.String(), test.format, test.types, test.says)
		}
		if changed := c.Flags().Changed("format"); changed != (test.format != "text") {
			t.Errorf("%s: changed: %v", test.args, changed)
		}
		if help := c.UsageString(); strings.Contains(help, "--to") || strings.Contains(help, "--csv") {
			t.Errorf("the help lists old names:\n%s", help)
		}
	}
}

func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2026-08-21T14:03:11Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	if got, want := version(info, ""), "v1.2.3, revision 0123abcd of 2026-08-21T14:03:11Z, modified (go1.99)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := version(&debug.BuildInfo{GoVersion: "go1.99"}, ""), "(devel) (go1.99)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := version(&debug.BuildInfo{GoVersion: "go1.99", Main: debug.Module{Version: "(devel)"}}, "v0.1.0"), "v0.1.0 (go1.99)"; got != want {
		t.Errorf("of a package: got %q, want %q", got, want)
	}
	if Version() == "" {
		t.Error("no version")
	}
}

func TestLines(t *testing.T) {
	if got, want := Lines("a\n\tb\x1b\u009b"), "a\n\tb\\x1b\\u009b"; got != want {
		t.Errorf("Lines: %q, want %q", got, want)
	}
	if got, want := Message("a\nb: c\x1b\n"), "a\n  b: c\\x1b"; got != want {
		t.Errorf("Message: %q, want %q", got, want)
	}
}
