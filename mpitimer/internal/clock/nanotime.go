//go:build !coarseclock

package clock

import _ "unsafe" // for linkname

// nanotime is the monotonic clock without the wall time and the struct around it that time.Now
// carries, which would double its cost.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64
