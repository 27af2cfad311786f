package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
)

// smallest is the screen that everything is laid out for; on a smaller one its lower part is missing.
const smallest = 8

// screen is what is shown of a sample: at most so many lines as the screen has, none wider than it.
func (v *view) screen(s *sample) []line {
	if v.help {
		return v.fitted(helpScreen())
	}
	lines := v.head(s)
	title, rows := v.table(s)
	panel := v.panel(s)
	v.page = max(v.height-len(lines)-len(panel)-2, 1) // the titles and the keys
	v.scroll(len(rows))
	lines[1] = v.withPlace(lines[1], len(rows))
	lines = append(lines, emphasised(title))
	for i := v.offset; i < min(v.offset+v.page, len(rows)); i++ {
		l := rows[i]
		if i == v.selected {
			l = v.highlighted(l)
		}
		lines = append(lines, l)
	}
	if len(rows) == 0 {
		lines = append(lines, styled(v.emptyText(s), style{dim: true}))
	}
	for len(lines) < v.height-len(panel)-1 {
		lines = append(lines, nil)
	}
	lines = append(lines, panel...)
	return v.fitted(append(lines[:min(len(lines), v.height-1)], v.foot(s)))
}

// fitted cuts lines to the screen.
func (v *view) fitted(lines []line) []line {
	lines = lines[:min(len(lines), v.height)]
	for i := range lines {
		lines[i] = lines[i].cut(v.width)
	}
	return lines
}

// table is the middle of the screen.
func (v *view) table(s *sample) (title line, rows []line) {
	v.find(v.keys(s))
	if v.ranks {
		return v.rankGrid(s, v.rankRows(s)).lines(v.width)
	}
	return v.treeGrid(s, v.rows(s)).lines(v.width)
}

func (v *view) emptyText(s *sample) string {
	switch {
	case v.filter != "":
		return "nothing here is called " + v.filter
	case len(s.problems) > 0:
		return printable.Line(s.problems[0].Error())
	}
	return "nothing was measured yet"
}

// scroll keeps the selected row on the screen.
func (v *view) scroll(rows int) {
	v.offset = min(v.offset, v.selected)
	v.offset = max(v.offset, v.selected-v.page+1)
	v.offset = max(min(v.offset, rows-v.page), 0)
}

// titleStyle is that of titles.
var titleStyle = style{bold: true, colour: cyan}

func emphasised(l line) line { return styled(l.String(), titleStyle) }

// withPlace says on the right of a line which rows are on the screen, if it is not all of them.
func (v *view) withPlace(l line, rows int) line {
	place := fmt.Sprintf("%d-%d of %d", v.offset+1, min(v.offset+v.page, rows), rows)
	if room := v.width - cli.Width(place); rows > v.page && l.width()+2 <= room {
		l = append(l.pad(room, false), segment{place, style{dim: true}})
	}
	return l
}

// highlighted is the selected row.
func (v *view) highlighted(l line) line {
	return styled(l.pad(v.width, false).cut(v.width).String(), style{reverse: true})
}

// head says which job it is and how it goes.
func (v *view) head(s *sample) []line {
	first := line{{printable.Line(s.program), style{bold: true}}, {text: strings.TrimPrefix(s.headline(), printable.Line(s.program))}}
	now := s.at.Format("15:04:05")
	if room := v.width - cli.Width(now) - 2; first.width() <= room {
		first = append(first.pad(v.width-cli.Width(now), false), segment{now, style{dim: true}})
	}
	return []line{first, v.stateLine(s), nil}
}

// stateLine says how the ranks are, and what is being shown.
func (v *view) stateLine(s *sample) line {
	var l line
	if s.over() {
		l = append(l, segment{"the job has ended", style{bold: true, colour: yellow}}, segment{text: ": "})
	}
	for i, f := range s.fates() {
		if i > 0 {
			l = append(l, segment{text: ", "})
		}
		in := style{}
		if f.bad {
			in = style{colour: red, bold: true}
		}
		l = append(l, segment{fmt.Sprintf("%d %s", cli.Count(f.ranks), f.word), in})
		if f.bad {
			l = append(l, segment{text: " (" + cli.Cut(cli.SpanList(f.ranks), 20) + ")"})
		}
	}
	if n := len(s.problems); n > 0 {
		l = append(l, segment{text: ", "}, segment{cli.Plural(n, "table") + " not readable", style{colour: red, bold: true}})
	}
	for _, chosen := range v.choices(s) {
		l = append(l, segment{" · ", style{dim: true}}, segment{text: chosen})
	}
	return l
}

// choices say what is shown, and how.
func (v *view) choices(s *sample) []string {
	var list []string
	if v.paused {
		list = append(list, "PAUSED")
	} else if last := s.lastInterval(); last != "" {
		list = append(list, last)
	}
	switch {
	case v.ranks && v.rankSort != byRank:
		list = append(list, "by "+v.rankSort.String())
	case v.ranks:
	default:
		if v.order != byStart {
			list = append(list, "by "+v.order.String())
		}
		if v.last {
			list = append(list, "means of the interval")
		}
	}
	if v.filter != "" || v.typing {
		list = append(list, "filter: "+printable.Line(v.filter))
	}
	return list
}

// panel shows below the tree where the ranks are.
func (v *view) panel(s *sample) []line {
	most := (v.height - 8) / 4
	groups := s.groups()
	if v.ranks || most < 2 || len(groups) == 0 || v.height < smallest {
		return nil
	}
	hidden := 0
	if len(groups) > most { // nobody waits for one of so many
		slices.SortStableFunc(groups, func(a, b group) int {
			return cmp.Or(falseFirst(a.further, b.further), cmp.Compare(len(b.ranks), len(a.ranks)))
		})
		hidden = len(groups) - most + 1
		groups = groups[:most-1]
	}
	title, rows := groupsGrid(groups).lines(v.width)
	lines := []line{nil, emphasised(title)}
	lines = append(lines, rows...)
	if hidden > 0 {
		lines = append(lines, styled(fmt.Sprintf("… and %s more", cli.Plural(hidden, "place")), style{dim: true}))
	}
	return lines
}

// foot is the line of the keys, or of the filter while it is typed.
func (v *view) foot(s *sample) line {
	if v.typing {
		return line{{"/", style{bold: true}}, {text: printable.Line(v.filter)}, {"▏", style{dim: true}}, {"  enter: keep  esc: no filter", style{dim: true}}}
	}
	keys := [][2]string{{"↑↓", "move"}, {"⏎", "fold"}, {"s", "sort"}, {"/", "filter"}, {"r", "ranks"}, {"i", "interval"}, {"p", "pause"}, {"?", "help"}, {"q", "quit"}}
	if v.ranks {
		keys = [][2]string{{"↑↓", "move"}, {"⏎", "stack"}, {"s", "sort"}, {"/", "filter"}, {"r", "tree"}, {"p", "pause"}, {"?", "help"}, {"q", "quit"}}
	}
	var l line
	for i, k := range keys {
		if i > 0 {
			l = append(l, segment{text: "  "})
		}
		l = append(l, segment{k[0], style{bold: true}}, segment{" " + k[1], style{dim: true}})
	}
	return l
}

// helpText explains keys and columns; a line that begins with a tab has a key before the second one.
const helpText = `keys
	↑ ↓ k j	move; further: page up, page down, g, G
	⏎ o	fold a region or unfold it; ← folds or goes up, → unfolds
	s S	next or previous order of siblings: first start, now, time,
		imbalance, calls, name
	/	filter by name; esc ends it
	r	the ranks, and where each of them is; ⏎ shows its stack
	i	calls and times of the last interval, or of the whole run
	p	pause
	+ -	look more often, less often
	q	quit

columns
	in	ranks whose main program is in the region and in none below it
	now %	share of the ranks' time, in the last interval
	calls/s	of all ranks and threads, in the last interval
	run %	share of the ranks' time, in the whole run
	mean	of a rank's time, over the ranks that ran the region; a rank's
		time is that of its slowest thread
	max	of a rank's time, and the rank
	imbalance	max − mean: what the slowest rank costs`

func helpScreen() []line {
	g := &grid{columns: []column{{}, {}}}
	headings := map[int]string{}
	for i, text := range strings.Split(helpText, "\n") {
		heading, rest, indented := strings.Cut(text, "\t")
		if !indented {
			headings[i] = heading
		}
		k, about, _ := strings.Cut(rest, "\t")
		g.add(styled("  "+k, style{bold: true}), plain(about))
	}
	_, lines := g.lines(0)
	for i, heading := range headings {
		lines[i] = styled(heading, titleStyle)
	}
	return append(lines, nil, styled("any key goes back", style{dim: true}))
}

// once is the plain form: all rows, and where the ranks are.
func (v *view) once(s *sample) string {
	v.height = 1 << 20
	lines := []string{s.headline()}
	var l line
	l = append(l, v.stateLine(s)...)
	lines = append(lines, l.String(), "")
	var g *grid
	if v.ranks {
		g = v.rankGrid(s, v.rankRows(s))
	} else {
		g = v.treeGrid(s, v.rows(s))
	}
	lines = append(lines, g.text(v.width)...)
	if groups := s.groups(); !v.ranks && len(groups) > 0 {
		lines = append(append(lines, ""), groupsGrid(groups).text(v.width)...)
	}
	return joined(append(lines, s.problemLines()...))
}
