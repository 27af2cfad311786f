//go:build unix

package docs

import (
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)

// pages returns the documents for people.
func pages(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, names...)
	}
	return list
}

// What a document refers to is there, and the index refers to every document.
func TestLinks(t *testing.T) {
	index := make(map[string]bool)
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			to := found[1]
			if to == "" || strings.Contains(to, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), to)); err != nil {
				t.Errorf("%s refers to %s, which is not there", page, to)
			}
			if page == filepath.Join(root, "docs", "README.md") {
				index[to] = true
			}
		}
	}
	names, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(names) < 10 {
		t.Fatalf("%d documents, %v", len(names), err)
	}
	for _, name := range names {
		if name = filepath.Base(name); name != "README.md" && !index[name] {
			t.Errorf("docs/README.md does not refer to %s", name)
		}
	}
}

var signpost = regexp.MustCompile("\\[`([a-z/]+)`\\]\\(([a-z/]+)\\)(?:: `([A-Z][A-Za-z]+)`)?")

// README says in which packages regions are started, ranks reduced and GEOPM reports written, and the functions that
// it names are there.
func TestReadmeShowsTheWay(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := make(map[string]bool)
	for _, found := range signpost.FindAllStringSubmatch(string(text), -1) {
		shown[found[1]] = true
		if found[1] != found[2] {
			t.Errorf("%s links to %s", found[1], found[2])
		}
		if found[3] != "" && !declares(t, filepath.Join(root, found[2]), found[3]) {
			t.Errorf("%s has no function %s", found[2], found[3])
		}
	}
	for _, wanted := range []string{"mpitimer", "stats", "machenv", "stats/geopm", "mpitimer/geopm", "cmd/mpitimer"} {
		if !shown[wanted] {
			t.Errorf("README does not lead to %s", wanted)
		}
	}
}

// declares reports whether a package has a function of that name.
func declares(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files in %s, %v", len(files), dir, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains("\n"+string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

// The tree in the README says what its columns are, and has the regions that the text below it points to.
func TestReadmeTreeIsReadable(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "<!-- rows -->")
	rows, below, found := strings.Cut(rest, "<!-- /rows -->")
	if !found {
		t.Fatal("README has no tree")
	}
	below, _, _ = strings.Cut(below, "\n## ")
	rows = strings.ReplaceAll(rows, "\n", " \n ")
	if !strings.Contains(rows, "\n region ") {
		t.Error("the tree has no titles of its columns")
	}
	for _, name := range inCode.FindAllString(below, -1) {
		if name = strings.Trim(name, "`"); !strings.Contains(rows, " "+name+" ") {
			t.Errorf("the text explains %s, which the tree does not have", name)
		}
	}
}

var inCode = regexp.MustCompile("`[^`]+`")

// The README shows the page as a picture, which scripts/page-picture.sh takes and TestReadmePicture holds against the page.
func TestReadmeHasAPicture(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n## ")
	shown := regexp.MustCompile(`!\[[^\]]+\]\(([^)]+)\)`).FindStringSubmatch(first)
	if shown == nil {
		t.Fatal("README has no picture before its first title")
	}
	file, err := os.Open(filepath.Join(root, shown[1]))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.DecodeConfig(file)
	if err != nil || picture.Width < 800 {
		t.Errorf("%s is %d wide, %v", shown[1], picture.Width, err)
	}
	const most = 120 << 10
	if info, err := file.Stat(); err != nil || info.Size() > most {
		t.Errorf("%s has more than %d bytes, or %v", shown[1], most, err)
	}
}

// The README is what one reads before deciding; what it leaves out has a page of its own.
func TestReadmeIsShort(t *testing.T) {
	const most = 220
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > most {
		t.Errorf("README.md has %d lines, want at most %d", lines, most)
	}
}
