package read

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// words reads the words of a row. After the first wrong one it reads no more.
type words struct {
	first    []string // read before those of text
	text     []byte   // a copy, followed by eight bytes of 0
	at       int      // of text, where the next word is looked for
	brackets bool     // stand for blanks
	bad      string   // what was expected instead of the wrong word
}

// read starts with the words of a text, after some that were found before.
func (n *words) read(text string, first ...string) {
	n.first, n.at, n.bad = first, 0, ""
	n.text = append(append(n.text[:0], text...), "\x00\x00\x00\x00\x00\x00\x00\x00"...)
}

// end is where the text ends.
func (n *words) end() int { return len(n.text) - 8 }

// bound is a cell of a row that stays in place while rows are read into it.
type bound struct {
	to   any
	want string
}

func bind[T any](to []bound, cells []layout.Cell[T], row *T) []bound {
	for i := range cells {
		to = append(to, bound{cells[i].At(row), cells[i].Want})
	}
	return to
}

// take reads the cells of a row.
func (n *words) take(cells []bound) {
	for i := range cells {
		c := &cells[i]
		switch v := c.to.(type) {
		case *int64:
			*v = n.nanoseconds(c.want)
		case *int:
			*v = n.index(c.want)
		case *uint64:
			*v = n.count(c.want)
		case *float64:
			*v = n.float(c.want)
		case *layout.Flag:
			w := n.next(c.want)
			if *v = 0; w == "y" {
				*v = 1
			}
			n.expect(w == "y" || w == "-", c.want)
		case *layout.OrNone:
			if *v = 0; !n.dash() {
				*v = layout.OrNone(n.count(c.want))
			}
		case *layout.OrNothing:
			if *v = 0; !n.dash() {
				*v = layout.OrNothing(n.float(c.want))
			}
		case *layout.Nanoseconds:
			*v = layout.Nanoseconds(n.nanoseconds(c.want))
		case *stats.Uint128:
			*v = n.large(c.want)
		}
	}
}

// The classes of bytes in words.
const (
	inWord byte = iota
	bracket
	blank
	foreign // the start of a character that may be a blank
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
		r, size := utf8.DecodeRune(n.text[at:n.end()])
		return size, unicode.IsSpace(r)
	}
	return 1, false
}

// more reports whether there is another word, and goes to it.
func (n *words) more() bool {
	if len(n.first) > 0 {
		return true
	}
	for {
		blanks := 8
		for blanks == 8 {
			blanks = bits.TrailingZeros64(n.eight(n.at)^0x2020202020202020) / 8
			n.at += blanks
		}
		if n.at >= n.end() {
			return false
		}
		if kinds[n.text[n.at]] == inWord {
			return true
		}
		size, is := n.blank(n.at)
		if !is {
			return true
		}
		n.at += size
	}
}

// ends reports whether no word goes on at a place of the text.
func (n *words) ends(at int) bool {
	if at >= n.end() || n.text[at] == ' ' {
		return true
	}
	_, is := n.blank(at)
	return is
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
	from := n.at
	for n.at < n.end() {
		size := 1
		if kinds[n.text[n.at]] != inWord {
			var is bool
			if size, is = n.blank(n.at); is {
				break
			}
		}
		n.at += size
	}
	return string(n.text[from:n.at])
}

// expect notes what was expected of the first word that is wrong.
func (n *words) expect(ok bool, want string) {
	if !ok && n.bad == "" {
		n.bad = want
	}
}

// dash passes over a "-".
func (n *words) dash() bool {
	if !n.more() || len(n.first) > 0 || n.text[n.at] != '-' || !n.ends(n.at+1) {
		return false
	}
	n.at++
	return true
}

// float reads a finite number in the notation of timing files, which have no hexadecimal ones.
func (n *words) float(want string) float64 {
	if v, exponent, ok := n.decimal(); ok {
		return scaled(v, exponent)
	}
	return n.number(n.next(want), want)
}

// scaled rounds once, exact numbers: the same to the last bit as ParseFloat.
func scaled(v uint64, exponent int) float64 {
	if exponent < 0 {
		return float64(v) / powers[-exponent]
	}
	return float64(v) * powers[exponent]
}

func (n *words) number(w, want string) float64 {
	v, err := strconv.ParseFloat(w, 64)
	n.expect(err == nil && strings.Trim(w, "0123456789+-.eE") == "", want)
	return v
}

// powers of ten that a float64 holds exactly, and those of them that an integer holds.
var (
	powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
		1e17, 1e18, 1e19, 1e20, 1e21, 1e22}
	wholes = [...]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16}
)

// whole reads a word of one to eight digits.
func (n *words) whole() (v uint64, ok bool) {
	if n.bad != "" || !n.more() || len(n.first) > 0 {
		return 0, false
	}
	v, size := digits(n.eight(n.at))
	if size == 0 || !n.ends(n.at+size) {
		return 0, false
	}
	n.at += size
	return v, true
}

// decimal reads what nearly all numbers are: up to eight digits, a point and up to eight more, an exponent of
// at most nine. The number is v·10^exponent, v below 2⁵³. Anything else is left where it is, to strconv.
func (n *words) decimal() (v uint64, exponent int, ok bool) {
	if n.bad != "" || !n.more() || len(n.first) > 0 {
		return 0, 0, false
	}
	text := n.text
	v, size := digits(n.eight(n.at))
	at := n.at + size
	if text[at] == '.' {
		fraction, more := digits(n.eight(at + 1))
		if v = v*wholes[more] + fraction; v >= 1<<53 {
			return 0, 0, false
		}
		at, size, exponent = at+1+more, size+more, -more
	}
	if size == 0 {
		return 0, 0, false
	}
	// e+06
	if text[at] == 'e' && text[at+2] == '0' && text[at+3]-'0' <= 9 {
		switch e := int(text[at+3] - '0'); text[at+1] {
		case '+':
			exponent += e
		case '-':
			exponent -= e
		default:
			return 0, 0, false
		}
		at += 4
	}
	if !n.ends(at) {
		return 0, 0, false
	}
	n.at = at
	return v, exponent, true
}

// eight is eight bytes of the text, the first the lowest. Working on eight bytes at once spares the processor
// guesses about where a number ends, nearly all of which would be wrong.
func (n *words) eight(at int) uint64 { return binary.LittleEndian.Uint64(n.text[at:]) }

// digits returns the number that the first of eight bytes form, and how many of them do.
func digits(eight uint64) (v uint64, n int) {
	const zeros, tens, tops = 0x3030303030303030, 0x7676767676767676, 0x8080808080808080
	eight ^= zeros
	// The lowest bit set is in the first byte that is not a digit: carries only go up.
	n = bits.TrailingZeros64(((eight+tens)|eight)&tops) / 8
	eight <<= 64 - 8*n // as if zeros stood before it
	const pairs = 0xff000000ff
	eight = 10*eight + eight>>8
	return (eight&pairs*(100+1e6<<32) + eight>>16&pairs*(1+1e4<<32)) >> 32, n
}

// index reads a rank, a thread, or a number of them.
func (n *words) index(want string) int {
	v, ok := n.whole()
	if !ok {
		var err error
		v, err = strconv.ParseUint(n.next(want), 10, 31)
		n.expect(err == nil, want)
	}
	return int(v & math.MaxInt32)
}

// count reads a number of calls, whole or with an exponent.
func (n *words) count(want string) uint64 {
	if v, exponent, ok := n.decimal(); ok {
		return uint64(scaled(v, exponent))
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

// nanoseconds reads seconds. The largest time there is prints rounded up; one below zero, from a clock that
// went backwards, becomes zero.
func (n *words) nanoseconds(want string) int64 {
	var v float64
	if digits, exponent, ok := n.decimal(); !ok {
		v = math.Round(n.number(n.next(want), want) * 1e9)
	} else if exponent += 9; exponent >= 0 && digits < 1<<53/wholes[9] && exponent <= 9 {
		return int64(digits * wholes[exponent])
	} else {
		v = math.Round(scaled(digits, exponent-9) * 1e9)
	}
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

// done returns what was expected if the words are not those of a row, or else "".
func (n *words) done() string {
	if n.bad == "" && n.more() {
		return "no more columns"
	}
	return n.bad
}
