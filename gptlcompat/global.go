package gptlcompat

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/gptlcompat/internal/text"
	"github.com/go-hpc/timers/stats"
)

// GlobalOptions change what WriteGlobal writes. The zero value is what E3SM's tools expect.
type GlobalOptions struct {
	// PathNames writes a Summary per call path: each row's name is the path, with ":" between the names
	// as in Pacer. The times of running timers then include the time since their last start.
	PathNames bool

	// MaxName is the number of bytes kept of a name: 0 means DefaultMaxName, a negative number all.
	MaxName int

	// NoBanner leaves out the lines of E3SM's Fortran layer above GPTL's own, and NoQuotes the quotes
	// around names, like the files that the fork itself writes. PACE needs both lines and quotes.
	NoBanner, NoQuotes bool

	// ID is the text of the $Id line; if empty, E3SM's GPTL's.
	ID string
}

// WriteGlobal writes the global statistics file of a run: E3SM's <prefix>_stats, Omega's
// <prefix>.summary. s must be the Summary of Profiles made by ByName, or the error is ErrPerPath; with
// GlobalOptions.PathNames it may be any Summary.
//
// Times are in seconds. The columns are: on (y or -), ranks that completed a call, pairs of rank and
// thread that did, calls, the sum of all threads' times, and the largest and smallest time of any
// one thread, with its rank and thread.
//
// In a name, a double quote is written as a single one, a backslash as a slash, a control character and
// a blank or "*" at its start as "_", and bytes that are not UTF-8 as "?"; an empty name is "unnamed",
// and a long name ends in "...". An altered name ends in "~" and four hexadecimal digits, the same in
// all files: see [WrittenName].
func WriteGlobal(w io.Writer, s *stats.Summary, o GlobalOptions) error {
	names, err := rows.Names(s, o.PathNames)
	if err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	safe := text.SafeNames(names, text.Kept(o.MaxName, o.PathNames))
	pad := max(safe.Widest(names)+len(quoted("", o.NoQuotes)), len("name"))

	var b bytes.Buffer
	if !o.NoBanner {
		fmt.Fprintf(&b, "\n"+string(layout.Tasks)+"\n", s.Size)
	}
	writeID(&b, o.ID, text.ScaledRegions(s))
	b.WriteString("'count' is cumulative. All other stats are max/min\n" +
		"'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.\n\n")
	title := text.Fill("name", pad) + layout.GlobalTitle
	if len(s.Regions) == 0 {
		title = layout.AllIdle
	}
	b.WriteString(title + "\n")
	var row layout.Region
	for i := range s.Regions {
		text.Completed(&row, &s.Regions[i])
		from := b.Len()
		b.Write(appendQuoted(b.AvailableBuffer(), safe.Of(names[i]), o.NoQuotes))
		text.Blanks(&b, pad-(b.Len()-from))
		b.Write(append(layout.Append(b.AvailableBuffer(), layout.Global, &row), '\n'))
		if i == 0 {
			b.Grow(len(s.Regions) * (b.Len() - from)) // the others are about as long
		}
	}
	b.WriteByte('\n')
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("global statistics: %w", err)
	}
	return nil
}

// writeID writes the line that GPTL starts with. PACE would take it for the title of a table without the on
// column if it held all the words of that title.
func writeID(b *bytes.Buffer, id, scaled string) {
	id = strings.ReplaceAll(text.Clean(cmp.Or(id, layout.E3SM), 0), "walltotal", "wall_total")
	b.WriteString(id + scaled + "\n")
}

func quoted(name string, not bool) string { return string(appendQuoted(nil, name, not)) }

func appendQuoted(b []byte, name string, not bool) []byte {
	if not {
		return append(b, name...)
	}
	return append(append(append(b, '"'), name...), '"')
}
