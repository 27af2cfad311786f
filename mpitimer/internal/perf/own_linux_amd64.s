#include "textflag.h"

// func ownUsage(into *unix.Rusage)
TEXT ·ownUsage(SB), NOSPLIT, $0-8
	MOVQ $98, AX // getrusage
	MOVQ $1, DI  // RUSAGE_THREAD
	MOVQ into+0(FP), SI
	SYSCALL
	RET

// func ownClock(into *unix.Timespec)
TEXT ·ownClock(SB), NOSPLIT, $0-8
	MOVQ $228, AX // clock_gettime
	MOVQ $3, DI   // CLOCK_THREAD_CPUTIME_ID
	MOVQ into+0(FP), SI
	SYSCALL
	RET
