package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tree"
)

// held is for how long a region has been open, for a column.
func held(d time.Duration) string {
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
	if from, to = held(least), held(most); from == to {
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

// groupsGrid shows who stands where.
func groupsGrid(groups []group) *grid {
	g := &grid{columns: []column{
		{title: "n", right: true, least: 2},
		{title: "ranks", flexible: ranksColumn},
		{title: "", drop: 1}, // threads
		{title: "", right: true},
		{title: "open for", right: true, tight: true, least: 8},
		{title: ""}, // state
		{title: "inside", flexible: 24, tail: true},
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
		g.add(plain(strconv.Itoa(len(k.ranks))), plain(cli.Cut(cli.RankList(k.ranks), ranksBefore)), plain(threads),
			plain(from), plain(to), styled(state, style{colour: red}), plain(where))
	}
	return g.withoutEmpty()
}

// withoutEmpty leaves out columns in which nothing stands and that have no title.
func (g *grid) withoutEmpty() *grid {
	for c := len(g.columns) - 1; c >= 0; c-- {
		used := g.columns[c].title != ""
		for _, row := range g.rows {
			used = used || row[c].width() > 0
		}
		if used {
			continue
		}
		if c+1 < len(g.columns) && !g.columns[c].tight {
			g.columns[c+1].tight = false // it stood close to what is not there
		}
		g.columns = append(g.columns[:c], g.columns[c+1:]...)
		for i, row := range g.rows {
			g.rows[i] = append(row[:c:c], row[c+1:]...)
		}
	}
	return g
}

// levelsGrid shows the open regions as a tree, and who is in them.
func levelsGrid(levels []*level) *grid {
	g := &grid{columns: []column{
		{title: "open region", flexible: 24},
		{title: "", right: true},
		{title: "for", right: true, tight: true, least: 8},
		{title: "n", right: true, least: 2},
		{title: "ranks", flexible: ranksColumn},
	}}
	var walk func(levels []*level, guides string, depth int)
	walk = func(levels []*level, guides string, depth int) {
		for i, l := range levels {
			own, under := tree.Guides(guides, depth, i == len(levels)-1)
			g.add(l.cells(own)...)
			walk(l.inner, under, depth+1)
		}
	}
	walk(levels, "", 1)
	return g.withoutEmpty()
}

func (l *level) cells(guides string) []line {
	name := plain(guides + printable.Line(l.name) + contextMark(l.context))
	if len(l.ranks) == 0 {
		return []line{name, nil, nil, nil, nil}
	}
	from, to := heldBy(l.least, l.most, false)
	return []line{name, plain(from), plain(to), plain(strconv.Itoa(len(l.ranks))), plain(cli.RankList(l.ranks))}
}

// headline says which run it is, on how many ranks, since when.
func (m *moment) headline() string {
	text := fmt.Sprintf("%s: %s", printable.Line(m.program), cli.Plural(m.size, "rank"))
	if hosts := m.hosts(); hosts > 0 {
		text += " on " + cli.Plural(hosts, "host")
	}
	if job := m.job(); job != "" {
		text += ", job " + printable.Line(job)
	}
	if m.others {
		text += ", of user " + m.user()
	}
	begun := m.begun()
	switch {
	case begun.IsZero():
	case m.alive():
		text += ", running for " + cli.Age(m.at.Sub(begun))
	default:
		text += ", ran for " + cli.Length(m.end().Sub(begun))
	}
	return text
}

// fateLines say what became of the ranks, a line for each kind of end.
func (m *moment) fateLines(page int) []string {
	g := &grid{columns: []column{{}, {right: true}, {flexible: ranksColumn}, {flexible: 24}}}
	for _, f := range m.fates() {
		seen := ""
		if f.bad && !f.last.IsZero() {
			seen = fmt.Sprintf("last seen %s, %s ago", f.last.UTC().Format("2006-01-02 15:04:05 UTC"), cli.Age(m.at.Sub(f.last)))
		}
		g.add(plain(f.word), plain(strconv.Itoa(cli.Count(f.ranks))), plain(cli.SpanList(f.ranks)), plain(seen))
	}
	return g.text(page)[1:]
}

// whereLines show in which regions the ranks are: first the innermost ones, then all.
func (m *moment) whereLines(page int) []string {
	groups := m.groups()
	if len(groups) == 0 {
		return nil
	}
	lines := groupsGrid(groups).text(page)
	if levels := m.levels(); len(levels) > 0 {
		lines = append(append(lines, ""), levelsGrid(levels).text(page)...)
	}
	return lines
}

func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
