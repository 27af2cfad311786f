package trace

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// Whatever a file is, the reader comes to its end, the same in pieces of any size; errors have their place;
// what the repair makes of it can be read, with all that could be read before.
func FuzzTraceReader(f *testing.F) {
	hdtest.AddSeeds(f, ".trc",
		"<Program timeAdjustment='5'>\n<Nested>\n\t<A a='1'  time='1.000000' end='2'/>\n</Nested>\n<S  time='0.5' end='3'>\n\t<For rid='3'>x</For>\n</S>\n<Event name='ev' time='4'/></Program>\n\n",
		"<Program><S time='1' end='2'><For/><Nested><A time='1' end='2'/><S2 time='1' end='2'><D/><Nested><A time='1' end='2'/>",
		"<?xml version='1.0' encoding='ISO-8859-1'?><!-- c --><Program><S time='1s' end='2ms' a='&#65;\xe4'/><![CDATA[x]]></Program>")
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../../shared/data/hdtrace", "generated/*/*.trc", "acceptance/trc-rel/*.trc")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, list, err := readTrace(data, hdtrace.ReadOptions{})
		hdtest.CheckFault(t, data, err)
		r, err2 := NewReader(iotest.OneByteReader(bytes.NewReader(data)), hdtrace.ReadOptions{Tolerant: true})
		n := 0
		for err2 == nil {
			var record *Record
			if record, err2 = r.Next(); err2 == nil {
				if n < len(list) && !sameRecord(record, list[n]) {
					t.Fatalf("record %d: %+v, in single bytes %+v", n, *list[n], *record)
				}
				n++
			}
		}
		if r != nil && err2 != io.EOF || n != len(list) {
			t.Fatalf("%d records and %v, in single bytes %d and %v", len(list), err, n, err2)
		}
		check("x", bytes.NewReader(data), int64(len(data)))
		mended := mendTrace(t, data)
		if len(mended) == 0 || bytes.Equal(mended, data) {
			return
		}
		_, after, err := readTrace(mended, hdtrace.ReadOptions{})
		if err != nil || len(after) < len(list) {
			t.Fatalf("%v, %d of %d records\n%s", err, len(after), len(list), mended)
		}
		var dump bytes.Buffer
		for _, format := range []hdtrace.Format{hdtrace.FormatText, hdtrace.FormatCSV, hdtrace.FormatJSON} {
			r, err := NewReader(bytes.NewReader(mended), hdtrace.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := Dump(&dump, format, r.Header(), r.Records()); err != nil {
				t.Fatal(err)
			}
		}
	})
}
