//go:build (ppc64 || ppc64le) && !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOVD g, R3
	MOVD R3, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOVD ·offset(SB), R4
	ADD  g, R4
	MOVD (R4), R3
	MOVD R3, ret+0(FP)
	RET
