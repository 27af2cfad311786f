//go:build amd64 && !mpi_onetrack

#include "textflag.h"

// func descriptor()
//
// It is called by C, and returns in AX.
TEXT ·descriptor(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ (TLS), AX
	RET

// func address() uintptr
TEXT ·address(SB), NOSPLIT, $0-8
	LEAQ ·descriptor(SB), AX
	MOVQ AX, ret+0(FP)
	RET
