package read

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// timingRules name what keeps a real file of upstream's from coming back as it was.
var timingRules = []struct {
	name, text, as string
}{
	{"what a test program printed itself", `\A(?:.*\n)*GPTL version info: `, "GPTL version info: "},
	{"what a test program printed itself, behind", `STOP 0\n(?:.*\n)*\z`, ""},
	{"the parts of the overhead are rounded", `(?m)^Overhead sum = .*$`, "Overhead sum"},
	{"sums are of the numbers before rounding", `(?m)^(SUM \S+ +\S+ +- ).*$`, "$1"},
}

const versionHead = "GPTL version info: "

func TestRealTimingFilesComeBackToTheByte(t *testing.T) {
	var names []string
	for _, kind := range []string{"base", "full", "imp", "noov"} {
		for rank := range 3 {
			names = append(names, fmt.Sprintf("generated/upstream-%s/%s", kind, upstream.TimingName(rank)))
		}
	}
	for _, name := range append(names, "gptl-upstream/timing_stderr.utrtest.4threads.v8.0.3") {
		t.Run(name, func(t *testing.T) {
			text := gptltest.RealFile(t, name)
			if err := check.Timing([]byte(text[strings.Index(text, versionHead):])); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			r, err := Timing(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			own := gptltest.Timing(t, r.Profile, r.Options)
			for _, rule := range timingRules {
				if strings.Contains(rule.name, "overhead") && r.Options.ClockSource == "" {
					continue // gettimeofday's are whole nanoseconds
				}
				re := regexp.MustCompile(rule.text)
				if changed := re.ReplaceAllString(text, rule.as); changed != text {
					t.Logf("differs: %s", rule.name)
					text = changed
				}
				if strings.HasPrefix(rule.text, "(?m)") {
					own = re.ReplaceAllString(own, rule.as)
				}
			}
			gptltest.Same(t, wholeTimingNanoseconds(t, text), own)
		})
	}
}

func TestRealTimingSummariesComeBackToTheByte(t *testing.T) {
	for _, kind := range []string{"base", "full", "imp", "noov"} {
		t.Run(kind, func(t *testing.T) {
			text := gptltest.RealFile(t, "generated/upstream-"+kind+"/"+upstream.TimingSummaryName)
			if err := check.TimingSummary([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			s, o := upstreamSummary(t, text)
			gptltest.Same(t, text, gptltest.TimingSummary(t, s, o))
		})
	}
}

// The rows of a file with threads, of which only the table was kept; its names are not all different.
func TestRealThreadedSummaryRows(t *testing.T) {
	text := gptltest.RealFile(t, "gptl-upstream/doc_example3.output.txt")
	whole := "GPTL version info: 8.1.1\n" + text
	if err := check.TimingSummary([]byte(whole)); err != nil {
		t.Error(err)
	}
	s, o := upstreamSummary(t, whole)
	gptltest.Same(t, whole, gptltest.TimingSummary(t, s, o))
}

// wholeTimingNanoseconds rounds times to what our integers hold: 9.81e-09 is 10 ns.
func wholeTimingNanoseconds(t *testing.T, text string) string {
	small := regexp.MustCompile(` \d\.\d\de-(0[89]|1\d)\b`)
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, "     -   ") {
			line = small.ReplaceAllStringFunc(line, func(s string) string {
				return fmt.Sprintf(" %8.2e", math.Round(value(t, s[1:])*1e9)/1e9)
			})
		}
		b.WriteString(line)
	}
	return b.String()
}

// upstreamSummary reads a file of all processes.
func upstreamSummary(t *testing.T, text string) (*stats.Summary, upstream.TimingSummaryOptions) {
	t.Helper()
	s, err := TimingSummary(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Summary, s.Options
}
