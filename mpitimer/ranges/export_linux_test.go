//go:build cgo

package ranges

import "testing"

// SetLibrary makes a file NVTX's library until the test ends.
func SetLibrary(t *testing.T, file string) {
	t.Helper()
	before := markers["nvtx"]
	markers["nvtx"] = opens("NVTX", "nvtxRangePushA", "nvtxRangePop", file)
	t.Cleanup(func() { markers["nvtx"] = before })
}
