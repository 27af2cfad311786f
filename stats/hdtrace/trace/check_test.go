package trace

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// What the checker says of traces that the readers refuse or make something else of.
func TestTraceFindings(t *testing.T) {
	const program = "<Program timeAdjustment='5'>\n"
	for text, want := range map[string][]string{
		"":                                {"line 1: refused (the Java reader, Sunshot): an empty file"},
		"\n  x":                           {"line 2: byte 3: refused", `text "x", expected <Program>`},
		"<Trace/>":                        {`element "Trace", expected <Program>`},
		"<Program/>":                      {"refused (Sunshot): a trace without a state or an event"},
		program + "</Program>":            {"refused (Sunshot): a trace without a state or an event"},
		program + "<S time='1' end='2'/>": {"line 2: byte", "missing: file is cut short"},
		program + "<S time='1' end='2'/></Program>x":                                                                               {`note (the Java reader, Sunshot): text "x" behind the end`},
		program + "<Nested>x<A time='1' end='2'/></Nested><S time='1' end='3'/></Program>":                                         {`hidden (the Java reader, Sunshot): text "x" in a block of nested states`},
		program + "<Nested>&x;<A time='1' end='2'/></Nested><S time='1' end='3'/></Program>":                                       {"refused", "&x;"},
		program + "x<A time='1' end='2'/></Program>":                                                                               {`refused (the Java reader, Sunshot): text "x" between states`},
		program + "<A time='1' end='2'>a]]>b</A></Program>":                                                                        {"refused (the Java reader, Sunshot): ]]> outside of CDATA"},
		program + "<S time='1' end='2'/></Nested>":                                                                                 {`end tag "Nested", expected that of "Program" of line 1`},
		program + "<S time='2' end='1'/></Program>":                                                                                {"wrong (Sunshot): state \"S\" ends before it begins"},
		program + "<S time='2' end='3000000000'/></Program>":                                                                       {"beyond the 32 bits"},
		program + "<S time='2' end='3.1234567891'/></Program>":                                                                     {"more than nine decimals"},
		program + "<Nested></Nested><S time='2' end='3'/></Program>":                                                               {"refused (the Java reader, Sunshot): a block of nested states without any"},
		program + "<Nested/><S time='2' end='3'/></Program>":                                                                       {"a block of nested states without any"},
		program + "<S time='2' end='3'/><T time='1' end='2'/></Program>":                                                           {"wrong (Sunshot): state \"T\" ends before the one before it"},
		program + "<Nested><A time='1' end='2'/></Nested></Program>":                                                               {"hidden (the Java reader, Sunshot): nested states with no state behind them"},
		program + "<Nested><A time='1' end='2'/></Nested><Event name='ev' time='3'/></Program>":                                    {"nested states with no state behind them"},
		program + "<Nested><A time='1' end='2'/></Nested><Nested><A time='1' end='2'/></Nested><S time='1' end='3'/></Program>":    {"nested states with no state behind them"},
		program + "<Nested><A time='1' end='2'/></Nested><S time='1' end='3'><For/></S></Program>":                                 {`hidden (the Java reader, Sunshot): nested states before state "S", in which element "For" stands`},
		program + "<Nested><A time='1' end='2'/></Nested><S time='1' end='3'><Nested><A time='1' end='2'/></Nested></S></Program>": {`nested states before state "S", in which element "Nested" stands`},
		program + "<S time='1' end='3'><Nested><A time='1' end='2'/></Nested><For/></S></Program>":                                 {`element "For" behind nested states`},
		"<!DOCTYPE x>" + program: {"document type declaration"},
		"<Program timeAdjustment='3000000000'><S time='1' end='2'/></Program>":           {"timeAdjustment 3000000000.000000000 is beyond the 32 bits"},
		"<Program timeAdjustment='x'>":                                                   {`time "x": expected`},
		"<Program timeAdjustment='9000000000'><S time='900000000.0' end='2'/></Program>": {"beyond what 64 bits"},
		"<Program processorSpeedinMHZ='2.4'>":                                            {"expected an integer"},
		"<?xml version='1.0' encoding='UTF-16'?>":                                        {"encoding", "expected UTF-8"},
		program + "<S time='1' end='2'>\x00</S></Program>":                               {"byte 0x00", "XML does not have"},
		program + "<S time='1' end='2' a='\xff'/></Program>":                             {"expected UTF-8"},
		program + "<S\xff time='1' end='2'/></Program>":                                  {"refused (the Java reader, Sunshot): name of a tag: byte 0xff, expected UTF-8"},
		program + "<S time='1' end='2' \xff='1'/></Program>":                             {"refused (the Java reader, Sunshot): name of an attribute: byte 0xff, expected UTF-8"},
		program + "<S time='1' end='2'><F\xff/></S></Program>":                           {"name of a tag: byte 0xff, expected UTF-8"},
		program + "<S time='1' end='2'/><!-- \xff --></Program>":                         {"refused (the Java reader, Sunshot): bytes in <!-- that are not UTF-8"},
		program + "<A×B time='1' end='2'/></Program>":                                    {"name of a tag: '×', expected letters"},
		program + "<S time='1' end='2' a='&foo;'/></Program>":                            {"&foo;", "expected one of"},
		program + "<S time='1' end='2' a=1/></Program>":                                  {"not in quotes"},
		program + "<S time='1'end='2'/></Program>":                                       {"expected a blank before it"},
		program + "<S time='1' end='2' <T/></Program>":                                   {"expected > before the next <"},
		program + "<S:T time='1' end='2'/></Program>":                                    {"expected a name"},
		program + "<S time='1' end='2'><A></B></S></Program>":                            {`end tag "B", expected that of "A" of line 2`},
		program + "<S time='1' end='2'><D>a&lt;b</D></S></Program>":                      {"line 2: byte", "wrong (the Java reader, Sunshot): a text with entities"},
		program + "<!-- ": {"<!-- that does not end", "cut short"},
		program + "<Über_日本 time='1' end='2' größe='1'/></Program>\n\n":                                                              {},
		"<?xml version='1.0' encoding='ISO-8859-1'?><Program timeAdjustment='5'>\n<A\xe4 time='1' end='2' b\xf6='1'/></Program>\n\n": {},
	} {
		got := hdtest.Texts(check("x", strings.NewReader(text), int64(len(text))))
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%q: %q, expected %q", text, got, part)
			}
		}
		if len(want) == 0 && got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Many findings of a kind are counted.
func TestTraceFindingsAreCounted(t *testing.T) {
	text := "<Program>" + strings.Repeat("<S time='2' end='1'/>", 100) + "</Program>"
	findings := check("x", strings.NewReader(text), int64(len(text)))
	if len(findings) != 5 || !strings.Contains(findings[0].Text, "(and 95 more)") {
		t.Errorf("%v", findings)
	}
}

// The reader takes what all readers take, in forms that no writer writes.
func TestTraceForms(t *testing.T) {
	const text = "\ufeff<?xml version='1.0' encoding=\"utf-8\" ?><!-- <S/> --><?pi ?>\r\n<Program\n>\n" +
		"<S time = '1.5s'\tend=\"2000ms\" a='&#228;&#x20AC;&lt;&gt;&amp;&quot;&apos;x\r\ny\tz' >t1<!-- c --><D>a<![CDATA[<b&amp;]]></D> t2 </S >\n" +
		"<Event time='+2' end='7' name='ev'/></Program><!-- -->\n"
	_, list, err := readTrace([]byte(text), hdtrace.ReadOptions{})
	if err != nil || len(list) != 2 {
		t.Fatal(err, list)
	}
	s := list[0]
	if a, _ := s.Value("a"); a != "ä€<>&\"'x y z" || s.Start != 1500*hdtrace.Second/1000 || s.End != 2*hdtrace.Second || s.Text != "t2" {
		t.Errorf("%+v", s)
	}
	if got := javaElements(s.Elements); got != "[<D><b&amp;</D>]" { // the last text, as the Java reader
		t.Error(got)
	}
	if e := list[1]; e.Kind != Event || e.Name != "ev" || e.Start != 2*hdtrace.Second || e.End != e.Start || len(e.Attributes) != 0 {
		t.Errorf("%+v", e)
	}
	_, list, err = readTrace([]byte("<?xml version='1.0' encoding='ISO-8859-1'?><Program><S a='\xe4' time='1' end='1'/></Program>"), hdtrace.ReadOptions{})
	if err != nil || list[0].Attributes[0].Value != "ä" {
		t.Error(err, list)
	}
}

// An error of the io.Reader is no fault of the file: nothing is to be mended.
func TestTraceReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, text := range []string{"", "<Pro", "<Program>", "<Program><S time='1' end='2'/>", "<Program><S time='1' e", "<Program><!-- "} {
		r, err := NewReader(&hdtest.Failing{Text: text, Err: broken}, hdtrace.ReadOptions{})
		for err == nil {
			_, err = r.Next()
		}
		if !errors.Is(err, broken) || errors.Is(err, hdtrace.ErrTruncated) {
			t.Errorf("%q: %v", text, err)
		}
		if fix, ok := planRepair("x", &hdtest.Failing{Text: text, Err: broken}, 0); ok {
			t.Errorf("%q: %v", text, fix)
		}
	}
}

// The C library's files, cut anywhere: all states that are whole stay.
func TestTraceRepairOfTheCLibrary(t *testing.T) {
	data := hdtest.ReadFile(t, hdtest.RealData(t)+"/generated/c-writer/RefProject_hostA_0_0.trc")
	cuts := 0
	for n := range len(data) {
		mended := mendTrace(t, data[:n])
		if len(mended) == 0 {
			if n > bytes.Index(data, []byte("\n<File_open")) {
				t.Fatalf("nothing left of\n%s", data[:n])
			}
			continue
		}
		cuts++
		_, before, _ := readTrace(data[:n], hdtrace.ReadOptions{})
		_, after, err := readTrace(mended, hdtrace.ReadOptions{})
		if err != nil || len(after) < len(before) {
			t.Fatalf("%v\n%s", err, mended)
		}
		for _, f := range check("x", bytes.NewReader(mended), 0) {
			// This the library itself writes.
			if f.Severity > finding.Note && !strings.Contains(f.Text, `nested states before state "Waitall"`) {
				t.Fatalf("%v\n%s", f, mended)
			}
		}
	}
	if cuts < 500 {
		t.Errorf("%d cuts", cuts)
	}
	const killed = "<Program timeAdjustment='5'>\n<Nested>\n\t<A time='1' end='2'/>\n\t<Nested>\n\t\t<B time='2' end='4'/>\n\t\t<C ti"
	const want = "<Program timeAdjustment='5'>\n<Nested>\n\t<A time='1' end='2'/>\n\t<Nested>\n\t\t<B time='2' end='4'/>\n" +
		"\t</Nested>\n\t<Unfinished  time='2.000000000' end='4.000000000'/>\n</Nested>\n<Unfinished  time='1.000000000' end='4.000000000'/>\n</Program>\n\n"
	if got := mendTrace(t, []byte(killed)); string(got) != want {
		t.Error(hdtest.FirstDifference(got, []byte(want)))
	}
}

// What the library leaves when it is finalized while a state is open: a block without anything.
func TestTraceRepairOpenBlock(t *testing.T) {
	const left = "<Program timeAdjustment='5'>\n<A time='1' end='2'/>\n<Nested>\n</Program>\n\n"
	if got := mendTrace(t, []byte(left)); string(got) != "<Program timeAdjustment='5'>\n<A time='1' end='2'/>\n</Program>\n\n" {
		t.Errorf("%s", got)
	}
}

// A long trace is read in little memory.
func TestTraceMemory(t *testing.T) {
	size := int64(40 << 20)
	if hdtest.FullTests() {
		size = 10 << 30
	}
	r, err := NewReader(io.LimitReader(longTrace(), size), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for {
		if _, err = r.Next(); err != nil {
			break
		}
		n++
	}
	if !errors.Is(err, hdtrace.ErrTruncated) || int64(n) < size/200 {
		t.Errorf("%d records, %v", n, err)
	}
	if len(r.elements.Buf) > 2*markup.ScanRoom || cap(r.levels) > 10 {
		t.Errorf("%d bytes of buffer, %d levels", len(r.elements.Buf), cap(r.levels))
	}
}

// longTrace is a trace without an end, in which one state contains all others.
func longTrace() io.Reader {
	const piece = "\t<Nested>\n\t\t<Inner number='17'  time='5.000000' end='5.500000'/>\n\t</Nested>\n\t<Outer name='some text'  time='5.0' end='5.9'/>\n"
	return io.MultiReader(strings.NewReader("<Program timeAdjustment='5'>\n<Nested>\n"), &repeated{piece: piece})
}

// A record may not be of any size: a file that is none must not fill the memory.
func TestTraceHuge(t *testing.T) {
	for what, begin := range map[string]string{
		"tag": "<Program><S a='", "text": "<Program><S time='1' end='2'>", "elements": "<Program><S time='1' end='2'>", "states": "<Program>", "depth": "<Program><S time='1' end='2'>",
	} {
		piece := map[string]string{"tag": "aaaaaaaa", "text": "text ", "elements": "<E a='1'/>", "states": "<Nested>", "depth": "<E>"}[what]
		r, err := NewReader(io.MultiReader(strings.NewReader(begin), io.LimitReader(&repeated{piece: piece}, 100<<20)), hdtrace.ReadOptions{})
		for err == nil {
			_, err = r.Next()
		}
		var format *hdtrace.FormatError
		if !errors.As(err, &format) || format.Err != hdtrace.ErrSyntax || format.Offset > 40<<20 {
			t.Errorf("%s: %v", what, err)
		}
	}
	// Blanks and comments may be of any length.
	blank := io.LimitReader(&repeated{piece: " \n"}, 20<<20)
	comment := io.LimitReader(&repeated{piece: "-> "}, 20<<20)
	r, err := NewReader(io.MultiReader(strings.NewReader("<Program>"), blank, strings.NewReader("<!--"), comment, strings.NewReader("--><S time='1' end='2'/></Program>")), hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := r.Next(); err != nil || s.Line != 10<<20+1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// repeated is a text again and again.
type repeated struct {
	piece string
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		copied := copy(p[n:], r.piece[r.at:])
		n, r.at = n+copied, (r.at+copied)%len(r.piece)
	}
	return n, nil
}
