package hdtrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// memFile is a file in memory that can be written at any place.
type memFile struct {
	data   []byte
	writes int
	limit  int // bytes after which a write fails; 0 for none
}

var errTorn = errors.New("no space left")

func (f *memFile) WriteAt(p []byte, at int64) (int, error) {
	f.writes++
	n := len(p)
	var err error
	if f.limit > 0 && int(at)+n > f.limit {
		n, err = max(f.limit-int(at), 0), errTorn
	}
	if missing := int(at) + n - len(f.data); missing > 0 {
		f.data = append(f.data, make([]byte, missing)...)
	}
	copy(f.data[at:], p[:n])
	return n, err
}

func (f *memFile) Write(p []byte) (int, error) { return f.WriteAt(p, int64(len(f.data))) }

func (f *memFile) Truncate(size int64) error {
	f.data = f.data[:size]
	return nil
}

// sequential is a file that can only grow.
type sequential struct{ f *memFile }

func (s sequential) Write(p []byte) (int, error) { return s.f.Write(p) }

// stepClock is a clock that goes on by a microsecond each time.
func stepClock() func() Epoch {
	now := Epoch(1700000000) * second
	return func() Epoch {
		now += 1000
		return now
	}
}

func mustTrace(t *testing.T, w io.Writer, o TraceOptions) *Trace {
	t.Helper()
	if o.Clock == nil {
		o.Clock = stepClock()
	}
	tr, err := StartTrace(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func expectOK(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// acceptedTrace fails unless readers open the file and show all that is in it.
func acceptedTrace(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	if findings := checkTrace("trace", bytes.NewReader(data), int64(len(data))); !Accepted(findings, Java|Sunshot) {
		t.Fatalf("%v\n%s", findings, data)
	}
}

// The text that the writer makes, character by character. It is the form of the C library but for states
// that contain both states and elements.
func TestTraceText(t *testing.T) {
	f := &memFile{}
	tr := mustTrace(t, f, TraceOptions{
		Header:       TraceHeader{TimeAdjustment: 1700000000 * second, ProcessorMHz: 2445, ProcessorModel: `<AMD> "EPYC's"`},
		Microseconds: true,
	})
	expectOK(t, tr.Begin("Init"), tr.End(),
		tr.Begin("File_open"), tr.Attribute("cid", "0"), tr.Attribute("name", "it's <a> & \"b\"\n\x01ü"), tr.Element(Element{Name: "Info", Attributes: []Attribute{{"key", "k'"}}}), tr.End(),
		tr.Begin("Outer"), tr.Begin("Inner"), tr.Begin("Innermost"), tr.End(), tr.Event("mark", Attribute{"n", "1"}), tr.End(), tr.Attribute("late", "1"), tr.End(),
		tr.Begin("Waitall"), tr.Begin("Inner"), tr.End(), tr.Element(Element{Name: "For", Text: "a<b", Elements: []Element{{Name: "X"}}}), tr.End(),
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
	if string(f.data) != want {
		t.Error(firstDifference(f.data, []byte(want)))
	}
	if f.writes != 1 || tr.Records() != 8 {
		t.Errorf("%d writes, %d records", f.writes, tr.Records())
	}
	acceptedTrace(t, f.data)
}

// Every documented error is the one that it should be, and the trace stays usable.
func TestTraceErrors(t *testing.T) {
	f := &memFile{}
	tr := mustTrace(t, f, TraceOptions{})
	check := func(what string, err error, want Code) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
		for code := range codeTexts {
			if code != want && errors.Is(err, code) {
				t.Errorf("%s: %v is also %v", what, err, code)
			}
		}
	}
	_, err := NewTrace(nil, TraceOptions{})
	check("without a writer", err, ErrInvalidArgument)
	check("end without begin", tr.End(), ErrContext)
	check("attribute outside", tr.Attribute("a", "1"), ErrContext)
	check("element outside", tr.Element(Element{Name: "E"}), ErrContext)
	for _, name := range []string{"", "Nested", "Event", "a b", "1a", "a:b", "ä", "xmlA", "a\x00", "-a", "a/b", "<"} {
		check("state "+name, tr.Begin(name), ErrInvalidArgument)
	}
	check("info without a file", tr.WriteInfo("x"), ErrContext)
	check("empty info", tr.WriteInfo(""), ErrInvalidArgument)
	expectOK(t, tr.Begin("A"))
	for _, name := range []string{"", "time", "end", "unfinished", "a b", "1"} {
		check("attribute "+name, tr.Attribute(name, "x"), ErrInvalidArgument)
	}
	expectOK(t, tr.Attribute("newcid", "cid='x"), tr.Attribute("cid", "1"))
	check("attribute twice", tr.Attribute("cid", "2"), ErrInvalidArgument)
	check("element Nested", tr.Element(Element{Name: "Nested"}), ErrInvalidArgument)
	check("bad element within", tr.Element(Element{Name: "A", Elements: []Element{{Name: "a b"}}}), ErrInvalidArgument)
	check("element with an attribute twice", tr.Element(Element{Name: "A", Attributes: []Attribute{{"a", ""}, {"a", ""}}}), ErrInvalidArgument)
	check("depth within a state", tr.SetMaxDepth(3), ErrContext)
	expectOK(t, tr.End())
	check("depth 0", tr.SetMaxDepth(0), ErrInvalidArgument)
	expectOK(t, tr.SetMaxDepth(3))
	check("event of one character", tr.Event("x"), ErrInvalidArgument)
	check("event with time", tr.Event("xx", Attribute{"time", "1"}), ErrInvalidArgument)
	check("event with an attribute twice", tr.Event("xx", Attribute{"b", "1"}, Attribute{"b", "1"}), ErrInvalidArgument)
	expectOK(t, tr.Close(), tr.Close())
	check("begin after close", tr.Begin("A"), ErrContext)
	check("end after close", tr.End(), ErrContext)
	check("event after close", tr.Event("xx"), ErrContext)
	check("attribute after close", tr.Attribute("a", ""), ErrContext)
	check("flush after close", tr.Flush(), ErrContext)
	_, err = tr.Enable()
	check("enable after close", err, ErrContext)
	_, err = tr.Disable()
	check("disable after close", err, ErrContext)
	acceptedTrace(t, f.data)
	if _, list, err := readTrace(f.data, ReadOptions{}); err != nil || len(list) != 1 || fmt.Sprint(list[0].Attributes) != "[{newcid cid='x} {cid 1}]" {
		t.Errorf("%v %v", list, err)
	}
}

// What is written while the trace is disabled is not there; what was begun or ended then neither.
func TestTraceDisabled(t *testing.T) {
	for _, small := range []bool{false, true} {
		f := &memFile{}
		o := TraceOptions{Clock: stepClock()}
		if small {
			o.Buffer = 1
		}
		tr, err := NewTrace(f, o)
		expectOK(t, err)
		switched := func(change func() (bool, error), want bool) {
			t.Helper()
			if changed, err := change(); err != nil || changed != want {
				t.Errorf("changed %v, %v", changed, err)
			}
		}
		if tr.Enabled() {
			t.Error("enabled from the begin")
		}
		expectOK(t, tr.Begin("before"), tr.Attribute("a", "1"), tr.Begin("inner"), tr.End(), tr.Event("ev"))
		switched(tr.Disable, false)
		switched(tr.Enable, true)
		switched(tr.Enable, false)
		expectOK(t, tr.Attribute("a", "1"), tr.Begin("whole"), tr.Begin("within"), tr.End(), tr.End())
		if err := tr.End(); !errors.Is(err, ErrUnknown) {
			t.Errorf("begun disabled, ended enabled: %v", err)
		}
		expectOK(t, tr.Begin("lost"), tr.Begin("withLost"), tr.End())
		switched(tr.Disable, true)
		expectOK(t, tr.Begin("never"), tr.Element(Element{Name: "E"}), tr.End(), tr.End(), tr.Event("ev"))
		switched(tr.Enable, true)
		expectOK(t, tr.Begin("last"), tr.End(), tr.Close())
		_, list, err := readTrace(f.data, ReadOptions{})
		expectOK(t, err)
		want := "within1 whole0 last0"
		if small { // what lost contained was written when lost came to its end
			want = "within1 whole0 withLost1 lost0 last0"
		}
		if got := recordNames(list); got != want {
			t.Errorf("records %s, expected %s", got, want)
		}
		acceptedTrace(t, f.data)
	}
}

func recordNames(list []*TraceRecord) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, fmt.Sprintf("%s%d", r.Name, r.Depth))
	}
	return strings.Join(texts, " ")
}

func TestTraceMaxDepth(t *testing.T) {
	for depth, want := range map[int]int{0: 8, 3: 3, -1: 12} {
		f := &memFile{}
		tr := mustTrace(t, f, TraceOptions{MaxDepth: depth})
		for range 12 {
			expectOK(t, tr.Begin("S"))
		}
		if tr.Depth() != 12 {
			t.Errorf("depth %d", tr.Depth())
		}
		for range 12 {
			expectOK(t, tr.End())
		}
		expectOK(t, tr.Close())
		_, list, err := readTrace(f.data, ReadOptions{})
		expectOK(t, err)
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
		acceptedTrace(t, f.data)
	}
}

// Times that go back become the last one; states that are open at the end end there.
func TestTraceTimes(t *testing.T) {
	f := &memFile{}
	tr := mustTrace(t, f, TraceOptions{Header: TraceHeader{TimeAdjustment: second}})
	expectOK(t, tr.BeginAt(5*second, "A"), tr.BeginAt(4*second, "B"), tr.EndAt(7*second), tr.EventAt(6*second, "back", nil), tr.BeginAt(8*second, "C"), tr.Close())
	_, list, err := readTrace(f.data, ReadOptions{})
	expectOK(t, err)
	got := ""
	for _, r := range list {
		_, open := r.Value(UnfinishedAttribute)
		got += fmt.Sprintf("%s %v..%v %v; ", r.Name, r.Start.Seconds(), r.End.Seconds(), open)
	}
	if got != "B 5..7 false; back 7..7 false; C 8..8 true; A 5..8 true; " {
		t.Error(got)
	}
	acceptedTrace(t, f.data)
}

// A trace without records writes nothing.
func TestTraceEmpty(t *testing.T) {
	f := &memFile{}
	tr := mustTrace(t, f, TraceOptions{})
	expectOK(t, tr.Flush(), tr.Close())
	if f.writes != 0 || tr.Records() != 0 {
		t.Errorf("%d writes", f.writes)
	}
	f = &memFile{}
	tr = mustTrace(t, f, TraceOptions{})
	expectOK(t, tr.Begin("A"), tr.Flush())
	acceptedTrace(t, f.data)
	expectOK(t, tr.Close())
	acceptedTrace(t, f.data)
}

func TestTraceWriteFails(t *testing.T) {
	for _, seq := range []bool{false, true} {
		f := &memFile{limit: 1000}
		var w io.Writer = f
		if seq {
			w = sequential{f}
		}
		tr := mustTrace(t, w, TraceOptions{Buffer: 100})
		var err error
		for i := 0; err == nil; i++ {
			if i > 1000 {
				t.Fatal("no error")
			}
			err = errors.Join(tr.Begin("S"), tr.End())
		}
		for _, err := range []error{err, tr.Begin("S"), tr.Close()} {
			if !errors.Is(err, ErrWrite) || !errors.Is(err, errTorn) {
				t.Errorf("error %v", err)
			}
		}
		mended := mendTrace(t, f.data)
		acceptedTrace(t, mended)
	}
}

// mendTrace is what the repair makes of a file.
func mendTrace(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) []byte {
	t.Helper()
	fix, ok := fixTrace("trace", bytes.NewReader(data), int64(len(data)))
	switch {
	case !ok || fix.Left:
		return data
	case fix.Remove:
		return nil
	case fix.rewrite != nil && fix.Why != "":
		var anew bytes.Buffer
		if err := fix.rewrite(&anew, bytes.NewReader(data)); err != nil {
			t.Fatalf("%+v: %v", fix, err)
		}
		return anew.Bytes()
	case fix.Why == "" || fix.Keep > int64(len(data)):
		t.Fatalf("fix %+v", fix)
	}
	return append(bytes.Clone(data[:fix.Keep]), fix.Append...)
}
