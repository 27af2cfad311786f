package house

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foreign are the modules of others that only a module of its own below the root needs, and which module that is.
var foreign = map[string]string{
	"github.com/chromedp/chromedp":   "stats/export/page/browser",
	"github.com/chromedp/cdproto":    "stats/export/page/browser",
	"github.com/go-json-experiment/": "stats/export/page/browser",
	"honnef.co/go/tools":             "scripts/checker",
}

// wantedHere lists the foreign modules that a go.mod or go.sum of a module names, although they belong to another.
func wantedHere(text, module string) []string {
	var list []string
	for name, owner := range foreign {
		if owner != module && strings.Contains(text, name) {
			list = append(list, name)
		}
	}
	return list
}

// Nobody who links the timers downloads what drives a browser, or what checks the source.
func TestForeignModulesStayInTheirOwn(t *testing.T) {
	owners := make(map[string]bool)
	for _, owner := range foreign {
		owners[owner] = true
	}
	for _, module := range modules(t) {
		for _, name := range []string{"go.mod", "go.sum"} {
			text, err := os.ReadFile(filepath.Join(root, module, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range wantedHere(string(text), module) {
				t.Errorf("%s of %s names %s, which belongs to %s", name, module, wrong, foreign[wrong])
			}
		}
		delete(owners, module)
	}
	for module := range owners {
		t.Errorf("there is no module %s", module)
	}
	if wantedHere("github.com/chromedp/chromedp v0.22.1 h1:x\n", ".") == nil {
		t.Error("a browser in the root's go.sum is not found")
	}
}

// Modules below the root that need the timers take them from the checkout.
func TestModulesTakeTheTimersFromHere(t *testing.T) {
	list := modules(t)
	if len(list) < 2 {
		t.Fatalf("modules %q, want two at least", list)
	}
	for _, m := range list {
		if m == "." {
			continue
		}
		up, err := filepath.Rel(m, ".")
		if err != nil {
			t.Fatal(err)
		}
		want := "replace " + module + " => " + filepath.ToSlash(up)
		takes := m == "scripts/checker" || hasLine(t, filepath.Join(root, m, "go.mod"), want)
		if !takes || !hasLine(t, filepath.Join(root, m, "go.mod"), "module "+module+"/"+m) {
			t.Errorf("go.mod of %s has no line %q, or not the module's path", m, want)
		}
	}
}

// modules lists the directories, from the root, that have a go.mod.
func modules(t *testing.T) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.Name() == "go.mod" {
			dir, err := filepath.Rel(root, filepath.Dir(name))
			list = append(list, filepath.ToSlash(dir))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func hasLine(t *testing.T, name, want string) bool {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if lines.Text() == want {
			return true
		}
	}
	return false
}
