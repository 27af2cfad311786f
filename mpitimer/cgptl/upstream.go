//go:build cgo && !e3sm

package cgptl

// #include "names.h"
import "C"

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/gptl"
)

// This file is what upstream's GPTL 8 does otherwise than E3SM's fork, of which e3sm.go is.

const mostCharacters = 63

var errLong = fmt.Errorf("the name has more than %d characters", mostCharacters)

func beginFork() {}

// startable says what keeps a timer from being started or stopped.
func startable(name string) error {
	switch {
	case !gptl.Initialized():
		return errBefore
	case len(name) > mostCharacters:
		return errLong
	}
	return nil
}

func optionOf(number int) (gptl.Option, error) { return gptl.Option(number), nil }

func setOption(option gptl.Option, value int) error { return gptl.SetOption(option, value) }

func setPrefix(prefix string) error { return gptl.PrefixSet(prefix) }

//export gohpc_cgptl_bad_handle
func gohpc_cgptl_bad_handle(call *C.char, name *C.struct_gohpc_capi_name) C.int {
	return status(fmt.Errorf("%s(%q): %w", C.GoString(call), textOf(name), errHandle))
}

//export GPTLget_memusage
func GPTLget_memusage(megabytes *C.float) C.int {
	defer aborted()
	m, err := gptl.MemUsage()
	*megabytes = C.float(m)
	return status(err)
}

//export GPTLprint_memusage
func GPTLprint_memusage(text *C.char) C.int {
	defer aborted()
	return status(gptl.PrintMemUsage(C.GoString(text)))
}
