//go:build !amd64 || mpi_onetrack

package thread

// Elsewhere C may have put something else into the register that holds the descriptor. The tag
// mpi_onetrack is for a runtime of Go that is not what this package takes it for.
func address() uintptr { return 0 }
