//go:build cgo && !windows

package cgptl

/*
#cgo linux LDFLAGS: -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

// A program that has no OpenMP has no such function.
static int number_in_openmp(void) {
	int (*number)(void);
	*(void **)&number = dlsym(RTLD_DEFAULT, "omp_get_thread_num");
	return number ? number() : -1;
}

// The file that has the function to which a program's calls of GPTLinitialize go, and the next that has one, if these are two; NULL
// where this library's is the only one.
static int two_gptls(const char **first, const char **second, int *is_ours) {
	Dl_info ours, called, next;
	void *program = dlopen(NULL, RTLD_LAZY); // by itself this library, linked with -Bsymbolic, is searched first
	void *one = program ? dlsym(program, "GPTLinitialize") : NULL, *other = dlsym(RTLD_NEXT, "GPTLinitialize");
	if (!one || !dladdr((void *)number_in_openmp, &ours) || !dladdr(one, &called)) return 0;
	*first = called.dli_fname;
	*is_ours = called.dli_fbase == ours.dli_fbase;
	*second = ours.dli_fname;
	if (!*is_ours) return 1;
	if (!other || !dladdr(other, &next) || next.dli_fbase == ours.dli_fbase) return 0;
	*second = next.dli_fname;
	return 1;
}
*/
import "C"

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func init() {
	// Threads have OpenMP's numbers, as with GPTL: each has the one of its first call, unless another thread has it.
	engine.Bridge.NumberOf = func() int { return int(C.number_in_openmp()) }
	tellOfAnother()
}

// tellOfAnother tells of a program that is linked with two GPTLs: whoever wants to replace one may have them in the wrong order.
func tellOfAnother() {
	var first, second *C.char
	var ours C.int
	if C.two_gptls(&first, &second, &ours) == 0 {
		return
	}
	if rank, _, _, launched := mpi.Launched(); launched && rank != 0 {
		return
	}
	if ours != 0 {
		fmt.Fprintf(os.Stderr, "GPTL note: calls go to %s, and not to %s, which has GPTL as well\n", C.GoString(first), C.GoString(second))
	} else {
		fmt.Fprintf(os.Stderr, "GPTL note: calls go to GPTL in %s, and not to %s, which is linked behind it\n", C.GoString(first), C.GoString(second))
	}
}
