package licences

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// allowed are the licences whose modules may be linked into a program under Apache-2.0 and passed on with it.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

// allowedInTests are those of modules that only tests need, which nobody passes on in a program.
var allowedInTests = append([]string{"MPL-2.0"}, allowed...)

// programs are the packages that users build and link. Others link helpers of tests.
var programs = []string{"./cmd/mpitimer", "./cmd/pt", "./cmd/libmpitimer", "./cmd/libgptl", "./mpitimer/all", "./mpitimer/device/...", "./machenv/mpi", "./machenv/local", "./examples/..."}

// Whoever builds the module gets nothing under another licence, and nothing without one.
func TestAllowedLicences(t *testing.T) {
	linked, err := Of(root, programs, false)
	if err != nil {
		t.Fatal(err)
	}
	tested, err := Of(root, []string{"./..."}, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(linked) < 10 || len(tested) <= len(linked) {
		t.Fatalf("only %d modules of others, with tests %d", len(linked), len(tested))
	}
	check := func(list []Module, allowed []string) {
		for _, m := range list {
			kinds := strings.Split(m.Licence, " AND ")
			if slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(allowed, k) }) {
				t.Errorf("%s %s is under %q, in %q; expected some of %q", m.Path, m.Version, m.Licence, m.Files, allowed)
			}
		}
	}
	check(linked, allowed)
	check(tested, allowedInTests)
}

// What is passed on has the words of each licence with it.
func TestTexts(t *testing.T) {
	text, err := Texts(root, []string{"./cmd/mpitimer"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"==== github.com/spf13/cobra v", "(Apache-2.0)", "==== gopkg.in/yaml.v3 v", "(Apache-2.0 AND MIT)", "WITHOUT WARRANTY OF ANY KIND"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(text, "pgregory.net/rapid") {
		t.Error("it has what only tests need")
	}
}

func TestKinds(t *testing.T) {
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		string(own): "Apache-2.0",
		"Redistribution and use in source and\nbinary forms":                                       "BSD-2-Clause",
		"Redistribution and use in source and binary forms … endorse or promote products\nderived": "BSD-3-Clause",
		"GNU GENERAL PUBLIC LICENSE":                                                               "GPL",
		"GNU Lesser General Public License":                                                        "LGPL",
		"GNU Affero General Public License":                                                        "AGPL",
		"Mozilla Public License, version 2.0":                                                      "MPL-2.0",
		"Do what you want":                                                                         "",
	} {
		if got := strings.Join(Kinds(text), " AND "); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

// A package's directory gives that of its module, wherever that is.
func TestModuleDir(t *testing.T) {
	for _, path := range []string{"example.com/m", "example.com/m/a/b"} {
		dir := "/x/vendor/" + path
		if got := moduleDir(dir, path, "example.com/m"); got != "/x/vendor/example.com/m" {
			t.Errorf("%s: %s", path, got)
		}
	}
}
