package stats

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
)

// Uint128 is an unsigned integer of 128 bits, for sums that must be exact: a sum of squares of
// nanoseconds overflows 64 bits after a few seconds. Its arithmetic saturates, which keeps addition
// associative: a sum that does not fit is the largest Uint128, a difference below zero is 0.
type Uint128 struct {
	Hi, Lo uint64
}

var maxUint128 = Uint128{math.MaxUint64, math.MaxUint64}

// Mul returns a·b, which always fits.
func Mul(a, b uint64) Uint128 {
	hi, lo := bits.Mul64(a, b)
	return Uint128{hi, lo}
}

// Square returns a·a, which always fits.
func Square(a uint64) Uint128 { return Mul(a, a) }

// Add returns u + v, or the largest Uint128 if that is too large.
func (u Uint128) Add(v Uint128) Uint128 {
	lo, carry := bits.Add64(u.Lo, v.Lo, 0)
	hi, carry := bits.Add64(u.Hi, v.Hi, carry)
	if carry != 0 {
		return maxUint128
	}
	return Uint128{hi, lo}
}

// Add64 returns u + v, or the largest Uint128 if that is too large.
func (u Uint128) Add64(v uint64) Uint128 { return u.Add(Uint128{0, v}) }

// Sub returns u − v, or 0 if v is larger.
func (u Uint128) Sub(v Uint128) Uint128 {
	lo, borrow := bits.Sub64(u.Lo, v.Lo, 0)
	hi, borrow := bits.Sub64(u.Hi, v.Hi, borrow)
	if borrow != 0 {
		return Uint128{}
	}
	return Uint128{hi, lo}
}

// Cmp returns -1, 0 or 1 as u is smaller than, equal to or larger than v.
func (u Uint128) Cmp(v Uint128) int {
	switch {
	case u == v:
		return 0
	case u.Hi < v.Hi || u.Hi == v.Hi && u.Lo < v.Lo:
		return -1
	}
	return 1
}

// Float64 returns the float64 that is nearest to u.
func (u Uint128) Float64() float64 {
	if u.Hi == 0 {
		return float64(u.Lo)
	}
	// The 64 leading bits, with all that is cut off kept as a sticky last bit, so that the one
	// rounding of the conversion is the right one.
	shift := 64 - bits.LeadingZeros64(u.Hi)
	top := u.Hi<<(64-shift) | u.Lo>>shift
	if u.Lo<<(64-shift) != 0 {
		top |= 1
	}
	return math.Ldexp(float64(top), shift)
}

// String returns u in decimal.
func (u Uint128) String() string {
	const part = 1e19 // the largest power of ten that 64 bits hold
	var parts []uint64
	for u.Hi != 0 {
		high, rest := u.Hi/part, u.Hi%part
		low, rest := bits.Div64(rest, u.Lo, part)
		u, parts = Uint128{high, low}, append(parts, rest)
	}
	text := strconv.AppendUint(nil, u.Lo, 10)
	for i := len(parts) - 1; i >= 0; i-- {
		const digits = 19
		low := strconv.FormatUint(parts[i], 10)
		text = append(append(text, "0000000000000000000"[:digits-len(low)]...), low...)
	}
	return string(text)
}

// MarshalJSON returns u as a number.
func (u Uint128) MarshalJSON() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalJSON reads the output of MarshalJSON.
func (u *Uint128) UnmarshalJSON(text []byte) error {
	v, ok := parseUint128(text)
	if !ok {
		return fmt.Errorf("%.60q, expected an unsigned integer of 128 bits", text)
	}
	*u = v
	return nil
}

func parseUint128(text []byte) (v Uint128, ok bool) {
	for _, c := range text {
		if c < '0' || c > '9' {
			return v, false
		}
		over, hi := bits.Mul64(v.Hi, 10)
		tens := Mul(v.Lo, 10)
		hi, carry := bits.Add64(hi, tens.Hi, 0)
		lo, more := bits.Add64(tens.Lo, uint64(c-'0'), 0)
		hi, more = bits.Add64(hi, 0, more)
		if over+carry+more > 0 {
			return v, false
		}
		v = Uint128{hi, lo}
	}
	return v, len(text) > 0
}
