//go:build cgo && !windows

package cgptl

/*
#cgo linux LDFLAGS: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>

// A program that has no OpenMP has no such function.
static int number_in_openmp(void) {
	int (*number)(void);
	*(void **)&number = dlsym(RTLD_DEFAULT, "omp_get_thread_num");
	return number ? number() : -1;
}
*/
import "C"

import "github.com/go-hpc/timers/mpitimer/internal/engine"

// Threads have OpenMP's numbers, as with GPTL: each has the one of its first call, unless another thread has it.
func init() { engine.NumberOf = func() int { return int(C.number_in_openmp()) } }
