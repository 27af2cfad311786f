//go:build unix

package docs

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/scripts/house/rooms"
)

var update = flag.Bool("update", false, "write the table of packages into docs/architecture.md")

const (
	modulePath   = "github.com/go-hpc/timers"
	architecture = root + "/docs/architecture.md"
)

// listed is what go list tells of a package. Names are without the path of the module.
type listed struct {
	ImportPath, Doc, Name string
	Imports               []string
}

// packages lists the packages of the module, and of those below it that are modules of their own.
func packages(t *testing.T) []listed {
	t.Helper()
	var list []listed
	for _, module := range []string{".", "stats/export/page/browser"} {
		command := exec.Command("go", "list", "-e", "-json=ImportPath,Doc,Name,Imports", "./...")
		command.Dir = filepath.Join(root, module)
		out, err := command.Output()
		if err != nil {
			t.Fatal(module, ": ", err)
		}
		for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p listed
			err := decoder.Decode(&p)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			p.ImportPath = strings.TrimPrefix(p.ImportPath, modulePath+"/")
			for i := range p.Imports {
				p.Imports[i] = strings.TrimPrefix(p.Imports[i], modulePath+"/")
			}
			if !strings.HasPrefix(p.ImportPath, "scripts/") {
				list = append(list, p)
			}
		}
	}
	slices.SortFunc(list, func(a, b listed) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return list
}

// between returns what stands between two marks of the page, and what is around it.
func between(t *testing.T, page, mark string) (before, text, after string) {
	t.Helper()
	begin, end := "<!-- "+mark+" -->\n", "<!-- /"+mark+" -->\n"
	before, rest, begins := strings.Cut(page, begin)
	text, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("docs/architecture.md lacks the marks of %q", mark)
	}
	return before + begin, text, end + after
}

// The picture has every package on one line, no others, and its arrows point downwards; what the heart imports beyond
// the design is told; the table is that of the packages.
func TestArchitecture(t *testing.T) {
	data, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	list := packages(t)
	_, picture, _ := between(t, string(data), "picture")
	for _, wrong := range wrongPicture(picture, list) {
		t.Error(wrong)
	}
	_, notYet, _ := between(t, string(data), "not yet")
	for _, wrong := range wrongExceptions(notYet, list) {
		t.Error(wrong)
	}
	page := string(data)
	for mark, text := range map[string]string{"packages": table(list), "rooms": roomTable(), "reading": readingTable()} {
		before, was, after := between(t, page, mark)
		if page = before + text + after; was != text && !*update {
			t.Errorf("the table of %s is not that of the source: make docs writes it", mark)
		}
	}
	if *update {
		if err := os.WriteFile(architecture, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// roomTable lists the rooms, from the ground up.
func roomTable() string {
	var b strings.Builder
	b.WriteString("| room | purpose | where | uses |\n|---|---|---|---|\n")
	for _, r := range rooms.All {
		var places []string
		for _, p := range r.Packages {
			places = append(places, fmt.Sprintf("[`%s`](../%s)", p, p))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Name, r.Purpose, strings.Join(places, " "), strings.Join(r.Uses, ", "))
	}
	return b.String()
}

// readingTable lists the files of packages in the order in which to read them.
func readingTable() string {
	var b strings.Builder
	for _, directory := range slices.Sorted(maps.Keys(rooms.Reading)) {
		fmt.Fprintf(&b, "* [`%s`](../%s):", directory, directory)
		for _, file := range rooms.Reading[directory] {
			fmt.Fprintf(&b, " [%s](../%s/%s)", strings.TrimSuffix(file, ".go"), directory, file)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// wrongPicture says what is wrong with the picture: two blanks end the names on a line.
func wrongPicture(picture string, list []listed) (wrong []string) {
	level := make(map[string]int) // by the name in the picture, of which a lower line has a larger one
	used := make(map[string]bool)
	for at, line := range strings.Split(picture, "\n") {
		if strings.HasPrefix(line, "```") || line == "" {
			continue
		}
		names, _, _ := strings.Cut(line, "  ")
		for name := range strings.FieldsSeq(names) {
			if _, twice := level[name]; twice {
				wrong = append(wrong, name+" is in the picture twice")
			}
			level[name] = at
		}
	}
	find := func(name string) (string, bool) {
		if _, there := level[name]; there {
			return name, true
		}
		for at := name; at != "."; at = path.Dir(at) {
			if _, there := level[at+"/…"]; there {
				return at + "/…", true
			}
		}
		return "", false
	}
	for _, p := range list {
		from, there := find(p.ImportPath)
		if !there {
			wrong = append(wrong, p.ImportPath+" is not in the picture")
			continue
		}
		used[from] = true
		if helps(p) {
			continue
		}
		for _, name := range p.Imports {
			if to, ours := find(name); ours && level[to] < level[from] {
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which stands above it", p.ImportPath, name))
			}
		}
	}
	for name := range level {
		if !used[name] {
			wrong = append(wrong, "no package is "+name)
		}
	}
	slices.Sort(wrong)
	return wrong
}

// helps reports whether a package is of tests, or a program that measures, and stands where it is needed.
func helps(p listed) bool {
	return strings.HasSuffix(p.ImportPath, "test") || p.Name == "main" && strings.Contains(p.ImportPath, "/internal/")
}

// heart is what the timers are to import. What is internal to them or to the module they may import, too.
var heart = []string{"machenv", "machenv/mpi", "stats", "stats/tree", "gptlcompat", "mpitimer/attach"}

var exception = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// wrongExceptions says what the heart imports beyond the design without being told, and what is told and not so.
func wrongExceptions(text string, list []listed) (wrong []string) {
	told := make(map[string]bool)
	for _, found := range exception.FindAllStringSubmatch(text, -1) {
		if found[1] != "mpitimer" {
			told[found[1]] = true
		}
	}
	ours := make(map[string]bool)
	for _, p := range list {
		ours[p.ImportPath] = true
	}
	for _, p := range list {
		if p.ImportPath != "mpitimer" && !strings.HasPrefix(p.ImportPath, "mpitimer/internal/engine") {
			continue
		}
		for _, name := range p.Imports {
			inside := strings.HasPrefix(name, "mpitimer/internal/") || strings.HasPrefix(name, "internal/")
			if ours[name] && !inside && !slices.Contains(heart, name) && !told[name] {
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which is neither designed so nor told", p.ImportPath, name))
			}
		}
	}
	for name := range told {
		if !slices.ContainsFunc(list, func(p listed) bool {
			return strings.HasPrefix(p.ImportPath+"/", "mpitimer/") && slices.Contains(p.Imports, name) && (p.ImportPath == "mpitimer" || strings.HasPrefix(p.ImportPath, "mpitimer/internal/engine"))
		}) {
			wrong = append(wrong, fmt.Sprintf("mpitimer does not import %s any more: take its line out", name))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// table lists the packages with the first sentence of their comments, by floor.
func table(list []listed) string {
	var b strings.Builder
	floor := ""
	for _, p := range list {
		if top, _, _ := strings.Cut(p.ImportPath, "/"); top != floor {
			floor = top
			fmt.Fprintf(&b, "\n### %s\n\n| package | |\n|---|---|\n", floor)
		}
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", p.ImportPath, p.ImportPath, about(p))
	}
	return b.String() + "\n"
}

// about returns a package's first sentence without "Package x".
func about(p listed) string {
	text := strings.TrimPrefix(p.Doc, "Package "+p.Name+" ")
	text = strings.TrimPrefix(text, "Command "+path.Base(p.ImportPath)+" ")
	text = strings.TrimSuffix(strings.TrimSpace(text), ":")
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "[", "", "]", "").Replace(text)
}

func TestWrongPictureIsFound(t *testing.T) {
	list := []listed{{ImportPath: "a", Imports: []string{"b", "fmt"}}, {ImportPath: "b/x", Imports: []string{"a"}}, {ImportPath: "b"}, {ImportPath: "c"}}
	got := wrongPicture("```text\na      top\nb b/…  below\nd      nothing\n```\n", list)
	want := []string{"b/x imports a, which stands above it", "c is not in the picture", "no package is d"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	heart := []listed{{ImportPath: "mpitimer", Imports: []string{"fmt", "stats", "stats/util", "stats/calls"}}, {ImportPath: "stats"}, {ImportPath: "stats/util"}, {ImportPath: "stats/calls"}}
	got = wrongExceptions("| import of `mpitimer` | |\n| `stats/calls` | x |\n| `stats/hdtrace` | x |\n", heart)
	want = []string{"mpitimer does not import stats/hdtrace any more: take its line out", "mpitimer imports stats/util, which is neither designed so nor told"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
