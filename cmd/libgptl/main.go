//go:build cgo

package main

import (
	"C"

	_ "github.com/go-hpc/timers/mpitimer/all" // counters, as with PAPI
	_ "github.com/go-hpc/timers/mpitimer/cgptl"
	_ "github.com/go-hpc/timers/mpitimer/ranges/nvtx"
)

func main() {}
