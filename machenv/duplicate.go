package machenv

// Duplicate makes a communicator of the same ranks as comm, whose messages never meet those of comm.
// It is collective over comm. The caller frees it.
func Duplicate(comm Communicator) (Communicator, error) { return duplicate(comm) }
