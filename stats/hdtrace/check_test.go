package hdtrace

import (
	"strings"
	"testing"
)

// Each rule of the checker finds what it is for, and says it of the right readers.
func TestCheckStatisticsRules(t *testing.T) {
	good := string(sample(t, 2, StatisticsOptions{}))
	header := func(from, to string) string {
		body := strings.Replace(good[6:], from, to, 1)
		h, _, err := entriesOf([]byte(good), ReadOptions{})
		if err != nil || body == good[6:] {
			t.Fatal(from, err)
		}
		n := h.Size() - 6 + len(to) - len(from)
		return string(withHeader(body[:n])) + body[n:]
	}
	nan := strings.Replace(good, string(appendValue(nil, TypeDouble, Double(0.5).bits)), "\x7f\xf8\x00\x00\x00\x00\x00\x01", 1)
	nsec := string(appendStamp(nil, sampleBegin+second))
	for what, c := range map[string]struct {
		text    string
		readers Reader
		worst   Severity
		says    string
	}{
		"good":            {good, 0, Note, ""},
		"six digits":      {"0" + good, CTools, Refused, "five digits"},
		"four digits":     {good[2:], CTools, Refused, "five digits"},
		"no line feed":    {header("</Statistics>\n", "</Statistics> "), Java, Note, "does not end with"},
		"adjusted":        {header("-0000000000.000000000", "1.5"), CTools, Wrong, "do not add"},
		"ten decimals":    {header("-0000000000.000000000", "0.0000000001"), Java | Sunshot, Wrong, "more than nine"},
		"far away":        {header("-0000000000.000000000", "2000000000"), AllReaders, Wrong, "beyond the 32 bits"},
		"no name":         {header(`name="G" `, ``), Java | Sunshot, Refused, "no name"},
		"not ASCII":       {header(`name="G"`, `name="G" x="ä"`), Java, Note, "not ASCII"},
		"blank in a name": {header(`"n"`, `"n m"`), CTools, Wrong, "parted at blanks"},
		"other element":   {header("<Value", "<Datum"), CTools, Wrong, "is read as"},
		"type first":      {header(`name="d" type="DOUBLE"`, `type="DOUBLE" name="d"`), CTools, Wrong, "not seen"},
		"lower case":      {header(`"DOUBLE"`, `"double"`), CTools, Wrong, "not seen"},
		"UINT64":          {header(`"DOUBLE"`, `"UINT64"`), Java | Sunshot, Refused, "do not know"},
		"no entries":      {good[:len(good)-40], Sunshot, Refused, "no entries"},
		"cut":             {good[:len(good)-1], Java | Sunshot, Refused, "cut short"},
		"backwards":       {strings.Replace(good, nsec, string(appendStamp(nil, 9)), 1), Java | Sunshot, Refused, "earlier than"},
		"nanoseconds":     {strings.Replace(good, nsec, nsec[:4]+"\x3b\x9a\xca\x00", 1), CTools, Wrong, "1000000000 nanoseconds"},
		"no number":       {nan, Java | Sunshot, Wrong, "NaN"},
		"no statistics":   {"hello", AllReaders, Refused, "expected the length"},
	} {
		findings := checkStatistics("f.stat", strings.NewReader(c.text), int64(len(c.text)))
		worst, readers := Note, Reader(0)
		for _, f := range findings {
			if worst = max(worst, f.Severity); f.Severity > Note {
				readers |= f.Reader
			}
		}
		if c.worst == Note && len(findings) > 0 {
			readers = findings[0].Reader
		}
		if worst != c.worst || readers != c.readers || !strings.Contains(texts(findings), c.says) || c.says != "" && len(findings) == 0 {
			t.Errorf("%s: %v by %v, expected %v by %v and %q:\n%s", what, worst, readers, c.worst, c.readers, c.says, texts(findings))
		}
	}
}

func TestCheckProjectRules(t *testing.T) {
	stat := string(sample(t, 1, StatisticsOptions{}))
	proj := func(text string) string { return "<Application name='x'>" + text + "</Application>" }
	topology := "<Topology><Level type='H'/><Node name='hostA'/></Topology><ExternalStatistics><G/></ExternalStatistics>"
	for what, c := range map[string]struct {
		files map[string]string
		want  string // the finding
	}{
		"good":           {map[string]string{"P.proj": proj(topology), "P_hostA_G.stat": stat}, "P.proj: note (the Java reader, Sunshot): node \"P_hostA\" has neither"},
		"no project":     {map[string]string{"P_hostA_G.stat": stat}, "P_hostA_G.stat: hidden (the Java reader, Sunshot): there is no project file"},
		"unlisted group": {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name='hostA'/></Topology>"), "P_hostA_G.stat": stat}, "P_hostA_G.stat: hidden (the Java reader, Sunshot): P.proj has no node or group"},
		"unlisted node":  {map[string]string{"P.proj": proj(topology), "P_hostB_G.stat": stat}, "P_hostB_G.stat: hidden"},
		"other group":    {map[string]string{"P.proj": proj(strings.Replace(topology, "<G/>", "<Other/>", 1)), "P_hostA_Other.stat": stat}, `P_hostA_Other.stat: refused (the Java reader, Sunshot): the group is "G", the project expects "Other"`},
		"underscore":     {map[string]string{"P.proj": proj(strings.ReplaceAll(topology, "hostA", "my_host")), "P_my_host_G.stat": stat}, `P.proj: hidden (the Java reader, Sunshot): node "my_host": these readers look for files with "myhost"`},
		"project name":   {map[string]string{"my_P.proj": proj(topology)}, `my_P.proj: hidden (the Java reader, Sunshot): project "my_P"`},
		"URI":            {map[string]string{"P%.proj": proj(topology)}, "P%.proj: refused (the Java reader, Sunshot): the name has '#'"},
		"rank":           {map[string]string{"P.proj": proj("<Topology><Level type='Rank'/><Node name='r0'/></Topology>")}, `P.proj: refused (Sunshot): node "P_r0" is of type Rank`},
		"same files":     {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name='a_b'/><Node name='ab'/></Topology>")}, "P.proj: wrong (the Java reader, Sunshot): the files of node"},
		"two lists":      {map[string]string{"P.proj": proj(topology + "<CommunicatorList/><CommunicatorList/>")}, "P.proj: line 1: byte 144: wrong (the Java reader, Sunshot): CommunicatorList is there more than once"},
		"two topologies": {map[string]string{"P.proj": proj(topology + "<Topology/>")}, "a second element Topology"},
		"two type lists": {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><NAMED id='0' name='MPI_INT'/></Rank><Rank name='0'><NAMED id='0' name='MPI_INT'/></Rank></Datatypes>")}, `refused (the Java reader, Sunshot): a second list of datatypes for rank "0"`},
		"type":           {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><VECTOR id='0' oldType='7'/></Rank></Datatypes>")}, "oldType 7 is not the id of a type before it"},
		"subarray":       {map[string]string{"P.proj": proj(topology + "<Datatypes><Rank name='0'><NAMED id='7' name='MPI_INT'/><SUBARRAY id='0' oldType='7' ndims='1' order='56'/></Rank></Datatypes>")}, "order is \"56\""},
		"no XML":         {map[string]string{"P.proj": "x"}, "P.proj: line 1: byte 0: refused"},
		"empty label":    {map[string]string{"P.proj": proj("<Topology><Level type='H'/><Node name=''/></Topology>")}, "has an empty name"},
		"info":           {map[string]string{"P.proj": proj(topology), "P_hostA.info": "free text\n"}, "P_hostA.info: line 1: note: not in the form"},
		"info cut":       {map[string]string{"P.proj": proj(topology), "P_hostA.info": "Comm"}, "P_hostA.info: line 1: byte 0: note"},
	} {
		findings, err := Check(mapFS(c.files))
		if err != nil || !strings.Contains(texts(findings), c.want) {
			t.Errorf("%s: %v\n%sexpected\n%s", what, err, texts(findings), c.want)
		}
	}
}

func TestFindingText(t *testing.T) {
	for want, f := range map[string]Finding{
		"f: line 3: byte 9: wrong (the C tools): x": {"f", 9, 3, CTools, Wrong, "x"},
		"f: note: x": {"f", -1, 0, 0, Note, "x"},
		"f: hidden (the Java reader, Sunshot, the C tools): x": {"f", -1, 0, AllReaders, Hidden, "x"},
		"f: severity 9: x": {"f", -1, 0, 0, 9, "x"},
	} {
		if got := f.String(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
	if s := Reader(0).String(); s != "no reader" {
		t.Error(s)
	}
	for want, f := range map[string]Fix{
		"f: removed: why":        {File: "f", Remove: true, Why: "why"},
		"f: written anew: why":   {File: "f", Append: []byte("x"), Why: "why"},
		"f: cut to 7 bytes: why": {File: "f", Keep: 7, Why: "why"},
		"f: cut to 7 bytes, 1 appended, 1 places mended: why": {File: "f", Keep: 7, Append: []byte("x"), Patches: make([]Patch, 1), Why: "why"},
	} {
		if got := f.String(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}
