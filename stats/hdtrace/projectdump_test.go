package hdtrace

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestDumpProject(t *testing.T) {
	fsys := mapFS(map[string]string{
		"P.proj": "<Application name='my app'><Description>d</Description><Topology><Level type='Hostname'><Level type='Rank'/></Level><Node name='hostA'><Node name='0'/></Node></Topology>" +
			"<CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/></Communicator></CommunicatorList><ExternalStatistics><G/><H/></ExternalStatistics></Application>",
		"P_hostA_G.stat":   string(sample(t, 3, StatisticsOptions{})),
		"P_hostA_0_G.stat": "broken",
		"P_hostA_0.trc":    "<Program/>",
		"P_hostA_0.rel":    "",
		"P_hostA_0.info":   "\n",
		"P_other.trc":      "",
	})
	files, err := OpenProject(fsys, "P.proj", ReadOptions{Tolerant: true})
	if err != nil {
		t.Fatal(err)
	}
	summary := files.Summary(fsys)
	for i, format := range []string{"text", "csv", "json"} {
		var b bytes.Buffer
		is(t, format, DumpProject(&b, Format(i), files, summary), nil)
		golden(t, "project."+format, b.Bytes())
		if format == "json" && !json.Valid(b.Bytes()) {
			t.Error("no JSON")
		}
		is(t, format, DumpProject(&flakyFile{take: func(int) int { return 0 }}, Format(i), files, summary), ErrWrite)
	}
	is(t, "format", DumpProject(&bytes.Buffer{}, 7, files, summary), ErrInvalidArgument)
	if len(summary) != 5 || summary[0].Entries != 3 || summary[0].End != sampleBegin+2*second || !strings.Contains(summary[4].Fault.Error(), "expected the length") {
		t.Errorf("%+v", summary)
	}
	_, err = OpenProject(fsys, "Q.proj", ReadOptions{})
	if err == nil {
		t.Error("a project that is not there")
	}
}
