package tree_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

func write(t rapid.TB, s *stats.Summary, o tree.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := tree.Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestLooks(t *testing.T) {
	four := merged(t, solver, 4)
	one := func(int) *stats.Profile {
		p := solver(0)
		p.Size, p.Environments, p.Nodes = 1, []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}, p.Nodes[:10]
		return p
	}
	for _, c := range []struct {
		name string
		s    *stats.Summary
		o    tree.Options
	}{
		{"four.txt", four, tree.Options{}},
		{"ascii.txt", four, tree.Options{ASCII: true}},
		{"width80.txt", four, tree.Options{Width: 80}},
		{"depth.txt", four, tree.Options{Depth: 2}},
		{"folded.txt", four, tree.Options{MinShare: 0.01}},
		{"big.txt", big(), tree.Options{}},
		{"one.txt", merged(t, one, 1), tree.Options{}},
		{"nothing.txt", &stats.Summary{Size: 2, Ranks: 2, Hosts: 1}, tree.Options{}},
		{"names.txt", named("two\nlines", "nul\x00", "tab\t", "\x1b[31mred", "\xff", "", "  ", "時間", "é", strings.Repeat("x", 10_000)), tree.Options{}},
		{"names-ascii.txt", named("two\nlines", "時間", "é", "\u202eright to left", strings.Repeat("é", 10_000)), tree.Options{ASCII: true, NameWidth: 20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := write(t, c.s, c.o)
			golden.Check(t, c.name, got)
			if again := write(t, c.s, c.o); again != got {
				t.Error("another time it looks different")
			}
		})
	}
}

// named is a Summary with regions of such names below each other in turn.
func named(names ...string) *stats.Summary {
	s := &stats.Summary{Size: 2, Ranks: 2, Hosts: 1, Program: strings.Join(names, ""), To: 1e9,
		Environments: []stats.EnvironmentSummary{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
		Clocks:       []stats.ClockSummary{{Name: "a\nclock", Ranks: 2}},
	}
	for i, name := range names {
		t := int64(1e9) >> min(i, 29)
		s.Regions = append(s.Regions, stats.Region{Parent: i - 1, Name: name, Ranks: 2, Completed: 2, Tracks: 2, Calls: 2,
			Wall: stats.Uint128{Lo: 2 * uint64(t)}, Total: stats.Uint128{Lo: 2 * uint64(t)},
			Min: stats.Extreme{Value: t}, Max: stats.Extreme{Value: t}})
		s.Warnings = append(s.Warnings, stats.WarningSummary{Warning: stats.Warning{Kind: name, Path: name, Caller: name, Count: 1}, Ranks: 1})
	}
	return s
}

// Whatever the names, each row is one line, its numbers stand below those of the others, and nothing
// steers the terminal.
func TestAnyNamesKeepTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
			"", "\n", "\x00", "\x1b]0;title\a", "\u0301", "\u200d", "👩\u200d🚀", "🇩🇪", "𝟘", "ﷺ", strings.Repeat("时", 5000),
		}), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		names := rapid.SliceOfN(name, 1, 8).Draw(t, "names")
		o := tree.Options{
			ASCII:     rapid.Bool().Draw(t, "ascii"),
			Width:     rapid.SampledFrom([]int{0, 1, 100, 200}).Draw(t, "width"),
			NameWidth: rapid.SampledFrom([]int{0, 1, 10, -1}).Draw(t, "name width"),
		}
		text := write(t, named(names...), o)
		for _, r := range text {
			if r != '\n' && !unicode.IsPrint(r) || o.ASCII && r > unicode.MaxASCII {
				t.Fatalf("%U in the output", r)
			}
		}
		if !utf8.ValidString(text) {
			t.Fatal("not UTF-8")
		}
		table := rowsOf(text)
		if want := 1 + len(names) + len(names) - 1; len(table) != want { // title, regions, untimed rows
			t.Fatalf("%d lines, want %d:\n%s", len(table), want, text)
		}
		for _, line := range table {
			if got, want := columns.Width(line), columns.Width(table[0]); got != want {
				t.Fatalf("a row of %d columns below a title of %d:\n%s", got, want, text)
			}
			if o.Width >= 100 && columns.Width(line) > o.Width {
				t.Fatalf("a row of %d columns on a page of %d:\n%s", columns.Width(line), o.Width, text)
			}
		}
	})
}

// rowsOf returns the title and the rows of a table, without what stands above and below.
func rowsOf(text string) []string {
	parts := strings.Split(text, "\n\n")
	return strings.Split(parts[1], "\n")
}

func TestNumbersAddUp(t *testing.T) {
	text := write(t, merged(t, solver, 4), tree.Options{})
	for _, want := range []string{
		"│ │ └ ~untimed", // step: 11.1 s − flux − halo − update
		"1.101 s ",
		"write @writers     20    2/2",
		"flux          12000    4/4       4  5.200 s  (0)     5.720 s   7.280 s  (3)      1.560 s   21.4 %      51.5     46.3",
		"@writers: 2 ranks, 0,2",
		"¹ stop without start: Total/run/step/halo at halo.go:42, 12 times on rank 3",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// What lies beside the total, as MPI_Init before the timers began, is no part of it: it has no share of it.
func TestBesideTheTotal(t *testing.T) {
	golden.Check(t, "beside.txt", write(t, merged(t, func(rank int) *stats.Profile {
		p := solver(rank)
		p.Nodes = append(p.Nodes, leaf(-1, "MPI_Init", 1, 1e6), leaf(len(p.Nodes), "PMIx", 1, 4e5))
		return p
	}, 2), tree.Options{}))
}

// What is small on average and large on one rank must not be folded.
func TestFoldingSparesTheImbalanced(t *testing.T) {
	s := merged(t, solver, 4)
	find := func(name string) *stats.Region {
		for i := range s.Regions {
			if s.Regions[i].Name == name {
				return &s.Regions[i]
			}
		}
		t.Fatalf("no region %s", name)
		return nil
	}
	shows := func(name string) bool { return strings.Contains(write(t, s, tree.Options{MinShare: 0.01}), name) }
	if shows(" diagnose ") || shows(" write ") || !shows("… 2 regions below 1 %") {
		t.Errorf("the small regions are not folded:\n%s", write(t, s, tree.Options{MinShare: 0.01}))
	}
	r := find("diagnose")
	r.Max.Value = 500_000_000
	if !shows(" diagnose ") {
		t.Error("4 % of the run on one rank is folded")
	}
	r.Max.Value = r.Min.Value
	r.Running = 1
	if !shows(" diagnose ") {
		t.Error("a running region is folded")
	}
	r.Running = 0
	s.Warnings[0].Path = "Total/run/diagnose"
	if !shows(" diagnose ") {
		t.Error("a region with a warning is folded")
	}
}

func TestBadSummaries(t *testing.T) {
	s := named("a", "b")
	s.Regions[0].Environment = 7
	if err := tree.Write(&bytes.Buffer{}, s, tree.Options{}); !errors.Is(err, stats.ErrSummary) {
		t.Errorf("got %v, want ErrSummary", err)
	}
	full := errors.New("no space left")
	if err := tree.Write(failing{full}, named("a"), tree.Options{}); !errors.Is(err, full) {
		t.Errorf("got %v, want that of the writer", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// In the log, the lines must stand below each other as they do in a file.
func TestLog(t *testing.T) {
	s := merged(t, solver, 4)
	want := strings.Split(strings.ReplaceAll(strings.TrimSpace(write(t, s, tree.Options{})), "\n\n", "\n"), "\n")

	var text, jsons bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&text, nil), slog.NewJSONHandler(&jsons, nil)} {
		if err := tree.Log(slog.New(h), s, tree.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for i, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
		if _, msg, _ := strings.Cut(line, `msg="`); msg != want[i]+`"` {
			t.Errorf("line %d is %q, want %q", i+1, msg, want[i])
		}
	}
	d := json.NewDecoder(&jsons)
	for i := range want {
		var record struct{ Msg string }
		if err := d.Decode(&record); err != nil || record.Msg != want[i] {
			t.Errorf("record %d is %q (%v), want %q", i+1, record.Msg, err, want[i])
		}
	}
	if err := tree.Log(slog.Default(), &stats.Summary{Regions: make([]stats.Region, 1)}, tree.Options{}); !errors.Is(err, stats.ErrSummary) {
		t.Errorf("got %v, want ErrSummary", err)
	}
}
