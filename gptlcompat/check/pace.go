package check

import (
	"fmt"
	"strconv"
	"strings"
)

// paceKind is a kind of file that PACE's parser knows.
type paceKind struct {
	name        string
	identifiers []string // texts that must have been seen above the title, each once
	title       []string // words that the title must hold
	start       string   // how the line above or at the title starts
	skip        int      // lines from there to the first row
	top         int      // blanks and asterisks before a row at top level
	values      int      // columns after the name
}

// PACE tries its kinds in this order.
var paceKinds = []paceKind{
	{"rank", []string{"Stats for thread"},
		strings.Fields("On Called Recurse Wallclock max min UTR Overhead"), "Stats for thread", 2, 2, 7},
	{"stats", []string{"'on' indicates whether the timer was active during output", "GLOBAL STATISTICS"},
		strings.Fields("on process threads count walltotal wallmax wallmin"), "name", 1, 0, 11},
	{"stats without on", []string{"GLOBAL STATISTICS"},
		strings.Fields("process threads count walltotal wallmax wallmin"), "name", 1, 0, 10},
}

// identifiers are the texts by which PACE distinguishes the kinds of files; a name must not contain them.
var identifiers = []string{"Stats for thread", "GLOBAL STATISTICS", "'on' indicates"}

// paceRow is a row as PACE reads it.
type paceRow struct {
	name   string
	depth  int
	values []float64
}

// pace reads lines as PACE's parser does. Where PACE would raise an exception it returns an error. It also
// does so for a file of no kind that PACE recognises, for which PACE returns an empty list.
func pace(lines []string) ([][]paceRow, error) {
	kind := paceDetect(lines)
	if kind == nil {
		return nil, fmt.Errorf("PACE does not recognise the file")
	}
	var tables [][]paceRow
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], kind.start) {
			continue
		}
		var table []paceRow
		for i += kind.skip; i < len(lines) && lines[i] != ""; i++ {
			row, err := kind.row(lines[i])
			if err != nil {
				return nil, at(i, "%v", err)
			}
			if limit := deepest(table); row.depth > limit {
				return nil, at(i, "PACE: a row at depth %d below one at depth %d", row.depth, limit-1)
			}
			table = append(table, row)
		}
		if tables = append(tables, table); len(tables[0]) == 0 {
			return nil, at(i-1, "PACE: the first table has no rows, on which it fails")
		}
	}
	return tables, nil
}

// deepest returns the greatest depth of the row after these.
func deepest(table []paceRow) int {
	if len(table) == 0 {
		return 0
	}
	return table[len(table)-1].depth + 1
}

// paceDetect finds the kind: that of the first line that is the title of one while its identifiers
// have been sighted exactly as often as it has identifiers. So the first table of a file decides.
func paceDetect(lines []string) *paceKind {
	sighted := make([]int, len(paceKinds))
	for _, line := range lines {
		for k := range paceKinds {
			kind := &paceKinds[k]
			for _, id := range kind.identifiers {
				if strings.Contains(line, id) {
					sighted[k]++
				}
			}
			if sighted[k] == len(kind.identifiers) && containsAll(line, kind.title) {
				return kind
			}
		}
	}
	return nil
}

func containsAll(line string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// row reads one row.
func (kind *paceKind) row(line string) (paceRow, error) {
	rest := strings.TrimLeft(line, " *")
	indent := len(line) - len(rest) - kind.top
	if indent < 0 || indent%2 != 0 {
		return paceRow{}, fmt.Errorf("PACE: a row begins in column %d", len(line)-len(rest)+1)
	}
	row := paceRow{depth: indent / 2}
	parts := strings.SplitN(rest, `"`, 3)
	if len(parts) != 3 || parts[0] != "" {
		return row, fmt.Errorf("PACE: the name is not in quotes: %.80q", line)
	}
	row.name = parts[1]
	if strings.HasPrefix(row.name, " ") || strings.HasPrefix(row.name, "*") {
		return row, fmt.Errorf("PACE: the name %.80q begins with a blank or an asterisk, and becomes \"default\"", row.name)
	}
	if strings.Contains(parts[2], `"`) {
		return row, fmt.Errorf("PACE: a quote behind the name %.80q", row.name)
	}
	for _, token := range strings.Fields(parts[2]) {
		v, skip, err := paceValue(token)
		if err != nil {
			return row, err
		}
		if !skip {
			row.values = append(row.values, v)
		}
	}
	if len(row.values) != kind.values {
		return row, fmt.Errorf("PACE: %d values behind %.80q, expected %d", len(row.values), row.name, kind.values)
	}
	return row, nil
}

// paceValue reads a word of a row; a lone parenthesis is not one.
func paceValue(token string) (v float64, skip bool, err error) {
	switch token = strings.Trim(token, "()"); token {
	case "":
		return 0, true, nil
	case "-":
		return 0, false, nil
	case "y":
		return 1, false, nil
	}
	v, err = strconv.ParseFloat(token, 64)
	if err != nil {
		return 0, false, fmt.Errorf("PACE: %.80q is not a number", token)
	}
	if !finite(v) {
		return 0, false, fmt.Errorf("PACE: %q is not JSON", token)
	}
	return v, false, nil
}

// equals returns how a row differs from what was written.
func (row *paceRow) equals(name string, depth int, values []float64) error {
	if row.name != name || row.depth != depth {
		return fmt.Errorf("PACE reads %q at depth %d, expected %q at depth %d", row.name, row.depth, name, depth)
	}
	for k, v := range values {
		if row.values[k] != v {
			return fmt.Errorf("PACE reads %g in column %d of %q, expected %g", row.values[k], k+1, name, v)
		}
	}
	return nil
}

func count(tables [][]paceRow) (rows int) {
	for _, table := range tables {
		rows += len(table)
	}
	return rows
}
