package show

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// The column of names may become so narrow before columns go: a name that is cut says little, but so does
// one without numbers.
const leastName, longName = 16, 32

// nameRoom is how many columns of the page names get at least.
func (v *view) nameRoom(rows [][]sheet.Cell) int {
	longest := 0
	for _, row := range rows {
		longest = max(longest, cli.Width(row[0].Text))
	}
	return max(leastName, min(longest, longName, v.o.page.Width*2/5))
}

// tree is the view from the top down.
func (v *view) tree() []string {
	top := v.nodes()
	v.filter(top)
	if len(top.children) == 0 {
		return v.wrapped([]string{"no region is as --match and --context want it"})
	}
	v.fold(top)
	top.order(v.o.sort)
	v.explain()
	return v.rows(top, v.chosen())
}

// rows prints what stands below a node.
func (v *view) rows(top *node, chosen []column) []string {
	t := &sheet.Table{Columns: []sheet.Column{{Title: "region"}}}
	for _, c := range chosen {
		t.Columns = append(t.Columns, sheet.Column{Title: c.title, Right: c.name != "bar", Drop: c.drop})
	}
	deeper := 0
	v.walk(top.children, nil, func(n *node, guides string, level int) bool {
		if v.o.depth > 0 && level >= v.o.depth {
			n.each(func(*node) { deeper++ })
			return false
		}
		t.Rows = append(t.Rows, v.row(n, guides, chosen))
		return true
	})
	if deeper > 0 {
		v.notes = append(v.notes, fmt.Sprintf("%s below level %d left out.", cli.Plural(deeper, "region"), v.o.depth))
	}
	t.Columns[0].Least = v.nameRoom(t.Rows)
	lines := t.Lines(v.o.page.Width, v.o.page.Colour)
	if len(v.o.columns) > 0 && v.o.page.Width > 0 && !strings.Contains(lines[0], chosen[len(chosen)-1].title) {
		v.notes = append(v.notes, fmt.Sprintf("columns were left out to fit %d.", v.o.page.Width))
	}
	return lines
}

func (v *view) row(n *node, guides string, chosen []column) []sheet.Cell {
	name := sheet.Cell{Text: guides + n.name}
	switch {
	case n.kept || n.other:
		name.Colour = sheet.Dim
	case v.selfKnown:
		name.Colour = heat(v.share(n.region.Self))
	}
	if n.region.Running > 0 {
		name.Text += " (running)"
	}
	row := []sheet.Cell{name}
	for _, c := range chosen {
		row = append(row, c.cell(v, n))
	}
	return row
}

// mostGuides is how many levels are drawn; of deeper ones the number is printed.
const mostGuides = 40

// walk goes through nodes and those below them as long as f wants to, with what is drawn before a name.
func (v *view) walk(nodes []*node, lines []string, f func(n *node, guides string, level int) bool) {
	for i, n := range nodes {
		own, below := "├ ", "│ "
		if i == len(nodes)-1 {
			own, below = "└ ", "  "
		}
		level := len(lines)
		guides := ""
		if level > 0 {
			guides = strings.Join(lines[1:min(level, mostGuides)], "") + own
		}
		if level >= mostGuides {
			guides += fmt.Sprintf("…%d ", level)
		}
		if f(n, guides, level) {
			v.walk(n.children, append(lines[:level], below), f)
		}
	}
}

// explain says below the table what its columns mean.
func (v *view) explain() {
	names := v.o.columns
	if len(names) == 0 {
		names = v.usual()
	}
	var parts []string
	has := func(name string) bool { return slices.Contains(names, name) }
	if has("mean") && !v.serial() {
		parts = append(parts, "mean: over the k ranks that ran the region, of the P of its context (ranks k/P).")
	}
	if has("self") && !v.serial() {
		parts = append(parts, "self: time of all threads of a rank outside the regions below, mean over those k.")
	}
	if has("imbalance") {
		parts = append(parts, "imbalance: max - mean, what the slowest rank costs; share: of max.")
	}
	if has("run") && v.root >= 0 {
		parts = append(parts, "% run: time of all ranks, of that of "+printable.Line(v.s.Regions[v.root].Name)+".")
	}
	if slices.ContainsFunc(v.s.Regions, func(r stats.Region) bool { return r.Estimated }) {
		parts = append(parts, "~ before a time: scaled from a sample of the calls.")
	}
	if len(parts) > 0 {
		v.notes = append(v.notes, strings.Join(parts, " "))
	}
}
