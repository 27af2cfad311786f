package stats

import (
	"math"
	"math/bits"
)

// uint256 is an unsigned integer of 256 bits, the least 64 first: what a sum of 128 bits and its square take.
type uint256 [4]uint64

// times is u·v.
func (u Uint128) times(v Uint128) uint256 {
	var w uint256
	for i, a := range [2]uint64{u.Lo, u.Hi} {
		var carry uint64
		for j, b := range [2]uint64{v.Lo, v.Hi} {
			hi, lo := bits.Mul64(a, b)
			lo, c := bits.Add64(lo, carry, 0)
			hi += c
			w[i+j], c = bits.Add64(w[i+j], lo, 0)
			carry = hi + c
		}
		w[i+2] += carry
	}
	return w
}

// sub is u − v, and whether v is larger.
func (u uint256) sub(v uint256) (difference uint256, less bool) {
	var borrow uint64
	for i := range u {
		difference[i], borrow = bits.Sub64(u[i], v[i], borrow)
	}
	return difference, borrow != 0
}

// float64 is the float64 that is nearest to u.
func (u uint256) float64() float64 {
	top := 3
	for top > 1 && u[top] == 0 {
		top--
	}
	high := Uint128{u[top], u[top-1]}
	for _, low := range u[:top-1] {
		if low != 0 {
			high.Lo |= 1 // there are more than 64 bits above, of whose rounding it decides
		}
	}
	return math.Ldexp(high.Float64(), 64*(top-1))
}

// scaled is u·n/d without its fraction, or the largest Uint128 if that is too large.
func (u Uint128) scaled(n, d uint64) Uint128 {
	w := u.times(Uint128{0, n})
	var quotient uint256
	var rest uint64
	for i := 3; i >= 0; i-- {
		quotient[i], rest = bits.Div64(rest, w[i], d)
	}
	if quotient[3]|quotient[2] != 0 {
		return maxUint128
	}
	return Uint128{quotient[1], quotient[0]}
}
