package calls

// Rank is what was recorded on one rank. The arguments of calls have numbers for its communicators, datatypes
// and files.
type Rank struct {
	Rank, Size int    // in MPI_COMM_WORLD
	Host       string // the name of the rank's host

	// Nanos converts a tick to nanoseconds of the rank's monotonic clock, the one that [Align] is given.
	Nanos func(tick uint64) int64

	Events        []Event // in the order in which the calls ended, from the first of the program on
	Communicators []CommunicatorRecord
	Datatypes     []DatatypeRecord
	Files         []FileRecord

	// Dropped is how many calls were not recorded; they are the last ones.
	Dropped uint64
}

// CommunicatorRecord is a communicator of a rank, even if it was freed since.
type CommunicatorRecord struct {
	ID     int
	Name   string // such as MPI_COMM_WORLD; "" where it has none
	Parent int    // the communicator it was made from, or -1 if unknown

	// Ranks has the members by their rank in it, as ranks of MPI_COMM_WORLD; one outside it is negative.
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
	Types               []int   // that it was made from, by their ID
}

// FileRecord is a file that was opened by MPI.
type FileRecord struct {
	ID   int
	Name string
	Size int64 // bytes, when it was opened
}

// nanos returns the time of a tick.
func (r *Rank) nanos(tick uint64) int64 {
	if r.Nanos == nil {
		return int64(tick)
	}
	return r.Nanos(tick)
}
