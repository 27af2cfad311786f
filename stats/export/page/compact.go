package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strings"
	"sync"
)

// boot unpacks the script of a page, which runs as if it stood there: the policy knows it by its hash.
const boot = `(async () => {
  const text = atob(document.getElementById('code').textContent), bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = text.charCodeAt(k);
  const script = document.createElement('script');
  script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  document.body.append(script);
})().catch((problem) => { document.getElementById('main').textContent = 'This browser cannot unpack the page: ' + problem.message; });
`

// code is the script of a page, and the same packed. Lines that are comments are for who reads its source here.
type code struct{ script, packed string }

var (
	stillCode = sync.OnceValue(func() code { return codeOf(false) })
	liveCode  = sync.OnceValue(func() code { return codeOf(true) })
)

func codeOf(live bool) code {
	var script strings.Builder
	for _, name := range scripts {
		if name == liveScript && !live {
			continue
		}
		for line := range strings.Lines(file(name)) {
			if line = strings.TrimLeft(line, " "); line != "\n" && !strings.HasPrefix(line, "//") {
				script.WriteString(line)
			}
		}
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // the level is a valid one, and a Buffer takes all
	_, _ = w.Write([]byte(script.String()))
	_ = w.Close()
	return code{script.String(), base64.StdEncoding.EncodeToString(packed.Bytes())}
}

// mostPlain is how many regions a page has for browsers that run no script.
const mostPlain = 200

// plain is what was found and the tree, for these.
func (d *pageData) plain() string {
	var b strings.Builder
	for i := range d.Runs {
		run := &d.Runs[i]
		fmt.Fprintf(&b, "<h2>%s</h2>\n<ul>\n", html.EscapeString(run.Name))
		for _, f := range run.Findings {
			fmt.Fprintf(&b, "<li>%s</li>\n", html.EscapeString(f.Text))
		}
		b.WriteString("</ul>\n<table><caption>Regions: mean time of the ranks that ran them</caption>\n<tr><th scope=\"col\">Region</th><th scope=\"col\">Mean</th><th scope=\"col\">Calls</th></tr>\n")
		rows := 0
		for k, name := range d.Regions.Name {
			if run.Columns.Ranks[k] < 0 {
				continue
			}
			if rows++; rows > mostPlain {
				fmt.Fprintf(&b, "<tr><td colspan=\"3\">further regions only where scripts run</td></tr>\n")
				break
			}
			level := 0
			for p := d.Regions.Parent[k]; p >= 0; p = d.Regions.Parent[p] {
				level++
			}
			fmt.Fprintf(&b, "<tr><th scope=\"row\">%s%s</th><td>%s</td><td>%s</td></tr>\n", strings.Repeat("· ", min(level, 40)), html.EscapeString(name), plainly("%.4g s", run.Columns.Mean[k]/1e9), plainly("%.0f", run.Columns.Calls[k]))
		}
		b.WriteString("</table>\n")
	}
	return strings.ReplaceAll(b.String(), "{", "&#123;") // it says nothing to the frame
}

// plainly is a figure, as far as it is known.
func plainly(format string, v number) string {
	if math.IsNaN(float64(v)) {
		return "–"
	}
	return fmt.Sprintf(format, float64(v))
}
