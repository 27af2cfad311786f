//go:build !mpi && cgo

package cgptl

func wait(int) {}
