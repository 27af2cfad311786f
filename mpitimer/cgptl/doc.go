// Package cgptl is GPTL's interface for C and Fortran over these timers: programs that were built against GPTL run with
// the library that cmd/libgptl makes of it, by linking or by LD_PRELOAD.
package cgptl
