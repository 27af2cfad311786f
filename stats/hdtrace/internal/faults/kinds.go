package faults

import (
	"io"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// Kind is what a package knows of the faults of its kind of file. Both functions read the file to its end.
type Kind struct {
	// Check returns what the readers make of the file.
	Check func(name string, r io.Reader, size int64) []hdtrace.Finding

	// Plan returns what makes the file readable again; false where there is nothing to mend or it cannot be mended.
	Plan func(name string, r io.Reader, size int64) (hdtrace.Fix, bool)
}

// Kinds are the kinds of files but for projects, by extension. The packages that know one add it.
var Kinds = map[string]Kind{}
