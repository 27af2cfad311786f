package hdtrace

import (
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
		if CheckLabel("label", name) == nil && Label(name) != name {
			t.Fatalf("%q is a label and changed", name)
		}
	})
}

func TestGroupNames(t *testing.T) {
	for _, good := range []string{"Utilization", "a", "A-1.x"} {
		matches(t, good, CheckGroup(good), nil)
	}
	for _, bad := range []string{"", "1a", "-a", ".a", "a_b", "a b", "a/b", "ä", "a&b", "a:b"} {
		matches(t, bad, CheckGroup(bad), ErrInvalidArgument)
	}
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
}
