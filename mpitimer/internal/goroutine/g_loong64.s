//go:build !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOVV g, R4
	MOVV R4, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOVV ·offset(SB), R5
	ADDV g, R5
	MOVV (R5), R4
	MOVV R4, ret+0(FP)
	RET
