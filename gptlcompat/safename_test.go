package gptlcompat

import (
	"math"
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
	safe := safeNames(names, 0)
	taken := map[string]bool{}
	for i, name := range names {
		got := safe.of(name)
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
		if got, alone := safe.of(name), safeNames(names[i:], 0).of(name); got != alone {
			t.Errorf("%.20q is %.20q in a file and %.20q in another", name, got, alone)
		}
	}
	if got := safeNames(names, -1).of(long); got != long {
		t.Error("without a limit the long name is cut")
	}
}

func TestFortranE(t *testing.T) {
	for v, want := range map[float64]string{
		1.435716999:  "    0.1435716999E+01",
		0:            "    0.0000000000E+00",
		-0.05:        "   -0.5000000000E-01",
		9.9999999999: "    0.1000000000E+02",
		math.Inf(1):  "    0.0000000000E+00",
	} {
		if got := fortranE(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
}
