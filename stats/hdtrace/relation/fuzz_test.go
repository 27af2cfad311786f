package relation

import (
	"bytes"
	"errors"
	"testing"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

func FuzzRelationReader(f *testing.F) {
	hdtest.AddSeeds(f, ".rel",
		"<relation version=\"1\" hostID=\"h\" localToken=\"1\" topologyNumber=\"0\" timeAdjustment=\"100\">\n<rel t=\"0\" time=\"0.1\" r=\"h:1:0:5\"/><s name=\"a\" t=\"0\" time=\"0.2\"/><s name=\"b\" t=\"0\" time=\"0.2\" a='x'/><e t=\"0\" time=\"0.3\"><D>x</D></e>",
		"<relation topologyNumber='1' timeAdjustment='1s'/>")
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../../shared/data/hdtrace", "generated/*/*.rel", "acceptance/trc-rel/*.rel")
	f.Fuzz(func(t *testing.T, data []byte) {
		_, list, err := readRelations(data)
		hdtest.CheckFault(t, data, err)
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
		check("x", bytes.NewReader(data), int64(len(data)))
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
			if !errors.Is(err, hdtrace.ErrInvalidArgument) {
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
