//go:build !amd64

package goroutine

import "runtime"

// Callers fills in where the functions return to that were called last on this goroutine, the innermost first, but
// for some of them.
func Callers(into []uintptr, skip int) { runtime.Callers(skip+2, into) }
