package hdtrace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"

	"pgregory.net/rapid"
)

// A range by time is what one finds by reading all, whatever the times are.
func TestRangeIsWhatReadingAllGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		topology := sure(NewTopology("P", "Host"))
		var b bytes.Buffer
		options := StatisticsOptions{MaxAge: -1, Gaps: Gaps(rapid.IntRange(0, 2).Draw(t, "gaps"))}
		now := sampleBegin
		options.Clock = func() Epoch { return now }
		s := sure(StartStatistics(&b, sure(topology.Node("h")), "G", []Value{{Name: "n", Type: TypeInt64}}, options))
		for i, step := range rapid.SliceOfN(rapid.IntRange(0, 5), 1, 40).Draw(t, "steps") {
			if step == 5 && options.Gaps != GapNone {
				sure(s.Disable())
				now += second
				sure(s.Enable())
				continue
			}
			now += Epoch(step) * second
			is2(t, s.WriteEntry(now, Int64(int64(i))))
		}
		is2(t, s.Close())
		if b.Len() == 0 {
			t.Skip("no entries")
		}
		_, all, err := entriesOf(b.Bytes(), ReadOptions{})
		is2(t, err)
		f := sure(OpenStatistics(bytes.NewReader(b.Bytes()), int64(b.Len()), ReadOptions{}))
		f.small = options.Gaps == GapMarker // with times for values any place looks like an entry
		from := sampleBegin + Epoch(rapid.IntRange(-1, 100).Draw(t, "from"))*second
		to := sampleBegin + Epoch(rapid.IntRange(-1, 100).Draw(t, "to"))*second
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
		n, err := CutStatistics(&cut, f, from, to)
		is2(t, err)
		if int(n) != len(want) || (n == 0) != (cut.Len() == 0) {
			t.Fatalf("cut has %d entries, expected %d", n, len(want))
		}
		if n == 0 {
			return
		}
		_, part, err := entriesOf(cut.Bytes(), ReadOptions{})
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
	data := sample(t, n, StatisticsOptions{})
	c := &countingReaderAt{r: bytes.NewReader(data)}
	f := sure(OpenStatistics(c, int64(len(data)), ReadOptions{}))
	for i := range 50 {
		c.reads, c.bytes = 0, 0
		k := int64(i * n / 50)
		place, start, err := f.Search(sampleBegin + Epoch(k)*second)
		if err != nil || place != k+1 || start != sampleBegin+Epoch(k)*second {
			t.Fatal(place, start, err)
		}
		if c.reads > 20 || c.bytes > 200 {
			t.Fatalf("%d reads of %d bytes among %d entries", c.reads, c.bytes, n)
		}
	}
	if place, _, err := f.Search(EndOfTime); place != n || err != nil {
		t.Error(place, err)
	}
	if place, start, err := f.Search(BeginningOfTime); place != 0 || start != f.Start() || err != nil {
		t.Error(place, start, err)
	}
}

// A file whose times are not in order is not searched but read, up to the fault.
func TestRangeOfAFileOutOfOrder(t *testing.T) {
	data := sample(t, 9, StatisticsOptions{})
	h, _, _ := entriesOf(data, ReadOptions{})
	at := h.Size() + 8 + 4*h.EntrySize()
	copy(data[at:], appendStamp(nil, 5*second))
	f := sure(OpenStatistics(bytes.NewReader(data), int64(len(data)), ReadOptions{Name: "f.stat"}))
	_, _, err := f.Search(sampleBegin)
	is(t, "search", err, ErrBackwards)
	n := 0
	for _, err = range f.Range(sampleBegin, EndOfTime) {
		if err == nil {
			n++
		}
	}
	var fault *FormatError
	if !errors.As(err, &fault) || fault.Offset != int64(at) || n != 3 {
		t.Errorf("%v after %d entries, expected the fault at %d after 3", err, n, at)
	}
	cut := sure(OpenStatistics(bytes.NewReader(data[:at+10]), int64(at+10), ReadOptions{Tolerant: true}))
	if n, err := CutStatistics(io.Discard, cut, BeginningOfTime, EndOfTime); n != 4 || err != nil {
		t.Error(n, err)
	}
	if n, ok := cut.Len(); n != 4 || !ok {
		t.Error(n, ok)
	}
	is(t, "the file is shorter than was said", lastError(sure(OpenStatistics(bytes.NewReader(data[:at]), int64(len(data)), ReadOptions{}))), io.EOF)
}

func lastError(f *StatisticsFile) error {
	_, _, err := f.Search(EndOfTime)
	return err
}

func TestDumpStatistics(t *testing.T) {
	var b bytes.Buffer
	values := []Value{{Name: "a b", Type: TypeInt32, Unit: "B", Grouping: "G"}, {Name: "x", Type: TypeFloat}, {Name: `q"`, Type: TypeDouble, Unit: "%"}, {Name: "n", Type: TypeInt64}}
	now := 1000 * second
	s := sure(StartStatistics(&b, hostA(t), "Utilization", values, StatisticsOptions{Gaps: GapMarker, Clock: func() Epoch { return now }}))
	is(t, "entry", s.WriteEntry(1800000000*second+5, Int32(-1), Float(0.1), Double(1e300), Int64(1<<62)), nil)
	now = 1800000001 * second
	sure(s.Disable())
	sure(s.Enable())
	nan := 0.0
	is(t, "entry", s.WriteEntry(1800000002*second, Int32(0), Float(-2), Double(nan/nan), Int64(-1)), nil)
	is(t, "close", s.Close(), nil)
	for _, name := range []string{"text", "csv", "json"} {
		format := sure(ParseFormat(name))
		r := sure(NewStatisticsReader(bytes.NewReader(b.Bytes()), ReadOptions{}))
		var out bytes.Buffer
		is(t, name, DumpStatistics(&out, format, r.Header(), r.Entries()), nil)
		golden(t, "dump."+name, out.Bytes())
		if format == FormatJSON {
			var v struct{ Entries []any }
			if err := json.Unmarshal(out.Bytes(), &v); err != nil || len(v.Entries) != 2 {
				t.Error(v, err)
			}
		}
		// What stands before a fault is shown.
		r = sure(NewStatisticsReader(bytes.NewReader(b.Bytes()[:b.Len()-1]), ReadOptions{}))
		var part bytes.Buffer
		is(t, name, DumpStatistics(&part, format, r.Header(), r.Entries()), ErrTruncated)
		if part.Len() >= out.Len() || part.Len() < out.Len()/2 {
			t.Errorf("%s: %s", name, part.Bytes())
		}
		r = sure(NewStatisticsReader(bytes.NewReader(b.Bytes()), ReadOptions{}))
		is(t, name, DumpStatistics(&flakyFile{take: func(int) int { return 0 }}, format, r.Header(), r.Entries()), ErrWrite)
	}
	_, err := ParseFormat("xml")
	is(t, "format", err, ErrInvalidArgument)
	r := sure(NewStatisticsReader(bytes.NewReader(b.Bytes()), ReadOptions{}))
	is(t, "format", DumpStatistics(io.Discard, 9, r.Header(), r.Entries()), ErrInvalidArgument)
	f := sure(OpenStatistics(bytes.NewReader(b.Bytes()), int64(b.Len()), ReadOptions{}))
	_, err = CutStatistics(&flakyFile{take: func(int) int { return 3 }}, f, BeginningOfTime, EndOfTime)
	is(t, "cut", err, ErrWrite)
}

func TestEntryConversions(t *testing.T) {
	e := Entry{
		types: []ValueType{TypeUint64, TypeDouble, TypeDouble, TypeFloat, TypeInt32},
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
