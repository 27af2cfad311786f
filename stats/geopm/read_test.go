package geopm

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/internal/finding"
)

func TestHash(t *testing.T) {
	for name, want := range map[string][2]uint32{
		"A":                 {0xd3d99e8b, 0x533cb615},
		"B":                 {0x4ad0cf31, 0x8878317c},
		"all2all":           {0x0d2255a7, 0x3ddc81bf},
		"MPI_Init_thread":   {0x5d545077, 0xb178041c},
		"MPI_Barrier":       {0x82e72b30, 0x7b561f45},
		"MPI_Allreduce":     {0xac41a07e, 0x0d94e328},
		"dgemm":             {0xa12de8ee, 0xa74bbf35},
		"region with space": {0x335dfd45, 0xc90eac67},
		"":                  {0, 0},
	} {
		if got := [2]uint32{Hash(name), OldHash(name)}; got != want {
			t.Errorf("%q: got %#x, want %#x", name, got, want)
		}
		if !HashIsOf(want[0], name) || !HashIsOf(want[1], name) || HashIsOf(want[0]^1, name) {
			t.Errorf("%q: its hashes are not recognised", name)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for v, want := range map[float64]string{
		33.33: "33.33", 2469130000: "2.46913e+09", 1.25e6: "1.25e+06", 1e10: "1e+10", 6.254851e-05: "6.25485e-05", 0: "0",
		1e5: "100000", 999999.5: "1e+06", 0.0001: "0.0001", 0.00001: "1e-05", math.Inf(1): "inf", math.Inf(-1): "-inf", -2.5: "-2.5",
	} {
		if got := FormatNumber(v); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
	if got := FormatNumber(math.NaN()); got != "nan" {
		t.Errorf("NaN: got %s", got)
	}
}

func TestReadVersion1(t *testing.T) {
	text, err := os.ReadFile("testdata/v1.report")
	if err != nil {
		t.Fatal(err)
	}
	r := read(t, string(text))
	if r.Version != "1.1.0" || r.Start != "Thu May 30 14:38:17 2019" || r.Profile != "nekbone" || r.Agent != "monitor" || r.Policy != "DYNAMIC" || len(r.Hosts) != 2 {
		t.Fatalf("got %+v", r)
	}
	h := r.Host("node 1")
	if len(h.Regions) != 1 || h.Regions[0].Hash != OldHash("dgemm") {
		t.Fatalf("regions %+v", h.Regions)
	}
	for key, want := range map[string]float64{KeyRuntime: 12.5, KeyPackageEnergy: 1500, KeyFrequency: 1.85325e9, KeyCount: 40} {
		if v, ok := h.Region("dgemm").Totals.Value(key); v != want || !ok {
			t.Errorf("%s is %v, %v", key, v, ok)
		}
	}
	if v, _ := h.Application.Value(KeyMemory); v != 45868*1024 {
		t.Errorf("memory is %v bytes", v)
	}
	if v, ok := h.Unmarked.Value(KeyRuntime); v != 1.5 || !ok {
		t.Errorf("unmarked runtime is %v", v)
	}
	if found := Check(strings.NewReader(write(t, r))); len(found) > 0 {
		t.Errorf("written as one of now: %v", found)
	}
}

// A region's line by an expression, which took most of the time of reading.
func TestOldRegion(t *testing.T) {
	expression := regexp.MustCompile(`^(?:Region +)?(\S.*?) +\((0x[0-9a-fA-F]+|[0-9]+)\):$`)
	rapid.Check(t, func(t *rapid.T) {
		line := strings.TrimSpace(rapid.OneOf(
			rapid.StringMatching(`(Region {0,2})?[a-c(): ]{0,6} {0,2}\((0x)?[0-9a-g]{0,4}\):?`),
			rapid.String(),
		).Draw(t, "line"))
		if strings.ContainsAny(line, "\n\r\v\f\t") {
			return
		}
		var want [2]string
		if m := expression.FindStringSubmatch(line); m != nil {
			want = [2]string{m[1], m[2]}
		}
		name, hash := oldRegion(line)
		if got := [2]string{name, hash}; name != "" && got != want || name == "" && want[0] != "" {
			t.Fatalf("%q: got %q, want %q", line, got, want)
		}
	})
}

func TestReadVersion1Faults(t *testing.T) {
	text := "##### geopm 1.0 #####\nwhat\nRegion a (0x1):\nHost: h\nRegion b (0x2):\n    runtime (sec): much\n    count: 7\nOther Totals:\nApplication Totals:\n    runtime (sec): 5\nHost: g\n"
	r, err := Read(strings.NewReader(text))
	want := `line 2: expected a key and a value with a colon between them, found "what"
line 3: expected a line "Host: NAME" before "Region a (0x1):"
line 6: runtime (s): expected a number, found "much"
line 8: expected a region, Epoch Totals or Application Totals, found "Other Totals"
line 11: host "g": expected Application Totals`
	if !errors.Is(err, ErrFormat) || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if v, ok := r.Host("h").Region("b").Totals.Value(KeyCount); v != 7 || !ok {
		t.Error("what was good is lost")
	}
}

// A host that is damaged keeps what is good of it, and takes nothing from others.
func TestReadDamaged(t *testing.T) {
	text := strings.Replace(base, "      runtime (s): 3.5\n      count: 12", "      runtime (s): \"3.5\n      count: 12", 1)
	text = strings.Replace(text, "0xf0e9be1c", "green", 1)
	text = strings.Replace(text, "      count: 2\n", "      count: [2]\n", 1)
	r, err := Read(strings.NewReader(text))
	if !errors.Is(err, ErrFormat) {
		t.Fatalf("got %v", err)
	}
	var first *FormatError
	if !errors.As(err, &first) || first.Line < 13 || first.Line > 14 || !strings.Contains(err.Error(), `hash: expected a number as 0x0123abcd, found "green"`) {
		t.Errorf("got %v", err)
	}
	n1, n2 := r.Host("node1"), r.Host("node2")
	if n1 == nil || n2 == nil {
		t.Fatalf("hosts are lost: %+v", r.Hosts)
	}
	if v, ok := n1.Application.Value(KeyMemory); v != 4759552 || !ok {
		t.Errorf("memory is %v", v)
	}
	if stream := n1.Region("stream"); stream == nil || len(stream.Totals) != 2 {
		t.Errorf("stream is %+v", stream)
	}
	if dgemm := n1.Region("dgemm"); dgemm == nil || dgemm.Hash != Hash("dgemm") {
		t.Errorf("dgemm is %+v", dgemm)
	}
	if want := read(t, base).Host("node2"); !cmp.Equal(n2, want) {
		t.Errorf("node2 differs: %s", cmp.Diff(want, n2))
	}
}

// Of a report that is cut off all is read that stands before the cut.
func TestReadCut(t *testing.T) {
	whole := read(t, base)
	end := strings.Index(base, "  node2:")
	for cut := range len(base) {
		r, err := Read(strings.NewReader(base[:cut]))
		if r == nil {
			t.Fatalf("cut at %d: nothing", cut)
		}
		// A cut between two values of the last section leaves a report.
		host := base[:cut][max(strings.LastIndex(base[:cut], "  node"), 0):]
		if err == nil && !strings.Contains(host, "Application Totals:\n      runtime (s): 5") {
			t.Errorf("cut at %d: no error", cut)
		}
		if cut >= end {
			if diff := cmp.Diff(whole.Hosts[0], r.Hosts[0]); diff != "" {
				t.Errorf("cut at %d: %s", cut, diff)
			}
		}
	}
	r, _ := Read(strings.NewReader(base[:strings.Index(base, "hash: 0xf0e9be1c")]))
	if d := r.Hosts[0].Region("dgemm"); d == nil || len(d.Totals) != 2 {
		t.Errorf("dgemm is %+v", d)
	}
}

type failing struct{ r io.Reader }

var errTest = errors.New("the disk is gone")

func (f failing) Read(b []byte) (int, error) {
	n, err := f.r.Read(b)
	if err == io.EOF {
		err = errTest
	}
	return n, err
}

func TestReadFails(t *testing.T) {
	for _, text := range []string{"", base[:300], base, "##### geopm 1.0 #####\n"} {
		if _, err := Read(failing{strings.NewReader(text)}); !errors.Is(err, errTest) {
			t.Errorf("got %v", err)
		}
	}
}

func TestReadRefusesHostileText(t *testing.T) {
	for _, text := range []string{
		"a: &a [1]\nb: *a\nHosts:\n  h:\n    Application Totals:\n      count: 1\n",
		"a: " + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "\nHosts:\n  h:\n    Application Totals:\n      count: 1\n",
	} {
		r, err := Read(strings.NewReader(text))
		if !errors.Is(err, ErrFormat) || len(r.Hosts) != 1 {
			t.Errorf("got %v, %d hosts", err, len(r.Hosts))
		}
	}
	many := strings.Repeat("- a\n", 100)
	if _, err := Read(strings.NewReader("Hosts:\n  h:\n    Regions:\n" + strings.Repeat("    - a\n", 100) + many)); err == nil || !strings.Contains(err.Error(), "and 82 more") {
		t.Errorf("got %v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	full := func() *Report { return read(t, base) }
	for name, change := range map[string]func(*Report){
		"no hosts":       func(r *Report) { r.Hosts = nil },
		"two of a name":  func(r *Report) { r.Hosts[1].Name = "node1" },
		"no application": func(r *Report) { r.Hosts[0].Application = nil },
	} {
		r := full()
		change(r)
		var b bytes.Buffer
		if err := Write(&b, r); err == nil || b.Len() > 0 {
			t.Errorf("%s: got %v and %d bytes", name, err, b.Len())
		}
	}
	if err := Write(brokenWriter{}, full()); !errors.Is(err, errTest) {
		t.Errorf("got %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errTest }

func TestWriteMakesNamesDiffer(t *testing.T) {
	r := read(t, base)
	r.Hosts[0].Regions = append(r.Hosts[0].Regions, Region{Name: "dgemm (2)", Totals: Section{{Key: "count", Text: "1"}}}, Region{Name: "dgemm", Totals: Section{{Key: "count", Text: "2"}}})
	again := read(t, write(t, r))
	var names []string
	for _, region := range again.Hosts[0].Regions {
		names = append(names, region.Name)
	}
	if got := strings.Join(names, ","); got != "dgemm,stream,dgemm (2),dgemm (3)" {
		t.Errorf("got %s", got)
	}
}

// genText draws texts that are hard on YAML.
func genText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringMatching(`[a-zA-Z][a-zA-Z_ ]{0,12}[a-z]`),
		rapid.SampledFrom([]string{"run #3", "a: b", "- x", "\"q\"", "\\d", "null", "yes", "12", "1e5", "0x12", "{a", "[", "*a", "&a", "a:", "#", "'", "2018-11-06", "ü", "x\ny", "\U0001f600", "\t", "~", "-", "?", "=", "!x", "%", "@", "`", "a\u2028b", "\u0085"}),
		rapid.String(),
	).Draw(t, label)
}

func genEntries(t *rapid.T, most int, numbers bool) []Entry {
	var list []Entry
	seen := make(map[string]bool)
	for range rapid.IntRange(1, most).Draw(t, "entries") {
		e := Entry{Key: rapid.OneOf(rapid.SampledFrom([]string{KeyRuntime, KeyCount, "TIME@package-0", KeyFrequencyShare}), rapid.Custom(func(t *rapid.T) string { return genText(t, "key") })).Draw(t, "key")}
		if numbers {
			e.Text = FormatNumber(rapid.Float64().Draw(t, "value"))
		} else {
			e.Text = rapid.StringMatching(`[a-z][a-z0-9 ]{0,9}[a-z]`).Draw(t, "text")
		}
		if seen[e.Key] || e.Key == "" || strings.ToValidUTF8(e.Key, "") != e.Key || e.Key == "region" || e.Key == "hash" {
			continue
		}
		seen[e.Key] = true
		list = append(list, e)
	}
	if len(list) == 0 {
		list = []Entry{{Key: KeyRuntime, Text: "1"}}
	}
	return list
}

func genReport(t *rapid.T) *Report {
	r := &Report{Version: genText(t, "version"), Start: genText(t, "start"), Profile: genText(t, "profile"), Agent: genText(t, "agent"), Policy: rapid.SampledFrom([]string{"{}", "DYNAMIC", `{"A": 1, "B": 2.5}`, "/etc/policy.json"}).Draw(t, "policy")}
	for i := range rapid.IntRange(1, 3).Draw(t, "hosts") {
		h := Host{Name: fmt.Sprint(genText(t, "host"), i), Application: genEntries(t, 5, true), Unmarked: genEntries(t, 3, true), Epoch: genEntries(t, 3, true)}
		if rapid.Bool().Draw(t, "agent's") {
			h.Header = []Entry{{Key: "map", Block: genEntries(t, 3, false)}}
		}
		for k := range rapid.IntRange(0, 3).Draw(t, "regions") {
			name := fmt.Sprint("r", k, genText(t, "region"))
			h.Regions = append(h.Regions, Region{name, Hash(name), genEntries(t, 4, true)})
		}
		r.Hosts = append(r.Hosts, h)
	}
	return r
}

// Whatever stands in a report: it is read as it was written, and GEOPM's readers accept it.
func TestWriteReadRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genReport(t)
		var b bytes.Buffer
		if err := Write(&b, r); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatalf("%s\n%s", diff, b.String())
		}
		for _, f := range Check(bytes.NewReader(b.Bytes())) {
			if f.Severity == finding.Refused || !strings.Contains(f.Text, "is empty and read as None") {
				t.Fatalf("%v\n%s", f, b.String())
			}
		}
		var texts [][]byte
		for i := range r.Hosts {
			text, err := r.Hosts[i].MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text, nil)
		}
		var c bytes.Buffer
		if err := WriteTexts(&c, r, texts); err != nil || c.String() != b.String() {
			t.Fatalf("of texts: %v\n%s\nof hosts:\n%s", err, c.String(), b.String())
		}
	})
}

func TestWriteTexts(t *testing.T) {
	r := read(t, base)
	text, err := r.Hosts[0].MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteTexts(&b, r, [][]byte{text, nil, text}); err != nil {
		t.Fatal(err)
	}
	again := read(t, b.String())
	if len(again.Hosts) != 2 || again.Hosts[1].Name != "node1-2" || !cmp.Equal(again.Hosts[1].Regions, r.Hosts[0].Regions) {
		t.Errorf("got %s", b.String())
	}
	if err := WriteTexts(io.Discard, r, [][]byte{text[1:]}); err == nil {
		t.Error("a text without a name was written")
	}
	if _, err := (&Host{Name: "x"}).MarshalText(); err == nil {
		t.Error("a host without Application Totals has a text")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(base)
	for _, v := range variants {
		f.Add(v.text())
	}
	if text, err := os.ReadFile("testdata/v1.report"); err == nil {
		f.Add(string(text))
	}
	add := func(b []byte) { f.Add(string(b)) }
	corpus.Add(add, []byte(base))
	corpus.AddReal(f, add, "../../../shared/data/geopm", "*.report")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(strings.NewReader(text))
		if r == nil || err != nil && !errors.Is(err, ErrFormat) {
			t.Fatalf("got %v, %v", r, err)
		}
		Check(strings.NewReader(text))
		var b bytes.Buffer
		if Write(&b, r) != nil {
			return
		}
		again, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("what is written cannot be read: %v\n%s", err, b.String())
		}
		var c bytes.Buffer
		if err := Write(&c, again); err != nil || c.String() != b.String() {
			t.Fatalf("%v; once\n%s\ntwice\n%s", err, b.String(), c.String())
		}
	})
}
