package stat

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// stringGroup begins a group with a string between two numbers.
func stringGroup(t *testing.T, w interface{ Write([]byte) (int, error) }, o Options) *Writer {
	t.Helper()
	o.Strings, o.MaxAge = true, -1
	s := hdtest.Sure(NewWriter(w, hdtest.HostA(t), "G", o))
	hdtest.ExpectOK(t, s.AddValue(Value{Name: "n", Type: TypeInt32}))
	hdtest.ExpectOK(t, s.AddValue(Value{Name: "s", Type: TypeString}))
	hdtest.ExpectOK(t, s.AddValue(Value{Name: "d", Type: TypeDouble}))
	hdtest.ExpectOK(t, s.CommitAt(100*hdtrace.Second))
	hdtest.Sure(s.Enable())
	return s
}

func writeStringEntry(s *Writer, i int, text string) error {
	return errors.Join(s.WriteInt32(int32(i)), s.WriteString(text), s.WriteDouble(float64(i)/2))
}

// Strings are written as the Java reader reads them: a length of 16 bits, and the bytes.
func TestStringsWritten(t *testing.T) {
	texts := []string{"", "a", "Grüße\n<&>", strings.Repeat("x", MaxString), "end", ""}
	var b bytes.Buffer
	now := 100 * hdtrace.Second
	s := stringGroup(t, &b, Options{Gaps: GapFiller, Buffer: 64, Clock: func() hdtrace.Epoch { now += hdtrace.Second; return now }})
	for i, text := range texts {
		hdtest.ExpectOK(t, writeStringEntry(s, i, text))
	}
	hdtest.ExpectOK(t, s.WriteInt32(9))
	hdtest.Is(t, "number for a string", s.WriteDouble(9), hdtrace.ErrEntryState)
	hdtest.Is(t, "long string", s.WriteString(strings.Repeat("x", MaxString+1)), hdtrace.ErrInvalidArgument)
	hdtest.ExpectOK(t, s.WriteString("nine"))
	hdtest.Is(t, "string for a number", s.WriteString("x"), hdtrace.ErrEntryState)
	hdtest.ExpectOK(t, s.WriteDouble(4.5))
	hdtest.Is(t, "whole entry", s.WriteEntry(now, Int32(1), Double(1), Double(1)), hdtrace.ErrEntryState)
	hdtest.Is(t, "raw entry", s.WriteRaw(now, make([]byte, 14)), hdtrace.ErrEntryState)
	hdtest.Sure(s.Disable())
	hdtest.Sure(s.Enable()) // a filler
	hdtest.ExpectOK(t, s.Close())

	if !bytes.Contains(b.Bytes(), append([]byte{0, 0, 0, 4, 0, 3}, "end"...)) {
		t.Error("the form of a string is another")
	}
	r := hdtest.Sure(NewReader(bytes.NewReader(b.Bytes()), hdtrace.ReadOptions{}))
	want := append(texts, "nine", "")
	i := 0
	for e, err := range r.Entries() {
		hdtest.ExpectOK(t, err)
		if i == len(want) || e.Text(1) != want[i] {
			t.Fatalf("entry %d: %.40q", i, e.Text(1))
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d entries, want %d", i, len(want))
	}
	findings := check("x.stat", bytes.NewReader(b.Bytes()), int64(b.Len()))
	if text := hdtest.Texts(findings); len(findings) != 1 || !strings.Contains(text, "refused (the C tools): value \"s\" is STRING") {
		t.Errorf("%v", findings)
	}
}

// A write that fails anywhere in entries of many lengths leaves whole ones.
func TestStringsTorn(t *testing.T) {
	for room := range 700 {
		f := &hdtest.FlakyFile{Take: func(n int) int { return n }}
		left := room
		f.Take = func(n int) int { n = min(n, left); left -= n; return n }
		s := stringGroup(t, f, Options{Buffer: -1})
		for i := range 12 {
			if writeStringEntry(s, i, strings.Repeat("y", i*3%17)) != nil {
				break
			}
		}
		err := s.Close()
		if len(f.Data) == 0 {
			continue
		}
		r, fault := NewReader(bytes.NewReader(f.Data), hdtrace.ReadOptions{})
		if fault != nil {
			t.Fatalf("%d bytes: %v (%v)", room, fault, err)
		}
		for _, fault := range r.Entries() {
			if fault != nil {
				t.Fatalf("%d bytes: %v (%v)", room, fault, err)
			}
		}
	}
}

// What HDTrace's macros do: values in memory become those of the file.
func TestOrderBytes(t *testing.T) {
	data := binary.NativeEndian.AppendUint32(nil, 0x01020304)
	data = binary.NativeEndian.AppendUint64(data, math.Float64bits(1.5))
	data = binary.NativeEndian.AppendUint32(data, math.Float32bits(-2))
	data = binary.NativeEndian.AppendUint64(data, 0x1122334455667788)
	types := []Type{TypeInt32, TypeDouble, TypeFloat, TypeInt64}
	hdtest.ExpectOK(t, OrderBytes(data, types...))
	want := []byte{1, 2, 3, 4, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88}
	if !bytes.Equal(data, want) {
		t.Errorf("% x, want % x", data, want)
	}
	hdtest.Is(t, "too few", OrderBytes(data[1:], types...), hdtrace.ErrUnexpectedValue)
	hdtest.Is(t, "a string", OrderBytes(data, TypeString), hdtrace.ErrUnexpectedValue)
}
