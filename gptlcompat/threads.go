package gptlcompat

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats"
)

// table is what one thread ran, as rows in the order of a walk through its tree.
type table struct {
	track int
	rows  []row
}

// row is a node as one thread ran it.
type row struct {
	name  string
	depth int // rows above it on the same thread
	m     stats.Measure
}

// tables takes a Profile apart into its threads. The first is thread 0, even when it ran nothing;
// other threads are there if they ran something.
func tables(p *stats.Profile) []table {
	d := division{nodes: p.Nodes, children: childrenOf(p.Nodes), tables: map[int]*table{0: {}}, depth: map[int]int{}}
	for _, root := range d.children[len(p.Nodes)] {
		d.walk(root)
	}
	var all []table
	for _, t := range d.tables {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b table) int { return a.track - b.track })
	return all
}

// division is the work of tables.
type division struct {
	nodes    []stats.Node
	children [][]int
	tables   map[int]*table
	depth    map[int]int // by track: rows above where walk is
}

func (d *division) walk(i int) {
	n := &d.nodes[i]
	var on []int
	for _, tm := range tracksOf(n) {
		// Zeroed by a reset, or never started: GPTL has no row for it.
		if tm.Track < 0 || tm.Calls == 0 && tm.Running == 0 {
			continue
		}
		t := d.tables[tm.Track]
		if t == nil {
			t = &table{track: tm.Track}
			d.tables[tm.Track] = t
		}
		t.rows = append(t.rows, row{n.Name, d.depth[tm.Track], completed(&tm.Measure)})
		on = append(on, tm.Track)
		d.depth[tm.Track]++
	}
	for _, c := range d.children[i] {
		d.walk(c)
	}
	for _, track := range on {
		d.depth[track]--
	}
}

// sorted writes, for every timer that thread 0 shares with another thread, the threads' times below
// each other and their sum. It is by name, like GPTL's.
func (r *rankWriter) sorted(tables []table, spent []float64) {
	r.WriteString("\nSame stats sorted by timer for threaded regions (for timers active on thread 0):\n")
	width := 0
	for _, row := range tables[0].rows {
		width = max(width, len(r.safe[row.name]))
	}
	r.WriteString("Thd ")
	blanks(&r.Buffer, width+2)
	r.WriteString(columns)
	folded := ByName(r.p)
	for i := range folded.Nodes {
		n := &folded.Nodes[i]
		if len(n.ByTrack) < 2 || n.ByTrack[0].Track != 0 {
			continue
		}
		for k := range n.ByTrack {
			fmt.Fprintf(r, "%03d ", n.ByTrack[k].Track)
			writeName(&r.Buffer, r.safe[n.Name], width+2)
			r.values(n.ByTrack[k].Measure)
		}
		r.WriteString("SUM ")
		writeName(&r.Buffer, r.safe[n.Name], width+2)
		r.values(n.Measure)
		r.WriteByte('\n')
	}
	var sum float64
	for k := range tables {
		fmt.Fprintf(r, "OVERHEAD.%03d (wallclock seconds) = %9.3g\n", tables[k].track, spent[k])
		sum += spent[k]
	}
	fmt.Fprintf(r, "OVERHEAD.SUM (wallclock seconds) = %9.3g\n", sum)
}

// fortranE writes a number as Fortran's E20.10 does: 0.1435716999E+01.
func fortranE(v float64) string {
	v = number(v)
	digits := strconv.FormatFloat(math.Abs(v), 'e', 9, 64) // d.ddddddddde±dd
	exponent, _ := strconv.Atoi(digits[len("d.ddddddddde"):])
	sign := ""
	if v < 0 {
		sign = "-"
	}
	if v != 0 {
		exponent++
	}
	return fmt.Sprintf("%20s", fmt.Sprintf("%s0.%c%sE%+03d", sign, digits[0], digits[2:11], exponent))
}

// number keeps what is no number out of a file.
func number(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
