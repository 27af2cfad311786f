package top

import (
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/tree"
)

// If columns must be left out, those with the smallest number go first: in the tree those with twice their
// own; the bar after its % parent, and the others after all of those.
const (
	dropBar  = 11
	dropHost = 1

	dropInside = 100 + iota
	dropRate
)

// leastName is the least number of columns for names.
const leastName = 22

// treeTable returns the tree as a table: besides the columns of the log it has the current ones.
func (v *view) treeTable(s *sample, t *tree.Tree, rows []row) (*sheet.Table, []tree.Column) {
	table := &sheet.Table{Columns: []sheet.Column{{Title: "region", Least: leastName, Min: leastName, Names: true}}}
	cells := []func(r *row) sheet.Text{func(r *row) sheet.Text { return v.nameCell(t, r) }}
	add := func(c sheet.Column, cell func(r *row) sheet.Text) {
		table.Columns, cells = append(table.Columns, c), append(cells, cell)
	}
	if s.Size > 1 {
		add(sheet.Column{Title: "in", Right: true, Min: 3, Drop: dropInside}, insideCell)
	}
	add(sheet.Column{Title: "now %", Right: true, Min: 5}, s.nowCell)
	add(sheet.Column{Tight: true, Min: 8, Drop: dropBar}, s.barCell)
	add(sheet.Column{Title: "calls/s", Right: true, Min: 7, Drop: dropRate}, rateCell)
	if t == nil {
		return table, nil
	}
	list := t.Usual()
	for i := range list {
		c := &list[i]
		width := 0
		if strings.HasSuffix(c.Title, "  ") { // a time, whose width changes
			width = 8
		}
		add(sheet.Column{Title: c.Title, Right: !c.Words, Tight: c.Words, Drop: 2 * c.Drop, Min: width}, func(r *row) sheet.Text { return v.figureCell(s, t, r, c) })
	}
	for i := range rows {
		var texts []sheet.Text
		for _, cell := range cells {
			texts = append(texts, cell(&rows[i]))
		}
		table.Add(texts...)
	}
	return table, list
}

func (v *view) nameCell(t *tree.Tree, r *row) sheet.Text {
	style := sheet.Style(0)
	switch {
	case r.Faint || r.of == nil:
		style = sheet.Dim
	case v.filter != "":
		style = sheet.Bold
	}
	name := strings.TrimSuffix(strings.TrimPrefix(t.Label(&r.Row), r.Guides), r.Note)
	text := sheet.Text{{Text: r.Guides, Style: sheet.Dim}, {Text: name, Style: style}}
	if r.Hidden > 0 {
		text = append(text, sheet.Part{Text: " +" + strconv.Itoa(r.Hidden), Style: sheet.Cyan})
	}
	return append(text, sheet.Part{Text: r.Note, Style: style})
}

// figureCell returns a column of the tree: of the whole run, or of the last interval.
func (v *view) figureCell(s *sample, t *tree.Tree, r *row, c *tree.Column) sheet.Text {
	at := r.Row
	if v.last {
		of := &s.regions[r.Region]
		if of.last == nil {
			return sheet.Plain("-")
		}
		t, at.Region = s.last, of.at
		if at.Part == tree.Untimed {
			at = s.last.Rest(of.at)
		}
	}
	text := t.Cell(&at, c)
	if c.Name == "imbalance" && r.of != nil {
		return sheet.Styled(text, worry(v.figures(r.of).ImbalanceShare(), r.of.now))
	}
	if c.Words {
		return sheet.Styled(text, sheet.Dim)
	}
	return sheet.Plain(text)
}

// worry marks an imbalance that matters: large in itself, and in a region that the run spends time in.
func worry(share, now float64) sheet.Style {
	switch {
	case now < 0.02 || share < 0.2:
		return 0
	case share < 0.5:
		return sheet.Yellow
	}
	return sheet.Red
}

func insideCell(r *row) sheet.Text {
	if r.of == nil || r.of.inside == 0 {
		return nil
	}
	return sheet.Styled(strconv.Itoa(r.of.inside), sheet.Green)
}

// now returns the share of a row in the last interval.
func (s *sample) now(r *row) (share float64, known bool) {
	of := &s.regions[r.Region]
	if of.last == nil || s.spent <= 0 || of.OnDevice() {
		return 0, false
	}
	if r.of == nil {
		rest := s.last.Left(of.at)
		return rest.Float64() / s.spent, true
	}
	return of.now, true
}

func (s *sample) nowCell(r *row) sheet.Text {
	share, known := s.now(r)
	if !known {
		return sheet.Plain("-")
	}
	style := sheet.Style(0)
	switch { // a large share stands out
	case share >= 0.5:
		style = sheet.Bold
	case share < 0.01:
		style = sheet.Dim
	}
	return sheet.Styled(cli.Percent(share), style)
}

func (s *sample) barCell(r *row) sheet.Text {
	share, _ := s.now(r)
	return sheet.Styled(sheet.Bar(share, 8), sheet.Cyan)
}

func rateCell(r *row) sheet.Text {
	if r.of == nil || r.of.last == nil {
		return sheet.Plain("-")
	}
	return sheet.Plain(cli.Quantity(r.of.rate))
}

// rankTable shows where each rank is.
func rankTable(rows []rankRow) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "rank", Right: true, Min: 5},
		{Title: "host", Least: 8, Drop: dropHost},
		{Title: "state", Min: 8},
		{Title: "for", Right: true, Min: 9},
		{Title: "inside", Least: 24, Tail: true},
	}}
	for i := range rows {
		r := &rows[i]
		if r.level >= 0 {
			o := &r.at[r.level]
			name := printable.Line(o.Path[len(o.Path)-1]) + job.EnvironmentMark(o.Environment)
			guides := strings.Repeat("  ", r.level) + "└ "
			t.Add(nil, nil, nil, sheet.Styled(job.Held(o.Elapsed), sheet.Dim), sheet.Text{{Text: guides, Style: sheet.Dim}, {Text: name}})
			continue
		}
		open, inside := job.Held(r.since()), r.inside()
		if r.at == nil {
			open, inside = "-  ", "-"
		}
		t.Add(sheet.Plain(strconv.Itoa(r.Info.Rank)), sheet.Plain(printable.Line(r.Host)), sheet.Styled(r.State.String(), stateStyle(r.State)), sheet.Plain(open), sheet.Plain(inside))
	}
	return t
}

// stateStyle makes a rank that went wrong stand out.
func stateStyle(s ranktable.State) sheet.Style {
	switch s {
	case ranktable.Running:
		return sheet.Green
	case ranktable.Died, ranktable.Panicked, ranktable.Kept:
		return sheet.Red | sheet.Bold
	}
	return 0
}
