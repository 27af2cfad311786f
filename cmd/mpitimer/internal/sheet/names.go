package sheet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
)

// Names that are cut are cut where they do not differ from those of the other rows: a dozen siblings that differ in their
// last letters would otherwise all look alike.

const (
	fewNames    = 4   // names of which it is worth it to say once what they begin with
	shortPrefix = 6   // columns that are not worth it
	mostOf      = 0.6 // so many names have it, at least
	leastOfName = 3   // columns of a name that remain
	longName    = 14  // what stands behind a name of no more columns is cut first, and a longer one keeps as many

	guideLetters  = " │├└|`-"
	leastOfGuides = 4 // columns of them that remain
)

// named is the part of a cell that is its name, behind the guides of a tree and before notes, and where it begins.
func named(cell Text) (part, from int) {
	most := 0
	for i, p := range cell {
		if i > 0 && strings.HasPrefix(p.Text, " ") {
			continue
		}
		if wide := columns.Width(strings.TrimLeft(p.Text, guideLetters)); wide > most { // of a deep tree guides are wider than names
			part, most = i, wide
		}
	}
	if len(cell) > 0 {
		from = len(cell[part].Text) - len(strings.TrimLeft(cell[part].Text, guideLetters))
	}
	return part, from
}

// nameOf is the name in a cell.
func nameOf(cell Text) string {
	if len(cell) == 0 {
		return ""
	}
	part, from := named(cell)
	return cell[part].Text[from:]
}

// commonPrefixes are what most names begin with, up to a separator, the longest first.
func commonPrefixes(names []string) (list []string) {
	if len(names) < fewNames {
		return nil
	}
	counts := map[string]int{}
	for _, name := range names {
		for i := range len(name) - 1 {
			if strings.IndexByte("/.:", name[i]) >= 0 {
				counts[name[:i+1]]++
			}
		}
	}
	for prefix, n := range counts {
		if len(prefix) >= shortPrefix && float64(n) >= mostOf*float64(len(names)) {
			list = append(list, prefix)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return list
}

// abridged is the table with what most names begin with in the title instead, as much of it as there is room for; itself if there is
// no such thing.
func (t *Table) abridged(width int) *Table {
	for _, prefix := range commonPrefixes(t.names()) {
		if short := t.without(prefix); short.hasRoom(width) {
			return short
		}
	}
	return t
}

// without is the table with a prefix of names in the title instead.
func (t *Table) without(prefix string) *Table {
	at := t.nameColumn()
	short := &Table{Columns: slices.Clone(t.Columns)}
	short.Columns[at].Title += " (…: " + prefix + ")"
	for _, row := range t.Rows {
		if row = slices.Clone(row); strings.HasPrefix(nameOf(row[at]), prefix) {
			part, from := named(row[at])
			cell := slices.Clone(row[at])
			cell[part].Text = cell[part].Text[:from] + "…" + cell[part].Text[from+len(prefix):]
			row[at] = cell
		}
		short.Rows = append(short.Rows, row)
	}
	return short
}

// hasRoom reports whether the title of the names is whole.
func (t *Table) hasRoom(width int) bool {
	shown, _ := t.fit(width)
	at := t.nameColumn()
	return shown[at].Width >= columns.Width(t.Columns[at].Title)
}

// nameColumn is the column that has names, -1 if none has.
func (t *Table) nameColumn() int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Names })
}

// names are those of all rows.
func (t *Table) names() (list []string) {
	at := t.nameColumn()
	for _, row := range t.Rows {
		list = append(list, nameOf(row[at]))
	}
	return list
}

// differs finds of each name how much of it the one that is most like it has as well.
func differs(names []string) map[string]int {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	same := make(map[string]int, len(sorted))
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		n := 0
		for _, r := range a {
			if !strings.HasPrefix(b[n:], string(r)) {
				break
			}
			n += len(string(r))
		}
		n = min(n, len(a), len(b))
		same[a], same[b] = max(same[a], n), max(same[b], n)
	}
	return same
}

// cutName shortens the name in a cell, so that what tells it from others is seen; same is how much of it others have as well.
func cutName(cell Text, width int, same map[string]int) Text {
	if cell.Width() <= width {
		return cell
	}
	cell, part, from := nearer(cell, width)
	name := cell[part].Text[from:]
	room := columns.Width(name) - (cell.Width() - width)
	if room < leastOfName || columns.Width(name) <= longName {
		return cell.Cut(width)
	}
	cell = slices.Clone(cell)
	cell[part].Text = cell[part].Text[:from] + cutMiddle(name, room, same[name])
	return cell
}

// nearer leaves out the first guides of a cell of a deep tree, as far as its name would have no room beside them, and finds the name.
func nearer(cell Text, width int) (near Text, part, from int) {
	part, from = named(cell)
	var lead strings.Builder
	for _, p := range cell[:part] {
		lead.WriteString(p.Text)
	}
	name := cell[part].Text[from:]
	lead.WriteString(cell[part].Text[:from])
	guides := lead.String()
	had := columns.Width(guides)
	left := max(leastOfGuides, width-min(longName, columns.Width(name)))
	if had <= left || strings.TrimLeft(guides, guideLetters) != "" {
		return cell, part, from
	}
	guides = columns.CutLeft(guides, left, "…")
	return append(Text{{Text: guides + name, Style: cell[part].Style}}, cell[part+1:]...), 0, len(guides)
}

// cutMiddle shortens a name to a number of columns of which one says that something is missing.
func cutMiddle(name string, room, same int) string {
	before, rest := columns.Width(name[:same]), columns.Width(name[same:])
	half := (room - 1) / 2
	head := half
	switch {
	case same == 0, before < half-1: // it is seen at the beginning
		head = room - 1 - min(half/2, rest)
	case rest < half: // it is seen at the end
	default: // it stands in the middle, of which the beginning is what differs
		head = max(min(half/2, before-1), 0)
		if left := room - head - 1; rest > left {
			return columns.Cut(name, head, "") + "…" + columns.Cut(name[same:], left, "…")
		}
	}
	return columns.Cut(name, head, "") + "…" + columns.CutLeft(name, room-1-head, "")
}
