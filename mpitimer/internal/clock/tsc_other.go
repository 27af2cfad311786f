//go:build !amd64

package clock

// Counter is the time stamp counter; there is none that the package can read here.
func Counter() uint64   { return uint64(nanotime()) }
func tscFenced() uint64 { return uint64(nanotime()) }

// haveTSC is false where the package has no assembly: the monotonic clock is used.
func haveTSC() bool { return false }
