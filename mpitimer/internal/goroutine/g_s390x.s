//go:build !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOVD g, R2
	MOVD R2, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOVD ·offset(SB), R3
	ADD  g, R3
	MOVD (R3), R2
	MOVD R2, ret+0(FP)
	RET
