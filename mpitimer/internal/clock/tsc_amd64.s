#include "textflag.h"

// func cpuidPower() uint32
//
// CPUID leaf 0x80000007, register EDX; 0 where the leaf does not exist.
TEXT ·cpuidPower(SB), NOSPLIT, $0-4
	MOVL $0x80000000, AX
	XORL CX, CX
	CPUID
	CMPL AX, $0x80000007
	JB   none
	MOVL $0x80000007, AX
	XORL CX, CX
	CPUID
	MOVL DX, ret+0(FP)
	RET
none:
	MOVL $0, ret+0(FP)
	RET
