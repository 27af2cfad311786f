// Package cgptl implements GPTL's interface for C and Fortran on these timers: programs built against
// GPTL run with the library that cmd/libgptl makes from it, by linking or by LD_PRELOAD.
package cgptl
