package goroutine

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

//go:noinline
func outer(into []uintptr) { middle(into) }

func middle(into []uintptr) { inner(into) } // inlined

//go:noinline
func inner(into []uintptr) { Callers(into, 0) }

// functions is the names of functions that some addresses are in, without those of the runtime.
func functions(pcs []uintptr) (names []string) {
	frames := runtime.CallersFrames(pcs[:max(slices.Index(pcs, 0), 0)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if name := frame.Function[strings.LastIndexByte(frame.Function, '.')+1:]; !strings.HasPrefix(frame.Function, "runtime.") {
			names = append(names, name)
		}
	}
	return names
}

// Those who called are found up to the first function of the goroutine, inlined ones too.
func TestCallers(t *testing.T) {
	var pcs [32]uintptr
	done := make(chan struct{})
	go func() {
		defer close(done)
		outer(pcs[:])
	}()
	<-done
	names := functions(pcs[:])
	at := slices.Index(names, "middle")
	if at < 0 || at+2 != len(names)-1 || names[at+1] != "outer" {
		t.Errorf("the callers are %q", names)
	}
	var few [2]uintptr
	outer(few[:])
	if few[0] == 0 || few[1] == 0 {
		t.Errorf("of two callers there are %x", few)
	}
}
