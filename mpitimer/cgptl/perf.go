//go:build cgo

package cgptl

// #include <stdlib.h>
// #include "names.h"
import "C"

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"sync"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/perfmod"
)

// This file is what the Fortran module perf_mod of this directory calls. Texts come with their lengths, without blanks at
// their ends.

func init() {
	C.gohpc_cgptl_direct((*C.int64_t)(unsafe.Pointer(&byname.Direct)))
}

func given(text *C.char, length C.size_t) string { return C.GoStringN(text, C.int(length)) }

// tell is for errors, which perf_mod has no place for.
func tell(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "perf_mod: %v\n", err)
	}
}

// ranksOf is the communicator of an optional argument, nil if there is none. It is freed by perf_finalize.
func ranksOf(present, handle C.int) machenv.Communicator {
	if present == 0 {
		return nil
	}
	comm, free, err := communicator(handle)
	if err != nil {
		tell(err)
		return nil
	}
	communicators.Lock()
	defer communicators.Unlock()
	communicators.free = append(communicators.free, free)
	return comm
}

var communicators struct {
	sync.Mutex
	free []func()
}

// gohpc_perf_init returns what is to be logged, which C frees.
//
//export gohpc_perf_init
func gohpc_perf_init(namelist *C.char, length C.size_t, print, present, comm, threads C.int) *C.char {
	defer aborted()
	var log bytes.Buffer
	tell(perfmod.Init(given(namelist, length), perfmod.Options{
		Comm: ranksOf(present, comm), Log: &log, Quiet: print == 0, MaxThreads: int(threads),
	}))
	text := log.String()
	perfmod.SetLog(os.Stdout)
	return C.CString(text)
}

//export gohpc_perf_finalize
func gohpc_perf_finalize() {
	defer aborted()
	tell(perfmod.Finalize())
	communicators.Lock()
	defer communicators.Unlock()
	for _, free := range communicators.free {
		free()
	}
	communicators.free = nil
}

//export gohpc_perf_start
func gohpc_perf_start(name *C.struct_gohpc_capi_name) {
	defer aborted()
	perfmod.Start(textOf(name))
}

//export gohpc_perf_stop
func gohpc_perf_stop(name *C.struct_gohpc_capi_name) {
	defer aborted()
	perfmod.Stop(textOf(name))
}

//export gohpc_perf_add
func gohpc_perf_add(event *C.char, length C.size_t, seconds C.double, calls C.int) {
	defer aborted()
	perfmod.StartStopVals(given(event, length), time.Duration(math.Round(float64(seconds)*1e9)), int(calls))
}

// gohpc_perf_ask answers what has no argument: whether timers, barriers and a single file are on.
//
//export gohpc_perf_ask
func gohpc_perf_ask(what C.int) C.int {
	is := [...]func() bool{perfmod.ProfileOn, perfmod.BarrierOn, perfmod.SingleFile}[what]()
	if is {
		return 1
	}
	return 0
}

// gohpc_perf_do does what has no argument but a number.
//
//export gohpc_perf_do
func gohpc_perf_do(what, n C.int) {
	defer aborted()
	switch what {
	case 0:
		perfmod.Enable()
	case 1:
		perfmod.Disable()
	case 2:
		perfmod.UnsetPrefix()
	case 3:
		perfmod.AdjustDetail(int(n))
	}
}

//export gohpc_perf_prefix
func gohpc_perf_prefix(prefix *C.char, length C.size_t) {
	defer aborted()
	perfmod.SetPrefix(given(prefix, length))
}

//export gohpc_perf_stamp
func gohpc_perf_stamp(wall, user, system *C.double) {
	defer aborted()
	w, u, s := perfmod.Stamp()
	*wall, *user, *system = C.double(w.Seconds()), C.double(u.Seconds()), C.double(s.Seconds())
}

//export gohpc_perf_barrier
func gohpc_perf_barrier(event *C.char, length C.size_t, present, comm C.int) {
	defer aborted()
	if !perfmod.BarrierOn() {
		return
	}
	var ranks machenv.Communicator // of all
	if present != 0 {
		var err error
		if ranks, err = toWaitFor(comm); err != nil {
			tell(err)
			return
		}
	}
	tell(perfmod.Barrier(given(event, length), ranks))
}

// The optional arguments of t_prf, each with whether it is there.
type option struct{ present, value C.int }

func (o option) number() *int {
	if o.present == 0 {
		return nil
	}
	n := int(o.value)
	return &n
}

func (o option) truth() *bool {
	if o.present == 0 {
		return nil
	}
	is := o.value != 0
	return &is
}

//export gohpc_perf_print
func gohpc_perf_print(file *C.char, length C.size_t, present, comm C.int, options *C.int) {
	defer aborted()
	o := (*[5]option)(unsafe.Pointer(options))
	tell(perfmod.Print(given(file, length), perfmod.PrintOptions{
		Comm: ranksOf(present, comm), OutputRanks: o[0].number(), OutputStride: o[1].number(),
		SingleFile: o[2].truth(), GlobalStats: o[3].truth(), ThisRank: o[4].truth(),
	}))
}
