package read

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// Words are what strings.Fields finds, whatever stands between them, and brackets stand for blanks if they are
// to.
func TestWordsAsFields(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ a1(\t\x0b\x{85}\x{a0}\x{2003}é)-]{0,20}`)).Draw(t, "text")
		brackets := rapid.Bool().Draw(t, "brackets")
		n := words{brackets: brackets}
		n.read(text)
		if brackets {
			text = strings.NewReplacer("(", " ", ")", " ").Replace(text)
		}
		for _, want := range strings.Fields(text) {
			if want == "-" && rapid.Bool().Draw(t, "dash") {
				if !n.dash() {
					t.Fatalf("no dash in %q", text)
				}
			} else if got := n.next("a word"); got != want {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		if bad := n.done(); bad != "" {
			t.Fatalf("want %s", bad)
		}
	})
}

// Numbers are those of strconv, to the last bit, and what is none for it is none.
func TestNumbersAsStrconv(t *testing.T) {
	numbers := rapid.OneOf(
		rapid.StringMatching(`[0-9]{1,22}`), rapid.StringMatching(`[0-9]{0,12}\.[0-9]{0,9}(e[+-]?[0-9]{1,3})?`),
		rapid.StringMatching(`[+-]?[0-9.eE_xp+-]{1,12}`),
		rapid.Map(rapid.Float64(), func(v float64) string { return fmt.Sprintf("%.6e", v) }),
		rapid.Map(rapid.Int64Range(0, 1<<53), func(n int64) string { return fmt.Sprintf("%.6f", float64(n)/1e9) }))
	rapid.Check(t, func(t *rapid.T) {
		w := numbers.Draw(t, "number")
		var n words
		n.read(w + " 7")
		got := n.float("a number")
		want, err := strconv.ParseFloat(w, 64)
		if plain := strings.Trim(w, "0123456789+-.eE") == ""; (n.bad == "") != (err == nil && plain) {
			t.Fatalf("%q: bad is %q, the error of strconv %v", w, n.bad, err)
		}
		if n.bad == "" && math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q is %g, want %g", w, got, want)
		}
		whole, err := strconv.ParseUint(w, 10, 64)
		var c words
		c.read(w)
		if v := c.count("a count"); err == nil && (v != whole || c.bad != "") {
			t.Fatalf("%q is %d, want %d", w, v, whole)
		}
		small, err := strconv.ParseUint(w, 10, 31)
		c.read(w)
		if v := c.index("an index"); (err == nil) != (c.bad == "") || err == nil && v != int(small) {
			t.Fatalf("%q is %d, want %d: %v", w, v, small, err)
		}
	})
}

// Lines are those of a bufio.Scanner, however the text comes, and a line that is too long ends them.
func TestLinesAsScanner(t *testing.T) {
	fault := errors.New("broken")
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			length := rapid.SampledFrom([]int{0, 1, 80, 4095, 4096, 5000, 70_000}).Draw(t, "length")
			b.WriteString(strings.Repeat("x", length))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", "\r", ""}).Draw(t, "end"))
		}
		text := func() io.Reader {
			r := io.Reader(strings.NewReader(b.String()))
			return io.MultiReader(iotest.HalfReader(r), iotest.ErrReader(fault))
		}
		l, s := newLines(text()), bufio.NewScanner(text())
		s.Buffer(nil, maxLine)
		for s.Scan() {
			if !l.next() || l.text != s.Text() {
				t.Fatalf("line %d has %d bytes, want %d", l.n, len(l.text), len(s.Text()))
			}
		}
		if l.next() || !errors.Is(l.failed(), fault) {
			t.Fatalf("more lines, or %v", l.failed())
		}
	})
	for length, fits := range map[int]bool{maxLine - 1: true, maxLine: false} {
		l := newLines(strings.NewReader("a\n" + strings.Repeat("x", length) + "\nb"))
		if l.next(); l.next() != fits || !fits && (!errors.Is(l.failed(), bufio.ErrTooLong) || l.next()) {
			t.Errorf("a line of %d bytes: %v", length, l.failed())
		}
	}
	if l := newLines(idle{}); l.next() || !errors.Is(l.failed(), io.ErrNoProgress) {
		t.Errorf("of a reader that never says anything: %v", l.failed())
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
