package hdtrace

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/go-hpc/timers/internal/corpus"
)

// addSeeds adds real files and texts to what a fuzzer begins with.
func addSeeds(f *testing.F, extension string, texts ...string) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	for _, pattern := range []string{"acceptance/trc-rel/*", "generated/*/*", "repo/HDTraceFormat/Example/*"} {
		names, _ := filepath.Glob(filepath.Join("../../../shared/data/hdtrace", pattern+extension))
		for _, name := range names {
			if data, err := os.ReadFile(name); err == nil && len(data) < 4000 {
				f.Add(data)
			}
		}
	}
}

// Whatever a file is, the reader comes to its end, the same in pieces of any size; errors have their place;
// what the repair makes of it can be read, with all that could be read before.
func FuzzTraceReader(f *testing.F) {
	addSeeds(f, ".trc",
		"<Program timeAdjustment='5'>\n<Nested>\n\t<A a='1'  time='1.000000' end='2'/>\n</Nested>\n<S  time='0.5' end='3'>\n\t<For rid='3'>x</For>\n</S>\n<Event name='ev' time='4'/></Program>\n\n",
		"<Program><S time='1' end='2'><For/><Nested><A time='1' end='2'/><S2 time='1' end='2'><D/><Nested><A time='1' end='2'/>",
		"<?xml version='1.0' encoding='ISO-8859-1'?><!-- c --><Program><S time='1s' end='2ms' a='&#65;\xe4'/><![CDATA[x]]></Program>")
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../shared/data/hdtrace", "generated/*/*.trc", "acceptance/trc-rel/*.trc")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, list, err := readTrace(data, ReadOptions{})
		checkFault(t, data, err)
		r, err2 := NewTraceReader(iotest.OneByteReader(bytes.NewReader(data)), ReadOptions{Tolerant: true})
		n := 0
		for err2 == nil {
			if _, err2 = r.Next(); err2 == nil {
				n++
			}
		}
		if r != nil && err2 != io.EOF || n != len(list) {
			t.Fatalf("%d records and %v, in single bytes %d and %v", len(list), err, n, err2)
		}
		checkTrace("x", bytes.NewReader(data), int64(len(data)))
		mended := mendTrace(t, data)
		if len(mended) == 0 || bytes.Equal(mended, data) {
			return
		}
		_, after, err := readTrace(mended, ReadOptions{})
		if err != nil || len(after) < len(list) {
			t.Fatalf("%v, %d of %d records\n%s", err, len(after), len(list), mended)
		}
		var dump bytes.Buffer
		for _, format := range []Format{FormatText, FormatCSV, FormatJSON} {
			r, err := NewTraceReader(bytes.NewReader(mended), ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if err := DumpTrace(&dump, format, r.Header(), r.Records()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// checkFault fails if an error does not say where in the file the fault is.
func checkFault(t *testing.T, data []byte, err error) {
	var format *FormatError
	if err == nil {
		return
	}
	if !errors.As(err, &format) || format.Offset < 0 || format.Offset > int64(len(data)) || format.Line < 1 || format.Line > 1+bytes.Count(data, []byte("\n")) || format.Text == "" {
		t.Fatalf("error %#v", err)
	}
}

func FuzzRelationReader(f *testing.F) {
	addSeeds(f, ".rel",
		"<relation version=\"1\" hostID=\"h\" localToken=\"1\" topologyNumber=\"0\" timeAdjustment=\"100\">\n<rel t=\"0\" time=\"0.1\" r=\"h:1:0:5\"/><s name=\"a\" t=\"0\" time=\"0.2\"/><s name=\"b\" t=\"0\" time=\"0.2\" a='x'/><e t=\"0\" time=\"0.3\"><D>x</D></e>",
		"<relation topologyNumber='1' timeAdjustment='1s'/>")
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../shared/data/hdtrace", "generated/*/*.rel", "acceptance/trc-rel/*.rel")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, list, err := readRelations(data)
		checkFault(t, data, err)
		relations, err2 := assembled(data)
		if (err == nil) != (err2 == nil) {
			t.Fatal(err, err2)
		}
		ended := 0
		for _, r := range list {
			if r.Kind == Destroyed {
				ended++
			}
		}
		if ended != len(relations) {
			t.Fatalf("%d relations, %d tokens ended", len(relations), ended)
		}
		checkRelations("x", bytes.NewReader(data), int64(len(data)))
		mended := mendRelations(data)
		if len(mended) == 0 || bytes.Equal(mended, data) {
			return
		}
		_, after, err := readRelations(mended)
		if err != nil || len(after) < len(list) {
			t.Fatalf("%v, %d of %d records\n%s", err, len(after), len(list), mended)
		}
		again, err := assembled(mended)
		if err != nil || len(again) == 0 {
			t.Fatalf("%v\n%s", err, mended)
		}
	})
}

// The text that ParseToken takes is what String gives.
func FuzzParseToken(f *testing.F) {
	for _, text := range []string{"0:0", "12:3:4", "host:12:3:4", "a:b:1:2:3", "::", "-1:-2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseToken(text)
		if err != nil {
			if !errors.Is(err, ErrInvalidArgument) {
				t.Fatal(err)
			}
			return
		}
		again, err := ParseToken(n.String())
		if err != nil || again != n {
			t.Fatalf("%q: %+v, then %+v, %v", text, n, again, err)
		}
	})
}
