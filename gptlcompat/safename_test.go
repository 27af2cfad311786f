package gptlcompat

import (
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
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

// PACE takes a name that begins with a blank or an asterisk for the blanks before a row, and the row has no name: in E3SM's
// files such names begin otherwise, and stay apart from those that begin so already.
func TestNamesThatPACELoses(t *testing.T) {
	names := []string{"*step", " step", "**", "*", " ", "_step", "* two words", "step"}
	safe := safeNames(names, 0)
	seen := map[string]bool{}
	for _, name := range names {
		as := safe.of(name)
		if strings.HasPrefix(as, " ") || strings.HasPrefix(as, "*") || seen[as] {
			t.Errorf("%q is written %q", name, as)
		}
		seen[as] = true
		if quoted, _ := Written(name); quoted != as {
			t.Errorf("Written(%q) = %q, want %q", name, quoted, as)
		}
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

// One long name makes no row longer than the names of GPTL are, but where names are paths or all of it is asked for.
func TestOneLongNameWidensNoFile(t *testing.T) {
	long := "/" + strings.Repeat("a", 800)
	p := &stats.Profile{Size: 1, Environments: []stats.Environment{{Name: "Default", Size: 1, Ranks: []stats.Range{{First: 0, Last: 0, Stride: 1}}}}, Tracks: []string{"main"}, Nodes: []stats.Node{
		{Parent: -1, Name: "step", Measure: stats.Measure{Calls: 1, Timed: 1}}, {Parent: -1, Name: long, Measure: stats.Measure{Calls: 1, Timed: 1}}}}
	s, err := stats.Merge([]*stats.Profile{ByName(p)})
	if err != nil {
		t.Fatal(err)
	}
	for what, write := range map[string]func(w *strings.Builder, limit int) error{
		"global": func(w *strings.Builder, limit int) error { return WriteGlobal(w, s, GlobalOptions{MaxName: limit}) },
		"rank":   func(w *strings.Builder, limit int) error { return WriteRank(w, p, RankOptions{MaxName: limit}) },
		"timing": func(w *strings.Builder, limit int) error { return WriteTiming(w, p, TimingOptions{MaxName: limit}) },
		"summary": func(w *strings.Builder, limit int) error {
			return WriteTimingSummary(w, s, TimingSummaryOptions{MaxName: limit})
		},
	} {
		for limit, most := range map[int]int{0: DefaultMaxName + 120, 300: 300 + 120, -1: 801 + 120} {
			var text strings.Builder
			if err := write(&text, limit); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text.String()) {
				if len(line) > most && !strings.Contains(line, " = ") { // the list of whole names
					t.Errorf("%s, limit %d: a line of %d bytes, want at most %d", what, limit, len(line), most)
				}
			}
			if !strings.Contains(text.String(), long) && (limit < 0 || what == "timing") {
				t.Errorf("%s, limit %d: the whole name is nowhere", what, limit)
			}
		}
	}
}
