package gptl

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// begin initializes with options that were set, in a directory of the test's own, and a clock whose tick is a
// nanosecond, so that two queries of what was measured agree. All ends with the test.
func begin(t testing.TB, set ...map[Option]int) (folder string) {
	t.Helper()
	for _, values := range set {
		for option, value := range values {
			ok(t, SetOption(option, value))
		}
	}
	folder = t.TempDir()
	ok(t, Initialize(mpitimer.WithConfig(configIn(folder)), mpitimer.WithLog(io.Discard)))
	t.Cleanup(func() {
		if Initialized() {
			ok(t, Finalize())
		}
	})
	return folder
}

func configIn(folder string) mpitimer.Config {
	c := Config()
	c.Output.Directory, c.Output.Tables = folder, "off"
	c.Timing.Clock = "monotonic"
	return c
}

// fresh forgets what a test has set without initializing.
func fresh(t testing.TB) {
	t.Helper()
	forget := func() {
		ranks.Lock()
		defer ranks.Unlock()
		ranks.before = newLibrary()
	}
	forget()
	t.Cleanup(forget)
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wants expects an error of a kind that names its call.
func wants(t testing.TB, err, kind error, texts ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("error is %v, expected %v", err, kind)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%q does not tell of %q", err, text)
		}
	}
}

// captured returns what is written to standard error and standard output until the test ends.
func captured(t testing.TB) (errors, output *bytes.Buffer) {
	t.Helper()
	e, o := standardError, standardOutput
	t.Cleanup(func() { standardError, standardOutput = e, o })
	errors, output = new(bytes.Buffer), new(bytes.Buffer)
	standardError, standardOutput = errors, output
	return errors, output
}

// within runs f while the timers of these names run, the first outermost.
func within(t testing.TB, f func(), names ...string) {
	t.Helper()
	for _, name := range names {
		ok(t, Start(name))
	}
	f()
	for i := len(names) - 1; i >= 0; i-- {
		ok(t, Stop(names[i]))
	}
}

func nothing() {}

// elsewhere runs f on another goroutine and waits for it.
func elsewhere(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// tree returns the call tree below Total: "a/b 2" for two calls of b below a, with "r1" for a recursive call
// among them and "on" for one that runs.
func tree(t testing.TB) []string {
	t.Helper()
	p := mpitimer.Default().Profile()
	ok(t, p.Check())
	var lines []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		path := strings.TrimPrefix(strings.Join(p.Path(i), "/"), "Total/")
		if i == 0 {
			continue
		}
		lines = append(lines, describe(path, n))
	}
	return lines
}

func describe(path string, n *stats.Node) string {
	text := path + " " + itoa(n.Calls)
	if n.Recursion > 0 {
		text += " r" + itoa(n.Recursion)
	}
	if n.Running > 0 {
		text += " on"
	}
	return text
}

func itoa(n uint64) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func expectTree(t testing.TB, want ...string) {
	t.Helper()
	if a, b := strings.Join(tree(t), "\n"), strings.Join(want, "\n"); a != b {
		t.Fatalf("tree is\n%s\nwant\n%s", a, b)
	}
}

// content returns the text of a file of the directory.
func content(t testing.TB, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	ok(t, err)
	return string(text)
}

// files lists the files of a directory.
func files(t testing.TB, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	ok(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, expected %v", what, got, want)
	}
}

// readTiming reads a file of upstream's layout as the readers of the module do.
func readTiming(t testing.TB, text string) *read.TimingFile {
	t.Helper()
	timing, err := read.Timing(strings.NewReader(text))
	ok(t, err)
	return timing
}
