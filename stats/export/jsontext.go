package export

import (
	"bufio"
	"io"
	"math"
	"strconv"
)

// plain writes JSON piece by piece for forms that others have defined. The first error is kept by the
// writer below.
type plain struct {
	*bufio.Writer
	scratch []byte
}

func newPlain(w io.Writer) *plain { return &plain{Writer: bufio.NewWriterSize(w, 1<<16)} }

func (p *plain) raw(s string) { p.WriteString(s) }

func (p *plain) text(s string) {
	p.scratch = appendText(p.scratch[:0], s)
	p.Write(p.scratch)
}

func (p *plain) int(n int) {
	p.scratch = strconv.AppendInt(p.scratch[:0], int64(n), 10)
	p.Write(p.scratch)
}

// known writes a number, or null for NaN, which means unknown.
func (p *plain) known(v float64) {
	if math.IsNaN(v) {
		p.raw("null")
		return
	}
	p.float(v)
}

func (p *plain) float(v float64) {
	p.scratch = appendFloat(p.scratch[:0], v)
	p.Write(p.scratch)
}

// key writes what precedes a value: the comma after the one before, and the key.
func (p *plain) key(before, key string) {
	p.raw(before)
	p.text(key)
	p.raw(":")
}
