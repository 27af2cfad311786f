package scaling

import (
	"html/template"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
)

// The page loads nothing and runs nothing.
var page = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{{.Title}}</title>
<style>
body { font: 14px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 1.5rem auto; padding: 0 1rem; color: #111; background: #fff }
h1 { font-size: 1.3rem } h2 { font-size: 1.05rem; margin-top: 1.8rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } div.wide { overflow-x: auto }
th, td { padding: 0.15rem 0.6rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
th { font-weight: 600; border-bottom: 1px solid #888 } th.words, td.words { text-align: left }
td.low { color: #b00020; font-weight: 600 }
svg { max-width: 100%; height: auto }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
<ul>{{range .Outlook}}<li>{{.}}</li>{{end}}</ul>
{{.Times}}
{{.Shares}}
<h2>The run</h2>
{{template "table" .Run}}
<h2>Regions</h2>
{{template "table" .Regions}}
<h2>Notes</h2>
<ul>{{range .Notes}}<li>{{.}}</li>{{end}}</ul>
</body>
</html>
{{define "table"}}<div class="wide"><table>
<thead><tr>{{range .Columns}}<th{{if not .Right}} class="words"{{end}}>{{.Title}}</th>{{end}}</tr></thead>
<tbody>{{$columns := .Columns}}{{range .Rows}}<tr>{{range $i, $cell := .}}<td class="{{if not (index $columns $i).Right}}words{{end}}{{if $cell.Low}} low{{end}}">{{$cell.Text}}</td>{{end}}</tr>
{{end}}</tbody></table></div>{{end}}
`))

type pageCell struct {
	Text string
	Low  bool
}

type pageTable struct {
	Columns []sheet.Column
	Rows    [][]pageCell
}

func pageTableOf(t *sheet.Table) pageTable {
	p := pageTable{Columns: t.Columns}
	for _, row := range t.Rows {
		var cells []pageCell
		for _, text := range row {
			cells = append(cells, pageCell{strings.TrimSpace(text.String()), len(text) > 0 && text[0].Style == sheet.Red})
		}
		p.Rows = append(p.Rows, cells)
	}
	return p
}

// html is the study as one page.
func (r *report) html() (string, error) {
	var b strings.Builder
	err := page.Execute(&b, struct {
		Title          string
		Outlook, Notes []string
		Times, Shares  template.HTML
		Run, Regions   pageTable
	}{r.head()[0], r.outlook(), r.notes(), template.HTML(r.timeChart().document()), template.HTML(r.efficiencyChart().document()), pageTableOf(r.pointTable(r.st.Whole)), pageTableOf(r.regionTable())})
	return b.String(), err
}
