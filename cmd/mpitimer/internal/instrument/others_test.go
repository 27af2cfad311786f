//go:build unix

package instrument

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What somebody has put into the cache is not compiled: neither under the names of earlier builds nor into
// an entry that is there.
func TestPlantedCacheIsNotCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds")
	}
	folder := files(t, map[string]string{"go.mod": "module example.com/plain\n\ngo 1.21", "main.go": program})
	printed := func() (overlay string) {
		t.Helper()
		out, messages, err := mpitimer(t, folder, "build", "-n", "--", ".")
		if err != nil {
			t.Fatalf("%v\n%s", err, messages)
		}
		for word := range strings.FieldsSeq(out) {
			if file, ok := strings.CutPrefix(word, "-overlay="); ok {
				return file
			}
		}
		t.Fatalf("no overlay in %s", out)
		return ""
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", os.Getenv("XDG_CACHE_HOME"))
	overlay := printed()
	before := texts(t, filepath.Dir(overlay))
	planted := 0
	for name := range before {
		if filepath.Base(filepath.Dir(name)) == "files" {
			if err := os.WriteFile(name, []byte("package main\n\nfunc main() { panic(\"planted\") }\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			planted++
		}
	}
	if again := printed(); planted == 0 || again != overlay {
		t.Errorf("%d files; %s, want %s", planted, again, overlay)
	}
	for name, text := range texts(t, filepath.Dir(overlay)) {
		if strings.Contains(text, "planted") || text != before[name] {
			t.Errorf("%s is still what somebody made of it", name)
		}
	}
}

// Without a cache directory a command is not printed that would need what is gone by then.
func TestPrintWithoutCache(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/plain\n\ngo 1.21", "main.go": program})
	mayKeep(t)
	t.Setenv("XDG_CACHE_HOME", "relative") // which os.UserCacheDir refuses
	_, messages, err := mpitimer(t, folder, "build", "-n", "--", ".")
	if err == nil || !strings.Contains(err.Error(), "XDG_CACHE_HOME") {
		t.Errorf("%v\n%s", err, messages)
	}
}

// mayKeep gives the go command its caches whatever becomes of the variables by which it finds them.
func mayKeep(t *testing.T) {
	t.Helper()
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		out, err := (&goCommand{}).output("env", name)
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(name, strings.TrimSpace(string(out)))
	}
}

// The source is found from any place in it, and from nowhere else.
func TestCheckout(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(here, "..", "..", "..", "..")
	for _, in := range []string{here, root, filepath.Join(here, "no such file")} {
		if got := checkout(in); got != root {
			t.Errorf("%s is in %q, want %s", in, got, root)
		}
	}
	if got := checkout(t.TempDir()); got != "" {
		t.Errorf("a directory beside it is in %s", got)
	}
}

// A command that was built in a checkout finds the source of the timers there; one that was built with -trimpath says what to do,
// unless it lies there or is called there.
func TestSourceWhereTheCommandWasBuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("long: it builds the command twice")
	}
	folder := files(t, map[string]string{"go.mod": "module example.com/plain\n\ngo 1.22\n", "main.go": program})
	t.Setenv(SourceVariable, "")
	for flags, want := range map[string]string{"": "", "-trimpath": "name its directory with -source, or in " + SourceVariable} {
		t.Setenv("GOFLAGS", flags)
		command := filepath.Join(t.TempDir(), "mpitimer")
		if out, err := exec.Command("go", "build", "-o", command, "../..").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		c := exec.Command(command, "build", "-n", "--", ".")
		c.Dir = folder
		if out, err := c.CombinedOutput(); !strings.Contains(string(out), want) || (err == nil) != (want == "") {
			t.Errorf("built with %q: %v\n%s", flags, err, out)
		}
	}
}

// A source that this command finds by itself counts only where nobody else can have put it; one that is named is
// the user's matter.
func TestSourceOfAnother(t *testing.T) {
	source := t.TempDir()
	file := filepath.Join(source, "go.mod")
	if err := os.WriteFile(file, []byte("module "+timersModule+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := &options{}
	for _, name := range []string{source, file} {
		if err := o.safeSource(source, name); err != nil {
			t.Error(err)
		}
	}
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := o.safeSource(source, file); err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "-source") {
		t.Errorf("a file that all can write to: %v", err)
	}
	if err := (&options{source: source}).safeSource(source, file); err != nil {
		t.Errorf("a source that is named: %v", err)
	}
	if err := os.Chown(source, 12345, -1); errors.Is(err, os.ErrPermission) {
		t.Skip("to make a directory another user's takes root")
	}
	if err := o.safeSource(source, source); err == nil || !strings.Contains(err.Error(), "user 12345") {
		t.Errorf("a directory of another user: %v", err)
	}
}
