package hdtrace

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Epoch is a point in time in nanoseconds since 1970-01-01 00:00 UTC, or a span of nanoseconds to be
// added to one. Statistics files hold it as two 32-bit integers, seconds and nanoseconds; so points in
// time end on 2038-01-19 (see [MaxEpoch]).
type Epoch int64

// Second is a second, as a span.
const Second = Epoch(time.Second)

// The first and the last point in time that a statistics file can hold.
const (
	MinEpoch = math.MinInt32 * Second
	MaxEpoch = math.MaxInt32*Second + Second - 1
)

// Before and after all time, for ranges that are open.
const (
	BeginningOfTime Epoch = math.MinInt64
	EndOfTime       Epoch = math.MaxInt64
)

// EpochOf converts a time. Times outside the range of an Epoch become the smallest or the largest one.
func EpochOf(t time.Time) Epoch {
	sec := t.Unix()
	switch {
	case sec > math.MaxInt64/int64(Second)-1:
		return math.MaxInt64
	case sec < math.MinInt64/int64(Second)+1:
		return math.MinInt64
	}
	return Epoch(sec)*Second + Epoch(t.Nanosecond())
}

// EpochParts makes an Epoch from seconds and nanoseconds; the nanoseconds may exceed a second or be negative.
func EpochParts(sec, nsec int32) Epoch { return Epoch(sec)*Second + Epoch(nsec) }

// Time returns the point in time, in UTC.
func (e Epoch) Time() time.Time { return time.Unix(e.Seconds(), int64(e.Nanoseconds())).UTC() }

// Seconds returns the whole seconds, rounded down, so Nanoseconds is never negative.
func (e Epoch) Seconds() int64 {
	s := int64(e / Second)
	if e%Second < 0 {
		s--
	}
	return s
}

// Nanoseconds returns the part below a second, from 0 to 999999999.
func (e Epoch) Nanoseconds() int32 {
	n := e % Second
	if n < 0 {
		n += Second
	}
	return int32(n)
}

// Sub returns the time from earlier to e.
func (e Epoch) Sub(earlier Epoch) time.Duration { return time.Duration(e - earlier) }

// String returns seconds with nine decimals, as in 1247806573.000000000.
func (e Epoch) String() string { return string(e.AppendSeconds(nil, 9)) }

// AppendSeconds appends seconds with that many decimals, 0 to 9; further ones are cut off, towards zero.
func (e Epoch) AppendSeconds(dst []byte, decimals int) []byte {
	magnitude := uint64(e)
	if e < 0 {
		dst = append(dst, '-')
		magnitude = -magnitude
	}
	dst = strconv.AppendUint(dst, magnitude/uint64(Second), 10)
	if decimals <= 0 {
		return dst
	}
	dst = append(dst, '.')
	fraction := magnitude % uint64(Second)
	for unit := uint64(Second) / 10; decimals > 0 && unit > 0; decimals-- {
		dst = append(dst, byte('0'+fraction/unit%10))
		unit /= 10
	}
	return dst
}

// ParseEpoch reads the text form of times and adjustments: [+-]S[.fraction][s|ms], in seconds unless ms
// follows. Digits below a nanosecond are ignored. As in the Java reader, the fraction must be a number
// of 31 bits (always nine digits, often ten), the tenth digit counts as a digit of nanoseconds, and the
// fraction may have a sign, which takes the place of a digit if there are fewer than nine: 0.-1 is a
// hundredth of a second before 0. The error matches ErrSyntax.
func ParseEpoch(text string) (Epoch, error) {
	number, unit := text, Second
	if n, ok := strings.CutSuffix(number, "ms"); ok {
		number, unit = n, Second/1000
	} else {
		number = strings.TrimSuffix(number, "s")
	}
	negative := strings.HasPrefix(number, "-")
	if negative || strings.HasPrefix(number, "+") {
		number = number[1:]
	}
	whole, fraction, point := strings.Cut(number, ".")
	digits, back := strings.CutPrefix(fraction, "-")
	if !back {
		digits = strings.TrimPrefix(fraction, "+")
	}
	if !naming.Digits(whole) || point && !naming.Digits(digits) {
		return 0, fmt.Errorf("time %s: expected [+-]SECONDS[.FRACTION][s|ms]: %w", printable.Clipped(text), ErrSyntax)
	}
	if _, err := strconv.ParseInt(fraction, 10, 32); point && err != nil {
		return 0, fmt.Errorf("time %s: %s decimals are too many, expected at most 9: %w", printable.Clipped(text), strconv.Itoa(len(fraction)), ErrSyntax)
	}
	value, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || value > math.MaxInt64/int64(unit)-1 {
		return 0, fmt.Errorf("time %s is beyond what 64 bits of nanoseconds hold: %w", printable.Clipped(text), ErrSyntax)
	}
	if len(fraction) > len(digits) && len(fraction) <= 9 {
		digits = "0" + digits
	}
	below := fractionOf(digits, unit)
	if back {
		below = -below
	}
	e := Epoch(value)*unit + below
	if negative {
		e = -e
	}
	return e, nil
}

// fractionOf is the digits after the point, of a unit.
func fractionOf(fraction string, unit Epoch) Epoch {
	var e Epoch
	for i := range len(fraction) {
		unit /= 10
		e += Epoch(fraction[i]-'0') * unit
	}
	return e
}
