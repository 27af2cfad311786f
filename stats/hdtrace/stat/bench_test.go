package stat

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// BenchmarkFigures prints what the package promises; these are for work on the code.

func eightDoubles() []Value {
	values := make([]Value, 8)
	for i := range values {
		values[i] = Value{Name: fmt.Sprint("v", i), Type: TypeDouble, Unit: "s", Grouping: "T"}
	}
	return values
}

func benchmarkEntries(b *testing.B, w io.Writer, o Options, entry func(s *Writer, t hdtrace.Epoch) error) {
	o.Clock = func() hdtrace.Epoch { return sampleBegin }
	s := hdtest.Sure(Start(w, hdtest.HostA(b), "Timers", eightDoubles(), o))
	b.SetBytes(72)
	b.ReportAllocs()
	t := sampleBegin
	for b.Loop() {
		t++
		if err := entry(s, t); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkWriteDoubles(b *testing.B) {
	benchmarkEntries(b, io.Discard, Options{}, func(s *Writer, t hdtrace.Epoch) error {
		return s.WriteDoubles(t, 1, 2, 3, 4, 5, 6, 7, 8)
	})
}

func BenchmarkWriteEntry(b *testing.B) {
	benchmarkEntries(b, io.Discard, Options{}, func(s *Writer, t hdtrace.Epoch) error {
		return s.WriteEntry(t, Double(1), Double(2), Double(3), Double(4), Double(5), Double(6), Double(7), Double(8))
	})
}

func BenchmarkWriteValues(b *testing.B) {
	benchmarkEntries(b, io.Discard, Options{}, func(s *Writer, _ hdtrace.Epoch) error {
		for range 7 {
			if err := s.WriteDouble(1); err != nil {
				return err
			}
		}
		return s.WriteDouble(1)
	})
}

// An entry with a write(2) of its own, as the C library has it.
func BenchmarkWriteUnbuffered(b *testing.B) {
	f := hdtest.Sure(os.Create(filepath.Join(b.TempDir(), "f.stat")))
	defer f.Close()
	benchmarkEntries(b, f, Options{Buffer: 1}, func(s *Writer, t hdtrace.Epoch) error {
		return s.WriteDoubles(t, 1, 2, 3, 4, 5, 6, 7, 8)
	})
}

func BenchmarkReadStatistics(b *testing.B) {
	var file bytes.Buffer
	s := hdtest.Sure(Start(&file, hdtest.HostA(b), "Timers", eightDoubles(), Options{Clock: func() hdtrace.Epoch { return sampleBegin }}))
	for i := range 100000 {
		if err := s.WriteDoubles(sampleBegin+hdtrace.Epoch(i), 1, 2, 3, 4, 5, 6, 7, 8); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r := hdtest.Sure(NewReader(bytes.NewReader(file.Bytes()), hdtrace.ReadOptions{}))
		for _, err := range r.Entries() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkCheckStatistics(b *testing.B) {
	data := sample(b, 100000, Options{})
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if findings := check("f.stat", bytes.NewReader(data), int64(len(data))); len(findings) > 0 {
			b.Fatal(findings)
		}
	}
}
