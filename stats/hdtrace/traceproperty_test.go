package hdtrace

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// traceModel is what a trace should hold, as far as it is not left out.
type traceModel struct {
	t     *rapid.T
	now   Epoch
	open  []*TraceRecord
	ended []*TraceRecord
}

func (m *traceModel) end(r *TraceRecord) {
	r.End = m.now
	r.Depth = len(m.open)
	m.ended = append(m.ended, r)
}

var anyName = rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_.-]{0,8}`).Filter(func(s string) bool {
	return checkState(s) == nil && s != "time" && s != "end" && s != "name" && s != ElementsEvent && s != UnfinishedAttribute
})

// anyText is text that XML holds, with all that has to be escaped.
var anyText = rapid.Map(rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("<>&\"'\n\t\r aA=]ü€😀")), rapid.Rune())), validText)

func anyAttributes(t *rapid.T, label string) []Attribute {
	list := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) Attribute {
		return Attribute{anyName.Draw(t, "name"), anyText.Draw(t, "value")}
	}), 0, 3, func(a Attribute) string { return a.Name }).Draw(t, label)
	if len(list) == 0 {
		return nil
	}
	return list
}

func anyElement(t *rapid.T, depth int) Element {
	e := Element{Name: anyName.Draw(t, "element"), Attributes: anyAttributes(t, "attributes")}
	if depth < 3 && rapid.Bool().Draw(t, "within") {
		e.Elements = append(e.Elements, anyElement(t, depth+1))
	}
	e.Text = strings.TrimSpace(strings.ReplaceAll(anyText.Draw(t, "text"), "\r", ""))
	e.Text = strings.Trim(e.Text, "\u0085\u00a0") // which Go takes for blanks and XML does not
	return e
}

// step does something with the trace, and the same with the model.
func (m *traceModel) step(tr *Trace) {
	t := m.t
	var err error
	what := rapid.IntRange(0, 9).Draw(t, "step")
	if what <= 2 || what <= 5 && len(m.open) > 0 || what == 6 {
		m.now += Epoch(rapid.Int64Range(0, 3e9).Draw(t, "time"))
	}
	switch what {
	case 0, 1, 2:
		r := &TraceRecord{Name: anyName.Draw(t, "state"), Start: m.now}
		m.open = append(m.open, r)
		err = tr.BeginAt(m.now, r.Name)
	case 3, 4, 5:
		if len(m.open) == 0 {
			return
		}
		r := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		m.end(r)
		err = tr.EndAt(m.now)
	case 6:
		r := &TraceRecord{Kind: Event, Name: anyText.Draw(t, "event") + "ev", Start: m.now, Attributes: anyAttributes(t, "attributes")}
		if rapid.Bool().Draw(t, "data") {
			r.Elements = []Element{anyElement(t, 0)}
		}
		m.end(r)
		err = tr.EventAt(m.now, r.Name, r.Attributes, r.Elements...)
	case 7:
		if len(m.open) == 0 {
			return
		}
		r := m.open[len(m.open)-1]
		for _, a := range anyAttributes(t, "more") {
			if _, twice := r.Value(a.Name); !twice {
				r.Attributes = append(r.Attributes, a)
				err = tr.Attribute(a.Name, a.Value)
			}
		}
	case 8:
		if len(m.open) == 0 {
			return
		}
		r := m.open[len(m.open)-1]
		e := anyElement(t, 0)
		r.Elements = append(r.Elements, e)
		err = tr.Element(e)
	case 9:
		err = tr.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// finish ends what is open, as Close does.
func (m *traceModel) finish() {
	for len(m.open) > 0 {
		r := m.open[len(m.open)-1]
		m.open = m.open[:len(m.open)-1]
		r.Attributes = append(r.Attributes, Attribute{UnfinishedAttribute, "1"})
		m.end(r)
	}
}

// plainRecords brings records into the form of the model: without places, and with elements in the state that
// they were meant for.
func plainRecords(list []*TraceRecord) []string {
	var result []string
	var late []Element
	for _, r := range list {
		c := *r
		c.Offset, c.Line = 0, 0
		if r.Kind == Event && r.Name == ElementsEvent {
			late = r.Elements
			continue
		}
		if late != nil {
			c.Elements, late = late, nil
		}
		if len(c.Attributes) == 0 {
			c.Attributes = nil
		}
		if len(c.Elements) == 0 {
			c.Elements = nil
		}
		result = append(result, fmt.Sprintf("%+v", c))
	}
	return result
}

var anyTraceOptions = rapid.Custom(func(t *rapid.T) TraceOptions {
	return TraceOptions{
		Header:     TraceHeader{TimeAdjustment: Epoch(rapid.Int64Range(1, 2e9).Draw(t, "adjustment")), ProcessorMHz: rapid.IntRange(0, 9999).Draw(t, "MHz"), ProcessorModel: anyText.Draw(t, "model")},
		MaxDepth:   -1,
		ForceFlush: rapid.Bool().Draw(t, "force"),
		Buffer:     rapid.IntRange(1, 2000).Draw(t, "buffer"),
		Sequential: rapid.Bool().Draw(t, "sequential"),
	}
})

// Whatever is recorded, in whatever pieces it is written, is read again, and readers accept the file.
func TestTraceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &memFile{}
		o := anyTraceOptions.Draw(t, "options")
		tr, err := StartTrace(f, o)
		if err != nil {
			t.Fatal(err)
		}
		m := &traceModel{t: t, now: o.Header.TimeAdjustment}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			m.step(tr)
			if !o.Sequential && len(f.data) > 0 {
				acceptedTrace(t, f.data) // at any time
			}
		}
		m.finish()
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		if len(m.ended) == 0 {
			if len(f.data) > 0 {
				t.Fatalf("wrote %q", f.data)
			}
			return
		}
		h, list, err := readTrace(f.data, ReadOptions{})
		if err != nil || h != o.Header {
			t.Fatalf("%+v, expected %+v: %v\n%s", h, o.Header, err, f.data)
		}
		if got, want := plainRecords(list), plainRecords(m.ended); !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), f.data)
		}
		acceptedTrace(t, f.data)
		readAgain(t, f.data, list)
	})
}

// readAgain cuts nothing off, and expects the same.
func readAgain(t *rapid.T, data []byte, list []*TraceRecord) {
	r, err := NewTraceReader(iotestReader{bytes.NewReader(data)}, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var copied bytes.Buffer
	n, err := CutTrace(&copied, r, MinEpoch, MaxEpoch*4)
	if err != nil || n != int64(len(list)) {
		t.Fatalf("%d records of %d, %v", n, len(list), err)
	}
	_, again, err := readTrace(copied.Bytes(), ReadOptions{})
	if err != nil || !slices.Equal(plainRecords(again), plainRecords(list)) {
		t.Fatalf("%v\n%s\n%s", err, copied.Bytes(), data)
	}
	acceptedTrace(t, copied.Bytes())
}

// iotestReader gives few bytes at a time.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 7)]) }

// tornFile stops in the middle of a write, like a program that is killed.
type tornFile struct {
	memFile
	left int // bytes that are still written
}

func (f *tornFile) WriteAt(p []byte, at int64) (int, error) {
	n := min(len(p), f.left)
	f.left -= n
	if n > 0 {
		f.memFile.WriteAt(p[:n], at)
	}
	return len(p), nil
}

func (f *tornFile) Write(p []byte) (int, error) { return f.WriteAt(p, int64(len(f.data))) }

func (f *tornFile) Truncate(size int64) error {
	if f.left > 0 {
		f.left--
		return f.memFile.Truncate(size)
	}
	return nil
}

// A program may be killed in the middle of any write: what is left is mended, and all records are there
// that had been written as a whole.
func TestTraceKilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &tornFile{left: rapid.IntRange(0, 4000).Draw(t, "left")}
		o := anyTraceOptions.Draw(t, "options")
		tr, err := StartTrace(f, o)
		if err != nil {
			t.Fatal(err)
		}
		m := &traceModel{t: t, now: o.Header.TimeAdjustment}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			m.step(tr)
		}
		if rapid.Bool().Draw(t, "close") {
			m.finish()
			if err := tr.Close(); err != nil {
				t.Fatal(err)
			}
		}
		mended := mendTrace(t, f.data)
		if len(mended) == 0 {
			if bytes.Contains(f.data, []byte("/>")) {
				_, list, _ := readTrace(f.data, ReadOptions{})
				if len(list) > 0 {
					t.Fatalf("nothing left of %s", f.data)
				}
			}
			return
		}
		acceptedTrace(t, mended)
		again := mendTrace(t, mended)
		if !bytes.Equal(again, mended) {
			t.Fatalf("mended twice:\n%s\n%s", mended, again)
		}
		_, before, _ := readTrace(f.data, ReadOptions{})
		_, after, err := readTrace(mended, ReadOptions{})
		if err != nil || len(after) < len(before) || !reflect.DeepEqual(plainRecords(after[:len(before)]), plainRecords(before)) {
			t.Fatalf("%v\n%s\n%s", err, f.data, mended)
		}
	})
}
