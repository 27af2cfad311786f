package read

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/internal/lazyregexp"
)

// lines reads a text line by line, without ever holding all of it.
type lines struct {
	r      io.Reader
	buffer []byte
	rest   []byte // of the buffer: what was read and follows the line
	err    error  // why there is no more to read
	names  strings.Builder

	n     int    // number of the line
	line  []byte // the line, until the next is read
	text  string // the same, to be kept, except of rows
	held  bool   // it is to be read once more
	wrong error  // of a value that is found to be wrong
}

func newLines(r io.Reader) *lines { return &lines{r: r} }

// only reads the only file of a text. No line behind it may begin another, of which nil says that all do.
func only[T any](r io.Reader, what string, read func(*lines) (T, error), want string, begins func(string) bool) (T, error) {
	l := newLines(r)
	f, err := read(l)
	for err == nil && l.next() {
		if begins == nil || begins(l.text) {
			err = l.fail(want)
		}
	}
	if err == nil {
		err = l.failed()
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", what, err)
	}
	return f, err
}

// next goes to the next line.
func (l *lines) next() bool {
	ok := l.nextRow()
	if ok {
		l.text = string(l.line)
	}
	return ok
}

// nextRow goes to the next line, without a text to be kept.
func (l *lines) nextRow() bool {
	if l.held {
		l.held = false
		return true
	}
	end := bytes.IndexByte(l.rest, '\n')
	for end < 0 && len(l.rest) < maxLine && l.err == nil {
		l.fill()
		end = bytes.IndexByte(l.rest, '\n')
	}
	switch {
	case end >= maxLine, end < 0 && len(l.rest) >= maxLine:
		l.rest, l.err = nil, bufio.ErrTooLong
		return false
	case end >= 0:
		l.line, l.rest = l.rest[:end], l.rest[end+1:]
	case len(l.rest) == 0:
		return false
	default:
		l.line, l.rest = l.rest, nil
	}
	l.line = bytes.TrimSuffix(l.line, []byte{'\r'})
	l.n++
	return true
}

// fill reads more behind what is left, into the same buffer. Pieces become larger, so that a long line is not put
// together of many.
func (l *lines) fill() {
	const first, times, most, idle = 4 << 10, 4, 64 << 10, 100
	to := l.buffer
	if size := max(min(max(first, times*len(to), l.known()+1), most), 2*len(l.rest)); size > len(to) {
		to = make([]byte, size)
	}
	have, nothing := copy(to, l.rest), 0
	l.buffer = to
	for have < len(l.buffer) && l.err == nil {
		var n int
		n, l.err = l.r.Read(l.buffer[have:])
		have += n
		if nothing++; n > 0 {
			nothing = 0
		} else if nothing > idle && l.err == nil {
			l.err = io.ErrNoProgress
		}
	}
	l.rest = l.buffer[:have]
}

// known returns how many more bytes the reader is known to have, or 0 if it does not say.
func (l *lines) known() int {
	if r, ok := l.r.(interface{ Len() int }); ok {
		return r.Len()
	}
	return 0
}

// more returns about how many lines of this line's length can follow in what was read, and in what is known
// to come.
func (l *lines) more() int { return (len(l.rest)+l.known())/(len(l.line)+1) + 1 }

// keep returns a copy of a part of the line.
func (l *lines) keep(name []byte) string {
	const piece = 4 << 10
	if len(name) > l.names.Cap()-l.names.Len() {
		l.names = strings.Builder{}
		l.names.Grow(max(len(name), piece))
	}
	from := l.names.Len()
	l.names.Write(name)
	return l.names.String()[from:]
}

// back makes next return the same line again.
func (l *lines) back() { l.held = true }

// fail returns the error that the line is not what was expected.
func (l *lines) fail(want string) error {
	return &SyntaxError{Line: l.n, Want: want, Got: string(l.line)}
}

// failed returns the error of reading lines, or nil at the end of a text.
func (l *lines) failed() error {
	switch err := l.err; {
	case err == nil, err == io.EOF:
		return nil
	case errors.Is(err, bufio.ErrTooLong):
		return &SyntaxError{Line: l.n + 1, Want: fmt.Sprintf("a line of at most %d bytes", maxLine), Err: err}
	default:
		return &SyntaxError{Line: l.n, Want: "more lines", Err: err}
	}
}

// ended returns the error that the text ends where something was expected.
func (l *lines) ended(want string) error {
	if err := l.failed(); err != nil {
		return err
	}
	return &SyntaxError{Line: l.n, Want: want, Err: io.ErrUnexpectedEOF}
}

// starts reports whether the line begins as a line of the layout does.
func (l *lines) starts(line layout.Line) bool { return strings.HasPrefix(l.text, line.Start()) }

// kiloBytes is a number of bytes that a line gives in KB.
type kiloBytes int64

// noNumbers is what GPTL prints for shares of nothing.
var noNumbers = []string{"nan", "-nan", "inf", "-inf"}

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
		var n words
		n.read(values[k])
		switch to := into[k].(type) {
		case *string:
			*to = values[k]
			continue
		case *int:
			*to = n.index("a number")
		case *float64:
			if *to = 0; !slices.Contains(noNumbers, strings.TrimSpace(values[k])) {
				*to = n.float("a number")
			} else {
				n.next("")
			}
		case *kiloBytes:
			if *to = kiloBytes(math.Round(n.float("a number of KB") * 1000)); *to < -1e15 || *to > 1e15 {
				n.bad = "a number of KB"
			}
		}
		if n.more() && into[k] != nil {
			n.expect(false, "a number alone")
		}
		if n.bad != "" {
			l.wrong = l.fail(n.bad)
		}
	}
	return ok
}

var verb = lazyregexp.New(`%[-0-9.]*[a-z]`)

// valuesOf returns the parts of a text in the place of a line's verbs, if it is that line.
func valuesOf(line layout.Line, text string) (values []string, ok bool) {
	parts := verb().Split(strings.ReplaceAll(strings.Trim(string(line), "\n"), "%%", "%"), -1)
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
