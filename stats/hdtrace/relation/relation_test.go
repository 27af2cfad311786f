package relation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// readRelations is all records up to the first fault.
func readRelations(data []byte) (h Header, list []*Record, err error) {
	r, err := NewReader(bytes.NewReader(data), hdtrace.ReadOptions{})
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
	r, err := NewReader(bytes.NewReader(data), hdtrace.ReadOptions{})
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
	folder := filepath.Join(hdtest.RealData(t), "acceptance", "trc-rel")
	seen := 0
	for _, line := range strings.Split(string(hdtest.ReadFile(t, filepath.Join(folder, "RESULTS.tsv"))), "\n") {
		fields := strings.Split(line, "\t")
		if filepath.Ext(fields[0]) != ".rel" {
			continue
		}
		seen++
		t.Run(fields[0], func(t *testing.T) {
			data := hdtest.ReadFile(t, filepath.Join(folder, fields[0]))
			list, err := assembled(data)
			h, _, _ := readRelations(data)
			var verdict []string
			for _, r := range list {
				parent := "null"
				if r.Related {
					parent = r.Parent.String()
				}
				verdict = append(verdict, fmt.Sprintf("%s<%q %ss-%ss>", TokenName{h.Host, h.Process, h.Topology, r.Token}, parent, markup.AppendShortest(nil, r.Start), markup.AppendShortest(nil, r.End)))
			}
			hdtest.CheckVerdict(t, strings.TrimRight(fields[1], " \t"), verdict, err)
		})
	}
	if seen != 6 {
		t.Errorf("%d files", seen)
	}
}

// The C library's file comes out as it went in, and holds what it is known to hold.
func TestRelationBytesOfTheCLibrary(t *testing.T) {
	name := filepath.Join(hdtest.RealData(t), "generated", "c-writer", "RefProject_hostA_0_0.rel")
	data := hdtest.ReadFile(t, name)
	h, list, err := readRelations(data)
	if err != nil {
		t.Fatal(err)
	}
	x := newText(&h, 6, true)
	text := h.append(nil)
	for _, r := range list {
		text = x.record(text, r)
	}
	text = append(text, ending...)
	if !bytes.Equal(text, data) {
		t.Error(hdtest.FirstDifference(text, data))
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
	if findings := check("relations", bytes.NewReader(data), int64(len(data))); !hdtrace.Accepted(hdtest.ButText(findings), hdtrace.Java|hdtrace.Sunshot) {
		t.Fatalf("%v\n%s", findings, data)
	}
}

func mustRelations(t *testing.T, w io.Writer, o Options) *Writer {
	t.Helper()
	o.Header.Host = "h"
	o.Header.Process = "42"
	o.Clock = hdtest.StepClock()
	r, err := NewWriter(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRelationText(t *testing.T) {
	f := &hdtest.MemFile{}
	r := mustRelations(t, f, Options{Microseconds: true})
	other := mustRelations(t, io.Discard, Options{Header: Header{Topology: 7}})
	a, err := r.Create()
	hdtest.ExpectOK(t, err)
	b, err := r.Relate(a)
	hdtest.ExpectOK(t, err)
	foreign, err := other.Create()
	hdtest.ExpectOK(t, err)
	c, err := r.Relate(foreign)
	hdtest.ExpectOK(t, err)
	d, err := r.RelateLocal("99:3:17")
	hdtest.ExpectOK(t, err)
	e, err := r.RelateRemote("far:away:99:3:17")
	hdtest.ExpectOK(t, err)
	hdtest.ExpectOK(t, a.Start("serve <it>", []hdtrace.Attribute{{Name: "x", Value: "1"}}), b.Start("disk", nil, hdtrace.Element{Name: "D", Text: "t"}), b.Start("seek", nil), a.End(nil), b.End(nil), b.End([]hdtrace.Attribute{{Name: "size", Value: "5"}}, hdtrace.Element{Name: "E"}), a.Destroy(), b.Destroy(), c.Destroy(), d.Destroy())
	hdtest.ExpectOK(t, e.Start("open", nil))
	if err := e.Destroy(); !errors.Is(err, hdtrace.ErrContext) {
		t.Errorf("destroyed with an open state: %v", err)
	}
	hdtest.ExpectOK(t, r.Close(), r.Close(), other.Close())
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
	if string(f.Data) != want {
		t.Error(hdtest.FirstDifference(f.Data, []byte(want)))
	}
	if a.Name().Local() != "42:0:0" || b.Name().Remote() != "h:42:0:1" || r.Tokens() != 5 {
		t.Error(a.Name().Local(), b.Name().Remote(), r.Tokens())
	}
	acceptedRelations(t, f.Data)
}

func TestRelationErrors(t *testing.T) {
	check := func(what string, err error, want hdtrace.Code) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
	}
	_, err := NewWriter(nil, Options{Header: Header{Host: "h"}})
	check("no writer", err, hdtrace.ErrInvalidArgument)
	_, err = NewWriter(io.Discard, Options{})
	check("no host", err, hdtrace.ErrInvalidArgument)
	_, err = NewWriter(io.Discard, Options{Header: Header{Host: "h", Process: "1:2"}})
	check("process with a colon", err, hdtrace.ErrInvalidArgument)
	f := &hdtest.MemFile{}
	r := mustRelations(t, f, Options{})
	_, err = r.Relate(nil)
	check("nil", err, hdtrace.ErrInvalidArgument)
	for _, name := range []string{"", "1", "1:2", "a:1:2:3", "1:2:x", "::1:2", ":1:2"} {
		_, err = r.RelateLocal(name)
		check("local "+name, err, hdtrace.ErrInvalidArgument)
	}
	for _, name := range []string{"", "1:2", "1:2:3", ":1:2:3", "h::2:3", "h:1:2:"} {
		_, err = r.RelateRemote(name)
		check("remote "+name, err, hdtrace.ErrInvalidArgument)
	}
	hdtest.ExpectOK(t, r.Flush())
	if f.Writes > 0 {
		t.Error("written without a token")
	}
	token, err := r.Create()
	hdtest.ExpectOK(t, err)
	check("end without start", token.End(nil), hdtrace.ErrContext)
	check("empty name", token.Start("", nil), hdtrace.ErrInvalidArgument)
	for _, name := range []string{"t", "time", "end", "name", "", "a b"} {
		check("attribute "+name, token.Start("s", []hdtrace.Attribute{{Name: name, Value: ""}}), hdtrace.ErrInvalidArgument)
	}
	check("attribute twice", token.Start("s", []hdtrace.Attribute{{Name: "a", Value: ""}, {Name: "a", Value: ""}}), hdtrace.ErrInvalidArgument)
	check("element", token.Start("s", nil, hdtrace.Element{}), hdtrace.ErrInvalidArgument)
	hdtest.ExpectOK(t, token.Destroy())
	check("start when destroyed", token.Start("s", nil), hdtrace.ErrContext)
	check("destroyed twice", token.Destroy(), hdtrace.ErrContext)
	hdtest.ExpectOK(t, r.Close())
	_, err = r.Create()
	check("created when closed", err, hdtrace.ErrContext)
	check("flush when closed", r.Flush(), hdtrace.ErrContext)
	acceptedRelations(t, f.Data)
}

// Whatever is recorded is read again; every write leaves a whole file, and a torn one can be mended.
func TestRelationRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &hdtest.TornFile{Left: rapid.IntRange(0, 3000).Draw(t, "left")}
		whole := rapid.Bool().Draw(t, "whole")
		if whole {
			f.Left = 1 << 30
		}
		r, err := NewWriter(f, Options{
			Header: Header{Host: rapid.StringMatching("[a-z.]+").Draw(t, "host"), ProcessorModel: hdtest.AnyText.Draw(t, "model")},
			Clock:  hdtest.StepClock(), Buffer: rapid.IntRange(1, 500).Draw(t, "buffer"), OneLine: rapid.Bool().Draw(t, "line"), Sequential: rapid.Bool().Draw(t, "sequential"),
		})
		if err != nil {
			t.Fatal(err)
		}
		want := relationSteps(t, r, whole && !r.options.Sequential, f)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if !whole {
			mended := mendRelations(f.Data)
			if len(mended) == 0 {
				return
			}
			acceptedRelations(t, mended)
			_, before, _ := readRelations(f.Data)
			_, after, err := readRelations(mended)
			if err != nil || len(after) < len(before) {
				t.Fatalf("%v\n%s\n%s", err, f.Data, mended)
			}
			return
		}
		if len(want) == 0 {
			if len(f.Data) > 0 {
				t.Fatalf("wrote %q", f.Data)
			}
			return
		}
		h, list, err := readRelations(f.Data)
		if err != nil || len(list) > 0 && h != r.Header() {
			t.Fatalf("%v %+v\n%s", err, h, f.Data)
		}
		var got []string
		for _, record := range list[:min(len(list), len(want))] {
			record.Offset, record.Line, record.Time = 0, 0, 0
			got = append(got, fmt.Sprintf("%+v", *record))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		acceptedRelations(t, f.Data)
	})
}

func mendRelations(data []byte) []byte {
	fix, ok := planRepair("r", bytes.NewReader(data), int64(len(data)))
	switch {
	case !ok || fix.Left:
		return data
	case fix.Remove:
		return nil
	case fix.Rewrite != nil:
		var anew bytes.Buffer
		if err := fix.Rewrite(&anew, bytes.NewReader(data)); err != nil {
			panic(err)
		}
		return anew.Bytes()
	}
	return append(bytes.Clone(data[:fix.Keep]), fix.Append...)
}

// relationSteps does things with tokens, and returns the records that should come of it.
func relationSteps(t *rapid.T, r *Writer, whole bool, f *hdtest.TornFile) (want []string) {
	var tokens []*Token
	add := func(record Record, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if len(record.Attributes) == 0 {
			record.Attributes = nil
		}
		want = append(want, fmt.Sprintf("%+v", record))
		if whole && len(f.Data) > 0 {
			acceptedRelations(t, f.Data)
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
		attributes := rapid.Map(rapid.Custom(func(t *rapid.T) []hdtrace.Attribute { return hdtest.AnyAttributes(t, "attributes") }), func(l []hdtrace.Attribute) []hdtrace.Attribute {
			for i := range l {
				l[i].Name = "a" + l[i].Name
			}
			return l
		}).Draw(t, "attributes")
		switch what {
		case 0, 1:
			record := Record{Kind: Created, Token: r.Tokens()}
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
			name, e := hdtest.AnyText.Draw(t, "name")+"s", hdtest.AnyElement(t, 0)
			add(Record{Kind: Started, Token: token.id, Name: name, Attributes: attributes, Elements: []hdtrace.Element{e}}, token.Start(name, attributes, e))
		case 4:
			if token.states > 0 {
				add(Record{Kind: Ended, Token: token.id, Attributes: attributes}, token.End(attributes))
			}
		case 5:
			if token.states == 0 {
				add(Record{Kind: Destroyed, Token: token.id}, token.Destroy())
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

// A state without a name, which the Java reader shows as one, is read, also within others, and written with an empty one.
func TestRelationStateWithoutName(t *testing.T) {
	const text = `<relation version="1" hostID="h" localToken="1" topologyNumber="0" timeAdjustment="100">
<rel t="0" time="1"/><s t="0" time="2" size="8"/><s name="in" t="0" time="3"/><e t="0" time="4"/><e t="0" time="5"/><un t="0" time="6"/></relation>`
	r, err := NewReader(strings.NewReader(text), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []*Relation
	for relation, err := range r.Assembled() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, relation)
	}
	if len(got) != 1 || len(got[0].States) != 1 || got[0].States[0].Name != "" || len(got[0].States[0].States) != 1 || got[0].States[0].States[0].Name != "in" {
		t.Fatalf("%+v", got)
	}
	if a := got[0].States[0].Attributes; len(a) != 1 || a[0].Value != "8" {
		t.Errorf("attributes %v", a)
	}
	if findings := check("x", strings.NewReader(text), int64(len(text))); !hdtrace.Accepted(findings, hdtrace.Java|hdtrace.Sunshot) {
		t.Errorf("not accepted: %v", findings)
	}
	if mended := mendRelations([]byte(text)); string(mended) != text {
		t.Errorf("repaired to %s", mended)
	}
}
