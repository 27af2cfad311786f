package check

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/corpus"
)

const goodGlobal = `
***** GLOBAL STATISTICS (     4 MPI TASKS) *****

$Id: x $
'count' is cumulative. All other stats are max/min
'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.

name              on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )
"CPL:RUN_LOOP"     -          4        4 4.000000e+00   8.067460e+00     2.091 (     0      0)     1.986 (     3      0)
"a:halo exchange"  -          4        8 3.840000e+02   1.309624e-03     0.000 (     2      1)     0.000 (     3      0)
"t_prf"            y          0        0 0.000000e+00   0.000000e+00     0.000 (     0      0)     0.000 (     0      0)

`

const goodRank = `
************ PROCESS      0 (     0) ************

$Id: x $

Stats for thread 0:
                  On  Called Recurse   Wallclock          max          min     UTR Overhead 
  "run"            -       1    -       2.091170     2.091170     2.091170         0.000000 
    "recur"        -       3      2     0.000001     0.000001     0.000000         0.000000 
    "tick"         - 1.2e+06    -       0.568746     0.035323     0.000000         0.085142 
  "t_prf"          y       0    -       0.000000     0.000000     0.000000         0.000000 

Overhead sum =    0.0852 wallclock seconds
Total calls  = 1.200e+06
`

func TestGoodFilesPass(t *testing.T) {
	if err := Global([]byte(goodGlobal)); err != nil {
		t.Error(err)
	}
	if err := Rank([]byte(goodRank)); err != nil {
		t.Error(err)
	}
}

// PACE raises IndexError for a first table without rows, and refuses all of the experiment then. A line that it passes over
// says so instead.
func TestIdleRanksAreRead(t *testing.T) {
	const idle = "\n************ PROCESS      1 (     1) ************\n\n$Id: x $\n\nNo timer has run on thread 0.\n\n" +
		"Overhead sum =         0 wallclock seconds\nTotal calls  = 0\n"
	second := strings.Replace(goodRank[strings.Index(goodRank, "\nStats"):], "thread 0", "thread 1", 1)
	global := goodGlobal[:strings.Index(goodGlobal, "name ")]
	for name, c := range map[string]struct {
		check func([]byte) error
		text  string
		wrong bool
	}{
		"a rank":                          {Rank, idle, false},
		"its first thread":                {Rank, idle + second, false},
		"its second thread before it":     {Rank, strings.Replace(idle, "\n\nNo", "\n"+second+"\nNo", 1), true},
		"a table without rows":            {Rank, goodRank[:strings.Index(goodRank, `  "run"`)] + "\n", true},
		"all ranks":                       {Global, global + "No timer has run.\n\n", false},
		"all ranks, and something behind": {Global, global + "No timer has run.\n\n\n", true},
		"all ranks, by a title alone":     {Global, goodGlobal[:strings.Index(goodGlobal, `"CPL`)] + "\n", true},
	} {
		if err := c.check([]byte(c.text)); (err != nil) != c.wrong {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Each change breaks one rule.
func TestBrokenFilesFail(t *testing.T) {
	const loop = `"CPL:RUN_LOOP"     -          4        4 4.000000e+00   8.067460e+00     2.091 (     0      0)     1.986 (     3      0)`
	for _, c := range []struct{ rule, old, new, want string }{
		{"the global line", "***** GLOBAL", "**** GLOBAL", "line 2"},
		{"its tasks", "(     4 MPI", "(4 MPI", "line 2"},
		{"the blank first line", "\n*****", "*****", "line"},
		{"title on line 8", "$Id: x $", "$Id: x $\n$Id: y $", "line"},
		{"$Id", "$Id", "Id", "$Id"},
		{"the on sentence", "'on' ind", "'on' Ind", "line 6"},
		{"one blank line at the end", "(     0      0)\n\n", "(     0      0)\n\n\n", "line"},
		{"a blank line at the end", "(     0      0)\n\n", "(     0      0)\n", "blank line"},
		{"an end of the last line", "\n\n", "\n\nx", "line"},
		{"quotes", `"t_prf"  `, `t_prf    `, "not a row"},
		{"no quote in a name", `"a:halo exchange"`, `"a:hal" exchange"`, "quote"},
		{"no backslash", `"a:halo exchange"`, `"a:halo\exchange"`, "backslash"},
		{"a name", `"t_prf"  `, `""       `, "empty"},
		{"no asterisk at its start", `"a:halo exchange"`, `"*:halo exchange"`, "begins with a blank or an asterisk"},
		{"no blank at its start", `"a:halo exchange"`, `" :halo exchange"`, "begins with a blank or an asterisk"},
		{"names once", `"t_prf"          `, `"CPL:RUN_LOOP"   `, "already"},
		{"no identifier in a name", `"a:halo exchange"`, `"Stats for thread"`, "tells the kinds"},
		{"names padded to the longest", `"a:halo exchange"`, `"a:halo exchang" `, "padded"},
		{"one flag", " -          4        4 4", "  -          4        4 4", "columns"},
		{"no exponent in a wall", "     2.091 (", " 2.091e+00 (", "not a row"},
		{"no NaN", "     2.091 (", "       NaN (", "not a row"},
		{"no extra column", "3      0)\n\"t_prf\"", "3      0) 1.0\n\"t_prf\"", "not a row"},
		{"rows in column 1", loop, " " + loop, "not a row"},
		{"processes of the run", loop, strings.Replace(loop, " 4        4 ", " 5        5 ", 1), "5 processes of 4"},
		{"threads", loop, strings.Replace(loop, " 4        4 ", " 4        3 ", 1), "fewer threads"},
		{"count", loop, strings.Replace(loop, "4.0", "3.0", 1), "fewer calls"},
		{"order of extremes", loop, strings.Replace(loop, "2.091", "1.091", 1), "larger than the largest"},
		{"total and extremes", loop, strings.Replace(loop, "8.067460e+00", "8.067460e+01", 1), "more than its threads"},
		{"largest within the total", loop, strings.Replace(loop, "8.067460e+00", "8.067460e-01", 1), "larger than the total"},
		{"a process there is", loop, strings.Replace(loop, "(     3", "(     4", 1), "there is not"},
		{"nothing where nothing ran", "y          0        0 0.0", "y          0        0 1.0", "no process"},
		{"UTF-8", "t_prf", "t\xffprf", "UTF-8"},
		{"no control character", "t_prf", "t\tprf", "control"},
		{"no line end of Python's", "t_prf", "t\u2028prf", "control"},
	} {
		broken(t, c.rule, Global, goodGlobal, c.old, c.new, c.want)
	}
	for _, c := range []struct{ rule, old, new, want string }{
		{"a section", "Stats for thread 0:", "Stats for threads:", "section"},
		{"section 0", "Stats for thread 0:", "Stats for thread 1:", "thread 0"},
		{"sections once", "\n\nOverhead", "\n\n" + goodRank[strings.Index(goodRank, "Stats"):] + "Overhead", "already"},
		{"sections at the start of a line", "$Id: x", "$Id: Stats for thread", "section"},
		{"the title", "Recurse", "recurse", "title"},
		{"a blank line behind the table", "\n\nOverhead", "\nOverhead", "not a row"},
		{"no line that starts with name", "$Id: x", "name: x", "begins with"},
		{"top level at 2", `  "run"  `, `    "run"`, "below"},
		{"levels of 2", `    "recur" `, `   "recur"  `, "not a row"},
		{"one level at a time", `    "recur"  `, `      "recur"`, "levels below"},
		{"names padded to one column", `"tick"         -`, `"tick"        -`, "names end"},
		{"no extra column", "0.085142 \n", "0.085142 1.0 \n", "not a row"},
		{"no missing column", "     0.085142 \n", "\n", "not a row"},
		{"the blank at the end", "0.085142 \n", "0.085142\n", "not a row"},
		{"widths", "1.2e+06    -   ", "1.2e+06    -    ", "columns"},
		{"order of extremes", "0.035323     0.000000", "0.035323     0.100000", "longer than the longest"},
		{"longest within all", "0.568746     0.035323", "0.568746     0.635323", "longer than all"},
		{"recursion within calls", "3      2", "3      5", "recursive"},
		{"only what ran", "y       0", "-       0", "neither ran"},
	} {
		broken(t, c.rule, Rank, goodRank, c.old, c.new, c.want)
	}
}

// Values that contradict each other are told after everything else, and can be told apart.
func TestContradictingValuesAreToldLast(t *testing.T) {
	swap := func(text string, pairs ...string) []byte {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				t.Fatalf("no %q", pairs[i])
			}
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return []byte(text)
	}
	for name, c := range map[string]struct {
		check       func([]byte) error
		values, too []byte
	}{
		"global": {Global, swap(goodGlobal, "     2.091 (", "     1.091 ("),
			swap(goodGlobal, "     2.091 (", "     1.091 (", `"t_prf"  `, `t_prf    `)},
		"rank": {Rank, swap(goodRank, "0.035323     0.000000", "0.035323     0.100000"),
			swap(goodRank, "0.035323     0.000000", "0.035323     0.100000", `"t_prf"  `, `t_prf    `)},
		"single": {SingleFile, swap(goodGlobal+goodRank, "     2.091 (", "     1.091 ("),
			swap(goodGlobal+goodRank, "     2.091 (", "     1.091 (", `"tick"  `, `tick    `)},
		"single, a rank": {SingleFile, swap(goodGlobal+goodRank, "0.568746     0.035323", "0.568746     0.635323"),
			swap(goodGlobal+goodRank+goodRank, "0.568746     0.035323", "0.568746     0.635323", "6\n\n*", "6\nname\n*")},
		"timing": {Timing, swap(goodTiming, "2.000    0.200", "2.000    2.900"),
			swap(goodTiming, "2.000    0.200", "2.000    2.900", "Total calls", "Total")},
		"timing summary": {TimingSummary, swap(goodSummary, "     5.500", "     9.500"),
			swap(goodSummary, "     5.500", "     9.500", " NOT PRINTED", " PRINTED")},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.check(c.values); !errors.Is(err, ErrValues) || !strings.Contains(err.Error(), "line ") {
				t.Errorf("got %v, want ErrValues", err)
			}
			if err := c.check(c.too); err == nil || errors.Is(err, ErrValues) {
				t.Errorf("got %v, want another error than ErrValues", err)
			}
		})
	}
}

func broken(t *testing.T, rule string, check func([]byte) error, good, old, new, want string) {
	t.Helper()
	text := strings.Replace(good, old, new, 1)
	if text == good {
		t.Fatalf("%s: nothing to change", rule)
	}
	if err := check([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: got %v, want an error about %q", rule, err, want)
	}
}

// PACE and CIME themselves must notice what they are known to fail at.
func TestReadersFailWhereTheirsDo(t *testing.T) {
	lines := func(s string) []string { return strings.Split(s, "\n") }
	for name, text := range map[string]string{
		"no GLOBAL STATISTICS": strings.Replace(goodGlobal, "GLOBAL STATISTICS", "", 1),
		"identifier twice":     strings.Replace(goodGlobal, "$Id: x", "$Id: GLOBAL STATISTICS", 1),
		"quote in a name":      strings.Replace(goodGlobal, "t_prf", `t"prf`, 1),
		"no quotes":            strings.Replace(goodGlobal, `"t_prf"`, "t_prf", 1),
		"one column too many":  strings.Replace(goodRank, "0.085142 ", "0.085142 1.0 ", 1),
		"one column too few":   strings.Replace(goodRank, "0.085142 ", "", 1),
		"an odd indent":        strings.Replace(goodRank, `    "recur`, `   "recur`, 1),
		"NaN":                  strings.Replace(goodRank, "0.085142", "NaN", 1),
		"an indented row":      strings.Replace(goodGlobal, `"t_prf"`, `    "t_prf"`, 1),
		"a table without rows": goodGlobal[:strings.Index(goodGlobal, `"CPL`)] + "\n",
		"a first thread without rows": goodRank[:strings.Index(goodRank, `  "run"`)] + strings.Replace(
			goodRank[strings.Index(goodRank, "\nStats"):], "thread 0", "thread 1", 1),
	} {
		if tables, err := pace(lines(text)); err == nil {
			t.Errorf("%s: PACE reads %v", name, tables)
		}
	}
	c := newCIME(lines(goodGlobal))
	if a, b, ok := c.maxMin("a:halo exchange"); !ok || a != "0.000" || b != "0.000" {
		t.Errorf("CIME finds %q %q %t", a, b, ok)
	}
	if processes, calls, ok := c.calls("a:halo exchange"); !ok || processes != 4 || calls != 384 {
		t.Errorf("CIME finds %g calls on %g processes", calls, processes)
	}
	if _, _, ok := c.maxMin("halo exchange"); ok {
		t.Error("CIME finds a timer that is not there")
	}
	c = newCIME(lines(strings.Replace(goodGlobal, "     2.091 (", " 2.091e+00 (", 1)))
	if _, _, ok := c.maxMin("CPL:RUN_LOOP"); ok {
		t.Error("CIME reads an exponent")
	}
	c = newCIME([]string{`"CPL:RUN_LOOP"    320      320 3.200000e+02   7.177439e+03    22.655 (     3      0)    22.323 (   107      0)`})
	if _, _, ok := c.maxMin("CPL:RUN_LOOP"); ok {
		t.Error("CIME reads a row without the on flag")
	}
}

// The checks read files of tests only, but must not fail on any.
func FuzzCheck(f *testing.F) {
	corpus.Add(func(b []byte) { f.Add(b) }, []byte(goodGlobal), []byte(goodRank), []byte(goodGlobal+goodRank), []byte(goodTiming), []byte(goodSummary))
	f.Fuzz(func(t *testing.T, b []byte) {
		_ = Global(b)
		_ = Rank(b)
		_ = SingleFile(b)
		_ = Timing(b)
		_ = TimingSummary(b)
	})
}
