package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

// lossless are the forms that carry everything.
var lossless = []struct {
	name  string
	write func(io.Writer, Run) error
	read  func(io.Reader) (Run, error)
}{{"JSON", WriteJSON, ReadJSON}, {"YAML", WriteYAML, ReadYAML}}

func TestEverythingComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genRun(t)
		wild(t, &want)
		for _, form := range lossless {
			var b bytes.Buffer
			if err := form.write(&b, want); err != nil {
				t.Fatal(err)
			}
			got, err := form.read(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatalf("%s: %v in\n%s", form.name, err, b.String())
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", form.name, diff)
			}
		}
	})
}

// wild sets what no arithmetic of this package sets.
func wild(t *rapid.T, r *Run) {
	r.Profiles = r.Profiles[:rapid.IntRange(0, len(r.Profiles)).Draw(t, "profiles kept")]
	s := r.Summary
	s.Start = rapid.Int64().Draw(t, "start")
	for i := range s.Clocks {
		s.Clocks[i].Drift = rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)})).Draw(t, "drift")
	}
	for i := range s.Regions {
		g := &s.Regions[i]
		g.Squares = stats.Uint128{Hi: rapid.Uint64().Draw(t, "hi"), Lo: rapid.Uint64().Draw(t, "lo")}
		g.Estimated = rapid.Bool().Draw(t, "estimated")
		for j := range g.Values {
			if g.Values[j].Ranks > 0 {
				g.Values[j].Sum = stats.Int128{Hi: rapid.Int64().Draw(t, "sum hi"), Lo: rapid.Uint64().Draw(t, "sum lo")}
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJSON(&b, solver()); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	for _, test := range []struct {
		old, new string
		match    error
		text     string
	}{
		{`"version":1`, `"version":2`, stats.ErrVersion, `unknown version "2" of a run as JSON, this program reads version 1`},
		{`"version":1`, `"version":0`, stats.ErrVersion, `unknown version "0" of a run as JSON, this program reads version 1`},
		{`"format":"mpitimer run"`, `"format":"other"`, stats.ErrFormat, `format is "other"`},
		{`"format"`, `"fromat"`, stats.ErrFormat, `"fromat", expected the key "format"`},
		{`"ranks":4,`, ``, stats.ErrFormat, `summary: key "ranks" is missing`},
		{`"hosts":2,`, `"hosts":2,"hosts":2,`, stats.ErrFormat, "stands twice"},
		{`"hosts":2,`, `"hosts":2,"guests":2,`, stats.ErrFormat, `summary: key "guests" has no place there`},
		{`"hosts":2,`, `"hosts":2.5,`, stats.ErrFormat, "summary.hosts: 2.5, expected a value of type int"},
		{`"hosts":2,`, `"hosts":"2",`, stats.ErrFormat, "summary.hosts"},
		{`"hosts":2,`, `"hosts":null,`, stats.ErrFormat, "summary.hosts"},
		{`"hosts":2,`, `"hosts":[2],`, stats.ErrFormat, "summary.hosts"},
		{`"hosts":2,`, `"hosts":9,`, stats.ErrSummary, "9 hosts"},
		{`"squares":`, `"squares":1000000000000000000000000000000000000000`, stats.ErrFormat, "integer of 128 bits"},
		{`"meta":{`, `"meta":{"base64:!":"",`, stats.ErrFormat, "illegal base64"},
		{`"program":"shallowwater"`, `"program":{"base64":7}`, stats.ErrFormat, "summary.program"},
		{good[len(good)-10:], ``, stats.ErrFormat, "unexpected EOF"},
		{"\"profiles\":[", "\"profiles\":{", stats.ErrFormat, `profiles: {, expected "["`},
		{"]}\n", "]}\n{}", stats.ErrFormat, "something stands behind the run"},
		{`"summary":`, `"sumary":`, stats.ErrFormat, `key "sumary" has no place in a run`},
	} {
		text := strings.Replace(good, test.old, test.new, 1)
		if text == good {
			t.Errorf("%s is not there", test.old)
		}
		_, err := ReadJSON(strings.NewReader(text))
		if !errors.Is(err, test.match) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: got %v, want an error with %q", test.new, err, test.text)
		}
	}
	cut := good[:strings.LastIndex(good, `"rank":3`)]
	run, err := ReadJSON(strings.NewReader(cut))
	if err == nil || run.Summary == nil || len(run.Profiles) != 3 {
		t.Errorf("of a cut file: %d profiles, %v; want the summary and three", len(run.Profiles), err)
	}
	for _, text := range []string{"", "a: &a [*a]", "- 1\n- 2", "format: mpitimer run\nversion: 1\nsummary: 7", "? [a]\n: b", "x: 2001-01-01", "\x00"} {
		if _, err := ReadYAML(strings.NewReader(text)); !errors.Is(err, stats.ErrFormat) {
			t.Errorf("YAML %q: got %v", text, err)
		}
	}
}

// A Run that could not be read again is not written.
func TestWriteRefuses(t *testing.T) {
	for what, r := range map[string]Run{
		"nothing":     {},
		"bad summary": {Summary: &stats.Summary{}},
		"bad profile": {Summary: solver().Summary, Profiles: []*stats.Profile{{}}},
	} {
		for _, f := range Formats() {
			if f.Name == "profiles" && len(r.Profiles) == 0 {
				continue
			}
			if f.Ranks || len(r.Profiles) == 0 {
				if err := f.Write(io.Discard, r); err == nil {
					t.Errorf("%s: %s was written", f.Name, what)
				}
			}
		}
	}
}

// What the JSON is called stands in the documentation: keys are a promise.
func TestSchemaIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/export.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[reflect.Type]bool)
	var look func(at reflect.Type)
	look = func(at reflect.Type) {
		for at.Kind() == reflect.Slice {
			at = at.Elem()
		}
		if at.Kind() != reflect.Struct || seen[at] || len(fieldsOf(at).list) == 0 {
			return
		}
		seen[at] = true
		for _, f := range fieldsOf(at).list {
			if !strings.Contains(string(doc), "`"+f.key+"`") {
				t.Errorf("docs/export.md has no `%s`, of %s", f.key, at)
			}
			look(f.typ)
		}
	}
	look(reflect.TypeFor[stats.Summary]())
	look(reflect.TypeFor[stats.Profile]())
	for _, f := range Formats() {
		if !strings.Contains(string(doc), "`"+f.Name+"`") || !strings.Contains(string(doc), "`"+f.Extension+"`") {
			t.Errorf("docs/export.md has no `%s` or no `%s`", f.Name, f.Extension)
		}
	}
}

// YAML that is cut behind any of its lines, where it is still YAML, is not taken for a whole run.
func TestCutYAML(t *testing.T) {
	var b bytes.Buffer
	if err := WriteYAML(&b, solver()); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for at := bytes.LastIndexByte(whole[:len(whole)-1], '\n'); at > 0; at = bytes.LastIndexByte(whole[:at], '\n') {
		if _, err := ReadYAML(bytes.NewReader(whole[:at+1])); !errors.Is(err, stats.ErrFormat) {
			t.Fatalf("cut behind byte %d of %d: %v", at, len(whole), err)
		}
	}
}

// Python reads the same numbers from JSON and from YAML.
func TestPythonReadsJSONAndYAML(t *testing.T) {
	dir := t.TempDir()
	r := solver()
	r.Summary.Regions[0].Squares = stats.Uint128{Hi: math.MaxUint64, Lo: math.MaxUint64}
	r.Summary.Program = "a\u2028b\u0085c\ufeffd\x7f: #"
	r.Meta[strings.Repeat("long key ", 200)] = strings.Repeat("long value ", 200)
	readAgain(t, r, WriteYAML, ReadYAML)
	for name, write := range map[string]func(io.Writer, Run) error{"run.json": WriteJSON, "run.yaml": WriteYAML} {
		var b bytes.Buffer
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("python3", "-c", `
import json, sys
try:
    import yaml
except ImportError:
    sys.exit(3)
a = json.load(open(sys.argv[1]+"/run.json"))
b = yaml.safe_load(open(sys.argv[1]+"/run.yaml"))
assert a == b, "they differ"
print(a["summary"]["regions"][0]["squares"])`, dir).CombinedOutput()
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == 3 {
		t.Skip("there is no Python with PyYAML")
	}
	if err != nil || strings.TrimSpace(string(out)) != "340282366920938463463374607431768211455" {
		t.Errorf("%v: %s", err, out)
	}
}

// small returns a run of one rank: what is changed in long texts takes long.
func small() Run {
	r := solver()
	p := r.Profiles[0]
	p.Size, p.Nodes, p.Environments = 1, p.Nodes[:2], []stats.Environment{{Name: "default", Size: 1, Ranks: []stats.Range{{Stride: 1}}}}
	s, err := stats.Merge(r.Profiles[:1])
	if err != nil {
		panic(err)
	}
	return Run{Summary: s, Profiles: r.Profiles[:1], Meta: map[string]string{"\xff": "b"}}
}

// What is lost on the way to Go's values is refused before: encoding/json takes all of this.
func TestReadIsStrict(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJSON(&b, solver()); err != nil {
		t.Fatal(err)
	}
	for old, news := range map[string][]string{
		`"parent":-1,`: {``, `"Parent":-1,`, `"parent":-1,"parent":0,`, `"parent":null,`, `"\u0070arent":-1,`, `"parent":-1,"x":[{"y":null}],`},
		`"rank":3`:     {`"rank":3,"rank":3`, `"ranks":3`},
		`"stride":1`:   {`"stride":null`, `"first":0`},
		`"meta":{`:     {`"meta":{"a":"b","a":"c",`, `"meta":{"a":null,`},
		`"squares":`:   {`"squares":-`, `"squares":1e0`, `"squares":"1",`, `"squares":{"Hi":0,"Lo":0},"x":`},
	} {
		for _, new := range news {
			text := strings.Replace(b.String(), old, new, 1)
			if text == b.String() {
				t.Errorf("%s is not there", old)
			}
			if _, err := ReadJSON(strings.NewReader(text)); !errors.Is(err, stats.ErrFormat) {
				t.Errorf("%s in place of %s: %v", new, old, err)
			}
		}
	}
}

func FuzzReadJSON(f *testing.F) {
	for _, r := range []Run{small(), {Summary: small().Summary}, {Summary: &stats.Summary{Size: 1, Ranks: 1}}} {
		var b bytes.Buffer
		if err := WriteJSON(&b, r); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ReadJSON(bytes.NewReader(text))
		if err != nil {
			return
		}
		readAgain(t, r, lossless[0].write, lossless[0].read)
	})
}

func FuzzReadYAML(f *testing.F) {
	var b bytes.Buffer
	if err := WriteYAML(&b, Run{Summary: small().Summary}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := ReadYAML(bytes.NewReader(text)); err == nil {
			readAgain(t, r, lossless[1].write, lossless[1].read)
		}
	})
}

func readAgain(t *testing.T, r Run, write func(io.Writer, Run) error, read func(io.Reader) (Run, error)) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r); err != nil {
		t.Fatal(err)
	}
	again, err := read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, again, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("(-first +again):\n%s", diff)
	}
}

func TestTextIsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String()).Draw(t, "s")
		var got string
		if err := json.Unmarshal(appendText(nil, s), &got); err != nil || got != readable(s) {
			t.Fatalf("%q became %q, %v", s, got, err)
		}
		back, err := fromLine(oneLine(s))
		if err != nil || back != s {
			t.Fatalf("%q came back from %q as %q, %v", s, oneLine(s), back, err)
		}
		if strings.ContainsAny(oneLine(s), "\n\r\x00\x1b") {
			t.Fatalf("%q", oneLine(s))
		}
	})
}
