package tree

import (
	"strings"

	"github.com/go-hpc/timers/stats"
)

// FigureText formats a time like a column of the tree: as [Duration] does, as a bound ("< 1 ms") if no more
// is known, or as nothing.
func FigureText(f stats.Figure) string {
	st := styleOf(false)
	return string(st.appendFigure(nil, f))
}

func (st *style) appendFigure(to []byte, f stats.Figure) []byte {
	switch {
	case f.Known:
		return st.appendDuration(to, f.Value)
	case f.Below:
		return append(append(to, "< "...), st.bound(f.Value)...)
	}
	return to
}

// bound is a duration without zeros that would look as if they had been measured.
func (st *style) bound(ns float64) string {
	number, unit, _ := strings.Cut(st.duration(ns), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + unit
}
