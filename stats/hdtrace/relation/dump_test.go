package relation

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

func TestDumpRelations(t *testing.T) {
	for format, extension := range hdtest.DumpNames {
		var b bytes.Buffer
		r := hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedRelations), hdtrace.ReadOptions{}))
		if err := Dump(&b, format, r.Header(), r.Records()); err != nil {
			t.Error(err)
		}
		golden.Check(t, "relations."+extension, b.Bytes())
		if format == hdtrace.FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		b.Reset()
		r = hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedRelations[:300]), hdtrace.ReadOptions{}))
		if err := Dump(&b, format, r.Header(), r.Records()); !errors.Is(err, hdtrace.ErrTruncated) || !strings.Contains(b.String(), "server op") {
			t.Errorf("%v\n%s", err, b.String())
		}
	}
	hdtest.Is(t, "format", Dump(&bytes.Buffer{}, 9, Header{}, nil), hdtrace.ErrInvalidArgument)
}
