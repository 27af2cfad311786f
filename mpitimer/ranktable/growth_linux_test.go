package ranktable

import (
	"testing"

	"github.com/go-hpc/timers/internal/growth"
)

// A table is read in linear time, and one whose end is cut off as well.
func TestGrowthRead(t *testing.T) {
	const bytes = 200 // of a region on two tracks, about
	input := func(n int) []byte {
		return bytesOf(t, written(t, runFolder(t, t.TempDir(), someRun), 0, 1, n/bytes))
	}
	read := func(data []byte) {
		table, err := Read(data, "a")
		if err != nil {
			return
		}
		_, _ = table.Look()
		_ = table.Close()
	}
	growth.Linear(t, input, read)
	growth.Linear(t, func(n int) []byte { all := input(n); return all[:len(all)*3/4] }, read)
}
