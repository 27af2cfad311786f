//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whatever names the version of the next release names the same one.
func TestOneVersion(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, versionFile))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.QuoteMeta(strings.TrimSpace(string(text)))
	for name, pattern := range map[string]string{
		"debian/changelog":                   `^mpitimer \(` + version + `\) `,
		"scripts/packaging/spack/package.py": `version\("` + version + `", tag="v` + version + `"\)`,
		"CITATION.cff":                       `(?m)^version: ` + version + `$`,
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Error(err)
		} else if !regexp.MustCompile(pattern).Match(text) {
			t.Errorf("%s does not say version %s", name, version)
		}
	}
}

// The number of the binary interface is that of Debian's package of libraries, whose name has it.
func TestDebianNamesTheInterface(t *testing.T) {
	control, err := os.ReadFile(filepath.Join(root, "debian/control"))
	if err != nil || !strings.Contains(string(control), "\nPackage: libmpitimer"+abi+"\n") {
		t.Errorf("debian/control has no package libmpitimer%s: %v", abi, err)
	}
	if _, err := os.Stat(filepath.Join(root, "debian/libmpitimer"+abi+".install")); err != nil {
		t.Error(err)
	}
}

// stands is what stands in for Spack's words in the recipe: enough to run it, and to see what it would run.
const stands = `
import os, sys, types


said, env = [], {}
def word(name):
    return lambda *a, **k: said.append((name, a, k))
def decorator(*a, **k):
    return lambda f: f
package = types.ModuleType("spack.package")
for name in ("license", "version", "variant", "depends_on", "conflicts"):
    setattr(package, name, word(name))
package.run_after = package.on_package_attributes = decorator
package.join_path, package.make, package.Executable = os.path.join, word("make"), None
package.EnvironmentModifications = object
class MakefilePackage: pass
class Stage: path = "/stage"
class Prefix(str):
    share = "/prefix/share"
class Env:
    def set(self, name, value): env[name] = value
    prepend_path = set
class Spec:
    def __init__(self, mpi): self.mpi = mpi
    def satisfies(self, what): return self.mpi is not None
    def __getitem__(self, name): return types.SimpleNamespace(name=self.mpi)
makefile = types.ModuleType("makefile")
makefile.MakefilePackage = MakefilePackage
for name, module in {"spack": types.ModuleType("spack"), "spack.package": package, "spack_repo": types.ModuleType("x"), "spack_repo.builtin": types.ModuleType("x"),
    "spack_repo.builtin.build_systems": types.ModuleType("x"), "spack_repo.builtin.build_systems.makefile": makefile}.items():
    sys.modules[name] = module
recipe = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), recipe)
p = recipe["Mpitimer"]()
p.stage, p.prefix = Stage, Prefix("/prefix")
p.setup_build_environment(Env()); p.setup_run_environment(Env())
for mpi in ("openmpi", "mpich", "mvapich2", None):
    p.install(Spec(mpi), p.prefix)
for name, a, k in said:
    print(name, *a, *("%s=%s" % i for i in k.items()))
for i in env.items(): print("env", *i)
`

// The recipe for Spack runs what the Makefile has.
func TestSpackRecipe(t *testing.T) {
	out, err := tool(t, nil, "python3", "-c", stands, filepath.Join(root, "scripts/packaging/spack/package.py"))
	if err != nil {
		t.Fatal(err, out)
	}
	for _, want := range []string{
		"license Apache-2.0\n", "depends_on mpi when=+mpi\n", "depends_on go@1.26: type=build\n",
		"make install PREFIX=/prefix MPI=openmpi\nmake install PREFIX=/prefix MPI=mpich\nmake install PREFIX=/prefix MPI=mpich\nmake install PREFIX=/prefix MPI=none\n",
		"env GOCACHE /stage/gocache\n", "env XDG_DATA_DIRS /prefix/share\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	least := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(module)
	if !strings.Contains(out, "depends_on go@"+string(least[1])+":") {
		t.Errorf("the module needs Go %s", least[1])
	}
}
