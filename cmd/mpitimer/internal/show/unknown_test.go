package show

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/tree"
)

// views returns all views of a run as text.
func views(t *testing.T, run *load.Run) string {
	t.Helper()
	var all bytes.Buffer
	for _, o := range []options{
		{}, {columns: columnNames()}, {imbalance: true}, {bottomUp: true}, {counters: true}, {minShare: 30, columns: columnNames()},
	} {
		o.rank, o.pattern, o.sort = -1, regexp.MustCompile(""), "tree"
		text, err := o.text(run)
		if err != nil && err != errNoSelf {
			t.Fatal(err)
		}
		all.WriteString(text)
	}
	if err := page.Write(&all, page.Page{Runs: []page.Run{{Summary: run.Summary}}}); err != nil {
		t.Fatal(err)
	}
	if err := tree.Write(&all, run.Summary, tree.Options{}); err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// No view shows a figure that a file of another program does not have, nor a time finer than it resolves.
func TestUnknownFiguresAreNotShown(t *testing.T) {
	for form, file := range loadtest.TextFiles(t) {
		run, err := load.Files([]string{file})
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		before := views(t, run)
		loadtest.Poison(run.Summary, nil)
		if after := views(t, run); after != before {
			t.Errorf("%s: figures are shown that are not in the file: %s", form, cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")))
		}
	}
}

// A file that resolves a millisecond says so of what is below, and has no imbalance finer than that.
func TestTimesBelowTheResolution(t *testing.T) {
	text := shown(t, "--columns", "min,mean,max,imbalance,share", loadtest.TextFiles(t)["E3SM stats"])
	for _, want := range []string{
		`ocean:init +< 1 ms \(0\)     100\.0 µs    < 1 ms \(7\)        < 1 ms *\n`, // the sum over ranks has digits enough
		`ocean:step:halo +< 1 ms \(5\)     1\.016 ms  1\.000 ms \(7\)        < 1 ms *\n`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, " 0 s") {
		t.Errorf("a time of 0 that nobody measured:\n%s", text)
	}
}
