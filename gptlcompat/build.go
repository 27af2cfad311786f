package gptlcompat

import (
	"cmp"

	"github.com/go-hpc/timers/gptlcompat/internal/text"
)

// Build describes the GPTL that wrote a file, for files of other programs: this module has no table of
// names, and its threads are tracks.
type Build struct {
	NoMPI bool // it was built without MPI

	// Threading is how it was built, such as "with THREADED_OMP"; if blank, the number of tracks decides.
	Threading string

	// ThreadIDs are the threads' own numbers. There are at least that many threads; nil: the numbers of
	// the tracks that ran a timer.
	ThreadIDs []int

	// HashTable holds the lines that describe its table of names.
	HashTable []string

	// Idle gives rows to timers without a call, as GPTL does for reset timers.
	Idle bool
}

// Threads returns the file's words for a build with that many threads; several are its words for more than one.
func (b *Build) Threads(threads int, several string) string {
	how := "without threading"
	if threads > 1 {
		how = several
	}
	return text.Clean(cmp.Or(b.Threading, how), 0)
}
