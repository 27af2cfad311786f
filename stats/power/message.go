package power

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// Messages of an LMG450. A text message goes up to a line feed outside of double quotes. A binary message
// is one or more blocks and a line feed; a block is '#', the number of digits of its length, the length,
// and that many bytes of data: #500024 and 24 bytes. The data are IEEE numbers of 32 bits, little endian.

// maxMessage is far more than the device sends.
const maxMessage = 4096

// messageError says what is wrong with a message, and at which byte.
type messageError struct {
	at   int
	text string
}

func (e *messageError) Error() string { return fmt.Sprintf("byte %d of a message: %s", e.at, e.text) }

func messageFault(at int, format string, args ...any) error {
	return &messageError{at, fmt.Sprintf(format, args...)}
}

// parseText reads the text message at the start of b, and returns how many bytes it takes, or 0 if it is not
// complete yet.
func parseText(b []byte) (text string, n int, err error) {
	quoted := false
	for i, c := range b {
		switch {
		case c == 0:
			return "", 0, messageFault(i, "a zero, where text is expected")
		case c == '#' && i == 0:
			return "", 0, messageFault(0, "a binary message, where text is expected")
		case c == '"':
			quoted = !quoted
		case c == '\n' && !quoted:
			return string(bytes.TrimSuffix(b[:i], []byte{'\r'})), i + 1, nil
		}
		if i >= maxMessage {
			return "", 0, messageFault(i, "text without an end")
		}
	}
	return "", 0, nil
}

// parseBinary reads the binary message at the start of b, and returns how many bytes it takes, or 0 if it is
// not complete yet. Its data must have the given number of bytes; -1 means any number.
func parseBinary(b []byte, want int) (data []byte, n int, err error) {
	at := 0
	for {
		block, next, err := parseBlock(b, at)
		if err != nil || next == 0 {
			return nil, 0, err
		}
		data = append(data, block...)
		at = next
		if want >= 0 && len(data) > want || len(data) > maxMessage {
			return nil, 0, messageFault(at, "%d bytes of data instead of %d", len(data), want)
		}
		end, more := lineEnd(b[at:])
		if more {
			return nil, 0, nil
		}
		if end > 0 {
			if want >= 0 && len(data) != want {
				return nil, 0, messageFault(at, "%d bytes of data instead of %d", len(data), want)
			}
			return data, at + end, nil
		}
	}
}

// parseBlock reads the block at an offset, and returns where it ends, or 0 if it is not complete yet.
func parseBlock(b []byte, at int) (data []byte, next int, err error) {
	if at >= len(b) {
		return nil, 0, nil
	}
	if b[at] != '#' {
		return nil, 0, messageFault(at, "%q instead of the # of a block", b[at])
	}
	if at+1 >= len(b) {
		return nil, 0, nil
	}
	digits := int(b[at+1]) - '0'
	if digits < 1 || digits > 9 {
		return nil, 0, messageFault(at+1, "%q instead of the number of digits of a length", b[at+1])
	}
	length := 0
	for i := at + 2; i < at+2+digits; i++ {
		if i >= len(b) {
			return nil, 0, nil
		}
		if b[i] < '0' || b[i] > '9' {
			return nil, 0, messageFault(i, "%q instead of a digit of a length", b[i])
		}
		length = length*10 + int(b[i]-'0')
	}
	if length == 0 || length%4 != 0 || length > maxMessage {
		return nil, 0, messageFault(at, "a block of %d bytes, which is not of numbers of 4 bytes", length)
	}
	begin := at + 2 + digits
	if begin+length > len(b) {
		return nil, 0, nil
	}
	return b[begin : begin+length], begin + length, nil
}

// lineEnd returns the length of the line end that b starts with, LF or CR LF, or 0 if it starts with
// something else. More reports that this cannot be decided yet.
func lineEnd(b []byte) (n int, more bool) {
	switch {
	case len(b) == 0:
		return 0, true
	case b[0] == '\n':
		return 1, false
	case b[0] != '\r':
		return 0, false
	case len(b) == 1:
		return 0, true
	case b[1] == '\n':
		return 2, false
	}
	return 0, false
}

// The numbers other than 0 that an LMG450 can send: anything smaller or larger is no measurement, except
// 9.91E+37, which means an overflow, and numbers beyond it.
const (
	leastNumber    = 1e-15
	greatestNumber = 1e9
	overflowFrom   = 9.9e37
)

func plausible(v float64) bool {
	v = math.Abs(v)
	return v == 0 || v >= leastNumber && v <= greatestNumber || v >= overflowFrom
}

// decodeValues decodes the data of a binary message. Overflows and invalid numbers become NaN and are
// counted.
func decodeValues(data []byte) (values []float64, overflows int, err error) {
	values = make([]float64, len(data)/4)
	for i := range values {
		bits := binary.LittleEndian.Uint32(data[4*i:])
		v := float64(math.Float32frombits(bits))
		switch {
		case !(math.Abs(v) < overflowFrom): // NaN, too
			v = math.NaN()
			overflows++
		case !plausible(v):
			return nil, 0, messageFault(4*i, "value %d is %g, which nothing measures (the other byte order would make it %g)",
				i+1, v, math.Float32frombits(binary.BigEndian.Uint32(data[4*i:])))
		}
		values[i] = v
	}
	return values, overflows, nil
}
