package read

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/stats"
)

var globalFiles = []string{
	"generated/e3sm-4ranks-ovhd/model_timing_stats",
	"pace/gptl_timing_stats_new.txt",
	"perf-data/model_timing_stats.summit.6144ranks",
	"perf-data/model_timing_stats.chrysalis.wcycl.320ranks",
}

func TestRealGlobalFilesComeBackToTheByte(t *testing.T) {
	for _, name := range globalFiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text := gptltest.RealFile(t, name)
			if err := check.Global([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			gptltest.Same(t, wholeNanoseconds(t, text), gptltest.Global(t, summaryOf(t, text), gptlcompat.GlobalOptions{}))
		})
	}
}

// Pacer, and so Omega, leaves out the line by which PACE knows the file. It is the only difference.
func TestPacerSummaryNeedsOneLine(t *testing.T) {
	text := gptltest.RealFile(t, "generated/e3sm-pacer-3ranks/pacer_test.summary")
	if err := check.Global([]byte(text)); err == nil {
		t.Error("a file without the line GLOBAL STATISTICS passes the check")
	}
	g, err := Global(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	checkUnknown(t, g.Unknown, "Summary.Size")
	text = "\n***** GLOBAL STATISTICS (     3 MPI TASKS) *****\n\n" + text
	if err := check.Global([]byte(text)); err != nil {
		t.Error(err)
	}
	gptltest.Same(t, wholeNanoseconds(t, text), gptltest.Global(t, summaryOf(t, text), gptlcompat.GlobalOptions{}))
}

func TestRealRankFilesComeBackToTheByte(t *testing.T) {
	for _, name := range []string{
		"generated/e3sm-4ranks-ovhd/model_timing.0",
		"generated/e3sm-4ranks-ovhd/model_timing.2",
		"generated/e3sm-pacer-3ranks/pacer_test.timing.0",
		"pace/model_timing.0000",
	} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text := gptltest.RealFile(t, name)
			if err := check.Rank([]byte(text)); err != nil {
				t.Errorf("the real file breaks our own rules: %v", err)
			}
			k, err := Rank(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			gptltest.Same(t, text, gptltest.Rank(t, k.Profile, k.Options))
		})
	}
}

// E3SM's single_file: the global statistics, then those of ranks 0 and 2.
func TestRealSingleFileComesBackToTheByte(t *testing.T) {
	text := gptltest.RealFile(t, "generated/e3sm-4ranks-ovhd/all_in_one")
	if err := check.SingleFile([]byte(text)); err != nil {
		t.Errorf("the real file breaks our own rules: %v", err)
	}
	single, err := Single(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	got := gptltest.Global(t, single.Global.Summary, single.Global.Options)
	var profiles []*stats.Profile
	options := map[int]gptlcompat.RankOptions{}
	for _, k := range single.Ranks {
		profiles = append(profiles, k.Profile)
		options[k.Profile.Rank] = k.Options
	}
	var b bytes.Buffer
	if err := gptltest.Single(&b, profiles, nil, func(rank int) *gptlcompat.RankOptions { o := options[rank]; return &o }); err != nil {
		t.Fatal(err)
	}
	if err := check.SingleFile([]byte(got + b.String())); err != nil {
		t.Errorf("breaks a reader's rule: %v", err)
	}
	gptltest.Same(t, wholeNanoseconds(t, text), got+b.String())
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

// summaryOf reads a global file.
func summaryOf(t *testing.T, text string) *stats.Summary {
	t.Helper()
	g, err := Global(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g.Summary
}

func value(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
