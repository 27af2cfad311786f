package gptl8

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/internal/columns"
)

type (
	row  = layout.Row
	cell = layout.Cell[row]
)

func column(title string, cells []cell) layout.Column {
	return layout.Column{Title: title, Cells: cells}
}

// The columns of upstream's file of one process that have no title of their own making.
var (
	Called = column("   Called  Recurse", []cell{layout.Calls(" "), layout.Recursion(" %8d", " %8.0e", "     -   ")})
	CPU    = column("     usr       sys  usr+sys", []cell{
		{Verb: layout.Verb(" %8.1e"), Want: "user time", At: func(r *row) any { return &r.User }},
		{Verb: layout.Verb(" %8.1e"), Want: "system time", At: func(r *row) any { return &r.System }},
		{Verb: layout.Verb(" %8.1e"), Want: "their sum", At: func(r *row) any { return &r.Both }},
	})
	Wall  = column("     Wall      max      min", []cell{wall(layout.TotalWant, layout.Total), wall(layout.LongestWant, layout.Longest), wall(layout.ShortestWant, layout.Shortest)})
	Costs = column("   selfOH parentOH", []cell{
		number("selfOH in seconds", func(r *row) *float64 { return &r.Self }, 3),
		number("parentOH in seconds", func(r *row) *float64 { return &r.Parent }, 3),
	})
	Moved = column(" AVG_MPI_BYTES", []cell{{Want: "a number of bytes, or -", At: func(r *row) any { return &r.Bytes },
		Append: func(b []byte, r *row) []byte {
			if r.Bytes == 0 {
				return append(b, "       -      "...)
			}
			return append(layout.Right(strconv.AppendFloat(b, float64(r.Bytes), 'e', 3, 64), len(b), 13), ' ')
		}}})
)

// ShareTitle is how the title of the column of shares starts.
const ShareTitle = "%_of"

// Share is the column of shares of the timer of that name: its title is one word of ten bytes with its
// blanks, one more than the column has, of the first four bytes of the name.
func Share(of string) layout.Column {
	first := strings.TrimLeft(short(oneWord(of), 4), " ")
	return column(short(ShareTitle+"_"+first, 10), []cell{number("a share", func(r *row) *float64 { return &r.Share }, 2)})
}

// What a file says of counters above its tables: a line, and two lists that end with an empty line.
const (
	Multiplexing = "  PAPI event multiplexing was "
	EventNotes   = "Description of printed events (PAPI and derived):"
	Counted      = "PAPI events enabled (including those required for derived events):"
)

// BadCount is GPTL's mark of a count that is not known.
const BadCount = -999999

// RateTitle is the title of millions per second.
const RateTitle = " e6_/_sec"

// Rate is whether a counter has a column of its rate, and that a title.
type Rate int

const (
	NoRate Rate = iota
	Titled
	Untitled // of native events
)

// Event is the k-th counter, or quotient of counters, and its rate if it has one.
func Event(title string, k int, quotient bool, rate Rate) layout.Column {
	c := column(EventTitle(title), []cell{{Want: "a count", At: func(r *row) any { return &r.Counts[k] },
		Append: func(b []byte, r *row) []byte {
			if v := r.Counts[k]; v == BadCount || !quotient && v < 1e6 {
				b = append(b, ' ')
				return layout.Right(strconv.AppendFloat(b, math.Floor(v), 'f', 0, 64), len(b), 8)
			}
			return AppendScientific(b, r.Counts[k], 8)
		}}})
	if rate == Titled {
		c.Title += RateTitle
	}
	if rate != NoRate {
		c.Cells = append(c.Cells, number("a rate", func(r *row) *float64 { return &r.Rates[k] }, 2))
	}
	return c
}

// EventTitle is the title of a counter: a blank and a word of 8 bytes.
func EventTitle(title string) string { return " " + short(oneWord(title), 8) }

// wall formats a time: from 0.01 s up with three decimals, below with three digits.
func wall(want string, at func(*row) any) cell {
	return cell{Want: want, At: at, Append: func(b []byte, r *row) []byte {
		v := *at(r).(*int64)
		if v == layout.Unknown {
			return append(b, "        -"...)
		}
		s := layout.Seconds(v)
		if s < 0.01 {
			b = append(b, ' ')
			return layout.Right(strconv.AppendFloat(b, s, 'e', 2, 64), len(b), 8)
		}
		return fixed(b, s, 8, 3)
	}}
}

// fixed writes a blank and a number of at least 0 in width bytes, or as many as it takes.
func fixed(b []byte, v float64, width, decimals int) []byte {
	b = append(b, ' ')
	return layout.Right(columns.AppendFixed(b, v, decimals), len(b), width)
}

func number(want string, at func(*row) *float64, decimals int) cell {
	return cell{Want: want, At: func(r *row) any { return at(r) },
		Append: func(b []byte, r *row) []byte { return fixed(b, *at(r), 8, decimals) }}
}

// oneWord replaces the blanks of a title, at which readers split the row of titles.
func oneWord(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, title)
}

// short cuts a text to n bytes, between characters, or fills it with blanks on the left.
func short(s string, n int) string {
	if len(s) > n {
		s = s[:n]
		for len(s) > 0 && !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return strings.Repeat(" ", n-len(s)) + s
}

// AppendScientific writes a blank and a number in width bytes.
func AppendScientific(b []byte, v float64, width int) []byte {
	decimals := 2
	if math.Abs(v) >= 1e100 {
		decimals = 1
	}
	b = append(b, ' ')
	return layout.Right(strconv.AppendFloat(b, v, 'e', decimals, 64), len(b), width)
}

// Quantity is a number that only a broken source makes negative, infinite or NaN.
func Quantity(v float64) float64 { return max(layout.Number(v), 0) }
