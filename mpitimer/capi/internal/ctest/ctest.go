//go:build cgo

// Package ctest calls mpitimer.h from Go as a kernel of a program in Go does, for tests.
package ctest

// #cgo CFLAGS: -g0 -DMPITIMER_OPTIONAL -I${SRCDIR}/../..
// #include "mpitimer.h"
// #include <pthread.h>
// #include <stdlib.h>
// #include <string.h>
//
// extern void gohpc_ctest_back(int);
//
// static void back(const char *name, int f) {
// 	mpitimer_start(name);
// 	gohpc_ctest_back(f);
// 	mpitimer_stop(name);
// }
//
// static void *work(void *calls) {
// 	for (long i = 0; i < *(long *)calls; i++) {
// 		mpitimer_start("outer");
// 		mpitimer_start("inner");
// 		mpitimer_stop("inner");
// 		mpitimer_stop("outer");
// 	}
// 	return NULL;
// }
//
// static int threads(int n, long calls) {
// 	pthread_t ids[64];
// 	for (int i = 0; i < n; i++) if (pthread_create(&ids[i], NULL, work, &calls)) return -1;
// 	for (int i = 0; i < n; i++) pthread_join(ids[i], NULL);
// 	return 0;
// }
//
// static void repeat(mpitimer_region *region, const char *name, const char *other, long pairs) {
// 	for (long i = 0; i < pairs; i++) {
// 		if (region) {
// 			mpitimer_region_start(region);
// 			mpitimer_region_stop(region);
// 		} else if (other) {
// 			mpitimer_start(i & 1 ? name : other);
// 			mpitimer_stop(i & 1 ? name : other);
// 		} else {
// 			mpitimer_start(name);
// 			mpitimer_stop(name);
// 		}
// 	}
// }
import "C"

import (
	"fmt"
	"sync"
	"unsafe"
)

// buffer is where names stand, all at the same address one after the other, as in a program that builds them.
var buffer = (*[256]C.char)(C.malloc(256))

func text(name string) *C.char {
	n := copy(unsafe.Slice((*byte)(unsafe.Pointer(buffer)), 255), name)
	buffer[n] = 0
	return &buffer[0]
}

// Start and the following are the functions of mpitimer.h.
func Start(name string) { C.mpitimer_start(text(name)) }
func Stop(name string)  { C.mpitimer_stop(text(name)) }
func Next(name string)  { C.mpitimer_next(text(name)) }
func Disable()          { C.mpitimer_disable() }
func Enable()           { C.mpitimer_enable() }

// StartText and StopText are for names that do not end with a zero byte.
func StartText(name string) { C.mpitimer_start_text(text(name+"…"), C.size_t(len(name))) }
func StopText(name string)  { C.mpitimer_stop_text(text(name+"…"), C.size_t(len(name))) }

func StartIn(name, environment string) {
	e := C.CString(environment)
	defer C.free(unsafe.Pointer(e))
	C.mpitimer_start_in(text(name), e)
}

// Region is a handle.
type Region struct{ is *C.mpitimer_region }

func Define(name, environment string, level, sample int) Region {
	o := C.mpitimer_options{level: C.int(level), sample: C.int(sample)}
	if environment != "" {
		o.environment = C.CString(environment)
		defer C.free(unsafe.Pointer(o.environment))
	}
	return Region{C.mpitimer_define(text(name), &o)}
}

// DefineCommunication makes a handle of a region that communicates.
func DefineCommunication(name string) Region {
	return Region{C.mpitimer_define(text(name), &C.mpitimer_options{communicates: 1})}
}

func (r Region) Start() { C.mpitimer_region_start(r.is) }
func (r Region) Stop()  { C.mpitimer_region_stop(r.is) }

func Add(name string, seconds float64, calls int) {
	C.mpitimer_add(text(name), C.double(seconds), C.int64_t(calls))
}

func SetLevel(level int) { C.mpitimer_set_level(C.int(level)) }

// Query returns seconds and calls.
func Query(name string) (seconds float64, calls int, err error) {
	var s C.double
	var c C.int64_t
	if C.mpitimer_query(text(name), &s, &c) != 0 {
		return 0, 0, fmt.Errorf("%s", C.GoString(C.mpitimer_error()))
	}
	return float64(s), int(c), nil
}

// Initialize and Finalize are for tests of the whole.
func Initialize(file string) string {
	f := C.CString(file)
	defer C.free(unsafe.Pointer(f))
	if file == "" {
		f = nil
	}
	return said(C.mpitimer_initialize(f))
}

func Finalize() string { return said(C.mpitimer_finalize()) }

func said(status C.int) string {
	if status == 0 {
		return ""
	}
	return C.GoString(C.mpitimer_error())
}

// Repeat makes pairs of start and stop without a call of C for each: of a region, or of a name, or of two in turns.
func (r Region) Repeat(pairs int) { C.repeat(r.is, nil, nil, C.long(pairs)) }
func Repeat(name, other string, pairs int) {
	n, o := C.CString(name), (*C.char)(nil)
	defer C.free(unsafe.Pointer(n))
	if other != "" {
		o = C.CString(other)
		defer C.free(unsafe.Pointer(o))
	}
	C.repeat(nil, n, o, C.long(pairs))
}

// Threads lets so many threads of C make calls, each of an outer and an inner region, and waits for them.
func Threads(n, calls int) {
	if C.threads(C.int(n), C.long(calls)) != 0 {
		panic("no thread could be made")
	}
}

var backs struct {
	sync.Mutex
	list []func()
}

// Back lets C start a region, in which f runs, and stop it.
func Back(name string, f func()) {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	backs.Lock()
	backs.list = append(backs.list, f)
	number := len(backs.list) - 1
	backs.Unlock()
	C.back(n, C.int(number))
}
