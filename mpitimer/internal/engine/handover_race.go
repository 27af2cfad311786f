//go:build race

package engine

import (
	"runtime"
	"unsafe"
)

// A goroutine that ends leaves its track to the next one in its descriptor. The scheduler sees to it
// that the one has ended before the other begins, but the race detector does not know: it is told by
// release, after whatever a goroutine does with its track beside the fast path, and acquire.

func (t *Track) release() { runtime.RaceReleaseMerge(unsafe.Pointer(&t.number)) }

func (t *Track) acquire() { runtime.RaceAcquire(unsafe.Pointer(&t.number)) }
