//go:build linux && (amd64 || arm64)

// Package library opens the libraries for accelerators, without cgo, and explains their errors.
package library

import (
	"fmt"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/stats/signal"
)

// Terms is what a library calls its errors.
type Terms struct {
	Prefix string // of all messages
	Format string // of codes, %d or %#x

	NotSupported, NoPermission int32
	Lost                       int32 // the accelerator is lost; 0 where the library does not tell
}

// Library has functions that return a code, 0 for success. They may be called on any thread.
type Library struct {
	terms Terms
	calls map[string]uintptr
}

// Open opens a library, which may lack some of its functions but not those that are needed.
func Open(name string, terms Terms, needed, others []string) (*Library, error) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("there is no %s", name)
	}
	l := &Library{terms, make(map[string]uintptr)}
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

// Call calls a function. What the arguments point to stays where it is meanwhile if they are made of pointers in the call
// itself: of those that were made before, or appended, the compiler does not know. The error matches signal.ErrPermission,
// or else signal.ErrNoSource, also where the library lacks the function.
//
//go:uintptrescapes
func (l *Library) Call(function string, arguments ...uintptr) error {
	address := l.calls[function]
	if address == 0 {
		return l.NotSupported(function)
	}
	if code, _, _ := purego.SyscallN(address, arguments...); int32(code) != 0 {
		return &fault{&l.terms, function, int32(code)}
	}
	return nil
}

// NotSupported is the error of an accelerator without what a function is for.
func (l *Library) NotSupported(function string) error {
	return &fault{&l.terms, function, l.terms.NotSupported}
}

// fault is what a library says of a failure.
type fault struct {
	terms    *Terms
	function string
	code     int32
}

func (f *fault) Error() string {
	what := ""
	switch f.code {
	case f.terms.NotSupported:
		what = f.function + " is not supported by this accelerator"
	case f.terms.NoPermission:
		what = f.function + ": permission denied"
	case f.terms.Lost:
		what = "the accelerator is lost"
	default:
		what = fmt.Sprintf("%s: error "+f.terms.Format, f.function, uint32(f.code))
	}
	return f.terms.Prefix + ": " + what
}

// Unwrap makes it match what package signal tells apart.
func (f *fault) Unwrap() error {
	if f.code == f.terms.NoPermission {
		return signal.ErrPermission
	}
	return signal.ErrNoSource
}
