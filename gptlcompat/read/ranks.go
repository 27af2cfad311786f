package read

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// summaryUnknown is what no file of all ranks contains.
var summaryUnknown = append(unwritten("Region"),
	"Summary.Ranks", "Summary.Missing", "Summary.Hosts", "Summary.Program", "Summary.Start", "Summary.From",
	"Summary.To", "Summary.Clocks", "Summary.Warnings", "Summary.Warned",
	"Region.Parent", "Region.Environment", "Region.Level", "Region.Estimated", "Region.Communicates", "Region.Recursion", "Region.Timed",
	"Region.Open", "Region.Self", "Region.Min", "Region.Max", "Region.CallMin", "Region.CallMax", "Region.UntimedMin", "Region.UntimedMax",
	"Region.CallSquares", "Region.RankHistogram", "Region.RankSets", "Region.CallHistogram", "Summary.Counters", "Region.Values",
	"Summary.Apart", "Summary.Source", "Summary.Resolution", "Summary.ResolutionOfSums", "Summary.Counted", "Region.Lacks",
)

// Global reads E3SM's file of all ranks, which may stand within other text. The older generation has no
// column "on": Region.Running is unknown then. Without the line GLOBAL STATISTICS, as from Pacer,
// Summary.Size is unknown. It skips columns of counters. Names can have quotes or not.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func Global(r io.Reader) (*GlobalFile, error) {
	return only(r, "global statistics", readGlobal, "one table, not a second", isGlobalTitle)
}

// readGlobal reads up to the end of the first table.
func readGlobal(l *lines) (*GlobalFile, error) {
	g := &GlobalFile{Summary: &stats.Summary{}}
	defer settle(g.Summary)
	sized, scaled := false, scaledRows(nil)
	err := l.title(func(text string) bool { return isGlobalTitle(text) || text == layout.AllIdle }, func() {
		if l.starts("***** GLOBAL STATISTICS") {
			sized = l.is(layout.Tasks, &g.Summary.Size)
			if !sized || l.wrong != nil {
				l.wrong = l.fail("the number of MPI tasks")
			}
		}
		if strings.HasPrefix(l.text, "$Id") {
			if l.text, scaled = cutScaled(l.text); l.text != layout.E3SM {
				g.Options.ID = l.text
			}
		}
	})
	if err != nil {
		return g, err
	}
	g.Options.NoBanner = !sized
	if l.text == layout.AllIdle {
		g.Unknown = unknown(summaryUnknown, []string{"Region.Ranks", "Region.Wall", "Region.Squares"}, unless(sized, "Summary.Size"))
		return g, nil
	}
	t := globalTitle(l.text)
	g.Unknown = unknown(summaryUnknown, []string{"Region.Ranks", "Region.Wall", "Region.Squares"},
		unless(len(t.cells) == len(layout.Global), "Region.Running"), unless(sized, "Summary.Size"))
	ended, err := l.rows(g.Summary, &t.regionRow, t.row, func(line string) bool {
		return !strings.HasPrefix(line, `"`) && !strings.HasSuffix(line, ")") // the text behind a table within a log
	})
	scaled.regions(g.Summary)
	g.Options.NoQuotes = !t.quotes && len(g.Summary.Regions) > 0
	if err == nil && !ended {
		err = l.ended("an empty line after the table")
	}
	return g, err
}

// title goes to the title of a table; head looks at the lines above it.
func (l *lines) title(is func(string) bool, head func()) error {
	for l.next() {
		if is(l.text) {
			return nil
		}
		if head(); l.wrong != nil {
			return l.wrong
		}
	}
	if err := l.failed(); err != nil {
		return err
	}
	return ErrNoTable
}

// rows reads the rows of a table, each into r. It reports whether the table ended before the text: with an empty line, or a
// line behind the first row that is none and that may be something else.
func (l *lines) rows(s *stats.Summary, r *regionRow, row func([]byte) string, other func(string) bool) (ended bool, err error) {
	for l.nextRow() {
		if len(l.line) == 0 {
			l.back()
			return true, nil
		}
		want := row(l.line)
		if want == "" {
			want = contradiction(&r.to.Region, s.Size)
		}
		if want != "" && len(s.Regions) > 0 && other(string(l.line)) {
			l.back()
			return true, nil
		}
		if want != "" {
			return false, l.fail(want)
		}
		r.to.Name = l.keep(r.name)
		if len(s.Regions) == cap(s.Regions) {
			s.Regions = slices.Grow(s.Regions, max(l.more(), len(s.Regions)))
		}
		s.Regions = append(s.Regions, r.to.Region)
	}
	return false, l.failed()
}

// globalColumns is how the rows of E3SM's table are.
type globalColumns struct {
	regionRow
	width  int  // of names without quotes
	quotes bool // a name has them
}

func globalTitle(line string) *globalColumns {
	t := &globalColumns{width: strings.Index(line, "processes")}
	cells, counters := layout.Global[1:], strings.Count(line, "thrd") > 2
	if i := strings.Index(line, " on "); i >= 0 && i < t.width {
		cells, t.width = layout.Global, i
	}
	t.bind(cells, counters)
	return t
}

// row reads a row. If it is none, it returns what was expected.
func (t *globalColumns) row(line []byte) (want string) {
	name, quoted := bytes.CutPrefix(line, []byte(`"`))
	switch end := lastQuote(name); {
	case quoted && end >= 0:
		name, line, t.quotes = name[:end], name[end+1:], true
	case quoted || len(line) < t.width:
		return "a timer's name"
	default:
		name, line = bytes.TrimRight(line[:t.width], " "), line[t.width:]
	}
	return t.read(name, line)
}

// lastQuote is bytes.LastIndexByte, which goes byte by byte, for texts with few of them.
func lastQuote(text []byte) int {
	last := -1
	for {
		i := bytes.IndexByte(text[last+1:], '"')
		if i < 0 {
			return last
		}
		last += i + 1
	}
}

// regionRow reads rows of a table of all ranks into the same place.
type regionRow struct {
	name    []byte
	to      layout.Region
	cells   []bound // of it
	words   words
	further bool // places behind the first two are passed over
}

func (t *regionRow) bind(cells []layout.Cell[layout.Region], further bool) {
	t.to.Region, t.cells, t.further = emptyRegion(""), bind(nil, cells, &t.to), further
	t.words.brackets = true
}

// read reads a row. If it is none, it returns what was expected.
func (t *regionRow) read(name, line []byte) (want string) {
	if end := bytes.IndexByte(line, ')') + 1; t.further && end > 0 { // up to the second bracket
		line = line[:end+bytes.IndexByte(line[end:], ')')+1]
	}
	if bytes.Count(line, []byte{'('}) != 2 || bytes.Count(line, []byte{')'}) != 2 {
		return "two pairs of brackets"
	}
	r := &t.to
	t.name, r.Running = name, 0
	r.TrackMax, r.TrackMin = stats.Extreme{}, stats.Extreme{}
	t.words.readRow(line)
	t.words.take(t.cells)
	if r.Completed == 0 {
		r.TrackMax, r.TrackMin = stats.Extreme{Rank: -1}, stats.Extreme{Rank: -1}
	}
	return t.words.done()
}

// emptyRegion has no value in any extreme.
func emptyRegion(name string) stats.Region {
	none := stats.Extreme{Rank: -1}
	return stats.Region{Parent: -1, Name: name, Min: none, Max: none,
		TrackMin: none, TrackMax: none, CallMin: none, CallMax: none}
}

// settle gives the counts that are unknown the least that they can be, so that the Summary does not
// contradict itself.
func settle(s *stats.Summary) {
	for i := range s.Regions {
		r := &s.Regions[i]
		r.Ranks = max(r.Completed, r.Running)
		s.Size = max(s.Size, r.Ranks, r.TrackMax.Rank+1, r.TrackMin.Rank+1)
	}
	s.Size = max(s.Size, 1)
	s.Ranks = s.Size
	s.Environments = []stats.EnvironmentSummary{{Name: "default", Size: s.Size, Ranks: []stats.Range{{First: 0, Last: s.Size - 1, Stride: 1}}}}
}

// contradiction returns what was expected of a row that cannot be one of so many ranks, if their number
// is known.
func contradiction(r *stats.Region, size int) string {
	switch {
	case r.TrackMin.Value > r.TrackMax.Value:
		return "a wallmin that is not above wallmax"
	case size > 0 && max(r.Completed, r.Running, r.TrackMax.Rank+1, r.TrackMin.Rank+1) > size:
		return fmt.Sprintf("ranks below %d", size)
	case r.TrackMax.Rank == math.MaxInt32 || r.TrackMin.Rank == math.MaxInt32:
		return "a rank that a communicator can have"
	}
	return ""
}

// TimingSummary reads upstream's file of all processes, or its table alone; Summary.Size is unknown if
// the line with the number of ranks is missing. It skips columns of counters.
//
// The format has no end mark, so a file cut between two rows looks like a whole one. The error is
// ErrNoTable or a *SyntaxError; the result holds the rows before it.
func TimingSummary(r io.Reader) (*TimingSummaryFile, error) {
	return only(r, "timing summary", readTimingSummary, "one table, not a second", isSummaryTitle)
}

func readTimingSummary(l *lines) (*TimingSummaryFile, error) {
	t := &TimingSummaryFile{Summary: &stats.Summary{}}
	defer settle(t.Summary)
	o, wrong, sized, version := &t.Options, false, false, gptl8.Upstream
	o.CallErrors = &wrong
	err := l.title(isSummaryTitle, func() {
		sized = l.is(gptl8.Ranks, &t.Summary.Size) || sized
		wrong = l.is(gptl8.Wrong) || wrong
		l.is(gptl8.Threads, &o.Threads)
		l.is(gptl8.Version, &version)
	})
	version, scaled := cutScaled(version)
	if version != gptl8.Upstream {
		o.Version = version
	}
	t.Unknown = unknown(summaryUnknown, []string{"Region.Total", "Region.Tracks"}, unless(sized, "Summary.Size"))
	if err != nil {
		return t, err
	}
	o.Threads = max(o.Threads, 1)
	places := strings.Count(l.text, "(rank")
	var row regionRow
	row.bind(gptl8.Summary(strings.Contains(l.text, "wallmin "+gptl8.ThreadedTitle)), true) // places of counters always have a thread
	_, err = l.rows(t.Summary, &row, func(line []byte) string { return row.ofSummary(line, places) },
		func(line string) bool { return strings.HasPrefix(line, gptl8.Version.Start()) })
	scaled.regions(t.Summary)
	return t, err
}

// ofSummary reads a row with a number of places in brackets. Its columns are counted from the right:
// older versions put them nearer to the names.
func (t *regionRow) ofSummary(line []byte, places int) (want string) {
	r := &t.to
	if name, _, ok := bytes.Cut(line, []byte(gptl8.NotPrinted.Start())); ok {
		r.Region, t.name = emptyRegion(""), bytes.TrimRight(name, " ")
		l := lines{text: string(line[len(name):])}
		if !l.is(gptl8.NotPrinted, &r.Running) || l.wrong != nil || r.Running == 0 {
			r.Running, want = 0, "a number of threads"
		}
		return want
	}
	at := len(line)
	for range places {
		if at = bytes.LastIndexByte(line[:at], '('); at < 0 {
			return fmt.Sprintf("%d places in brackets", places)
		}
	}
	name := line[:at]
	for range 5 {
		name = bytes.TrimRight(name, " ")
		name = name[:bytes.LastIndexByte(name, ' ')+1]
	}
	line, name = line[len(name):], bytes.TrimRight(name, " ")
	if len(name) == 0 {
		return "a name, ncalls, nranks, mean_time, std_dev and wallmax"
	}
	if want = t.read(name, line); want == "" && !moments(r) {
		want = "a mean and a deviation that times can have"
	}
	return want
}

// moments sets the sums that give a mean and a sample standard deviation, both whole nanoseconds.
func moments(r *layout.Region) bool {
	r.Wall = stats.Mul(uint64(r.Completed), uint64(r.Mean))
	mean, fits := times(stats.Mul(uint64(r.Mean), uint64(r.Mean)), uint64(r.Completed))
	deviation, also := times(stats.Mul(uint64(r.Deviation), uint64(r.Deviation)), uint64(max(r.Completed-1, 0)))
	lo, carry := bits.Add64(mean.Lo, deviation.Lo, 0)
	hi, carry := bits.Add64(mean.Hi, deviation.Hi, carry)
	r.Squares = stats.Uint128{Hi: hi, Lo: lo}
	return fits && also && carry == 0
}

// times multiplies v by n, and reports whether 128 bits hold the product.
func times(v stats.Uint128, n uint64) (stats.Uint128, bool) {
	low, high := stats.Mul(v.Lo, n), stats.Mul(v.Hi, n)
	hi, carry := bits.Add64(low.Hi, high.Lo, 0)
	return stats.Uint128{Hi: hi, Lo: low.Lo}, high.Hi == 0 && carry == 0
}
