// Package machenv provides machine environments, which are named groups of the ranks of a parallel program,
// and the small interface to a message-passing library that they are built on.
//
// # Environments
//
// Each rank has a [Registry]. Its default environment has all ranks; others are made from it, or
// from each other:
//
//	r, err := machenv.NewRegistry(comm)
//	ocean, err := r.CreateFirst("ocean", r.Default(), 6)          // ranks 0 to 5
//	ice, err := r.CreateStrided("ice", r.Default(), 2, 6, 1)      // ranks 6 and 7
//	output, err := r.CreateList("output", ocean, []int{5, 0})     // ranks of ocean, in that order
//	rows, err := r.CreateSplit("row", ocean, row, column)         // one group for each row
//	node, err := r.CreatePerNode("node", r.Default())             // one group for each node
//	other, err := r.CreateFromComm("other", comm)                 // the ranks of a communicator
//
// Making an environment is collective over its parent: all ranks of the parent do it, with the same
// arguments, and no others need to. Each of them gets a [MachEnv]. On ranks outside the new group IsMember is
// false, Rank and Master are -1, Size is 0 and Comm is nil. A rank that is not in the parent gets an error
// that matches [ErrNotMember], and nothing is sent.
//
// All arguments are checked before anything is sent, so that after a mistake all ranks fail alike and none
// waits for the others. Errors name the environment.
//
// The design is that of MachEnv in Omega, the ocean model of E3SM.
//
// # Communicators
//
// A [Communicator] is made by [NewSerial], for a program that is not parallel, by package machenv/local, for
// ranks that are goroutines of one process, by machenv/mpi and machenv/gompi, or by an adapter of your own.
// Optional interfaces are [Duplicator], [StridedCreator], [Splitter], [SharedSplitter], [WorldRanker] and
// [HostNamer].
//
// [Broadcast], [Gather] and [Allreduce] work on any of them.
package machenv
