#include "textflag.h"

// func Loop(n uint64)
TEXT ·Loop(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), AX
again:
	SUBQ $1, AX
	JHI  again
	RET
