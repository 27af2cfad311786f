package answers

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// inGrid are ranks in rows and columns: what a rank does stands in an environment for its row, and it waits for those of its column.
func inGrid(t rapid.TB, rows, columns int, work func(rank int) int64) *stats.Summary {
	longest := int64(0)
	for rank := range rows * columns {
		longest = max(longest, work(rank))
	}
	var list []*stats.Profile
	for rank := range rows * columns {
		row, column := rank/columns, rank%columns
		waits := longest - work(rank) + 1
		p := profileOf(rank, rows*columns, timed(-1, "Total", longest+100, 0), timed(0, "step", longest+100, 0),
			timed(1, "spectral", work(rank), 0), timed(1, "column", 99, 0), timed(1, "sum", waits, waits))
		p.Environments = append(p.Environments,
			stats.Environment{Name: fmt.Sprint("row", row), Size: columns, Ranks: []stats.Range{{First: row * columns, Last: (row+1)*columns - 1, Stride: 1}}},
			stats.Environment{Name: fmt.Sprint("column", column), Size: rows, Ranks: []stats.Range{{First: column, Last: (rows-1)*columns + column, Stride: columns}}})
		p.Nodes[2].Environment, p.Nodes[3].Environment, p.Nodes[4].Environment = 1, 2, 2
		list = append(list, p)
	}
	return merged(t, list)
}

// A row that is slow is named, and not the one of its ranks that is slower than the others by chance, though all ranks are in a
// column as well; a rank that is slow alone is.
func TestSlowRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(2, 5).Draw(t, "rows"), rapid.IntRange(2, 6).Draw(t, "columns")
		slow, one := rapid.IntRange(0, rows-1).Draw(t, "slow"), rapid.IntRange(0, rows*columns-1).Draw(t, "slower by chance")
		alone := rapid.Bool().Draw(t, "one rank alone is slow")
		s := inGrid(t, rows, columns, func(rank int) int64 {
			switch {
			case rank == one && alone:
				return 2000
			case rank == one:
				return 1010 + 500*int64(btoi(rank/columns == slow))
			case rank/columns == slow && !alone:
				return 1500
			}
			return 1000
		})
		found := Find(s)
		f, text := found[0], found[0].Text(s)
		if alone {
			if f.Kind != Slow || f.Ranks.Count > 1 || f.Ranks.First != one {
				t.Fatalf("%q, want rank %d", texts(found, s), one)
			}
			return
		}
		want := fmt.Sprintf("@row%d, ranks %d-%d (%d of %d),", slow, slow*columns, (slow+1)*columns-1, columns, rows*columns)
		if len(found) != 1 || f.Kind != Between || !strings.Contains(text, want) || !strings.Contains(text, "others wait in sum.") {
			t.Fatalf("%q, want %q", texts(found, s), want)
		}
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
