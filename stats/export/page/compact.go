package page

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"sync"
)

// boot unpacks the data and the script of a page, which runs as if it stood there: the policy knows it by its hash.
const boot = `const Packed = {
  async stream(text) {
    const code = (k) => { const c = text.charCodeAt(k); return c - 33 - (c > 38) - (c > 60) - (c > 92); };
    const bytes = new Uint8Array(((text.length >> 1) * 13 >> 3) - text.length % 2);
    for (let k = 0, at = 0, bits = 0, n = 0; at < bytes.length; k += 2) {
      bits |= (code(k) * 91 + code(k + 1)) << n;
      for (n += 13; n >= 8; n -= 8, bits >>>= 8) bytes[at++] = bits;
    }
    const { readable, writable } = new DecompressionStream('deflate-raw'), writer = writable.getWriter();
    Promise.all([writer.write(bytes), writer.close()]).catch(() => {}); // the reader is told
    return new Response(readable);
  },
  text: async (id) => (await Packed.stream(document.getElementById(id).textContent)).text(),
};
(async () => {
  const script = document.createElement('script');
  Packed.data = JSON.parse(await Packed.text('data'));
  script.textContent = await Packed.text('code');
  document.body.append(script);
})().catch((problem) => { document.getElementById('main').textContent = 'This browser cannot unpack the page: ' + problem.message; });
`

// letters are those of packed text: all of ASCII that are seen, without three that may mean something to HTML or to JSON.
const letters = "!\"#$%'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// packer deflates what is written to it, and makes text of it: two letters are 13 bits, the least first.
type packer struct {
	*flate.Writer
	packed bytes.Buffer
}

func newPacker() *packer {
	p := new(packer)
	p.Writer, _ = flate.NewWriter(&p.packed, flate.BestCompression) // the level is a valid one
	return p
}

// text ends what was written. If the letters have room for one more byte than there are, a further letter says so.
func (p *packer) text() string {
	_ = p.Close() // a Buffer takes all
	var text strings.Builder
	text.Grow(p.packed.Len()*16/13 + 4)
	bits, n := 0, 0
	put := func() {
		text.WriteByte(letters[bits&(1<<13-1)/len(letters)])
		text.WriteByte(letters[bits&(1<<13-1)%len(letters)])
		bits, n = bits>>13, n-13
	}
	for _, b := range p.packed.Bytes() {
		bits |= int(b) << n
		if n += 8; n >= 13 {
			put()
		}
	}
	if n > 0 {
		put()
	}
	if n <= -8 {
		text.WriteByte(letters[0])
	}
	return text.String()
}

// JSON returns what a written page knows, without its timeline, for programs that read pages.
func JSON(page []byte) ([]byte, error) {
	_, rest, found := bytes.Cut(page, []byte(`<script id="data" type="text/plain">`))
	text, _, ended := bytes.Cut(rest, []byte(`</script>`))
	if !found || !ended {
		return nil, errors.New("page: no data")
	}
	var packed []byte
	bits, n := 0, 0
	for k := 1; k < len(text); k += 2 {
		first, second := strings.IndexByte(letters, text[k-1]), strings.IndexByte(letters, text[k])
		if first < 0 || second < 0 {
			return nil, fmt.Errorf("page: data: %q at byte %d", text[k-1:k+1], k-1)
		}
		bits |= (first*len(letters) + second) << n
		for n += 13; n >= 8; n -= 8 {
			packed, bits = append(packed, byte(bits)), bits>>8
		}
	}
	return io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
}

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
	p := newPacker()
	_, _ = io.WriteString(p, script.String())
	return code{script.String(), p.text()}
}

// style is that of a page, without what is for who reads its source here.
var style = sync.OnceValue(func() string {
	var style strings.Builder
	tight := strings.NewReplacer(" { ", "{", "; }", "}", ": ", ":", "; ", ";", ", ", ",")
	for line := range strings.Lines(file("style.css")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "/*") {
			_, _ = tight.WriteString(&style, line)
		}
	}
	return style.String()
})

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
