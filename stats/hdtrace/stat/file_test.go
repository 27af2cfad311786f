package stat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// A range by time is what one finds by reading all, whatever the times are.
func TestRangeIsWhatReadingAllGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topology := hdtest.Sure(hdtrace.NewTopology("P", "Host"))
		var b bytes.Buffer
		options := Options{MaxAge: -1, Gaps: Gaps(rapid.IntRange(0, 2).Draw(t, "gaps"))}
		now := sampleBegin
		options.Clock = func() hdtrace.Epoch { return now }
		s := hdtest.Sure(Start(&b, hdtest.Sure(topology.Node("h")), "G", []Value{{Name: "n", Type: TypeInt64}}, options))
		for i, step := range rapid.SliceOfN(rapid.IntRange(0, 5), 1, 40).Draw(t, "steps") {
			if step == 5 && options.Gaps != GapNone {
				hdtest.Sure(s.Disable())
				now += hdtrace.Second
				hdtest.Sure(s.Enable())
				continue
			}
			now += hdtrace.Epoch(step) * hdtrace.Second
			is2(t, s.WriteEntry(now, Int64(int64(i))))
		}
		is2(t, s.Close())
		if b.Len() == 0 {
			t.Skip("no entries")
		}
		_, all, err := entriesOf(b.Bytes(), hdtrace.ReadOptions{})
		is2(t, err)
		f := hdtest.Sure(Open(bytes.NewReader(b.Bytes()), int64(b.Len()), hdtrace.ReadOptions{}))
		f.small = options.Gaps == GapMarker // with times for values any place looks like an entry
		from := sampleBegin + hdtrace.Epoch(rapid.IntRange(-1, 100).Draw(t, "from"))*hdtrace.Second
		to := sampleBegin + hdtrace.Epoch(rapid.IntRange(-1, 100).Draw(t, "to"))*hdtrace.Second
		var want, got []string
		for _, e := range all {
			if e.End > from && e.Start < to {
				want = append(want, fmt.Sprint(e.Start, e.End, e.Text(0)))
			}
		}
		for e, err := range f.Range(from, to) {
			is2(t, err)
			got = append(got, fmt.Sprint(e.Start, e.End, e.Text(0)))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v to %v: %v, expected %v", from, to, got, want)
		}
		if end, err := f.End(); err != nil || end != all[len(all)-1].End {
			t.Fatalf("end %v, %v, expected %v", end, err, all[len(all)-1].End)
		}
		var cut bytes.Buffer
		n, err := Cut(&cut, f, from, to)
		is2(t, err)
		if int(n) != len(want) || (n == 0) != (cut.Len() == 0) {
			t.Fatalf("cut has %d entries, expected %d", n, len(want))
		}
		if n == 0 {
			return
		}
		_, part, err := entriesOf(cut.Bytes(), hdtrace.ReadOptions{})
		is2(t, err)
		got = nil
		for _, e := range part {
			got = append(got, fmt.Sprint(e.Start, e.End, e.Text(0)))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("cut: %v, expected %v", got, want)
		}
	})
}

// is2 stops at an error.
func is2(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// countingReaderAt counts how often it is read.
type countingReaderAt struct {
	r     io.ReaderAt
	reads int
	bytes int64
}

func (c *countingReaderAt) ReadAt(p []byte, at int64) (int, error) {
	c.reads++
	c.bytes += int64(len(p))
	return c.r.ReadAt(p, at)
}

// A time is found in a few reads.
func TestSearchIsShort(t *testing.T) {
	const n = 100000
	data := sample(t, n, Options{})
	c := &countingReaderAt{r: bytes.NewReader(data)}
	f := hdtest.Sure(Open(c, int64(len(data)), hdtrace.ReadOptions{}))
	for i := range 50 {
		c.reads, c.bytes = 0, 0
		k := int64(i * n / 50)
		place, start, err := f.Search(sampleBegin + hdtrace.Epoch(k)*hdtrace.Second)
		if err != nil || place != k+1 || start != sampleBegin+hdtrace.Epoch(k)*hdtrace.Second {
			t.Fatal(place, start, err)
		}
		if c.reads > 20 || c.bytes > 200 {
			t.Fatalf("%d reads of %d bytes among %d entries", c.reads, c.bytes, n)
		}
	}
	if place, _, err := f.Search(hdtrace.EndOfTime); place != n || err != nil {
		t.Error(place, err)
	}
	if place, start, err := f.Search(hdtrace.BeginningOfTime); place != 0 || start != f.Start() || err != nil {
		t.Error(place, start, err)
	}
}

// A file whose times are not in order is not searched but read, up to the fault.
func TestRangeOfAFileOutOfOrder(t *testing.T) {
	data := sample(t, 9, Options{})
	h, _, _ := entriesOf(data, hdtrace.ReadOptions{})
	at := h.Size() + 8 + 4*h.EntrySize()
	copy(data[at:], appendStamp(nil, 5*hdtrace.Second))
	f := hdtest.Sure(Open(bytes.NewReader(data), int64(len(data)), hdtrace.ReadOptions{Name: "f.stat"}))
	_, _, err := f.Search(sampleBegin)
	hdtest.Is(t, "search", err, hdtrace.ErrBackwards)
	n := 0
	for _, err = range f.Range(sampleBegin, hdtrace.EndOfTime) {
		if err == nil {
			n++
		}
	}
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || fault.Offset != int64(at) || n != 3 {
		t.Errorf("%v after %d entries, expected the fault at %d after 3", err, n, at)
	}
	cut := hdtest.Sure(Open(bytes.NewReader(data[:at+10]), int64(at+10), hdtrace.ReadOptions{Tolerant: true}))
	if n, err := Cut(io.Discard, cut, hdtrace.BeginningOfTime, hdtrace.EndOfTime); n != 4 || err != nil {
		t.Error(n, err)
	}
	if n, ok := cut.Len(); n != 4 || !ok {
		t.Error(n, ok)
	}
	hdtest.Is(t, "the file is shorter than was said", lastError(hdtest.Sure(Open(bytes.NewReader(data[:at]), int64(len(data)), hdtrace.ReadOptions{}))), io.EOF)
}

func lastError(f *File) error {
	_, _, err := f.Search(hdtrace.EndOfTime)
	return err
}

func TestDumpStatistics(t *testing.T) {
	var b bytes.Buffer
	values := []Value{{Name: "a b", Type: TypeInt32, Unit: "B", Grouping: "G"}, {Name: "x", Type: TypeFloat}, {Name: `q"`, Type: TypeDouble, Unit: "%"}, {Name: "n", Type: TypeInt64}}
	now := 1000 * hdtrace.Second
	s := hdtest.Sure(Start(&b, hdtest.HostA(t), "Utilization", values, Options{Gaps: GapMarker, Clock: func() hdtrace.Epoch { return now }}))
	hdtest.Is(t, "entry", s.WriteEntry(1800000000*hdtrace.Second+5, Int32(-1), Float(0.1), Double(1e300), Int64(1<<62)), nil)
	now = 1800000001 * hdtrace.Second
	hdtest.Sure(s.Disable())
	hdtest.Sure(s.Enable())
	nan := 0.0
	hdtest.Is(t, "entry", s.WriteEntry(1800000002*hdtrace.Second, Int32(0), Float(-2), Double(nan/nan), Int64(-1)), nil)
	hdtest.Is(t, "close", s.Close(), nil)
	for _, name := range []string{"text", "csv", "json"} {
		format := hdtest.Sure(hdtrace.ParseFormat(name))
		r := hdtest.Sure(NewReader(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{}))
		var out bytes.Buffer
		hdtest.Is(t, name, Dump(&out, format, r.Header(), r.Entries()), nil)
		golden.Check(t, "dump."+name, out.Bytes())
		if format == hdtrace.FormatJSON {
			var v struct{ Entries []any }
			if err := json.Unmarshal(out.Bytes(), &v); err != nil || len(v.Entries) != 2 {
				t.Error(v, err)
			}
		}
		// What stands before a fault is shown.
		r = hdtest.Sure(NewReader(bytes.NewReader(b.Bytes()[:b.Len()-1]), hdtrace.ReadOptions{}))
		var part bytes.Buffer
		hdtest.Is(t, name, Dump(&part, format, r.Header(), r.Entries()), hdtrace.ErrTruncated)
		if part.Len() >= out.Len() || part.Len() < out.Len()/2 {
			t.Errorf("%s: %s", name, part.Bytes())
		}
		r = hdtest.Sure(NewReader(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{}))
		hdtest.Is(t, name, Dump(&hdtest.FlakyFile{Take: func(int) int { return 0 }}, format, r.Header(), r.Entries()), hdtrace.ErrWrite)
	}
	_, err := hdtrace.ParseFormat("xml")
	hdtest.Is(t, "format", err, hdtrace.ErrInvalidArgument)
	r := hdtest.Sure(NewReader(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{}))
	hdtest.Is(t, "format", Dump(io.Discard, 9, r.Header(), r.Entries()), hdtrace.ErrInvalidArgument)
	f := hdtest.Sure(Open(bytes.NewReader(b.Bytes()), int64(b.Len()), hdtrace.ReadOptions{}))
	_, err = Cut(&hdtest.FlakyFile{Take: func(int) int { return 3 }}, f, hdtrace.BeginningOfTime, hdtrace.EndOfTime)
	hdtest.Is(t, "cut", err, hdtrace.ErrWrite)
}

func TestEntryConversions(t *testing.T) {
	e := Entry{
		types: []Type{TypeUint64, TypeDouble, TypeDouble, TypeFloat, TypeInt32},
		bits:  []uint64{1<<64 - 1, Double(1e30).bits, Double(-1e30).bits, Float(-1.75).bits, uint64(0xFFFFFFFFFFFFFFFE)},
	}
	got := ""
	for i := range e.Len() {
		got += fmt.Sprintf("%d %g %s %v; ", e.Int(i), e.Float(i), e.Text(i), e.Type(i))
	}
	want := "9223372036854775807 1.8446744073709552e+19 18446744073709551615 UINT64; 9223372036854775807 1e+30 1e+30 DOUBLE; -9223372036854775808 -1e+30 -1e+30 DOUBLE; -1 -1.75 -1.75 FLOAT; -2 -2 -2 INT32; "
	if got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
}
