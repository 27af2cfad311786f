package tree

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/internal/printable"
)

// style is the set of characters in use.
type style struct {
	ascii                   bool
	branch, last, bar, none string // guides of the tree
	more                    string // stands for what was cut
	micro, minus, plusMinus string
}

func styleOf(ascii bool) style {
	if ascii {
		return style{true, "|- ", "`- ", "|  ", "   ", "...", "us", "-", "+-"}
	}
	return style{false, "├ ", "└ ", "│ ", "  ", "…", "µs", "−", "±"}
}

// guides is what stands before a row on a level, of which the first has none, and what stands before the
// rows below it.
func (st *style) guides(above string, level int, last bool) (own, below string) {
	switch {
	case level <= 1:
		return "", ""
	case level > mostIndented:
		return fmt.Sprintf("%s[%d] ", above, level), above
	case last:
		return above + st.last, above + st.none
	}
	return above + st.branch, above + st.bar
}

// Guides returns the text before the name of a row in a tree of this kind, on a level counted from 1,
// and the start of the guides for the rows below it. From the 41st level on a row has the number of its
// level instead of further indentation.
func Guides(above string, level int, last bool) (own, below string) {
	st := styleOf(false)
	return st.guides(above, level, last)
}

// Guides is like the function Guides, in the characters of the tree.
func (t *Tree) Guides(above string, level int, last bool) (own, below string) {
	return t.guides(above, level, last)
}

// dash stands for a value that does not exist.
const dash = "-"

// duration prints nanoseconds with four significant digits. The unit has two columns, so that the
// numbers of a column end below each other.
func (st *style) duration(ns float64) string { return string(st.appendDuration(nil, ns)) }

func (st *style) appendDuration(to []byte, ns float64) []byte {
	v, unit := ns, "ns"
	switch { // 0.9999951 s is 1.000 s, not 1000.0 ms.
	case !(ns > 0):
		return append(to, "0 s "...)
	case ns/1e9 >= 0.99995:
		v, unit = ns/1e9, "s "
	case ns/1e6 >= 0.99995:
		v, unit = ns/1e6, "ms"
	case ns/1e3 >= 0.99995:
		v, unit = ns/1e3, st.micro
	}
	digits := 0
	if unit != "ns" {
		digits = decimals(v)
	}
	return append(append(columns.AppendFixed(to, v, digits), ' '), unit...)
}

// decimals is how many of them make four significant digits.
func decimals(v float64) int {
	switch {
	case v < 9.9995:
		return 3
	case v < 99.995:
		return 2
	case v < 999.95:
		return 1
	}
	return 0
}

// Duration formats nanoseconds like a column of the tree: four significant digits, and a unit of two columns.
func Duration(ns float64) string {
	st := styleOf(false)
	return st.duration(ns)
}

// plain is a duration in running text.
func (st *style) plain(ns float64) string { return strings.TrimRight(st.duration(ns), " ") }

// appendPercent prints a share in percent.
func appendPercent(to []byte, share float64) []byte {
	return columns.AppendFixed(to, 100*share, 1)
}

// text makes a string from outside safe for one line.
func (st *style) text(s string) string {
	if st.ascii {
		return printable.ASCII(s)
	}
	return printable.Line(s)
}

// fit cuts a string to a number of columns.
func (st *style) fit(s string, width int) string { return columns.Cut(s, width, st.more) }

// name is a name from outside, for running text.
func (st *style) name(s string) string { return st.fit(st.text(s), DefaultNameWidth) }

// path is a path from outside, for running text. Of a long one the end says most.
func (st *style) path(s string) string { return columns.CutLeft(st.text(s), DefaultNameWidth, st.more) }

// mark is the sign of a footnote.
func (st *style) mark(n int) string { return st.marks([]int{n}) }

// marks are the signs of several footnotes, of three and more in a row the first and the last.
func (st *style) marks(numbers []int) string {
	var all []string
	for i, n := range numbers {
		text := strconv.Itoa(n)
		if i > 0 && i+1 < len(numbers) && numbers[i-1] == n-1 && numbers[i+1] == n+1 {
			if text = "-"; all[len(all)-1] == text {
				continue
			}
		}
		all = append(all, text)
	}
	text := strings.ReplaceAll(strings.Join(all, " "), " - ", "-")
	if st.ascii {
		return "[" + strings.ReplaceAll(text, " ", "][") + "]"
	}
	return strings.Map(func(r rune) rune {
		return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ ")[strings.IndexRune("0123456789- ", r)]
	}, text)
}

// wrapped breaks lines at blanks to the width that is asked for.
func (t *Tree) wrapped(lines []string) []string {
	if t.o.Width <= 0 {
		return lines
	}
	var out []string
	for _, line := range lines {
		current := ""
		for _, word := range strings.Fields(line) {
			switch {
			case current == "":
				current = word
			case columns.Width(current)+1+columns.Width(word) <= t.o.Width:
				current += " " + word
			default:
				out = append(out, current)
				current = "  " + word
			}
		}
		out = append(out, current)
	}
	return out
}
