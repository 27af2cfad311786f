package gptlcompat

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// summaryUnknown is what no file of all ranks tells.
var summaryUnknown = []string{
	"Summary.Ranks", "Summary.Missing", "Summary.Hosts", "Summary.Program", "Summary.Start", "Summary.From",
	"Summary.To", "Summary.Clocks", "Summary.Warnings", "Summary.Warned",
	"Region.Parent", "Region.Context", "Region.Level", "Region.Estimated", "Region.Recursion", "Region.Timed",
	"Region.Open", "Region.Self", "Region.Min", "Region.Max", "Region.CallMin", "Region.CallMax",
	"Region.CallSquares", "Region.RankHistogram", "Region.CallHistogram", "Summary.Quantities", "Region.Values",
	"Summary.Apart", "Summary.Source", "Summary.Resolution", "Summary.ResolutionOfSums", "Summary.Counted", "Region.Lacks",
}

var globalUnknown = []string{"Region.Ranks", "Region.Wall", "Region.Squares"}

func isGlobalTitle(line string) bool {
	return strings.HasPrefix(line, "name ") &&
		hasWords(line, "processes", "threads", "count", "walltotal", "wallmax", "wallmin")
}

// ReadGlobal reads E3SM's file of all ranks, which may stand within other text. The older generation
// has no column "on": Region.Running is unknown then. Without the line GLOBAL STATISTICS, as from
// Pacer, Summary.Size is unknown. Columns of counters are passed over. Names can have
// quotes or not.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func ReadGlobal(r io.Reader) (*Global, error) {
	l := newLines(r)
	g, err := readGlobal(l)
	for err == nil && l.next() {
		if isGlobalTitle(l.text) {
			err = l.fail("one table, not a second")
		}
	}
	if err == nil && l.s.Err() != nil {
		err = l.ended("")
	}
	if err != nil {
		err = fmt.Errorf("global statistics: %w", err)
	}
	return g, err
}

// readGlobal reads up to the end of the first table.
func readGlobal(l *lines) (*Global, error) {
	g := &Global{Summary: &stats.Summary{}}
	defer settle(g.Summary)
	sized := false
	for {
		if !l.next() {
			if err := l.s.Err(); err != nil {
				return g, l.ended("")
			}
			return g, ErrNoTable
		}
		if isGlobalTitle(l.text) {
			break
		}
		if strings.HasPrefix(l.text, "***** GLOBAL STATISTICS") {
			n := numbers{words: strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(l.text))}
			if len(n.words) != 7 {
				return g, l.fail("the number of MPI tasks")
			}
			n.words = n.words[3:4]
			g.Summary.Size, sized = n.index("the number of MPI tasks"), true
			if n.bad != "" {
				return g, l.fail(n.bad)
			}
		}
		if strings.HasPrefix(l.text, "$Id") && l.text != e3smID {
			g.Options.ID = l.text
		}
	}
	t := globalTitle(l.text)
	g.Unknown = unknown(summaryUnknown, globalUnknown)
	if !t.on {
		g.Unknown = unknown(g.Unknown, []string{"Region.Running"})
	}
	if !sized {
		g.Unknown = unknown(g.Unknown, []string{"Summary.Size"})
	}
	return g, g.rows(l, t)
}

// globalColumns is how the rows of a table are.
type globalColumns struct {
	on       bool
	counters bool // columns that are passed over
	width    int  // of names without quotes
}

func globalTitle(line string) globalColumns {
	t := globalColumns{width: strings.Index(line, "processes")}
	if i := strings.Index(line, " on "); i >= 0 && i < t.width {
		t.on, t.width = true, i
	}
	t.counters = strings.Count(line, "thrd") > 2
	return t
}

func (g *Global) rows(l *lines, t globalColumns) error {
	for l.next() {
		if l.text == "" {
			l.back()
			return nil
		}
		r, want := t.row(l.text)
		if want == "" {
			want = contradiction(&r, g.Summary.Size)
		}
		if want != "" {
			if !strings.HasPrefix(l.text, `"`) && !strings.HasSuffix(l.text, ")") && len(g.Summary.Regions) > 0 {
				l.back() // the text behind a table within a log
				return nil
			}
			return l.fail(want)
		}
		g.Summary.Regions = append(g.Summary.Regions, r)
	}
	return l.ended("an empty line after the table")
}

// row reads a row. If it is none, it returns what was expected.
func (t globalColumns) row(line string) (r stats.Region, want string) {
	end := strings.LastIndexByte(line, '"')
	name := ""
	switch {
	case strings.HasPrefix(line, `"`) && end > 0:
		name, line = line[1:end], line[end+1:]
	case strings.HasPrefix(line, `"`) || len(line) < t.width:
		return r, "a timer's name"
	default:
		name, line = strings.TrimRight(line[:t.width], " "), line[t.width:]
	}
	r = emptyRegion(name)
	if t.counters {
		line = firstPlaces(line)
	}
	if strings.Count(line, "(") != 2 || strings.Count(line, ")") != 2 {
		return r, "two pairs of rank and thread"
	}
	n := numbers{words: strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(line))}
	if t.on {
		switch n.next("y or -") {
		case "y":
			r.Running = 1
		case "-":
		default:
			return r, "y or - in the column on"
		}
	}
	r.Completed, r.Threads = n.index("a number of processes"), n.index("a number of threads")
	r.Calls = n.count("a number of calls")
	r.Total = n.large("walltotal in seconds")
	for _, e := range []*stats.Extreme{&r.ThreadMax, &r.ThreadMin} {
		*e = stats.Extreme{Value: n.nanoseconds("a time in seconds"), Rank: n.index("a rank"), Thread: n.index("a thread")}
		if r.Completed == 0 {
			*e = stats.Extreme{Rank: -1}
		}
	}
	return r, n.done()
}

// firstPlaces cuts a line behind its second bracket.
func firstPlaces(line string) string {
	if i := strings.IndexByte(line, ')'); i >= 0 {
		if k := strings.IndexByte(line[i+1:], ')'); k >= 0 {
			return line[:i+1+k+1]
		}
	}
	return line
}

// emptyRegion has no value in any extreme.
func emptyRegion(name string) stats.Region {
	none := stats.Extreme{Rank: -1}
	return stats.Region{Parent: -1, Name: name, Min: none, Max: none,
		ThreadMin: none, ThreadMax: none, CallMin: none, CallMax: none}
}

// settle gives the counts that are unknown the least that they can be, so that the Summary does not
// contradict itself.
func settle(s *stats.Summary) {
	for i := range s.Regions {
		r := &s.Regions[i]
		r.Ranks = max(r.Completed, r.Running)
		s.Size = max(s.Size, r.Ranks, r.ThreadMax.Rank+1, r.ThreadMin.Rank+1)
	}
	s.Size = max(s.Size, 1)
	s.Ranks = s.Size
	s.Contexts = []stats.ContextUse{{Name: "default", Size: s.Size, Ranks: []stats.Span{{First: 0, Last: s.Size - 1, Stride: 1}}}}
}

// contradiction returns what was expected of a row that cannot be one of so many ranks, if their number
// is known.
func contradiction(r *stats.Region, size int) string {
	switch {
	case r.ThreadMin.Value > r.ThreadMax.Value:
		return "a wallmin that is not above wallmax"
	case size > 0 && max(r.Completed, r.Running, r.ThreadMax.Rank+1, r.ThreadMin.Rank+1) > size:
		return fmt.Sprintf("ranks below %d", size)
	case r.ThreadMax.Rank == math.MaxInt32 || r.ThreadMin.Rank == math.MaxInt32:
		return "a rank that a communicator can have"
	}
	return ""
}
