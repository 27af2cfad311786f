// Package thread lets C ask for the descriptor of the goroutine on whose stack a thread runs, as the Go
// runtime keeps it in the thread's memory.
package thread

// Current returns the address of a C function without arguments, whose result is the descriptor: that of the
// thread's own goroutine g0 while the thread is in C, and 0 in a thread that is not Go's. The address is 0 if
// there is no such function.
func Current() uintptr { return address() }
