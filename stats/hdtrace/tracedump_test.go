package hdtrace

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

const dumpedTrace = `<Program timeAdjustment='1000.5' processorSpeedinMHZ='2445' processorModelName='AMD EPYC'>
<Init  time='0.649181' end='0.649181'/>
<Nested>
	<Inner a='x "y"'  time='1.000002' end='1.5'/>
	<Event name='a mark' n='1' time='1.75'><D k='v'>text<E/></D></Event>
</Nested>
<Outer cid='0' name='data.bin'  time='0.9' end='2.123456789'>t</Outer>
<Wait  time='3' end='4'><For rid='3'/><Nested><Barrier  time='3.1' end='3.2'/></Nested></Wait>
</Program>
`

const dumpedRelations = `<relation version="1" hostID="vm" localToken="560" topologyNumber="2" timeAdjustment="1000">
<rel t="0" time="0.1"/><s name="server op" t="0" time="0.2"/><s name="disk" t="0" time="0.3" offset="0"/><e t="0" time="0.4" size="5"><D a='5'/></e>
<rel t="1" time="0.5" r="vm:560:0:0"/><e t="0" time="0.6"/><un t="0" time="0.7"/><un t="1" time="0.8"/></relation>
`

var dumpNames = map[Format]string{FormatText: "txt", FormatCSV: "csv", FormatJSON: "json"}

func TestDumpTrace(t *testing.T) {
	for format, extension := range dumpNames {
		var b bytes.Buffer
		r := sure(NewTraceReader(strings.NewReader(dumpedTrace), ReadOptions{}))
		if err := DumpTrace(&b, format, r.Header(), r.Records()); err != nil {
			t.Error(err)
		}
		golden(t, "trace."+extension, b.Bytes())
		if format == FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		b.Reset()
		r = sure(NewTraceReader(strings.NewReader(dumpedTrace[:400]), ReadOptions{}))
		if err := DumpTrace(&b, format, r.Header(), r.Records()); !errors.Is(err, ErrTruncated) || !strings.Contains(b.String(), "Init") {
			t.Errorf("%v\n%s", err, b.String())
		}
		if format == FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON with a fault")
		}
	}
	is(t, "format", DumpTrace(&bytes.Buffer{}, 9, TraceHeader{}, nil), ErrInvalidArgument)
}

func TestDumpRelations(t *testing.T) {
	for format, extension := range dumpNames {
		var b bytes.Buffer
		r := sure(NewRelationReader(strings.NewReader(dumpedRelations), ReadOptions{}))
		if err := DumpRelations(&b, format, r.Header(), r.Records()); err != nil {
			t.Error(err)
		}
		golden(t, "relations."+extension, b.Bytes())
		if format == FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		b.Reset()
		r = sure(NewRelationReader(strings.NewReader(dumpedRelations[:300]), ReadOptions{}))
		if err := DumpRelations(&b, format, r.Header(), r.Records()); !errors.Is(err, ErrTruncated) || !strings.Contains(b.String(), "server op") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
	is(t, "format", DumpRelations(&bytes.Buffer{}, 9, RelationHeader{}, nil), ErrInvalidArgument)
}

// A view of a trace, of relations and of statistics together.
func TestView(t *testing.T) {
	var b bytes.Buffer
	v := NewView(&b, 0)
	for _, labels := range [][]string{{"node05", "0", "0"}, {"node05", "0", "1"}, {"node06", "1", "0"}, {"single"}} {
		expectOK(t, v.AddTrace(sure(NewTraceReader(strings.NewReader(dumpedTrace), ReadOptions{})), labels...))
	}
	expectOK(t, v.AddRelations(sure(NewRelationReader(strings.NewReader(dumpedRelations), ReadOptions{})), "node05", "0", "0"))
	var stat bytes.Buffer
	node := sure(sure(NewTopology("P", "Hostname", "Rank")).Node("node05", "0"))
	s := sure(StartStatistics(&stat, node, "Timers", []Value{{"step", TypeDouble, "s", ""}, {"calls", TypeInt64, "", ""}}, StatisticsOptions{Clock: fixedClock()}))
	expectOK(t, s.WriteEntry(1001*second, Double(0.25), Int64(7)), s.WriteEntry(1002*second, Double(0.5), Int64(9)), s.Close())
	r := sure(NewStatisticsReader(&stat, ReadOptions{}))
	expectOK(t, v.AddStatistics(r.Header(), r.Entries()), v.Close())
	golden(t, "view.json", b.Bytes())

	var parsed struct {
		TraceEvents []struct {
			Ph, Name string
			Ts, Dur  float64
			Pid, Tid int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &parsed); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, e := range parsed.TraceEvents {
		counts[e.Ph]++
		if e.Ph == "X" && e.Name == "Outer" && (e.Ts != 0.9e6 || e.Dur != 1223456.789) {
			t.Errorf("%+v", e)
		}
	}
	if counts["X"] != 20 || counts["i"] != 4 || counts["b"] != 4 || counts["e"] != 4 || counts["C"] != 4 {
		t.Errorf("%v", counts)
	}
}

// What is cut out overlaps the time, and no state is attached to another than before.
func TestCutTrace(t *testing.T) {
	for _, c := range []struct {
		from, to Epoch
		want     string
	}{
		{0, MaxEpoch, "Init0 Inner1 a mark1 Outer0 Barrier1 Wait0"},
		{1001 * second, 1001 * second, ""},
		{1001*second + second/2 + 1, 1002*second + second/2, "Inner1 a mark1 Outer0"},
		{1002 * second, 1002*second + 1, "Outer0"},
		{1002*second + second/4, 1002*second + second/4 + 1, "a mark1 Outer0"},
		{1003*second + 600*second/1000, 1003*second + 610*second/1000, "Barrier1 Wait0"},
		{1004 * second, 1009 * second, "Wait0"},
		{1005 * second, 1009 * second, ""},
	} {
		var b bytes.Buffer
		n, err := CutTrace(&b, sure(NewTraceReader(strings.NewReader(dumpedTrace), ReadOptions{})), c.from, c.to)
		if err != nil {
			t.Error(err)
		}
		if c.want == "" {
			if n != 0 || b.Len() > 0 {
				t.Errorf("%v to %v: %d records, %s", c.from, c.to, n, b.String())
			}
			continue
		}
		_, list, err := readTrace(b.Bytes(), ReadOptions{})
		if got := recordNames(list); err != nil || got != c.want || int(n) != len(list) {
			t.Errorf("%v to %v: %s, expected %s, %v", c.from, c.to, got, c.want, err)
		}
		acceptedTrace(t, b.Bytes())
	}
	// A state that its own one does not contain in time must not become part of the next.
	const odd = "<Program><Nested><A time='5' end='6'/></Nested><S time='1' end='2'/><T time='3' end='7'/></Program>"
	var b bytes.Buffer
	if _, err := CutTrace(&b, sure(NewTraceReader(strings.NewReader(odd), ReadOptions{})), 4*second, 9*second); err != nil {
		t.Error(err)
	}
	_, list, err := readTrace(b.Bytes(), ReadOptions{})
	if got := recordNames(list); err != nil || got != "A1 S0 T0" {
		t.Errorf("%s %v", got, err)
	}
	b.Reset()
	n, err := CutTrace(&b, sure(NewTraceReader(strings.NewReader(dumpedTrace[:400]), ReadOptions{})), 0, MaxEpoch)
	if n != 4 || !errors.Is(err, ErrTruncated) {
		t.Errorf("%d records, %v", n, err)
	}
	acceptedTrace(t, b.Bytes())
}
