package project

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

func TestDumpProject(t *testing.T) {
	fsys := hdtest.MapFS(map[string]string{
		"P.proj": "<Application name='my app'><Description>d</Description><Topology><Level type='Hostname'><Level type='Rank'/></Level><Node name='hostA'><Node name='0'/></Node></Topology>" +
			"<CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/></Communicator></CommunicatorList><Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_INT'/><STRUCT id='1'><TYPE id='0' displacement='4' blocklen='2'/></STRUCT></Rank></Datatypes><FileList><File name='/data/in'><InitialSize>12</InitialSize></File></FileList><Odd x='&lt;'>text</Odd><ExternalStatistics><G/><H/></ExternalStatistics></Application>",
		"P_hostA_G.stat":   string(sampled(t, 3)),
		"P_hostA_0_G.stat": "broken",
		"P_hostA_0.trc":    "<Program/>",
		"P_hostA_0.rel":    "",
		"P_hostA_0.info":   "\n",
		"P_other.trc":      "",
	})
	files, err := Open(fsys, "P.proj", hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		t.Fatal(err)
	}
	summary := files.Summary(fsys)
	for i, format := range []string{"text", "csv", "json"} {
		var b bytes.Buffer
		hdtest.Is(t, format, Dump(&b, hdtrace.Format(i), files, summary), nil)
		golden.Check(t, "project."+format, b.Bytes())
		if format == "json" && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		hdtest.Is(t, format, Dump(&hdtest.FlakyFile{Take: func(int) int { return 0 }}, hdtrace.Format(i), files, summary), hdtrace.ErrWrite)
	}
	hdtest.Is(t, "format", Dump(&bytes.Buffer{}, 7, files, summary), hdtrace.ErrInvalidArgument)
	if len(summary) != 5 || summary[0].Entries != 3 || summary[0].End != 1800000000*hdtrace.Second+2*hdtrace.Second || !strings.Contains(summary[4].Fault.Error(), "expected the length") {
		t.Errorf("%+v", summary)
	}
	_, err = Open(fsys, "Q.proj", hdtrace.ReadOptions{})
	if err == nil {
		t.Error("a project that is not there")
	}
}
