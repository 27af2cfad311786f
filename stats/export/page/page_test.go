package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// frameLimit is what a page may have beside its data.
const frameLimit = 110_000

func written(t testing.TB, p Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// dataOf is the JSON of a page.
func dataOf(t testing.TB, page []byte) []byte {
	t.Helper()
	text, err := JSON(page)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestGoldenData(t *testing.T) {
	list := pagetest.Profiles(16, 1)
	text := dataOf(t, written(t, Page{Runs: []Run{{Name: "first", Form: "profiles", Summary: pagetest.Merge(t, list), Profiles: slices.Values(list), Meta: map[string]string{"job": "4711"}, Lacks: []string{"nothing"}}}}))
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
	list := pagetest.Profiles(16, 1)
	page := written(t, Page{Runs: []Run{{Summary: pagetest.Merge(t, list), Profiles: slices.Values(list)}}})
	frame := regexp.MustCompile(`(?s)(<script id="\w+" type="text/plain">).*?(</script>)`).ReplaceAll(page, []byte("$1$2"))
	if n := len(frame) + len(stillCode().packed); n > frameLimit {
		t.Errorf("%d bytes beside the data, want at most %d", n, frameLimit)
	}
	frame = append(frame, stillCode().script...)
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

func TestHostileNames(t *testing.T) {
	s, list := pagetest.HostileSummary(t)
	page := written(t, Page{Title: pagetest.Hostile[0], Runs: []Run{{Name: pagetest.Hostile[1], Form: pagetest.Hostile[0], Summary: s, Profiles: slices.Values(list), Meta: map[string]string{pagetest.Hostile[0]: pagetest.Hostile[0]}, Lacks: pagetest.Hostile}}})
	if n := bytes.Count(page, []byte("</script")); n != 5 {
		t.Errorf("%d ends of scripts, want 5", n)
	}
	for _, b := range []byte{0, 0x1b, 0xff} {
		if bytes.IndexByte(page, b) >= 0 {
			t.Errorf("the page has a byte %#x", b)
		}
	}
	if !bytes.Contains(page, []byte("<title>"+html.EscapeString(pagetest.Hostile[0])+"</title>")) {
		t.Error("the title is not as it was given")
	}
	if len(page) > frameLimit {
		t.Errorf("the page has %d bytes: names are not cut", len(page))
	}
	var d pageData
	if err := json.Unmarshal(dataOf(t, page), &d); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pagetest.Hostile[0], pagetest.Hostile[2], "{{data}}{{script}}", "__proto__"} {
		if !slices.Contains(d.Regions.Name, name) {
			t.Errorf("region %q is not there", name)
		}
	}
}

func TestErrors(t *testing.T) {
	list := pagetest.Profiles(4, 1)
	good := pagetest.Merge(t, list)
	bad := *good
	bad.Regions = slices.Clone(good.Regions)
	bad.Regions[3].Parent = 77
	broken := *list[1]
	broken.Nodes = slices.Clone(broken.Nodes)
	broken.Nodes[1].Parent = 99
	other := *list[1]
	other.Rank, other.Size = 9, 10
	other.Environments = []stats.Environment{{Name: "Default", Size: 10, Ranks: []stats.Range{{First: 0, Last: 9, Stride: 1}}}}
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

// A page is of bounded size, whatever the number of ranks.
func TestLarge(t *testing.T) {
	ranks, regions := 10_000, 1000
	if testing.Short() {
		ranks = 1000
	}
	s := pagetest.ManySummary(t, ranks, regions)
	page := written(t, Page{Runs: []Run{{Summary: s, Profiles: pagetest.ManyProfiles(ranks, regions)}}})
	if limit := 6 << 20; len(page) > limit {
		t.Errorf("%d bytes for %d ranks, want at most %d", len(page), ranks, limit)
	}
	var d pageData
	if err := json.Unmarshal(dataOf(t, page), &d); err != nil {
		t.Fatal(err)
	}
	h := d.Runs[0].Heat
	if len(h.Profiles) > 256 || len(h.Rows) != regions || h.Width*len(h.Profiles) < ranks {
		t.Errorf("a heat map of %d rows, %d bins of %d ranks", len(h.Rows), len(h.Profiles), h.Width)
	}
	million := written(t, Page{Runs: []Run{{Summary: pagetest.ManySummary(t, 1_000_000, regions)}, {Summary: pagetest.ManySummary(t, 1_000_000, regions)}}})
	if limit := 4 << 20; len(million) > limit {
		t.Errorf("%d bytes for a million ranks, want at most %d", len(million), limit)
	}
	t.Logf("%d ranks × %d regions with a heat map: %d bytes; two summaries of a million ranks: %d bytes", ranks, regions, len(page), len(million))
}

// Of more regions than there is place for those stay that take longest, with all that is above them.
func TestManyRegions(t *testing.T) {
	s := pagetest.ManySummary(t, 16, mostRegions+mostRegions/4)
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

// Of a counter that took turns with others, or of which calls are left out, the page says so at each region. One that was
// counted in no call of a region stands there without a value.
func TestCountedShareByRegion(t *testing.T) {
	list := pagetest.Profiles(2, 1)
	for _, p := range list {
		p.Counters = []stats.Counter{{Name: "INSTRUCTIONS", Step: 1, Domain: "thread in user mode"}}
		for i := range p.Nodes {
			p.Nodes[i].Values = []int64{1000}
		}
		p.Nodes[1].Values, p.Nodes[1].LeftOut = []int64{stats.NoValue}, []uint64{p.Nodes[1].Timed}
		p.Nodes[2].Turns, p.Nodes[2].LeftOut = []stats.Turns{{Due: 1000, Counted: 250}}, []uint64{p.Nodes[2].Timed / 2}
	}
	s := pagetest.Merge(t, list)
	var d pageData
	if err := json.Unmarshal(dataOf(t, written(t, Page{Runs: []Run{{Summary: s, Form: "test"}}})), &d); err != nil {
		t.Fatal(err)
	}
	type shares struct{ missed, left float64 }
	got := map[shares]int{}
	for _, v := range d.Runs[0].Values {
		got[shares{v.Missed, v.Left}]++
		if (v.Ranks == 0) != (v.Left == 1) {
			t.Errorf("%d ranks where %g of the calls are left out", v.Ranks, v.Left)
		}
	}
	if got[shares{0, 0}] != len(s.Regions)-2 || got[shares{0.75, 0.5}] != 1 || got[shares{0, 1}] != 1 {
		t.Errorf("got %v of %d regions", got, len(s.Regions))
	}
}

// smallest is how large a page of few regions may be.
const smallest = 120_000

// The smallest page is small, and one who runs no scripts reads on it what was found and the tree.
func TestSmallestPage(t *testing.T) {
	list := pagetest.Profiles(4, 1)
	page := written(t, Page{Runs: []Run{{Summary: pagetest.Merge(t, list)}}})
	if len(page) > smallest {
		t.Errorf("%d bytes, want at most %d", len(page), smallest)
	}
	t.Logf("%d bytes", len(page))
	_, plain, _ := strings.Cut(string(page), "<noscript>")
	plain, _, _ = strings.Cut(plain, "</noscript>")
	for _, want := range []string{"<li>", "· · · solve</th>", "physics", " s</td>"} {
		if !strings.Contains(plain, want) {
			t.Errorf("without scripts there is no %q in\n%s", want, plain)
		}
	}
	if strings.Contains(plain, "{") {
		t.Error("what is there without scripts could be taken for a part of the frame")
	}
}

func TestClean(t *testing.T) {
	if got, want := clean("a\u202e\x00b c"), "a\ufffd\ufffdb c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := clean(strings.Repeat("x", mostName+1)), strings.Repeat("x", mostName)+"…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
