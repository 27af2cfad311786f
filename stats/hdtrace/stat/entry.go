package stat

import (
	"math"
	"strconv"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// Entry is one entry of a statistics file: values over the time from Start to End. The values are asked
// for by place, from 0 to Len()-1, in the order of the header.
type Entry struct {
	Start hdtrace.Epoch // when the entry before ended, or the initial timestamp
	End   hdtrace.Epoch

	// Restarted says that the group was stopped and started before the entry, which only files in the
	// thesis' form tell; Start is then the time of the start.
	Restarted bool

	Offset int64 // of the entry's timestamp in the file

	types []Type
	bits  []uint64
	texts []string // of files with strings
}

// Len is the number of values.
func (e *Entry) Len() int { return len(e.bits) }

// Type is the type of a value.
func (e *Entry) Type(i int) Type { return e.types[i] }

// Float is a value as a floating-point number: exact but for integers beyond 2⁵³. Strings are NaN.
func (e *Entry) Float(i int) float64 {
	switch e.types[i] {
	case TypeInt32, TypeInt64:
		return float64(int64(e.bits[i]))
	case TypeUint64:
		return float64(e.bits[i])
	case TypeFloat:
		return float64(math.Float32frombits(uint32(e.bits[i])))
	case TypeDouble:
		return math.Float64frombits(e.bits[i])
	}
	return math.NaN()
}

// Int is a value as an integer. Fractions are cut off, towards zero; what int64 cannot hold becomes the
// nearest that it can, NaN and strings 0.
func (e *Entry) Int(i int) int64 {
	switch e.types[i] {
	case TypeInt32, TypeInt64:
		return int64(e.bits[i])
	case TypeUint64:
		return int64(min(e.bits[i], math.MaxInt64))
	case TypeFloat, TypeDouble:
		return truncated(e.Float(i))
	}
	return 0
}

func truncated(f float64) int64 {
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	case f != f:
		return 0
	}
	return int64(f)
}

// Text is a string, or another value as AppendValue has it.
func (e *Entry) Text(i int) string { return string(e.AppendValue(nil, i)) }

// AppendValue appends a value as text: integers in decimal, floating-point numbers as short as they can be
// read back, NaN, +Inf and -Inf, strings as they are.
func (e *Entry) AppendValue(dst []byte, i int) []byte {
	switch e.types[i] {
	case TypeInt32, TypeInt64:
		return strconv.AppendInt(dst, int64(e.bits[i]), 10)
	case TypeUint64:
		return strconv.AppendUint(dst, e.bits[i], 10)
	case TypeFloat:
		return strconv.AppendFloat(dst, e.Float(i), 'g', -1, 32)
	case TypeDouble:
		return strconv.AppendFloat(dst, e.Float(i), 'g', -1, 64)
	case TypeString:
		return append(dst, e.texts[i]...)
	}
	return dst
}

// Clone is a copy that stays as it is when the reader goes on.
func (e *Entry) Clone() *Entry {
	c := *e
	c.bits = append([]uint64(nil), e.bits...)
	c.texts = append([]string(nil), e.texts...)
	return &c
}
