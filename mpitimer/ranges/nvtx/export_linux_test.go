//go:build cgo

package nvtx

import (
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranges"
)

// SetLibrary makes a file NVTX's library until the test ends.
func SetLibrary(t *testing.T, file string) {
	t.Helper()
	ranges.Register("nvtx", injects(opens("NVTX", "nvtxRangePushA", "nvtxRangePop", file)))
	t.Cleanup(register)
}
