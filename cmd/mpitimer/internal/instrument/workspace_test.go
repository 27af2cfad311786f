package instrument

import (
	"path/filepath"
	"strings"
	"testing"
)

// regionsOf lists the functions that a call of the go command would compile with timers, without compiling anything: its modules,
// where it runs, and its arguments.
func regionsOf(t *testing.T, folder, modules string, arguments ...string) string {
	t.Helper()
	g, err := newGoCommand("build", append([]string{"-C", folder}, arguments...))
	if err != nil {
		t.Fatal(err)
	}
	var packages []string
	for _, p := range sourcesOf(t, g, modules).packages {
		packages = append(packages, p.ImportPath)
	}
	return strings.Join(packages, " ")
}

// In a workspace the modules are those of the packages that are named, if the go command is called outside of all of them.
func TestWorkspaceRoot(t *testing.T) {
	folder := files(t, map[string]string{
		"go.work":    "go 1.22\n\nuse (\n\t./app\n\t./lib\n\t./other\n)\n",
		"app/go.mod": "module example.com/app\n\ngo 1.22\n", "app/main.go": "package main\n\nimport _ \"example.com/lib\"\n\nfunc main() {}\n",
		"lib/go.mod": "module example.com/lib\n\ngo 1.22\n", "lib/lib.go": "package lib\n", "lib/in/in.go": "package in\n",
		"other/go.mod": "module example.com/other\n\ngo 1.22\n", "other/other.go": "package other\n",
	})
	for _, c := range []struct{ in, modules, packages, want string }{
		{".", "", "./app", "example.com/app"},
		{".", "", "./lib/in ./app", "example.com/lib example.com/lib/in example.com/app"},
		{".", "example.com/lib", "example.com/app", "example.com/app example.com/lib example.com/lib/in"},
		{"app", "example.com/lib,example.com/lib,example.com/app", ".", "example.com/app example.com/lib example.com/lib/in"},
	} {
		if got := regionsOf(t, filepath.Join(folder, c.in), c.modules, strings.Fields(c.packages)...); got != c.want {
			t.Errorf("%v: packages %s", c, got)
		}
	}
	for packages, want := range map[string]string{"fmt": "no package that is named is of a module of", ".": "go list: "} {
		if _, err := newGoCommand("build", []string{"-C", folder, packages}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", packages, err, want)
		}
	}
}

// A named module is taken from where the go command takes it, and without the modules whose paths begin with its own.
func TestModulesOfOneName(t *testing.T) {
	module := func(path string) string { return "module " + path + "\n\ngo 1.22\n" }
	texts := map[string]string{
		"go.mod":      module("example.com/user") + "\nrequire (\n\texample.com/m v1.0.0\n\texample.com/m/v2 v2.0.0\n)\n\nreplace (\n\texample.com/m => ./fork\n\texample.com/m/v2 => ./fork/v2\n)\n",
		"main.go":     "package main\n\nimport (\n\t_ \"example.com/m\"\n\t_ \"example.com/m/v2\"\n)\n\nfunc main() {}\n",
		"fork/go.mod": module("example.com/m"), "fork/m.go": "package m\n",
		"fork/v2/go.mod": module("example.com/m/v2"), "fork/v2/m.go": "package m\n",
		"vendor/example.com/m/m.go": "package m\n", "vendor/example.com/m/v2/m.go": "package m\n",
		"vendor/modules.txt": "# example.com/m v1.0.0 => ./fork\n## explicit; go 1.22\nexample.com/m\n# example.com/m/v2 v2.0.0 => ./fork/v2\n## explicit; go 1.22\nexample.com/m/v2\n" +
			"# example.com/m => ./fork\n# example.com/m/v2 => ./fork/v2\n",
	}
	folder := files(t, texts)
	delete(texts, "vendor/modules.txt")
	plain := files(t, texts)
	for _, c := range []struct{ in, modules, flag, want, from string }{
		{folder, "example.com/m", "-v", "example.com/user example.com/m", "vendor/example.com/m"},
		{folder, "example.com/m,example.com/m/v2", "-v", "example.com/user example.com/m example.com/m/v2", "vendor/example.com/m"},
		{folder, "example.com/m", "-mod=mod", "example.com/user example.com/m", "fork"},
		{plain, "example.com/m/v2", "-v", "example.com/user example.com/m/v2", "fork/v2"},
	} {
		if got := regionsOf(t, c.in, c.modules, c.flag); got != c.want {
			t.Errorf("%v: packages %s", c, got)
		}
		g, err := newGoCommand("build", []string{"-C", c.in, c.flag})
		if err != nil {
			t.Fatal(err)
		}
		if list, err := g.modules(c.modules); err != nil || list[1].folder != filepath.Join(c.in, c.from) {
			t.Errorf("%v: %v, %v", c, list, err)
		}
	}
}

// The vendor directory of a workspace is beside go.work.
func TestWorkspaceVendor(t *testing.T) {
	folder := files(t, map[string]string{
		"go.work": "go 1.22\n\nuse ./app\n", "app/go.mod": "module example.com/app\n\ngo 1.22\n\nrequire example.com/m v1.0.0\n",
		"app/main.go": "package main\n\nimport _ \"example.com/m\"\n\nfunc main() {}\n", "vendor/example.com/m/m.go": "package m\n",
		"vendor/modules.txt": "## workspace\n# example.com/m v1.0.0\n## explicit; go 1.22\nexample.com/m\n",
	})
	if got, want := regionsOf(t, filepath.Join(folder, "app"), "example.com/m"), "example.com/app example.com/m"; got != want {
		t.Errorf("packages %s, want %s", got, want)
	}
}
