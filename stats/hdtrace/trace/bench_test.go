package trace

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// What a state costs, begin and end together, on a file.
func BenchmarkTraceState(b *testing.B) {
	for _, attributes := range []int{0, 2} {
		for _, depth := range []int{1, 4} {
			b.Run(fmt.Sprintf("attributes=%d/depth=%d", attributes, depth), func(b *testing.B) {
				f, err := os.Create(filepath.Join(b.TempDir(), "P_n.trc"))
				if err != nil {
					b.Fatal(err)
				}
				defer f.Close()
				t, err := Start(f, Options{Header: Header{TimeAdjustment: 1700000000 * hdtrace.Second}})
				if err != nil {
					b.Fatal(err)
				}
				at := hdtrace.Epoch(1700000000) * hdtrace.Second
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if i%1000 == 0 {
						f.Truncate(0) // a benchmark is not to fill the disk
					}
					for range depth {
						at += 100
						t.BeginAt(at, "tendencies")
						if attributes > 0 {
							t.Attribute("cid", "0")
							t.Attribute("size", "1048576")
						}
					}
					for range depth {
						at += 100
						t.EndAt(at)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*depth), "ns/state")
				if err := t.Close(); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

func BenchmarkTraceRead(b *testing.B) {
	var file bytes.Buffer
	t, err := Start(&file, Options{Header: Header{TimeAdjustment: 1700000000 * hdtrace.Second}, MaxAge: -1})
	if err != nil {
		b.Fatal(err)
	}
	at := hdtrace.Epoch(1700000000) * hdtrace.Second
	for range 100000 {
		at += 1000
		t.BeginAt(at, "Sendrecv")
		t.Attribute("size", "255")
		t.Attribute("toRank", "4")
		t.Attribute("fromRank", "3")
		at += 1000
		t.EndAt(at)
	}
	if err := t.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(file.Bytes()), hdtrace.ReadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			if _, err := r.Next(); err != nil {
				if err != io.EOF {
					b.Fatal(err)
				}
				break
			}
			n++
		}
		if n != 100000 {
			b.Fatal(n)
		}
	}
}
