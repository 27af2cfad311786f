package stat

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// Each rule of the checker finds what it is for, and says it of the right readers.
func TestCheckRules(t *testing.T) {
	good := string(sample(t, 2, Options{}))
	header := func(from, to string) string {
		body := strings.Replace(good[6:], from, to, 1)
		h, _, err := entriesOf([]byte(good), hdtrace.ReadOptions{})
		if err != nil || body == good[6:] {
			t.Fatal(from, err)
		}
		n := h.Size() - 6 + len(to) - len(from)
		return string(hdtest.WithHeader(body[:n])) + body[n:]
	}
	nan := strings.Replace(good, string(appendValue(nil, TypeDouble, Double(0.5).bits)), "\x7f\xf8\x00\x00\x00\x00\x00\x01", 1)
	nsec := string(appendStamp(nil, sampleBegin+hdtrace.Second))
	for what, c := range map[string]struct {
		text    string
		readers hdtrace.Readers
		worst   finding.Severity
		says    string
	}{
		"good":            {good, 0, finding.Note, ""},
		"six digits":      {"0" + good, hdtrace.CTools, finding.Refused, "five digits"},
		"four digits":     {good[2:], hdtrace.CTools, finding.Refused, "five digits"},
		"plus sign":       {"+" + good[1:], hdtrace.CTools, finding.Refused, "five digits"},
		"name in bytes":   {header("<Value", "<V\xff"), hdtrace.AllReaders, finding.Refused, "expected UTF-8"},
		"no line feed":    {header("</Statistics>\n", "</Statistics> "), hdtrace.Java, finding.Note, "does not end with"},
		"adjusted":        {header("-0000000000.000000000", "1.5"), hdtrace.CTools, finding.Wrong, "do not add"},
		"ten decimals":    {header("-0000000000.000000000", "0.0000000001"), hdtrace.Java | hdtrace.Sunshot, finding.Wrong, "more than nine"},
		"far away":        {header("-0000000000.000000000", "2000000000"), hdtrace.AllReaders, finding.Wrong, "beyond the 32 bits"},
		"no name":         {header(`name="G" `, ``), hdtrace.Java | hdtrace.Sunshot, finding.Refused, "no name"},
		"not ASCII":       {header(`name="G"`, `name="G" x="ä"`), hdtrace.Java, finding.Note, "not ASCII"},
		"blank in a name": {header(`"n"`, `"n m"`), hdtrace.CTools, finding.Wrong, "parted at blanks"},
		"other element":   {header("<Value", "<Datum"), hdtrace.CTools, finding.Wrong, "is read as"},
		"type first":      {header(`name="d" type="DOUBLE"`, `type="DOUBLE" name="d"`), hdtrace.CTools, finding.Wrong, "not seen"},
		"lower case":      {header(`"DOUBLE"`, `"double"`), hdtrace.CTools, finding.Wrong, "not seen"},
		"UINT64":          {header(`"DOUBLE"`, `"UINT64"`), hdtrace.Java | hdtrace.Sunshot, finding.Refused, "do not know"},
		"no entries":      {good[:len(good)-40], hdtrace.Sunshot, finding.Refused, "no entries"},
		"cut":             {good[:len(good)-1], hdtrace.AllReaders, finding.Refused, "cut short"},
		"backwards":       {strings.Replace(good, nsec, string(appendStamp(nil, 9)), 1), hdtrace.Java | hdtrace.Sunshot, finding.Refused, "earlier than"},
		"nanoseconds":     {strings.Replace(good, nsec, nsec[:4]+"\x3b\x9a\xca\x00", 1), hdtrace.CTools, finding.Wrong, "1000000000 nanoseconds"},
		"no number":       {nan, hdtrace.Java | hdtrace.Sunshot, finding.Wrong, "NaN"},
		"no statistics":   {"hello", hdtrace.AllReaders, finding.Refused, "expected the length"},
	} {
		findings := check("f.stat", strings.NewReader(c.text), int64(len(c.text)))
		worst, readers := finding.Note, hdtrace.Readers(0)
		for _, f := range findings {
			if worst = max(worst, f.Severity); f.Severity > finding.Note {
				readers |= f.Readers
			}
		}
		if c.worst == finding.Note && len(findings) > 0 {
			readers = findings[0].Readers
		}
		if worst != c.worst || readers != c.readers || !strings.Contains(hdtest.Texts(findings), c.says) || c.says != "" && len(findings) == 0 {
			t.Errorf("%s: %v by %v, expected %v by %v and %q:\n%s", what, worst, readers, c.worst, c.readers, c.says, hdtest.Texts(findings))
		}
	}
}
