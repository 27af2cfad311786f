// Package layout holds what the writers and the readers of GPTL's files have in common: the columns of each
// table, and the lines around the tables that hold a value. The checker has its own, or it would be blind.
package layout

import (
	"bytes"
	"fmt"
	"math"

	"github.com/go-hpc/timers/stats"
)

// Cell is one value in a row of type T.
type Cell[T any] struct {
	Verb  string          // prints the value
	Want  string          // what a reader expects there
	At    func(*T) any    // returns a pointer to the value, of a type that Print knows
	Print func(*T) string // instead of Verb
}

// Values that are not printed as numbers alone.
type (
	Flag        int     // y, or - for 0
	OrNone      uint64  // - for 0
	OrNothing   float64 // - for 0
	Nanoseconds float64 // printed in seconds, as int64 is
)

// Print writes the cells of a row.
func Print[T any](b *bytes.Buffer, cells []Cell[T], row *T) {
	for i := range cells {
		c := &cells[i]
		if c.Print != nil {
			b.WriteString(c.Print(row))
			continue
		}
		switch v := c.At(row).(type) {
		case *Flag:
			fmt.Fprintf(b, c.Verb, v.sign())
		case *int:
			fmt.Fprintf(b, c.Verb, *v)
		case *int64:
			fmt.Fprintf(b, c.Verb, Seconds(*v))
		case *uint64:
			fmt.Fprintf(b, c.Verb, float64(*v))
		case *float64:
			fmt.Fprintf(b, c.Verb, *v)
		case *Nanoseconds:
			fmt.Fprintf(b, c.Verb, float64(*v)/1e9)
		case *stats.Uint128:
			fmt.Fprintf(b, c.Verb, v.Float64()/1e9)
		}
	}
}

func (f Flag) sign() string {
	if f > 0 {
		return "y"
	}
	return "-"
}

// ManyCalls is where counts stop being shown as integers.
const ManyCalls = 1_000_000

// Calls prints a number of calls in 8 bytes.
func Calls(n uint64) string {
	if n < ManyCalls {
		return fmt.Sprintf("%8d", n)
	}
	return fmt.Sprintf("%8.1e", float64(n))
}

// PairCost returns the cost of a start and a stop in seconds, 0 when it is not known.
func PairCost(p *stats.Profile) float64 {
	if c := p.Clock.PairCost; c > 0 && c < 1e9 {
		return c / 1e9
	}
	return 0
}

// Seconds turns nanoseconds into seconds. A time below zero, which no clock gives, is none.
func Seconds(ns int64) float64 { return float64(max(ns, 0)) / 1e9 }

// Number keeps what is no number out of a file.
func Number(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// Quantity is a number that only a broken source gives as below zero, infinite or none.
func Quantity(v float64) float64 { return max(Number(v), 0) }

// Fixed prints a blank and a number of at least 0 in width bytes, with fewer decimals where it would
// not fit: a row must not be longer than its title.
func Fixed(v float64, width, decimals int) string {
	for ; decimals >= 0; decimals-- {
		if s := fmt.Sprintf(" %*.*f", width, decimals, v); len(s) == width+1 {
			return s
		}
	}
	return Scientific(v, width)
}

// Scientific prints a blank and a number in width bytes.
func Scientific(v float64, width int) string {
	if math.Abs(v) >= 1e100 {
		return fmt.Sprintf(" %*.1e", width, v)
	}
	return fmt.Sprintf(" %*.2e", width, v)
}
