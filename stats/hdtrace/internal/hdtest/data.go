package hdtest

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// Verdicts is the table of what the real readers say of the acceptance files.
func Verdicts(t *testing.T, kind string) map[string][]string {
	t.Helper()
	rows := map[string][]string{}
	for i, line := range strings.Split(strings.TrimSpace(string(ReadFile(t, filepath.Join(RealData(t), "acceptance", kind, "RESULTS.tsv")))), "\n") {
		if fields := strings.Split(line, "\t"); i > 0 {
			rows[fields[0]] = fields
		}
	}
	return rows
}

func RefusedBy(findings []hdtrace.Finding, reader hdtrace.Readers) bool {
	for _, f := range findings {
		if f.Severity == finding.Refused && f.Readers&reader != 0 {
			return true
		}
	}
	return false
}

// WithHeader is a file with a header that is given, and a binary part.
func WithHeader(header string, data ...byte) []byte {
	return append(fmt.Appendf(nil, "%05d\n%s", len(header), header), data...)
}

// CheckVerdict compares with a line of RESULTS.tsv: "OK" and the records, or "ERROR", what was wrong, and
// after how many records, which may follow.
func CheckVerdict(t *testing.T, want string, got []string, err error) {
	t.Helper()
	if message, isError := strings.CutPrefix(want, "ERROR "); isError {
		var format *hdtrace.FormatError
		if !errors.As(err, &format) || format.Line < 1 || format.Offset < 0 {
			t.Errorf("error %v, expected a FormatError with its place, for %s", err, want)
		}
		_, after, _ := strings.Cut(message, "(after ")
		number, records, _ := strings.Cut(after, ")")
		if after != "" && (number != fmt.Sprint(len(got)) || strings.TrimSpace(records) != strings.Join(got, " ")) {
			t.Errorf("after %d records %s, expected %s", len(got), got, want)
		}
		return
	}
	if err != nil {
		t.Errorf("%v, expected %s", err, want)
	}
	if verdict := fmt.Sprintf("OK n=%d %s", len(got), strings.Join(got, " ")); strings.TrimSpace(verdict) != want {
		t.Errorf("got  %s\nwant %s", verdict, want)
	}
}

// TraceFilesOf is the names of the files of a kind, from the directory on.
func TraceFilesOf(t testing.TB, folder, extension string) []string {
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

// ManifestCounts says how many entries the Java reader finds in the files.
func ManifestCounts(t testing.TB, folder string) map[string]int {
	t.Helper()
	counts := make(map[string]int)
	for _, line := range strings.Split(string(ReadFile(t, filepath.Join(folder, "MANIFEST.tsv"))), "\n") {
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

func FirstDifference(got, want []byte) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	around := func(b []byte) string { return strconv.Quote(string(b[max(0, i-60):min(len(b), i+60)])) }
	return "got\n" + around(got) + ", want\n" + around(want)
}

const DumpedTrace = `<Program timeAdjustment='1000.5' processorSpeedinMHZ='2445' processorModelName='AMD EPYC'>
<Init  time='0.649181' end='0.649181'/>
<Nested>
	<Inner a='x "y"'  time='1.000002' end='1.5'/>
	<Event name='a mark' n='1' time='1.75'><D k='v'>text<E/></D></Event>
</Nested>
<Outer cid='0' name='data.bin'  time='0.9' end='2.123456789'>t</Outer>
<Wait  time='3' end='4'><For rid='3'/><Nested><Barrier  time='3.1' end='3.2'/></Nested></Wait>
</Program>
`

const DumpedRelations = `<relation version="1" hostID="vm" localToken="560" topologyNumber="2" timeAdjustment="1000">
<rel t="0" time="0.1"/><s name="server op" t="0" time="0.2"/><s name="disk" t="0" time="0.3" offset="0"/><e t="0" time="0.4" size="5"><D a='5'/></e>
<rel t="1" time="0.5" r="vm:560:0:0"/><e t="0" time="0.6"/><un t="0" time="0.7"/><un t="1" time="0.8"/></relation>
`

var DumpNames = map[hdtrace.Format]string{hdtrace.FormatText: "txt", hdtrace.FormatCSV: "csv", hdtrace.FormatJSON: "json"}
