package tree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/go-hpc/timers/internal/printable"
)

// style is the set of characters in use.
type style struct {
	ascii                   bool
	branch, last, bar, none string // guides of the tree
	more                    string // stands for what was cut
	micro, minus, to        string
}

func styleOf(ascii bool) style {
	if ascii {
		return style{true, "|- ", "`- ", "|  ", "   ", "...", "us", "-", "-"}
	}
	return style{false, "├ ", "└ ", "│ ", "  ", "…", "µs", "−", "–"}
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

// Guides returns what stands before the name of a row in a tree of this kind, on a level of which the first
// is 1, and what the guides of the rows below it begin with. From the 41st level on a row has the number of
// its level instead of further indentation.
func Guides(above string, level int, last bool) (own, below string) {
	st := styleOf(false)
	return st.guides(above, level, last)
}

// dash stands for a value that does not exist.
const dash = "-"

// duration prints nanoseconds with four significant digits. The unit has two columns, so that the
// numbers of a column end below each other.
func (st *style) duration(ns float64) string {
	type unit struct {
		name string
		ns   float64
	}
	units := []unit{{"s ", 1e9}, {"ms", 1e6}, {st.micro, 1e3}, {"ns", 1}}
	if !(ns > 0) {
		return "0 s "
	}
	for _, u := range units {
		v := ns / u.ns
		if u.name == "ns" {
			return strconv.FormatFloat(v, 'f', 0, 64) + " ns"
		}
		// 0.9999951 s is 1.000 s, not 1000.0 ms.
		if v >= 0.99995 {
			return strconv.FormatFloat(v, 'f', decimals(v), 64) + " " + u.name
		}
	}
	return dash
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

// Duration prints nanoseconds as a column of the tree does: four significant digits, and a unit of two
// columns.
func Duration(ns float64) string {
	st := styleOf(false)
	return st.duration(ns)
}

// plain is a duration in running text.
func (st *style) plain(ns float64) string { return strings.TrimRight(st.duration(ns), " ") }

// percent prints a share in percent.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

// text makes a string from outside safe for one line.
func (st *style) text(s string) string {
	if st.ascii {
		return printable.ASCII(s)
	}
	return printable.Line(s)
}

// fit cuts a string to a number of columns.
func (st *style) fit(s string, columns int) string {
	if columns < 0 || twwidth.Width(s) <= columns {
		return s
	}
	var b strings.Builder
	room := max(columns-twwidth.Width(st.more), 0)
	for _, r := range s {
		if room -= twwidth.Width(string(r)); room < 0 {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + st.more
}

// name is a name from outside, for running text.
func (st *style) name(s string) string { return st.fit(st.text(s), DefaultNameWidth) }

// path is a path from outside, for running text. Of a long one the end says most.
func (st *style) path(s string) string {
	s = st.text(s)
	if twwidth.Width(s) <= DefaultNameWidth {
		return s
	}
	start, room := len(s), DefaultNameWidth-twwidth.Width(st.more)
	for start > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:start])
		if room -= twwidth.Width(string(r)); room < 0 {
			break
		}
		start -= size
	}
	return st.more + s[start:]
}

// mark is the sign of a footnote.
func (st *style) mark(n int) string {
	if st.ascii {
		return fmt.Sprintf("[%d]", n)
	}
	return strings.Map(func(r rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'] }, strconv.Itoa(n))
}

// marks are the signs of several footnotes.
func (st *style) marks(numbers []int) string {
	var all []string
	for _, n := range numbers {
		all = append(all, st.mark(n))
	}
	if st.ascii {
		return strings.Join(all, "")
	}
	return strings.Join(all, " ")
}

// wrapped breaks lines at blanks to the width that is asked for.
func (p *page) wrapped(lines []string) []string {
	if p.o.Width <= 0 {
		return lines
	}
	var out []string
	for _, line := range lines {
		current := ""
		for _, word := range strings.Fields(line) {
			switch {
			case current == "":
				current = word
			case twwidth.Width(current)+1+twwidth.Width(word) <= p.o.Width:
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
