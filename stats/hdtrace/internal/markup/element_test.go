package markup

import (
	"errors"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

func TestCheckText(t *testing.T) {
	expect := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
	}
	for _, bad := range []string{"a\x00", "a\x1f", "\xff", "\xed\xa0\x80", "\uFFFE"} {
		expect(bad, CheckText("text", bad, true), hdtrace.ErrInvalidArgument)
		if fixed := naming.ValidText(bad); CheckText("text", fixed, true) != nil {
			t.Errorf("%q became %q", bad, fixed)
		}
	}
	expect("tab in an attribute", CheckText("unit", "a\tb", false), hdtrace.ErrInvalidArgument)
	expect("tab in a text", CheckText("text", "a\tb", true), nil)
	expect("not ASCII", CheckText("unit", "µ°", false), nil)
}
