package hdtrace

// ReadOptions says how a file is read. The zero value is strict.
type ReadOptions struct {
	// Tolerant gives what stands before a fault and then the end, instead of the fault's error. The
	// readers' method Fault tells of it.
	Tolerant bool

	// Name is the file's name, for errors.
	Name string
}
