package naming

import (
	"encoding/xml"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is escaped is read back by an XML parser as it was.
func TestEscapeSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := ValidText(rapid.String().Draw(t, "text"))
		if strings.ContainsRune(text, '\uFFFD') {
			t.Skip("what Go's parser gives for faults")
		}
		if n := len(Escape(nil, text)); n != EscapedLen(text) {
			t.Fatalf("%d bytes, counted %d", n, EscapedLen(text))
		}
		all := `<a b="` + string(EscapeAll(nil, text)) + `" c='` + string(EscapeAll(nil, text)) + `'>` + string(Escape(nil, strings.ReplaceAll(text, "\r", ""))) + "</a>"
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
