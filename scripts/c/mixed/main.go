//go:build mixed

// Mixed is a solver in Go whose kernels, in C and in Fortran, mark regions of their own; the one in C calls Go again.
// They are one tree.
package main

// #cgo CFLAGS: -DMPITIMER_OPTIONAL -I${SRCDIR}/../../../mpitimer/capi
// #include "mpitimer.h"
//
// extern void fortran_kernel(int);
// extern void back(void);
//
// static void c_kernel(void) {
// 	mpitimer_start("in C");
// 	back();
// 	fortran_kernel(20);
// 	mpitimer_stop("in C");
// }
import "C"

import (
	"fmt"
	"os"
	"sync"

	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/capi"
)

//export back
func back() {
	defer mpitimer.Start("in Go again").Stop()
	C.fortran_kernel(2)
}

func main() {
	if err := mpitimer.Initialize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for range 10 {
		step()
	}
	if err := mpitimer.Finalize(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func step() {
	defer mpitimer.Start("in Go").Stop()
	C.c_kernel()
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() { C.c_kernel() })
	}
	workers.Wait()
}
