package layout

import (
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
)

// Format is a verb of Printf with the text around it. A file has tens of thousands of numbers, and Printf
// takes longer for one than everything else that is done for it.
type Format struct {
	before, after   string
	width, decimals int
	kind            byte // d, s, e or f
}

// Verb takes a verb apart, once for all rows.
func Verb(verb string) (f Format) {
	f.before, verb, _ = strings.Cut(verb, "%")
	into := &f.width
	for i := range len(verb) {
		switch c := verb[i]; {
		case c >= '0' && c <= '9':
			*into = 10**into + int(c-'0')
		case c == '.':
			into = &f.decimals
		default:
			f.kind, f.after = c, verb[i+1:]
			return f
		}
	}
	return f
}

func (f *Format) number(b []byte, v float64) []byte {
	if f.kind == 'f' {
		return columns.AppendFixed(b, v, f.decimals)
	}
	return strconv.AppendFloat(b, v, f.kind, f.decimals, 64)
}

// Right moves what follows at to the right end of width bytes.
func Right(b []byte, at, width int) []byte {
	missing := max(width-(len(b)-at), 0)
	b = columns.Pad(b, 0, missing)
	copy(b[at+missing:], b[at:])
	columns.Pad(b[:at], 0, missing)
	return b
}
