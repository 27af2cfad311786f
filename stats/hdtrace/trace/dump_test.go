package trace

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

func TestDumpTrace(t *testing.T) {
	for format, extension := range hdtest.DumpNames {
		var b bytes.Buffer
		r := hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedTrace), hdtrace.ReadOptions{}))
		if err := Dump(&b, format, r.Header(), r.Records()); err != nil {
			t.Error(err)
		}
		golden.Check(t, "trace."+extension, b.Bytes())
		if format == hdtrace.FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		b.Reset()
		r = hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedTrace[:400]), hdtrace.ReadOptions{}))
		if err := Dump(&b, format, r.Header(), r.Records()); !errors.Is(err, hdtrace.ErrTruncated) || !strings.Contains(b.String(), "Init") {
			t.Errorf("%v\n%s", err, b.String())
		}
		if format == hdtrace.FormatJSON && !json.Valid(b.Bytes()) {
			t.Error("no JSON with a fault")
		}
	}
	hdtest.Is(t, "format", Dump(&bytes.Buffer{}, 9, Header{}, nil), hdtrace.ErrInvalidArgument)
}

// What is cut out overlaps the time, and no state is attached to another than before.
func TestCutTrace(t *testing.T) {
	for _, c := range []struct {
		from, to hdtrace.Epoch
		want     string
	}{
		{0, hdtrace.MaxEpoch, "Init0 Inner1 a mark1 Outer0 Barrier1 Wait0"},
		{1001 * hdtrace.Second, 1001 * hdtrace.Second, ""},
		{1001*hdtrace.Second + hdtrace.Second/2 + 1, 1002*hdtrace.Second + hdtrace.Second/2, "Inner1 a mark1 Outer0"},
		{1002 * hdtrace.Second, 1002*hdtrace.Second + 1, "Outer0"},
		{1002*hdtrace.Second + hdtrace.Second/4, 1002*hdtrace.Second + hdtrace.Second/4 + 1, "a mark1 Outer0"},
		{1003*hdtrace.Second + 600*hdtrace.Second/1000, 1003*hdtrace.Second + 610*hdtrace.Second/1000, "Barrier1 Wait0"},
		{1004 * hdtrace.Second, 1009 * hdtrace.Second, "Wait0"},
		{1005 * hdtrace.Second, 1009 * hdtrace.Second, ""},
	} {
		var b bytes.Buffer
		n, err := Cut(&b, hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedTrace), hdtrace.ReadOptions{})), c.from, c.to)
		if err != nil {
			t.Error(err)
		}
		if c.want == "" {
			if n != 0 || b.Len() > 0 {
				t.Errorf("%v to %v: %d records, %s", c.from, c.to, n, b.String())
			}
			continue
		}
		_, list, err := readTrace(b.Bytes(), hdtrace.ReadOptions{})
		if got := recordNames(list); err != nil || got != c.want || int(n) != len(list) {
			t.Errorf("%v to %v: %s, expected %s, %v", c.from, c.to, got, c.want, err)
		}
		acceptedTrace(t, b.Bytes())
	}
	// A state that its own one does not contain in time must not become part of the next.
	const odd = "<Program><Nested><A time='5' end='6'/></Nested><S time='1' end='2'/><T time='3' end='7'/></Program>"
	var b bytes.Buffer
	if _, err := Cut(&b, hdtest.Sure(NewReader(strings.NewReader(odd), hdtrace.ReadOptions{})), 4*hdtrace.Second, 9*hdtrace.Second); err != nil {
		t.Error(err)
	}
	_, list, err := readTrace(b.Bytes(), hdtrace.ReadOptions{})
	if got := recordNames(list); err != nil || got != "A1 S0 T0" {
		t.Errorf("%s %v", got, err)
	}
	b.Reset()
	n, err := Cut(&b, hdtest.Sure(NewReader(strings.NewReader(hdtest.DumpedTrace[:400]), hdtrace.ReadOptions{})), 0, hdtrace.MaxEpoch)
	if n != 4 || !errors.Is(err, hdtrace.ErrTruncated) {
		t.Errorf("%d records, %v", n, err)
	}
	acceptedTrace(t, b.Bytes())
}
