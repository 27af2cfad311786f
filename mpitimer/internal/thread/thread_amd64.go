//go:build !mpi_onetrack

package thread

//lint:ignore U1000 C calls it, by its address
func descriptor()

func address() uintptr
