package hdtrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// readRelations is all records up to the first fault.
func readRelations(data []byte) (h RelationHeader, list []*RelationRecord, err error) {
	r, err := NewRelationReader(bytes.NewReader(data), ReadOptions{})
	if err != nil {
		return h, nil, err
	}
	for record, err := range r.Records() {
		if err != nil {
			return r.Header(), list, err
		}
		list = append(list, record.Clone())
	}
	return r.Header(), list, nil
}

func assembled(data []byte) (list []*Relation, err error) {
	r, err := NewRelationReader(bytes.NewReader(data), ReadOptions{})
	if err != nil {
		return nil, err
	}
	for relation, err := range r.Assembled() {
		if err != nil {
			return list, err
		}
		list = append(list, relation)
	}
	return list, nil
}

func TestRelationVerdicts(t *testing.T) {
	folder := filepath.Join(realData(t), "acceptance", "trc-rel")
	seen := 0
	for _, line := range strings.Split(string(readFile(t, filepath.Join(folder, "RESULTS.tsv"))), "\n") {
		fields := strings.Split(line, "\t")
		if filepath.Ext(fields[0]) != ".rel" {
			continue
		}
		seen++
		t.Run(fields[0], func(t *testing.T) {
			data := readFile(t, filepath.Join(folder, fields[0]))
			list, err := assembled(data)
			h, _, _ := readRelations(data)
			var verdict []string
			for _, r := range list {
				parent := "null"
				if r.Related {
					parent = r.Parent.String()
				}
				verdict = append(verdict, fmt.Sprintf("%s<%q %ss-%ss>", TokenName{h.Host, h.Process, h.Topology, r.Token}, parent, appendShortest(nil, r.Start), appendShortest(nil, r.End)))
			}
			checkVerdict(t, strings.TrimRight(fields[1], " \t"), verdict, err)
		})
	}
	if seen != 6 {
		t.Errorf("%d files", seen)
	}
}

// The C library's file comes out as it went in, and holds what it is known to hold.
func TestRelationBytesOfTheCLibrary(t *testing.T) {
	name := filepath.Join(realData(t), "generated", "c-writer", "RefProject_hostA_0_0.rel")
	data := readFile(t, name)
	h, list, err := readRelations(data)
	if err != nil {
		t.Fatal(err)
	}
	x := newRelationText(&h, 6, true)
	text := h.append(nil)
	for _, r := range list {
		text = x.record(text, r)
	}
	text = append(text, relationEnd...)
	if !bytes.Equal(text, data) {
		t.Error(firstDifference(text, data))
	}
	relations, err := assembled(data)
	if err != nil || len(relations) != 3 {
		t.Fatalf("%d relations, %v", len(relations), err)
	}
	got := ""
	for _, r := range relations {
		got += fmt.Sprintf("%d %v %v %v: ", r.Token, r.Parent, r.End.Sub(r.Start), len(r.States))
		for _, s := range r.States {
			got += fmt.Sprintf("%s %v %v %v; ", s.Name, s.End.Sub(s.Start), s.Attributes, s.Elements)
		}
	}
	const want = "1 0:0 2.132ms 1: disk 2.119ms [{offset 0} {size 65536}] []; 2 vm:560:0:0 9µs 1: remote 6µs [] [{D [{a 5}] [] }]; 0 0:0 2.135ms 1: server_op 2.132ms [] []; "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	acceptedRelations(t, data)
}

func acceptedRelations(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	if findings := checkRelations("relations", bytes.NewReader(data), int64(len(data))); !Accepted(findings, Java|Sunshot) {
		t.Fatalf("%v\n%s", findings, data)
	}
}

func mustRelations(t *testing.T, w io.Writer, o RelationOptions) *Relations {
	t.Helper()
	o.Header.Host = "h"
	o.Header.Process = "42"
	o.Clock = stepClock()
	r, err := NewRelations(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRelationText(t *testing.T) {
	f := &memFile{}
	r := mustRelations(t, f, RelationOptions{Microseconds: true})
	other := mustRelations(t, io.Discard, RelationOptions{Header: RelationHeader{Topology: 7}})
	a, err := r.Create()
	expectOK(t, err)
	b, err := r.Relate(a)
	expectOK(t, err)
	foreign, err := other.Create()
	expectOK(t, err)
	c, err := r.Relate(foreign)
	expectOK(t, err)
	d, err := r.RelateLocal("99:3:17")
	expectOK(t, err)
	e, err := r.RelateRemote("far:away:99:3:17")
	expectOK(t, err)
	expectOK(t, a.Start("serve <it>", []Attribute{{"x", "1"}}), b.Start("disk", nil, Element{Name: "D", Text: "t"}), b.Start("seek", nil), a.End(nil), b.End(nil), b.End([]Attribute{{"size", "5"}}, Element{Name: "E"}), a.Destroy(), b.Destroy(), c.Destroy(), d.Destroy())
	expectOK(t, e.Start("open", nil))
	if err := e.Destroy(); !errors.Is(err, ErrContext) {
		t.Errorf("destroyed with an open state: %v", err)
	}
	expectOK(t, r.Close(), r.Close(), other.Close())
	const want = `<relation version="1" hostID="h" localToken="42" topologyNumber="0" timeAdjustment="1700000000">
<rel t="0" time="0.000002"/>
<rel t="1" time="0.000003" p="0:0"/>
<rel t="2" time="0.000004" p="7:0"/>
<rel t="3" time="0.000005" l="99:3:17"/>
<rel t="4" time="0.000006" r="far:away:99:3:17"/>
<s name="serve &lt;it&gt;" t="0" time="0.000007" x="1"/>
<s name="disk" t="1" time="0.000008"><D>t</D></s>
<s name="seek" t="1" time="0.000009"/>
<e t="0" time="0.000010"/>
<e t="1" time="0.000011"/>
<e t="1" time="0.000012" size="5"><E/></e>
<un t="0" time="0.000013"/>
<un t="1" time="0.000014"/>
<un t="2" time="0.000015"/>
<un t="3" time="0.000016"/>
<s name="open" t="4" time="0.000017"/>
<e t="4" time="0.000018" unfinished="1"/>
<un t="4" time="0.000018"/>
</relation>
`
	if string(f.data) != want {
		t.Error(firstDifference(f.data, []byte(want)))
	}
	if a.Name().Local() != "42:0:0" || b.Name().Remote() != "h:42:0:1" || r.Tokens() != 5 {
		t.Error(a.Name().Local(), b.Name().Remote(), r.Tokens())
	}
	acceptedRelations(t, f.data)
}

func TestRelationErrors(t *testing.T) {
	check := func(what string, err error, want Code) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
	}
	_, err := NewRelations(nil, RelationOptions{Header: RelationHeader{Host: "h"}})
	check("no writer", err, ErrInvalidArgument)
	_, err = NewRelations(io.Discard, RelationOptions{})
	check("no host", err, ErrInvalidArgument)
	_, err = NewRelations(io.Discard, RelationOptions{Header: RelationHeader{Host: "h", Process: "1:2"}})
	check("process with a colon", err, ErrInvalidArgument)
	f := &memFile{}
	r := mustRelations(t, f, RelationOptions{})
	_, err = r.Relate(nil)
	check("nil", err, ErrInvalidArgument)
	for _, name := range []string{"", "1", "1:2", "a:1:2:3", "1:2:x", "::1:2", ":1:2"} {
		_, err = r.RelateLocal(name)
		check("local "+name, err, ErrInvalidArgument)
	}
	for _, name := range []string{"", "1:2", "1:2:3", ":1:2:3", "h::2:3", "h:1:2:"} {
		_, err = r.RelateRemote(name)
		check("remote "+name, err, ErrInvalidArgument)
	}
	expectOK(t, r.Flush())
	if f.writes > 0 {
		t.Error("written without a token")
	}
	token, err := r.Create()
	expectOK(t, err)
	check("end without start", token.End(nil), ErrContext)
	check("empty name", token.Start("", nil), ErrInvalidArgument)
	for _, name := range []string{"t", "time", "end", "name", "", "a b"} {
		check("attribute "+name, token.Start("s", []Attribute{{name, ""}}), ErrInvalidArgument)
	}
	check("attribute twice", token.Start("s", []Attribute{{"a", ""}, {"a", ""}}), ErrInvalidArgument)
	check("element", token.Start("s", nil, Element{}), ErrInvalidArgument)
	expectOK(t, token.Destroy())
	check("start when destroyed", token.Start("s", nil), ErrContext)
	check("destroyed twice", token.Destroy(), ErrContext)
	expectOK(t, r.Close())
	_, err = r.Create()
	check("created when closed", err, ErrContext)
	check("flush when closed", r.Flush(), ErrContext)
	acceptedRelations(t, f.data)
}

// Whatever is recorded is read again; every write leaves a whole file, and a torn one can be mended.
func TestRelationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &tornFile{left: rapid.IntRange(0, 3000).Draw(t, "left")}
		whole := rapid.Bool().Draw(t, "whole")
		if whole {
			f.left = 1 << 30
		}
		r, err := NewRelations(f, RelationOptions{
			Header: RelationHeader{Host: rapid.StringMatching("[a-z.]+").Draw(t, "host"), ProcessorModel: anyText.Draw(t, "model")},
			Clock:  stepClock(), Buffer: rapid.IntRange(1, 500).Draw(t, "buffer"), OneLine: rapid.Bool().Draw(t, "line"), Sequential: rapid.Bool().Draw(t, "sequential"),
		})
		if err != nil {
			t.Fatal(err)
		}
		want := relationSteps(t, r, whole && !r.options.Sequential, f)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if !whole {
			mended := mendRelations(f.data)
			if len(mended) == 0 {
				return
			}
			acceptedRelations(t, mended)
			_, before, _ := readRelations(f.data)
			_, after, err := readRelations(mended)
			if err != nil || len(after) < len(before) {
				t.Fatalf("%v\n%s\n%s", err, f.data, mended)
			}
			return
		}
		if len(want) == 0 {
			if len(f.data) > 0 {
				t.Fatalf("wrote %q", f.data)
			}
			return
		}
		h, list, err := readRelations(f.data)
		if err != nil || len(list) > 0 && h != r.Header() {
			t.Fatalf("%v %+v\n%s", err, h, f.data)
		}
		var got []string
		for _, record := range list[:min(len(list), len(want))] {
			record.Offset, record.Line, record.Time = 0, 0, 0
			got = append(got, fmt.Sprintf("%+v", *record))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		acceptedRelations(t, f.data)
	})
}

func mendRelations(data []byte) []byte {
	fix, ok := fixRelations("r", bytes.NewReader(data), int64(len(data)))
	switch {
	case !ok || fix.Left:
		return data
	case fix.Remove:
		return nil
	case fix.rewrite != nil:
		var anew bytes.Buffer
		if err := fix.rewrite(&anew, bytes.NewReader(data)); err != nil {
			panic(err)
		}
		return anew.Bytes()
	}
	return append(bytes.Clone(data[:fix.Keep]), fix.Append...)
}

// relationSteps does things with tokens, and returns the records that should come of it.
func relationSteps(t *rapid.T, r *Relations, whole bool, f *tornFile) (want []string) {
	var tokens []*Token
	add := func(record RelationRecord, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if len(record.Attributes) == 0 {
			record.Attributes = nil
		}
		want = append(want, fmt.Sprintf("%+v", record))
		if whole && len(f.data) > 0 {
			acceptedRelations(t, f.data)
		}
	}
	for range rapid.IntRange(0, 40).Draw(t, "steps") {
		what := rapid.IntRange(0, 6).Draw(t, "step")
		if len(tokens) == 0 {
			what = 0
		}
		var token *Token
		if len(tokens) > 0 {
			token = rapid.SampledFrom(tokens).Draw(t, "token")
		}
		attributes := rapid.Map(rapid.Custom(func(t *rapid.T) []Attribute { return anyAttributes(t, "attributes") }), func(l []Attribute) []Attribute {
			for i := range l {
				l[i].Name = "a" + l[i].Name
			}
			return l
		}).Draw(t, "attributes")
		switch what {
		case 0, 1:
			record := RelationRecord{Kind: Created, Token: r.Tokens()}
			var created *Token
			var err error
			if token != nil && what == 1 {
				created, err = r.Relate(token)
				record.Related, record.Parent = true, TokenName{ID: token.id}
			} else {
				created, err = r.RelateRemote("x:1:2:3")
				record.Related, record.Parent = true, TokenName{"x", "1", 2, 3}
			}
			tokens = append(tokens, created)
			add(record, err)
		case 2, 3:
			name, e := anyText.Draw(t, "name")+"s", anyElement(t, 0)
			add(RelationRecord{Kind: Started, Token: token.id, Name: name, Attributes: attributes, Elements: []Element{e}}, token.Start(name, attributes, e))
		case 4:
			if token.states > 0 {
				add(RelationRecord{Kind: Ended, Token: token.id, Attributes: attributes}, token.End(attributes))
			}
		case 5:
			if token.states == 0 {
				add(RelationRecord{Kind: Destroyed, Token: token.id}, token.Destroy())
				for i := range tokens {
					if tokens[i] == token {
						tokens = append(tokens[:i], tokens[i+1:]...)
						break
					}
				}
			}
		case 6:
			if err := r.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return want
}
