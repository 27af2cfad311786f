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
		"plain", "a'b~2", "a'b", "a_b~2", "a_b", "a_b~3", "unnamed~2", "unnamed", "C:/run", "?~2", "?", "two words (x)",
		"Stats_for_thread 0:", "GLOBAL_STATISTICS", "", "", "héé",
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
		if len(got) > DefaultMaxName+len("~2") {
			t.Errorf("%.20q keeps %d bytes", name, len(got))
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
