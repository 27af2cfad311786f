package hdtrace

import (
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
)

// Readers is a set of programs that read the files of HDTrace.
type Readers uint8

// The readers that exist. Sunshot reads with the Java library: what the library refuses Sunshot refuses,
// and with it the whole project.
const (
	Java    Readers = 1 << iota // the library HDTraceFormat and the converters
	Sunshot                     // the viewer
	CTools                      // hdStatsPrint and hdStatsReadHeader.pl, of statistics files

	AllReaders = Java | Sunshot | CTools
)

// String names the readers.
func (r Readers) String() string {
	var names []string
	for i, name := range []string{"the Java reader", "Sunshot", "the C tools"} {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "no reader"
	}
	return strings.Join(names, ", ")
}

// Finding is one finding of the checker about a file.
type Finding = finding.Finding[Readers]

// Accepted reports whether these readers open the files and show their contents: no finding that
// concerns them is worse than a note.
func Accepted(findings []Finding, readers Readers) bool {
	for _, f := range findings {
		if f.Severity > finding.Note && f.Readers&readers != 0 {
			return false
		}
	}
	return true
}

// Fix describes how to make a file readable again: keep its first Keep bytes, with the patches in them,
// followed by Append; or remove it; or rewrite it without its damaged parts.
type Fix struct {
	File    string
	Remove  bool
	Left    bool // it is damaged, and left as it is: nothing of it can be deduced
	Keep    int64
	Append  []byte
	Patches []Patch
	Why     string

	// Losses lists the first 100 damaged places of a rewritten file. MoreLosses counts the others.
	Losses     []Loss
	MoreLosses int

	// Rewrite rewrites the file from its readable parts; nil for a file that is repaired in place.
	Rewrite func(w io.Writer, r io.Reader) error
}

// Patch replaces bytes by others.
type Patch struct {
	Offset int64
	Data   []byte
}

// String describes the repair.
func (f Fix) String() string {
	switch {
	case f.Left:
		return fmt.Sprintf("%s: left as it is: %s", f.File, f.Why)
	case f.Remove:
		return fmt.Sprintf("%s: removed: %s", f.File, f.Why)
	case f.Keep == 0 || f.Rewrite != nil:
		return fmt.Sprintf("%s: written anew: %s", f.File, f.Why)
	}
	text := fmt.Sprintf("%s: cut to %d bytes", f.File, f.Keep)
	if len(f.Append) > 0 {
		text += fmt.Sprintf(", %d appended", len(f.Append))
	}
	if len(f.Patches) > 0 {
		text += fmt.Sprintf(", %d places mended", len(f.Patches))
	}
	return text + ": " + f.Why
}

// Loss is a part of a file that a repair leaves out or changes.
type Loss struct {
	Offset int64 // bytes from the beginning of the damaged file
	Line   int   // counted from 1, 0 where there is none
	Text   string
}

// String returns the loss on one line.
func (l Loss) String() string {
	if l.Line > 0 {
		return fmt.Sprintf("line %d, byte %d: %s", l.Line, l.Offset, l.Text)
	}
	return fmt.Sprintf("byte %d: %s", l.Offset, l.Text)
}
