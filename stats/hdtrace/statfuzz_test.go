package hdtrace

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/internal/corpus"
)

// FuzzStatistics reads any bytes in all ways. Ways that should agree do, and what is repaired is accepted.
func FuzzStatistics(f *testing.F) {
	f.Add(sample(f, 3, StatisticsOptions{}))
	f.Add(sample(f, 0, StatisticsOptions{}))
	f.Add(withHeader("<S><Group timestampDatatype='INT32' timeResulution='Milliseconds'><V type='STRING'/></Group></S>", make([]byte, 20)...))
	f.Add(withHeader("<S><TopologyNode><Label value='a'><Label value='b'/></Label></TopologyNode><Group name='G' timeAdjustment='-1.5'><V name='a' type='UINT64'/></Group></S>", make([]byte, 40)...))
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../shared/data/hdtrace", "acceptance/stat/*.stat", "generated/*/*.stat")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, strict, fault := entriesOf(data, ReadOptions{})
		_, tolerant, err := entriesOf(data, ReadOptions{Tolerant: true})
		if len(strict) != len(tolerant) || err != nil && len(tolerant) > 0 {
			t.Fatalf("strict %d entries, tolerant %d, %v", len(strict), len(tolerant), err)
		}
		last := BeginningOfTime
		for _, e := range strict {
			if e.Start > e.End || e.Start < last {
				t.Fatalf("%v..%v after %v", e.Start, e.End, last)
			}
			last = e.End
		}
		if file, err := OpenStatistics(bytes.NewReader(data), int64(len(data)), ReadOptions{}); err == nil {
			n := 0
			for _, err = range file.Range(BeginningOfTime, EndOfTime) {
				if err != nil {
					break
				}
				n++
			}
			if n != len(strict) || (err == nil) != (fault == nil) {
				t.Fatalf("a range of all time has %d entries and %v, reading has %d and %v", n, err, len(strict), fault)
			}
			_, _, _ = file.Search(5 * second)
			_, _ = file.End()
			var cut bytes.Buffer
			if k, err := CutStatistics(&cut, file, BeginningOfTime, EndOfTime); err == nil && k > 0 {
				if _, again, err := entriesOf(cut.Bytes(), ReadOptions{}); err != nil || len(again) != n {
					t.Fatalf("cut has %d entries and %v, the file has %d", len(again), err, n)
				}
			}
		}
		if r, err := NewStatisticsReader(bytes.NewReader(data), ReadOptions{}); err == nil {
			_ = DumpStatistics(io.Discard, FormatJSON, r.Header(), r.Entries())
		}
		fuzzRepair(t, "P_h_G.stat", data)
	})
}

// fuzzRepair checks that a repair leads to a file that needs none, and that readers do not refuse.
func fuzzRepair(t *testing.T, name string, data []byte) {
	k := kinds[filepath.Ext(name)]
	k.check(name, bytes.NewReader(data), int64(len(data)))
	fix, ok := k.fix(name, bytes.NewReader(data), int64(len(data)))
	if !ok || fix.Remove || fix.Left {
		return
	}
	mended := applyFix(data, &fix)
	if h, _, _ := entriesOf(data, ReadOptions{}); h != nil && !h.Initial {
		return // of two entries without an initial timestamp one cannot tell what the third would
	}
	if again, ok := k.fix(name, bytes.NewReader(mended), int64(len(mended))); ok {
		t.Fatalf("%v, and after it %v", fix, again)
	}
}

// applyFix does to bytes what Repair does to a file.
func applyFix(data []byte, fix *Fix) []byte {
	if fix.rewrite != nil {
		var anew bytes.Buffer
		if err := fix.rewrite(&anew, bytes.NewReader(data)); err != nil {
			panic(err)
		}
		return anew.Bytes()
	}
	data = bytes.Clone(data)
	for _, p := range fix.Patches {
		copy(data[p.Offset:], p.Data)
	}
	return append(data[:fix.Keep], fix.Append...)
}
