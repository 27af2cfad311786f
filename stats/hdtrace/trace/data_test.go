package trace

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// readTrace is all records up to the first fault.
func readTrace(data []byte, options hdtrace.ReadOptions) (h Header, list []*Record, err error) {
	r, err := NewReader(bytes.NewReader(data), options)
	if err != nil {
		return h, nil, err
	}
	for {
		record, err := r.Next()
		if err == io.EOF {
			return r.Header(), list, nil
		}
		if err != nil {
			return r.Header(), list, err
		}
		list = append(list, record.Clone())
	}
}

func TestTraceFilesOfRealPrograms(t *testing.T) {
	folder := hdtest.RealData(t)
	counts := hdtest.ManifestCounts(t, folder)
	found := 0
	for _, name := range append(hdtest.TraceFilesOf(t, filepath.Join(folder, "repo"), ".trc"), hdtest.TraceFilesOf(t, filepath.Join(folder, "generated"), ".trc")...) {
		_, list, err := readTrace(hdtest.ReadFile(t, name), hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Error(err)
		}
		outermost := 0
		for _, r := range list {
			if r.Depth == 0 {
				outermost++
			}
		}
		want, known := counts[name]
		if !known || outermost != want {
			t.Errorf("%s: %d records that none contains, the Java reader has %d", name, outermost, want)
		}
		found++
	}
	if found < 15 {
		t.Errorf("only %d files", found)
	}
}

// The C library's own files come out of the text as they went in.
func TestTraceBytesOfTheCLibrary(t *testing.T) {
	folder := hdtest.RealData(t)
	found := 0
	for _, name := range hdtest.TraceFilesOf(t, folder, ".trc") {
		data := hdtest.ReadFile(t, name)
		indent, of2009 := "\t", bytes.Contains(data, []byte("\n  <"))
		switch {
		case strings.Contains(name, "acceptance"), !bytes.HasPrefix(data, []byte("<Program timeAdjustment='")):
			continue // written by hand, by Java, or by the April of 2009
		case of2009:
			indent = "  "
		}
		h, list, err := readTrace(data, hdtrace.ReadOptions{Name: name})
		if err != nil {
			t.Error(err)
			continue
		}
		x := newText(h, 6, indent, true)
		for _, r := range list {
			x.putRecord(r)
		}
		x.finish()
		if !bytes.Equal(x.buf, data) {
			t.Errorf("%s: %s", name, hdtest.FirstDifference(x.buf, data))
		}
		found++
	}
	if found < 12 {
		t.Errorf("only %d files", found)
	}
}
