//go:build !unix

package growth

import "time"

var started = time.Now()

// processorTime returns the time that has passed: this system does not tell a process's own.
func processorTime() time.Duration { return time.Since(started) }
