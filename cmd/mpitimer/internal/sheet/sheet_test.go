package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/printable"
)

func TestColumnsGoBeforeCellsAreCut(t *testing.T) {
	table := Table{
		Columns: []Column{{Title: "region", Least: 4}, {Title: "calls", Right: true, Drop: 1}, {Title: "time", Right: true, Drop: 2}},
	}
	table.Words("tendencies", "12", "1.5 s")
	table.Words("halo", "3456", "20 s")
	for width, want := range map[int]string{
		0:  "region      calls   time\ntendencies     12  1.5 s\nhalo         3456   20 s",
		24: "region      calls   time\ntendencies     12  1.5 s\nhalo         3456   20 s",
		17: "region       time\ntendencies  1.5 s\nhalo         20 s",
		6:  "region\ntende…\nhalo",
		2:  "r…\nt…\nh…",
	} {
		if got := strings.Join(table.Lines(width, None), "\n"); got != want {
			t.Errorf("in %d columns got\n%s\nwant\n%s", width, got, want)
		}
	}
	if got := table.Lines(20, None); got[1] != "tende…     12  1.5 s" {
		t.Errorf("got %q", got)
	}
	if got := table.Lines(12, None); got[1] != "tend…  1.5 s" {
		t.Errorf("got %q", got)
	}
}

func TestColourTakesNoRoom(t *testing.T) {
	table := Table{Columns: []Column{{Title: "a"}, {Title: "b", Right: true}}}
	table.Add(Styled("x", Red), Plain("1"))
	lines := table.Lines(0, Colours)
	if lines[0] != "\x1b[1ma\x1b[0m  \x1b[1mb\x1b[0m" || lines[1] != "\x1b[31mx\x1b[0m  1" {
		t.Errorf("got %q", lines)
	}
	if got := table.Lines(0, Emphasis); got[1] != "x  1" {
		t.Errorf("without colours got %q", got)
	}
	if Unpainted(lines[1]) != "x  1" {
		t.Errorf("got %q", Unpainted(lines[1]))
	}
}

// A column keeps its least width, stands close to the one before, and of a path the end is kept.
func TestColumnsAsAskedFor(t *testing.T) {
	table := Table{Columns: []Column{{Title: "n", Right: true, Min: 4}, {Title: "(rank)", Tight: true}, {Title: "inside", Least: 5, Tail: true}}}
	table.Words("1", "(7)", "step/halo/wait")
	if got, want := strings.Join(table.Lines(0, None), "\n"), "   n (rank)  inside\n   1 (7)     step/halo/wait"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := table.Lines(20, None)[1]; got != "   1 (7)     …o/wait" {
		t.Errorf("got %q", got)
	}
	if got := (&Table{Columns: make([]Column, 2), Rows: [][]Text{{Plain("  a"), Plain("b")}, {nil, Plain("c")}}}).Lines(0, None); strings.Join(got, "\n") != "  a  b\n     c" {
		t.Errorf("a table without titles is %q", got)
	}
}

func TestMarkdown(t *testing.T) {
	table := Table{Columns: []Column{{Title: "region"}, {Title: "max  ", Right: true}, {}}}
	table.Add(Plain("  a|b"), Styled("1.5 s ", Red), Styled("(p)", Dim))
	lines := strings.Split(strings.TrimSpace(table.Markdown()), "\n")
	if len(lines) != 3 || strings.Join(strings.Fields(lines[2]), " ") != `| &nbsp;&nbsp;a\|b | **1.5 s** | (p) |` || !strings.HasSuffix(strings.Split(lines[1], "|")[2], ":") {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

// A run of ten thousand regions is a table like any other.
func TestManyRows(t *testing.T) {
	table := Table{Columns: []Column{{Title: "region", Least: 8}, {Title: "calls", Right: true}, {Title: "ranks", Right: true, Drop: 1}, {Title: "mean", Right: true}}}
	const rows = 10_000
	for i := range rows {
		table.Words(fmt.Sprint("region", i), "12", "4/4", "1.5 ms")
	}
	if lines := table.Lines(30, None); len(lines) != rows+1 || !strings.HasPrefix(lines[rows], "region9…") || !strings.HasSuffix(lines[rows], "1.5 ms") {
		t.Errorf("%d lines, the last is %q", len(lines), lines[len(lines)-1])
	}
}

func TestNoLineIsLongerThanAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Map(rapid.StringN(0, 20, -1), printable.Line)
		n := rapid.IntRange(1, 6).Draw(t, "columns")
		var table Table
		for range n {
			table.Columns = append(table.Columns, Column{
				Title: text.Draw(t, "title"), Right: rapid.Bool().Draw(t, "right"),
				Least: rapid.IntRange(0, 8).Draw(t, "least"), Drop: rapid.IntRange(0, 3).Draw(t, "drop"),
				Tight: rapid.Bool().Draw(t, "tight"), Tail: rapid.Bool().Draw(t, "tail"), Min: rapid.IntRange(0, 4).Draw(t, "min"),
			})
		}
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			row := make([]Text, n)
			for i := range row {
				row[i] = Styled(text.Draw(t, "cell"), rapid.SampledFrom([]Style{0, Red, Dim | Cyan}).Draw(t, "style"))
			}
			table.Rows = append(table.Rows, row)
		}
		width := rapid.IntRange(1, 60).Draw(t, "width")
		lines := append(table.Lines(width, rapid.SampledFrom([]Paint{None, Colours}).Draw(t, "paint")), Wrap(text.Draw(t, "text"), width)...)
		for _, line := range lines {
			if w := Width(line); w > width {
				t.Errorf("%q has %d columns, want at most %d", line, w, width)
			}
		}
	})
}

// Widths of these are counted differently elsewhere.
func TestRareCharactersHaveRoom(t *testing.T) {
	for _, rare := range []string{"㆒🏻", "\uff10🏻", "〆🏿", "\u0300", "각"} {
		table := New(1, "name", "value")
		table.Words(rare, "1")
		table.Words("plain", "2")
		for width := 1; width < 20; width++ {
			for _, line := range table.Lines(width, None) {
				if w := Width(line); w > width {
					t.Errorf("%q: %q has %d columns, want at most %d", rare, line, w, width)
				}
			}
		}
		lines := table.Lines(0, None)
		if w := Width(lines[1]); w != Width(lines[0]) {
			t.Errorf("%q has %d columns, its title line %d", lines[1], w, Width(lines[0]))
		}
	}
}

func TestWrapKeepsTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,8}`), 1, 20).Draw(t, "words")
		lines := Wrap(strings.Join(words, " "), rapid.IntRange(8, 40).Draw(t, "width"))
		if got := strings.Join(lines, " "); got != strings.Join(words, " ") {
			t.Errorf("got %q", lines)
		}
	})
}

func TestBar(t *testing.T) {
	for share, want := range map[float64]string{0: "", 0.5: "██", 1: "████", 2: "████", 0.28: "█▏", 0.01: ""} {
		if got := Bar(share, 4); got != want {
			t.Errorf("%g is %q, want %q", share, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "columns")
		if bar := Bar(rapid.Float64().Draw(t, "share"), n); Width(bar) > n {
			t.Errorf("%q in %d columns", bar, n)
		}
	})
}

// What a pipe gets depends neither on the terminal nor on the environment.
func TestPipeIsPlain(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	if p := PageOf(&bytes.Buffer{}); p != (Page{}) {
		t.Errorf("got %+v", p)
	}
	if p, err := (Page{}).Choose(70, "always"); err != nil || p != (Page{70, true}) {
		t.Errorf("got %+v, %v", p, err)
	}
	if p, err := (Page{70, true}).Choose(-1, "never"); err != nil || p != (Page{70, false}) {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestMarkdownLine(t *testing.T) {
	if got, want := Markdown("a|b\n<i>\x1b"), `a\|b\\n&lt;i&gt;\\x1b`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if safe := Markdown(text); printable.Line(safe) != safe {
			t.Fatalf("%q of %q", safe, text)
		}
	})
}
