package layout

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
)

// Row is what one thread measured under a name, in the file of one rank. Times that are not of the Measure
// are in seconds.
type Row struct {
	stats.Measure
	Cost               float64 // of timing the calls
	Self, Parent       float64 // its parts in the timer's own time and in its parent's
	User, System, Both float64 // time of the processor
	Share              float64 // of the first timer, in percent
	Bytes              OrNothing
	Counts, Rates      []float64 // of events
}

// Column is one or more columns under one title.
type Column struct {
	Title string
	Cells []Cell[Row]
}

func running(r *Row) any { return (*Flag)(&r.Running) }

// Rank is all columns of E3SM's file of one rank.
var Rank = Column{" On  Called Recurse   Wallclock          max          min     UTR Overhead ", []Cell[Row]{
	{Verb: "  %s", Want: "y or - in the column On", At: running},
	calls(""), recursion(" %6d ", " %6.0e ", "    -   "),
	{Verb: "%12.6f", Want: totalWant, At: total},
	{Verb: " %12.6f", Want: longestWant, At: longest},
	{Verb: " %12.6f", Want: shortestWant, At: shortest},
	{Verb: " %16.6f ", Want: "what timing cost", At: func(r *Row) any { return &r.Cost }},
}}

// The columns of upstream's file of one process that have no title of their own making.
var (
	Called = Column{"   Called  Recurse", []Cell[Row]{calls(" "), recursion(" %8d", " %8.0e", "     -   ")}}
	CPU    = Column{"     usr       sys  usr+sys", []Cell[Row]{
		{Verb: " %8.1e", Want: "user time", At: func(r *Row) any { return &r.User }},
		{Verb: " %8.1e", Want: "system time", At: func(r *Row) any { return &r.System }},
		{Verb: " %8.1e", Want: "their sum", At: func(r *Row) any { return &r.Both }},
	}}
	Wall  = Column{"     Wall      max      min", []Cell[Row]{wall(totalWant, total), wall(longestWant, longest), wall(shortestWant, shortest)}}
	Costs = Column{"   selfOH parentOH", []Cell[Row]{
		number("selfOH in seconds", func(r *Row) *float64 { return &r.Self }, 8, 3),
		number("parentOH in seconds", func(r *Row) *float64 { return &r.Parent }, 8, 3),
	}}
	Moved = Column{" AVG_MPI_BYTES", []Cell[Row]{{Want: "a number of bytes, or -", At: func(r *Row) any { return &r.Bytes },
		Append: func(b []byte, r *Row) []byte {
			if r.Bytes == 0 {
				return append(b, "       -      "...)
			}
			return append(right(strconv.AppendFloat(b, float64(r.Bytes), 'e', 3, 64), len(b), 13), ' ')
		}}}}
)

// ShareTitle is how the title of the column of shares starts.
const ShareTitle = "%_of"

// Share is the column of shares of the timer of that name: its title is one word of ten bytes with its
// blanks, one more than the column has, of the first four bytes of the name.
func Share(of string) Column {
	first := strings.TrimLeft(short(oneWord(of), 4), " ")
	return Column{short(ShareTitle+"_"+first, 10), []Cell[Row]{number("a share", func(r *Row) *float64 { return &r.Share }, 8, 2)}}
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
func Event(title string, k int, quotient bool, rate Rate) Column {
	c := Column{EventTitle(title), []Cell[Row]{{Want: "a count", At: func(r *Row) any { return &r.Counts[k] },
		Append: func(b []byte, r *Row) []byte {
			if v := r.Counts[k]; v == BadCount || !quotient && v < 1e6 {
				b = append(b, ' ')
				return right(appendFixed(b, math.Floor(v), 0), len(b), 8)
			}
			return AppendScientific(b, r.Counts[k], 8)
		}}}}
	if rate == Titled {
		c.Title += RateTitle
	}
	if rate != NoRate {
		c.Cells = append(c.Cells, number("a rate", func(r *Row) *float64 { return &r.Rates[k] }, 8, 2))
	}
	return c
}

// EventTitle is the title of a counter: a blank and a word of 8 bytes.
func EventTitle(title string) string { return " " + short(oneWord(title), 8) }

const (
	totalWant    = "a time in seconds"
	longestWant  = "the longest time in seconds"
	shortestWant = "the shortest time in seconds"
)

func total(r *Row) any    { return &r.Total }
func longest(r *Row) any  { return &r.Max }
func shortest(r *Row) any { return &r.Min }

// wall formats a time: from 0.01 s up with three decimals, below with three digits.
func wall(want string, at func(*Row) any) Cell[Row] {
	return Cell[Row]{Want: want, At: at, Append: func(b []byte, r *Row) []byte {
		v := *at(r).(*int64)
		if v == Unknown {
			return append(b, "        -"...)
		}
		s := Seconds(v)
		if s < 0.01 {
			b = append(b, ' ')
			return right(strconv.AppendFloat(b, s, 'e', 2, 64), len(b), 8)
		}
		return AppendFixed(b, s, 8, 3)
	}}
}

func number(want string, at func(*Row) *float64, width, decimals int) Cell[Row] {
	return Cell[Row]{Want: want, At: func(r *Row) any { return at(r) },
		Append: func(b []byte, r *Row) []byte { return AppendFixed(b, *at(r), width, decimals) }}
}

func calls(before string) Cell[Row] {
	return Cell[Row]{Want: "a number of calls", At: func(r *Row) any { return &r.Calls },
		Append: func(b []byte, r *Row) []byte { return AppendCalls(append(b, before...), r.Calls) }}
}

func recursion(few, many, none string) Cell[Row] {
	whole, rounded := formatOf(few), formatOf(many)
	return Cell[Row]{Want: "a number of recursive calls", At: func(r *Row) any { return (*OrNone)(&r.Recursion) },
		Append: func(b []byte, r *Row) []byte {
			if r.Recursion == 0 {
				return append(b, none...)
			}
			f := whole
			b = append(b, f.before...)
			at := len(b)
			if r.Calls >= ManyCalls {
				f = rounded
				b = f.number(b, float64(r.Recursion))
			} else {
				b = strconv.AppendUint(b, r.Recursion, 10)
			}
			return append(right(b, at, f.width), f.after...)
		}}
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
