//go:build mpi && cgo

package mpi

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func isSole() bool { return runsOurs() && !callOthers() }

// callOthers reports whether packages of other modules call C, or C them: that C may call MPI beside
// this package. Each such call goes through a Go function of the package, to which cgo gives a name.
var callOthers = sync.OnceValue(func() bool {
	begin := reflect.ValueOf(World).Pointer()
	module := strings.TrimSuffix(runtime.FuncForPC(begin).Name(), "machenv/mpi.World")
	inside, outside := uintptr(0), uintptr(1)<<40 // from there on, of the functions of a program
	for inside+1 < outside {
		if half := inside + (outside-inside)/2; runtime.FuncForPC(begin+half) != nil {
			inside = half
		} else {
			outside = half
		}
	}
	for at := begin + inside; ; at-- {
		f := runtime.FuncForPC(at)
		if f == nil {
			return false
		}
		at = f.Entry()
		if name := runtime.FuncForPC(at).Name(); !strings.HasPrefix(name, module) && isCall(name) {
			return true
		}
	}
})

// isCall reports whether a function is one that cgo has made, for a package that is not Go's own.
func isCall(name string) bool {
	has := func(part string) bool { return strings.Contains(name, part) }
	of := func(path string) bool { return strings.HasPrefix(name, path) }
	return (has("._Cfunc_") || has("._C2func_") || has("._cgoexp_")) && !slices.ContainsFunc([]string{"net.", "os/user.", "plugin.", "runtime/cgo."}, of)
}
