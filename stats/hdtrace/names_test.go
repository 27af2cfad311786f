package hdtrace

import (
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"node-1.cluster": "node-1.cluster", "my_host": "my-host", "hä": "h-", "": "-", ".": ".-", "..": "..-", "a b/c": "a-b-c", "\xff": "-",
	} {
		if got := Label(name); got != want {
			t.Errorf("label of %q: %q, expected %q", name, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		if err := CheckLabel("label", Label(name)); err != nil {
			t.Fatal(err)
		}
		if CheckLabel("label", name) == nil && (Label(name) != name || javaName(name) != name) {
			t.Fatalf("%q is a label and changed", name)
		}
	})
}

func TestGroupNames(t *testing.T) {
	for _, good := range []string{"Utilization", "a", "A-1.x"} {
		is(t, good, CheckGroup(good), nil)
	}
	for _, bad := range []string{"", "1a", "-a", ".a", "a_b", "a b", "a/b", "ä", "a&b", "a:b"} {
		is(t, bad, CheckGroup(bad), ErrInvalidArgument)
	}
}

// What is escaped is read back by an XML parser as it was.
func TestEscapeSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := validText(rapid.String().Draw(t, "text"))
		if strings.ContainsRune(text, '\uFFFD') {
			t.Skip("what Go's parser gives for faults")
		}
		if n := len(escape(nil, text)); n != escapedLen(text) {
			t.Fatalf("%d bytes, counted %d", n, escapedLen(text))
		}
		all := `<a b="` + string(escapeAll(nil, text)) + `" c='` + string(escapeAll(nil, text)) + `'>` + string(escape(nil, strings.ReplaceAll(text, "\r", ""))) + "</a>"
		var a struct {
			B    string `xml:"b,attr"`
			C    string `xml:"c,attr"`
			Text string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte(all), &a); err != nil {
			t.Fatal(all, err)
		}
		if a.B != text || a.C != text || a.Text != strings.ReplaceAll(text, "\r", "") {
			t.Fatalf("%q became %q, %q and %q", text, a.B, a.C, a.Text)
		}
	})
}

func TestCheckText(t *testing.T) {
	for _, bad := range []string{"a\x00", "a\x1f", "\xff", "\xed\xa0\x80", "\uFFFE"} {
		is(t, bad, checkText("text", bad, true), ErrInvalidArgument)
		if fixed := validText(bad); checkText("text", fixed, true) != nil {
			t.Errorf("%q became %q", bad, fixed)
		}
	}
	is(t, "tab in an attribute", checkText("unit", "a\tb", false), ErrInvalidArgument)
	is(t, "tab in a text", checkText("text", "a\tb", true), nil)
	is(t, "not ASCII", checkText("unit", "µ°", false), nil)
}

func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for code := range codeTexts {
		if text := code.Error(); seen[text] || text == "" {
			t.Errorf("%d: %q is not its own", int(code), text)
		} else {
			seen[text] = true
		}
	}
	if ErrInvalidArgument != 800000 || ErrDisabled != 800008 || ErrUnknown != 800010 || ErrCommitState != 800200 || ErrEntryState != 800202 {
		t.Error("the numbers are not those of the library")
	}
	if text := Code(5).Error(); !strings.Contains(text, "5") {
		t.Errorf("a number that is none: %q", text)
	}
	is(t, "deadline", ioError(os.ErrDeadlineExceeded), ErrTimeout)
	is(t, "deadline", ioError(os.ErrDeadlineExceeded), os.ErrDeadlineExceeded)
	is(t, "other", ioError(io.ErrShortWrite), ErrWrite)
}
