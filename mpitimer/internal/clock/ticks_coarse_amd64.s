//go:build coarseclock

#include "textflag.h"

// func finestCounter() uint64
TEXT ·finestCounter(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET
