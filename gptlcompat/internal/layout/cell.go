// Package layout holds the columns of each table in GPTL's files, and the lines around the tables that
// hold a value, for writers and readers. The checker has its own, or it would be blind.
package layout

import (
	"math"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// Cell is one value in a row of type T.
type Cell[T any] struct {
	Verb   Format                  // writes the value
	Want   string                  // what a reader expects there
	At     func(*T) any            // returns a pointer to the value, of a type that Append handles
	Append func([]byte, *T) []byte // instead of Verb
}

// Values that are not printed as numbers alone.
type (
	Flag        int     // y, or - for 0
	OrNone      uint64  // - for 0
	OrNothing   float64 // - for 0
	Nanoseconds float64 // printed in seconds, as int64 is
)

// Unknown is the longest and the shortest time of calls some of which were not timed one by one.
const Unknown = -1

// Append writes the cells of a row after b.
func Append[T any](b []byte, cells []Cell[T], row *T) []byte {
	for i := range cells {
		c := &cells[i]
		if c.Append != nil {
			b = c.Append(b, row)
			continue
		}
		f := &c.Verb
		b = append(b, f.before...)
		at := len(b)
		switch v := c.At(row).(type) {
		case *Flag:
			b = append(b, v.sign())
		case *int:
			b = strconv.AppendInt(b, int64(*v), 10)
		case *int64:
			if *v == Unknown {
				b = append(b, '-')
				break
			}
			b = f.number(b, Seconds(*v))
		case *uint64:
			b = f.number(b, float64(*v))
		case *float64:
			b = f.number(b, *v)
		case *Nanoseconds:
			b = f.number(b, float64(*v)/1e9)
		case *stats.Uint128:
			b = f.number(b, v.Float64()/1e9)
		}
		b = append(Right(b, at, f.width), f.after...)
	}
	return b
}

func (f Flag) sign() byte {
	if f > 0 {
		return 'y'
	}
	return '-'
}

// ManyCalls is where counts stop being shown as integers.
const ManyCalls = 1_000_000

// AppendCalls writes a number of calls in 8 bytes.
func AppendCalls(b []byte, n uint64) []byte {
	if n < ManyCalls {
		return Right(strconv.AppendUint(b, n, 10), len(b), 8)
	}
	return Right(strconv.AppendFloat(b, float64(n), 'e', 1, 64), len(b), 8)
}

// PairCost returns the cost of a start and a stop in seconds, 0 when it is not known.
func PairCost(p *stats.Profile) float64 {
	if c := p.Clock.PairCost; c > 0 && c < 1e9 {
		return c / 1e9
	}
	return 0
}

// Seconds converts nanoseconds to seconds. A time below zero, which no clock returns, becomes zero.
func Seconds(ns int64) float64 { return float64(max(ns, 0)) / 1e9 }

// Number keeps invalid numbers out of a file.
func Number(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
