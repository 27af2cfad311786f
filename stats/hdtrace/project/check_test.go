package project

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

func TestCheckProjectRules(t *testing.T) {
	group := string(sampled(t, 1))
	proj := func(text string) string { return "<Application name='x'>" + text + "</Application>" }
	topology := "<Topology><Level type='H'/><Node name='hostA'/></Topology><ExternalStatistics><G/></ExternalStatistics>"
	for what, c := range map[string]struct {
		files map[string]string
		want  string // the finding
	}{
		"good":           {map[string]string{"P.proj": proj(topology), "P_hostA_G.stat": group}, "P.proj: note (the Java reader, Sunshot): node \"P_hostA\" has neither"},
		"no project":     {map[string]string{"P_hostA_G.stat": group}, "P_hostA_G.stat: hidden (the Java reader, Sunshot): there is no project file"},
		"unlisted group": {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name='hostA'/></Topology>"), "P_hostA_G.stat": group}, "P_hostA_G.stat: hidden (the Java reader, Sunshot): P.proj has no node or group"},
		"unlisted node":  {map[string]string{"P.proj": proj(topology), "P_hostB_G.stat": group}, "P_hostB_G.stat: hidden"},
		"other group":    {map[string]string{"P.proj": proj(strings.Replace(topology, "<G/>", "<Other/>", 1)), "P_hostA_Other.stat": group}, `P_hostA_Other.stat: refused (the Java reader, Sunshot): the group is "G", the project expects "Other"`},
		"underscore":     {map[string]string{"P.proj": proj(strings.ReplaceAll(topology, "hostA", "my_host")), "P_my_host_G.stat": group}, `P.proj: hidden (the Java reader, Sunshot): node "my_host": these readers look for files with "myhost"`},
		"project name":   {map[string]string{"my_P.proj": proj(topology)}, `my_P.proj: hidden (the Java reader, Sunshot): project "my_P"`},
		"URI":            {map[string]string{"P%.proj": proj(topology)}, "P%.proj: refused (the Java reader, Sunshot): the name has '#'"},
		"rank":           {map[string]string{"P.proj": proj("<Topology><Level type='Rank'/><Node name='r0'/></Topology>")}, `P.proj: refused (Sunshot): node "P_r0" is of type Rank`},
		"same files":     {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name='a_b'/><Node name='ab'/></Topology>")}, "P.proj: wrong (the Java reader, Sunshot): the files of node"},
		"two lists":      {map[string]string{"P.proj": proj(topology + "<CommunicatorList/><CommunicatorList/>")}, "P.proj: line 1: byte 144: wrong (the Java reader, Sunshot): CommunicatorList is there more than once"},
		"two topologies": {map[string]string{"P.proj": proj(topology + "<Topology/>")}, "a second element Topology"},
		"two type lists": {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><NAMED id='0' name='MPI_INT'/></Rank><Rank name='0'><NAMED id='0' name='MPI_INT'/></Rank></Datatypes>")}, `refused (the Java reader, Sunshot): a second list of datatypes for rank "0"`},
		"type":           {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><VECTOR id='0' oldType='7'/></Rank></Datatypes>")}, "oldType 7 is not the id of a type before it"},
		"subarray":       {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><NAMED id='7' name='MPI_INT'/><SUBARRAY id='0' oldType='7' ndims='1' order='56'/></Rank></Datatypes>")}, "order is \"56\""},
		"no XML":         {map[string]string{"P.proj": "x"}, "P.proj: line 1: refused"},
		"empty label":    {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name=''/></Topology>")}, "has an empty name"},
		"info":           {map[string]string{"P.proj": proj(topology), "P_hostA.info": "free text\n"}, "P_hostA.info: line 1: note: not in the form"},
		"info cut":       {map[string]string{"P.proj": proj(topology), "P_hostA.info": "Comm"}, "P_hostA.info: line 1: note"},
	} {
		findings, err := Check(hdtest.MapFS(c.files))
		if err != nil || !strings.Contains(hdtest.Texts(findings), c.want) {
			t.Errorf("%s: %v\n%sexpected\n%s", what, err, hdtest.Texts(findings), c.want)
		}
	}
}

func TestFindingText(t *testing.T) {
	for want, f := range map[string]hdtrace.Finding{
		"f: line 3: byte 9: wrong (the C tools): x": {File: "f", Offset: 9, Line: 3, Readers: hdtrace.CTools, Severity: finding.Wrong, Text: "x"},
		"f: note: x": {File: "f", Line: 0, Readers: 0, Severity: finding.Note, Text: "x"},
		"f: hidden (the Java reader, Sunshot, the C tools): x": {File: "f", Line: 0, Readers: hdtrace.AllReaders, Severity: finding.Hidden, Text: "x"},
		"f: severity 9: x": {File: "f", Line: 0, Readers: 0, Severity: 9, Text: "x"},
	} {
		if got := f.String(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if s := hdtrace.Readers(0).String(); s != "no reader" {
		t.Error(s)
	}
	for want, f := range map[string]hdtrace.Fix{
		"f: removed: why":        {File: "f", Remove: true, Why: "why"},
		"f: written anew: why":   {File: "f", Append: []byte("x"), Why: "why"},
		"f: cut to 7 bytes: why": {File: "f", Keep: 7, Why: "why"},
		"f: cut to 7 bytes, 1 appended, 1 places mended: why": {File: "f", Keep: 7, Append: []byte("x"), Patches: make([]hdtrace.Patch, 1), Why: "why"},
	} {
		if got := f.String(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}
