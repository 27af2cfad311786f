package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// The fixed lines of a global file.
const (
	cumulative = "'count' is cumulative. All other stats are max/min"
	onMeaning  = "'on' indicates whether the timer was active during output, and so stats are lower or upper bounds."
	globalHead = " on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )"
)

// noTimers stands where the title would, if there are no rows.
const noTimers = "No timer has run."

// titleLine is where scripts that count lines look for the title of a global file.
const titleLine = 8

var (
	banner    = lazyregexp.New(`^\*{5} GLOBAL STATISTICS \( *(\d+) MPI TASKS\) \*{5}$`)
	globalRow = lazyregexp.New(`^(".*") *  ([-y])  +(\d+) +(\d+) (\d\.\d{6}e[-+]\d\d+)` +
		`   (\d\.\d{6}e[-+]\d\d+) +(\d+\.\d{3}) \( *(\d+) +(\d+)\) +(\d+\.\d{3}) \( *(\d+) +(\d+)\)$`)
)

// globalFile is the contents of a global file.
type globalFile struct {
	tasks int
	rows  []globalLine
}

// globalLine is a row of a global file.
type globalLine struct {
	name               string
	on                 string
	processes, threads uint64
	count, total       float64
	max, min           float64
	maxText, minText   string
	procs              [2]uint64 // of the largest, of the smallest
	thrds              [2]uint64
}

// parseGlobal reads the lines by the letter of the format.
func parseGlobal(lines []string) (*globalFile, error) {
	g := &globalFile{}
	if err := g.head(lines); err != nil {
		return nil, err
	}
	if lines[titleLine-1] == noTimers {
		if len(lines) > titleLine+1 || lines[titleLine] != "" || paceDetect(lines) != nil {
			return nil, at(titleLine, "expected one blank line at the end, and no table")
		}
		return g, nil
	}
	pad := len(lines[titleLine-1]) - len(globalHead)
	widest, seen := 0, map[string]int{}
	last := len(lines) - 1
	for i := titleLine; i < last; i++ {
		row, quoted, err := parseGlobalRow(i, lines[i], pad)
		if err != nil {
			return nil, err
		}
		if first, twice := seen[row.name]; twice {
			return nil, at(i, "the name %q stands on line %d already: CIME takes the first row only", row.name, first+1)
		}
		seen[row.name] = i
		widest = max(widest, len(quoted))
		g.rows = append(g.rows, row)
	}
	if lines[last] != "" {
		return nil, at(last, "expected one blank line at the end, found %.80q", lines[last])
	}
	if want := max(widest, len("name")); len(g.rows) > 0 && pad != want {
		return nil, at(titleLine-1, "the names are padded to %d, the longest has %d", pad, want)
	}
	return g, nil
}

// head checks everything above the rows.
func (g *globalFile) head(lines []string) error {
	if len(lines) <= titleLine {
		return at(len(lines)-1, "the file ends within its first %d lines", titleLine)
	}
	m := banner().FindStringSubmatch(lines[1])
	if m == nil {
		return at(1, "expected ***** GLOBAL STATISTICS (… MPI TASKS) *****, found %.80q", lines[1])
	}
	g.tasks, _ = strconv.Atoi(m[1])
	for i, want := range []string{
		0: "",
		1: fmt.Sprintf("***** GLOBAL STATISTICS (%6d MPI TASKS) *****", g.tasks),
		2: "",
		3: lines[3], // the $Id line
		4: cumulative,
		5: onMeaning,
		6: "",
	} {
		if lines[i] != want {
			return at(i, "expected %q, found %.80q", want, lines[i])
		}
	}
	if !strings.HasPrefix(lines[3], "$Id") {
		return at(3, "expected a line that begins with $Id, found %.80q", lines[3])
	}
	title := lines[titleLine-1]
	name := strings.TrimSuffix(title, globalHead)
	if title == noTimers {
		return nil
	}
	if name == title || strings.TrimRight(name, " ") != "name" {
		return at(titleLine-1, "expected the title, found %.160q", title)
	}
	return nil
}

// parseGlobalRow reads one row and checks that printing its values again gives the same line.
func parseGlobalRow(i int, line string, pad int) (row globalLine, quoted string, err error) {
	m := globalRow().FindStringSubmatch(line)
	if m == nil {
		return row, "", at(i, "is not a row of a global file: %.160q", line)
	}
	quoted = m[1]
	row.name, row.on = quoted[1:len(quoted)-1], m[2]
	if err := checkName(i, row.name); err != nil {
		return row, "", err
	}
	row.processes, _ = strconv.ParseUint(m[3], 10, 64)
	row.threads, _ = strconv.ParseUint(m[4], 10, 64)
	row.count, _ = strconv.ParseFloat(m[5], 64)
	row.total, _ = strconv.ParseFloat(m[6], 64)
	row.maxText, row.minText = m[7], m[10]
	row.max, _ = strconv.ParseFloat(m[7], 64)
	row.min, _ = strconv.ParseFloat(m[10], 64)
	for k, at := range []int{8, 11} {
		row.procs[k], _ = strconv.ParseUint(m[at], 10, 64)
		row.thrds[k], _ = strconv.ParseUint(m[at+1], 10, 64)
	}
	// GPTL pads by bytes, whatever characters they form.
	again := quoted + strings.Repeat(" ", max(0, pad-len(quoted))) + fmt.Sprintf("  %s   %8d %8d %12.6e   %12.6e %9.3f (%6d %6d) %9.3f (%6d %6d)",
		row.on, row.processes, row.threads, row.count, row.total,
		row.max, row.procs[0], row.thrds[0], row.min, row.procs[1], row.thrds[1])
	if again != line {
		return row, "", at(i, "the columns are not where the format has them:\n%s\nexpected\n%s", line, again)
	}
	return row, quoted, nil
}

// makesSense checks the values of all rows.
func (g *globalFile) makesSense() error {
	for k := range g.rows {
		if err := g.rows[k].makesSense(titleLine+k, g.tasks); err != nil {
			return err
		}
	}
	return nil
}

// makesSense checks the values of a row against each other.
func (row *globalLine) makesSense(i, tasks int) error {
	// Seven digits of a count or a total, three decimals of a wall.
	const rel, abs = 2e-6, 2e-3
	switch {
	case row.processes > uint64(tasks):
		return senseless(i, "%q ran on %d processes of %d", row.name, row.processes, tasks)
	case row.threads < row.processes:
		return senseless(i, "%q ran on fewer threads than processes", row.name)
	case row.processes == 0:
		if row.threads != 0 || row.count != 0 || row.total != 0 || row.max != 0 || row.min != 0 {
			return senseless(i, "%q ran on no process, yet has values", row.name)
		}
		return nil
	case row.count < float64(row.threads)*(1-rel) && row.count != 0: // there, time was given that is of no call
		return senseless(i, "%q has fewer calls than threads", row.name)
	case row.min > row.max:
		return senseless(i, "the smallest wall of %q is larger than the largest", row.name)
	case row.max > row.total*(1+rel)+abs:
		return senseless(i, "the largest wall of %q is larger than the total", row.name)
	// A timer that is on can have spent time on threads that are not counted yet.
	case row.on == "-" && row.total > (row.max+abs)*float64(row.threads)*(1+rel):
		return senseless(i, "the total of %q is more than its threads can have", row.name)
	case row.procs[0] >= uint64(tasks) || row.procs[1] >= uint64(tasks):
		return senseless(i, "an extreme of %q is on a process that there is not", row.name)
	}
	return nil
}

// paceAgrees makes sure that PACE's parser sees every row, with the same values.
func (g *globalFile) paceAgrees(lines []string) error {
	if len(g.rows) == 0 && paceDetect(lines) == nil {
		return nil
	}
	tables, err := pace(lines)
	if err != nil {
		return err
	}
	if count(tables) == 0 && len(g.rows) == 0 { // a clock may have the name of columns
		return nil
	}
	if len(tables) != 1 || len(tables[0]) != len(g.rows) {
		return fmt.Errorf("PACE reads %d tables with %d rows, expected 1 with %d", len(tables), count(tables), len(g.rows))
	}
	for k, row := range g.rows {
		got := tables[0][k]
		want := []float64{boolean(row.on), float64(row.processes), float64(row.threads), row.count, row.total,
			row.max, float64(row.procs[0]), float64(row.thrds[0]), row.min, float64(row.procs[1]), float64(row.thrds[1])}
		if err := got.equals(row.name, 0, want); err != nil {
			return at(titleLine+k, "%v", err)
		}
	}
	return nil
}

// cimeAgrees makes sure that CIME finds every timer, and the values of its own row.
func (g *globalFile) cimeAgrees(lines []string) error {
	c := newCIME(lines)
	for k, row := range g.rows {
		largest, smallest, ok := c.maxMin(row.name)
		if !ok || largest != row.maxText || smallest != row.minText {
			return at(titleLine+k, "CIME finds %q and %q for %q, expected %s and %s",
				largest, smallest, row.name, row.maxText, row.minText)
		}
		processes, calls, ok := c.calls(row.name)
		if !ok || processes != float64(row.processes) || calls != row.count {
			return at(titleLine+k, "CIME finds %g calls on %g processes for %q", calls, processes, row.name)
		}
	}
	return nil
}

func boolean(on string) float64 {
	if on == "y" {
		return 1
	}
	return 0
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
