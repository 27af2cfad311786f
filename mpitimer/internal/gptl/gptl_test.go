package gptl

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFit(t *testing.T) {
	long := strings.Repeat("abcdefghij", 7)
	for name, want := range map[string]string{
		"dynamics":      "dynamics",
		"":              "unnamed",
		"a\nb\x00c\x7f": "a_b_c_",
		"Ärger (2)":     "Ärger (2)",
		long[:63]:       long[:63],
		long[:64]:       long[:54] + "~04dc2ba9",
	} {
		if got := Fit(name); got != want {
			t.Errorf("Fit(%q) is %q, want %q", name, got, want)
		}
	}
}

// GPTL can take every name, and names that differ stay different.
func TestFitAnyName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringN(50, 70, -1), rapid.StringMatching(`\PC{60,90}`)).Draw(t, "name")
		fit := Fit(name)
		if fit == "" || len(fit) > longestName || strings.ContainsAny(fit, "\x00\n") {
			t.Fatalf("GPTL can't take %q", fit)
		}
		if utf8.ValidString(name) && !utf8.ValidString(fit) {
			t.Fatalf("%q was cut within a character: %q", name, fit)
		}
		if other := name + "x"; len(name) > 0 && Fit(other) == fit {
			t.Fatalf("%q and %q have both become %q", name, other, fit)
		}
	})
}
