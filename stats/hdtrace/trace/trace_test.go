package trace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

func mustTrace(t *testing.T, w io.Writer, o Options) *Writer {
	t.Helper()
	if o.Clock == nil {
		o.Clock = hdtest.StepClock()
	}
	tr, err := Start(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// acceptedTrace fails unless readers open the file and show all that is in it.
func acceptedTrace(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	if findings := check("trace", bytes.NewReader(data), int64(len(data))); !hdtrace.Accepted(hdtest.ButText(findings), hdtrace.Java|hdtrace.Sunshot) {
		t.Fatalf("%v\n%s", findings, data)
	}
}

// The text that the writer makes, character by character. It is the form of the C library but for states
// that contain both states and elements.
func TestTraceText(t *testing.T) {
	f := &hdtest.MemFile{}
	tr := mustTrace(t, f, Options{
		Header:       Header{TimeAdjustment: 1700000000 * hdtrace.Second, ProcessorMHz: 2445, ProcessorModel: `<AMD> "EPYC's"`},
		Microseconds: true,
	})
	hdtest.ExpectOK(t, tr.Begin("Init"), tr.End(),
		tr.Begin("File_open"), tr.Attribute("cid", "0"), tr.Attribute("name", "it's <a> & \"b\"\n\x01ü"), tr.Element(hdtrace.Element{Name: "Info", Attributes: []hdtrace.Attribute{{Name: "key", Value: "k'"}}}), tr.End(),
		tr.Begin("Outer"), tr.Begin("Inner"), tr.Begin("Innermost"), tr.End(), tr.Event("mark", hdtrace.Attribute{Name: "n", Value: "1"}), tr.End(), tr.Attribute("late", "1"), tr.End(),
		tr.Begin("Waitall"), tr.Begin("Inner"), tr.End(), tr.Element(hdtrace.Element{Name: "For", Text: "a<b", Elements: []hdtrace.Element{{Name: "X"}}}), tr.End(),
		tr.Close())
	const want = `<Program timeAdjustment='1700000000' processorSpeedinMHZ='2445' processorModelName='&lt;AMD&gt; &quot;EPYC&apos;s&quot;'>
<Init  time='0.000001' end='0.000002'/>
<File_open cid='0' name='it&apos;s &lt;a&gt; &amp; &quot;b&quot;&#10;?ü'  time='0.000003' end='0.000004'>
	<Info key='k&apos;'/>
</File_open>
<Nested>
	<Nested>
		<Innermost  time='0.000007' end='0.000008'/>
		<Event name='mark' n='1'  time='0.000009'/>
	</Nested>
	<Inner  time='0.000006' end='0.000010'/>
</Nested>
<Outer late='1'  time='0.000005' end='0.000011'/>
<Waitall  time='0.000012' end='0.000015'>
	<For><X/>a&lt;b</For>
<Nested>
	<Inner  time='0.000013' end='0.000014'/>
</Nested>
</Waitall>
</Program>

`
	if string(f.Data) != want {
		t.Error(hdtest.FirstDifference(f.Data, []byte(want)))
	}
	if f.Writes != 1 || tr.Records() != 8 {
		t.Errorf("%d writes, %d records", f.Writes, tr.Records())
	}
	acceptedTrace(t, f.Data)
}

// Every documented error is the one that it should be, and the trace stays usable.
func TestTraceErrors(t *testing.T) {
	f := &hdtest.MemFile{}
	tr := mustTrace(t, f, Options{})
	check := func(what string, err error, want hdtrace.Code) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
		for code := hdtrace.ErrInvalidArgument; code <= hdtrace.ErrEntryState; code++ {
			if code != want && errors.Is(err, code) {
				t.Errorf("%s: %v is also %v", what, err, code)
			}
		}
	}
	_, err := NewWriter(nil, Options{})
	check("without a writer", err, hdtrace.ErrInvalidArgument)
	check("end without begin", tr.End(), hdtrace.ErrContext)
	check("attribute outside", tr.Attribute("a", "1"), hdtrace.ErrContext)
	check("element outside", tr.Element(hdtrace.Element{Name: "E"}), hdtrace.ErrContext)
	for _, name := range []string{"", "Nested", "Event", "a b", "1a", "a:b", "ä", "xmlA", "a\x00", "-a", "a/b", "<"} {
		check("state "+name, tr.Begin(name), hdtrace.ErrInvalidArgument)
	}
	check("info without a file", tr.WriteInfo("x"), hdtrace.ErrContext)
	check("empty info", tr.WriteInfo(""), hdtrace.ErrInvalidArgument)
	hdtest.ExpectOK(t, tr.Begin("A"))
	for _, name := range []string{"", "time", "end", "unfinished", "a b", "1"} {
		check("attribute "+name, tr.Attribute(name, "x"), hdtrace.ErrInvalidArgument)
	}
	hdtest.ExpectOK(t, tr.Attribute("newcid", "cid='x"), tr.Attribute("cid", "1"))
	check("attribute twice", tr.Attribute("cid", "2"), hdtrace.ErrInvalidArgument)
	check("element Nested", tr.Element(hdtrace.Element{Name: "Nested"}), hdtrace.ErrInvalidArgument)
	check("bad element within", tr.Element(hdtrace.Element{Name: "A", Elements: []hdtrace.Element{{Name: "a b"}}}), hdtrace.ErrInvalidArgument)
	check("element with an attribute twice", tr.Element(hdtrace.Element{Name: "A", Attributes: []hdtrace.Attribute{{Name: "a", Value: ""}, {Name: "a", Value: ""}}}), hdtrace.ErrInvalidArgument)
	check("depth within a state", tr.SetMaxDepth(3), hdtrace.ErrContext)
	hdtest.ExpectOK(t, tr.End())
	check("depth 0", tr.SetMaxDepth(0), hdtrace.ErrInvalidArgument)
	hdtest.ExpectOK(t, tr.SetMaxDepth(3))
	check("event of one character", tr.Event("x"), hdtrace.ErrInvalidArgument)
	check("event with time", tr.Event("xx", hdtrace.Attribute{Name: "time", Value: "1"}), hdtrace.ErrInvalidArgument)
	check("event with an attribute twice", tr.Event("xx", hdtrace.Attribute{Name: "b", Value: "1"}, hdtrace.Attribute{Name: "b", Value: "1"}), hdtrace.ErrInvalidArgument)
	hdtest.ExpectOK(t, tr.Close(), tr.Close())
	check("begin after close", tr.Begin("A"), hdtrace.ErrContext)
	check("end after close", tr.End(), hdtrace.ErrContext)
	check("event after close", tr.Event("xx"), hdtrace.ErrContext)
	check("attribute after close", tr.Attribute("a", ""), hdtrace.ErrContext)
	check("flush after close", tr.Flush(), hdtrace.ErrContext)
	_, err = tr.Enable()
	check("enable after close", err, hdtrace.ErrContext)
	_, err = tr.Disable()
	check("disable after close", err, hdtrace.ErrContext)
	acceptedTrace(t, f.Data)
	if _, list, err := readTrace(f.Data, hdtrace.ReadOptions{}); err != nil || len(list) != 1 || fmt.Sprint(list[0].Attributes) != "[{newcid cid='x} {cid 1}]" {
		t.Errorf("%v %v", list, err)
	}
}

// What is written while the trace is disabled is not there; what was begun or ended then neither.
func TestTraceDisabled(t *testing.T) {
	for _, small := range []bool{false, true} {
		f := &hdtest.MemFile{}
		o := Options{Clock: hdtest.StepClock()}
		if small {
			o.Buffer = 1
		}
		tr, err := NewWriter(f, o)
		hdtest.ExpectOK(t, err)
		switched := func(change func() (bool, error), want bool) {
			t.Helper()
			if changed, err := change(); err != nil || changed != want {
				t.Errorf("changed %v, %v", changed, err)
			}
		}
		if tr.Enabled() {
			t.Error("enabled from the begin")
		}
		hdtest.ExpectOK(t, tr.Begin("before"), tr.Attribute("a", "1"), tr.Begin("inner"), tr.End(), tr.Event("ev"))
		switched(tr.Disable, false)
		switched(tr.Enable, true)
		switched(tr.Enable, false)
		hdtest.ExpectOK(t, tr.Attribute("a", "1"), tr.Begin("whole"), tr.Begin("within"), tr.End(), tr.End())
		if err := tr.End(); !errors.Is(err, hdtrace.ErrUnknown) {
			t.Errorf("begun disabled, ended enabled: %v", err)
		}
		hdtest.ExpectOK(t, tr.Begin("lost"), tr.Begin("withLost"), tr.End())
		switched(tr.Disable, true)
		hdtest.ExpectOK(t, tr.Begin("never"), tr.Element(hdtrace.Element{Name: "E"}), tr.End(), tr.End(), tr.Event("ev"))
		switched(tr.Enable, true)
		hdtest.ExpectOK(t, tr.Begin("last"), tr.End(), tr.Close())
		_, list, err := readTrace(f.Data, hdtrace.ReadOptions{})
		hdtest.ExpectOK(t, err)
		want := "within1 whole0 last0"
		if small { // what lost contained was written when lost came to its end
			want = "within1 whole0 withLost1 lost0 last0"
		}
		if got := recordNames(list); got != want {
			t.Errorf("records %s, expected %s", got, want)
		}
		acceptedTrace(t, f.Data)
	}
}

func recordNames(list []*Record) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, fmt.Sprintf("%s%d", r.Name, r.Depth))
	}
	return strings.Join(texts, " ")
}

func TestTraceMaxDepth(t *testing.T) {
	for depth, want := range map[int]int{0: 8, 3: 3, -1: 12} {
		f := &hdtest.MemFile{}
		tr := mustTrace(t, f, Options{MaxDepth: depth})
		for range 12 {
			hdtest.ExpectOK(t, tr.Begin("S"))
		}
		if tr.Depth() != 12 {
			t.Errorf("depth %d", tr.Depth())
		}
		for range 12 {
			hdtest.ExpectOK(t, tr.End())
		}
		hdtest.ExpectOK(t, tr.Close())
		_, list, err := readTrace(f.Data, hdtrace.ReadOptions{})
		hdtest.ExpectOK(t, err)
		states, left := 0, ""
		for _, r := range list {
			if r.Kind == State {
				states++
			} else {
				left, _ = r.Value("depth")
			}
		}
		if states != want || tr.LeftOut().Depth != int64(12-want) || want < 12 && left != fmt.Sprint(12-want) {
			t.Errorf("%d states, %+v left out, %s told", states, tr.LeftOut(), left)
		}
		acceptedTrace(t, f.Data)
	}
}

// Times that go back become the last one; states that are open at the end end there.
func TestTraceTimes(t *testing.T) {
	f := &hdtest.MemFile{}
	tr := mustTrace(t, f, Options{Header: Header{TimeAdjustment: hdtrace.Second}})
	hdtest.ExpectOK(t, tr.BeginAt(5*hdtrace.Second, "A"), tr.BeginAt(4*hdtrace.Second, "B"), tr.EndAt(7*hdtrace.Second), tr.EventAt(6*hdtrace.Second, "back", nil), tr.BeginAt(8*hdtrace.Second, "C"), tr.Close())
	_, list, err := readTrace(f.Data, hdtrace.ReadOptions{})
	hdtest.ExpectOK(t, err)
	got := ""
	for _, r := range list {
		_, open := r.Value(hdtrace.UnfinishedAttribute)
		got += fmt.Sprintf("%s %v..%v %v; ", r.Name, r.Start.Seconds(), r.End.Seconds(), open)
	}
	if got != "B 5..7 false; back 7..7 false; C 8..8 true; A 5..8 true; " {
		t.Error(got)
	}
	acceptedTrace(t, f.Data)
}

// A trace without records writes nothing.
func TestTraceEmpty(t *testing.T) {
	f := &hdtest.MemFile{}
	tr := mustTrace(t, f, Options{})
	hdtest.ExpectOK(t, tr.Flush(), tr.Close())
	if f.Writes != 0 || tr.Records() != 0 {
		t.Errorf("%d writes", f.Writes)
	}
	f = &hdtest.MemFile{}
	tr = mustTrace(t, f, Options{})
	hdtest.ExpectOK(t, tr.Begin("A"), tr.Flush())
	acceptedTrace(t, f.Data)
	hdtest.ExpectOK(t, tr.Close())
	acceptedTrace(t, f.Data)
}

func TestTraceWriteFails(t *testing.T) {
	for _, seq := range []bool{false, true} {
		f := &hdtest.MemFile{Limit: 1000}
		var w io.Writer = f
		if seq {
			w = hdtest.Sequential{F: f}
		}
		tr := mustTrace(t, w, Options{Buffer: 100})
		var err error
		for i := 0; err == nil; i++ {
			if i > 1000 {
				t.Fatal("no error")
			}
			err = errors.Join(tr.Begin("S"), tr.End())
		}
		for _, err := range []error{err, tr.Begin("S"), tr.Close()} {
			if !errors.Is(err, hdtrace.ErrWrite) || !errors.Is(err, hdtest.ErrTorn) {
				t.Errorf("error %v", err)
			}
		}
		mended := mendTrace(t, f.Data)
		acceptedTrace(t, mended)
	}
}

// mendTrace is what the repair makes of a file.
func mendTrace(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) []byte {
	t.Helper()
	fix, ok := planRepair("trace", bytes.NewReader(data), int64(len(data)))
	switch {
	case !ok || fix.Left:
		return data
	case fix.Remove:
		return nil
	case fix.Rewrite != nil && fix.Why != "":
		var anew bytes.Buffer
		if err := fix.Rewrite(&anew, bytes.NewReader(data)); err != nil {
			t.Fatalf("%+v: %v", fix, err)
		}
		return anew.Bytes()
	case fix.Why == "" || fix.Keep > int64(len(data)):
		t.Fatalf("fix %+v", fix)
	}
	return append(bytes.Clone(data[:fix.Keep]), fix.Append...)
}
