package printable

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// hostile is what others may put into a name to make a terminal do something.
const hostile = "a\x1b[2Jb\u009b31mc\u202ed\u2066e\x7f\r\n\tf\xffg\u2028h"

func TestLine(t *testing.T) {
	for got, want := range map[string]string{
		Line(hostile):           `a\x1b[2Jb\u009b31mc\u202ed\u2066e\x7f\r\n\tf\xffg\u2028h`,
		Line("Größe 水 e\u0301"): "Größe 水 e\u0301",
		ASCII("Größe"):          `Gr\u00f6\u00dfe`,
		Name("a b"):             "a b",
		Name("a\x1b"):           `"a\x1b"`,
		Word("a"):               "a",
		Word("a b"):             `"a b"`,
		Word("\u202e"):          `"\u202e"`,
		Word(""):                `""`,
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestClippedIsShort(t *testing.T) {
	if got := Clipped(strings.Repeat("x", 1000)); len(got) > 120 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestSafeWhateverItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		for _, safe := range []string{Line(s), ASCII(s), Name(s), Word(s)} {
			if !utf8.ValidString(safe) || strings.ContainsFunc(safe, func(r rune) bool { return r != ' ' && !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) }) {
				t.Fatalf("%q of %q", safe, s)
			}
		}
		if Line(Line(s)) != Line(s) {
			t.Fatalf("%q changes when it is made safe again", Line(s))
		}
	})
}
