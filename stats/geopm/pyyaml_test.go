package geopm

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// loader is how geopmpy/io.py loads a report: PyYAML's safe loader, with numbers as 1e+10 besides.
const loader = `
import re, sys, json, yaml
loader = yaml.SafeLoader
loader.add_implicit_resolver('tag:yaml.org,2002:float', re.compile(r'''^(?:
 [-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+]?[0-9]+)?
|[-+]?(?:[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)
|\.[0-9_]+(?:[eE][-+][0-9]+)?
|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*
|[-+]?\.(?:inf|Inf|INF)
|\.(?:nan|NaN|NAN))$''', re.X), list('-+0123456789.'))
`

// loads prints what a report holds, refuses what is wrong with each of a list of texts.
const (
	loads = loader + "print(json.dumps(yaml.load(sys.stdin.buffer.read().decode('utf-8'), Loader=loader)))"

	refuses = loader + `
def wrong(text):
    try:
        yaml.load(text, Loader=loader)
    except Exception as e:
        return str(e)
    return ''
print(json.dumps([wrong(text) for text in json.load(sys.stdin)]))`
)

// PyYAML, on which GEOPM's reader is built, reads texts that are hard on YAML as they were meant.
func TestPyYAMLReadsWhatIsWritten(t *testing.T) {
	if out, err := exec.Command("python3", "-c", "import yaml").CombinedOutput(); err != nil {
		t.Skipf("there is no Python with PyYAML: %v %s", err, bytes.TrimSpace(out))
	}
	hard := []string{"run #3", "a: b", "- x", "-", "\"q\"", "\\d", "null", "yes", "12", "1e5", "1e+10", "0x12", "0o7", "1:30", "{a", "[", "*a", "&a", "a:", "#", "'", "2018-11-06",
		"2024-10-24T17:22:43.1-07:00", "ü", "x\ny", "\U0001f600", "\t", "~", "?", "=", "<<", "!x", "%", "@", "`", "a\u2028b", "\u0085", " x ", "---", "...", "", ".nan", "nan", "-x", ":x", "?x", ",a", "|", ">", "1_0", "\u200b", "\ufeffx", "Tue Nov  6 08:00:00 2018"}
	r := &Report{Version: "3.1", Start: "2024-10-24T17:22:43.123456789-0700", Agent: "monitor", Profile: "p"}
	for _, text := range hard {
		r.Hosts = append(r.Hosts, Host{
			Name:        text,
			Header:      []Entry{{Key: "h " + text, Text: "x" + text}},
			Regions:     []Region{{Name: text, Hash: Hash(text), Totals: Section{{Key: KeyRuntime, Text: "1e+10"}}}},
			Application: Section{{Key: text, Text: "2.5"}, {Key: KeyCount, Text: "7"}},
		})
	}
	c := exec.Command("python3", "-c", loads)
	c.Stdin = strings.NewReader(write(t, r))
	out, err := c.Output()
	if err != nil {
		t.Fatalf("PyYAML: %v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	var got struct {
		Version string `json:"GEOPM Version"`
		Start   string `json:"Start Time"`
		Hosts   map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if got.Version != r.Version || got.Start != r.Start || len(got.Hosts) != len(hard) {
		t.Errorf("got %q, %q and %d hosts, want %d", got.Version, got.Start, len(got.Hosts), len(hard))
	}
	for _, text := range hard {
		h := got.Hosts[text]
		if h == nil {
			t.Errorf("host %q is not there", text)
			continue
		}
		var regions []struct {
			Region  string
			Hash    float64
			Runtime float64 `json:"runtime (s)"`
		}
		if err := json.Unmarshal(h["Regions"], &regions); err != nil || regions[0].Region != text || regions[0].Runtime != 1e10 || regions[0].Hash != float64(Hash(text)) {
			t.Errorf("region %q: got %+v, %v", text, regions, err)
		}
		var application map[string]float64
		if err := json.Unmarshal(h["Application Totals"], &application); err != nil || application[text] != 2.5 || application[KeyCount] != 7 {
			t.Errorf("key %q: got %v, %v", text, application, err)
		}
		var header string
		if err := json.Unmarshal(h["h "+text], &header); err != nil || header != "x"+text {
			t.Errorf("text of %q: got %q, %v", text, header, err)
		}
	}
}

// It refuses what Check says that all readers refuse for the sake of YAML.
func TestPyYAMLRefusesWhatCheckFinds(t *testing.T) {
	if exec.Command("python3", "-c", "import yaml").Run() != nil {
		t.Skip("there is no Python with PyYAML")
	}
	var texts, names, wants []string
	for _, v := range variants {
		if v.problem == "" || strings.Contains(v.problem, "mapping values") || strings.Contains(v.problem, "another YAML") {
			texts, names, wants = append(texts, v.text()), append(names, v.name), append(wants, v.want)
		}
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("python3", "-c", refuses)
	c.Stdin = bytes.NewReader(in)
	out, err := c.Output()
	var said []string // blank where PyYAML reads the text
	if err = errors.Join(err, json.Unmarshal(out, &said)); err != nil || len(said) != len(texts) {
		t.Fatalf("%d answers to %d texts: %v", len(said), len(texts), err)
	}
	for i, name := range names {
		if broken := strings.HasSuffix(wants[i], failAll); (said[i] != "") != broken && name != "Regions no list" {
			t.Errorf("%s: PyYAML says %q, Check %q", name, said[i], wants[i])
		}
	}
}
