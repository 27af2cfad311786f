package columns

import (
	"math"
	"strconv"
)

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6}

// AppendFixed is strconv.AppendFloat of 'f', which goes digit by digit through decimals that a time rarely needs. A product below 2⁴³ is off by 2⁻¹⁰ at most: unless it is nearer than twice that to the middle
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
