package relation

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// What the checker says of relations that the readers refuse or do not show.
func TestRelationFindings(t *testing.T) {
	const begin = `<relation version="1" hostID="h" localToken="1" topologyNumber="0" timeAdjustment="100">`
	const whole = `<rel t="0" time="1"/><un t="0" time="2"/>`
	for text, want := range map[string]string{
		"":           "an empty file",
		"<Program/>": `element "Program", expected <relation>`,
		"<!-- c -->" + begin + whole + "</relation>":                                               "refused (the Java reader, Sunshot): a comment before <relation>",
		`<relation topologyNumber="0"/>`:                                                           "without topologyNumber or timeAdjustment",
		`<relation topologyNumber="x" timeAdjustment="1"/>`:                                        `topologyNumber "x", expected a number`,
		`<relation topologyNumber="3000000000" timeAdjustment="1"/>`:                               "beyond 32 bits",
		begin + "</relation>":                                                                      "without a relation that has ended",
		begin + whole:                                                                              `the end tag of "relation" of line 1 is missing: file is cut short`,
		begin + whole + "</relation><x/>":                                                          "note (the Java reader, Sunshot): element \"x\" behind the end",
		begin + whole + "text</relation>":                                                          `text "text" between records`,
		begin + "<x/></relation>":                                                                  `element "x", expected one of`,
		begin + whole + "</s>":                                                                     `end tag "s"`,
		begin + `<rel t="0"/></relation>`:                                                          "<rel> without t or time",
		begin + `<rel t="0" time="1"/><s t="0" name="a"/></relation>`:                              "<s> without t or time",
		begin + `<rel t="0" time="1"/><s t="0" time="1"/><e t="0" time="1"/></relation>`:           "note (the Java reader, Sunshot): a state without a name",
		begin + `<rel t="x" time="1"/></relation>`:                                                 `attribute t "x": expected`,
		begin + `<rel t="0" time="1" p="x"/></relation>`:                                           `attribute p "x": expected`,
		begin + `<rel t="0" time="1"/><rel t="0" time="1"/></relation>`:                            "created a second time",
		begin + `<s t="0" name="a" time="1"/></relation>`:                                          "token 0, which does not exist",
		begin + `<rel t="0" time="1"/><e t="0" time="1"/></relation>`:                              "none is open",
		begin + `<rel t="0" time="1"/><s t="0" name="a" time="1"/><un t="0" time="1"/></relation>`: "ends while 1 states are open",
		begin + whole + `<rel t="1" time="3"/></relation>`:                                         "hidden (the Java reader, Sunshot): 1 tokens have no end",
		begin + `<rel t="0" time="2"/><un t="0" time="1"/></relation>`:                             "wrong (Sunshot): time goes backwards",
		begin + `<rel t="0" time="2"/><un t="0" time="2147483640"/></relation>`:                    "beyond the 32 bits of seconds",
		begin + `<rel t="0" time="2"><x></rel>`:                                                    `end tag "rel", expected that of "x"`,
	} {
		got := hdtest.Texts(check("x", strings.NewReader(text), int64(len(text))))
		if !strings.Contains(got, want) {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
	acceptedRelations(t, []byte("<?xml version='1.0'?>\n"+begin+whole+"</relation>"))
}

// The repair ends what has no end, and takes nothing that is whole.
func TestRelationRepair(t *testing.T) {
	const text = `<relation version="1" hostID="h" localToken="1" topologyNumber="0" timeAdjustment="100">
<rel t="0" time="1"/>
<rel t="7" time="1.5"/>
<s name="a" t="7" time="2"/>
<s name="b" t="7" time="2.5"/>
<un t="0" time="3"/>
`
	const want = text + `<e t="7" time="3.000000000" unfinished="1"/>
<e t="7" time="3.000000000" unfinished="1"/>
<un t="7" time="3.000000000"/>
</relation>
`
	for _, rest := range []string{"", `<un t="7"`, "</relation>\n"} {
		if got := mendRelations([]byte(text + rest)); string(got) != want {
			t.Errorf("%q: %s", rest, got)
		}
	}
	if got := mendRelations([]byte(want)); string(got) != want {
		t.Errorf("mended twice: %s", got)
	}
	for _, nothing := range []string{"", "<rel", "<relation topologyNumber='0' timeAdjustment='1'>", "<relation topologyNumber='0' timeAdjustment='1'></relation>"} {
		if fix, ok := planRepair("x", strings.NewReader(nothing), 0); !ok || !fix.Remove {
			t.Errorf("%q: %v", nothing, fix)
		}
	}
	if fix, ok := planRepair("x", &hdtest.Failing{Text: text, Err: hdtest.ErrTorn}, 0); ok {
		t.Errorf("a file that can't be read: %v", fix)
	}
}

func TestRelationWriteFails(t *testing.T) {
	for _, seq := range []bool{false, true} {
		f := &hdtest.MemFile{Limit: 1000}
		var w io.Writer = f
		if seq {
			w = hdtest.Sequential{F: f}
		}
		r := mustRelations(t, w, Options{Buffer: 100})
		var err error
		for i := 0; err == nil; i++ {
			if i > 1000 {
				t.Fatal("no error")
			}
			_, err = r.Create()
		}
		_, again := r.Create()
		for _, err := range []error{err, again, r.Flush(), r.Close()} {
			if !errors.Is(err, hdtrace.ErrWrite) || !errors.Is(err, hdtest.ErrTorn) {
				t.Errorf("error %v", err)
			}
		}
		acceptedRelations(t, mendRelations(f.Data))
	}
}

// With many tokens at one time the file is whole, too, but for those beyond a number.
func TestRelationManyTokens(t *testing.T) {
	f := &hdtest.MemFile{}
	r := mustRelations(t, f, Options{})
	for range maxProvisional + 1 {
		hdtest.Sure(r.Create())
	}
	hdtest.ExpectOK(t, r.Flush())
	if _, list, err := readRelations(f.Data); err != nil || len(list) != maxProvisional+1 {
		t.Errorf("%d records, %v", len(list), err)
	}
	hdtest.ExpectOK(t, r.Close())
	acceptedRelations(t, f.Data)
}

// The Java reader does not look at the processor's frequency in a file of relations.
func TestRelationsOfOddProcessor(t *testing.T) {
	const text = `<relation topologyNumber="0" timeAdjustment="5" processorSpeedinMHZ="fast"><rel t="1" time="1"/><un t="1" time="2"/></relation>`
	if findings := check("x", strings.NewReader(text), int64(len(text))); !hdtrace.Accepted(findings, hdtrace.Java) {
		t.Errorf("%v", findings)
	}
}
