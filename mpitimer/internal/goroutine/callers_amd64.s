#include "textflag.h"

// func callers(into *uintptr, n, skip int)
//
// The runtime keeps frame pointers on this processor: at each is the one before, and behind it the address that the
// function returns to. Nothing outside the goroutine's stack is looked at: where C has called Go, what it leaves in
// the register may be anything. It calls nothing, and is not preempted, so that the stack stays where it is.
TEXT ·callers(SB), NOSPLIT, $0-24
	MOVQ into+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ skip+16(FP), DX
	MOVQ (TLS), AX
	MOVQ 8(AX), R8 // the upper end of the stack
	SUBQ $16, R8
	MOVQ SP, R9
	MOVQ BP, BX
next:
	CMPQ BX, R9
	JLS  done
	CMPQ BX, R8
	JHI  done
	TESTQ $7, BX
	JNE  done
	MOVQ 8(BX), AX
	MOVQ BX, R9
	MOVQ (BX), BX
	DECQ DX
	JGE  next
	MOVQ AX, (DI)
	ADDQ $8, DI
	DECQ CX
	JNE  next
done:
	RET
