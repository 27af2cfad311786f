package gptlcompat

// Build is what a file says of the GPTL that has written it, for files of other programs: ours has no table of names,
// and its threads are tracks.
type Build struct {
	NoMPI bool // it was built without MPI

	// Threading is how it was built, as "with THREADED_OMP"; blank for what the number of tracks says.
	Threading string

	// ThreadIDs are the numbers by which the threads know themselves. There are so many threads at least; nil: those
	// of the tracks that ran a timer.
	ThreadIDs []int

	// HashTable is lines on how its table of names is filled.
	HashTable []string

	// Idle gives timers without a call rows, as GPTL those that were reset.
	Idle bool
}
