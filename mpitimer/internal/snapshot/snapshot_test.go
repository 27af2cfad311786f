package snapshot

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestScaleOfASample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		timed := rapid.Uint64Range(1, 1<<40).Draw(t, "timed")
		calls := timed * rapid.Uint64Range(1, 1000).Draw(t, "sample")
		total := rapid.Uint64Range(0, 1<<50).Draw(t, "total")
		high, low := rapid.Uint64Range(0, 1<<50).Draw(t, "high"), rapid.Uint64().Draw(t, "low")
		gotTotal, gotHigh, gotLow := scale(total, high, low, calls, timed)
		number := func(hi, lo uint64) *big.Int {
			n := new(big.Int).SetUint64(hi)
			return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(lo))
		}
		grown := func(n *big.Int) *big.Int {
			n = new(big.Int).Mul(n, new(big.Int).SetUint64(calls))
			return n.Div(n, new(big.Int).SetUint64(timed))
		}
		if want := grown(number(0, total)); want.Cmp(number(0, gotTotal)) != 0 {
			t.Fatalf("total %d, want %s", gotTotal, want)
		}
		if want := grown(number(high, low)); want.Cmp(number(gotHigh, gotLow)) != 0 {
			t.Fatalf("squares %s, want %s", number(gotHigh, gotLow), want)
		}
	})
}

func TestExtrapolate(t *testing.T) {
	if Extrapolate(10, 0, 0) != 10 || Extrapolate(10, 40, 4) != 100 || Extrapolate(1<<62, 1<<62, 1) != 1<<62 {
		t.Error("extrapolation fails where none was timed, or overflows")
	}
}
