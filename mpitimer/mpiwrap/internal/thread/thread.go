// Package thread lets C ask for the descriptor of the goroutine on whose stack a thread is, as the
// runtime of Go keeps it in the thread's memory.
package thread

// Current is the address of a function for C without arguments, whose result is the descriptor: that
// of the thread's own goroutine g0 while the thread is in C, and 0 in a thread that is not Go's. The
// address is 0 where there is no such function.
func Current() uintptr { return address() }
