package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/stats"
)

var update = flag.Bool("update", false, "write the golden files anew")

// frameLimit is what a page may have beside its data.
const frameLimit = 1 << 20

func written(t testing.TB, p Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// dataOf cuts the data out of a page.
func dataOf(t testing.TB, page []byte) []byte {
	t.Helper()
	const begin, end = `<script id="data" type="application/json">`, `</script>`
	_, rest, found := bytes.Cut(page, []byte(begin))
	text, _, ended := bytes.Cut(rest, []byte(end))
	if !found || !ended {
		t.Fatal("the page has no data")
	}
	return text
}

func TestGoldenData(t *testing.T) {
	list := profiles(16, 1)
	text := dataOf(t, written(t, Page{Runs: []Run{{Name: "first", Form: "profiles", Summary: merged(t, list), Profiles: slices.Values(list), Meta: map[string]string{"job": "4711"}, Lacks: []string{"nothing"}}}}))
	var got bytes.Buffer
	if err := json.Indent(&got, text, "", " "); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "data.json")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("data (-want +got):\n%s", d)
	}
}

// Nothing of a page comes from elsewhere, and what is not data stays small.
func TestSelfContained(t *testing.T) {
	list := profiles(16, 1)
	page := written(t, Page{Runs: []Run{{Summary: merged(t, list), Profiles: slices.Values(list)}}})
	data := dataOf(t, page)
	if frame := len(page) - len(data); frame > frameLimit {
		t.Errorf("%d bytes beside the data, want at most %d", frame, frameLimit)
	}
	frame := bytes.Replace(page, data, nil, 1)
	for _, wrong := range []string{`\bsrc=`, `https?://[^w]`, `@import`, `url\(`, `\bimport\b\s*\(`, `fetch\(`, `XMLHttpRequest`, `innerHTML`, `eval\(`, `\{\{`, `href="[^#]`} {
		if found := regexp.MustCompile(wrong).Find(frame); found != nil {
			t.Errorf("the page has %q", found)
		}
	}
	for _, part := range []string{`default-src &#39;none&#39;`, `script-src &#39;sha256-`, `style-src &#39;sha256-`} {
		if !bytes.Contains(frame, []byte(part)) {
			t.Errorf("the policy does not say %q", part)
		}
	}
}

// Files stay short enough to be read, and all scripts there are get into the page.
func TestFilesReadable(t *testing.T) {
	entries, err := web.ReadDir("web")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text := file(e.Name())
		if n := strings.Count(text, "\n"); n > 400 {
			t.Errorf("%s has %d lines", e.Name(), n)
		}
		if strings.HasSuffix(e.Name(), ".js") && !slices.Contains(scripts, e.Name()) {
			t.Errorf("%s is not in the page", e.Name())
		}
	}
}

var hostile = []string{
	`</script><script>window.broken=1</script>`, `<img src=x onerror="window.broken=2">`, `"'` + "`" + `${window.broken=3}`, "nul\x00in\x1bside", "\xff\xfe not UTF-8",
	`<!--<script>`, `]]>`, "line\nbreak\u2028and\u2029others", "\u202eright to left", `{{data}}{{script}}`, `&lt;b&gt;`, `__proto__`, `constructor`, "", strings.Repeat("long ", 100_000), strings.Repeat("界", 5000),
}

// hostileSummary has hostile text wherever there is text.
func hostileSummary(t testing.TB) (*stats.Summary, []*stats.Profile) {
	var list []*stats.Profile
	for rank := range 3 {
		p := profile(rank, 3, 1)
		p.Program, p.Host = hostile[0], hostile[1]
		p.Warnings = []stats.Warning{{Kind: hostile[0], Path: hostile[2], Place: hostile[3], Count: 1}}
		p.Contexts[0].Name = hostile[0]
		p.Clock.Name = hostile[1]
		p.Quantities[0].Name, p.Quantities[0].Unit, p.Quantities[0].Domain = hostile[0], hostile[1], hostile[5]
		for i, name := range hostile {
			add(p, i%2, name, 0, 1, 1e9+float64(i)*1e7)
			p.Nodes[len(p.Nodes)-1].Values = []int64{1, 2}
		}
		list = append(list, p)
	}
	return merged(t, list), list
}

func TestHostileNames(t *testing.T) {
	s, list := hostileSummary(t)
	page := written(t, Page{Title: hostile[0], Runs: []Run{{Name: hostile[1], Form: hostile[0], Summary: s, Profiles: slices.Values(list), Meta: map[string]string{hostile[0]: hostile[0]}, Lacks: hostile}}})
	if n := bytes.Count(page, []byte("</script")); n != 2 {
		t.Errorf("%d ends of scripts, want 2", n)
	}
	for _, b := range []byte{0, 0x1b, 0xff} {
		if bytes.IndexByte(page, b) >= 0 {
			t.Errorf("the page has a byte %#x", b)
		}
	}
	if !bytes.Contains(page, []byte("<title>"+html.EscapeString(hostile[0])+"</title>")) {
		t.Error("the title is not as it was given")
	}
	if len(page) > frameLimit {
		t.Errorf("the page has %d bytes: names are not cut", len(page))
	}
	var d pageData
	if err := json.Unmarshal(dataOf(t, page), &d); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{hostile[0], hostile[2], "{{data}}{{script}}", "__proto__"} {
		if !slices.Contains(d.Regions.Name, name) {
			t.Errorf("region %q is not there", name)
		}
	}
}

func TestErrors(t *testing.T) {
	list := profiles(4, 1)
	good := merged(t, list)
	bad := *good
	bad.Regions = slices.Clone(good.Regions)
	bad.Regions[3].Parent = 77
	broken := *list[1]
	broken.Nodes = slices.Clone(broken.Nodes)
	broken.Nodes[1].Parent = 99
	other := *list[1]
	other.Rank, other.Size = 9, 10
	other.Contexts = []stats.Context{{Name: "Default", Size: 10, Ranks: []stats.Span{{First: 0, Last: 9, Stride: 1}}}}
	other.Nodes = nil
	for _, test := range []struct {
		name string
		page Page
		want error
	}{
		{"no run", Page{}, ErrRuns},
		{"three runs", Page{Runs: []Run{{Summary: good}, {Summary: good}, {Summary: good}}}, ErrRuns},
		{"no summary", Page{Runs: []Run{{Summary: good}, {Name: "empty"}}}, ErrRuns},
		{"bad summary", Page{Runs: []Run{{Summary: &bad}}}, stats.ErrSummary},
		{"bad profile", Page{Runs: []Run{{Summary: good, Profiles: slices.Values([]*stats.Profile{&broken})}}}, stats.ErrProfile},
		{"other run", Page{Runs: []Run{{Summary: good, Profiles: slices.Values([]*stats.Profile{&other})}}}, stats.ErrMismatch},
	} {
		var b bytes.Buffer
		if err := Write(&b, test.page); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		if b.Len() > 0 {
			t.Errorf("%s: %d bytes were written", test.name, b.Len())
		}
	}
	if err := Write(full{}, Page{Runs: []Run{{Summary: good}}}); !errors.Is(err, errFull) {
		t.Errorf("writing to what is full: %v", err)
	}
	if err := Write(&bytes.Buffer{}, Page{Runs: []Run{{Summary: &stats.Summary{Size: 1, Ranks: 1, Hosts: 1}}}}); err != nil {
		t.Errorf("a summary of nothing: %v", err)
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

// manyProfiles gives, one after the other, those of a run of 10 000 ranks and 1000 regions.
func manyProfiles(ranks, regions int) iter.Seq[*stats.Profile] {
	p := &stats.Profile{
		Size: ranks, Program: "large", To: 1e12, Clock: stats.Clock{Name: "tsc"}, Tracks: []string{"main"},
		Contexts: []stats.Context{{Name: "Default", Size: ranks, Ranks: []stats.Span{{First: 0, Last: ranks - 1, Stride: 1}}}},
	}
	for i := range regions {
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+3)/4 - 1, Name: fmt.Sprint("region ", i)})
	}
	return func(yield func(*stats.Profile) bool) {
		for rank := range ranks {
			p.Rank, p.Host = rank, fmt.Sprint("node", rank/64)
			for i := len(p.Nodes) - 1; i >= 0; i-- {
				n := &p.Nodes[i]
				each := int64(1e6 + (rank*7919+i*104729)%900_000)
				n.Calls, n.Timed, n.Total, n.Min, n.Max = 2, 2, 2*each, each, each
				n.Squares = stats.Mul(uint64(each), uint64(2*each))
			}
			for i := len(p.Nodes) - 1; i > 0; i-- {
				p.Nodes[p.Nodes[i].Parent].Total += p.Nodes[i].Total
			}
			if !yield(p) {
				return
			}
		}
	}
}

// manySummary is one of as many ranks, its distributions being made from those of few.
func manySummary(t testing.TB, ranks, regions int) *stats.Summary {
	t.Helper()
	const few = 16
	var list []*stats.Profile
	for p := range manyProfiles(few, regions) {
		q := *p
		q.Nodes = slices.Clone(p.Nodes)
		for i := range q.Nodes {
			q.Nodes[i].Histogram.Add(uint64(q.Nodes[i].Min))
			q.Nodes[i].Histogram.Add(uint64(q.Nodes[i].Min) * 100)
		}
		list = append(list, &q)
	}
	s := merged(t, list)
	s.Size, s.Ranks = ranks, ranks
	s.Contexts[0].Size, s.Contexts[0].Ranks = ranks, []stats.Span{{First: 0, Last: ranks - 1, Stride: 1}}
	for i := range s.Clocks {
		s.Clocks[i].Ranks = ranks
	}
	return s
}

// A page is of bounded size, whatever the number of ranks.
func TestLarge(t *testing.T) {
	ranks, regions := 10_000, 1000
	if testing.Short() {
		ranks = 1000
	}
	s := manySummary(t, ranks, regions)
	page := written(t, Page{Runs: []Run{{Summary: s, Profiles: manyProfiles(ranks, regions)}}})
	if limit := 6 << 20; len(page) > limit {
		t.Errorf("%d bytes for %d ranks, want at most %d", len(page), ranks, limit)
	}
	var d pageData
	if err := json.Unmarshal(dataOf(t, page), &d); err != nil {
		t.Fatal(err)
	}
	h := d.Runs[0].Heat
	if len(h.Profiles) > mostBins || len(h.Rows) != regions || h.Width*len(h.Profiles) < ranks {
		t.Errorf("a heat map of %d rows, %d bins of %d ranks", len(h.Rows), len(h.Profiles), h.Width)
	}
	million := written(t, Page{Runs: []Run{{Summary: manySummary(t, 1_000_000, regions)}, {Summary: manySummary(t, 1_000_000, regions)}}})
	if limit := 4 << 20; len(million) > limit {
		t.Errorf("%d bytes for a million ranks, want at most %d", len(million), limit)
	}
	t.Logf("%d ranks × %d regions with a heat map: %d bytes; two summaries of a million ranks: %d bytes", ranks, regions, len(page), len(million))
}

// Of more regions than there is place for those stay that take longest, with all that is above them.
func TestManyRegions(t *testing.T) {
	s := manySummary(t, 16, mostRegions+mostRegions/4)
	d, err := (&Page{Runs: []Run{{Summary: s}}}).data()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.Regions.Name); n > mostRegions || n < mostRegions-100 || n+d.Regions.LeftOut != len(s.Regions) {
		t.Fatalf("%d regions and %d left out of %d", n, d.Regions.LeftOut, len(s.Regions))
	}
	for i, p := range d.Regions.Parent {
		if p >= i {
			t.Fatalf("region %d stands before its parent %d", i, p)
		}
	}
	if got, want := float64(d.Runs[0].Columns.Max[0]), float64(s.Regions[0].Max.Value); got != want {
		t.Errorf("the first region has %g, want %g", got, want)
	}
}

// flatSummary has no tree, hosts or clock, as those that are made of other programs' files.
func flatSummary(t testing.TB) *stats.Summary {
	t.Helper()
	var list []*stats.Profile
	for rank := range 4 {
		p := &stats.Profile{Rank: rank, Size: 6, Contexts: []stats.Context{{Name: "Default", Size: 6, Ranks: []stats.Span{{First: 0, Last: 5, Stride: 1}}}}, Tracks: []string{"main"}}
		for i := range 5 {
			add(p, -1, fmt.Sprint("region ", i), 0, 3, float64((rank+1)*(i+1))*1e6)
		}
		list = append(list, p)
	}
	s := merged(t, list)
	s.Hosts, s.Clocks = 0, nil
	return s
}
