package machenv

// What a Communicator may offer beyond the interface. An environment is made without them too,
// by messages and Create; with them it costs less on many ranks.

// Duplicator is a Communicator that makes another one of the same ranks. It is collective.
type Duplicator interface {
	Dup() (Communicator, error)
}

// A StridedCreator is a Communicator that makes a smaller one of the n ranks first, first+stride, … without
// needing their list. Everything else is as for Create; CheckStrided checks the arguments.
type StridedCreator interface {
	CreateStrided(n, first, stride int) (Communicator, error)
}

// Splitter is a Communicator that divides itself as MPI_Comm_split does: ranks that give the same
// color get one communicator, in the order of their keys and among equal keys of their ranks. With
// a negative color a rank gets nil. It is collective.
type Splitter interface {
	Split(color, key int) (Communicator, error)
}

// A SharedSplitter is a Communicator that divides itself into one per node: the ranks that can share memory,
// in their order here. It is collective.
type SharedSplitter interface {
	SplitShared() (Communicator, error)
}

// A WorldRanker is a Communicator whose ranks may have other numbers in the whole program, MPI_COMM_WORLD. It sends nothing.
type WorldRanker interface {
	// WorldRanks returns the number of each rank there, in the order of the ranks; -1 for one that is not there. It is
	// nil if these are the ranks' own numbers, of all ranks of the program.
	WorldRanks() ([]int, error)
}

// A HostNamer is a Communicator that knows the host of the calling rank. Without it the host name of the process
// is used.
type HostNamer interface {
	Host() string
}

// A Sole is a Communicator that knows whether the ranks of the program communicate only through this
// module. Communicators without it are assumed to communicate by other means as well.
type Sole interface {
	// IsSole reports that all communication of the program begins with BeginWait.
	IsSole() bool
}

// IsSole reports whether all communication of a program with this communicator is known.
func IsSole(comm Communicator) bool {
	s, is := comm.(Sole)
	return is && s.IsSole()
}
