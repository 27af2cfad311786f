package tree

import (
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// The solver's garbage collector has not to go through a table that nobody needs.
func TestTableOfWidthsIsSmall(t *testing.T) {
	if _, capacity, _ := twwidth.GetCacheStats(); capacity > 256 {
		t.Errorf("a table for %d widths", capacity)
	}
}
