package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// OtherFile is a table found in place of E3SM's files in another format: GPTL 1 and 2 (SAM, CCM) for
// one rank, CESM 1, ESMF, or MPAS, whose log has the largest times of all ranks. The Lacks of each
// region list the figures that it lacks.
type OtherFile struct {
	Form    string         // "GPTL 1 processes", "CESM 1 stats", "ESMF profile", "MPAS log"
	Profile *stats.Profile // of one rank, else nil
	Known   bool           // the rank is in the file
	Summary *stats.Summary // of all ranks, else nil
}

// lacksOfOthers is what none of these forms has.
const lacksOfOthers = stats.LacksSelf | stats.LacksRecursion | stats.LacksCallDeviation | stats.LacksDeviation |
	stats.LacksTracks | stats.LacksRunning | stats.LacksOpen | stats.LacksSettings

func isESMFTitle(line string) bool {
	return strings.HasPrefix(line, "Region ") && hasWords(line, "PETs", "Count", "Mean (s)", "Min (s)", "Min PET", "Max (s)", "Max PET")
}

func isCESMTitle(line string) bool {
	return strings.HasPrefix(line, "name ") && hasWords(line, "count", "wallmax (proc", "wallmin (proc") && !strings.Contains(line, "processes")
}

func isMPASTitle(line string) bool {
	return hasWords(line, "timer_name ", " total ", " calls ", " pct_tot ", " par_eff")
}

func isOldTitle(line string) bool {
	words := strings.Fields(line)
	return len(words) > 2 && words[0] == "Name" && words[1] == "Called" && slices.Contains(words, "Wallclock")
}

// readOther reads up to the end of the first table of all ranks, or of the last thread of a rank.
func readOther(l *lines) (f *OtherFile, err error) {
	f = &OtherFile{}
	var threads []readThread
	for err == nil && l.next() {
		digits, isRank := strings.CutPrefix(l.text, "Procid = ")
		switch track := 0; {
		case isESMFTitle(l.text):
			f.Form, f.Summary = "ESMF profile", &stats.Summary{}
			err = l.otherRows(f.Summary, esmfRow)
			return f, err
		case isCESMTitle(l.text):
			f.Form, f.Summary = "CESM 1 stats", &stats.Summary{}
			err = l.otherRows(f.Summary, cesmRow)
			return f, err
		case isMPASTitle(l.text):
			f.Form, f.Profile = "MPAS log", &stats.Profile{}
			t := readThread{}
			t.rows, err = l.mpasRows()
			buildNodes(f.Profile, []readThread{t}, false)
			return f, err
		case isRank && threads != nil:
			l.back()
			return f.ofThreads(threads), nil
		case isRank:
			rank, wrong := strconv.ParseUint(strings.TrimSpace(digits), 10, 30)
			f.Profile, f.Known = &stats.Profile{Rank: int(rank)}, wrong == nil
			if wrong != nil {
				err = l.fail("the number of a process")
			}
		case l.is(layout.Section, &track) && l.wrong == nil && l.next():
			if !isOldTitle(l.text) {
				return f, l.fail("the titles Name, Called and Wallclock")
			}
			t := readThread{track: track}
			t.rows, err = l.oldRows(strings.Fields(l.text)[1:])
			if k := len(threads) - 1; k >= 0 && threads[k].track >= track || track > maxTrack {
				err = l.fail("a higher thread than that before")
			} else {
				threads = append(threads, t)
			}
		}
		if err == nil {
			err = l.wrong
		}
	}
	if err == nil {
		err = l.failed()
	}
	if err == nil && threads == nil {
		err = ErrNoTable
	}
	return f.ofThreads(threads), err
}

// ofThreads makes the profile of a rank.
func (f *OtherFile) ofThreads(threads []readThread) *OtherFile {
	if threads == nil {
		return f
	}
	if f.Form = "GPTL 1 processes"; f.Profile == nil {
		f.Profile = &stats.Profile{}
	}
	buildNodes(f.Profile, threads, true)
	return f
}

// columnsAtEnd splits a row into its name and its last n words.
func columnsAtEnd(line string, n int) (name string, columns []string) {
	words := strings.Fields(line)
	if len(words) <= n {
		return "", nil
	}
	name = line
	for range n {
		name = strings.TrimRight(name, " \t")
		name = name[:strings.LastIndexAny(name, " \t")+1]
	}
	return strings.TrimRight(name, " \t"), words[len(words)-n:]
}

// oldRows reads the rows of a thread in a file of GPTL 1 or 2.
func (l *lines) oldRows(titles []string) (rows []stats.Node, err error) {
	titles = slices.DeleteFunc(titles, func(t string) bool { return t == "of" || t == "total" }) // of "Percent of total"
	wall := slices.Index(titles, "Wallclock")
	extremes := wall+2 < len(titles) && titles[wall+1] == "Max" && titles[wall+2] == "Min"
	for l.next() && strings.TrimSpace(l.text) != "" {
		name, columns := columnsAtEnd(l.text, len(titles))
		if columns == nil {
			return rows, l.fail(fmt.Sprintf("a name and %d columns", len(titles)))
		}
		var w words
		w.read(columns[0] + " " + strings.Join(columns[wall:], " "))
		n := stats.Node{Name: strings.Clone(strings.TrimSpace(name))}
		n.Calls, n.Total = w.count("a number of calls"), w.nanoseconds("a time in seconds")
		if extremes {
			n.Timed, n.Max, n.Min = n.Calls, w.nanoseconds("the longest time"), w.nanoseconds("the shortest time")
		}
		if w.expect(n.Min <= n.Max, "a shortest time that is not above the longest"); w.bad != "" {
			return rows, l.fail(w.bad)
		}
		rows = append(rows, n)
	}
	return rows, nil
}

// otherRows reads the rows of a table of all ranks up to an empty line. A row tells its depth.
func (l *lines) otherRows(s *stats.Summary, row func(r *stats.Region, w *words, line string) (depth int)) error {
	defer settle(s)
	var above []int
	for l.next() && strings.TrimSpace(l.text) != "" {
		r, w := emptyRegion(""), words{brackets: true}
		depth := row(&r, &w, l.text)
		if w.expect(depth <= len(above) && depth >= 0, fmt.Sprintf("a row at depth %d at most", len(above))); w.bad == "" {
			if want := contradiction(&r, 0); want != "" {
				w.bad = want
			}
		}
		if w.bad != "" {
			return l.fail(w.bad)
		}
		if above = above[:depth]; depth > 0 {
			r.Parent = above[depth-1]
		}
		above = append(above, len(s.Regions))
		r.Name = strings.Clone(r.Name)
		s.Regions = append(s.Regions, r)
	}
	return l.failed()
}

// esmfRow reads a row of ESMF_Profile.summary: PETs are ranks, and Count is the calls of each, if all made as many.
func esmfRow(r *stats.Region, w *words, line string) (depth int) {
	name, columns := columnsAtEnd(line, 8)
	w.read(strings.Join(columns, " "))
	r.Name, r.Lacks = strings.TrimSpace(name), lacksOfOthers
	r.Completed = w.index("a number of PETs")
	w.index("a number of PEs")
	if columns != nil && strings.Trim(columns[2], "0123456789") != "" { // MULTIPLE
		w.next("")
		r.Lacks |= stats.LacksCalls
	} else {
		r.Calls = w.count("a number of calls")
		if ranks := uint64(r.Completed); ranks > 0 && r.Calls > 1<<62/ranks {
			w.expect(false, "a number of calls")
		}
		r.Calls *= uint64(r.Completed)
	}
	mean := w.nanoseconds("the mean time in seconds")
	r.Min.Value, r.Min.Rank = w.nanoseconds("the smallest time in seconds"), w.index("a PET")
	r.Max.Value, r.Max.Rank = w.nanoseconds("the largest time in seconds"), w.index("a PET")
	w.expect(columns != nil, "a name and 8 columns")
	w.expect(r.Completed > 0, "a number of PETs")
	w.expect(max(r.Min.Rank, r.Max.Rank) < 1<<30, "a PET")
	r.Wall = stats.Mul(uint64(mean), uint64(r.Completed))
	r.Total, r.TrackMin, r.TrackMax = r.Wall, r.Min, r.Max
	return (len(line)-len(strings.TrimLeft(line, " ")))/2 - 1
}

// cesmRow reads a row of CESM 1's ccsm_timing_stats, which has the calls of all threads and the extremes among these.
func cesmRow(r *stats.Region, w *words, line string) (depth int) {
	line = strings.NewReplacer("(", " ", ")", " ").Replace(line)
	name, columns := columnsAtEnd(line, 7)
	w.read(strings.Join(columns, " "))
	r.Name, r.Lacks = strings.Trim(name, ` "`), lacksOfOthers|stats.LacksTotal|stats.LacksWall
	r.Calls = w.count("a number of calls")
	for _, e := range []*stats.Extreme{&r.TrackMax, &r.TrackMin} {
		e.Value, e.Rank, e.Track = w.nanoseconds("a time in seconds"), w.index("a rank"), w.index("a thread")
	}
	w.expect(columns != nil && r.Name != "", "a name and 7 columns")
	w.expect(max(r.TrackMax.Rank, r.TrackMin.Rank) < 1<<30, "a rank")
	if r.Max, r.Completed = r.TrackMax, 1; r.TrackMax.Rank != r.TrackMin.Rank { // at least
		r.Completed = 2
	}
	return 0
}

// mpasRows reads the rows of MPAS's log, which begin with their level.
func (l *lines) mpasRows() (rows []stats.Node, err error) {
	for l.next() && strings.TrimSpace(l.text) != "" && !strings.HasPrefix(strings.TrimSpace(l.text), "---") {
		name, columns := columnsAtEnd(l.text, 8)
		level, name, _ := strings.Cut(strings.TrimSpace(name), " ")
		var w words
		w.read(level + " " + strings.Join(columns, " "))
		n := stats.Node{Name: strings.Clone(strings.TrimSpace(name)), Parent: w.index("a level") - 1}
		n.Total, n.Calls = w.nanoseconds("a time in seconds"), w.count("a number of calls")
		n.Min, n.Max = w.nanoseconds("the shortest time"), w.nanoseconds("the longest time")
		if n.Timed = n.Calls; n.Calls == 0 {
			n.Min, n.Max = 0, 0
		}
		deepest := 0
		if len(rows) > 0 {
			deepest = rows[len(rows)-1].Parent + 1
		}
		w.expect(columns != nil && n.Name != "", "a level, a name and 8 columns")
		w.expect(n.Parent >= 0 && n.Parent <= deepest, fmt.Sprintf("a row of level %d at most", deepest+1))
		if w.expect(n.Min <= n.Max, "a shortest time that is not above the longest"); w.bad != "" {
			return rows, l.fail(w.bad)
		}
		rows = append(rows, n)
	}
	return rows, l.failed()
}
