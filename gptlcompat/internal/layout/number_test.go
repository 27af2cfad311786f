package layout

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Numbers stand as Printf writes them, also where the quick way must leave the rounding to the exact one.
func TestNumbersAsPrintf(t *testing.T) {
	any := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()}),
		rapid.Map(rapid.Int64Range(0, 1<<52), func(ns int64) float64 { return float64(ns) / 1e9 }),
		rapid.Map(rapid.Int64Range(0, 1<<40), func(n int64) float64 { return float64(n) / (1 << 20) }),
		// The middle between two numbers of six decimals, and its neighbours.
		rapid.Map(rapid.Int64Range(0, 1<<40), func(n int64) float64 { return (float64(n) + 0.5) / 1e6 }))
	rapid.Check(t, func(t *rapid.T) {
		v := any.Draw(t, "v")
		for _, verb := range []string{"%12.6f", " %9.3f", " %16.6f ", "   %12.6e", " %8.1e", "(%6.0e)", "%5.0f"} {
			f := Verb(verb)
			b := []byte(f.before)
			at := len(b)
			got := string(append(Right(f.number(b, v), at, f.width), f.after...))
			if want := fmt.Sprintf(verb, v); got != want {
				t.Fatalf("%q of %g is %q, want %q", verb, v, got, want)
			}
		}
	})
}
