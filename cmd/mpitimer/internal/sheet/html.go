package sheet

import (
	"html/template"
	"strings"
	"sync"
)

// Block is a part of a page: what it has stands in this order.
type Block struct {
	Heading  string
	Lines    []string
	Pictures []template.HTML
	Table    *Table
}

// The page loads nothing and runs nothing. It is parsed when it is asked for, since most commands don't.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"cell": func(t Text) string { return strings.TrimSpace(t.String()) },
		"red":  func(t Text) bool { return len(t) > 0 && t[0].Style == Red },
	}).Parse(`<!DOCTYPE html>
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
svg { max-width: 100%; min-width: 560px; height: auto }
</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{range .Parts}}{{if .Heading}}<h2>{{.Heading}}</h2>
{{end}}{{if .Lines}}<ul>{{range .Lines}}<li>{{.}}</li>{{end}}</ul>
{{end}}{{range .Pictures}}<div class="wide">{{.}}</div>
{{end}}{{with .Table}}<div class="wide"><table>
<thead><tr>{{range .Columns}}<th{{if not .Right}} class="words"{{end}}>{{.Title}}</th>{{end}}</tr></thead>
<tbody>{{$columns := .Columns}}{{range .Rows}}<tr>{{range $i, $cell := .}}<td class="{{if not (index $columns $i).Right}}words{{end}}{{if red $cell}} low{{end}}">{{cell $cell}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{end}}{{end}}</body>
</html>
`))
})

// HTML returns a page of some parts, all columns of tables on it.
func HTML(title string, parts []Block) (string, error) {
	var b strings.Builder
	err := page().Execute(&b, struct {
		Title string
		Parts []Block
	}{title, parts})
	return b.String(), err
}
