//go:build !slowgoroutine

#include "textflag.h"

// func Pointer() unsafe.Pointer
TEXT ·Pointer(SB), NOSPLIT, $0-8
	MOV g, X10
	MOV X10, ret+0(FP)
	RET

// func Quick() uint64
TEXT ·Quick(SB), NOSPLIT, $0-8
	MOV ·offset(SB), X11
	ADD g, X11
	MOV (X11), X10
	MOV X10, ret+0(FP)
	RET
