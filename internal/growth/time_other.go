//go:build !unix

package growth

import "time"

var started = time.Now()

// processorTime returns the elapsed time: this system does not report a process's own.
func processorTime() time.Duration { return time.Since(started) }
