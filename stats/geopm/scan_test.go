package geopm

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/corpus"
)

// outline returns a tree as far as this package looks at it.
func outline(n *yaml.Node) string {
	var b strings.Builder
	var add func(n *yaml.Node, level int)
	add = func(n *yaml.Node, level int) {
		fmt.Fprintf(&b, "%*s%d style %d line %d column %d null %t %q %q %q\n", level, "", n.Kind, n.Style, n.Line, n.Column, isNull(n), n.Value, n.Anchor, n.LineComment)
		for _, part := range n.Content {
			add(part, level+1)
		}
	}
	add(n, 0)
	return b.String()
}

// agree checks that the scanner makes of a text what YAML's parser does, if it makes anything of it.
func agree(t interface {
	Helper()
	Fatalf(string, ...any)
}, s *scanner, text string) (scanned bool) {
	t.Helper()
	c := chunk{[]byte(text), 7}
	got := s.scan(c)
	if got == nil {
		return false
	}
	want, err := parse(c)
	if err != nil {
		t.Fatalf("the scanner read %q, YAML says %v", text, err)
	}
	if want == nil || outline(got) != outline(want) {
		t.Fatalf("%q: got\n%s\nwant\n%s", text, outline(got), outline(want))
	}
	return true
}

// The real reports are what the scanner is for.
func TestScanRealReports(t *testing.T) {
	files, _ := filepath.Glob(shared + "/*.report")
	if len(files) == 0 {
		t.Skipf("%s is absent", shared)
	}
	var s scanner
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if isOld(text) {
			continue
		}
		d := newDocument(bytes.NewReader(text))
		hosts, scanned := 0, 0
		if _, err := d.take(func(line []byte) bool { return !isHosts(line) }); err != nil {
			t.Fatal(name, err)
		}
		_, _ = d.next()
		err = d.hosts(visitor{host: func(key, _ *yaml.Node) {
			hosts++
			if agree(t, &s, string(d.text)) {
				scanned++
			}
		}})
		if hosts == 0 || scanned != hosts || len(d.faults) > 0 {
			t.Errorf("%s: %d of %d hosts were scanned; faults %v, %v", name, scanned, hosts, d.faults, err)
		}
	}
}

// genLine draws a line that is, or nearly is, what the Reporter writes.
func genLine(t *rapid.T) string {
	in := strings.Repeat(" ", rapid.IntRange(0, 4).Draw(t, "in"))
	body := rapid.OneOf(
		rapid.SampledFrom([]string{"-", "- ", "- a: 1", "a:", "b: ", "region: \"x y\"", "hash: 0x1", "", " ", "# c", "a: 1 # c", "c: null", "d: \"a\\n\"", "---", "...", "a: b: c", "e: -", "f: -1", "g: -x", "h: .5", "i: [1]", "j: {}", "k: 'x'", "l: *a", "a: x:", "a : 1", "\"q\": 1", "1: 2", "<<: 1", "n: ~", "m: \"", "m: \"\"", "x\ty: 1", "? a", "a: |", "Hosts: 1", "a: Null", "a: a#b", "a:b", "a:b: c", "a: ü", "a: -.inf", "a: +.5e3", "a: /p q", "a\r"}),
		rapid.StringMatching(`[a-z]{1,3} ?\([sJ]\): [-+.0-9a-z"]{1,6}`),
		rapid.StringMatching(`[-a-c:#"' .\[{&*!|>%@0-9]{1,7}`),
	).Draw(t, "body")
	return in + body
}

func TestScan(t *testing.T) {
	var s scanner
	scanned, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(genLine), 1, 8).Draw(t, "lines")
		text := strings.Join(lines, "\n") + rapid.SampledFrom([]string{"\n", "", "\n\n"}).Draw(t, "end")
		all++
		if agree(t, &s, text) {
			scanned++
		}
	})
	rapid.Check(t, func(t *rapid.T) { // well-formed: what is left to find are levels
		var lines []string
		in := 0
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			line := rapid.SampledFrom([]string{"a: 1", "b:", "-", "c c: \"d\"", ""}).Draw(t, "line")
			in = max(in+rapid.SampledFrom([]int{0, 0, 0, 2, 2, 1, -2, -4, -1}).Draw(t, "in"), 0)
			lines = append(lines, strings.Repeat(" ", in)+line)
		}
		all++
		if agree(t, &s, strings.Join(lines, "\n")) {
			scanned++
		}
	})
	hosts := strings.TrimSpace(base[strings.Index(base, "Hosts:\n")+len("Hosts:\n"):])
	rapid.Check(t, func(t *rapid.T) { // a byte more or less, at any place
		text := "  " + hosts + "\n"
		for range rapid.IntRange(1, 2).Draw(t, "changes") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			end := min(at+rapid.IntRange(0, 3).Draw(t, "left out"), len(text))
			text = text[:at] + rapid.StringMatching(`[-a :#"'\n.\[{&*!|>%@0-9~]{0,2}`).Draw(t, "put in") + text[end:]
		}
		all++
		if agree(t, &s, text) {
			scanned++
		}
	})
	if scanned == 0 {
		t.Error("the scanner read nothing")
	}
	t.Logf("scanned %d of %d", scanned, all)
}

func FuzzScan(f *testing.F) {
	f.Add(base)
	f.Add("a:\n- \n- b\n-\n  c: d\n")
	f.Add("h:\n  R:\n  -\n    region: \"a\"\n    x (s): 1e+09\n  T:\n    y: -1\n")
	for _, v := range variants {
		f.Add(v.text())
	}
	corpus.AddReal(f, func(b []byte) { f.Add(string(b)) }, shared, "*.report")
	var s scanner
	f.Fuzz(func(t *testing.T, text string) { agree(t, &s, text) })
}
