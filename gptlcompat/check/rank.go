package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

const (
	sectionHead = "Stats for thread"
	callsWidth  = 16 // of the two columns of calls, which fit at any count
	rankHead    = " On  Called Recurse   Wallclock          max          min     UTR Overhead "
)

var (
	section   = lazyregexp.New(`^Stats for thread (\d+):$`)
	noSection = lazyregexp.New(`^No timer has run on thread (\d+)\.$`)
	rankRow   = lazyregexp.New(`^([ *] (?:  )*)(".*?")( *)  ([-y])((?: *\d+| *\d\.\de\+\d\d)    -   | *\d+ +\d+ | *\d\.\de\+\d\d +\de\+\d\d )` +
		` *(\d+\.\d{6}) +(\d+\.\d{6}|-) +(\d+\.\d{6}|-) +(\d+\.\d{6}) $`)
)

// rankLine is a row of a rank's file.
type rankLine struct {
	line     int
	name     string
	depth    int
	on       string
	called   float64
	recurse  float64
	wall     float64
	max, min float64
	overhead float64
}

// parseRank reads the sections of a rank's file by the letter of the format.
func parseRank(lines []string) ([][]rankLine, error) {
	var tables [][]rankLine
	threads := map[string]int{}
	for i := 0; i < len(lines); i++ {
		if strings.HasPrefix(lines[i], "name") {
			return nil, at(i, "begins with \"name\", by which readers find a global table")
		}
		if m := noSection().FindStringSubmatch(lines[i]); m != nil && tables == nil {
			threads[m[1]] = i
			continue
		}
		if !strings.Contains(lines[i], sectionHead) {
			continue
		}
		m := section().FindStringSubmatch(lines[i])
		if m == nil {
			return nil, at(i, "%q must stand at the start of a section only: %.80q", sectionHead, lines[i])
		}
		if first, twice := threads[m[1]]; twice {
			return nil, at(i, "thread %s has a section on line %d already", m[1], first+1)
		}
		threads[m[1]] = i
		table, next, err := parseRankTable(lines, i+1)
		if err != nil {
			return nil, err
		}
		tables, i = append(tables, table), next
	}
	if len(threads) == 0 {
		return nil, fmt.Errorf("line %d: the file ends without a section %q", len(lines), sectionHead+" 0:")
	}
	if _, ok := threads["0"]; !ok {
		return nil, fmt.Errorf("line %d: the file ends without a section for thread 0", len(lines))
	}
	return tables, nil
}

// parseRankTable reads a section from its title row on; next is the blank line that ends it.
func parseRankTable(lines []string, title int) (table []rankLine, next int, err error) {
	if title >= len(lines) || strings.TrimLeft(lines[title], " ") != rankHead[1:] {
		return nil, 0, at(title, "expected the title row of a section")
	}
	width, depth := len(lines[title]), -1
	for i := title + 1; ; i++ {
		if i >= len(lines) {
			return nil, 0, at(i-1, "the section ends without a blank line")
		}
		if lines[i] == "" {
			return table, i, nil
		}
		row, err := parseRankRow(i, lines[i], width)
		if err != nil {
			return nil, 0, err
		}
		if row.depth > depth+1 {
			return nil, 0, at(i, "%q stands %d levels below the row above", row.name, row.depth-depth)
		}
		depth = row.depth
		table = append(table, row)
	}
}

// parseRankRow reads one row; its columns must stand below the title's.
func parseRankRow(i int, line string, width int) (rankLine, error) {
	m := rankRow().FindStringSubmatch(line)
	if m == nil {
		return rankLine{}, at(i, "is not a row of a rank's file: %.160q", line)
	}
	row := rankLine{line: i, name: m[2][1 : len(m[2])-1], depth: len(m[1])/2 - 1, on: m[4]}
	if err := checkName(i, row.name); err != nil {
		return row, err
	}
	calls := strings.Fields(m[5])
	row.called, _ = strconv.ParseFloat(calls[0], 64)
	if calls[1] != "-" {
		row.recurse, _ = strconv.ParseFloat(calls[1], 64)
	}
	row.wall, _ = strconv.ParseFloat(m[6], 64)
	row.max, _ = strconv.ParseFloat(m[7], 64)
	row.min, _ = strconv.ParseFloat(m[8], 64)
	row.overhead, _ = strconv.ParseFloat(m[9], 64)

	again := m[1] + m[2] + m[3] + "  " + m[4] + m[5] +
		fmt.Sprintf("%12.6f %12s %12s %16.6f ", row.wall, m[7], m[8], row.overhead)
	if again != line || len(m[5]) != callsWidth {
		return row, at(i, "the columns are not where the format has them:\n%s\nexpected\n%s", line, again)
	}
	// A time that is too wide for its column pushes what follows to the right; nothing else may.
	before := len(m[1]) + len(m[2]) + len(m[3])
	if want := width - len(rankHead); before != want {
		return row, at(i, "the names end in column %d, the title has %d", before, want)
	}
	return row, nil
}

// makesSense checks the values of a row against each other.
func (row *rankLine) makesSense() error {
	const rel, abs = 1e-6, 2e-6 // seven digits of a float32, six decimals
	switch {
	case row.min > row.max:
		return senseless(row.line, "the shortest call of %q is longer than the longest", row.name)
	case row.max > row.wall*(1+rel)+abs:
		return senseless(row.line, "the longest call of %q is longer than all together", row.name)
	case row.recurse > row.called*1.5:
		return senseless(row.line, "%q has more recursive calls than calls", row.name)
	case row.called == 0 && row.on == "-" && row.wall == 0:
		return senseless(row.line, "%q neither ran nor is running", row.name)
	}
	return nil
}

// paceAgreesRank makes sure that PACE's parser sees every row, with the same values.
func paceAgreesRank(lines []string, tables [][]rankLine) error {
	if len(tables) == 0 && paceDetect(lines) == nil {
		return nil // it reads that nothing ran
	}
	got, err := pace(lines)
	if err != nil {
		return err
	}
	if len(got) != len(tables) {
		return fmt.Errorf("PACE reads %d sections, expected %d", len(got), len(tables))
	}
	for t, table := range tables {
		if len(got[t]) != len(table) {
			return fmt.Errorf("PACE reads %d rows in section %d, expected %d", len(got[t]), t+1, len(table))
		}
		for k, row := range table {
			want := []float64{boolean(row.on), row.called, row.recurse, row.wall, row.max, row.min, row.overhead}
			if err := got[t][k].equals(row.name, row.depth, want); err != nil {
				return at(row.line, "%v", err)
			}
		}
	}
	return nil
}
