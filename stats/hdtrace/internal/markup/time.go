package markup

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// AdjustedTime reads a time and adds the adjustment of the file.
func AdjustedTime(text string, adjustment hdtrace.Epoch) (e hdtrace.Epoch, problem string) {
	e, ok := PlainTime(text)
	if !ok {
		var err error
		if e, err = hdtrace.ParseEpoch(text); err != nil {
			return 0, err.Error()
		}
	}
	sum := e + adjustment
	if (sum > e) != (adjustment > 0) && adjustment != 0 {
		return 0, fmt.Sprintf("time %s after %v is beyond what 64 bits of nanoseconds hold", printable.Clipped(text), adjustment)
	}
	return sum, ""
}

// PlainTime is ParseEpoch for the form that all C programs write, in a fifth of the time.
func PlainTime[T string | []byte](text T) (hdtrace.Epoch, bool) {
	var whole, fraction, digits int64
	i := 0
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		whole = whole*10 + int64(text[i]-'0')
	}
	if i == 0 || i > 10 || i == len(text) || text[i] != '.' {
		return 0, false
	}
	for i++; i < len(text) && text[i]-'0' <= 9; i++ {
		fraction = fraction*10 + int64(text[i]-'0')
		digits++
	}
	if i < len(text) || digits == 0 || digits > 9 || whole > int64(hdtrace.MaxEpoch/hdtrace.Second)*4 {
		return 0, false
	}
	for ; digits < 9; digits++ {
		fraction *= 10
	}
	return hdtrace.Epoch(whole)*hdtrace.Second + hdtrace.Epoch(fraction), true
}

// ProblemOf is the text of an error without its place, which is told apart.
func ProblemOf(err error, otherwise string) string {
	if f, ok := err.(*hdtrace.FormatError); ok {
		return f.Text
	}
	if err != nil {
		return err.Error()
	}
	return otherwise
}

// Plausible reports whether readers can hold what a header says.
func Plausible(adjustment hdtrace.Epoch, mhz int) bool {
	return adjustment >= hdtrace.MinEpoch && adjustment <= hdtrace.MaxEpoch && int(int32(mhz)) == mhz
}

// Times makes the text of times.
type Times struct {
	Start    hdtrace.Epoch // times are relative to it
	Decimals int
}

// AppendShortest writes seconds without zeros at the end.
func AppendShortest(dst []byte, e hdtrace.Epoch) []byte {
	dst = e.AppendSeconds(dst, 9)
	return bytes.TrimSuffix(bytes.TrimRight(dst, "0"), []byte{'.'})
}

// Append writes a time: the same as Epoch.AppendSeconds, in a third of the time, which is most of what a
// state costs.
func (x *Times) Append(dst []byte, t hdtrace.Epoch) []byte {
	t -= x.Start
	if t < 0 || t >= 1<<32*hdtrace.Second {
		return t.AppendSeconds(dst, x.Decimals)
	}
	seconds, fraction := uint64(t)/1e9, uint32(uint64(t)%1e9)
	if seconds < 10 {
		dst = append(dst, byte('0'+seconds))
	} else {
		dst = strconv.AppendUint(dst, seconds, 10)
	}
	if x.Decimals == 0 {
		return dst
	}
	var text [10]byte
	text[0] = '.'
	for i := 9; i >= 3; i -= 2 {
		pair := fraction % 100
		fraction /= 100
		text[i], text[i-1] = byte('0'+pair%10), byte('0'+pair/10)
	}
	text[1] = byte('0' + fraction)
	return append(dst, text[:1+x.Decimals]...)
}
