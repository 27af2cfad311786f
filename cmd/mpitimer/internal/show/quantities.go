package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// quantities is the view of what was measured beside time: the mean over the ranks that measured it, and
// the largest with its rank.
func (v *view) quantities() ([]string, error) {
	if len(v.s.Quantities) == 0 {
		return v.wrapped([]string{"nothing was measured beside time"}), nil
	}
	top := v.nodes()
	v.filter(top)
	if len(top.children) == 0 {
		return v.wrapped([]string{"no region is as --match and --context want it"}), nil
	}
	top.order(v.o.sort)
	var list []column
	for i := range v.s.Quantities {
		list = append(list, v.quantityColumns(i)...)
	}
	v.notes = append(v.notes, "mean: over the ranks that measured it; max: of a rank.")
	if note := v.s.CountedNote(printable.Line); note != "" {
		v.notes = append(v.notes, note)
	}
	v.notes = append(v.notes, v.domains()...)
	return v.rows(top, list), nil
}

// domains says which values are of more than a process.
func (v *view) domains() (lines []string) {
	var order []string
	names := make(map[string][]string)
	for i := range v.s.Quantities {
		q := &v.s.Quantities[i]
		if q.Domain == "" || q.Domain == "process" {
			continue
		}
		if names[q.Domain] == nil {
			order = append(order, q.Domain)
		}
		names[q.Domain] = append(names[q.Domain], printable.Line(q.Name))
	}
	for _, domain := range order {
		lines = append(lines, fmt.Sprintf("Of the whole %s, so that values of ranks that share one are not to be added: %s.",
			printable.Line(domain), strings.Join(names[domain], ", ")))
	}
	return lines
}

// quantityColumns are the mean and the largest value of one; of a single rank there is one value.
func (v *view) quantityColumns(i int) []column {
	q := &v.s.Quantities[i]
	title := printable.Line(q.Name)
	if q.Unit != "" {
		title += " [" + printable.Line(q.Unit) + "]"
	}
	drop := len(v.s.Quantities) - i
	value := func(n *node) *stats.Value {
		if i < len(n.region.Values) && n.region.Values[i].Ranks > 0 {
			return &n.region.Values[i]
		}
		return nil
	}
	about := func(n *node) string {
		if v.s.Estimates(n.region, i) {
			return "~"
		}
		return ""
	}
	mean := column{title: title, drop: drop + len(v.s.Quantities), cell: func(_ *view, n *node) sheet.Cell {
		if x := value(n); x != nil {
			return text(about(n) + figure(x.Mean()*q.Step))
		}
		return text(dash)
	}}
	if v.serial() {
		return []column{mean}
	}
	return []column{mean, {title: "max (rank)", drop: drop, cell: func(v *view, n *node) sheet.Cell {
		x := value(n)
		if x == nil || x.Max.Rank < 0 {
			return text(dash)
		}
		room := len(strconv.Itoa(v.s.Size-1)) + 2
		return text(about(n) + fmt.Sprintf("%s %*s", figure(float64(x.Max.Value)*q.Step), room, fmt.Sprintf("(%d)", x.Max.Rank)))
	}}}
}

// figure prints a number with four digits: 0.01234, 12.34, 1234, 12.34M.
func figure(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	prefixes := []string{"", "k", "M", "G", "T", "P", "E"}
	k := 0
	for math.Abs(v) >= 9999.5 && k+1 < len(prefixes) {
		v /= 1000
		k++
	}
	if math.Abs(v) < 1e-3 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	digits := max(3-int(math.Floor(math.Log10(math.Abs(v)))), 0)
	s := strconv.FormatFloat(v, 'f', min(digits, 6), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + prefixes[k]
}
