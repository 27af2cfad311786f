package stats

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func genUint128() *rapid.Generator[Uint128] {
	word := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 3), rapid.Uint64Range(math.MaxUint64-2, math.MaxUint64))
	return rapid.Custom(func(t *rapid.T) Uint128 { return Uint128{word.Draw(t, "hi"), word.Draw(t, "lo")} })
}

func TestUint128(t *testing.T) {
	limit := new(big.Int).Lsh(big.NewInt(1), 128)
	rapid.Check(t, func(t *rapid.T) {
		a, b := genUint128().Draw(t, "a"), genUint128().Draw(t, "b")
		check := func(what string, got Uint128, want *big.Int) {
			t.Helper()
			switch {
			case want.Cmp(limit) >= 0:
				want = new(big.Int).Sub(limit, big.NewInt(1))
			case want.Sign() < 0:
				want = new(big.Int)
			}
			if got.String() != want.String() {
				t.Errorf("%s of %v and %v: got %v, want %v", what, a, b, got, want)
			}
		}
		x, y, low := a.big(), b.big(), new(big.Int).SetUint64(b.Lo)
		check("Add", a.Add(b), new(big.Int).Add(x, y))
		check("Add64", a.Add64(b.Lo), new(big.Int).Add(x, low))
		check("Sub", a.Sub(b), new(big.Int).Sub(x, y))
		check("Mul", Mul(a.Lo, b.Lo), new(big.Int).Mul(new(big.Int).SetUint64(a.Lo), low))
		check("Square", Square(b.Lo), new(big.Int).Mul(low, low))
		if got, want := a.Cmp(b), x.Cmp(y); got != want {
			t.Errorf("Cmp of %v and %v: got %d, want %d", a, b, got, want)
		}
		if want, _ := new(big.Float).SetInt(x).Float64(); a.Float64() != want {
			t.Errorf("Float64 of %v: got %v, want %v", a, a.Float64(), want)
		}
	})
}

// big is u in the arithmetic of another package.
func (u Uint128) big() *big.Int {
	b := new(big.Int).Lsh(new(big.Int).SetUint64(u.Hi), 64)
	return b.Or(b, new(big.Int).SetUint64(u.Lo))
}

func (u uint256) big() *big.Int {
	b := new(big.Int)
	for i := 3; i >= 0; i-- {
		b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(u[i]))
	}
	return b
}

func TestUint256(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genUint128().Draw(t, "a"), genUint128().Draw(t, "b")
		c, d := genUint128().Draw(t, "c"), genUint128().Draw(t, "d")
		product, other := a.times(b), c.times(d)
		x, y := new(big.Int).Mul(a.big(), b.big()), new(big.Int).Mul(c.big(), d.big())
		if product.big().Cmp(x) != 0 {
			t.Fatalf("%v times %v: got %v, want %v", a, b, product.big(), x)
		}
		if want, _ := new(big.Float).SetInt(x).Float64(); product.float64() != want {
			t.Fatalf("float64 of %v: got %v, want %v", x, product.float64(), want)
		}
		difference, less := product.sub(other)
		if want := x.Cmp(y) < 0; less != want || !less && difference.big().Cmp(new(big.Int).Sub(x, y)) != 0 {
			t.Fatalf("%v less %v: got %v, %t", x, y, difference.big(), less)
		}
		by := max(c.Lo, 1)
		want := new(big.Int).Mul(a.big(), new(big.Int).SetUint64(b.Lo))
		want.Quo(want, new(big.Int).SetUint64(by))
		if want.BitLen() > 128 {
			want = maxUint128.big()
		}
		if got := a.scaled(b.Lo, by); got.big().Cmp(want) != 0 {
			t.Fatalf("%v times %d by %d: got %v, want %v", a, b.Lo, by, got, want)
		}
	})
}

// A deviation is right to the last digits, also where the values are large and near each other.
func TestDeviation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, n := rapid.Uint64Range(0, 1<<60).Draw(t, "base"), rapid.IntRange(2, 20).Draw(t, "n")
		var sum, squares Uint128
		mean, spread := new(big.Rat), new(big.Rat)
		var values []*big.Rat
		for range n {
			v := base + rapid.Uint64Range(0, 1000).Draw(t, "value")
			sum, squares = sum.Add64(v), squares.Add(Square(v))
			values = append(values, new(big.Rat).SetInt(new(big.Int).SetUint64(v)))
			mean.Add(mean, values[len(values)-1])
		}
		mean.Quo(mean, big.NewRat(int64(n), 1))
		for _, v := range values {
			d := new(big.Rat).Sub(v, mean)
			spread.Add(spread, d.Mul(d, d))
		}
		variance, _ := spread.Quo(spread, big.NewRat(int64(n-1), 1)).Float64()
		if got, want := deviation(uint64(n), sum, squares), math.Sqrt(variance); math.Abs(got-want) > 1e-15*want {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestBuckets(t *testing.T) {
	for v := range uint64(4) {
		if BucketOf(v) != int(v) {
			t.Errorf("bucket of %d: got %d", v, BucketOf(v))
		}
	}
	for i := range Buckets {
		low := BucketLow(i)
		if BucketOf(low) != i || i > 0 && BucketOf(low-1) != i-1 {
			t.Errorf("bucket %d begins at %d: that is in %d, and the one before in %d", i, low, BucketOf(low), BucketOf(low-1))
		}
	}
	if got := BucketOf(math.MaxUint64); got != Buckets-1 {
		t.Errorf("bucket of the largest duration: got %d, want %d", got, Buckets-1)
	}
	if BucketLow(-1) != 0 || BucketLow(Buckets) != math.MaxUint64 {
		t.Errorf("bounds: got %d and %d", BucketLow(-1), BucketLow(Buckets))
	}
}

func TestHistogramMergesAsItCounts(t *testing.T) {
	values := rapid.SliceOf(rapid.OneOf(rapid.Uint64Range(0, 40), rapid.Uint64()))
	rapid.Check(t, func(t *rapid.T) {
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		var one, two, both Histogram
		counts := make([]uint64, Buckets)
		for _, v := range a {
			one.Add(v)
			both.Add(v)
			counts[BucketOf(v)]++
		}
		for _, v := range b {
			two.Add(v)
			both.Add(v)
			counts[BucketOf(v)]++
		}
		second := NewHistogram(append([]uint64(nil), counts...))
		kept := Histogram{two.First, append([]uint64(nil), two.Counts...)}
		one.Merge(two)
		for _, h := range []Histogram{one, both, second} {
			if !h.valid() || h.Total() != uint64(len(a)+len(b)) || !equalHistograms(h, both) {
				t.Fatalf("got %v, want %v with %d counts", h, both, len(a)+len(b))
			}
		}
		if !equalHistograms(two, kept) {
			t.Fatalf("Merge changed its argument to %v, was %v", two, kept)
		}
	})
}

func equalHistograms(a, b Histogram) bool {
	if a.First != b.First || len(a.Counts) != len(b.Counts) {
		return false
	}
	for i := range a.Counts {
		if a.Counts[i] != b.Counts[i] {
			return false
		}
	}
	return true
}

func TestHistogramQuantile(t *testing.T) {
	var h Histogram
	if got := h.Quantile(0.5); got != 0 {
		t.Errorf("of nothing: got %v, want 0", got)
	}
	for v := range uint64(1000) {
		h.Add(v)
	}
	for _, q := range []float64{0.1, 0.25, 0.5, 0.9, 0.99} {
		if got, want := h.Quantile(q), 1000*q; math.Abs(got-want) > want/30 {
			t.Errorf("quantile %v: got %v, want %v", q, got, want)
		}
	}
	for _, q := range []float64{-1, 0, math.NaN()} {
		if got := h.Quantile(q); got != 0 {
			t.Errorf("quantile %v: got %v, want 0", q, got)
		}
	}
	if got, want := h.Quantile(2), float64(BucketLow(BucketOf(999)+1)); got != want {
		t.Errorf("quantile 2: got %v, want %v", got, want)
	}
	var one Histogram
	one.Add(math.MaxUint64)
	if got := one.Quantile(1); got != math.MaxUint64 {
		t.Errorf("of the largest duration: got %v", got)
	}
}

// TestKeys looks for collisions, in each lane alone, among names that differ as little as names do.
func TestKeys(t *testing.T) {
	lanes := [2]map[uint64]string{{}, {}}
	count := 0
	add := func(k key, name string) {
		count++
		for i, lane := range []uint64{k.a, k.b} {
			if other, there := lanes[i][lane]; there {
				t.Fatalf("lane %d: %q and %q collide", i, other, name)
			}
			lanes[i][lane] = name
		}
	}
	environment := environmentKey("Default", 4, []Range{{First: 0, Last: 3, Stride: 1}})
	other := environmentKey("Default", 4, []Range{{First: 0, Last: 6, Stride: 2}})
	for n := range 40 {
		zeros := strings.Repeat("\x00", n)
		add(pathKey(rootKey, environment, zeros), zeros)
		add(pathKey(rootKey, other, zeros), "other environment "+zeros)
		for i := range n {
			for bit := range 8 {
				b := []byte(zeros)
				b[i] ^= 1 << bit
				k := pathKey(rootKey, environment, string(b))
				add(k, string(b))
				add(pathKey(k, environment, zeros[:n/2]), string(b)+"/"+zeros[:n/2])
				add(pathKey(pathKey(rootKey, environment, zeros[:n/2]), environment, string(b)), zeros[:n/2]+"/"+string(b))
			}
		}
	}
	for i := range 1000 {
		add(pathKey(rootKey, environment, "loop "+big.NewInt(int64(i)).String()), "loop")
	}
	if count < 10000 {
		t.Errorf("only %d keys", count)
	}
}

// TestKeysAreForEver holds the hash to its values: ranks of one run may be different builds.
func TestKeysAreForEver(t *testing.T) {
	got := pathKey(pathKey(rootKey, environmentKey("Default", 4, []Range{{First: 0, Last: 3, Stride: 1}}), "Total"), rootKey, "a longer name")
	if want := (key{goldenA, goldenB}); got != want {
		t.Errorf("got {%#x, %#x}, want %#x: a change of the hash needs another messageVersion", got.a, got.b, want)
	}
}

const goldenA, goldenB = 0x39ecc4532f489931, 0xdb8a77476e933468

func TestWideNumbersInJSON(t *testing.T) {
	for _, u := range []Uint128{{}, {0, 1}, {1, 0}, {math.MaxUint64, math.MaxUint64}} {
		b, _ := u.MarshalJSON()
		var got Uint128
		if err := got.UnmarshalJSON(b); err != nil || got != u || string(b) != u.String() {
			t.Errorf("%v became %s, then %v, %v", u, b, got, err)
		}
	}
	for text, want := range map[string]Int128{
		"0": {}, "-1": {-1, math.MaxUint64}, "18446744073709551616": {1, 0},
		"-170141183460469231731687303715884105728": {math.MinInt64, 0}, "170141183460469231731687303715884105727": {math.MaxInt64, math.MaxUint64},
	} {
		var got Int128
		if err := got.UnmarshalJSON([]byte(text)); err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
		if b, _ := want.MarshalJSON(); string(b) != text {
			t.Errorf("%v became %s", want, b)
		}
	}
	for _, text := range []string{"", "-", "+1", "1.0", "1e3", "170141183460469231731687303715884105728", "-170141183460469231731687303715884105729", `"1"`} {
		if err := new(Int128).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	for _, text := range []string{"", "-1", "340282366920938463463374607431768211456", "1000000000000000000000000000000000000000"} {
		if err := new(Uint128).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
