//go:build !amd64

package clock

import "github.com/go-hpc/timers/mpitimer/internal/goroutine"

// Counter is the time stamp counter; there is none that the package can read here.
func Counter() uint64 { return uint64(nanotime()) }

// CounterBy is Counter and goroutine.Quick.
func CounterBy() (ticks, id uint64) { return Counter(), goroutine.Quick() }

func tscFenced() uint64 { return uint64(nanotime()) }

// haveTSC is false where the package has no assembly: the monotonic clock is used.
func haveTSC() bool { return false }
