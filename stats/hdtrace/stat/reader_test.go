package stat

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// All files of real programs have as many entries as the Java reader finds.
func TestStatisticsFilesOfRealPrograms(t *testing.T) {
	counts := 0
	for file, want := range hdtest.ManifestCounts(t, hdtest.RealData(t)) {
		if filepath.Ext(file) != naming.ExtStatistics {
			continue
		}
		counts++
		data := hdtest.ReadFile(t, file)
		h, list, err := entriesOf(data, hdtrace.ReadOptions{Name: filepath.Base(file)})
		if err != nil || len(list) != want || !h.Initial {
			t.Errorf("%s: %d entries, expected %d: %v", file, len(list), want, err)
		}
		f := hdtest.Sure(Open(bytes.NewReader(data), int64(len(data)), hdtrace.ReadOptions{}))
		if n, ok := f.Len(); !ok || n != int64(want) {
			t.Errorf("%s: %d entries by its size, expected %d", file, n, want)
		}
		var cut bytes.Buffer
		if n, err := Cut(&cut, f, hdtrace.BeginningOfTime, hdtrace.EndOfTime); err != nil || n != int64(want) || !bytes.Equal(cut.Bytes(), data) {
			t.Errorf("%s: cut to all of it: %d entries, %v, %s", file, n, err, hdtest.FirstDifference(cut.Bytes(), data))
		}
	}
	if counts < 15 {
		t.Errorf("only %d files", counts)
	}
}

// better is where this reader deliberately reads what the Java reader does not, or reads it rightly; the
// checker tells what that makes of it.
var better = map[string]string{
	"02_marker_4x_FF.stat":    "n=2 [1247806573.000000000..1247806574.000000000 1] [1247806673.000000000..1247806674.000000000 2]",
	"04_marker_0000FFFF.stat": "n=2 [1247806573.000000000..1247806574.000000000 1] [1247806673.000000000..1247806674.000000000 2]",
	"22_type_UINT64.stat":     "n=1 [1247806573.000000000..1247806574.000000000 5]",
	// 0.0000000001 seconds are no nanosecond.
	"18_timeAdj_10digits.stat": "n=2 [1247806573.000000000..1247806574.000000000 1] [1247806574.000000000..1247806575.000000000 2]",
}

func TestStatisticsVerdicts(t *testing.T) {
	for file, row := range hdtest.Verdicts(t, "stat") {
		data := hdtest.ReadFile(t, filepath.Join(hdtest.RealData(t), "acceptance/stat", file))
		_, list, err := entriesOf(data, hdtrace.ReadOptions{Name: file})
		got := "n=" + strconv.Itoa(len(list))
		for _, e := range list {
			got += fmt.Sprintf(" [%v..%v", e.Start, e.End)
			for i := range e.Len() {
				got += " " + e.Text(i)
			}
			got += "]"
		}
		want, ok := strings.CutPrefix(row[1], "OK ")
		if ours, is := better[file]; is {
			want, ok = ours, true
		}
		if ok && (err != nil || got != want) {
			t.Errorf("%s: %s, %v, expected %s", file, got, err, want)
		}
		if !ok {
			checkRefusal(t, file, row[1], list, err)
		}
		findings := check(file, bytes.NewReader(data), int64(len(data)))
		// The reader takes a file without entries, the viewer does not.
		java := strings.HasPrefix(row[1], "OK ")
		if refuses := hdtest.RefusedBy(findings, hdtrace.Java); refuses == java && file != "38_group_name_missing.stat" {
			t.Errorf("%s: the checker says that the Java reader refuses it: %v; it said %s\n%s", file, refuses, row[1], hdtest.Texts(findings))
		}
	}
}

// checkRefusal compares an error with that of the Java reader: of its kind, and after as many entries.
func checkRefusal(t *testing.T, file, java string, list []*Entry, err error) {
	t.Helper()
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || fault.File != file {
		t.Errorf("%s: %v, expected an error that names the place", file, err)
		return
	}
	if m := regexp.MustCompile(`\(after (\d+) entries\)`).FindStringSubmatch(java); m != nil && m[1] != strconv.Itoa(len(list)) {
		t.Errorf("%s: after %d entries, expected %s", file, len(list), m[1])
	}
	kind := hdtrace.ErrSyntax
	switch {
	case strings.Contains(java, "earlier"):
		kind = hdtrace.ErrBackwards
	case strings.Contains(java, "EOF"), strings.Contains(java, "Read expected"):
		kind = hdtrace.ErrTruncated
	}
	hdtest.Is(t, file, err, kind)
}

// A tolerant reader gives what stands before the fault, and tells of it afterwards.
func TestStatisticsTolerant(t *testing.T) {
	for file, row := range hdtest.Verdicts(t, "stat") {
		data := hdtest.ReadFile(t, filepath.Join(hdtest.RealData(t), "acceptance/stat", file))
		_, strict, fault := entriesOf(data, hdtrace.ReadOptions{})
		r, err := NewReader(bytes.NewReader(data), hdtrace.ReadOptions{Tolerant: true})
		if err != nil {
			if len(strict) > 0 {
				t.Errorf("%s: %v, expected %d entries", file, err, len(strict))
			}
			continue
		}
		n := 0
		for _, err := range r.Entries() {
			if err != nil {
				t.Error(file, err)
			}
			n++
		}
		if n != len(strict) || (fault == nil) != (r.Fault() == nil) {
			t.Errorf("%s: %d entries and the fault %v, the strict reader has %d and %v (%s)", file, n, r.Fault(), len(strict), fault, row[1])
		}
	}
}

// sampleBegin is when the first entry of a sample ends.
const sampleBegin = 1800000000 * hdtrace.Second

// sample is a file with one INT32, one DOUBLE and n entries, a second apart.
func sample(t testing.TB, n int, options Options) []byte {
	t.Helper()
	var b bytes.Buffer
	options.MaxAge = -1
	now := sampleBegin - hdtrace.Second
	options.Clock = func() hdtrace.Epoch { return now }
	s := hdtest.Sure(Start(&b, hdtest.HostA(t), "G", []Value{{Name: "n", Type: TypeInt32}, {Name: "d", Type: TypeDouble}}, options))
	for i := range n {
		if err := s.WriteEntry(sampleBegin+hdtrace.Epoch(i)*hdtrace.Second, Int32(int32(i)), Double(float64(i)/2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The library of May 2009 wrote no initial timestamp. Its files are told by the times of their entries.
func TestWithoutInitialTimestamp(t *testing.T) {
	for n := 1; n < 5; n++ {
		data := sample(t, n, Options{})
		h, _, _ := entriesOf(data, hdtrace.ReadOptions{})
		old := append(bytes.Clone(data[:h.Size()]), data[h.Size()+8:]...)
		h, list, err := entriesOf(old, hdtrace.ReadOptions{})
		if err != nil || len(list) != n || h.Initial {
			t.Fatalf("%d entries, %v, initial timestamp %v, expected %d entries without", len(list), err, h.Initial, n)
		}
		if list[0].Start != list[0].End || n > 1 && list[1].Start != list[0].End {
			t.Errorf("%v..%v: the first entry has no beginning", list[0].Start, list[0].End)
		}
		findings := check("f.stat", bytes.NewReader(old), int64(len(old)))
		if !hdtest.RefusedBy(findings, hdtrace.Java|hdtrace.Sunshot) {
			t.Errorf("the checker accepts it: %v", findings)
		}
		f := hdtest.Sure(Open(bytes.NewReader(old), int64(len(old)), hdtrace.ReadOptions{}))
		var cut bytes.Buffer
		if k, err := Cut(&cut, f, hdtrace.BeginningOfTime, hdtrace.EndOfTime); k != int64(n) || err != nil {
			t.Error(k, err)
		}
		acceptedFile(t, "f.stat", cut.Bytes()) // it has one now
		if len(old) > h.Size()+40 {
			if k, _, err := f.Search(sampleBegin); k != 1 || err != nil {
				t.Error(k, err)
			}
		}
	}
}

// All forms that the thesis' marker may be thought to have are read.
func TestRestartMarkers(t *testing.T) {
	h, _, _ := entriesOf(sample(t, 1, Options{}), hdtrace.ReadOptions{})
	at := h.Size() + 8 + h.EntrySize()
	data := sample(t, 3, Options{})
	stamp := appendStamp(nil, sampleBegin+1)
	for _, marker := range [][]byte{{0xFF, 0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}, bytes.Repeat([]byte{0xFF}, 8), {0, 0, 0xFF, 0xFF}} {
		restart := append(bytes.Clone(marker), stamp...)
		marked := append(append(bytes.Clone(data[:at]), restart...), data[at:]...)
		_, list, err := entriesOf(marked, hdtrace.ReadOptions{})
		if err != nil || len(list) != 3 || !list[1].Restarted || list[1].Start != sampleBegin+1 || list[2].Restarted {
			t.Errorf("marker %x: %d entries, %v", marker, len(list), err)
		}
		// A file may end with a marker.
		_, list, err = entriesOf(append(bytes.Clone(data[:at]), marker...), hdtrace.ReadOptions{})
		if err != nil || len(list) != 1 {
			t.Errorf("marker %x at the end: %d entries, %v", marker, len(list), err)
		}
		// Or within one.
		for n := 1; n < 8; n++ {
			_, list, err = entriesOf(append(bytes.Clone(data[:at]), restart[:len(marker)+n]...), hdtrace.ReadOptions{})
			if len(list) != 1 {
				t.Errorf("marker %x: %d entries", marker, len(list))
			}
			hdtest.Is(t, "cut within the timestamp of a marker", err, hdtrace.ErrTruncated)
		}
		f := hdtest.Sure(Open(bytes.NewReader(marked), int64(len(marked)), hdtrace.ReadOptions{}))
		f.small = false
		n := 0
		for e, err := range f.Range(sampleBegin, hdtrace.EndOfTime) {
			if err != nil || e.Int(0) != int64(n+1) {
				t.Errorf("marker %x: entry %v after the first, %v", marker, e, err)
			}
			n++
		}
		if n != 2 {
			t.Errorf("marker %x: %d entries after the first", marker, n)
		}
		if end, err := f.End(); end != sampleBegin+2*hdtrace.Second || err != nil {
			t.Errorf("marker %x: end %v, %v", marker, end, err)
		}
		var cut bytes.Buffer
		if k, err := Cut(&cut, f, hdtrace.BeginningOfTime, hdtrace.EndOfTime); k != 3 || err != nil {
			t.Error(k, err)
		}
		if _, list, err := entriesOf(cut.Bytes(), hdtrace.ReadOptions{}); err != nil || len(list) != 3 || !list[1].Restarted {
			t.Errorf("marker %x: after a cut %d entries, %v", marker, len(list), err)
		}
	}
}

func TestHeaderForms(t *testing.T) {
	stamps := append(appendStamp(nil, hdtrace.Second), appendStamp(nil, 2*hdtrace.Second)...)
	entry := append(stamps, 0, 0, 0, 7)
	for what, c := range map[string]struct {
		data []byte
		want string // or the text of the error
	}{
		"no values":      {hdtest.WithHeader("<S><Group name='G'></Group></S>", stamps...), "G []: "},
		"lower case":     {hdtest.WithHeader("<s><group name='g'><x name='a' type='int32'/></group></s>", entry...), "g [{a INT32  }]: 7 "},
		"declaration":    {hdtest.WithHeader("<?xml version='1.0' encoding='ISO-8859-1'?><!-- c --><S><Group><x type='FLOAT' unit='&lt;'/></Group></S>", entry...), " [{ FLOAT < }]: 1e-44 "},
		"two groups":     {hdtest.WithHeader("<S><Group name='G'><V name='a' type='INT32'/></Group><Group name='H'><V type='DOUBLE'/></Group></S>", entry...), "G [{a INT32  }]: 7 "},
		"inner values":   {hdtest.WithHeader("<S><Group name='G'><V name='a' type='INT32'><W type='x'/></V></Group></S>", entry...), "G [{a INT32  }]: 7 "},
		"latin-1":        {hdtest.WithHeader("<S><Group name='G'><V name='a' unit='\xb5s' type='INT32'/></Group></S>", entry...), "G [{a INT32 µs }]: 7 "},
		"text before":    {hdtest.WithHeader("x<S><Group name='G'></Group></S>", stamps...), `"x" outside of the root`},
		"two roots":      {hdtest.WithHeader("<S><Group name='G'></Group></S><S/>", stamps...), "a second root"},
		"attribute":      {hdtest.WithHeader("<S><Group name='G' name='H'></Group></S>", stamps...), "twice"},
		"no blank":       {hdtest.WithHeader("<S><Group a='1'name='G'></Group></S>", stamps...), "expected a blank before it"},
		"no XML":         {hdtest.WithHeader("<S><Group name='G'></S>", stamps...), "no XML"},
		"no root":        {hdtest.WithHeader("", stamps...), "no XML element"},
		"no type":        {hdtest.WithHeader("<S><Group><V name='a'/></Group></S>", entry...), "has no type"},
		"EPOCH value":    {hdtest.WithHeader("<S><Group><V name='a' type='EPOCH'/></Group></S>", entry...), "has type"},
		"FLOAT stamps":   {hdtest.WithHeader("<S><Group timestampDatatype='FLOAT'></Group></S>", stamps...), "expected EPOCH or INT32"},
		"resolution":     {hdtest.WithHeader("<S><Group timeResulution='Years'></Group></S>", stamps...), "timeResulution"},
		"adjustment":     {hdtest.WithHeader("<S><Group timeAdjustment='soon'></Group></S>", stamps...), "timeAdjustment"},
		"far adjustment": {hdtest.WithHeader("<S><Group timeAdjustment='3000000000'></Group></S>", stamps...), "32 bits"},
		"11 decimals":    {hdtest.WithHeader("<S><Group timeAdjustment='0.12345678912'></Group></S>", stamps...), "timeAdjustment"},
		"long":           {[]byte("99999999999999999999\n<S/>"), "has 99999999999999999999 bytes"},
		"too long":       {[]byte("16777217\n<S/>"), "at most 16777216"},
		"no line":        {bytes.Repeat([]byte("1"), 1000), "at most 16777216"},
		"short":          {[]byte("00100\n<S></S>"), "should have 100 bytes"},
		"empty":          {nil, "ends in its first line"},
		"half a length":  {[]byte("0010"), "ends in its first line"},
		"CR and LF":      {append([]byte("31\r\n<S><Group name='G'></Group></S>"), stamps...), "G []: "},
		"no digits":      {[]byte("\n<S/>"), "expected the length"},
	} {
		h, list, err := entriesOf(c.data, hdtrace.ReadOptions{})
		if err != nil {
			var fault *hdtrace.FormatError
			if !strings.Contains(err.Error(), c.want) || !errors.As(err, &fault) {
				t.Errorf("%s: %v, expected %q", what, err, c.want)
			}
			continue
		}
		got := fmt.Sprintf("%s %v: ", h.Group, h.Values)
		for i := range list[0].Len() {
			got += list[0].Text(i) + " "
		}
		if got != c.want || len(list) != 1 {
			t.Errorf("%s: %d entries, %q, expected %q", what, len(list), got, c.want)
		}
	}
}

// Places are those of the file, not of the text that it was decoded to.
func TestHeaderPlaceLatin1(t *testing.T) {
	before := "<S><TopologyNode><Label value='\xe4\xf6\xfc'/></TopologyNode>\n<Group name='G'>"
	_, err := parseHeader([]byte(before+"<V name='a'/></Group></S>"), 6)
	var fault *hdtrace.FormatError
	if !errors.As(err, &fault) || fault.Offset != int64(6+len(before)) || fault.Line != 3 {
		t.Errorf("header: %v, want line 3, byte %d", err, 6+len(before))
	}
}
