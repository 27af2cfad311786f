package job

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tree"
)

// Held is for how long a region has been open, for a column.
func Held(d time.Duration) string {
	if d < 1000*time.Second {
		return cli.Duration(float64(d))
	}
	return cli.Length(d)
}

// heldBy is for how long ranks have had a region open. Of dead ones that is known up to their last sign
// of life.
func heldBy(least, most time.Duration, dead bool) (from, to string) {
	atLeast := ""
	if dead {
		atLeast = "≥ "
	}
	if from, to = Held(least), Held(most); from == to {
		return "", atLeast + to
	}
	return atLeast + from + " …", to
}

// A list of ranks may be cut to ranksColumn columns. In front of a path it is never longer than
// ranksBefore: there the path is what one looks for.
const (
	ranksColumn = 12
	ranksBefore = 36
)

// GroupTable shows who stands where.
func GroupTable(groups []Group) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "n", Right: true, Min: 2},
		{Title: "ranks", Least: ranksColumn},
		{Drop: 1}, // threads
		{Right: true},
		{Title: "open for", Right: true, Tight: true, Min: 8},
		{}, // state
		{Title: "inside", Least: 24, Tail: true},
	}}
	for i := range groups {
		k := &groups[i]
		from, to := heldBy(k.least, k.most, k.dead)
		threads, state, where := "", "", k.path
		if k.further {
			threads = cli.Plural(k.threads, "thread")
		}
		if k.dead {
			state = "died"
		}
		if where == "" {
			from, to, where = "", "", "(no region open)"
		}
		t.Add(sheet.Plain(strconv.Itoa(len(k.Ranks))), sheet.Plain(cli.Cut(cli.RankList(k.Ranks), ranksBefore)), sheet.Plain(threads),
			sheet.Plain(from), sheet.Plain(to), sheet.Styled(state, sheet.Red), sheet.Plain(where))
	}
	return t.WithoutEmpty()
}

// levelTable shows the open regions as a tree, and who is in them.
func levelTable(levels []*level) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "open region", Least: 24},
		{Right: true},
		{Title: "for", Right: true, Tight: true, Min: 8},
		{Title: "n", Right: true, Min: 2},
		{Title: "ranks", Least: ranksColumn},
	}}
	var walk func(levels []*level, guides string, depth int)
	walk = func(levels []*level, guides string, depth int) {
		for i, l := range levels {
			own, under := tree.Guides(guides, depth, i == len(levels)-1)
			t.Words(l.cells(own)...)
			walk(l.inner, under, depth+1)
		}
	}
	walk(levels, "", 1)
	return t.WithoutEmpty()
}

func (l *level) cells(guides string) []string {
	name := guides + printable.Line(l.name) + EnvironmentMark(l.environment)
	if len(l.ranks) == 0 {
		return []string{name, "", "", "", ""}
	}
	from, to := heldBy(l.least, l.most, false)
	return []string{name, from, to, strconv.Itoa(len(l.ranks)), cli.RankList(l.ranks)}
}

// Headline says which run it is, on how many ranks, since when.
func (m *Moment) Headline() string {
	text := fmt.Sprintf("%s: %s", printable.Line(m.Program), cli.Plural(m.Size, "rank"))
	if hosts := m.hosts(); hosts > 0 {
		text += " on " + cli.Plural(hosts, "host")
	}
	if job := m.Job(); job != "" {
		text += ", job " + printable.Line(job)
	}
	if m.Others {
		text += ", of user " + m.User()
	}
	begun := m.Begun()
	switch {
	case begun.IsZero():
	case m.Alive():
		text += ", running for " + cli.Age(m.At.Sub(begun))
	default:
		text += ", ran for " + cli.Length(m.end().Sub(begun))
	}
	return text
}

// FateLines say what became of the ranks, a line for each kind of end.
func (m *Moment) FateLines(page int) []string {
	t := &sheet.Table{Columns: []sheet.Column{{}, {Right: true}, {Least: ranksColumn}, {Least: 24}}}
	for _, f := range m.Fates() {
		seen := ""
		if f.Bad && !f.Last.IsZero() {
			seen = fmt.Sprintf("last seen %s, %s ago", f.Last.UTC().Format("2006-01-02 15:04:05 UTC"), cli.Age(m.At.Sub(f.Last)))
		}
		t.Words(f.Word, strconv.Itoa(cli.Count(f.Ranks)), tree.Ranks(f.Ranks), seen)
	}
	lines := t.Lines(page, sheet.None)
	if first := m.DiedFirst(); first != "" {
		lines = append(lines, first)
	}
	return lines
}

// WhereLines show in which regions the ranks are: first the innermost ones, then all.
func (m *Moment) WhereLines(page int) []string {
	groups := m.Groups()
	if len(groups) == 0 {
		return nil
	}
	lines := GroupTable(groups).Lines(page, sheet.None)
	if waits := m.waitLines(groups); len(waits) > 0 {
		lines = append(append(lines, ""), waits...)
	}
	if levels := m.levels(); len(levels) > 0 {
		lines = append(append(lines, ""), levelTable(levels).Lines(page, sheet.None)...)
	}
	return lines
}

// Joined makes one text of lines.
func Joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// Unread returns the error of a run of which something could not be read.
func (m *Moment) Unread() error {
	switch {
	case m.far != nil && len(m.far.Problems) > 0:
		return cli.Incomplete("%s", m.ProblemCount())
	case len(m.Problems) == 0:
		return nil
	case len(m.Ranks) == 0:
		return errors.New("no table can be read")
	}
	return cli.Incomplete("%s could not be read whole", cli.Plural(len(m.Problems), "table"))
}

// ProblemCount says in a few words how much could not be read; empty for nothing.
func (m *Moment) ProblemCount() string {
	switch {
	case m.far != nil && len(m.far.Problems) > 0:
		return cli.Plural(len(m.far.Problems)+m.far.More, "problem") + " with nodes or tables"
	case len(m.Problems) > 0:
		return cli.Plural(len(m.Problems), "table") + " not readable"
	}
	return ""
}

// ProblemLines list what could not be read.
func (m *Moment) ProblemLines() []string {
	var lines []string
	if m.far != nil {
		lines = m.far.problemLines()
	}
	for _, p := range m.Problems {
		lines = append(lines, "not readable: "+printable.Line(p.Error()))
	}
	for i := range m.Ranks {
		if r := &m.Ranks[i]; !r.Complete && r.Profile != nil && r.Problem == nil {
			lines = append(lines, fmt.Sprintf("rank %d: its table did not fit (%s), so its figures are older", r.Rank, printable.Line(r.File)))
		}
	}
	return lines
}

// Text shows where the ranks of a run are.
func (m *Moment) Text(page, findings int) string {
	text := m.Headline() + "\n" + Joined(m.FateLines(page))
	if found := m.FindingLines(page, findings); len(found) > 0 {
		text += "\n" + Joined(found)
	}
	if where := m.WhereLines(page); len(where) > 0 {
		text += "\n" + Joined(where)
	}
	if m.Goroutines != nil {
		if lines := m.Goroutines.lines(page); len(lines) > 0 {
			text += "\n" + Joined(lines)
		}
	}
	return text + Joined(m.ProblemLines())
}

func (d *Digest) problemLines() []string {
	var lines []string
	for _, p := range d.Problems {
		lines = append(lines, "not readable: "+printable.Line(p))
	}
	if d.More > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", d.More))
	}
	if len(d.Old) > 0 {
		lines = append(lines, fmt.Sprintf("ranks %s: their tables did not fit, so their figures are older", tree.Ranks(d.Old)))
	}
	return lines
}
