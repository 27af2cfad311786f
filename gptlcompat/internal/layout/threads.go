package layout

import (
	"strconv"

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
	{Verb: Verb("  %s"), Want: "y or - in the column On", At: running},
	Calls(""), Recursion(" %6d ", " %6.0e ", "    -   "),
	{Verb: Verb("%12.6f"), Want: TotalWant, At: Total},
	{Verb: Verb(" %12.6f"), Want: LongestWant, At: Longest},
	{Verb: Verb(" %12.6f"), Want: ShortestWant, At: Shortest},
	{Verb: Verb(" %16.6f "), Want: "what timing cost", At: func(r *Row) any { return &r.Cost }},
}}

// What a reader expects of times.
const (
	TotalWant    = "a time in seconds"
	LongestWant  = "the longest time in seconds"
	ShortestWant = "the shortest time in seconds"
)

// Total, Longest and Shortest are times of calls.
func Total(r *Row) any    { return &r.Total }
func Longest(r *Row) any  { return &r.Max }
func Shortest(r *Row) any { return &r.Min }

// Calls and Recursion are the columns of calls.
func Calls(before string) Cell[Row] {
	return Cell[Row]{Want: "a number of calls", At: func(r *Row) any { return &r.Calls },
		Append: func(b []byte, r *Row) []byte { return AppendCalls(append(b, before...), r.Calls) }}
}

func Recursion(few, many, none string) Cell[Row] {
	whole, rounded := Verb(few), Verb(many)
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
			return append(Right(b, at, f.width), f.after...)
		}}
}
