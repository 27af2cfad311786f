package node

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The parsers in this file work on the kernel's text as it is, and neither copy nor allocate.

// CutLine returns the first line, without its end, and what follows it.
func CutLine(text []byte) (line, rest []byte) {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return text[:end], text[end+1:]
	}
	return text, nil
}

// CutField returns the first field and what follows it.
func CutField(text []byte) (field, rest []byte) {
	from := 0
	for from < len(text) && isBlank(text[from]) {
		from++
	}
	to := from
	for to < len(text) && !isBlank(text[to]) {
		to++
	}
	return text[from:to], text[to:]
}

// Field returns field i of a line, or nil if it has no such field.
func Field(line []byte, i int) []byte {
	field, rest := CutField(line)
	for ; i > 0; i-- {
		field, rest = CutField(rest)
	}
	return field
}

// Numbers reads as many numbers of a line as there is room for. It returns how many there were, and what
// follows them.
func Numbers(line []byte, into []uint64) (n int, rest []byte) {
	at := 0
	for n < len(into) {
		from := at
		for from < len(line) && isBlank(line[from]) {
			from++
		}
		to, v := from, uint64(0)
		for to < len(line) && line[to]-'0' <= 9 {
			digit := uint64(line[to] - '0')
			if v >= math.MaxUint64/10 && (v > math.MaxUint64/10 || digit > math.MaxUint64%10) {
				return n, line[at:]
			}
			v = 10*v + digit
			to++
		}
		if to == from || to < len(line) && !isBlank(line[to]) {
			break
		}
		into[n], at = v, to
		n++
	}
	return n, line[at:]
}

// Unsigned reads a number; it returns 0 and false if the field is not one, or has more than 64 bits.
func Unsigned(field []byte) (uint64, bool) {
	var v [1]uint64
	n, rest := Numbers(field, v[:])
	return v[0], n == 1 && len(rest) == 0 && !isBlank(field[0])
}

// ParseWhole reads a whole number, possibly negative, with blanks around it.
func ParseWhole(text []byte) (int64, error) {
	field, rest := CutField(text)
	n, ok := whole(field)
	if !ok || len(skipBlanks(rest)) != 0 {
		return 0, garbled("%q is not a whole number of 64 bits", text)
	}
	return n, nil
}

func whole(field []byte) (int64, bool) {
	digits := bytes.TrimPrefix(field, []byte{'-'})
	v, ok := Unsigned(digits)
	if !ok || v > math.MaxInt64 {
		return 0, false
	}
	if len(digits) < len(field) {
		return -int64(v), true
	}
	return int64(v), true
}

func wholeField(text []byte, i int) (int64, error) {
	n, ok := whole(Field(text, i))
	if !ok {
		return 0, garbled(fmt.Sprintf("%%q has no number as field %d", i+1), text)
	}
	return n, nil
}

// DecimalField reads field i of a text, a number with a decimal point, in hundredths: further digits are cut
// off.
func DecimalField(text []byte, i int) (int64, error) {
	field := Field(text, i)
	before, after, _ := bytes.Cut(field, []byte{'.'})
	v, ok := Unsigned(before)
	for range 2 {
		digit := uint64(0)
		if len(after) > 0 && after[0]-'0' <= 9 {
			digit, after = uint64(after[0]-'0'), after[1:]
		}
		ok = ok && v <= (math.MaxInt64-digit)/10
		v = 10*v + digit
	}
	if !ok {
		return 0, garbled("%q does not start with a number of 64 bits", field)
	}
	return int64(v), nil
}

// KilobytesOf finds the line "KEY: 123 kB" and returns the bytes.
func KilobytesOf(text []byte, key string) (int64, error) {
	for len(text) > 0 {
		var line []byte
		line, text = CutLine(text)
		if len(line) <= len(key) || string(line[:len(key)]) != key || line[len(key)] != ':' {
			continue
		}
		number, rest := CutField(line[len(key)+1:])
		unit, more := CutField(rest)
		kilo, ok := Unsigned(number)
		if !ok || kilo > 1<<52 || string(unit) != "kB" || len(skipBlanks(more)) > 0 {
			return 0, garbled("%q is not "+key+" in kB", bytes.TrimSpace(line))
		}
		return int64(kilo) * 1024, nil
	}
	return 0, garbledError("no line " + key)
}

// ParseList reads a list such as 0-3,8,10-11, the kernel's form of a set of processors, in ascending order.
func ParseList(text string) (list []int, ok bool) {
	const most = 1 << 16 // numbers that are credible
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a < 0 || b < a || b > most || len(list) > 0 && a <= list[len(list)-1] {
			return nil, false
		}
		for n := a; n <= b; n++ {
			list = append(list, n)
		}
	}
	return list, len(list) > 0
}

// Unescape replaces \040 and the like, which the kernel writes for blanks in the names of mounts.
func Unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func skipBlanks(text []byte) []byte {
	from := 0
	for from < len(text) && isBlank(text[from]) {
		from++
	}
	return text[from:]
}

// garbled copies the part of a text that an error shows, so that the text need not outlive the call.
func garbled(format string, text []byte) error {
	const most = 40
	shown := string(text[:min(len(text), most)])
	if len(text) > most {
		shown += "…"
	}
	return garbledError(fmt.Sprintf(format, shown))
}
