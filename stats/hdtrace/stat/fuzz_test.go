package stat

import (
	"bytes"
	"io"
	"testing"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// FuzzStatistics reads any bytes in all ways. Ways that should agree do, and what is repaired is accepted.
func FuzzStatistics(f *testing.F) {
	f.Add(sample(f, 3, Options{}))
	f.Add(sample(f, 0, Options{}))
	f.Add(hdtest.WithHeader("<S><Group timestampDatatype='INT32' timeResulution='Milliseconds'><V type='STRING'/></Group></S>", make([]byte, 20)...))
	f.Add(hdtest.WithHeader("<S><TopologyNode><Label value='a'><Label value='b'/></Label></TopologyNode><Group name='G' timeAdjustment='-1.5'><V name='a' type='UINT64'/></Group></S>", make([]byte, 40)...))
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../../shared/data/hdtrace", "acceptance/stat/*.stat", "generated/*/*.stat")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, strict, fault := entriesOf(data, hdtrace.ReadOptions{})
		_, tolerant, err := entriesOf(data, hdtrace.ReadOptions{Tolerant: true})
		if len(strict) != len(tolerant) || err != nil && len(tolerant) > 0 {
			t.Fatalf("strict %d entries, tolerant %d, %v", len(strict), len(tolerant), err)
		}
		last := hdtrace.BeginningOfTime
		for _, e := range strict {
			if e.Start > e.End || e.Start < last {
				t.Fatalf("%v..%v after %v", e.Start, e.End, last)
			}
			last = e.End
		}
		if file, err := Open(bytes.NewReader(data), int64(len(data)), hdtrace.ReadOptions{}); err == nil {
			n := 0
			for _, err = range file.Range(hdtrace.BeginningOfTime, hdtrace.EndOfTime) {
				if err != nil {
					break
				}
				n++
			}
			if n != len(strict) || (err == nil) != (fault == nil) {
				t.Fatalf("a range of all time has %d entries and %v, reading has %d and %v", n, err, len(strict), fault)
			}
			_, _, _ = file.Search(5 * hdtrace.Second)
			_, _ = file.End()
			var cut bytes.Buffer
			if k, err := Cut(&cut, file, hdtrace.BeginningOfTime, hdtrace.EndOfTime); err == nil && k > 0 {
				if _, again, err := entriesOf(cut.Bytes(), hdtrace.ReadOptions{}); err != nil || len(again) != n {
					t.Fatalf("cut has %d entries and %v, the file has %d", len(again), err, n)
				}
			}
		}
		if r, err := NewReader(bytes.NewReader(data), hdtrace.ReadOptions{}); err == nil {
			_ = Dump(io.Discard, hdtrace.FormatJSON, r.Header(), r.Entries())
		}
		if h, _, _ := entriesOf(data, hdtrace.ReadOptions{}); h != nil && !h.Initial {
			return // of two entries without an initial timestamp one cannot tell what the third would
		}
		hdtest.RepairedOnce(t, "P_h_G.stat", data, check, planRepair)
	})
}
