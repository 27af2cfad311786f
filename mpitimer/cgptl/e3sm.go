//go:build cgo && e3sm

package cgptl

// #cgo CFLAGS: -DGPTL_E3SM
// #include "names.h"
import "C"

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/gptl"
)

// This file is what E3SM's fork of GPTL does otherwise than upstream's GPTL 8, of which upstream.go is: built with the tag
// e3sm, this package is the fork.

// outlasting are the options that GPTLfinalize leaves as they are, with their values. The fork's names have no quotes without
// being asked.
var outlasting = map[gptl.Option]int{
	gptl.AbortOnError: 0, gptl.CPU: 0, gptl.DoprQuotes: 0, gptl.Overhead: 1, gptl.PrintMethod: gptl.MostFrequent, gptl.ProfileOverhead: 0, gptl.Wall: 1,
}

// beginFork sets what the fork does without being asked.
func beginFork() {
	_ = gptl.SetOption(gptl.Layout, gptl.E3SM)
	_ = gptl.SetOption(gptl.ToTheLetter, 1)
	for option, value := range outlasting {
		_ = gptl.SetOption(option, value)
	}
	toldOfLong = false
}

var toldOfLong bool

const mostInFiles = 127

// startable says what keeps a timer from being started or stopped: nothing does. Before GPTLinitialize the fork ignores
// starts and stops without an error, as package gptl does.
func startable(name string) error {
	if len(name) > mostInFiles && !toldOfLong {
		toldOfLong = true
		if rank, _, _, launched := mpi.Launched(); rank == 0 || !launched {
			fmt.Fprintf(os.Stderr, "GPTL note: files have the first %d bytes of a name, and this has more: %q\n", mostInFiles, name)
		}
	}
	return nil
}

func optionOf(number int) (gptl.Option, error) { return gptl.E3SMOption(number) }

func setOption(option gptl.Option, value int) error {
	if option == gptl.NarrowPrint { // it does nothing without PAPI
		return nil
	}
	err := gptl.SetOption(option, value)
	if _, is := outlasting[option]; is && err == nil {
		outlasting[option] = value
	}
	return err
}

// setPrefix is ignored where starts are: before GPTLinitialize, and while timing is disabled.
func setPrefix(prefix string) error {
	if !gptl.Initialized() || gptl.Disabled() {
		return nil
	}
	return gptl.PrefixSet(prefix)
}

//export GPTLis_initialized
func GPTLis_initialized() C.int {
	if gptl.Initialized() {
		return 1
	}
	return 0
}

// GPTLquerycounters has no argument for how many there is room for; as in the fork, that is the caller's to know.
//
//export GPTLquerycounters
func GPTLquerycounters(name *C.char, thread C.int, counters *C.longlong) C.int {
	defer aborted()
	if _, err := gptl.Query(C.GoString(name), int(thread)); err != nil {
		return status(err)
	}
	values, err := gptl.QueryCounters(C.GoString(name), int(thread))
	if err != nil {
		return 0 // there are none
	}
	copy(unsafe.Slice((*int64)(unsafe.Pointer(counters)), len(values)), values)
	return 0
}

//export GPTLget_memusage
func GPTLget_memusage(size, resident, shared, text, data *C.longlong) C.int {
	defer aborted()
	u, err := gptl.ProcessUsage()
	if err != nil {
		u = gptl.Usage{Size: -1, Resident: -1, Shared: -1, Text: -1, DataStack: -1}
	}
	*size, *resident, *shared = C.longlong(u.Size), C.longlong(u.Resident), C.longlong(u.Shared)
	*text, *data = C.longlong(u.Text), C.longlong(u.DataStack)
	return status(err)
}

//export GPTLprint_memusage
func GPTLprint_memusage(text *C.char) C.int {
	defer aborted()
	u, err := gptl.ProcessUsage()
	if err != nil {
		return status(err)
	}
	mb := func(kilobytes int64) float64 { return float64(kilobytes) / 1024 }
	fmt.Printf("%s sysmem size=%.1f MB rss=%.1f MB share=%.1f MB text=%.1f MB datastack=%.1f MB\n", C.GoString(text),
		mb(u.Size), mb(u.Resident), mb(u.Shared), mb(u.Text), mb(u.DataStack))
	return 0
}
