//go:build unix

package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	build  = flag.Bool("build", false, "build everything, and look at what is installed")
	twice  = flag.Bool("twice", false, "with -build: build it again elsewhere, and compare the bits")
	cold   = flag.String("cold", "", "the cache of Go, in `FOLDER`, that what is built again and the Debian packages share; without it each has its own")
	update = flag.Bool("update", false, "with -build: write the lists of exported names anew")
)

// date is that of the source in these tests.
const date = "1790000000"

// What make install installs works, has the names that programs are linked with, and is the same wherever and whenever it is
// built.
func TestBuilt(t *testing.T) {
	if !*build {
		t.Skip("long: make nightly builds everything (-build)")
	}
	t.Setenv("SOURCE_DATE_EPOCH", date)
	destdir := t.TempDir()
	w := &where{prefix: "/opt/mpitimer", destdir: destdir}
	if err := w.complete(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	if err := install(w, "any"); err != nil {
		t.Fatal(err)
	}
	prefix := filepath.Join(destdir, w.prefix)
	t.Run("version", func(t *testing.T) { checkVersion(t, prefix) })
	t.Run("manual", func(t *testing.T) { checkManual(t, prefix) })
	t.Run("completion", func(t *testing.T) { checkCompletion(t, prefix) })
	for i := range libraries {
		t.Run(libraries[i].name, func(t *testing.T) { checkLibrary(t, filepath.Join(prefix, "lib"), &libraries[i]) })
	}
	if *twice {
		t.Run("twice", func(t *testing.T) { checkTwice(t, prefix) })
	}
	if err := uninstall(w); err != nil {
		t.Fatal(err)
	}
	if left := filesBelow(t, destdir); len(left) != 1 {
		t.Errorf("uninstall leaves %q", left)
	}
}

func checkVersion(t *testing.T, prefix string) {
	version, err := treeVersion()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		out, err := tool(t, nil, filepath.Join(prefix, "bin", p), "--version")
		if err != nil || !strings.HasPrefix(out, p+" version v"+version+" (go1.") {
			t.Errorf("%s --version: %q, %v", p, out, err)
		}
	}
}

// checkManual lets man find and print a page.
func checkManual(t *testing.T, prefix string) {
	for _, page := range []string{"mpitimer", "mpitimer-show", "mpitimer-build", "pt"} {
		out, err := tool(t, []string{"MANPATH=" + prefix + "/share/man", "MANWIDTH=80"}, "man", page)
		if err != nil || !strings.Contains(out, "SYNOPSIS") || !strings.Contains(out, "2026") {
			t.Errorf("man %s: %v\n%.400s", page, err, out)
		}
	}
}

// checkCompletion types a command in bash and asks for what may follow.
func checkCompletion(t *testing.T, prefix string) {
	const script = `source /usr/share/bash-completion/bash_completion && source "$1/share/bash-completion/completions/$2" || exit 3
		COMP_WORDS=($3 "$4"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9; COMP_KEY=9
		__start_$2; printf '%s\n' "${COMPREPLY[@]}"`
	if _, err := os.Stat("/usr/share/bash-completion/bash_completion"); err != nil {
		t.Skip("no package bash-completion: ", err)
	}
	for _, test := range []struct{ program, words, last, want string }{
		{"mpitimer", "mpitimer", "sta", "stacks"},
		{"mpitimer", "mpitimer build", "-prof", "-profile"},
		{"mpitimer", "mpitimer show", "--imb", "--imbalance"},
		{"pt", "pt", "--give", "--give-up"},
	} {
		out, err := tool(t, []string{"PATH=" + prefix + "/bin:" + os.Getenv("PATH")}, "bash", "-c", script, "bash", prefix, test.program, test.words, test.last)
		if err != nil || !strings.Contains(out, test.want) {
			t.Errorf("%s %s: %q, %v; want %s", test.words, test.last, out, err, test.want)
		}
	}
}

// public are the names that programs call. The others are those of Go's runtime, of the wrappers of whatever MPI there is,
// and of our own parts among themselves.
var public = regexp.MustCompile(`^(mpitimer_|GPTL|gptl|perf_mod_|__cyg_profile_)`)

// checkLibrary compares the names that a library exports with the list of those that it has promised: docs/stability.md.
func checkLibrary(t *testing.T, dir string, l *library) {
	f, err := elf.Open(filepath.Join(dir, "lib"+l.name+".so"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	soname, err := f.DynString(elf.DT_SONAME)
	if err != nil || !slices.Equal(soname, []string{l.soname()}) {
		t.Errorf("soname %q, %v; want %s", soname, err, l.soname())
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && public.MatchString(s.Name) {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	list := filepath.Join(root, "scripts/packaging/testdata", l.name+".exports")
	if *update {
		write(t, list, strings.Join(names, "\n")+"\n")
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range differingNames(strings.Fields(string(text)), names) {
		t.Error(l.soname(), wrong)
	}
}

// differingNames says how the exported names differ from the promised ones.
func differingNames(promised, exported []string) (list []string) {
	for _, name := range promised {
		if !slices.Contains(exported, name) {
			list = append(list, fmt.Sprintf("exports no %s any more: programs that call it no longer run, so that abi in build.go must count up", name))
		}
	}
	for _, name := range exported {
		if !slices.Contains(promised, name) {
			list = append(list, fmt.Sprintf("exports %s, which is not in its list: -build -update writes that anew", name))
		}
	}
	return list
}

func TestDifferingNames(t *testing.T) {
	got := differingNames([]string{"a", "b"}, []string{"b", "c"})
	if len(got) != 2 || !strings.Contains(got[0], "no a any more") || !strings.Contains(got[1], "exports c,") {
		t.Errorf("%q", got)
	}
}

// Every function of the header is promised by the library's list.
func TestHeaderIsExported(t *testing.T) {
	header, err := os.ReadFile(filepath.Join(root, "mpitimer/capi/mpitimer.h"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "scripts/packaging/testdata/mpitimer.exports"))
	if err != nil {
		t.Fatal(err)
	}
	promised := strings.Fields(string(text))
	functions := regexp.MustCompile(`(?m)^MPITIMER_API [^(]*[ *](mpitimer_[a-z_]+)\(`).FindAllSubmatch(header, -1)
	for _, f := range functions {
		if !slices.Contains(promised, string(f[1])) {
			t.Errorf("mpitimer.h has %s, and the library's list does not", f[1])
		}
	}
	if len(functions) < 15 {
		t.Errorf("only %d functions were found in mpitimer.h", len(functions))
	}
}

// checkTwice builds a copy of the source, in another directory and with nothing compiled before, and compares.
func checkTwice(t *testing.T, prefix string) {
	version, err := treeVersion()
	if err != nil {
		t.Fatal(err)
	}
	listed, err := git("ls-files", "-z")
	if err != nil {
		t.Fatal(err)
	}
	copied := t.TempDir()
	for name := range strings.SplitSeq(strings.Trim(listed, "\x00"), "\x00") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(copied, name), string(data))
		if err := os.Chmod(filepath.Join(copied, name), info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(copied, versionFile), version+"\n")
	again := t.TempDir()
	c := exec.Command("go", "run", "./scripts/packaging", "-destdir", again, "-prefix", "/opt/mpitimer", "install")
	c.Dir = copied
	c.Env = append(os.Environ(), "GOCACHE="+cmp.Or(*cold, t.TempDir()))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	other := filepath.Join(again, "opt/mpitimer")
	files := filesBelow(t, prefix)
	if others := filesBelow(t, other); !slices.Equal(files, others) {
		t.Errorf("other files:\n%q\n%q", files, others)
	}
	for _, name := range files {
		if info, err := os.Stat(filepath.Join(prefix, name)); err != nil || info.IsDir() {
			continue
		}
		first, err := os.ReadFile(filepath.Join(prefix, name))
		if err != nil {
			t.Fatal(err)
		}
		second, err := os.ReadFile(filepath.Join(other, name))
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: other bits, %v", name, err)
		}
	}
}
