package columns

import (
	"cmp"

	"github.com/go-hpc/timers/internal/order"
)

// A Column says how much room a column of a table takes, and how it gives way if there is too little.
type Column struct {
	Width int  // of its contents; Fit reduces it
	Gap   int  // blanks before it
	Least int  // it may be cut to this many columns; 0: never
	Drop  int  // columns with the smallest number are left out first, equal ones together; 0: never
	Off   bool // it is left out
}

// Fit lays columns out for a page of the given width; below 1 means no limit. First it leaves columns out
// until the others would fit if their cells were cut, then it narrows those that may be cut. It reports
// whether that sufficed.
func Fit(list []Column, page int) bool {
	if page < 1 {
		return true
	}
	for {
		excess, slack := room(list)
		if excess -= page; excess <= slack || !drop(list) {
			return shrink(list, excess) <= 0
		}
	}
}

// room returns how wide the columns are together, and by how much they can shrink.
func room(list []Column) (total, slack int) {
	first := true
	for i := range list {
		c := &list[i]
		if c.Off {
			continue
		}
		if total += c.Width; !first {
			total += c.Gap
		}
		first = false
		if c.Least > 0 {
			slack += max(c.Width-c.Least, 0)
		}
	}
	return total, slack
}

// drop leaves out the columns whose turn is next, if there are any.
func drop(list []Column) bool {
	next := 0
	for i := range list {
		if c := &list[i]; !c.Off && c.Drop > 0 && (next == 0 || c.Drop < next) {
			next = c.Drop
		}
	}
	for i := range list {
		if next > 0 && list[i].Drop == next {
			list[i].Off = true
		}
	}
	return next > 0
}

// shrink takes the excess from columns that may be cut: first from those that may become smallest, and if
// that is not enough, beyond their Least. It returns the excess that remains.
func shrink(list []Column, excess int) int {
	var narrowest []*Column
	for i := range list {
		if c := &list[i]; !c.Off && c.Least > 0 {
			narrowest = append(narrowest, c)
		}
	}
	order.Stably(narrowest, func(a, b *Column) int { return cmp.Compare(a.Least, b.Least) })
	for _, force := range []bool{false, true} {
		for _, c := range narrowest {
			least := c.Least
			if force {
				least = 1
			}
			if less := min(excess, c.Width-least); less > 0 {
				c.Width -= less
				excess -= less
			}
		}
	}
	return excess
}
