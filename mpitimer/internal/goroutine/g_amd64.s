//go:build !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ ·offset(SB), CX
	MOVQ (AX)(CX*1), AX
	MOVQ AX, ret+0(FP)
	RET
