//go:build !coarseclock

#include "textflag.h"

// func Counter() uint64
//
// RDTSC without a fence: it may overlap the instructions around it, which is what makes a
// reading cost 12 ns instead of 24.
TEXT ·Counter(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

// func CounterBy() (ticks, goroutine uint64)
TEXT ·CounterBy(SB), NOSPLIT, $0-16
	MOVQ (TLS), CX
	MOVQ ·identity(SB), BX
	MOVQ (CX)(BX*1), CX
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ticks+0(FP)
	MOVQ CX, goroutine+8(FP)
	RET

// func tscFenced() uint64
//
// The fence keeps the reading from starting before the region's last instruction has finished.
TEXT ·tscFenced(SB), NOSPLIT, $0-8
	LFENCE
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET
