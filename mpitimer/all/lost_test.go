package all

import (
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// Programs that link this package have in their reports what lost ranks measured.
func TestLostRanksAreRead(t *testing.T) {
	if rankfile.Lost == nil {
		t.Error("package ranktable is not linked")
	}
}
