package goroutine

// callers is Callers for n of them.
//
//go:noescape
func callers(into *uintptr, n, skip int)

// Callers fills in where the functions return to that were called last on this goroutine, the innermost first, but
// for some of them. Functions that were inlined are part of others here; runtime.CallersFrames knows them.
func Callers(into []uintptr, skip int) {
	if len(into) > 0 {
		callers(&into[0], len(into), skip)
	}
}
