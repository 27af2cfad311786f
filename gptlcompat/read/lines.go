package read

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// lines reads a text line by line, without ever holding all of it.
type lines struct {
	s     *bufio.Scanner
	n     int    // number of the line
	text  string // the line
	held  bool   // it is to be read once more
	wrong error  // of a value that is found to be wrong
}

func newLines(r io.Reader) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	return &lines{s: s}
}

// next goes to the next line.
func (l *lines) next() bool {
	if l.held {
		l.held = false
		return true
	}
	if !l.s.Scan() {
		return false
	}
	l.n++
	l.text = l.s.Text()
	return true
}

// back makes next return the same line again.
func (l *lines) back() { l.held = true }

// fail is the error that the line is not what was expected.
func (l *lines) fail(want string) error {
	return &SyntaxError{Line: l.n, Want: want, Got: l.text}
}

// failed is the error of reading lines, or nil at the end of a text.
func (l *lines) failed() error {
	switch err := l.s.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, bufio.ErrTooLong):
		return &SyntaxError{Line: l.n + 1, Want: fmt.Sprintf("a line of at most %d bytes", maxLine), Err: err}
	default:
		return &SyntaxError{Line: l.n, Want: "more lines", Err: err}
	}
}

// ended is the error that the text ends where something was expected.
func (l *lines) ended(want string) error {
	if err := l.failed(); err != nil {
		return err
	}
	return &SyntaxError{Line: l.n, Want: want, Err: io.ErrUnexpectedEOF}
}

// starts reports whether the line begins as a line of the layout does.
func (l *lines) starts(line layout.Line) bool { return strings.HasPrefix(l.text, line.Start()) }

// kiloBytes is a number of bytes that stands as KB in a line.
type kiloBytes int64

// is reports whether the line is one of the layout, and reads its values into what the pointers of into are
// to; nil passes a value over. If a value is wrong, l.wrong is set. A line of memory in use is wrong too if it only
// begins as one of the layout.
func (l *lines) is(line layout.Line, into ...any) bool {
	if !l.starts(line) {
		return false
	}
	values, ok := valuesOf(line, l.text)
	if !ok && slices.ContainsFunc(into, func(to any) bool { _, memory := to.(*kiloBytes); return memory }) {
		l.wrong = l.fail("a number of KB")
	}
	for k := 0; ok && k < len(values) && l.wrong == nil; k++ {
		n := words{list: []string{strings.TrimSpace(values[k])}}
		switch to := into[k].(type) {
		case *string:
			*to = values[k]
		case *int:
			*to = n.index("a number")
		case *float64:
			*to = n.float("a number")
		case *kiloBytes:
			if *to = kiloBytes(math.Round(n.float("a number of KB") * 1000)); *to < -1e15 || *to > 1e15 {
				n.bad = "a number of KB"
			}
		}
		if n.bad != "" {
			l.wrong = l.fail(n.bad)
		}
	}
	return ok
}

var verb = regexp.MustCompile(`%[-0-9.]*[a-z]`)

// valuesOf returns what stands in a text in the place of a line's verbs, if it is that line.
func valuesOf(line layout.Line, text string) (values []string, ok bool) {
	parts := verb.Split(strings.ReplaceAll(strings.Trim(string(line), "\n"), "%%", "%"), -1)
	text, ok = strings.CutPrefix(text, parts[0])
	for k := 1; ok && k < len(parts); k++ {
		var value string
		if k < len(parts)-1 {
			value, text, ok = strings.Cut(text, parts[k])
		} else if value, ok = strings.CutSuffix(text, parts[k]); ok {
			text = ""
		}
		values = append(values, value)
	}
	return values, ok && text == ""
}

// words reads the words of a row. After the first that is wrong it reads no more.
type words struct {
	list []string
	bad  string // what was expected of the word that is wrong
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

func (n *words) next(want string) string {
	if n.bad != "" || len(n.list) == 0 {
		n.expect(false, want)
		return ""
	}
	w := n.list[0]
	n.list = n.list[1:]
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
	dash := len(n.list) > 0 && n.list[0] == "-"
	if dash {
		n.list = n.list[1:]
	}
	return dash
}

// float reads a finite number in the notation of timing files, which have no hexadecimal ones.
func (n *words) float(want string) float64 {
	w := n.next(want)
	v, err := strconv.ParseFloat(w, 64)
	n.expect(err == nil && strings.Trim(w, "0123456789+-.eE") == "", want)
	return v
}

// index reads a rank, a thread, or a number of them.
func (n *words) index(want string) int {
	v, err := strconv.ParseUint(n.next(want), 10, 31)
	n.expect(err == nil, want)
	return int(v)
}

// count reads a number of calls, whole or with an exponent.
func (n *words) count(want string) uint64 {
	if len(n.list) > 0 {
		if v, err := strconv.ParseUint(n.list[0], 10, 64); err == nil {
			n.next(want)
			return v
		}
	}
	v := n.float(want)
	if n.expect(v >= 0 && v < 1<<64, want); n.bad != "" {
		return 0
	}
	return uint64(v)
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
	if n.bad == "" && len(n.list) > 0 {
		return "no more columns"
	}
	return n.bad
}
