package read

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// words reads the words of a row. After the first that is wrong it reads no more.
type words struct {
	first    []string // read before those of text
	text     string
	brackets bool   // stand for blanks
	bad      string // what was expected of the word that is wrong
}

// take reads the cells of a row.
func take[T any](n *words, cells []layout.Cell[T], row *T) {
	for _, c := range cells {
		switch v := c.At(row).(type) {
		case *layout.Flag:
			w := n.next(c.Want)
			if *v = 0; w == "y" {
				*v = 1
			}
			n.expect(w == "y" || w == "-", c.Want)
		case *layout.OrNone:
			if !n.dash() {
				*v = layout.OrNone(n.count(c.Want))
			}
		case *layout.OrNothing:
			if !n.dash() {
				*v = layout.OrNothing(n.float(c.Want))
			}
		case *int:
			*v = n.index(c.Want)
		case *int64:
			*v = n.nanoseconds(c.Want)
		case *layout.Nanoseconds:
			*v = layout.Nanoseconds(n.nanoseconds(c.Want))
		case *uint64:
			*v = n.count(c.Want)
		case *float64:
			*v = n.float(c.Want)
		case *stats.Uint128:
			*v = n.large(c.Want)
		}
	}
}

// What a byte is to words.
const (
	inWord byte = iota
	bracket
	blank
	foreign // the begin of a character that may be a blank
)

var kinds = func() (of [256]byte) {
	for c := utf8.RuneSelf; c < len(of); c++ {
		of[c] = foreign
	}
	for _, c := range "\t\n\v\f\r " {
		of[c] = blank
	}
	of['('], of[')'] = bracket, bracket
	return of
}()

// blank reports whether the text has a blank at a place, and how many bytes stand there for one character.
func (n *words) blank(at int) (size int, is bool) {
	switch kinds[n.text[at]] {
	case blank:
		return 1, true
	case bracket:
		return 1, n.brackets
	case foreign:
		r, size := utf8.DecodeRuneInString(n.text[at:])
		return size, unicode.IsSpace(r)
	}
	return 1, false
}

// more reports whether there is another word, and goes to it.
func (n *words) more() bool {
	if len(n.first) > 0 {
		return true
	}
	at := 0
	for at < len(n.text) {
		if n.text[at] != ' ' {
			size, is := n.blank(at)
			if !is {
				break
			}
			at += size - 1
		}
		at++
	}
	n.text = n.text[at:]
	return n.text != ""
}

// ends reports whether no word goes on at a place of the text.
func (n *words) ends(at int) bool {
	if at < len(n.text) {
		_, is := n.blank(at)
		return is
	}
	return true
}

// next returns the next word. If there is none, that is wrong.
func (n *words) next(want string) string {
	if n.bad != "" || !n.more() {
		n.expect(false, want)
		return ""
	}
	if len(n.first) > 0 {
		w := n.first[0]
		n.first = n.first[1:]
		return w
	}
	end := 0
	for end < len(n.text) {
		size := 1
		if kinds[n.text[end]] != inWord {
			var is bool
			if size, is = n.blank(end); is {
				break
			}
		}
		end += size
	}
	w := n.text[:end]
	n.text = n.text[end:]
	return w
}

// expect notes what was expected of the first word that is wrong.
func (n *words) expect(ok bool, want string) {
	if !ok && n.bad == "" {
		n.bad = want
	}
}

// dash passes over a "-".
func (n *words) dash() bool {
	if !n.more() || len(n.first) > 0 || n.text[0] != '-' || !n.ends(1) {
		return false
	}
	n.text = n.text[1:]
	return true
}

// float reads a finite number in the notation of timing files, which have no hexadecimal ones.
func (n *words) float(want string) float64 {
	if v, ok := n.short(); ok {
		return v
	}
	return n.number(n.next(want), want)
}

// short reads a word that decimal can read.
func (n *words) short() (v float64, ok bool) {
	if n.bad != "" || len(n.first) > 0 || !n.more() {
		return 0, false
	}
	v, size := decimal(n.text)
	if size == 0 || !n.ends(size) {
		return 0, false
	}
	n.text = n.text[size:]
	return v, true
}

func (n *words) number(w, want string) float64 {
	v, err := strconv.ParseFloat(w, 64)
	n.expect(err == nil && strings.Trim(w, "0123456789+-.eE") == "", want)
	return v
}

// powers of ten that a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// decimal reads what nearly all numbers are, in a third of the time of ParseFloat and to the same bit: digits
// that make an exact integer, and a power of ten that is exact too, so that there is one rounding. It returns how many
// bytes it has read, 0 for what is to be left to ParseFloat.
func decimal(text string) (v float64, size int) {
	const most = len("1234567890123456789.")
	var digits uint64
	point, i := -1, 0
	for ; i < len(text) && i < most; i++ {
		if c := text[i] - '0'; c <= 9 {
			digits = 10*digits + uint64(c)
		} else if text[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	exponent := 0
	if point >= 0 {
		exponent = point + 1 - i
	}
	if i == 0 || i == 1 && point == 0 || i == most || digits >= 1<<53 {
		return 0, 0
	}
	// e+06
	if len(text)-i >= 4 && text[i] == 'e' && text[i+2] == '0' && text[i+3]-'0' <= 9 {
		e := int(text[i+3] - '0')
		switch text[i+1] {
		case '+':
			exponent += e
		case '-':
			exponent -= e
		default:
			return 0, 0
		}
		i += 4
	}
	switch v = float64(digits); {
	case exponent <= -len(powers) || exponent >= len(powers):
		return 0, 0
	case exponent < 0:
		return v / powers[-exponent], i
	}
	return v * powers[exponent], i
}

// index reads a rank, a thread, or a number of them.
func (n *words) index(want string) int {
	v, ok := n.whole()
	if !ok {
		var err error
		v, err = strconv.ParseUint(n.next(want), 10, 31)
		n.expect(err == nil, want)
	}
	n.expect(v <= math.MaxInt32, want)
	return int(v & math.MaxInt32)
}

// count reads a number of calls, whole or with an exponent.
func (n *words) count(want string) uint64 {
	if v, ok := n.whole(); ok {
		return v
	}
	if v, ok := n.short(); ok {
		return uint64(v)
	}
	w := n.next(want)
	if v, err := strconv.ParseUint(w, 10, 64); err == nil {
		return v
	}
	v := n.number(w, want)
	if n.expect(v >= 0 && v < 1<<64, want); n.bad != "" {
		return 0
	}
	return uint64(v)
}

// whole reads a word of nothing but digits, unless they are so many that they might not fit.
func (n *words) whole() (v uint64, ok bool) {
	const most = 19
	if n.bad != "" || len(n.first) > 0 || !n.more() {
		return 0, false
	}
	i := 0
	for ; i < len(n.text) && i < most && n.text[i]-'0' <= 9; i++ {
		v = 10*v + uint64(n.text[i]-'0')
	}
	if i == 0 || !n.ends(i) {
		return 0, false
	}
	n.text = n.text[i:]
	return v, true
}

// nanoseconds reads seconds. The largest time there is prints rounded up; one below zero, from a clock
// that went backwards, is none.
func (n *words) nanoseconds(want string) int64 {
	v := math.Round(n.float(want) * 1e9)
	if n.expect(v < 9.2234e18, want); v >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(max(v, 0))
}

// large reads seconds into nanoseconds of 128 bits.
func (n *words) large(want string) stats.Uint128 {
	const word = 1 << 64
	v := math.Round(n.float(want) * 1e9)
	if n.expect(v >= 0 && v < word*word, want); n.bad != "" {
		return stats.Uint128{}
	}
	high := math.Floor(v / word)
	return stats.Uint128{Hi: uint64(high), Lo: uint64(v - high*word)}
}

// done returns what was expected where the words are not those of a row, else "".
func (n *words) done() string {
	if n.bad == "" && n.more() {
		return "no more columns"
	}
	return n.bad
}
