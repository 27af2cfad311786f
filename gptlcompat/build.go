package gptlcompat

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
