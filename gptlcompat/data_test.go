package gptlcompat

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
)

var update = flag.Bool("update", false, "write the golden files anew")

// realID is what the real files begin with.
const realID = "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $"

// realFile reads one of the files that real models and libraries wrote; they lie beside the
// repository, not in it.
func realFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "shared", "data", "gptl", filepath.FromSlash(name))
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("no %s: the collection of real timing files is not here", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var globalFiles = []string{
	"generated/e3sm-4ranks-ovhd/model_timing_stats",
	"pace/gptl_timing_stats_new.txt",
	"perf-data/model_timing_stats.summit.6144ranks",
	"perf-data/model_timing_stats.chrysalis.wcycl.320ranks",
}

func TestRealGlobalFilesComeBackToTheByte(t *testing.T) {
	for _, name := range globalFiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text := realFile(t, name)
			if err := check.Global([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			checkSame(t, wholeNanoseconds(t, text), writeGlobal(t, summaryOf(t, text), GlobalOptions{ID: realID}))
		})
	}
}

// Pacer, and so Omega, leaves out the line by which PACE knows the file. It is the only difference.
func TestPacerSummaryNeedsOneLine(t *testing.T) {
	text := realFile(t, "generated/e3sm-pacer-3ranks/pacer_test.summary")
	if err := check.Global([]byte(text)); err == nil {
		t.Error("a file without the line GLOBAL STATISTICS passes the check")
	}
	text = "\n***** GLOBAL STATISTICS (     3 MPI TASKS) *****\n\n" + text
	if err := check.Global([]byte(text)); err != nil {
		t.Error(err)
	}
	checkSame(t, wholeNanoseconds(t, text), writeGlobal(t, summaryOf(t, text), GlobalOptions{ID: realID}))
}

func TestRealRankFilesComeBackToTheByte(t *testing.T) {
	for _, c := range []struct {
		name     string
		overhead *Overhead
		memory   []Memory
	}{
		{name: "generated/e3sm-4ranks-ovhd/model_timing.0", overhead: &Overhead{1.435716999, 0.592, 0.862}},
		{name: "generated/e3sm-4ranks-ovhd/model_timing.2", overhead: &Overhead{1.308399641, 0.621, 0.895}},
		{name: "generated/e3sm-pacer-3ranks/pacer_test.timing.0", overhead: &Overhead{0, 8.61e-06, 1e-05},
			memory: []Memory{{32768, 2016, 80}}},
		{name: "pace/model_timing.0000"},
	} {
		t.Run(filepath.Base(c.name), func(t *testing.T) {
			text := realFile(t, c.name)
			if err := check.Rank([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			got := writeRank(t, profileOf(t, text), RankOptions{ID: realID, Overhead: c.overhead, Memory: c.memory})
			if c.memory == nil {
				// What follows in these files are blocks of multiple parents and of GPTL's hashing.
				got, text = upTo(got, "Total calls"), upTo(text, "Total calls")
			} else {
				text = strings.TrimSuffix(text, "\nthreadid[0] = 0\n")
			}
			// A row of ours is a call path and has one parent.
			text = strings.ReplaceAll(text, "\n* ", "\n  ")
			if strings.Contains(text, "PROCESS") {
				checkSame(t, upTo(text, realID), upTo(got, realID))
			}
			checkSame(t, from(text, "Stats for thread"), from(got, "Stats for thread"))
		})
	}
}

// wholeNanoseconds rounds the totals of a global file to what our integers hold. GPTL's are sums of
// differences of floats and show 651.9999 ns where the clock ticked 652; it is all that keeps a file
// from coming back as it was.
func wholeNanoseconds(t *testing.T, text string) string {
	total := regexp.MustCompile(`   \d\.\d{6}e-0[4-9] `)
	return total.ReplaceAllStringFunc(text, func(s string) string {
		return fmt.Sprintf("   %12.6e ", math.Round(value(t, strings.TrimSpace(s))*1e9)/1e9)
	})
}

// summaryOf reads a global file into what WriteGlobal takes.
func summaryOf(t *testing.T, text string) *stats.Summary {
	t.Helper()
	s := &stats.Summary{}
	if _, err := fmt.Sscanf(text, "\n***** GLOBAL STATISTICS (%d MPI TASKS)", &s.Size); err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`^"(.*?)" *([-y]) +(\d+) +(\d+) (\S+) +(\S+) +(\S+) \( *(\d+) +(\d+)\) +(\S+) \( *(\d+) +(\d+)\)$`)
	for line := range strings.Lines(text) {
		m := row.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		r := stats.Region{Parent: -1, Name: m[1], Running: strings.Count(m[2], "y")}
		r.Completed, r.Threads = int(value(t, m[3])), int(value(t, m[4]))
		r.Calls = uint64(value(t, m[5]))
		r.Total = stats.Uint128{Lo: uint64(math.Round(value(t, m[6]) * 1e9))}
		r.ThreadMax = stats.Extreme{Value: nanoseconds(t, m[7]), Rank: int(value(t, m[8])), Thread: int(value(t, m[9]))}
		r.ThreadMin = stats.Extreme{Value: nanoseconds(t, m[10]), Rank: int(value(t, m[11])), Thread: int(value(t, m[12]))}
		s.Regions = append(s.Regions, r)
	}
	return s
}

// profileOf reads thread 0 of a rank's file into what WriteRank takes.
func profileOf(t *testing.T, text string) *stats.Profile {
	t.Helper()
	p := &stats.Profile{Tracks: []string{"main"}, Contexts: []stats.Context{{Name: "default"}}}
	if i := strings.Index(text, "PROCESS"); i >= 0 {
		if _, err := fmt.Sscanf(text[i:], "PROCESS %d", &p.Rank); err != nil {
			t.Fatal(err)
		}
	}
	overhead := regexp.MustCompile(`Per-call utr overhead est(?: \(at end\))?: (\S+) sec`).FindStringSubmatch(text)
	p.Clock.PairCost = 2e9 * value(t, overhead[1])
	row := regexp.MustCompile(`^([* ] ( *))"(.*?)" *([-y]) +(\S+) +(\S+) +(\S+) +(\S+) +(\S+) +\S+ $`)
	var above []int
	for line := range strings.Lines(from(text, "Stats for thread 0")) {
		m := row.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			continue
		}
		depth := len(m[2]) / 2
		n := stats.Node{Parent: -1, Name: m[3]}
		if above = above[:depth]; depth > 0 {
			n.Parent = above[depth-1]
		}
		above = append(above, len(p.Nodes))
		n.Running = strings.Count(m[4], "y")
		n.Calls, n.Timed = uint64(value(t, m[5])), 1
		if m[6] != "-" {
			n.Recursion = uint64(value(t, m[6]))
		}
		n.Total, n.Max, n.Min = nanoseconds(t, m[7]), nanoseconds(t, m[8]), nanoseconds(t, m[9])
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

func value(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func nanoseconds(t *testing.T, s string) int64 {
	t.Helper()
	return int64(math.Round(value(t, s) * 1e9))
}

// upTo returns text up to and including the line that holds mark.
func upTo(text, mark string) string {
	if i := strings.Index(text, mark); i >= 0 {
		return text[:i+strings.IndexByte(text[i:], '\n')+1]
	}
	return text
}

// from returns text from mark on.
func from(text, mark string) string {
	if i := strings.Index(text, mark); i >= 0 {
		return text[i:]
	}
	return text
}

// writeGlobal writes a global file and holds it to the rules, when the rules are ours to keep.
func writeGlobal(t rapid.TB, s *stats.Summary, o GlobalOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteGlobal(&b, s, o); err != nil {
		t.Fatal(err)
	}
	if err := check.Global(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	return b.String()
}

func writeRank(t rapid.TB, p *stats.Profile, o RankOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteRank(&b, p, o); err != nil {
		t.Fatal(err)
	}
	if err := check.Rank(b.Bytes()); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	return b.String()
}

func checkSame(t rapid.TB, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("differs (-want +got):\n%s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}

// golden compares with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, string(want), got)
}
