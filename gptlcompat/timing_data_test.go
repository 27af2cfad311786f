package gptlcompat

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
)

// timingRules name what keeps a real file of upstream's from coming back as it was.
var timingRules = []struct {
	name, text, as string
}{
	{"a warning about rdtsc, without a line end, says nothing about our clock", `WARNING: The contents of .* so equipped`, ""},
	{"how GPTL's hash table is filled says nothing about our timers",
		`\nthread \d+ had some hash collisions:\n(?:.*\n)+?Most = \d+\n`, ""},
	{"nor how large it is", `Size of hash table was .*\nMean hash index .*\n`, ""},
	{"we always have what MPI needs", `HAVE_LIBMPI was false\n`, "HAVE_LIBMPI was true\n  ENABLE_PMPI was false\n"},
	{"threads of OpenMP are not noticed", `GPTL was built without threading\n((?:.*\n)*Stats for thread 1:)`,
		"GPTL was built with UNDERLYING_PTHREADS\n$1"},
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
			names = append(names, fmt.Sprintf("generated/upstream-%s/%s", kind, TimingName(rank)))
		}
	}
	for _, name := range append(names, "gptl-upstream/timing_stderr.utrtest.4threads.v8.0.3") {
		t.Run(name, func(t *testing.T) {
			text := realFile(t, name)
			if err := check.Timing([]byte(text[strings.Index(text, versionHead):])); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			p, o := upstreamRank(t, text)
			own := writeTiming(t, p, o)
			for _, rule := range timingRules {
				if strings.Contains(rule.name, "overhead") && o.ClockSource == "" {
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
			checkSame(t, wholeTimingNanoseconds(t, text), own)
		})
	}
}

func TestRealTimingSummariesComeBackToTheByte(t *testing.T) {
	for _, kind := range []string{"base", "full", "imp", "noov"} {
		t.Run(kind, func(t *testing.T) {
			text := realFile(t, "generated/upstream-"+kind+"/"+TimingSummaryName)
			if err := check.TimingSummary([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			checkSame(t, text, writeTimingSummary(t, upstreamSummary(t, text), TimingSummaryOptions{}))
		})
	}
}

// The rows of a file with threads, of which only the table was kept; its names are not all different.
func TestRealThreadedSummaryRows(t *testing.T) {
	text := realFile(t, "gptl-upstream/doc_example3.output.txt")
	whole := "GPTL version info: 8.1.1\n" + text
	if err := check.TimingSummary([]byte(whole)); err != nil {
		t.Error(err)
	}
	checkSame(t, whole, writeTimingSummary(t, upstreamSummary(t, whole), TimingSummaryOptions{Threads: 2}))
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

// upstreamRank reads a process's file into what WriteTiming takes.
func upstreamRank(t *testing.T, text string) (*stats.Profile, TimingOptions) {
	t.Helper()
	o := TimingOptions{
		Method:           MostFrequent,
		ImperfectNesting: strings.Contains(text, "IMPERFECT NESTING"),
		NoOverhead:       !strings.Contains(text, "selfOH"),
		NoPreamble:       !strings.Contains(text, "Print method"),
		Version:          text1(text, `GPTL version info: (.*)\n`),
		ClockSource:      text1(text, `Source of clock rate was (.*)\n`),
		Autoprofiling:    text1(text, `capability was enabled with (.*)\n`),
		ProcessSize:      &ProcessSize{find(t, text, `Process size=(\S+)`), find(t, text, `rss=(\S+)`)},
		Memory: &TimingMemory{kilobytes(t, text, "Hashmem"), kilobytes(t, text, "Regionmem"),
			kilobytes(t, text, "Parent/child arrays"), kilobytes(t, text, "Callstackmem")},
		Components: components(t, text),
	}
	if strings.Contains(text, "Print method was full_tree") {
		o.Method = FullTree
	}
	moved := map[string]float64{}
	p := &stats.Profile{Tracks: []string{"main"}, Contexts: []stats.Context{{Name: "default"}}}
	for k, section := range strings.Split(text, "Stats for thread ")[1:] {
		nodes := nodesOf(t, upstreamRows(t, section, o.ImperfectNesting, moved), blocks(t, section))
		if k == 0 {
			p.Nodes = nodes
			continue
		}
		for i := range nodes { // the same timers on every thread
			n := &p.Nodes[i]
			if k == 1 {
				n.ByTrack = []stats.TrackMeasure{{Track: 0, Measure: n.Measure}}
			}
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: k, Measure: nodes[i].Measure})
		}
	}
	if strings.Contains(text, " AVG_MPI_BYTES\n") {
		o.Bytes = func(node, _ int) float64 { return moved[p.Nodes[node].Name] }
	}
	p.Clock.Name = text1(text, `routine was (.*)\.\n`)
	if o.ClockSource != "" {
		p.Clock.Hz = 1e6 * find(t, text, `Clock rate = (\S+) MHz`)
	}
	return p, o
}

// text1 returns what a pattern holds, empty if it is not there.
func text1(text, pattern string) string {
	if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// upstreamRows reads the first table of a text.
func upstreamRows(t *testing.T, section string, flat bool, moved map[string]float64) []fileRow {
	t.Helper()
	lines := strings.Split(section, "\n")
	at := strings.Index(lines[1], "   Called")
	var rows []fileRow
	for _, line := range lines[2:] {
		if line == "" || strings.HasPrefix(line, "Overhead sum") {
			break
		}
		head, words := line[:at], strings.Fields(line[at:])
		r := fileRow{m: fileMeasure(t, words[0], words[1], words[2], words[3], words[4])}
		if !flat {
			if head[0] == '!' {
				r.m.Running = 1
			}
			head = head[2:]
			r.depth = (len(head) - len(strings.TrimLeft(head, " "))) / 2
		}
		r.name = strings.TrimSpace(head)
		if last := words[len(words)-1]; strings.HasSuffix(line, " ") && last != "-" {
			moved[r.name] = value(t, last) * float64(r.m.Calls)
		}
		rows = append(rows, r)
	}
	return rows
}

// components reads the parts of the overhead, of which the file has two digits, but three of their
// shares. Among the values that print as the file has them it takes some whose sum is right.
func components(t *testing.T, text string) *Components {
	t.Helper()
	total := find(t, text, `GPTLstop call=(\S+) seconds`)
	c := &Components{
		Instrumented: find(t, text, `the hashtable entry is (\S+) not`),
		Autoprofile:  find(t, text, `start entry\)=(\S+) seconds`),
		Probe:        text1(text, `using hash entry (.*) for getentry`),
	}
	parts := []struct {
		name          string
		to            *float64
		least, larger float64
	}{
		{name: "Fortran layer", to: &c.Fortran},
		{name: "Get thread number", to: &c.Thread},
		{name: "Generate hash index", to: &c.Hash},
		{name: "Find hashtable entry", to: &c.Entry},
		{name: "Underlying timing routine", to: &c.Clock},
		{name: "Misc start/stop functions", to: &c.Misc},
	}
	missing, room := total, 0.0
	for k := range parts {
		p := &parts[k]
		shown, share := find(t, text, p.name+`: +(\S+) = `), find(t, text, p.name+`: +\S+ = +(\S+)%`)/100*total
		if shown == 0 {
			continue
		}
		half := 0.0499 * math.Pow(10, math.Floor(math.Log10(shown*1.0001))) // of the last digit
		below := half
		if shown < 1.01*20*half {
			below = half / 10 // 1.0e-09 is rounded from 0.995e-09
		}
		p.least = max(share-0.000499*total, shown-below)
		p.larger = min(share+0.000499*total, shown+half) - p.least
		missing, room = missing-p.least, room+p.larger
	}
	for k := range parts {
		*parts[k].to = parts[k].least + parts[k].larger*missing/room
	}
	return c
}

// upstreamSummary reads a file of all processes into what WriteTimingSummary takes.
func upstreamSummary(t *testing.T, text string) *stats.Summary {
	t.Helper()
	s := &stats.Summary{Size: int(find(t, text, `communicator=(\d+)`))}
	table := text[strings.Index(text, "\nname ")+1:]
	at := strings.Index(table, "   ncalls")
	for k, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n") {
		if k == 0 {
			continue
		}
		r := stats.Region{Parent: -1, Name: strings.TrimSpace(line[:at])}
		if i := strings.Index(line, "ON for "); i >= 0 {
			if _, err := fmt.Sscanf(line[i:], "ON for %d", &r.Running); err != nil {
				t.Fatal(err)
			}
			s.Regions = append(s.Regions, r)
			continue
		}
		words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(line[at:]))
		n := value(t, words[1])
		mean, deviation := value(t, words[2])*1e9, value(t, words[3])*1e9
		r.Calls, r.Ranks, r.Completed, r.Threads = uint64(value(t, words[0])), int(n), int(n), int(n)
		r.Wall = stats.Uint128{Lo: uint64(math.Round(mean * n))}
		r.Squares = stats.Uint128{Lo: uint64(n*mean*mean/1e6 + (n-1)*deviation*deviation/1e6)}
		r.Squares = stats.Mul(r.Squares.Lo, 1e6)
		r.ThreadMax = stats.Extreme{Value: nanoseconds(t, words[4]), Rank: int(value(t, words[5]))}
		r.ThreadMin = stats.Extreme{Value: nanoseconds(t, words[6]), Rank: int(value(t, words[7]))}
		if len(words) == 10 {
			r.ThreadMax.Thread = int(value(t, words[6]))
			r.ThreadMin = stats.Extreme{Value: nanoseconds(t, words[7]), Rank: int(value(t, words[8])), Thread: int(value(t, words[9]))}
		}
		s.Regions = append(s.Regions, r)
	}
	return s
}

// writeTiming writes a process's file and holds it to the rules.
func writeTiming(t rapid.TB, p *stats.Profile, o TimingOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTiming(&b, p, o); err != nil {
		t.Fatal(err)
	}
	if err := check.Timing(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	return b.String()
}

func writeTimingSummary(t rapid.TB, s *stats.Summary, o TimingSummaryOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTimingSummary(&b, s, o); err != nil {
		t.Fatal(err)
	}
	if err := check.TimingSummary(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	return b.String()
}
