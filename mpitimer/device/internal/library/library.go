//go:build linux && (amd64 || arm64)

package library

import (
	"bytes"
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/internal/pcibus"
)

// OnlyLoaded is RTLD_NOLOAD: a mode for libraries that the program has loaded already.
const OnlyLoaded = 4

// Open opens a library, which has one of these names: the first with the first of the modes, else any with the next.
func Open(names []string, modes ...int) (handle uintptr, err error) {
	for _, mode := range modes {
		for _, name := range names {
			if handle, err = purego.Dlopen(name, purego.RTLD_NOW|mode); err == nil {
				return handle, nil
			}
		}
	}
	return 0, fmt.Errorf("there is no %s", names[0])
}

// Function is one of a library. To points to a variable of its type, or to a uintptr for its address.
type Function struct {
	Name string
	To   any
}

// Bind finds functions. An error names the library, as it is called here, and the first one that it lacks.
func Bind(called string, handle uintptr, functions []Function) error {
	for _, f := range functions {
		symbol := Find(handle, f.Name)
		if symbol == 0 {
			return fmt.Errorf("%s lacks %s", called, f.Name)
		}
		if address, is := f.To.(*uintptr); is {
			*address = symbol
		} else {
			purego.RegisterFunc(f.To, symbol)
		}
	}
	return nil
}

// Find returns the address of a function, 0 if it is not there.
func Find(handle uintptr, name string) uintptr {
	symbol, _ := purego.Dlsym(handle, name)
	return symbol
}

// BusAddress asks CUDA's or HIP's function for the address of a device on the PCI bus; "" if it does not tell.
func BusAddress(function uintptr, device int) string {
	text := new([64]byte)
	if function == 0 {
		return ""
	}
	if code, _, _ := purego.SyscallN(function, uintptr(unsafe.Pointer(text)), uintptr(len(text)), uintptr(device)); int32(code) != 0 {
		return ""
	}
	end := bytes.IndexByte(text[:], 0)
	return pcibus.Parse(string(text[:max(end, 0)]))
}
