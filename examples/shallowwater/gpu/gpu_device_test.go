//go:build device && linux && (amd64 || arm64)

package gpu

import (
	"testing"

	"github.com/go-hpc/timers/internal/cudawork"
)

// The driver compiles the PTX for the device of the machine, which gives the bits of the host: scripts/device-proof.sh.
func TestDeviceUpdate(t *testing.T) {
	cudawork.Use(t)
	for _, n := range []int{1, 1000, 1 << 20} { // the second is no multiple of a block
		d, err := Open(0, n)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(d.Name())
		gives(t, d)
		d.Close()
	}
}
