package read

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-hpc/timers/gptlcompat/internal/digits"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// words reads the words of a row. After the first that is wrong it reads no more.
type words struct {
	text     []byte   // a copy, with blanks behind it
	edges    []uint32 // of it, where words begin and end by turns
	from     int      // of edges, where the next word begins
	brackets bool     // stand for blanks
	bad      string   // what was expected of the word that is wrong
}

// read begins with the words of a text.
func (n *words) read(text string) { n.readRow([]byte(text)) }

// readRow is read for a part of a row.
func (n *words) readRow(row []byte) {
	n.text = append(n.text[:0], row...)
	n.cut()
}

// cut finds where the words of the text begin and end.
//
// It takes eight bytes at a time without asking of any what it is, and numbers are made of eight digits at once: words
// differ in length, and of a loop over their bytes the processor guesses the end wrong at nearly each.
func (n *words) cut() {
	const behind = "                "
	text, bytes, edges := n.text, append(n.text, behind...), n.edges[:0]
	// The top bit of each byte: of brackets that do not count, of what is ASCII and no control character.
	inWord, plain, last := uint64(digits.Tops), uint64(digits.Tops), uint64(0)
	if n.brackets {
		inWord = 0
	}
	for from := 0; from < len(text); from += 64 {
		var word uint64 // a bit for each byte of a word
		for at := from; at < min(from+64, len(text)); at += 8 {
			eight := binary.LittleEndian.Uint64(bytes[at:])
			plain &= (eight + (digits.Tops - digits.Ones*' ')) &^ eight
			// A byte that is not 0 carries into its top bit; '(' and ')' differ in their lowest.
			in := ((eight ^ digits.Ones*' ') + (digits.Tops - digits.Ones)) & (((eight | digits.Ones) ^ digits.Ones*')') + (digits.Tops - digits.Ones) | inWord)
			word |= in & digits.Tops >> 7 * 0x0102040810204080 >> 56 << (at - from)
		}
		for between := word ^ (word<<1 | last); between != 0; between &= between - 1 {
			edges = append(edges, uint32(from+bits.TrailingZeros64(between)))
		}
		last = word >> 63
	}
	if last > 0 {
		edges = append(edges, uint32(len(text)))
	}
	n.text, n.edges, n.from, n.bad = bytes, edges, 0, ""
	if plain != digits.Tops {
		n.split(string(text))
	}
}

// split finds the edges in a text of any characters.
func (n *words) split(text string) {
	n.edges = n.edges[:0]
	within := false
	for at, c := range text {
		if word := !unicode.IsSpace(c) && !(n.brackets && (c == '(' || c == ')')); word != within {
			n.edges, within = append(n.edges, uint32(at)), word
		}
	}
	if within {
		n.edges = append(n.edges, uint32(len(text)))
	}
}

// bound is a cell of a row that stays where it is while rows are read into it.
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
			if *v = layout.Unknown; !n.dash() {
				*v = n.nanoseconds(c.want)
			}
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

// more reports whether there is another word.
func (n *words) more() bool { return n.from < len(n.edges) }

// word is where the next word begins and ends; nowhere if there is none or one was wrong.
func (n *words) word() (from, to int) {
	if n.bad != "" || n.from+1 >= len(n.edges) {
		return 0, 0
	}
	return int(n.edges[n.from]), int(n.edges[n.from+1])
}

// next returns the next word. If there is none, that is wrong.
func (n *words) next(want string) string {
	from, to := n.word()
	if n.expect(from < to, want); n.bad == "" {
		n.from += 2
	}
	return string(n.text[from:to])
}

// expect notes what was expected of the first word that is wrong.
func (n *words) expect(ok bool, want string) {
	if !ok && n.bad == "" {
		n.bad = want
	}
}

// dash passes over a "-".
func (n *words) dash() bool {
	from, to := n.word()
	if to-from != 1 || n.text[from] != '-' {
		return false
	}
	n.from += 2
	return true
}

// float reads a finite number in the notation of timing files, which have no hexadecimal digits.Ones.
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
	from, to := n.word()
	v, size := digits.Of(n.eight(from))
	if size == 0 || size != to-from {
		return 0, false
	}
	n.from += 2
	return v, true
}

// decimal reads what nearly all numbers are: up to eight digits, a point and up to eight more, an exponent of at most
// nine. The number is v·10^exponent, v below 2⁵³. What is anything else is left where it is, to strconv.
func (n *words) decimal() (v uint64, exponent int, ok bool) {
	from, to := n.word()
	v, size := digits.Of(n.eight(from))
	at := from + size
	if n.text[at] == '.' && at < to {
		fraction, more := digits.Of(n.eight(at + 1))
		if v = v*wholes[more] + fraction; v >= 1<<53 {
			return 0, 0, false
		}
		at, size, exponent = at+1+more, size+more, -more
	}
	// e+06
	if to-at == 4 && n.text[at] == 'e' && n.text[at+2] == '0' && n.text[at+3]-'0' <= 9 {
		switch e := int(n.text[at+3] - '0'); n.text[at+1] {
		case '+':
			exponent += e
		case '-':
			exponent -= e
		default:
			return 0, 0, false
		}
		at += 4
	}
	if size == 0 || at != to {
		return 0, 0, false
	}
	n.from += 2
	return v, exponent, true
}

// eight is eight bytes of the text, the first the lowest.
func (n *words) eight(at int) uint64 { return binary.LittleEndian.Uint64(n.text[at:]) }

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

// nanoseconds reads seconds. The largest time there is prints rounded up; one below zero, from a clock
// that went backwards, is none.
func (n *words) nanoseconds(want string) int64 {
	var v float64
	if whole, exponent, ok := n.decimal(); !ok {
		v = math.Round(n.number(n.next(want), want) * 1e9)
	} else if exponent >= -9 && exponent <= 0 && whole < 1<<53/wholes[9] {
		return int64(whole * wholes[9+exponent])
	} else {
		v = math.Round(scaled(whole, exponent) * 1e9)
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

// done returns what was expected where the words are not those of a row, else "".
func (n *words) done() string {
	if n.bad == "" && n.more() {
		return "no more columns"
	}
	return n.bad
}
