package layout

import (
	"math"
	"strconv"
	"strings"
)

// format is a verb of Printf with the text around it. A file has tens of thousands of numbers, and Printf
// takes longer for one than everything else that is done for it.
type format struct {
	before, after   string
	width, decimals int
	kind            byte // d, s, e or f
}

func formatOf(verb string) (f format) {
	f.before, verb, _ = strings.Cut(verb, "%")
	into := &f.width
	for i := range len(verb) {
		switch c := verb[i]; {
		case c >= '0' && c <= '9':
			*into = 10**into + int(c-'0')
		case c == '.':
			into = &f.decimals
		default:
			f.kind, f.after = c, verb[i+1:]
			return f
		}
	}
	return f
}

func (f *format) number(b []byte, v float64) []byte {
	if f.kind == 'f' {
		return AppendFixed(b, v, f.decimals)
	}
	return strconv.AppendFloat(b, v, f.kind, f.decimals, 64)
}

// Right moves what follows at to the right end of width bytes.
func Right(b []byte, at, width int) []byte {
	const blanks = "                "
	missing := width - (len(b) - at)
	if missing <= 0 {
		return b
	}
	for n := missing; n > 0; n -= len(blanks) {
		b = append(b, blanks[:min(n, len(blanks))]...)
	}
	copy(b[at+missing:], b[at:])
	for i := range missing {
		b[at+i] = ' '
	}
	return b
}

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6}

// AppendFixed is strconv.AppendFloat of 'f', which goes digit by digit through decimals that a time in seconds
// rarely needs. A product below 2⁴³ is off by 2⁻¹⁰ at most: unless it is nearer than twice that to the middle
// between two numbers, it is rounded as the exact one would be.
func AppendFixed(b []byte, v float64, decimals int) []byte {
	const doubt = 1.0 / 512
	if decimals < len(powers) && v >= 0 && !math.Signbit(v) && v*powers[decimals] < 1<<43 {
		scaled := v * powers[decimals]
		whole := uint64(scaled)
		rest := scaled - float64(whole)
		if rest < 0.5-doubt || rest > 0.5+doubt {
			if rest > 0.5 {
				whole++
			}
			return appendDecimal(b, whole, decimals)
		}
	}
	return strconv.AppendFloat(b, v, 'f', decimals, 64)
}

// appendDecimal writes whole/10^decimals.
func appendDecimal(b []byte, whole uint64, decimals int) []byte {
	if decimals == 0 {
		return strconv.AppendUint(b, whole, 10)
	}
	power := uint64(powers[decimals])
	b = append(strconv.AppendUint(b, whole/power, 10), '.')
	at := len(b)
	b = append(b, "000000"[:decimals]...)
	for i, rest := at+decimals-1, whole%power; rest > 0; i, rest = i-1, rest/10 {
		b[i] = '0' + byte(rest%10)
	}
	return b
}
