package trace

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// traceModel is what a trace should hold, as far as it is not left out.
type traceModel struct {
	t     *rapid.T
	now   hdtrace.Epoch
	open  []*Record
	ended []*Record
}

func (m *traceModel) end(r *Record) {
	r.End = m.now
	r.Depth = len(m.open)
	m.ended = append(m.ended, r)
}

// step does something with the trace, and the same with the model.
func (m *traceModel) step(tr *Writer) {
	t := m.t
	var err error
	what := rapid.IntRange(0, 9).Draw(t, "step")
	if what <= 2 || what <= 5 && len(m.open) > 0 || what == 6 {
		m.now += hdtrace.Epoch(rapid.Int64Range(0, 3e9).Draw(t, "time"))
	}
	switch what {
	case 0, 1, 2:
		r := &Record{Name: hdtest.AnyName.Draw(t, "state"), Start: m.now}
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
		r := &Record{Kind: Event, Name: hdtest.AnyText.Draw(t, "event") + "ev", Start: m.now, Attributes: hdtest.AnyAttributes(t, "attributes")}
		if rapid.Bool().Draw(t, "data") {
			r.Elements = []hdtrace.Element{hdtest.AnyElement(t, 0)}
		}
		m.end(r)
		err = tr.EventAt(m.now, r.Name, r.Attributes, r.Elements...)
	case 7:
		if len(m.open) == 0 {
			return
		}
		r := m.open[len(m.open)-1]
		for _, a := range hdtest.AnyAttributes(t, "more") {
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
		e := hdtest.AnyElement(t, 0)
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
		r.Attributes = append(r.Attributes, hdtrace.Attribute{Name: hdtrace.UnfinishedAttribute, Value: "1"})
		m.end(r)
	}
}

// plainRecords brings records into the form of the model: without places, and with elements in the state that
// they were meant for.
func plainRecords(list []*Record) []string {
	var result []string
	var late []hdtrace.Element
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

var anyTraceOptions = rapid.Custom(func(t *rapid.T) Options {
	return Options{
		Header:     Header{TimeAdjustment: hdtrace.Epoch(rapid.Int64Range(1, 2e9).Draw(t, "adjustment")), ProcessorMHz: rapid.IntRange(0, 9999).Draw(t, "MHz"), ProcessorModel: hdtest.AnyText.Draw(t, "model")},
		MaxDepth:   -1,
		ForceFlush: rapid.Bool().Draw(t, "force"),
		Buffer:     rapid.IntRange(1, 2000).Draw(t, "buffer"),
		Sequential: rapid.Bool().Draw(t, "sequential"),
	}
})

// anyTrace records something. At any time what is there is looked at.
func anyTrace(t *rapid.T, look func(data []byte)) (Options, *hdtest.MemFile, *traceModel) {
	f := &hdtest.MemFile{}
	o := anyTraceOptions.Draw(t, "options")
	tr, err := Start(f, o)
	if err != nil {
		t.Fatal(err)
	}
	m := &traceModel{t: t, now: o.Header.TimeAdjustment}
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		if m.step(tr); !o.Sequential && len(f.Data) > 0 {
			look(f.Data)
		}
	}
	m.finish()
	if err := tr.Close(); err != nil {
		t.Fatal(err)
	}
	return o, f, m
}

// Whatever is recorded, in whatever pieces it is written, is read again, and readers accept the file.
func TestTraceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, f, m := anyTrace(t, func(data []byte) { acceptedTrace(t, data) })
		if len(m.ended) == 0 {
			if len(f.Data) > 0 {
				t.Fatalf("wrote %q", f.Data)
			}
			return
		}
		h, list, err := readTrace(f.Data, hdtrace.ReadOptions{})
		if err != nil || h != o.Header {
			t.Fatalf("%+v, expected %+v: %v\n%s", h, o.Header, err, f.Data)
		}
		if got, want := plainRecords(list), plainRecords(m.ended); !slices.Equal(got, want) {
			t.Fatalf("got\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), f.Data)
		}
		acceptedTrace(t, f.Data)
		readAgain(t, f.Data, list)
	})
}

// readAgain cuts nothing off, and expects the same.
func readAgain(t *rapid.T, data []byte, list []*Record) {
	r, err := NewReader(iotestReader{bytes.NewReader(data)}, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var copied bytes.Buffer
	n, err := Cut(&copied, r, hdtrace.MinEpoch, hdtrace.MaxEpoch*4)
	if err != nil || n != int64(len(list)) {
		t.Fatalf("%d records of %d, %v", n, len(list), err)
	}
	_, again, err := readTrace(copied.Bytes(), hdtrace.ReadOptions{})
	if err != nil || !slices.Equal(plainRecords(again), plainRecords(list)) {
		t.Fatalf("%v\n%s\n%s", err, copied.Bytes(), data)
	}
	acceptedTrace(t, copied.Bytes())
}

// iotestReader gives few bytes at a time.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), 7)]) }

// A program may be killed in the middle of any write: what is left is mended, and all records are there
// that had been written as a whole.
func TestTraceKilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &hdtest.TornFile{Left: rapid.IntRange(0, 4000).Draw(t, "left")}
		o := anyTraceOptions.Draw(t, "options")
		tr, err := Start(f, o)
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
		mended := mendTrace(t, f.Data)
		if len(mended) == 0 {
			if bytes.Contains(f.Data, []byte("/>")) {
				_, list, _ := readTrace(f.Data, hdtrace.ReadOptions{})
				if len(list) > 0 {
					t.Fatalf("nothing left of %s", f.Data)
				}
			}
			return
		}
		acceptedTrace(t, mended)
		again := mendTrace(t, mended)
		if !bytes.Equal(again, mended) {
			t.Fatalf("mended twice:\n%s\n%s", mended, again)
		}
		_, before, _ := readTrace(f.Data, hdtrace.ReadOptions{})
		_, after, err := readTrace(mended, hdtrace.ReadOptions{})
		if err != nil || len(after) < len(before) || !reflect.DeepEqual(plainRecords(after[:len(before)]), plainRecords(before)) {
			t.Fatalf("%v\n%s\n%s", err, f.Data, mended)
		}
	})
}
