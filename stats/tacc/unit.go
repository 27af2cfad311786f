package tacc

import (
	"math/bits"
	"strconv"
	"strings"
)

// Unit is what one count of a key means: Num/Den of Base.
type Unit struct {
	Num, Den uint64
	Base     string // B, s, J, W; other texts as the schema has them; "" for plain counts
}

// baseUnits are the units that are known to be multiples of others. KB and kB are both 1024 bytes, as in the
// kernel's files, from which these values come. A cs is a tick of the kernel's clock, which the monitor takes
// for 10 ms whatever sysconf(_SC_CLK_TCK) says; on Linux that is right for all usual machines.
var baseUnits = map[string]Unit{
	"KB": {1024, 1, "B"}, "kB": {1024, 1, "B"}, "MB": {1 << 20, 1, "B"},
	"cs": {1, 100, "s"}, "ms": {1, 1000, "s"}, "us": {1, 1e6, "s"},
	"mJ": {1, 1000, "J"}, "uJ": {1, 1e6, "J"}, "mW": {1, 1000, "W"},
}

// ParseUnit reads the text of a U= option: 512B, KB, cs. Leading digits multiply.
func ParseUnit(s string) Unit {
	name := strings.TrimLeft(s, "0123456789")
	factor, err := strconv.ParseUint(s[:len(s)-len(name)], 10, 32) // more would not leave room to multiply
	if err != nil || factor == 0 {
		factor, name = 1, s
		if strings.Trim(s, "0123456789") == "" {
			name = ""
		}
	}
	u, known := baseUnits[name]
	if !known {
		u = Unit{1, 1, name}
	}
	u.Num *= factor
	return u
}

// Float is so many counts in the base unit.
func (u Unit) Float(n uint64) float64 { return float64(n) * float64(u.Num) / float64(u.Den) }

// Decimal is so many counts in the base unit, in decimal and with all digits.
func (u Unit) Decimal(n uint64) string { return string(u.appendDecimal(nil, n)) }

// appendDecimal relies on denominators being powers of ten.
func (u Unit) appendDecimal(b []byte, n uint64) []byte {
	hi, lo := bits.Mul64(n, u.Num)
	if hi >= u.Den {
		return append(b, bigDecimal(hi, lo, u.Den)...)
	}
	whole, rest := bits.Div64(hi, lo, u.Den)
	b = strconv.AppendUint(b, whole, 10)
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for d := u.Den / 10; d > 0 && rest > 0; d /= 10 {
		b = append(b, byte('0'+rest/d))
		rest %= d
	}
	return b
}

// bigDecimal is for the few counts that pass 64 bits in their base unit: 2^63 sectors of 512 bytes.
func bigDecimal(hi, lo, den uint64) string {
	const limb = 1e18 // a power of ten below 2^64
	upper, rest := bits.Div64(hi%den, lo, den)
	// The quotient is (hi/den)*2^64 + upper.
	high, low := bits.Div64(hi/den, upper, limb)
	s := strconv.FormatUint(low, 10)
	s = strconv.FormatUint(high, 10) + strings.Repeat("0", 18-len(s)) + s
	if rest != 0 {
		digits := strconv.FormatUint(rest+den, 10)[1:]
		s += "." + strings.TrimRight(digits, "0")
	}
	return s
}
