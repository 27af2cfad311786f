//go:build !unix

package auto

import "time"

// processorTime is not known here.
func processorTime() (busy time.Duration, known bool) { return 0, false }
