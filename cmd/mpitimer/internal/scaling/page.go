package scaling

import (
	"html/template"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// html is the study as one page.
func (r *report) html() (string, error) {
	return sheet.HTML(r.head()[0], []sheet.Block{
		{Lines: append(r.remarks(), r.outlook()...), Pictures: []template.HTML{template.HTML(r.timeChart().document()), template.HTML(r.efficiencyChart().document())}},
		{Heading: "The run", Table: r.pointTable(r.st.Whole)},
		{Heading: "Regions", Table: r.regionTable()},
		{Heading: "What the columns mean", Lines: r.notes()},
	})
}
