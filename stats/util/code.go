package util

import (
	"errors"
	"syscall"
)

// The codes of libRUT's functions, as its code has them; the thesis has 0, -1 and -2. Its code for threads, -9,
// cannot occur.
const (
	Success  = 0  // RUT_SUCCESS
	NoMemory = -6 // RUT_EMEMORY
	NoTrace  = -7 // RUT_EHDLIB: the trace cannot be made or written
)

// Code returns libRUT's code for an error.
func Code(err error) int {
	switch {
	case err == nil:
		return Success
	case errors.Is(err, syscall.ENOMEM):
		return NoMemory
	}
	return NoTrace
}
