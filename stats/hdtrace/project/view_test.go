package project

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// A view of a trace, of relations and of statistics together.
func TestView(t *testing.T) {
	var b bytes.Buffer
	v := NewView(&b, 0)
	for _, labels := range [][]string{{"node05", "0", "0"}, {"node05", "0", "1"}, {"node06", "1", "0"}, {"single"}} {
		hdtest.ExpectOK(t, v.AddTrace(hdtest.Sure(trace.NewReader(strings.NewReader(hdtest.DumpedTrace), hdtrace.ReadOptions{})), labels...))
	}
	hdtest.ExpectOK(t, v.AddRelations(hdtest.Sure(relation.NewReader(strings.NewReader(hdtest.DumpedRelations), hdtrace.ReadOptions{})), "node05", "0", "0"))
	var group bytes.Buffer
	node := hdtest.Sure(hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank")).Node("node05", "0"))
	s := hdtest.Sure(stat.Start(&group, node, "Timers", []stat.Value{{Name: "step", Type: stat.TypeDouble, Unit: "s", Grouping: ""}, {Name: "calls", Type: stat.TypeInt64, Unit: "", Grouping: ""}}, stat.Options{Clock: hdtest.FixedClock()}))
	hdtest.ExpectOK(t, s.WriteEntry(1001*hdtrace.Second, stat.Double(0.25), stat.Int64(7)), s.WriteEntry(1002*hdtrace.Second, stat.Double(0.5), stat.Int64(9)), s.Close())
	r := hdtest.Sure(stat.NewReader(&group, hdtrace.ReadOptions{}))
	hdtest.ExpectOK(t, v.AddStatistics(r.Header(), r.Entries()), v.Close())
	golden.Check(t, "view.json", b.Bytes())

	var parsed struct {
		TraceEvents []struct {
			Ph, Name string
			Ts, Dur  float64
			Pid, Tid int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &parsed); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, e := range parsed.TraceEvents {
		counts[e.Ph]++
		if e.Ph == "X" && e.Name == "Outer" && (e.Ts != 0.9e6 || e.Dur != 1223456.789) {
			t.Errorf("%+v", e)
		}
	}
	if counts["X"] != 20 || counts["i"] != 4 || counts["b"] != 4 || counts["e"] != 4 || counts["C"] != 4 {
		t.Errorf("%v", counts)
	}
}
