//go:build !linux

package table

import "time"

// rest waits for a nap, for a writer whose thread does not run.
func rest() { time.Sleep(nap) }
