package calls

// Rank is what was recorded in one rank. Its communicators, datatypes and files are known by the
// numbers that the arguments of calls have for them.
type Rank struct {
	Rank, Size int    // in MPI_COMM_WORLD
	Host       string // the name of the rank's host

	// Nanos converts a tick to nanoseconds of the rank's monotonic clock, the one that [Align] is given.
	Nanos func(tick uint64) int64

	Events        []Event // in the order in which the calls ended, from the first of the program on
	Communicators []CommunicatorRecord
	Datatypes     []DatatypeRecord
	Files         []FileRecord

	// Dropped is how many calls there were that were not recorded: they are the last.
	Dropped uint64
}

// CommunicatorRecord is a communicator that a rank has known, also if it was freed since.
type CommunicatorRecord struct {
	ID     int
	Name   string // such as MPI_COMM_WORLD; "" where it has none
	Parent int    // the communicator that it was made of, -1 if it is not known

	// Ranks is the members by their rank in it, as ranks of MPI_COMM_WORLD; one that is none is negative.
	// Remote is the other side of an intercommunicator, and empty otherwise.
	Ranks, Remote []int
}

// DatatypeRecord is a datatype that calls have used.
type DatatypeRecord struct {
	ID       int
	Combiner string // how it was made, such as NAMED or VECTOR
	Name     string // such as MPI_INT; "" where it has none
	Size     int64  // bytes

	Integers, Addresses []int64 // that it was made with
	Types               []int   // that it was made of, by their ID
}

// FileRecord is a file that was opened by MPI.
type FileRecord struct {
	ID   int
	Name string
	Size int64 // bytes, when it was opened
}

// nanos is the time of a tick.
func (r *Rank) nanos(tick uint64) int64 {
	if r.Nanos == nil {
		return int64(tick)
	}
	return r.Nanos(tick)
}
