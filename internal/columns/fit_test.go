package columns

import (
	"slices"
	"testing"
)

// Columns give way in the order of their numbers, cells are cut next, and columns of one number go together.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		page   int
		widths []int // 0: left out
		fits   bool
	}{
		{0, []int{10, 5, 4, 3}, true},
		{27, []int{10, 5, 4, 3}, true}, // 10 + 2+5 + 2+4 + 1+3
		{22, []int{5, 5, 4, 3}, true},
		{21, []int{10, 5, 0, 0}, true},
		{12, []int{5, 5, 0, 0}, true},
		{11, []int{10, 0, 0, 0}, true},
		{3, []int{3, 0, 0, 0}, true},
		{1, []int{1, 0, 0, 0}, true},
	} {
		list := []Column{{Width: 10, Least: 5}, {Width: 5, Gap: 2, Drop: 2}, {Width: 4, Gap: 2, Drop: 1}, {Width: 3, Gap: 1, Drop: 1}}
		fits := Fit(list, c.page)
		var widths []int
		for _, l := range list {
			if l.Off {
				l.Width = 0
			}
			widths = append(widths, l.Width)
		}
		if fits != c.fits || !slices.Equal(widths, c.widths) {
			t.Errorf("on %d columns %v, %t; want %v, %t", c.page, widths, fits, c.widths, c.fits)
		}
	}
	if list := []Column{{Width: 10}}; Fit(list, 5) || list[0].Width != 10 {
		t.Errorf("a column that may not be cut became %+v", list[0])
	}
}
