package instrument

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is named are packages, or files; what a program that is run gets is neither.
func TestTargets(t *testing.T) {
	for _, c := range []struct{ verb, line, want string }{
		{"build", "-o out -race ./a ./b", "./a ./b"},
		{"build", "-o=out a.go b.go", "a.go b.go"},
		{"run", "-race ./a x.go -y", "./a"},
		{"run", "a.go b.go c -d e.go", "a.go b.go"},
		{"test", "-run X ./a -args ./b", "./a"},
		{"run", "", ""},
	} {
		g := &goCommand{verb: c.verb, arguments: strings.Fields(c.line)}
		if got := strings.Join(g.packages(), " "); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.verb, c.line, got, c.want)
		}
	}
}

// singles are programs of one file each in one directory, which ignore each other: a go.mod, and the files.
func singles() map[string]string {
	other := strings.Replace(program, "work(100)", "work(10)", 1)
	return map[string]string{
		"go.mod": "module example.com/singles\n\ngo 1.22\n", "tools/one.go": "//go:build ignore\n\n" + program, "tools/two.go": "//go:build ignore\n\n" + other,
	}
}

// Files that are named are instrumented, whatever constraints they have, and what the overlay adds to their directory is named with them.
func TestNamedFiles(t *testing.T) {
	folder := files(t, singles())
	for _, target := range []string{"tools/one.go", "./tools/one.go", filepath.Join(folder, "tools", "one.go")} {
		out, messages, err := mpitimer(t, folder, "build", "-n", "-mpi", "-sample", "--", "-o", "x", target)
		if err != nil {
			t.Fatalf("%v\n%s", err, messages)
		}
		added := strings.TrimSuffix(target, "one.go")
		if want := target + " " + added + "mpitimer_mpi.go " + added + "mpitimer_sample.go"; !strings.Contains(out, want) {
			t.Errorf("%s: it has no %s", out, want)
		}
	}
	if testing.Short() {
		return
	}
	name := filepath.Join(t.TempDir(), "program")
	if _, messages, err := mpitimer(t, folder, "build", "--", "-o", name, "tools/one.go"); err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	if out, report, _ := ran(t, name); !strings.Contains(report, "main.work") || out == "" {
		t.Errorf("%s%s", out, report)
	}
}

// Of the directory of files that are named nothing else is read.
func TestOnlyNamedFiles(t *testing.T) {
	folder := files(t, singles())
	t.Chdir(folder)
	for _, named := range []string{"tools/one.go", "./tools/two.go"} {
		g, err := newGoCommand("build", []string{named})
		if err != nil {
			t.Fatal(err)
		}
		s := sourcesOf(t, g, "")
		var paths []string
		for _, p := range s.packages {
			for _, f := range p.Files {
				paths = append(paths, f.Path)
			}
		}
		if !slices.Equal(paths, []string{filepath.Join(folder, named)}) || len(s.mains) != 1 {
			t.Errorf("%s: %v, %v", named, paths, s.mains)
		}
	}
}
