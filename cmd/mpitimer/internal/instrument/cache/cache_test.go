package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// opened returns a cache in a directory that stands for the user's.
func opened(t *testing.T) (c *Cache, messages string) {
	t.Helper()
	var b bytes.Buffer
	c, err := Open(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c, b.String()
}

// own makes the user's cache directory one of the test.
func own(t *testing.T) string {
	t.Helper()
	base := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "HOME"} { // of all systems
		t.Setenv(name, base)
	}
	return base
}

func some(text string) map[string][]byte {
	return map[string][]byte{"a.go": []byte(text), filepath.Join("b", "c.go"): []byte("package c")}
}

func kept(t *testing.T, c *Cache, name string, files map[string][]byte, want bool) string {
	t.Helper()
	folder, fresh, err := c.Keep(name, files)
	if err != nil || fresh != want {
		t.Fatalf("Keep(%s) = %s, %t, %v, want %t", name, folder, fresh, err, want)
	}
	return folder
}

func TestKeep(t *testing.T) {
	own(t)
	c, messages := opened(t)
	if messages != "" || c.Private() {
		t.Fatalf("private %t: %s", c.Private(), messages)
	}
	zeros := strings.Repeat("0", 64) // as in texts of a user
	files := some(`{"x": "` + filepath.ToSlash(filepath.Base(c.Blank("overlay-k"))) + `/b", "y": "` + zeros + `"}`)
	folder := kept(t, c, "overlay-k", files, true)
	kept(t, c, "overlay-k", files, false)
	text, err := os.ReadFile(filepath.Join(folder, "a.go"))
	if want := `{"x": "` + filepath.Base(folder) + `/b", "y": "` + zeros + `"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	if got, found := c.Find("overlay-k"); !found || got != folder {
		t.Errorf("found %q, want %q", got, folder)
	}
	if got, found := c.Find("overlay"); found {
		t.Errorf("found %q by half a name", got)
	}
	entries, err := os.ReadDir(c.folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
}

// What is not what its name says is not used, and is made again.
func TestContentIsChecked(t *testing.T) {
	own(t)
	c, _ := opened(t)
	for what, harm := range map[string]func(folder string) error{
		"changed": func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "a.go"), []byte("package evil"), 0o600)
		},
		"more": func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "z.go"), []byte("package evil"), 0o600)
		},
		"less": func(folder string) error { return os.RemoveAll(filepath.Join(folder, "b")) },
		"cut":  func(folder string) error { return os.Truncate(filepath.Join(folder, "a.go"), 3) },
	} {
		name := "overlay-" + what
		folder := kept(t, c, name, some("package a"), true)
		if err := harm(folder); err != nil {
			t.Fatal(err)
		}
		if got, found := c.Find(name); found {
			t.Errorf("%s: found %s", what, got)
		}
		kept(t, c, name, some("package a"), true)
		if _, found := c.Find(name); !found {
			t.Errorf("%s: not found after it was made again", what)
		}
	}
}

// Without a directory of the user's a build has one for itself, which goes with it.
func TestWithoutCacheFolder(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "HOME", "home"} {
		t.Setenv(name, "")
	}
	var folder string
	t.Run("build", func(t *testing.T) {
		c, messages := opened(t)
		if !c.Private() || !strings.Contains(messages, "no cache: ") {
			t.Errorf("private %t, %q", c.Private(), messages)
		}
		folder = kept(t, c, "overlay-k", some("package a"), true)
		if strings.Contains(filepath.Dir(folder), "mpitimer-") {
			t.Errorf("%s looks like a directory of rank tables", folder)
		}
	})
	if _, err := os.Stat(filepath.Dir(folder)); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", filepath.Dir(folder), err)
	}
}
