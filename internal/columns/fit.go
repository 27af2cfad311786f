package columns

import (
	"cmp"

	"github.com/go-hpc/timers/internal/order"
)

// Column says how much room a column of a table takes, and how it gives way where there is too little.
type Column struct {
	Width int  // of what stands in it; Fit makes it smaller
	Gap   int  // blanks before it
	Least int  // it may be cut to so many columns; 0: never
	Drop  int  // columns with the smallest number are left out first, those with the same one together; 0: never
	Off   bool // it is left out
}

// Fit lays columns out for a page of so many, below 1: any. First it leaves columns out until the others fit if cells
// are cut, then it makes those narrower that may be. It reports whether that sufficed.
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

// room returns how wide the columns are together, and how much of that they can give.
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

// drop leaves out those columns that go next, if any may.
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

// shrink takes what is too much from columns that may be cut: from those first that may become smallest, and if that
// is not enough, beyond their Least. It returns what is still too much.
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
