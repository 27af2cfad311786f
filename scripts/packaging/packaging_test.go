//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// root is the top of the module, whatever the directory is now.
var root, _ = filepath.Abs("../..")

// built is a builder of which everything is there, made of nothing.
func built(t *testing.T, version, tags string) *builder {
	t.Helper()
	b := &builder{to: t.TempDir(), version: version, tags: tags, licences: "their licences"}
	names := []string{"mpitimer", "pt", "man/mpitimer.1", "man/mpitimer-show.1", "man/pt.1"}
	for i := range libraries {
		names = append(names, libraries[i].file(version))
	}
	for _, name := range names {
		write(t, filepath.Join(b.to, name), name)
	}
	return b
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// installed installs what a builder has built, and returns where.
func installed(t *testing.T, w where, b *builder) *where {
	t.Helper()
	if err := w.complete(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	list, err := entries(&w, b)
	if err != nil {
		t.Fatal(err)
	}
	in, err := newInstaller(&w)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if err := in.install(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.finish(); err != nil {
		t.Fatal(err)
	}
	return &w
}

func filesBelow(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(dir, path)
		list = append(list, inside)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What was installed, by two versions one over the other, is gone after uninstall; what others have, also in directories that
// were made for it, stays.
func TestUninstallLeavesNothing(t *testing.T) {
	destdir := t.TempDir()
	write(t, filepath.Join(destdir, "usr/local/bin/other"), "")
	before := filesBelow(t, destdir)
	installed(t, where{prefix: "/usr/local", destdir: destdir}, built(t, "0.1.0", ""))
	w := installed(t, where{prefix: "/usr/local", destdir: destdir}, built(t, "0.2.0", "mpi"))
	files := filesBelow(t, destdir)
	for _, name := range []string{
		"bin/mpitimer", "bin/pt", "share/man/man1/mpitimer-show.1", "share/bash-completion/completions/pt", "share/zsh/site-functions/_mpitimer",
		"share/fish/vendor_completions.d/mpitimer.fish", "lib/libgptl.so", "lib/libgptl.so.0", "lib/libgptl.so.0.2.0", "lib/libgptl.so.0.1.0",
		"lib/pkgconfig/gptl_e3sm.pc", "lib/cmake/mpitimer/mpitimerConfigVersion.cmake", "share/modulefiles/mpitimer/0.2.0",
		"include/gptl_e3sm/gptl.inc", "share/doc/mpitimer/licences.txt", manifest,
	} {
		if !slices.Contains(files, "usr/local/"+name) {
			t.Errorf("not installed: %s", name)
		}
	}
	mine := filepath.Join(destdir, "usr/local/share/modulefiles/mpitimer/mine")
	write(t, mine, "")
	if err := uninstall(w); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(filepath.Join(destdir, "usr/local/share")); err != nil {
		t.Fatal(err)
	}
	if after := filesBelow(t, destdir); !slices.Equal(after, before) {
		t.Errorf("left: %q; before: %q", after, before)
	}
	if err := uninstall(w); err == nil {
		t.Error("nothing is installed, and it was removed")
	}
}

// A manifest that was tampered with removes nothing outside of what make install writes.
func TestUninstallOfStrangeNames(t *testing.T) {
	for _, line := range []string{"bin/mpitimer", "/usr/../etc/passwd", ""} {
		w := &where{prefix: "/opt", destdir: t.TempDir()}
		write(t, filepath.Join(w.destdir, "opt", manifest), line+"\n")
		if err := uninstall(w); err == nil {
			t.Errorf("%q was removed", line)
		}
	}
}

// tool runs a command that may be missing here.
func tool(t *testing.T, env []string, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip(err)
	}
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	return string(out), err
}

func TestPkgConfig(t *testing.T) {
	destdir := filepath.Join(t.TempDir(), "not", "there") // as debian/tmp is
	installed(t, where{prefix: "/opt/m", destdir: destdir}, built(t, "0.1.0-dev", "mpi"))
	env := []string{"PKG_CONFIG_PATH=" + destdir + "/opt/m/lib/pkgconfig"}
	for ask, want := range map[string]string{
		"--modversion mpitimer":              "0.1.0",
		"--cflags gptl_e3sm":                 "-I/opt/m/include/gptl_e3sm -DHAVE_MPI",
		"--cflags gptl":                      "-I/opt/m/include/gptl",
		"--libs mpitimer":                    "-L/opt/m/lib -Wl,-rpath,/opt/m/lib -Wl,--push-state,--no-as-needed -lmpitimer -Wl,--pop-state",
		"--variable=fortran_source mpitimer": "/opt/m/share/mpitimer/mpitimer.f90",
		"--validate mpitimer gptl gptl_e3sm": "",
		"--exists gptl":                      "",
	} {
		got, err := tool(t, env, "pkg-config", strings.Fields(ask)...)
		if err != nil || strings.TrimSpace(got) != want {
			t.Errorf("pkg-config %s: %q, %v; want %q", ask, got, err, want)
		}
	}
}

// CMake finds the version that a project asks for, also where libraries have a directory of their own, and no other minor one.
func TestCMake(t *testing.T) {
	for _, lib := range []string{"", "/opt/m/lib64"} {
		destdir := t.TempDir()
		w := installed(t, where{prefix: "/opt/m", libdir: lib, destdir: destdir}, built(t, "0.1.3", ""))
		for asked, found := range map[string]bool{"": true, "0.1": true, "0.1.2": true, "0.1.3 EXACT": true, "0.1.4": false, "0.2": false, "0.0.9": false, "1": false} {
			project := t.TempDir()
			write(t, filepath.Join(project, "CMakeLists.txt"), `cmake_minimum_required(VERSION 3.10)
project(asks NONE)
find_package(mpitimer `+asked+` REQUIRED CONFIG)
get_target_property(at mpitimer::mpitimer IMPORTED_LOCATION)
message(STATUS "at ${at} and ${mpitimer_Fortran_SOURCE}")
`)
			out, err := tool(t, nil, "cmake", "-S", project, "-B", project+"/build", "-Dmpitimer_DIR="+destdir+w.libdir+"/cmake/mpitimer")
			at := regexp.MustCompile(`at (\S*)/` + filepath.Base(w.libdir) + `/libmpitimer\.so\.0 and (\S*)/share/mpitimer/mpitimer\.f90`)
			if (err == nil) != found || found && !at.MatchString(out) {
				t.Errorf("libraries in %q, asked for %q: %v\n%s", lib, asked, err, out)
			}
		}
	}
}

// The command module takes the file, and sets what is said; pages and completions of others are still found.
func TestModuleFile(t *testing.T) {
	destdir := t.TempDir()
	installed(t, where{prefix: "/opt/m", destdir: destdir}, built(t, "0.1.0", ""))
	commands, _ := filepath.Glob("/usr/lib/*/modulecmd.tcl")
	if len(commands) == 0 {
		t.Skip("no command module: package environment-modules")
	}
	for _, name := range []string{"MANPATH", "XDG_DATA_DIRS"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	load := func(more ...string) string {
		env := append(more, "MODULEPATH="+destdir+"/opt/m/share/modulefiles", "LD_LIBRARY_PATH=/before", "HOME="+t.TempDir())
		out, err := tool(t, env, "tclsh", commands[0], "bash", "load", "mpitimer/0.1.0")
		if err != nil {
			t.Fatal(err, out)
		}
		return strings.ReplaceAll(out, "'", "")
	}
	out := load()
	for _, want := range []string{`/opt/m/lib:/before`, `PATH=/opt/m/bin:`, `CMAKE_PREFIX_PATH=/opt/m`, `LOADEDMODULES=mpitimer/0.1.0`,
		`XDG_DATA_DIRS=/opt/m/share:/usr/local/share:/usr/share`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "MANPATH") { // other pages would be lost
		t.Errorf("MANPATH in\n%s", out)
	}
	if out := load("MANPATH=/before", "XDG_DATA_DIRS=/before"); !strings.Contains(out, "MANPATH=/opt/m/share/man:/before") || !strings.Contains(out, "XDG_DATA_DIRS=/opt/m/share:/before") {
		t.Errorf("what was set is lost:\n%s", out)
	}
}

// The same files give the same archive, whoever owns them and whenever they were written.
func TestArchiveIsReproducible(t *testing.T) {
	var first []byte
	for _, mode := range []os.FileMode{0o600, 0o664} {
		name := filepath.Join(t.TempDir(), "x")
		write(t, name, "text")
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := writeArchive(&b, "top", map[string]string{"b": name, "a/c": name}, time.Unix(86400, 0)); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			t.Error("two archives of the same files differ")
		}
	}
}

// An archive is of the version that it says; a checkout is one only where the commit has the tag.
func TestVersionOfTree(t *testing.T) {
	t.Chdir(t.TempDir())
	for text, want := range map[string]string{"0.1.0\n": "0.1.0", "1.2.3-dev": "1.2.3-dev", "v1.2.3": "", "1.2": "", "": ""} {
		write(t, versionFile, text)
		if got, err := treeVersion(); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	write(t, versionFile, "0.1.0\n")
	gitHere := func(args ...string) {
		t.Helper()
		if _, err := tool(t, nil, "git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "init.defaultBranch=main"}, args...)...); err != nil {
			t.Fatal(args, err)
		}
	}
	gitHere("init", "-q")
	gitHere("add", versionFile)
	gitHere("commit", "-q", "-m", "x")
	if got, err := treeVersion(); got != "0.1.0-dev" || err != nil {
		t.Errorf("without a tag: %q, %v", got, err)
	}
	gitHere("tag", "v0.1.0")
	if got, err := treeVersion(); got != "0.1.0" || err != nil {
		t.Errorf("with the tag: %q, %v", got, err)
	}
}
