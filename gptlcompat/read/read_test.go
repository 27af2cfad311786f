package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// realKinds is what Read takes each real file for. Files without a table are not named.
var realKinds = map[string]Kind{
	"generated/e3sm-4ranks-ovhd/all_in_one":                 SingleKind,
	"generated/e3sm-4ranks-ovhd/model_timing.0":             RankKind,
	"generated/e3sm-4ranks-ovhd/model_timing.2":             RankKind,
	"generated/e3sm-4ranks-ovhd/model_timing_stats":         GlobalKind,
	"generated/e3sm-pacer-3ranks/pacer_test.summary":        GlobalKind,
	"generated/e3sm-pacer-3ranks/pacer_test.timing.0":       RankKind,
	"gptl-upstream/doc_example1.output.txt":                 TimingKind,
	"gptl-upstream/doc_example2.output.txt":                 TimingKind,
	"gptl-upstream/doc_example3.output.txt":                 TimingSummaryKind,
	"gptl-upstream/doc_example4.output.txt":                 TimingKind,
	"gptl-upstream/doc_example6.output.txt":                 TimingKind,
	"gptl-upstream/doc_example7.output.txt":                 TimingKind,
	"gptl-upstream/summary_rows.file1.omp":                  TimingSummaryKind,
	"gptl-upstream/summary_rows.file2":                      TimingSummaryKind,
	"gptl-upstream/summary_rows.loadbal.file1":              TimingSummaryKind,
	"gptl-upstream/timing_stderr.utrtest.4threads.v8.0.3":   TimingKind,
	"pace/gptl_timing_stats_new.txt":                        GlobalKind,
	"pace/gptl_timing_stats_old.txt":                        GlobalKind,
	"pace/model_timing.0000":                                RankKind,
	"perf-data/homme_time.frontier.txt":                     GlobalKind,
	"perf-data/model_timing_stats.chrysalis.fcase":          GlobalKind,
	"perf-data/model_timing_stats.chrysalis.wcycl.320ranks": GlobalKind,
	"perf-data/model_timing_stats.summit.6144ranks":         GlobalKind,
}

// Web pages show the beginning of an output, or leave out what they are not about.
var fragments = regexp.MustCompile(`^gptl-upstream/doc_example[124679]`)

// kindByName returns the kind of a file in the directories whose files have the names that GPTL and E3SM's
// fork give them.
func kindByName(name string) Kind {
	base := path.Base(name)
	fork := strings.HasPrefix(name, "pairs/fk-")
	switch {
	case !strings.HasPrefix(name, "pairs/") && !strings.HasPrefix(name, "generated/upstream-"):
		return UnknownKind
	case base == upstream.TimingSummaryName && fork:
		return GlobalKind
	case base == upstream.TimingSummaryName:
		return TimingSummaryKind
	case strings.HasPrefix(base, "timing.") && fork:
		return RankKind
	case strings.HasPrefix(base, "timing."):
		return TimingKind
	}
	return UnknownKind
}

func TestEveryRealFileIsRead(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "gptl")
	if _, err := os.Stat(root); os.IsNotExist(err) {
		t.Skipf("no %s: the collection of real timing files is not here", root)
	}
	found := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(root, file)
		name = filepath.ToSlash(name)
		want := realKinds[name]
		if kind := kindByName(name); kind != UnknownKind {
			want = kind
		}
		found++
		_, got, err := File(strings.NewReader(gptltest.RealFile(t, name)))
		switch {
		case got != want:
			t.Errorf("%s is %v, want %v", name, got, want)
		case want == UnknownKind && !errors.Is(err, ErrNoTable):
			t.Errorf("%s: %v, want %v", name, err, ErrNoTable)
		case fragments.MatchString(name) && !errors.Is(err, io.ErrUnexpectedEOF) && !strings.Contains(name, "example7"):
			t.Errorf("%s: %v, want %v", name, err, io.ErrUnexpectedEOF)
		case want != UnknownKind && !fragments.MatchString(name) && err != nil:
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil || found < len(realKinds) {
		t.Errorf("%d files, %v", found, err)
	}
}

// The older generation of global files has no column "on", and we write no such files: it is the one
// difference.
func TestRealGlobalFilesWithoutOn(t *testing.T) {
	for _, name := range []string{"pace/gptl_timing_stats_old.txt", "perf-data/model_timing_stats.chrysalis.fcase"} {
		t.Run(name, func(t *testing.T) {
			text := gptltest.RealFile(t, name)
			g, err := Global(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			checkUnknown(t, g.Unknown, "Region.Running")
			own := gptltest.Global(t, g.Summary, g.Options)
			own = regexp.MustCompile(`'on' .*\n\n`).ReplaceAllString(own, "")
			at := strings.Index(own[strings.Index(own, "\nname "):], " on ") - 1
			own = cutColumn(own, at, len(" on "))
			bare := regexp.MustCompile(`(?m)^([^"\s*$']\S*)  (.*\))$`)
			if changed := bare.ReplaceAllString(text, `"$1"$2`); changed != text {
				t.Log("differs: a table has names with and without quotes")
				text = strings.Replace(changed, `"name"`, "name  ", 1)
			}
			gptltest.Same(t, wholeNanoseconds(t, text), own)
		})
	}
}

// cutColumn cuts bytes out of the rows of a table and its title.
func cutColumn(text string, at, n int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if (strings.HasPrefix(line, `"`) || strings.HasPrefix(line, "name ")) && len(line) > at+n {
			line = line[:at] + line[at+n:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// A log comes back without what stands around the table, cut as it is there.
func TestRealLogHoldsATable(t *testing.T) {
	text := gptltest.RealFile(t, "perf-data/homme_time.frontier.txt")
	g, err := Global(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	own := strings.TrimSuffix(gptltest.Global(t, g.Summary, g.Options), "\n")
	if !strings.Contains(wholeNanoseconds(t, text), own) {
		t.Errorf("the log does not hold the table\n%s", own)
	}
}

// Files of which the table alone was kept; of the file, the lines above are lost.
func TestRealSummaryRowsComeBackToTheByte(t *testing.T) {
	for _, name := range []string{"summary_rows.file1.omp", "summary_rows.file2", "summary_rows.loadbal.file1"} {
		t.Run(name, func(t *testing.T) {
			text := gptltest.RealFile(t, "gptl-upstream/"+name)
			s, err := TimingSummary(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			checkUnknown(t, s.Unknown, "Summary.Size")
			own := gptltest.TimingSummary(t, s.Summary, s.Options)
			own = own[strings.Index(own, "\nname ")+1:]
			t.Log("differs: the column of calls was narrower by a blank")
			var b strings.Builder
			for line := range strings.Lines(own) {
				at := strings.Index(own, "   ncalls")
				b.WriteString(line[:at] + strings.TrimPrefix(line[at:], " "))
			}
			gptltest.Same(t, text, b.String())
		})
	}
}

// What the pages show of tables comes back, whatever the version that wrote them.
func TestRealFragmentsKeepTheirRows(t *testing.T) {
	for name, want := range map[string]int{"1": 9, "2": 5, "4": 0, "6": 30, "7": 2} {
		r, err := Timing(strings.NewReader(gptltest.RealFile(t, "gptl-upstream/doc_example"+name+".output.txt")))
		var own int
		for i := range r.Profile.Nodes {
			own += len(gptltest.TracksOf(&r.Profile.Nodes[i]))
		}
		if want > 0 && own < want {
			t.Errorf("example %s has %d rows, want at least %d: %v", name, own, want, err)
		}
	}
}

func checkUnknown(t *testing.T, unknown []string, want string) {
	t.Helper()
	for _, u := range unknown {
		if u == want {
			return
		}
	}
	t.Errorf("%s is not among the unknown: %v", want, unknown)
}

const closedUp = `***** GLOBAL STATISTICS (196608 MPI TASKS) *****

$Id: another version
name                      on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )
"halo (x 1) - 2 3"         y     196608 16777216 1.966080e+05   1.708063e+16   177.754 (100000 100000)   174.645 (195534 1000000)
"no calls"                 y          0        0 0.000000e+00   0.000000e+00     0.000 (     0      0)     0.000 (     0      0)
without quotes             -          1        1 1.000000e+00   1.000000e+00     1.000 (     0      0)     1.000 (     0      0)
`

func TestReadGlobalNarrowPlaces(t *testing.T) {
	text := closedUp[:strings.Index(closedUp, "without quotes")] + "[rank 0] done\n"
	g, err := Global(strings.NewReader("preparing\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	s := g.Summary
	if s.Size != 196608 || len(s.Regions) != 2 || g.Options.ID != "$Id: another version" {
		t.Fatalf("%d ranks, %d regions, %+v", s.Size, len(s.Regions), g.Options)
	}
	r := s.Regions[0]
	if r.Name != "halo (x 1) - 2 3" || r.Running != 1 || r.Completed != 196608 || r.Tracks != 16777216 || r.Calls != 196608 {
		t.Errorf("%+v", r)
	}
	if want := (stats.Extreme{Value: 177754e6, Rank: 100000, Track: 100000}); r.TrackMax != want {
		t.Errorf("%+v, want %+v", r.TrackMax, want)
	}
	if want := (stats.Extreme{Value: 174645e6, Rank: 195534, Track: 1000000}); r.TrackMin != want {
		t.Errorf("%+v, want %+v", r.TrackMin, want)
	}
	if got := r.Total.Float64() / 1e9; got < 1.7080629e16 || got > 1.7080631e16 {
		t.Errorf("total %g s", got)
	}
	if s.Regions[1].TrackMax.Rank != -1 || s.Regions[0].Max.Rank != -1 {
		t.Error("a rank for a time that there is not")
	}
}

// A log of several runs has several tables, of which each can be had.
func TestLogsOfSeveralRuns(t *testing.T) {
	log := gptltest.RealFile(t, "perf-data/homme_time.frontier.txt")
	again := strings.Replace(log, `"prim_init1"`, `"prim_init2"`, 1)
	rank := gptltest.Rank(t, gptltest.Threaded(), gptlcompat.RankOptions{})
	timing := gptltest.Timing(t, gptltest.Threaded(), upstream.TimingOptions{})
	single := gptltest.RealFile(t, "generated/e3sm-4ranks-ovhd/all_in_one")
	for kind, text := range map[Kind]string{
		GlobalKind: log + "ERROR: no file\n" + again + log, RankKind: strings.Repeat(rank[strings.Index(rank, "$Id"):], 3),
		TimingKind: strings.Repeat("done\n"+timing, 3) + "the end\n", SingleKind: strings.Repeat(single+"\n", 3),
	} {
		files, got, err := All(strings.NewReader(text))
		if err != nil || got != kind || len(files) != 3 {
			t.Errorf("%v: %d files of kind %v, %v", kind, len(files), got, err)
			continue
		}
		if g, is := files[1].Contents.(*GlobalFile); is && g.Summary.Regions[1].Name != "prim_init2" {
			t.Errorf("the second table begins with %+v", g.Summary.Regions[1])
		}
	}
}

// A damaged table hides none behind it, and what was good of it is there.
func TestDamagedTableHidesNoOther(t *testing.T) {
	rank := func(n int) string {
		p := gptltest.TwoParents()
		gptltest.OnRank(p, n, 3)
		return gptltest.Rank(t, p, gptlcompat.RankOptions{})
	}
	timing := gptltest.Timing(t, gptltest.TwoParents(), upstream.TimingOptions{})
	global := gptltest.Global(t, gptltest.Merged(t, []*stats.Profile{gptlcompat.ByName(gptltest.TwoParents())}), gptlcompat.GlobalOptions{})
	summary := gptltest.TimingSummary(t, gptltest.Merged(t, []*stats.Profile{gptlcompat.ByName(gptltest.TwoParents())}), upstream.TimingSummaryOptions{})
	damaged := func(text, row string) string {
		at := strings.Index(text, row)
		return text[:at] + "Terminated by signal 9" + text[at+10:]
	}
	for kind, text := range map[Kind]string{
		GlobalKind:        global + damaged(global, `"phys"`) + strings.Replace(global, " MPI TASKS)", "\n", 1) + global,
		RankKind:          rank(0)[strings.Index(rank(0), "$Id"):] + damaged(rank(1), `  "phys"`)[strings.Index(rank(1), "$Id"):] + rank(2)[strings.Index(rank(2), "$Id"):],
		TimingKind:        timing + damaged(timing, "    phys") + timing,
		TimingSummaryKind: summary + strings.ReplaceAll(summary, "(     0)\n", "(     0 killed\n") + summary,
	} {
		files, got, err := All(strings.NewReader(text))
		if want := map[Kind]int{GlobalKind: 5}[kind]; err != nil || got != kind || len(files) != max(want, 3) { // under a damaged banner is a table
			t.Errorf("%v: %d files of kind %v, %v", kind, len(files), got, err)
			continue
		}
		for i, f := range files {
			var syntax *SyntaxError
			if bad := errors.As(f.Problem, &syntax); bad != (i == 1 || i == 2 && len(files) > 3) || bad && syntax.Line == 0 {
				t.Errorf("%v: file %d: %v", kind, i, f.Problem)
			}
		}
		if _, err := Global(strings.NewReader(text)); kind == GlobalKind && err == nil {
			t.Error("several tables are taken for one")
		}
		if g, is := files[1].Contents.(*GlobalFile); is && len(g.Summary.Regions) != 3 {
			t.Errorf("of the damaged table there are %d rows", len(g.Summary.Regions))
		}
	}
}

// Where timers were not nested, GPTL 5 leaves its longest name no room.
func TestNameWiderThanItsTitle(t *testing.T) {
	const text = "WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.\nStats for thread 0:\n" +
		"                   Called  Recurse Wallclock max       min       self_OH  parent_OH \n" +
		"total                   1    -       3.000     3.000     3.000     0.000     0.000 \n" +
		"name_one_too_long       3    1       1.000     0.500     0.250     0.000     0.000 \n" +
		"a name of three more     2    -       1.500     0.500     0.250     0.000     0.000 \n" +
		"after                   4    -       0.500     0.200     0.100     0.000     0.000 \n\nOverhead sum =  2.95e-05 wallclock seconds\nTotal calls  = 10\n\nThread mapping:\nthreadid[0] = 0\n"
	f, err := Timing(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range f.Profile.Nodes {
		got = append(got, fmt.Sprintf("%s %d %d", n.Name, n.Calls, n.Total/1e6))
	}
	if want := "total 1 3000; name_one_too_long 3 1000; a name of three more 2 1500; after 4 500"; strings.Join(got, "; ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// PAPI's native events have a column per second that has no title, derived ones have none.
func TestNativeEvents(t *testing.T) {
	p := gptltest.Profile(stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(3, 2e9)}, stats.Node{Parent: 0, Name: "halo", Measure: gptltest.Measure(9, 1e9)})
	count := func(node, _ int) float64 { return 4e6 * float64(node+1) }
	o := upstream.TimingOptions{Events: []upstream.Event{
		{Title: "IPC", Count: count, Per: func(int, int) float64 { return 5e6 }},
		{Title: "PAPI_TOT", Count: count, PerSecond: true},
		{Title: "perf::CYCLES", Count: count, PerSecond: true, Untitled: true},
	}}
	var text bytes.Buffer
	if err := upstream.WriteTiming(&text, p, o); err != nil {
		t.Fatal(err)
	}
	if want := "  IPC PAPI_TOT e6_/_sec perf::CY\n"; !strings.Contains(text.String(), want) {
		t.Errorf("no title %q in\n%s", want, text.String())
	}
	f, err := Timing(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if events := f.Options.Events; len(events) != 3 || events[0].PerSecond || events[1].Untitled || !events[2].Untitled || events[2].Count(1, 0) != 8e6 {
		t.Errorf("got %+v", events)
	}
	var again bytes.Buffer
	if err := upstream.WriteTiming(&again, f.Profile, f.Options); err != nil {
		t.Fatal(err)
	}
	gptltest.Same(t, text.String(), again.String())
}

// GPTL built for nested OpenMP ends its rows with the numbers of the thread at both levels, with COLLIDE with collisions
// before them: no counters, and none that hide which column per second has no title.
func TestNativeEventsNestedOpenMP(t *testing.T) {
	for _, built := range []struct{ title, first, second string }{
		{"  maj min", "    0   0", "    1   3"},
		{"  Collide", "        0", "  1.0e+06"},
		{"  Collide  maj min", "        0    0   0", "       12    1   3"},
	} {
		for _, events := range []struct {
			title, cells string
			want         int
		}{
			{"", "", 0},
			{" perf::CY", " 8.00e+06     4.00", 1},
			{" PAPI_TOT e6_/_sec perf::CY", " 8.00e+06     4.00  123456     0.06", 2},
		} {
			text := "Stats for thread 0:\n" +
				"             Called  Recurse     Wall      max      min" + events.title + built.title + "\n" +
				"  run             1     -       2.000    2.000    2.000" + events.cells + built.first + "\n" +
				"    halo          9     -       1.000    0.200    0.100" + events.cells + built.second + "\n\n" +
				"Overhead sum =  2.95e-05 wallclock seconds\nTotal calls  = 10\n\nThread mapping:\nGPTLthreadid[0] = 0\n"
			f, err := Timing(strings.NewReader(text))
			if err != nil {
				t.Errorf("%q, %q: %v", events.title, built.title, err)
				continue
			}
			if got := len(f.Profile.Counters); got != events.want || len(f.Profile.Nodes) != 2 || f.Profile.Nodes[1].Total != 1e9 {
				t.Errorf("%q, %q: %d counters, nodes %+v", events.title, built.title, got, f.Profile.Nodes)
			}
			if n := len(f.Options.Events); n > 0 && (!f.Options.Events[n-1].Untitled || f.Options.Events[n-1].Count(1, 0) == 0) {
				t.Errorf("%q, %q: events %+v", events.title, built.title, f.Options.Events)
			}
		}
	}
}

// Counters are counters of the profile, under the names that the file lists; what is not known stays so, and a quotient of
// two is none.
func TestTimingCounters(t *testing.T) {
	p := gptltest.Profile(stats.Node{Parent: -1, Name: "run", Measure: gptltest.Measure(3, 2e9)}, stats.Node{Parent: 0, Name: "halo", Measure: gptltest.Measure(9, 1e9)})
	of := func(values ...float64) func(node, track int) float64 {
		return func(node, _ int) float64 { return values[node] }
	}
	o := upstream.TimingOptions{
		Events: []upstream.Event{
			{Title: "DCMISRAT", Count: of(math.NaN(), 30), Per: of(5, 10)},
			{Title: "TOT_INS", Count: of(7, math.NaN()), PerSecond: true},
			{Title: "PAGE_FAULTS", Count: of(0, 12_340_000)},
		},
		Counted: []string{"PAPI_L1_DCM", "PAPI_TOT_INS", "PAGE_FAULTS"}, EventNotes: []string{"GPTL_DCMRT", "Instr completed", "PAGE_FAULTS"}, Multiplexed: true,
	}
	text := gptltest.Timing(t, p, o)
	if err := check.Timing([]byte(text)); err != nil {
		t.Error(err)
	}
	f, err := Timing(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Profile.Check(); err != nil {
		t.Error(err)
	}
	if c := f.Profile.Counters; len(c) != 2 || c[0].Name != "PAPI_TOT_INS" || c[1].Name != "PAGE_FAULTS" {
		t.Errorf("counters %+v", c)
	}
	for i, want := range [][]int64{{7, 0}, {stats.NoValue, 12_300_000}} {
		if got := f.Profile.Nodes[i].Values; !slices.Equal(got, want) {
			t.Errorf("%s has %d, want %d", f.Profile.Nodes[i].Name, got, want)
		}
	}
	if slices.Contains(f.Unknown, "Profile.Counters") || !f.Options.Multiplexed {
		t.Errorf("unknown %q, multiplexed %t", f.Unknown, f.Options.Multiplexed)
	}
	gptltest.Same(t, text, gptltest.Timing(t, f.Profile, f.Options))
}

// An old file of GPTL's with PAPI.
func TestRealTimingCounters(t *testing.T) {
	f, err := Timing(strings.NewReader(gptltest.RealFile(t, "gptl-upstream/doc_example2.output.txt")))
	if f == nil || len(f.Profile.Nodes) == 0 {
		t.Fatal(err)
	}
	got := map[string][]int64{}
	for i := range f.Profile.Nodes {
		got[f.Profile.Nodes[i].Name] = f.Profile.Nodes[i].Values
	}
	for name, want := range map[string]int64{"main": 18060, "do_work": 12547, "A": 4958, "B": 2812, "AA": 488} {
		if !slices.Equal(got[name], []int64{want}) {
			t.Errorf("%s has %d, want %d", name, got[name], want)
		}
	}
	if c := f.Profile.Counters; len(c) != 1 || c[0].Name != "PAPI_TOT_INS" {
		t.Errorf("counters %+v", c)
	}
}

// The placebo clock has no cost, of which shares are -nan%.
func TestPlaceboClock(t *testing.T) {
	p := gptltest.Threaded()
	p.Clock = stats.Clock{Name: "placebo"}
	text := gptltest.Timing(t, p, upstream.TimingOptions{})
	if !strings.Contains(text, "Get thread number:         0.0e+00 =  -nan% of total\n") {
		t.Errorf("no -nan%% in\n%s", text)
	}
	f, err := Timing(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	gptltest.Same(t, text, gptltest.Timing(t, f.Profile, f.Options))
}

func TestReadTellsTheLine(t *testing.T) {
	rank := gptltest.Rank(t, gptltest.Threaded(), gptlcompat.RankOptions{Method: gptlcompat.CallPath})
	timing := gptltest.Timing(t, gptltest.Threaded(), upstream.TimingOptions{Method: gptlcompat.CallPath})
	edit := func(text, old, with string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("no %q in\n%s", old, text)
		}
		return strings.Replace(text, old, with, 1)
	}
	global := edit(closedUp, "without quotes", `"with quotes"`)
	for name, c := range map[string]struct {
		text string
		want string // of the message
		rows int
	}{
		"not a number": {edit(global, "16777216 1.966080e+05", "16777216 many"), "line 5: want a number of calls", 0},
		"NaN":          {edit(global, "1.708063e+16", "NaN"), "line 5: want walltotal", 0},
		"hexadecimal":  {edit(global, "177.754", "0x1p-2"), "line 5: want a time", 0},
		"too large":    {edit(global, "177.754", "1e300"), "line 5: want a time", 0},
		"negative":     {edit(global, "     196608", "    -196608"), "line 5: want a number of processes", 0},
		"flag":         {edit(global, `  y          0`, `  n          0`), "line 6: want y or -", 1},
		"place":        {edit(global, "(     0      0)", "(     0      0"), "line 6: want two pairs", 1},
		"tasks":        {edit(global, "(196608", "(99999999999"), "line 1: want the number of MPI tasks", 0},
		"cut rank":     {rank[:strings.Index(rank, "Same stats")], "want the mapping of threads: unexpected EOF", 6},
		"rank row":     {edit(rank, "5.000000 ", "5,000000 "), "want a time in seconds", 0},
		"threads":      {edit(rank, "Stats for thread 1", "Stats for thread 0"), "want a higher thread", 5},
		"many threads": {edit(rank, "Stats for thread 1", "Stats for thread 99999999"), "want a thread of at most", 5},
		"depth":        {edit(rank, `    "physics"`, `      "physics"`), "want a row at depth 1 at most", 1},
		"another rank": {rank + rank, "want one rank's part", 6},
		"timing row":   {edit(timing, "       10 ", "      1O "), "want a number of calls", 1},
		"cut timing":   {timing[:len(timing)-40], "want the mapping of threads: unexpected EOF", 6},
		"long line":    {global + strings.Repeat("x", 2*maxLine), "want a line of at most", 3},
	} {
		t.Run(name, func(t *testing.T) {
			got, kind, err := File(strings.NewReader(c.text))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) && kind != SingleKind || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%v, want %s", err, c.want)
			}
			rows := 0
			switch g := got.(type) {
			case *GlobalFile:
				rows = len(g.Summary.Regions)
			case *RankFile:
				rows = len(g.Profile.Nodes)
			case *TimingFile:
				rows = len(g.Profile.Nodes)
			case *SingleFile:
				rows = len(g.Ranks[0].Profile.Nodes)
			}
			if rows != c.rows {
				t.Errorf("%d rows before %v, want %d", rows, err, c.rows)
			}
		})
	}
}

// A file cut anywhere gives an error, except where nothing of it is missing.
func TestCutFiles(t *testing.T) {
	rank := gptltest.Rank(t, gptltest.TwoParents(), gptlcompat.RankOptions{Method: gptlcompat.MostFrequent})
	for end := range len(rank) - len("threadid[0] = 0\n") {
		if _, err := Rank(strings.NewReader(rank[:end])); err == nil {
			t.Fatalf("no error at byte %d", end)
		}
	}
	global := gptltest.Global(t, gptltest.Merged(t, []*stats.Profile{gptlcompat.ByName(gptltest.TwoParents())}), gptlcompat.GlobalOptions{})
	for end := range len(global) - 1 {
		if _, err := Global(strings.NewReader(global[:end])); err == nil {
			t.Fatalf("no error at byte %d", end)
		}
	}
}
