package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
)

// Timing checks a file of one process in the layout of upstream's GPTL 8 (timing.NNNNNN): GPTL's own
// parsegptlout.pl finds every timer, and every row is as long as its title, on which another reader
// relies, but where GPTL's own are not: with shares, and with times that its columns have no room for. The error names the line, counted from 1, and what was expected there.
func Timing(b []byte) error {
	lines, err := split(b)
	if err != nil {
		return err
	}
	f := timingFile{lines: lines}
	if !strings.HasPrefix(lines[0], versionHead) {
		return at(0, "expected %q, found %.80q", versionHead, lines[0])
	}
	for i := 0; i < len(lines); i++ {
		switch line := lines[i]; {
		case strings.Contains(line, "DETECTED TO HAVE IMPERFECT NESTING"):
			f.flat = true
		case strings.Contains(line, sectionHead):
			i, err = f.section(i)
		case strings.HasPrefix(line, "Same stats sorted by timer"):
			i, err = f.sorted(i + 1)
		case strings.HasPrefix(line, "Multiple parent info for thread "):
			i, err = f.parents(i + 1)
		case strings.HasPrefix(line, "GPTLthreadid["):
			f.mapped++
		}
		if err != nil {
			return err
		}
	}
	switch {
	case f.threads == 0:
		return fmt.Errorf("line %d: the file ends without a section %q", len(lines), sectionHead+" 0:")
	case f.mapped != f.threads:
		return fmt.Errorf("line %d: %d threads are mapped, expected %d", len(lines), f.mapped, f.threads)
	}
	return f.senseless
}

const versionHead = "GPTL version info: "

// timingFile is a file while it is being checked.
type timingFile struct {
	lines   []string
	flat    bool // rows have no flag and no indentation
	threads int
	mapped  int

	senseless error // the first values that contradict each other
}

func (f *timingFile) note(senseless error) {
	if f.senseless == nil {
		f.senseless = senseless
	}
}

var number = lazyregexp.New(`^(-|\d+|\d*\.\d+|\d(\.\d+)?e[-+]\d\d+)$`)

// timingTable is the title of a table.
type timingTable struct {
	file  *timingFile
	title string
	at    int // where the values begin
	words []string
}

// tableTitle reads a title row.
func (f *timingFile) tableTitle(i int) (timingTable, error) {
	if i >= len(f.lines) {
		return timingTable{}, at(i-1, "expected a title row below")
	}
	t := timingTable{file: f, title: f.lines[i], at: strings.Index(f.lines[i], "   Called  Recurse")}
	if t.at < 0 {
		return t, at(i, "expected a title row, found %.160q", t.title)
	}
	t.words = strings.Fields(t.title[t.at:])
	return t, nil
}

// badCount is GPTL's mark of a counter that is not known, behind which the rate is below zero, too.
const badCount = "-999999"

// row splits a row into what precedes the values and the values, which must be as wide as the title and as
// many as it has words.
func (t *timingTable) row(i int, line string) (name string, values []string, err error) {
	if len(line) < t.at {
		return "", nil, at(i, "the row has %d bytes, its names %d: %.160q", len(line), t.at, line)
	}
	values = strings.Fields(line[t.at:])
	// Of each native counter, which stands behind Called and Recurse, GPTL has a column per second without a title.
	untitled := min(max(len(values)-len(t.words), 0), len(t.words)-2)
	want := len(t.title) + 9*untitled
	if shares().MatchString(t.title) {
		want-- // GPTL's title is wider than its column
	}
	if len(line) != want && (len(line) < want || !slices.ContainsFunc(values, wide)) {
		return "", nil, at(i, "the row has %d bytes, expected %d: %.160q", len(line), want, line)
	}
	if len(values)-untitled != len(t.words) {
		return "", nil, at(i, "%d values, the title has %d: %.160q", len(values), len(t.words), line)
	}
	for k, v := range values {
		ofUnknown := k > 2 && values[k-1] == badCount && strings.HasPrefix(v, "-") && number().MatchString(v[1:])
		if !number().MatchString(v) && (v != badCount || k < 2) && !ofUnknown {
			return "", nil, at(i, "%q in column %d is not a number", v, k+1)
		}
	}
	t.file.note(t.makesSense(i, values))
	return line[:t.at], values, nil
}

// shares is the title of the column of shares, and not of a counter of that name.
var shares = lazyregexp.New(` (Recurse|sys +usr\+sys|Wall +max +min) +%_of_`)

// wide reports whether a value is a time that GPTL's columns have no room for.
func wide(value string) bool { return len(value) > 8 && strings.Trim(value, "0123456789.") == "" }

// makesSense checks the values of a row against each other.
func (t *timingTable) makesSense(i int, values []string) error {
	column := func(word string) float64 {
		for k, w := range t.words {
			if w == word {
				v, _ := strconv.ParseFloat(values[k], 64)
				return v
			}
		}
		return 0
	}
	const rel, abs = 1e-2, 1e-3 // three digits, three decimals
	wall, longest, shortest := column("Wall"), column("max"), column("min")
	switch {
	case shortest > longest*(1+rel)+abs:
		return senseless(i, "the shortest call is longer than the longest")
	case longest > wall*(1+rel)+abs:
		return senseless(i, "the longest call is longer than all together")
	case column("Recurse") > column("Called")*1.5:
		return senseless(i, "more recursive calls than calls")
	}
	return nil
}

var timingSection = lazyregexp.New(`^Stats for thread (\d+):$`)

// section checks the table of one thread; next is the line of its number of calls.
func (f *timingFile) section(i int) (next int, err error) {
	if !timingSection().MatchString(f.lines[i]) {
		return i, at(i, "%q must stand at the start of a section only: %.80q", sectionHead, f.lines[i])
	}
	f.threads++
	t, err := f.tableTitle(i + 1)
	if err != nil {
		return i, err
	}
	first, depth := i+2, -1
	for i = first; i < len(f.lines) && f.lines[i] != "" && !strings.HasPrefix(f.lines[i], "Overhead sum ="); i++ {
		head, values, err := t.row(i, f.lines[i])
		if err != nil {
			return i, err
		}
		name, d, err := f.name(i, head)
		if err != nil {
			return i, err
		}
		if d > depth+1 {
			return i, at(i, "%q stands %d levels below the row above", name, d-depth)
		}
		depth = d
		if err := f.scriptAgrees(i, name, values); err != nil {
			return i, err
		}
	}
	if i < len(f.lines) && f.lines[i] == "" {
		i++
	}
	if i+1 >= len(f.lines) || !strings.HasPrefix(f.lines[i], "Overhead sum = ") || !strings.HasPrefix(f.lines[i+1], "Total calls  = ") {
		return i, at(min(i, len(f.lines)-1), "expected the lines Overhead sum and Total calls behind the table")
	}
	return i + 1, nil
}

// name reads what precedes the values.
func (f *timingFile) name(i int, head string) (name string, depth int, err error) {
	if !f.flat {
		if len(head) < 2 || !strings.Contains(" *!", head[:1]) || head[1] != ' ' {
			return "", 0, at(i, "expected a flag and a blank, found %.80q", head)
		}
		head = head[2:]
	}
	indent := len(head) - len(strings.TrimLeft(head, " "))
	name = strings.TrimRight(head[indent:], " ")
	if name == "" {
		return "", 0, at(i, "the name is empty")
	}
	if f.flat && indent > 0 || indent%2 != 0 {
		return "", 0, at(i, "indented by %d: %.80q", indent, head)
	}
	return name, indent / 2, checkName(i, name)
}

// scriptAgrees checks that parsegptlout.pl finds a row by its name: it takes a row for that of a timer if,
// after one asterisk or blank, and blanks, the name and a blank follow, and splits the rest at blanks. It
// does not have rows of running timers. If an earlier row starts with the same words it takes that; nothing
// can be done about it.
func (f *timingFile) scriptAgrees(i int, name string, values []string) error {
	if f.flat || f.lines[i][0] == '!' {
		return nil
	}
	matches := func(line string) (rest string, ok bool) {
		if line == "" || line[0] != ' ' && line[0] != '*' {
			return "", false
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(line[1:], " "), name)
		return rest, ok && strings.HasPrefix(rest, " ")
	}
	rest, ok := matches(f.lines[i])
	if !ok || strings.Join(strings.Fields(rest), " ") != strings.Join(values, " ") {
		return at(i, "parsegptlout.pl reads %.160q for %q", rest, name)
	}
	return nil
}

// sorted checks the table of timers on several threads; next is the line before what follows it.
func (f *timingFile) sorted(i int) (next int, err error) {
	if i >= len(f.lines) || !strings.HasPrefix(f.lines[i], "Thd ") {
		return i, at(min(i, len(f.lines)-1), "expected the title row of the threads")
	}
	t, err := f.tableTitle(i)
	if err != nil {
		return i, err
	}
	rows := 0
	for i++; i < len(f.lines); i++ {
		line := f.lines[i]
		switch {
		case line == "" && rows > 0:
			return i, at(i, "a group of threads ends without its sum")
		case line == "" && !strings.HasPrefix(f.lines[i-1], "SUM "):
			return i - 1, nil
		case line == "":
			continue
		case len(line) < 4 || line[3] != ' ' || !strings.HasPrefix(line, "SUM") && (line[0] < '0' || line[0] > '9'):
			return i - 1, nil
		}
		if _, _, err := t.row(i, line); err != nil {
			return i, err
		}
		if rows++; strings.HasPrefix(line, "SUM ") {
			if rows < 3 {
				return i, at(i, "a sum over fewer than two threads")
			}
			rows = 0
		}
	}
	return i - 1, nil
}

var parentRow = lazyregexp.New(`^ *(\d+|\d\.\de\+\d\d) (  )?\S.*$`)

// parents checks the blocks of parents: no more calls by them than the child had, and at least two of them.
func (f *timingFile) parents(i int) (next int, err error) {
	if i < len(f.lines) && strings.HasPrefix(f.lines[i], "Columns are count") {
		i += 4
		if i >= len(f.lines) || f.lines[i] != "" {
			return i, at(min(i, len(f.lines)-1), "expected a blank line below the explanation")
		}
		i++
	}
	sum, n := 0.0, 0
	for ; i < len(f.lines); i++ {
		if f.lines[i] == "" {
			if n > 0 {
				return i, at(i, "a block of parents ends without their child")
			}
			if f.lines[i-1] == "" {
				return i - 1, nil
			}
			continue
		}
		m := parentRow().FindStringSubmatch(f.lines[i])
		if m == nil {
			return i - 1, nil
		}
		count, _ := strconv.ParseFloat(m[1], 64)
		if m[2] == "" {
			sum, n = sum+count, n+1
			continue
		}
		if n < 2 {
			return i, at(i, "%d parents, expected several", n)
		}
		// A running call is with the parent already, not yet with the child.
		if sum > count*1.1+float64(n) {
			f.note(senseless(i, "%d parents made %g calls of %g", n, sum, count))
		}
		sum, n = 0, 0
	}
	return i - 1, nil
}
