package faults

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// MaxPatches is how many timestamps are mended in a file: beyond it the times mean nothing.
const MaxPatches = 1 << 20

// MostLosses is how many are listed for a file.
const MostLosses = 100

// Losses collects losses. The first are kept, the others counted.
type Losses struct {
	List []hdtrace.Loss
	More int
}

// Lose adds what is missing at a place, or is another. Only the first cost the time that their text takes.
func (l *Losses) Lose(offset int64, line int, format string, args ...any) {
	if len(l.List) >= MostLosses {
		l.More++
		return
	}
	l.List = append(l.List, hdtrace.Loss{Offset: offset, Line: line, Text: fmt.Sprintf(format, args...)})
}

// Clip brings them into order, and keeps the first.
func (l *Losses) Clip() {
	slices.SortStableFunc(l.List, func(a, b hdtrace.Loss) int { return cmp.Compare(a.Offset, b.Offset) })
	n := max(len(l.List)-MostLosses, 0)
	l.List = l.List[:len(l.List)-n]
	l.More += n
}

func (l *Losses) Count() int { return len(l.List) + l.More }
