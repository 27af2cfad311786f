//go:build linux && (amd64 || arm64)

// Package library opens the libraries that tell of accelerators, without cgo.
package library

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// Library has functions that return a code, 0 for success.
type Library struct{ calls map[string]uintptr }

// Open opens a library, which may lack some of its functions but not those that are needed.
func Open(name string, needed, others []string) (*Library, error) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("there is no %s", name)
	}
	l := &Library{make(map[string]uintptr)}
	for _, function := range needed {
		if l.calls[function], err = purego.Dlsym(handle, function); err != nil {
			return nil, fmt.Errorf("%s lacks %s", name, function)
		}
	}
	for _, function := range others { // an old one may lack some
		if symbol, err := purego.Dlsym(handle, function); err == nil {
			l.calls[function] = symbol
		}
	}
	return l, nil
}

// Call calls a function; false if the library lacks it. What the arguments point to stays where it is meanwhile.
//
//go:uintptrescapes
func (l *Library) Call(function string, arguments ...uintptr) (code int32, known bool) {
	address := l.calls[function]
	if address == 0 {
		return 0, false
	}
	r, _, _ := purego.SyscallN(address, arguments...)
	return int32(r), true
}
