package gptl

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/golden"
)

// changing is the lines whose numbers are of the machine: each becomes a #.
var changing = regexp.MustCompile(`(?m)^(Total overhead|Fortran layer|Get thread|Generate hash|Find hashtable|` +
	`Underlying timing routine:|Misc start|NOTE: For auto|      the hashtable|Process size|Overhead |OVERHEAD|Total GPTL memory|Regionmem|  Regionmem|Thread \d+ total memory|Total memory usage|Per-call).*$`)

var value = regexp.MustCompile(` *[0-9][-+.0-9e]*`)

// cost is the last column of E3SM's rows: what timing cost.
var cost = regexp.MustCompile(`(?m) +[0-9]+\.[0-9]{6} $`)

func stable(text string) string {
	text = cost.ReplaceAllString(text, "  # ")
	return changing.ReplaceAllStringFunc(text, func(line string) string { return value.ReplaceAllString(line, " #") })
}

// withoutMPI makes of what a library says that was built with MPI what one says that was not.
var withoutMPI = strings.NewReplacer("HAVE_LIBMPI was true\n  ENABLE_PMPI was false\n", "HAVE_LIBMPI was false\n",
	"HAVE_MPI was true\n  HAVE_COMM_F2C was true\n  ENABLE_PMPI was false\n", "HAVE_MPI was false\n")

// sameButMachine compares a text with a file of testdata, but for the numbers of the machine and the MPI that this was built with.
func sameButMachine(t *testing.T, name, text string) {
	t.Helper()
	golden.Check(t, name, withoutMPI.Replace(stable(text)))
}

// everyKind runs timers whose times are all known: several parents, two threads, a recursion of none.
func everyKind(t testing.TB) {
	t.Helper()
	for range 2 {
		ok(t, Start("solver"))
		ok(t, StartStopVals("halo exchange", 250*time.Millisecond, 3))
		ok(t, StartStopVal("physics", 1500*time.Millisecond))
		ok(t, PrefixSet("io:"))
		ok(t, StartStopVal("write", 20*time.Millisecond))
		ok(t, PrefixUnset())
		ok(t, ResetTimer("solver")) // whose own time is that of this machine
		ok(t, Stop("solver"))
		ok(t, ResetTimer("solver"))
		ok(t, StartStopVal("solver", 2*time.Second))
	}
	ok(t, StartStopVal("halo exchange", 500*time.Millisecond))
	ok(t, StartStopVals("short", 40*time.Nanosecond, 4))
	elsewhere(func() {
		ok(t, StartStopVal("halo exchange", time.Second))
		ok(t, StartStopVal("only here", 3*time.Second))
	})
}

func TestPrint(t *testing.T) {
	fresh(t)
	wants(t, Print(0), ErrNotInitialized)
	fresh(t)
	folder := begin(t)
	everyKind(t)
	ok(t, Print(12))
	text := content(t, folder, "timing.000012")
	ok(t, check.Timing([]byte(text)))
	sameButMachine(t, "timing.000012", text)
	for _, id := range []int{-1, 1_000_000} {
		messages, _ := captured(t)
		ok(t, Print(id))
		if tables(messages.String()) != tables(text) {
			t.Errorf("Print(%d) writes to standard error:\n%s", id, messages)
		}
	}
	equal(t, "files", strings.Join(files(t, folder), " "), "timing.000012")

	ok(t, SetOption(Layout, E3SM))
	ok(t, Print(12))
	text = content(t, folder, "timing.12")
	ok(t, check.Rank([]byte(text)))
	sameButMachine(t, "timing.12", text)
	wants(t, Print(-1), ErrValue, "Print(-1)")
	wants(t, Print(1_000_000), ErrValue)
}

// tables returns a file from its first table on, up to what the timers occupy.
func tables(text string) string {
	text = stable(text)
	begin := strings.Index(text, "Stats for thread 0:")
	if begin < 0 {
		return ""
	}
	text, _, _ = strings.Cut(text[begin:], "\nTotal GPTL memory")
	return text
}

// A timer that is running is marked, and has what it had before; mpitimer's Total is in no file.
func TestPrintWhileTimersRun(t *testing.T) {
	for _, layout := range []int{Upstream, E3SM} {
		folder := begin(t, map[Option]int{Layout: layout})
		ok(t, StartStopVal("a", time.Second))
		ok(t, Start("a"))
		ok(t, Start("b"))
		ok(t, PrintFile("x"))
		ok(t, PrintSummaryFile(nil, "y"))
		sameButMachine(t, []string{"running.timing", "running.rank"}[layout], tables(content(t, folder, "x")))
		sameButMachine(t, []string{"running.summary", "running_stats"}[layout], content(t, folder, "y"))
		ok(t, Finalize())
	}
}

// A file read and written again is the same, so that it is one of the writer's to the last byte.
func TestPrintFile(t *testing.T) {
	fresh(t)
	wants(t, PrintFile("x"), ErrNotInitialized)
	fresh(t)
	folder := begin(t)
	everyKind(t)
	for _, wrong := range []bool{false, true} {
		if wrong {
			_ = Stop("never")
		}
		ok(t, PrintFile("x"))
		text := content(t, folder, "x")
		equal(t, "warning of errors", strings.Contains(text, "WARNING: GPTLerror was called"), wrong)
		timing := readTiming(t, text)
		var again strings.Builder
		ok(t, upstream.WriteTiming(&again, timing.Profile, timing.Options))
		if again.String() != text {
			t.Errorf("read and written again it is\n%s\nnot\n%s", again.String(), text)
		}
	}
	absolute := filepath.Join(t.TempDir(), "y")
	ok(t, PrintFile(absolute))
	content(t, filepath.Dir(absolute), "y")
	wants(t, PrintFile(""), ErrValue)
	messages, _ := captured(t)
	ok(t, PrintFile("stderr"))
	if !strings.Contains(messages.String(), "Stats for thread 0:") {
		t.Error("nothing was written to standard error")
	}
}

// A file that cannot be written is an error that says where it is instead.
func TestPrintFileFails(t *testing.T) {
	folder := begin(t)
	ok(t, os.Mkdir(filepath.Join(folder, "taken"), 0o777))
	for _, mode := range []int{PrintWrite, PrintAppend} {
		ok(t, PrintModeSet(mode))
		err := PrintFile("taken")
		if err == nil || !strings.Contains(err.Error(), "taken") {
			t.Errorf("mode %d: %v", mode, err)
		}
		if _, place, found := strings.Cut(err.Error(), "written to "); found {
			place, _, _ = strings.Cut(place, " instead")
			content(t, filepath.Dir(place), filepath.Base(place))
			ok(t, os.RemoveAll(filepath.Dir(place)))
		} else if mode == PrintWrite {
			t.Errorf("what was to be written is lost: %v", err)
		}
	}
	equal(t, "errors", NumErrors(), 2)
}

// The options of the files.
func TestPrintOptions(t *testing.T) {
	const percent, overhead = "%_of_solv", "selfOH parentOH"
	for _, each := range []struct {
		option    Option
		value     int
		has, lost string
	}{
		{Percent, 1, percent, ""},
		{Overhead, 0, "", overhead},
		{DoprPreamble, 0, "", "Print method was"},
		{DoprThreadSort, 0, "", "Same stats sorted by timer"},
		{DoprMultParent, 0, "", "Multiple parent info for thread"},
		{PrintMethod, FullTree, "Print method was full_tree", "most_frequent"},
		{PrintMethod, FirstParent, "Print method was first_parent", "most_frequent"},
		{PrintMethod, LastParent, "Print method was last_parent", "most_frequent"},
	} {
		folder := begin(t, map[Option]int{each.option: each.value})
		everyKind(t)
		ok(t, PrintFile("x"))
		text := content(t, folder, "x")
		ok(t, check.Timing([]byte(text)))
		if !strings.Contains(text, each.has) || each.lost != "" && strings.Contains(text, each.lost) {
			t.Errorf("option %d = %d: expected %q and not %q in\n%s", each.option, each.value, each.has, each.lost, text)
		}
		ok(t, Finalize())
		folder = begin(t)
		everyKind(t)
		ok(t, PrintFile("x"))
		text = content(t, folder, "x")
		if each.has != "" && strings.Contains(text, each.has) || !strings.Contains(text, each.lost) {
			t.Errorf("without option %d: expected %q and not %q in\n%s", each.option, each.lost, each.has, text)
		}
		ok(t, Finalize())
	}
}

// With ProfileOverhead E3SM's file has what timing cost.
func TestPrintProfileOverhead(t *testing.T) {
	for _, on := range []int{0, 1} {
		folder := begin(t, map[Option]int{Layout: E3SM, ProfileOverhead: on})
		everyKind(t)
		ok(t, PrintFile("x"))
		text := content(t, folder, "x")
		ok(t, check.Rank([]byte(text)))
		for _, line := range []string{"Overhead estimate = ", "Overhead bound = "} {
			equal(t, line, strings.Contains(text, line), on == 1)
		}
		ok(t, Finalize())
	}
}

func TestPrintSummary(t *testing.T) {
	fresh(t)
	wants(t, PrintSummary(nil), ErrNotInitialized)
	fresh(t)
	folder := begin(t)
	everyKind(t)
	ok(t, PrintSummary(nil))
	text := content(t, folder, upstream.TimingSummaryName)
	ok(t, check.TimingSummary([]byte(text)))
	sameButMachine(t, "timing.summary", text)
}

func TestPrintSummaryFile(t *testing.T) {
	fresh(t)
	wants(t, PrintSummaryFile(nil, "x"), ErrNotInitialized)
	folder := begin(t, map[Option]int{Layout: E3SM})
	everyKind(t)
	ok(t, PrintSummaryFile(nil, "model_timing_stats"))
	text := content(t, folder, "model_timing_stats")
	ok(t, check.Global([]byte(text)))
	sameButMachine(t, "model_timing_stats", text)
	wants(t, PrintSummaryFile(nil, ""), ErrValue)
	ok(t, PrintModeSet(PrintAppend))
	ok(t, PrintSummaryFile(nil, "model_timing_stats"))
	equal(t, "the file", content(t, folder, "model_timing_stats"), text+text)
}

func TestBarrier(t *testing.T) {
	fresh(t)
	wants(t, Barrier(nil, "wait"), ErrNotInitialized, `Barrier("wait")`)
	begin(t)
	ok(t, Barrier(nil, "wait"))
	ok(t, Disable())
	ok(t, Barrier(nil, "wait"))
	ok(t, Enable())
	expectTree(t, "wait 1")
}

// With ToTheLetter E3SM's files have names and extremes as the fork has them.
func TestPrintToTheLetter(t *testing.T) {
	long := strings.Repeat("0123456789", 14)
	folder := begin(t, map[Option]int{Layout: E3SM, ToTheLetter: 1})
	ok(t, StartStopVals("given", 3*time.Second, 2))
	ok(t, StartStopVals("no call", time.Second, 0))
	ok(t, StartStopVals("mixed", 4*time.Second, 2))
	ok(t, StartStopVal("mixed", 5*time.Second))
	ok(t, StartStopVal(long, time.Second))
	ok(t, PrintFile("x"))
	text := content(t, folder, "x")
	for _, row := range []string{
		`"given" +- +2 +- +3.000000 +1.500000 +1.500000 `, `"no call" +- +0 +- +1.000000 +1.000000 +1.000000 `,
		`"mixed" +- +3 +- +9.000000 +5.000000 +3.000000 `, `"` + long[:127] + `" +- +1 `,
	} {
		if !regexp.MustCompile(row).MatchString(text) {
			t.Errorf("there is no %q in\n%s", row, text)
		}
	}
	ok(t, PrintSummaryFile(nil, "y"))
	if text := content(t, folder, "y"); !strings.Contains(text, `"`+long[:127]+`" `) {
		t.Errorf("the name of 140 bytes stands there as in\n%s", text)
	}
}

// Without DoprQuotes names stand as they are in E3SM's files.
func TestPrintWithoutQuotes(t *testing.T) {
	folder := begin(t, map[Option]int{Layout: E3SM, DoprQuotes: 0})
	ok(t, StartStopVal("a", time.Second))
	ok(t, PrintFile("x"))
	ok(t, PrintSummaryFile(nil, "y"))
	for _, name := range []string{"x", "y"} {
		if text := content(t, folder, name); strings.Contains(text, `"`) || !strings.Contains(text, "\na ") && !strings.Contains(text, "\n  a ") {
			t.Errorf("%s is\n%s", name, text)
		}
	}
}

// The lines above E3SM's statistics are not written where E3SM's Fortran layer has just written them, and only there.
func TestPrintSummaryBelowBanner(t *testing.T) {
	folder := begin(t, map[Option]int{Layout: E3SM})
	ok(t, StartStopVal("a", time.Second))
	ok(t, PrintSummaryFile(nil, "whole"))
	whole := content(t, folder, "whole")
	banner := whole[:strings.Index(whole, "$Id")]
	ok(t, PrintModeSet(PrintAppend))
	for name, before := range map[string]string{"fresh": "", "below": banner, "long": strings.Repeat("x\n", 500) + banner, "other": "text\n"} {
		ok(t, os.WriteFile(filepath.Join(folder, name), []byte(before), 0o600))
		ok(t, PrintSummaryFile(nil, name))
		want := before + whole
		if strings.HasSuffix(before, banner) && before != "" {
			want = strings.TrimSuffix(before, banner) + whole
		}
		equal(t, name, content(t, folder, name), want)
	}
}
