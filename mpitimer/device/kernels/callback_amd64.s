//go:build linux

#include "textflag.h"

// entry is what CUPTI calls, in C: entry(userdata, domain, call, data). The end of a launch that the driver took is nothing to
// Go, and most of what a callback costs is the way there.
TEXT ·entry(SB), NOSPLIT|NOFRAME, $0
	CMPL 0(CX), $1        // data.site, at the end
	JNE  go
	MOVQ 24(CX), AX       // data.result
	TESTQ AX, AX
	JEQ  done
	CMPL 0(AX), $0
	JNE  go
	LEAL -1(SI), AX       // domain, from that of the driver
	CMPL AX, $1
	JHI  go
	CMPL DX, $4096        // mostCalls
	JCC  go
	SHLL $12, AX
	ADDL DX, AX
	LEAQ ·succeeds(SB), R8
	CMPB 0(R8)(AX*1), $0
	JNE  go
done:
	RET
go:
	SUBQ $40, SP          // a frame of three words, and the stack as C aligns it
	MOVQ SI, 0(SP)
	MOVQ DX, 8(SP)
	MOVQ CX, 16(SP)
	MOVQ ·enter(SB), DI
	MOVQ 0(DI), DI        // the function of the closure
	MOVQ SP, SI
	MOVQ $24, DX
	XORL CX, CX
	CALL crosscall2(SB)   // of runtime/cgo, or of what stands in for it without cgo; it saves what C wants saved
	ADDQ $40, SP
	RET

// func entryAddress() uintptr
TEXT ·entryAddress(SB), NOSPLIT, $0-8
	LEAQ ·entry(SB), AX
	MOVQ AX, ret+0(FP)
	RET
