//go:build cgo

package cgptl

// #include <stdlib.h>
// #include <sys/resource.h>
// #include "names.h"
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/gptl"
)

//export GPTLquery
func GPTLquery(name *C.char, thread C.int, count, onflg *C.int, wall, user, system *C.double, counters *C.longlong, most C.int) C.int {
	defer aborted()
	v, err := gptl.Query(C.GoString(name), int(thread))
	if err != nil {
		return status(err)
	}
	*count, *onflg = C.int(v.Count), 0
	if v.On {
		*onflg = 1
	}
	*wall, *user, *system = C.double(v.Wall.Seconds()), C.double(v.User.Seconds()), C.double(v.System.Seconds())
	if most <= 0 || counters == nil {
		return 0
	}
	values, err := gptl.QueryCounters(C.GoString(name), int(thread))
	if err != nil {
		return 0 // there are none
	}
	for i, value := range values[:min(len(values), int(most))] {
		*(*C.longlong)(unsafe.Add(unsafe.Pointer(counters), i*int(unsafe.Sizeof(*counters)))) = C.longlong(value)
	}
	return 0
}

// give sets what a call tells, unless it fails: like GPTL's, it then leaves the variable as it is.
func give[T any](to *T, value T, err error) C.int {
	if err == nil {
		*to = value
	}
	return status(err)
}

//export GPTLget_wallclock
func GPTLget_wallclock(name *C.char, thread C.int, seconds *C.double) C.int {
	defer aborted()
	d, err := gptl.Wallclock(C.GoString(name), int(thread))
	return give(seconds, C.double(d.Seconds()), err)
}

//export GPTLget_wallclock_latest
func GPTLget_wallclock_latest(name *C.char, thread C.int, seconds *C.double) C.int {
	defer aborted()
	d, err := gptl.WallclockLatest(C.GoString(name), int(thread))
	return give(seconds, C.double(d.Seconds()), err)
}

//export GPTLget_threadwork
func GPTLget_threadwork(name *C.char, most, imbalance *C.double) C.int {
	defer aborted()
	m, i, err := gptl.ThreadWork(C.GoString(name))
	if err == nil {
		*imbalance = C.double(i.Seconds())
	}
	return give(most, C.double(m.Seconds()), err)
}

//export GPTLget_count
func GPTLget_count(name *C.char, thread C.int, count *C.int) C.int {
	defer aborted()
	n, err := gptl.Count(C.GoString(name), int(thread))
	return give(count, C.int(n), err)
}

//export GPTLget_nregions
func GPTLget_nregions(thread C.int, count *C.int) C.int {
	defer aborted()
	n, err := gptl.NumRegions(int(thread))
	return give(count, C.int(n), err)
}

// copied puts a text and a zero byte where there is room for so many; it reports whether all of it has found room.
func copied(to *C.char, room int, text string) bool {
	into := unsafe.Slice((*byte)(unsafe.Pointer(to)), room)
	n := copy(into, text)
	if n < room {
		into[n] = 0
	}
	return n == len(text)
}

//export GPTLget_regionname
func GPTLget_regionname(thread, region C.int, name *C.char, length C.int) C.int {
	defer aborted()
	text, err := gptl.RegionName(int(thread), int(region))
	if err == nil {
		copied(name, int(max(length, 0)), text)
	}
	return status(err)
}

//export GPTLget_eventvalue
func GPTLget_eventvalue(name, event *C.char, thread C.int, value *C.double) C.int {
	defer aborted()
	v, err := gptl.EventValue(C.GoString(name), C.GoString(event), int(thread))
	return give(value, C.double(v), err)
}

//export GPTLprint_rusage
func GPTLprint_rusage(text *C.char) C.int {
	var usage C.struct_rusage
	if C.getrusage(C.RUSAGE_SELF, &usage) != 0 {
		return -1
	}
	seconds := func(t C.struct_timeval) float64 { return float64(t.tv_sec) + 1e-6*float64(t.tv_usec) }
	fmt.Fprintf(os.Stdout, "%s: user %.6f s, system %.6f s\n", C.GoString(text), seconds(usage.ru_utime), seconds(usage.ru_stime))
	return 0
}

//export GPTLget_procsiz
func GPTLget_procsiz(size, resident *C.float) C.int {
	defer aborted()
	s, r, err := gptl.ProcessSize()
	if err == nil {
		*resident = C.float(r)
	}
	return give(size, C.float(s), err)
}

//export GPTL_PAPIlibraryinit
func GPTL_PAPIlibraryinit() C.int {
	defer aborted()
	return status(gptl.PAPILibraryInit())
}

//export GPTLevent_name_to_code
func GPTLevent_name_to_code(name *C.char, code *C.int) C.int {
	defer aborted()
	c, err := gptl.EventNameToCode(C.GoString(name))
	return give(code, C.int(c), err)
}

//export GPTLevent_code_to_name
func GPTLevent_code_to_name(code C.int, name *C.char) C.int {
	defer aborted()
	text, err := gptl.EventCodeToName(gptl.Option(code))
	if err == nil {
		copied(name, len(text)+1, text)
	}
	return status(err)
}

//export GPTLnum_errors
func GPTLnum_errors() C.int { return C.int(gptl.NumErrors()) }

//export GPTLnum_warn
func GPTLnum_warn() C.int { return C.int(gptl.NumWarnings()) }
