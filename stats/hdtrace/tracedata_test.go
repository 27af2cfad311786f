package hdtrace

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// traceFilesOf is the names of the files of a kind, from the folder on.
func traceFilesOf(t testing.TB, folder, extension string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == extension {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatal(folder, extension, len(names), err)
	}
	return names
}

// readTrace is all records up to the first fault.
func readTrace(data []byte, options ReadOptions) (h TraceHeader, list []*TraceRecord, err error) {
	r, err := NewTraceReader(bytes.NewReader(data), options)
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

// manifestCounts says how many entries the Java reader finds in the files.
func manifestCounts(t testing.TB, folder string) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	for _, line := range strings.Split(string(readFile(t, filepath.Join(folder, "MANIFEST.tsv"))), "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) == 4 {
			if n, ok := strings.CutPrefix(fields[3], "OK n="); ok {
				count, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(line, err)
				}
				counts[filepath.Join(folder, fields[0])] = count
			}
		}
	}
	return counts
}

func TestTraceFilesOfRealPrograms(t *testing.T) {
	folder := realData(t)
	counts := manifestCounts(t, folder)
	found := 0
	for _, name := range append(traceFilesOf(t, filepath.Join(folder, "repo"), ".trc"), traceFilesOf(t, filepath.Join(folder, "generated"), ".trc")...) {
		_, list, err := readTrace(readFile(t, name), ReadOptions{Name: name})
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
	folder := realData(t)
	found := 0
	for _, name := range traceFilesOf(t, folder, ".trc") {
		data := readFile(t, name)
		indent, of2009 := "\t", bytes.Contains(data, []byte("\n  <"))
		switch {
		case strings.Contains(name, "acceptance"), !bytes.HasPrefix(data, []byte("<Program timeAdjustment='")):
			continue // written by hand, by Java, or by the April of 2009
		case of2009:
			indent = "  "
		}
		h, list, err := readTrace(data, ReadOptions{Name: name})
		if err != nil {
			t.Error(err)
			continue
		}
		x := newTraceText(h, 6, indent, true)
		for _, r := range list {
			x.putRecord(r)
		}
		x.finish()
		if !bytes.Equal(x.buf, data) {
			t.Errorf("%s: %s", name, firstDifference(x.buf, data))
		}
		found++
	}
	if found < 12 {
		t.Errorf("only %d files", found)
	}
}

func firstDifference(got, want []byte) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	around := func(b []byte) string { return strconv.Quote(string(b[max(0, i-60):min(len(b), i+60)])) }
	return "got\n" + around(got) + ", want\n" + around(want)
}
