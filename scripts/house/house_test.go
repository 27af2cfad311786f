// Package house checks how the module's packages may use each other, and what may be used where: the
// rules of the house, which the compiler does not know.
package house

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/go-hpc/timers"
)

// mayUse says for each directory, and those below it, what of the module and of others' modules its packages
// import. The longest prefix counts. Programs, which stand on top, may use everything.
var mayUse = map[string][]string{
	"cmd":      {"*"},
	"examples": {"*"},
	"scripts":  {"*"},

	"internal/atomicfile":   {"internal/owner"},
	"internal/corpus":       {},
	"internal/finding":      {},
	"internal/golden":       {"github.com/google/go-cmp/cmp"},
	"internal/growth":       {"internal/race"},
	"internal/launch":       {},
	"internal/lazyregexp":   {},
	"internal/order":        {},
	"internal/rankset":      {"internal/order"},
	"internal/pcibus":       {},
	"internal/cudawork":     {"internal/standin"},
	"internal/experimental": nil,
	"internal/standin":      {"github.com/ebitengine/purego"},
	"internal/owner":        {},
	"internal/packed":       {"github.com/klauspost/compress/gzip", "github.com/klauspost/compress/zstd"},
	"internal/crc32c":       {},
	"internal/columns":      {"internal/order"},
	"internal/perfevent":    {"golang.org/x/sys/unix"},
	"internal/printable":    {},
	"internal/race":         {},

	"mpitimer":                         {"internal/launch", "internal/order", "internal/atomicfile", "internal/owner", "mpitimer/attach", "mpitimer/internal", "gptlcompat", "stats", "machenv", "machenv/mpi"},
	"mpitimer/attach":                  {"stats", "machenv"},
	"mpitimer/all":                     {"mpitimer/counters", "mpitimer/findings", "mpitimer/flightrecorder", "mpitimer/geopm", "mpitimer/mpicalls", "mpitimer/predecessor", "mpitimer/ranges", "mpitimer/upstream", "mpitimer/viewers"},
	"mpitimer/capi":                    {"mpitimer", "mpitimer/internal/byname", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/goroutine", "mpitimer/internal/whose", "machenv", "machenv/mpi"},
	"mpitimer/capi/internal":           {},
	"mpitimer/cgptl":                   {"mpitimer", "mpitimer/all", "mpitimer/capi", "mpitimer/gptl", "mpitimer/perfmod", "mpitimer/internal/byname", "mpitimer/internal/engine", "machenv", "machenv/mpi"},
	"mpitimer/auto":                    {"internal/atomicfile", "internal/lazyregexp", "mpitimer", "mpitimer/all", "mpitimer/attach", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/lineage", "mpitimer/internal/logfile", "mpitimer/internal/mpicall", "stats", "github.com/google/pprof/profile"},
	"mpitimer/geopm":                   {"internal/atomicfile", "mpitimer/attach", "mpitimer/internal/clock", "mpitimer/internal/rankfile", "mpitimer/ranktable", "stats", "stats/calls", "stats/geopm", "stats/signal", "machenv"},
	"mpitimer/gptl":                    {"gptlcompat", "gptlcompat/counters", "gptlcompat/upstream", "mpitimer", "mpitimer/attach", "mpitimer/internal/byname", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/mpicall", "mpitimer/internal/namelist", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats", "machenv"},
	"mpitimer/predecessor":             {"internal/owner", "mpitimer/attach", "mpitimer/internal/rankfile", "mpitimer/internal/snapshot", "mpitimer/ranktable", "stats"},
	"mpitimer/flightrecorder":          {"mpitimer/attach", "mpitimer/internal/engine", "mpitimer/internal/flight"},
	"mpitimer/device":                  {"internal/experimental", "internal/pcibus", "mpitimer", "mpitimer/attach", "mpitimer/device/internal/lanes", "mpitimer/device/internal/library", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/ondevice", "github.com/ebitengine/purego"},
	"mpitimer/device/internal/killed":  {"mpitimer/ranktable", "stats"},
	"mpitimer/device/internal/lanes":   {"mpitimer/internal/blocks", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/ondevice"},
	"mpitimer/device/internal/library": {"internal/pcibus", "github.com/ebitengine/purego"},
	"mpitimer/device/kernels":          {"internal/experimental", "internal/pcibus", "mpitimer/attach", "mpitimer/device/internal/lanes", "mpitimer/device/internal/library", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/ondevice", "github.com/ebitengine/purego", "github.com/ianlancetaylor/demangle"},
	"mpitimer/hooks":                   {"mpitimer/attach"},
	"mpitimer/mpicalls":                {"mpitimer/attach", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/goroutine", "mpitimer/internal/mpicall", "mpitimer/internal/mpicall/rows", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats", "stats/calls", "stats/hdtrace", "machenv"},
	"mpitimer/counters":                {"mpitimer/attach", "mpitimer/internal/stay", "mpitimer/internal/perf", "stats", "stats/signal", "stats/tree"},
	"mpitimer/perfmod":                 {"gptlcompat", "mpitimer", "mpitimer/gptl", "mpitimer/internal/byname", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/namelist", "stats", "machenv"},
	"mpitimer/ranges":                  {"mpitimer/attach", "mpitimer/internal/engine"},
	"mpitimer/ranges/nvtx":             {"mpitimer/ranges"},
	"mpitimer/upstream":                {"gptlcompat", "gptlcompat/counters", "gptlcompat/upstream", "mpitimer/attach", "stats"},
	"mpitimer/findings":                {"internal/printable", "mpitimer/attach", "stats", "stats/answers"},
	"mpitimer/viewers":                 {"mpitimer/attach", "stats", "stats/export", "machenv", "machenv/parts"},
	"mpitimer/timeline":                {"mpitimer", "mpitimer/internal/engine", "mpitimer/internal/clock", "mpitimer/internal/goroutine", "mpitimer/internal/mpicall", "mpitimer/internal/epochs", "mpitimer/internal/ondevice", "stats", "machenv"},
	"mpitimer/mpitime":                 {"mpitimer/internal/mpicall", "mpitimer/mpiwrap"},
	"mpitimer/mpiwrap":                 {"mpitimer/internal/mpicall", "mpitimer/internal/whose", "mpitimer/mpicalls"},
	"mpitimer/mpiwrap/internal":        {"stats", "stats/calls/functions", "mpitimer/mpiwrap/internal/generate"},
	"mpitimer/internal/byname":         {"mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats"},
	"mpitimer/internal/blocks":         {"internal/crc32c", "internal/order", "mpitimer/internal/table"},
	"mpitimer/ranktable":               {"internal/order", "internal/owner", "mpitimer/internal/blocks", "mpitimer/internal/clock", "mpitimer/internal/keyvalue", "mpitimer/internal/flight", "mpitimer/internal/fromfile", "mpitimer/internal/mpicall", "mpitimer/internal/mpicall/rows", "mpitimer/internal/rankfile", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats"},
	"mpitimer/internal/clock":          {"mpitimer/internal/goroutine"},
	"mpitimer/internal/config":         {"gopkg.in/yaml.v3"},
	"mpitimer/internal/consent":        {},
	"mpitimer/internal/engine":         {"mpitimer/attach", "mpitimer/internal/clock", "mpitimer/internal/edges", "mpitimer/internal/goroutine", "mpitimer/internal/misuse", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats", "machenv"},
	"mpitimer/internal/flight":         {"mpitimer/internal/rankfile", "mpitimer/internal/table"},
	"mpitimer/internal/fromfile":       {"mpitimer/internal/blocks", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats"},
	"mpitimer/internal/goroutine":      {},
	"mpitimer/internal/gptl":           {},
	"mpitimer/internal/counting":       {"internal/order", "mpitimer/attach", "mpitimer/internal/engine", "mpitimer/internal/table", "stats", "stats/tree"},
	"mpitimer/internal/ondevice":       {"mpitimer/internal/engine"},
	"mpitimer/internal/perf":           {"internal/lazyregexp", "internal/perfevent", "mpitimer/internal/table", "golang.org/x/sys/unix"},
	"mpitimer/internal/libgptl":        {"mpitimer/internal/engine", "mpitimer/internal/gptl", "stats"},
	"mpitimer/internal/logfile":        {},
	"mpitimer/internal/misuse":         {"stats"},
	"mpitimer/internal/mpicall":        {},
	"mpitimer/internal/mpicall/rows":   {"mpitimer/internal/mpicall", "mpitimer/internal/snapshot", "mpitimer/internal/table", "stats", "stats/calls/functions"},
	"mpitimer/internal/namelist":       {},
	"mpitimer/internal/keyvalue":       {},
	"mpitimer/internal/rankfile":       {"internal/crc32c", "internal/order", "internal/owner", "mpitimer/internal/keyvalue", "mpitimer/internal/table", "stats"},
	"mpitimer/internal/snapshot":       {"mpitimer/internal/clock", "mpitimer/internal/table", "stats"},
	"mpitimer/internal/lineage":        {},
	"mpitimer/internal/stay":           {"mpitimer/internal/goroutine"},
	"mpitimer/internal/table":          {"internal/order"},
	"mpitimer/internal/thread":         {},
	"mpitimer/internal/timerstest":     {"machenv/mpi", "mpitimer/internal/clock", "mpitimer/internal/engine", "mpitimer/internal/goroutine", "stats"},
	"mpitimer/internal/whose":          {"mpitimer/internal/goroutine", "mpitimer/internal/thread"},

	"mpitimer/internal/perf/perftest": {},

	// The writers, which the timers link, use none of the readers.
	"gptlcompat":                   {"gptlcompat/internal", "stats"},
	"gptlcompat/check":             {"internal/lazyregexp"},
	"gptlcompat/counters":          {"gptlcompat", "gptlcompat/internal", "gptlcompat/upstream", "stats"},
	"gptlcompat/upstream":          {"gptlcompat", "gptlcompat/internal", "stats"},
	"gptlcompat/read":              {"internal/lazyregexp", "gptlcompat", "gptlcompat/counters", "gptlcompat/upstream", "gptlcompat/internal", "stats"},
	"gptlcompat/internal":          {"internal/columns", "internal/order", "stats"},
	"gptlcompat/internal/gptl8":    {"gptlcompat/internal/layout", "internal/columns"},
	"gptlcompat/internal/text":     {"gptlcompat/internal/layout", "gptlcompat/internal/rows", "internal/columns", "stats"},
	"gptlcompat/internal/gptltest": {"*"}, // of tests

	"stats":                 {"internal/crc32c", "internal/order", "internal/rankset", "machenv"},
	"stats/answers":         {"stats"},
	"stats/calls/functions": {},
	"stats/calls":           {"stats/calls/functions", "stats", "stats/hdtrace", "stats/hdtrace/project", "stats/hdtrace/trace", "machenv"},
	"stats/efficiency":      {"stats"},
	"stats/scaling":         {"stats"},
	"stats/history":         {"stats"},
	"stats/export":          {"internal/lazyregexp", "internal/printable", "machenv", "stats", "stats/internal/match", "github.com/google/pprof/profile", "gopkg.in/yaml.v3"},
	"stats/geopm":           {"internal/finding", "internal/lazyregexp", "stats", "stats/signal", "gopkg.in/yaml.v3"},
	// HDTrace's files, a package for each kind: none knows of the others but by the arrows told here.
	"stats/hdtrace":                 {"internal/finding", "internal/printable", "stats/hdtrace/internal/naming"},
	"stats/hdtrace/internal/naming": {"internal/printable"},
	"stats/hdtrace/internal/markup": {"internal/lazyregexp", "internal/printable", "stats/hdtrace", "stats/hdtrace/internal/naming"},
	"stats/hdtrace/internal/faults": {"internal/finding", "internal/printable", "stats/hdtrace"},
	"stats/hdtrace/internal/file":   {"stats/hdtrace"},
	"stats/hdtrace/internal/dump":   {"internal/printable", "stats/hdtrace", "stats/hdtrace/internal/faults"},
	"stats/hdtrace/internal/hdtest": {"*"}, // of tests
	"stats/hdtrace/stat":            {"internal/finding", "internal/lazyregexp", "internal/printable", "stats/hdtrace", "stats/hdtrace/internal/dump", "stats/hdtrace/internal/faults", "stats/hdtrace/internal/file", "stats/hdtrace/internal/markup", "stats/hdtrace/internal/naming"},
	"stats/hdtrace/trace":           {"internal/finding", "internal/lazyregexp", "internal/printable", "stats/hdtrace", "stats/hdtrace/internal/dump", "stats/hdtrace/internal/faults", "stats/hdtrace/internal/file", "stats/hdtrace/internal/markup", "stats/hdtrace/internal/naming"},
	"stats/hdtrace/relation":        {"internal/finding", "internal/printable", "stats/hdtrace", "stats/hdtrace/internal/dump", "stats/hdtrace/internal/faults", "stats/hdtrace/internal/file", "stats/hdtrace/internal/markup", "stats/hdtrace/internal/naming"},
	"stats/hdtrace/mpistate":        {"stats/hdtrace", "stats/hdtrace/project", "stats/hdtrace/trace"},
	"stats/hdtrace/otf2":            {"stats/hdtrace", "stats/hdtrace/mpistate", "stats/hdtrace/project", "stats/hdtrace/stat", "stats/hdtrace/trace"},
	"stats/hdtrace/project":         {"internal/atomicfile", "internal/finding", "internal/printable", "stats/hdtrace", "stats/hdtrace/relation", "stats/hdtrace/stat", "stats/hdtrace/trace", "stats/hdtrace/internal/dump", "stats/hdtrace/internal/faults", "stats/hdtrace/internal/markup", "stats/hdtrace/internal/naming", "machenv"},
	"stats/internal/match":          {"stats"},
	"stats/internal/node":           {},
	"stats/internal/node/nodetest":  {},
	"stats/power":                   {"stats/hdtrace", "stats/hdtrace/project", "stats/hdtrace/stat", "stats/signal", "go.bug.st/serial", "golang.org/x/sys/unix"},
	"stats/power/lmgtest":           {"github.com/creack/pty"},
	"stats/signal":                  {"internal/lazyregexp", "internal/pcibus", "internal/perfevent", "stats/internal/node", "golang.org/x/sys/unix"},
	"stats/signal/nvml":             {"internal/pcibus", "stats/signal", "stats/signal/internal/library"},
	"stats/signal/rocmsmi":          {"internal/experimental", "internal/pcibus", "stats/signal", "stats/signal/internal/library"},
	"stats/signal/levelzero":        {"internal/experimental", "internal/pcibus", "stats/signal", "stats/signal/internal/library"},
	"stats/signal/internal/library": {"stats/signal", "github.com/ebitengine/purego"},
	"stats/tacc":                    {"internal/atomicfile", "internal/finding", "internal/packed", "internal/perfevent", "internal/printable", "stats", "stats/internal/node", "machenv", "stats/signal", "golang.org/x/sys/unix"},
	"stats/util":                    {"stats/hdtrace", "stats/hdtrace/project", "stats/hdtrace/stat", "stats/internal/node", "machenv"},
	"stats/tree":                    {"internal/columns", "internal/order", "internal/printable", "machenv", "stats"},

	"machenv":              {"internal/columns", "internal/order", "internal/printable", "internal/rankset"},
	"machenv/internal":     {"machenv"},
	"machenv/parts":        {"machenv"},
	"machenv/local":        {"machenv"},
	"machenv/mpi":          {"internal/launch", "machenv"},
	"machenv/mpi/internal": {},
	"machenv/gompi":        {"machenv", "machenv/mpi", "github.com/sbromberger/gompi"}, // with the tag gompi
}

// belowToo are imports that mean a package and those below it. Others mean the package alone.
var belowToo = []string{"mpitimer/internal", "gptlcompat/internal", "stats", "gopkg.in/yaml.v3", "github.com/sbromberger/gompi"}

// Who has no device links nothing that opens libraries.
func TestOnlyDevicesLinkPurego(t *testing.T) {
	// The example of shallow water has a device.
	list := exec.Command("go", "list", "-deps", "./examples/minimal", "./examples/hang", "./cmd/mpitimer", "./cmd/libmpitimer", "./cmd/libgptl", "./mpitimer/all")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "purego") {
		t.Error("a program that has nothing to do with devices links purego")
	}
}

// file is one source file of the module, whatever it takes to be built.
type file struct {
	name    string // from the root
	text    string
	code    string   // the text without comments
	imports []string // of Go; those of the module without its path
}

func (f *file) dir() string { return path.Dir(f.name) }

// sources reads all files but tests and what tests read.
func sources(t *testing.T) []file {
	t.Helper()
	list, err := readSources()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 50 {
		t.Fatalf("only %d files in %s", len(list), root)
	}
	return list
}

var readSources = sync.OnceValues(func() (list []file, err error) {
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil || strings.HasSuffix(name, "_test.go") || !slices.Contains([]string{".go", ".s", ".c", ".h"}, filepath.Ext(name)) {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f := file{name: filepath.ToSlash(relative), text: string(text), code: withoutComments(string(text))}
		if filepath.Ext(name) == ".go" {
			f.imports, err = importsOf(f.text)
		}
		list = append(list, f)
		return err
	})
	return list, err
})

func importsOf(text string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, i := range parsed.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.TrimPrefix(name, module+"/"))
	}
	return list, nil
}

// standard reports whether an import is of Go's own library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".") && !ours(name)
}

// ours reports whether an import, without the module's path, is of the module: its directory exists.
func ours(name string) bool {
	info, err := os.Stat(filepath.Join(root, name))
	return err == nil && info.IsDir()
}

func within(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

// rule returns what holds for a directory.
func rule(dir string) ([]string, bool) {
	for at := dir; at != "."; at = path.Dir(at) {
		if allowed, known := mayUse[at]; known {
			return allowed, true
		}
	}
	return nil, false
}

// wrongImport says what is wrong with an import, or nothing.
func wrongImport(dir, name string) string {
	if standard(name) {
		return ""
	}
	allowed, known := rule(dir)
	if !known {
		return fmt.Sprintf("%s is a package without a rule: say in mayUse what it may import", dir)
	}
	for _, a := range allowed {
		if a == "*" || name == a || slices.Contains(belowToo, a) && within(name, a) {
			return ""
		}
	}
	return fmt.Sprintf("%s imports %s; it may import %q", dir, name, allowed)
}

func TestArrowsPointDownwards(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range sources(t) {
		for _, name := range f.imports {
			if wrong := wrongImport(f.dir(), name); wrong != "" && !seen[wrong] {
				seen[wrong] = true
				t.Errorf("%s: %s", f.name, wrong)
			}
		}
	}
}

// The packages of the hot path import nothing of others, whatever the rules above may become.
func TestHotPathIsOurs(t *testing.T) {
	hot := []string{"mpitimer", "mpitimer/internal/clock", "mpitimer/internal/table", "mpitimer/internal/goroutine"}
	found := make(map[string]bool)
	for _, f := range sources(t) {
		if !slices.Contains(hot, f.dir()) {
			continue
		}
		found[f.dir()] = true
		for _, name := range f.imports {
			if !standard(name) && !ours(name) {
				t.Errorf("%s imports %s", f.name, name)
			}
		}
	}
	if len(found) != len(hot) {
		t.Errorf("looked at %v only", found)
	}
}

// only says that a text stands in files of some directories only.
type only struct {
	what    *regexp.Regexp
	folders []string
	inside  string // if set, the rule holds within this directory alone
}

var places = []only{
	{what: regexp.MustCompile(`(?m)^(import "C"|\t"C"|#\s*include <mpi\.h>)`), folders: []string{"machenv/mpi", "machenv/gompi", "mpitimer/capi", "mpitimer/cgptl", "mpitimer/mpiwrap", "mpitimer/internal/whose", "cmd/libgptl", "cmd/libmpitimer", "stats/hdtrace/otf2", "scripts/answers/rank", "scripts/bench", "scripts/c", "scripts/kill/victim", "scripts/hosts", "scripts/instrument", "mpitimer/internal/gptl", "mpitimer/ranges/nvtx"}},
	{what: regexp.MustCompile(`(?i)\bMPI_[A-Z][a-z_]+ *\(`), folders: []string{"machenv/mpi", "mpitimer/mpiwrap", "scripts/answers/rank", "scripts/bench", "scripts/c", "scripts/kill/victim", "scripts/hosts", "scripts/instrument"}},
	{what: regexp.MustCompile(`\bRDTSCP?\b`), folders: []string{"mpitimer/internal/clock"}},
	// Functions of the runtime: the one beside the clock is that of labels, which goroutines inherit, in instrumented programs.
	{what: regexp.MustCompile(`(?m)^//go:linkname`), folders: []string{"mpitimer/internal/clock", "mpitimer/internal/lineage"}},
	{what: regexp.MustCompile(`\btime\.(Now|Since|Until)\(`), folders: []string{"mpitimer/internal/clock"}, inside: "mpitimer"},
	{what: regexp.MustCompile(`"github\.com/go-hpc/timers/machenv/mpi"`), folders: []string{"mpitimer", "machenv/gompi", "examples", "scripts", "cmd"}},
	// A program that links the package would compile them whenever it starts: internal/lazyregexp does not.
	{what: regexp.MustCompile(`(?m)^(var |\t)\w+ *= regexp\.MustCompile\(`), folders: []string{"mpitimer/mpiwrap/internal/generate", "scripts"}},
	{what: regexp.MustCompile(`\bos\.(Create|OpenFile|WriteFile|Mkdir|MkdirAll|Rename)\(`), folders: []string{"mpitimer", "internal/atomicfile", "stats/hdtrace/project/directory.go", "internal/golden", "internal/standin", "stats/internal/node/nodetest", "stats/tacc/archive.go", "cmd", "examples", "scripts"}},
	{what: regexp.MustCompile(`\bos\.(Rename|CreateTemp)\(`), folders: []string{"internal/atomicfile", "cmd/mpitimer/internal/instrument", "examples", "scripts"}},
	// Who reads the tables of others' jobs changes nothing there.
	{what: regexp.MustCompile(`\bos\.(Create|OpenFile|WriteFile|Mkdir|MkdirAll|Rename|Remove|RemoveAll|Chmod|Truncate)\(`), inside: "mpitimer/ranktable"},
}

func (o *only) allows(name, code string) bool {
	if o.inside != "" && !within(name, o.inside) || !o.what.MatchString(code) {
		return true
	}
	return slices.ContainsFunc(o.folders, func(folder string) bool { return within(name, folder) })
}

// withoutComments leaves out comments that go to the end of a line, but not //go:linkname.
func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		for at := strings.Index(line, "//"); at >= 0; {
			if (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') && !strings.HasPrefix(line[at:], "//g") {
				line = line[:at] + "\n"
				break
			}
			next := strings.Index(line[at+2:], "//")
			if next < 0 {
				break
			}
			at += 2 + next
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestEverythingInItsPlace(t *testing.T) {
	files := sources(t)
	for i := range places {
		used := false
		for _, f := range files {
			if !places[i].allows(f.name, f.code) {
				t.Errorf("%s has %s, which belongs into %q", f.name, places[i].what.FindString(f.code), places[i].folders)
			}
			used = used || places[i].what.MatchString(f.code)
		}
		if !used {
			t.Errorf("nothing matches %s: the rule checks nothing", places[i].what)
		}
	}
}

// The rules forbid something.
func TestRulesForbid(t *testing.T) {
	for _, arrow := range [][2]string{
		{"stats", "mpitimer"}, {"stats", "gptlcompat"}, {"stats", "gopkg.in/yaml.v3"}, {"stats/tree", "gptlcompat"},
		{"machenv", "stats"}, {"machenv", "machenv/local"}, {"machenv/mpi", "mpitimer"}, {"machenv/local", "machenv/mpi"},
		{"mpitimer", "gopkg.in/yaml.v3"}, {"mpitimer", "machenv/local"}, {"mpitimer/internal/table", "mpitimer"},
		{"gptlcompat", "mpitimer"}, {"gptlcompat/check", "github.com/google/go-cmp/cmp"}, {"new", "stats"},
		{"gptlcompat", "gptlcompat/read"}, {"gptlcompat/internal/rows", "gptlcompat"},
		{"gptlcompat/check", "gptlcompat/internal/layout"}, // the checker would be blind
	} {
		if wrongImport(arrow[0], arrow[1]) == "" {
			t.Errorf("%s may import %s", arrow[0], arrow[1])
		}
	}
	for _, arrow := range [][2]string{{"stats", "machenv"}, {"mpitimer", "stats/tree"}, {"cmd/pt", "mpitimer"}, {"machenv", "sync"}, {"stats/export", "gopkg.in/yaml.v3"}} {
		if wrong := wrongImport(arrow[0], arrow[1]); wrong != "" {
			t.Error(wrong)
		}
	}
	for name, text := range map[string]string{
		"stats/x.go":           "import \"C\"",
		"mpitimer/x.c":         "\tMPI_Init (0, 0);",
		"machenv/local/x.s":    "\tRDTSC\n",
		"mpitimer/x.go":        "\tt := time.Now()",
		"gptlcompat/x.go":      "\tf, err := os.Create(name)",
		"machenv/local/x.go":   "import \"github.com/go-hpc/timers/machenv/mpi\"",
		"mpitimer/link.go":     "//go:linkname nanotime runtime.nanotime",
		"machenv/include/x.h":  "# include <mpi.h>",
		"stats/export/file.go": "os.MkdirAll(dir, 0o777)",

		"mpitimer/ranktable/x.go": "\terr := os.Remove(name)",
	} {
		if !slices.ContainsFunc(places, func(o only) bool { return !o.allows(name, withoutComments(text)) }) {
			t.Errorf("%s may have %s", name, text)
		}
	}
}

// A program that is linked statically stays so with the timers in it: none of the packages of Go that call
// the C library are among what they need.
func TestStaticProgramsStayStatic(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./mpitimer", "./mpitimer/all", "./mpitimer/auto")
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=1", "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if slices.Contains([]string{"net", "os/user", "runtime/cgo", "plugin"}, name) {
			t.Errorf("the timers need %s, which links the C library", name)
		}
	}
}

// What mpitimer/all links goes into the copy of the timers that mpitimer build makes, which has no embedded
// files.
func TestAllEmbedsNothing(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{range .EmbedFiles}}{{$.ImportPath}}: {{.}}{{"\n"}}{{end}}{{end}}`, "./mpitimer/all", "./mpitimer/auto")
	list.Dir = root
	list.Env = append(os.Environ(), "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.TrimSpace(string(out)); text != "" {
		t.Errorf("embedded files below mpitimer/all:\n%s", text)
	}
}

// Each attachment is linked by mpitimer/all, and none by the timers themselves; but for those of devices, which link a
// package of others, and the one of instrumented programs, which links all.
func TestAttachmentsAreInAllAlone(t *testing.T) {
	all := make(map[string]bool)
	for _, f := range sources(t) {
		if f.dir() == "mpitimer/all" {
			for _, name := range f.imports {
				all[name] = true
			}
		}
	}
	found := 0
	for _, f := range sources(t) {
		if f.dir() != "mpitimer" && within(f.name, "mpitimer") && strings.Contains(f.text, "attach.Register(attach.Kind{") && f.dir() != "mpitimer/attach" && f.dir() != "mpitimer/auto" && !within(f.dir(), "mpitimer/device") {
			found++
			if !all[f.dir()] {
				t.Errorf("%s is not linked by mpitimer/all", f.dir())
			}
		}
		for _, name := range f.imports {
			wraps := f.dir() == "mpitimer/mpiwrap" && name == "mpitimer/mpicalls" || // or what it records would be shown nowhere
				f.dir() == "mpitimer/ranges/nvtx" && name == "mpitimer/ranges" // which needs cgo, and its switch does not
			if all[name] && !wraps && f.dir() != "mpitimer/all" && strings.HasPrefix(f.dir(), "mpitimer") {
				t.Errorf("%s imports %s", f.dir(), name)
			}
		}
	}
	if found == 0 || found != len(all) {
		t.Errorf("%d attachments, of which all links %d", found, len(all))
	}
}

// What attaches to the timers, and what only that needs, is not linked by the timers themselves.
func TestTimersLinkNoAttachment(t *testing.T) {
	gone := []string{
		"stats/export", "stats/geopm", "stats/signal", "stats/hdtrace", "mpitimer/internal/gptl", "mpitimer/internal/libgptl",
		"github.com/google/pprof", "golang.org/x/sys", "runtime/pprof", "runtime/trace", "compress/gzip", "math/big",
	}
	few := len(gone)
	for _, f := range sources(t) {
		if f.dir() == "mpitimer/all" {
			gone = append(gone, f.imports...)
		}
	}
	if len(gone) < few+3 {
		t.Fatalf("mpitimer/all imports only %q", gone[few:])
	}
	list := exec.Command("go", "list", "-deps", "./mpitimer")
	list.Dir = root
	list.Env = append(os.Environ(), "GOFLAGS=")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		short := strings.TrimPrefix(name, module+"/")
		if theirs := strings.Contains(name, ".") && short == name && name != "gopkg.in/yaml.v3"; theirs {
			t.Errorf("package mpitimer needs %s; of others' packages it needs that for YAML alone", name)
		}
		if short == "stats/calls" || slices.ContainsFunc(gone, func(g string) bool { return within(short, g) }) {
			t.Errorf("package mpitimer needs %s", short)
		}
	}
}

// Who links the writers of GPTL's files links no readers, no JSON and no traces of MPI calls with them.
func TestWritersOfGPTLLinkLittle(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./gptlcompat")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		switch within := strings.TrimPrefix(name, module+"/"); within {
		case "encoding/json", "math/big", "bufio", "regexp", "stats/hdtrace", "stats/calls", "gptlcompat/read", "gptlcompat/check":
			t.Errorf("the writers need %s", within)
		}
	}
}
