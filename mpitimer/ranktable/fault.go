package ranktable

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"unsafe"
)

// errShrunk is what guard returns when the file has become shorter.
var errShrunk = errors.New("the file became shorter while it was read")

// guard calls f, which looks into mapped memory. Where the file is no more, somebody having cut it,
// the system sends a signal, of which guard makes an error.
func (t *Table) guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		problem := recover()
		if problem == nil {
			return
		}
		fault, is := problem.(interface {
			runtime.Error
			Addr() uintptr
		})
		if !is || len(t.data) == 0 {
			panic(problem)
		}
		at := fault.Addr() - uintptr(unsafe.Pointer(&t.data[0]))
		if !t.mapped || at >= uintptr(len(t.data)) {
			panic(problem)
		}
		err = fmt.Errorf("byte %d: %w: %w", at, errShrunk, ErrFormat)
	}()
	return f()
}
