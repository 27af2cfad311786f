//go:build !mpi_onetrack

package thread

func descriptor()

func address() uintptr
