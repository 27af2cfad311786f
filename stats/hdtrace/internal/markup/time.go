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
	e, n := leadingTime(text)
	return e, n > 0 && n == len(text)
}

// leadingTime reads the time that a text begins with, as PlainTime, and how long it is; 0 where there is none.
func leadingTime[T string | []byte](text T) (e hdtrace.Epoch, n int) {
	whole, i := uint64(0), 0
	for ; i < len(text) && i <= mostWhole && text[i]-'0' <= 9; i++ {
		whole = whole*10 + uint64(text[i]-'0')
	}
	if i == 0 || i > mostWhole || i == len(text) || text[i] != '.' || whole > uint64(hdtrace.MaxEpoch/hdtrace.Second)*4 {
		return 0, 0
	}
	i++
	fraction, digits := uint64(0), 0
	if len(text)-i >= 8 {
		if word := wordAt(text, i); areDigits(word) {
			fraction, digits = numberOf(word), 8
		}
	}
	for ; i+digits < len(text) && text[i+digits]-'0' <= 9; digits++ {
		if digits == mostFraction {
			return 0, 0
		}
		fraction = fraction*10 + uint64(text[i+digits]-'0')
	}
	if digits == 0 {
		return 0, 0
	}
	for d := digits; d < mostFraction; d++ {
		fraction *= 10
	}
	return hdtrace.Epoch(whole)*hdtrace.Second + hdtrace.Epoch(fraction), i + digits
}

const mostWhole, mostFraction = 10, 9 // digits

// wordAt returns the eight bytes of a text from i, the first one lowest.
func wordAt[T string | []byte](b T, i int) uint64 {
	return uint64(b[i]) | uint64(b[i+1])<<8 | uint64(b[i+2])<<16 | uint64(b[i+3])<<24 |
		uint64(b[i+4])<<32 | uint64(b[i+5])<<40 | uint64(b[i+6])<<48 | uint64(b[i+7])<<56
}

// areDigits reports whether each of eight bytes is one: its upper half is that of '0', also after 6 is added.
func areDigits(word uint64) bool {
	const high, zero, six = 0xf0f0f0f0f0f0f0f0, 0x3030303030303030, 0x0606060606060606
	return word&high == zero && (word+six)&high == zero
}

// numberOf is the number that eight digits are: neighbours become numbers below 100, 10⁴ and 10⁸ in turn.
func numberOf(word uint64) uint64 {
	word = word & 0x0f0f0f0f0f0f0f0f * (10<<8 + 1) >> 8
	word = word & 0x00ff00ff00ff00ff * (100<<16 + 1) >> 16
	return word & 0x0000ffff0000ffff * (10000<<32 + 1) >> 32
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
	// Nine decimals are written in place, and those that are not wanted taken away again.
	n := len(dst)
	dst = append(dst, ".000000000"...)
	text := dst[n : n+10]
	high, low := fraction/1e4, fraction%1e4 // of which neither waits for the other
	text[9], text[8] = byte('0'+low%10), byte('0'+low/10%10)
	text[7], text[6] = byte('0'+low/100%10), byte('0'+low/1000)
	text[5], text[4] = byte('0'+high%10), byte('0'+high/10%10)
	text[3], text[2], text[1] = byte('0'+high/100%10), byte('0'+high/1000%10), byte('0'+high/10000)
	return dst[:n+1+x.Decimals]
}
