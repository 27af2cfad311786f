//go:build !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOVD ·offset(SB), R1
	ADD  g, R1
	MOVD (R1), R0
	MOVD R0, ret+0(FP)
	RET
