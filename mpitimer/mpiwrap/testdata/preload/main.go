//go:build mpi && cgo && linux

// A shared library to be preloaded by the tests. It keeps the table of the calls in the file
// $MPIWRAP_TEST.RANK, and writes what else is known to $MPIWRAP_TEST.RANK.json before MPI_Finalize.
// $MPIWRAP_MODE switches on what its words say: sync, time, events=WORDS; time alone also without $MPIWRAP_TEST.
package main

// #include <stdint.h>
// extern uint32_t mpiwrap_test_region;
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	_ "github.com/go-hpc/timers/mpitimer/mpiwrap"
)

type state struct {
	Communicators []mpicall.Communicator
	Datatypes     []mpicall.Datatype
	Files         []mpicall.File
	Partners      []mpicall.Partner
	Events        []uint64
	Dropped       uint64
	Goroutines    bool
	Begun         int
	Ending        mpicall.Bound
}

func main() {}

func rank() string {
	for _, name := range []string{"OMPI_COMM_WORLD_RANK", "PMI_RANK"} {
		if r := os.Getenv(name); r != "" {
			return r
		}
	}
	return "0"
}

func init() {
	name := os.Getenv("MPIWRAP_TEST")
	if name == "" && os.Getenv("MPIWRAP_MODE") == "time" {
		mpicall.Registered().TimeOnly(true)
	}
	if name != "" {
		if err := prepare(name + "." + rank()); err != nil {
			fmt.Fprintln(os.Stderr, "preload:", err)
			os.Exit(1)
		}
	}
}

func prepare(name string) error {
	recorder := mpicall.Registered()
	memory, err := mapped(name, mpicall.Bytes(4096))
	if err != nil {
		return err
	}
	if err := recorder.Attach(memory, mpicall.Monotonic); err != nil {
		return err
	}
	if err := recorder.Track(0, (*uint32)(unsafe.Pointer(&C.mpiwrap_test_region)), 0); err != nil {
		return err
	}
	for word := range strings.FieldsSeq(os.Getenv("MPIWRAP_MODE")) {
		switch word {
		case "sync":
			recorder.Synchronise(true)
		case "time":
			recorder.TimeOnly(true)
		}
		if words, ok := strings.CutPrefix(word, "events="); ok {
			var n, apart uint64 // the second in nanoseconds, where it is given
			if _, err := fmt.Sscanf(words+",0", "%d,%d", &n, &apart); err != nil {
				return err
			}
			recorder.Record(make([]uint64, n), apart)
		}
	}
	begun := 0
	recorder.Lifecycle(func() { begun++ }, func() {
		s := state{recorder.Communicators(), recorder.Datatypes(), recorder.Files(), recorder.Partners(), nil, 0, recorder.Goroutines(), begun, mpicall.Bound{}}
		_, s.Ending = recorder.Bounds()
		s.Events, s.Dropped = recorder.Events()
		text, err := json.Marshal(s)
		if err == nil {
			err = os.WriteFile(name+".json", text, 0o666)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "preload:", err)
		}
	})
	return nil
}

func mapped(name string, size int) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.Truncate(int64(size)); err != nil {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}
