//go:build cgo

package main

import (
	"C"

	_ "github.com/go-hpc/timers/mpitimer/all" // the configuration may ask for anything
	_ "github.com/go-hpc/timers/mpitimer/capi"
	_ "github.com/go-hpc/timers/mpitimer/ranges/nvtx"
)

func main() {}
