package signal

import (
	"fmt"
	"math"
)

// scale turns steps of a source into its unit. Steps are divided by a whole number where one step is less
// than a unit: 45300 thousandths are 45.3, while 45300 × 0.001 is not.
type scale struct{ times, by float64 }

func scaleOf(quantum float64) scale {
	if inverse := math.Round(1 / quantum); quantum < 1 && math.Abs(inverse*quantum-1) < 1e-12 {
		return scale{times: 1, by: inverse}
	}
	return scale{times: quantum, by: 1}
}

func (s scale) of(steps int64) float64 { return float64(steps) * s.times / s.by }

// parseWhole reads the whole number that a file holds, blanks around it.
func parseWhole(text []byte) (int64, error) {
	n, rest, ok := leadingWhole(skipBlanks(text))
	if !ok || len(skipBlanks(rest)) != 0 {
		return 0, fmt.Errorf("%q is not a whole number of 64 bits", shortened(text))
	}
	return n, nil
}

// parseDecimal reads the first number of a text in steps of 1/10^digits: further digits are cut off.
func parseDecimal(text []byte, digits int) (int64, error) {
	text = skipBlanks(text)
	n, rest, ok := leadingWhole(text)
	if !ok || n < 0 {
		return 0, fmt.Errorf("%q does not start with a number", shortened(text))
	}
	if len(rest) > 0 && rest[0] == '.' {
		rest = rest[1:]
	}
	for range digits {
		digit := int64(0)
		if len(rest) > 0 && isDigit(rest[0]) {
			digit, rest = int64(rest[0]-'0'), rest[1:]
		}
		if n > (math.MaxInt64-digit)/10 {
			return 0, fmt.Errorf("%q is too large", shortened(text))
		}
		n = n*10 + digit
	}
	return n, nil
}

// leadingWhole reads the number at the start of text; ok is false where there is none or it does not fit.
func leadingWhole(text []byte) (n int64, rest []byte, ok bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	at := 0
	for at < len(text) && isDigit(text[at]) {
		digit := int64(text[at] - '0')
		if n > (math.MaxInt64-digit)/10 {
			return 0, text, false
		}
		n = n*10 + digit
		at++
	}
	if negative {
		n = -n
	}
	return n, text[at:], at > 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func skipBlanks(text []byte) []byte {
	for len(text) > 0 && isBlank(text[0]) {
		text = text[1:]
	}
	return text
}

// shortened copies what an error shows of a text, so that the text need not outlive the call.
func shortened(text []byte) string {
	const most = 40
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
