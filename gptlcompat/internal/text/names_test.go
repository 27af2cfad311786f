package text

import (
	"strings"
	"testing"
)

func TestSafeNames(t *testing.T) {
	long := strings.Repeat("é", 5000)
	names := []string{
		"plain", `a"b`, "a'b", "a\nb", "a_b", "a\x00b", "", "unnamed", `C:\run`, "\xff\xfe", "?", "two words (x)",
		"Stats for thread 0:", "GLOBAL STATISTICS", long, long + "!", "héé",
	}
	want := []string{
		"plain", "a'b~0e12", "a'b", "", "a_b", "", "", "unnamed", "", "", "?", "two words (x)",
		"", "", "", "", "héé",
	}
	safe := SafeNames(names, 0)
	taken := map[string]bool{}
	for i, name := range names {
		got := safe.Of(name)
		if want[i] != "" && got != want[i] {
			t.Errorf("%.20q becomes %.20q, want %.20q", name, got, want[i])
		}
		if taken[got] {
			t.Errorf("two names become %.20q", got)
		}
		taken[got] = true
		if len(got) > DefaultMaxName {
			t.Errorf("%.20q keeps %d bytes", name, len(got))
		}
	}
	for i, name := range names {
		if got, alone := safe.Of(name), SafeNames(names[i:], 0).Of(name); got != alone {
			t.Errorf("%.20q is %.20q in a file and %.20q in another", name, got, alone)
		}
	}
	if got := SafeNames(names, -1).Of(long); got != long {
		t.Error("without a limit the long name is cut")
	}
}

// PACE takes a name that begins with a blank or an asterisk for the blanks before a row, and the row has no name: in E3SM's
// files such names begin otherwise, and stay apart from those that begin so already.
func TestNamesThatPACELoses(t *testing.T) {
	names := []string{"*step", " step", "**", "*", " ", "_step", "* two words", "step"}
	safe := SafeNames(names, 0)
	seen := map[string]bool{}
	for _, name := range names {
		as := safe.Of(name)
		if strings.HasPrefix(as, " ") || strings.HasPrefix(as, "*") || seen[as] {
			t.Errorf("%q is written %q", name, as)
		}
		seen[as] = true
		if quoted := InQuotes(name); quoted != as {
			t.Errorf("InQuotes(%q) = %q, want %q", name, quoted, as)
		}
	}
}
