package sheet

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
)

func TestColumnsGoBeforeCellsAreCut(t *testing.T) {
	table := Table{
		Columns: []Column{{Title: "region", Least: 4}, {Title: "calls", Right: true, Drop: 1}, {Title: "time", Right: true, Drop: 2}},
		Rows:    [][]Cell{{{Text: "tendencies"}, {Text: "12"}, {Text: "1.5 s"}}, {{Text: "halo"}, {Text: "3456"}, {Text: "20 s"}}},
	}
	for width, want := range map[int]string{
		0:  "region      calls   time\ntendencies     12  1.5 s\nhalo         3456   20 s",
		24: "region      calls   time\ntendencies     12  1.5 s\nhalo         3456   20 s",
		17: "region       time\ntendencies  1.5 s\nhalo         20 s",
		6:  "region\ntende…\nhalo",
		2:  "r…\nt…\nh…",
	} {
		if got := strings.Join(table.Lines(width, false), "\n"); got != want {
			t.Errorf("in %d columns got\n%s\nwant\n%s", width, got, want)
		}
	}
	if got := table.Lines(20, false); got[1] != "tende…     12  1.5 s" {
		t.Errorf("got %q", got)
	}
	if got := table.Lines(12, false); got[1] != "tend…  1.5 s" {
		t.Errorf("got %q", got)
	}
}

func TestColourTakesNoRoom(t *testing.T) {
	table := Table{Columns: []Column{{Title: "a"}, {Title: "b", Right: true}}, Rows: [][]Cell{{{Text: "x", Colour: Red}, {Text: "1"}}}}
	lines := table.Lines(0, true)
	if lines[0] != "\x1b[1ma\x1b[0m  \x1b[1mb\x1b[0m" || lines[1] != "\x1b[31mx\x1b[0m  1" {
		t.Errorf("got %q", lines)
	}
	if Plain(lines[1]) != "x  1" {
		t.Errorf("got %q", Plain(lines[1]))
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
			})
		}
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			row := make([]Cell, n)
			for i := range row {
				row[i] = Cell{text.Draw(t, "cell"), rapid.SampledFrom([]Colour{None, Red, Dim}).Draw(t, "colour")}
			}
			table.Rows = append(table.Rows, row)
		}
		width := rapid.IntRange(1, 60).Draw(t, "width")
		lines := append(table.Lines(width, rapid.Bool().Draw(t, "colours")), Wrap(text.Draw(t, "text"), width)...)
		for _, line := range lines {
			if w := cli.Width(Plain(line)); w > width {
				t.Errorf("%q has %d columns, want at most %d", line, w, width)
			}
		}
	})
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
		if bar := Bar(rapid.Float64().Draw(t, "share"), n); cli.Width(bar) > n {
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
