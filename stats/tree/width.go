package tree

import "github.com/olekukonko/tablewriter/pkg/twwidth"

// The library keeps widths of texts in a table for eight thousand of them, which it makes when a program
// starts: two thirds of a megabyte, through which each garbage collection of the solver has to go. A report
// has a few hundred texts. A program that uses the library itself, and has done so already, keeps its table.
var _ = shrinkWidths()

func shrinkWidths() bool {
	const enough = 256
	if size, capacity, _ := twwidth.GetCacheStats(); size == 0 && capacity > enough {
		twwidth.SetCacheCapacity(enough)
	}
	return true
}
