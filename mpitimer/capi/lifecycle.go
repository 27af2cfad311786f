//go:build cgo

package capi

// #include <stdlib.h>
// #include "api.h"
import "C"

import (
	"errors"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// message is what is told to C of an error, NULL for none; C frees it.
func message(err error) *C.char {
	if err == nil {
		return nil
	}
	return C.CString(err.Error())
}

//export gohpc_capi_initialize
func gohpc_capi_initialize(file *C.char, given, communicator, signal C.int) *C.char {
	if mpitimer.Default() != nil {
		return nil
	}
	var options []mpitimer.Option
	if file != nil {
		options = append(options, mpitimer.WithConfigFile(C.GoString(file)))
	}
	if signal != 0 {
		options = append(options, mpitimer.WithConfigFunc(func(c *mpitimer.Config) { c.Output.Signal = false }))
	}
	var problem error
	if given != 0 {
		comm, err := mpi.FromFortran(int(communicator))
		if err != nil {
			problem = err
		} else {
			options = append(options, mpitimer.WithCommunicator(comm))
		}
	}
	return message(errors.Join(problem, mpitimer.Initialize(options...)))
}

//export gohpc_capi_finalize
func gohpc_capi_finalize() *C.char { return message(mpitimer.Finalize()) }

//export gohpc_capi_print
func gohpc_capi_print() *C.char { return message(mpitimer.Print()) }

//export gohpc_capi_print_files
func gohpc_capi_print_files(prefix *C.char) *C.char {
	return message(mpitimer.Print(mpitimer.WithFiles(C.GoString(prefix))))
}

//export gohpc_capi_print_rank_file
func gohpc_capi_print_rank_file(prefix *C.char) *C.char {
	tm := mpitimer.Default()
	if tm == nil {
		return message(mpitimer.ErrNotInitialized)
	}
	defer engine.Of(tm).Mute()()
	return message(engine.Of(tm).Owner.(interface{ WriteRankFile(prefix string) error }).WriteRankFile(C.GoString(prefix)))
}

// gohpc_capi_exit reports what the program has not finalized. Other ranks may not be about to end.
//
//export gohpc_capi_exit
func gohpc_capi_exit() {
	tm := mpitimer.Default()
	switch {
	case tm == nil:
	case tm.Environments().Default().Size() > 1:
		_ = engine.Of(tm).Owner.FinalizeAlone("the rank ends without mpitimer_finalize")
	default:
		_ = tm.Finalize()
	}
}

//export gohpc_capi_environment
func gohpc_capi_environment(name *C.struct_gohpc_capi_name, communicator C.int) *C.char {
	tm := mpitimer.Default()
	if tm == nil {
		return message(mpitimer.ErrNotInitialized)
	}
	defer engine.Of(tm).Mute()()
	comm, err := mpi.FromFortran(int(communicator))
	if err != nil {
		return message(err)
	}
	_, err = tm.Environments().CreateFromComm(textOf(name), machenv.Communicator(comm))
	return message(errors.Join(err, comm.Free()))
}

//export gohpc_capi_add
func gohpc_capi_add(name *C.struct_gohpc_capi_name, seconds C.double, calls C.int64_t) {
	if tm := mpitimer.Default(); tm != nil {
		tm.Add(textOf(name), time.Duration(float64(seconds)*1e9), int(calls))
	}
}

//export gohpc_capi_able
func gohpc_capi_able(on C.int) {
	tm := mpitimer.Default()
	switch {
	case tm == nil:
	case on != 0:
		tm.Enable()
	default:
		tm.Disable()
	}
}

//export gohpc_capi_level
func gohpc_capi_level(level C.int) {
	if tm := mpitimer.Default(); tm != nil {
		tm.SetLevel(int(level))
	}
}

//export gohpc_capi_prefix
func gohpc_capi_prefix(prefix *C.char) {
	if tm := mpitimer.Default(); tm != nil {
		tm.SetPrefix(C.GoString(prefix))
	}
}

//export gohpc_capi_progress
func gohpc_capi_progress(what C.int, parts C.int64_t) {
	switch what {
	case 0:
		mpitimer.CountEpoch()
	case 1:
		mpitimer.SetWork(uint64(max(parts, 0)))
	default:
		mpitimer.AddWorkDone(uint64(max(parts, 0)))
	}
}

//export gohpc_capi_query
func gohpc_capi_query(name *C.char, seconds *C.double, calls *C.int64_t) C.int {
	rank := engine.Current()
	if rank == nil {
		return 0
	}
	v, found := byname.Query(rank, C.GoString(name), -1)
	*seconds, *calls = C.double(v.Total.Seconds()), C.int64_t(v.Calls)
	return cBool(found)
}
