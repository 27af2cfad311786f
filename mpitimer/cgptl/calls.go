//go:build cgo

package cgptl

// #cgo CFLAGS: -g0
// #include <stdlib.h>
// #include "names.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/capi" // whose C finds names and does what is as expected
	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

func init() {
	C.gohpc_cgptl_limit((*C.int64_t)(unsafe.Pointer(&byname.Limit))) // a variable of the package: it stays there
	begin()
}

// begin lets stops be GPTL's: what was started after what is stopped goes on.
func begin() {
	_ = gptl.SetOption(gptl.Nesting, gptl.GPTLNesting)
	beginFork()
}

// told counts what was written of errors: GPTL writes so many.
var told int

const mostTold = 10

// status is what GPTL returns. A stop that leaves others running is a warning, which the package has written.
func status(err error) C.int {
	if err == nil || errors.Is(err, gptl.ErrNotNested) {
		return 0
	}
	verbose, _ := gptl.OptionValue(gptl.Verbose)
	if told++; told <= mostTold && verbose == 0 { // else it is written already
		fmt.Fprintf(os.Stderr, "GPTL error: %v\n", err)
	}
	return -1
}

// aborted ends the program for an error with the option AbortOnError. It is deferred.
func aborted() {
	if cause := recover(); cause != nil {
		fmt.Fprintf(os.Stderr, "GPTL error: %v\nGPTL aborts the program, as it was asked to (GPTLabort_on_error)\n", cause)
		C.exit(-1)
	}
}

// textOf is a name, which stays.
func textOf(n *C.struct_gohpc_capi_name) string {
	return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(n), unsafe.Sizeof(*n))), int(n.length))
}

var (
	errBefore = errors.New("GPTLinitialize has not been called")
	errHandle = errors.New("the handle is that of another name")
	errThread = errors.New("more threads than GPTLsetoption(GPTLmaxthreads) has announced")
)

// ready reports whether a start or a stop has anything to do.
func ready(call, name string) error {
	if err := startable(name); err != nil {
		return fmt.Errorf("%s(%q): %w", call, name, err)
	}
	// There is no limit here, but whoever sets one gets a message about threads beyond it, as from GPTL.
	if rank := engine.Current(); rank != nil && rank.Track() > 0 { // the first thread is within each
		if most, _ := gptl.OptionValue(gptl.MaxThreads); most != gptl.DefaultMaxThreads && rank.Track() >= most {
			return fmt.Errorf("%s(%q): %w", call, name, errThread)
		}
	}
	return nil
}

//export gohpc_cgptl_slow_start
func gohpc_cgptl_slow_start(name *C.struct_gohpc_capi_name) C.int {
	defer aborted()
	if err := ready("GPTLstart", textOf(name)); err != nil {
		return status(err)
	}
	err := gptl.Start(textOf(name))
	if d := engine.Process.Load(); d != nil {
		if t := d.Track(); t != nil && !t.Shared() {
			t.RoomFor(t.Current) // so that the first stop needs no call of Go
		}
	}
	return status(err)
}

//export gohpc_cgptl_slow_stop
func gohpc_cgptl_slow_stop(name *C.struct_gohpc_capi_name) C.int {
	defer aborted()
	if err := ready("GPTLstop", textOf(name)); err != nil {
		return status(err)
	}
	return status(gptl.Stop(textOf(name)))
}

// gohpc_cgptl_enter is a start of a function, whose name may be long, and before GPTLinitialize.
//
//export gohpc_cgptl_enter
func gohpc_cgptl_enter(name *C.struct_gohpc_capi_name) C.int {
	defer aborted()
	if !gptl.Initialized() {
		return -1
	}
	return status(gptl.Start(textOf(name)))
}

// gohpc_cgptl_leave is its stop. Functions that began before GPTLinitialize end here.
//
//export gohpc_cgptl_leave
func gohpc_cgptl_leave(name *C.struct_gohpc_capi_name) {
	defer aborted()
	if _, err := gptl.Count(textOf(name), -1); gptl.Initialized() && err == nil {
		_ = gptl.Stop(textOf(name))
	}
}

// GPTLinitialize times this rank alone, since GPTL's is not collective, and may come before MPI_Init.
//
//export GPTLinitialize
func GPTLinitialize() C.int {
	defer aborted()
	c := gptl.Config()
	c.Output.Signal = false // the program may have a use for them
	C.gohpc_capi_at_exit()  // who returns from main without GPTLfinalize has not died
	return status(gptl.Initialize(mpitimer.WithConfig(c), mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithLog(io.Discard)))
}

//export GPTLfinalize
func GPTLfinalize() C.int {
	defer aborted()
	err := gptl.Finalize()
	begin()
	return status(err)
}

//export GPTLsetoption
func GPTLsetoption(option, value C.int) C.int {
	defer aborted()
	o, err := optionOf(int(option))
	if err == nil && o == gptl.Multiplex && value != 0 {
		err = hardware() // as a GPTL that was built without PAPI
	}
	if err != nil {
		return status(err)
	}
	return status(setOption(o, int(value)))
}

// hardware says what keeps this machine's counters from being read.
func hardware() error {
	cycles, err := gptl.EventNameToCode("PAPI_TOT_CYC")
	if err == nil {
		err = gptl.SetOption(cycles, 1)
	}
	if err == nil {
		err = gptl.SetOption(cycles, 0)
	}
	return err
}

//export GPTLsetutr
func GPTLsetutr(clock C.int) C.int {
	defer aborted()
	return status(gptl.SetUTR(gptl.Clock(clock)))
}

//export GPTLstartstop_val
func GPTLstartstop_val(name *C.char, seconds C.double) C.int {
	defer aborted()
	if err := ready("GPTLstartstop_val", C.GoString(name)); err != nil {
		return status(err)
	}
	return status(gptl.StartStopVal(C.GoString(name), time.Duration(math.Round(float64(seconds)*1e9))))
}

//export GPTLstartstop_vals
func GPTLstartstop_vals(name *C.char, seconds C.double, calls C.int) C.int {
	defer aborted()
	if err := ready("GPTLstartstop_vals", C.GoString(name)); err != nil {
		return status(err)
	}
	return status(gptl.StartStopVals(C.GoString(name), time.Duration(math.Round(float64(seconds)*1e9)), int(calls)))
}

//export GPTLprefix_set
func GPTLprefix_set(prefix *C.char) C.int {
	defer aborted()
	return status(setPrefix(C.GoString(prefix)))
}

//export GPTLprefix_setf
func GPTLprefix_setf(prefix *C.char, length C.int) C.int {
	defer aborted()
	return status(setPrefix(C.GoStringN(prefix, max(length, 0))))
}

//export GPTLprefix_unset
func GPTLprefix_unset() C.int {
	defer aborted()
	return status(setPrefix(""))
}

//export GPTLprint_mode_set
func GPTLprint_mode_set(mode C.int) C.int {
	defer aborted()
	return status(gptl.PrintModeSet(int(mode)))
}

//export GPTLprint_mode_query
func GPTLprint_mode_query() C.int { return C.int(gptl.PrintModeQuery()) }

// gohpc_cgptl_namelist sets what a namelist says.
//
//export gohpc_cgptl_namelist
func gohpc_cgptl_namelist(file *C.char) C.int {
	defer aborted()
	f, err := os.Open(C.GoString(file))
	if err != nil {
		return status(err)
	}
	defer func() { _ = f.Close() }()
	return status(gptl.ProcessNamelist(f, C.GoString(file)))
}

//export GPTLenable
func GPTLenable() C.int { return status(gptl.Enable()) }

//export GPTLdisable
func GPTLdisable() C.int { return status(gptl.Disable()) }

//export GPTLreset
func GPTLreset() C.int {
	defer aborted()
	return status(gptl.Reset())
}

//export GPTLreset_timer
func GPTLreset_timer(name *C.char) C.int {
	defer aborted()
	return status(gptl.ResetTimer(C.GoString(name)))
}

//export GPTLstamp
func GPTLstamp(wall, user, system *C.double) C.int {
	defer aborted()
	w, u, s, err := gptl.Stamp()
	*wall, *user, *system = C.double(w.Seconds()), C.double(u.Seconds()), C.double(s.Seconds())
	return status(err)
}

// silent reports whether only rank 0 is to print, and this is another.
func silent() bool {
	only, _ := gptl.OptionValue(gptl.OnlyPrintRank0)
	return only != 0 && rankOfMPI() > 0
}

//export GPTLpr
func GPTLpr(id C.int) C.int {
	defer aborted()
	if silent() {
		return 0
	}
	return status(gptl.Print(int(id)))
}

//export GPTLpr_file
func GPTLpr_file(file *C.char) C.int {
	defer aborted()
	if silent() {
		return 0
	}
	return status(gptl.PrintFile(C.GoString(file)))
}

// gohpc_cgptl_has_mpi reports whether MPI has begun and not ended.
//
//export gohpc_cgptl_has_mpi
func gohpc_cgptl_has_mpi() C.int {
	if mpi.Initialized() && !mpi.Finalized() {
		return 1
	}
	return 0
}

// communicator is that of Fortran's number.
func communicator(handle C.int) (machenv.Communicator, func(), error) {
	switch {
	case mpi.Finalized(): // nobody knows who of all ranks is to write their file
		return nil, nil, errors.New("MPI has ended already: what is of all ranks comes before MPI_Finalize")
	case !mpi.Initialized():
		return machenv.NewSerial(), func() {}, nil
	}
	comm, err := mpi.FromFortran(int(handle))
	if err != nil {
		return nil, nil, err
	}
	return comm, func() { _ = comm.Free() }, nil
}

// awaited are the ranks of a communicator of the program, which is for nothing but to wait for them.
type awaited struct {
	machenv.Communicator
	handle C.int
}

func (a awaited) Barrier() error {
	defer machenv.BeginWait().End()
	wait(int(a.handle))
	return nil
}

// toWaitFor is the communicator of Fortran's number.
func toWaitFor(handle C.int) (machenv.Communicator, error) {
	switch {
	case mpi.Finalized():
		return nil, errors.New("MPI has ended already: no rank can wait for others")
	case !mpi.Initialized():
		return machenv.NewSerial(), nil
	}
	return awaited{handle: handle}, nil
}

//export gohpc_cgptl_summary
func gohpc_cgptl_summary(handle C.int, file *C.char) C.int {
	defer aborted()
	comm, free, err := communicator(handle)
	if err != nil {
		return status(err)
	}
	defer free()
	if file == nil {
		return status(gptl.PrintSummary(comm))
	}
	return status(gptl.PrintSummaryFile(comm, C.GoString(file)))
}

//export gohpc_cgptl_barrier
func gohpc_cgptl_barrier(handle C.int, name *C.char) C.int {
	defer aborted()
	comm, err := toWaitFor(handle)
	if err != nil {
		return status(err)
	}
	return status(gptl.Barrier(comm, C.GoString(name)))
}
