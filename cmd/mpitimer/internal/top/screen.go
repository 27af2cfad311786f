package top

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tree"
)

// smallest is the screen that everything is laid out for; on a smaller one the lower part is missing.
const smallest = 8

// screen returns what is shown of a sample: at most as many lines as the screen has, none wider than it.
func (v *view) screen(s *sample) []string {
	if v.help {
		return v.fitted(v.painted(helpScreen()))
	}
	head := v.head(s)
	table := v.table(s)
	panel := v.panel(s)
	v.page = max(v.height-len(head)-len(panel)-2, 1) // the titles and the keys
	v.scroll(len(table.Rows))
	head[1] = v.withPlace(head[1], len(table.Rows))
	title, rows := table.Window(v.width, v.paint, v.offset, min(v.offset+v.page, len(table.Rows)))
	lines := append(v.painted(head), v.emphasised(title))
	for i, l := range rows {
		if v.offset+i == v.selected {
			l = v.highlighted(l)
		}
		lines = append(lines, l)
	}
	if len(rows) == 0 {
		lines = append(lines, v.painted([]sheet.Text{sheet.Styled(v.emptyText(s), sheet.Dim)})...)
	}
	for len(lines) < v.height-len(panel)-1 {
		lines = append(lines, "")
	}
	lines = append(lines, panel...)
	return v.fitted(append(lines[:min(len(lines), v.height-1)], v.painted([]sheet.Text{v.foot()})...))
}

// painted cuts lines to the screen and paints them.
func (v *view) painted(texts []sheet.Text) (lines []string) {
	for _, t := range texts {
		lines = append(lines, t.Cut(v.width).Paint(v.paint))
	}
	return lines
}

// fitted leaves out lines that the screen has no room for.
func (v *view) fitted(lines []string) []string { return lines[:min(len(lines), v.height)] }

// table returns the middle of the screen.
func (v *view) table(s *sample) *sheet.Table {
	v.find(v.keys(s))
	if v.ranks {
		return rankTable(v.rankRows(s))
	}
	of, rows := v.tree(s)
	t, _ := v.treeTable(s, of, rows)
	return t
}

func (v *view) emptyText(s *sample) string {
	switch {
	case v.filter != "":
		return "nothing here is called " + v.filter
	case v.ranks && s.Far():
		return "the ranks of other nodes are not listed one by one: r shows the tree"
	case len(s.Problems) > 0:
		return printable.Line(s.Problems[0].Error())
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
const titleStyle = sheet.Bold | sheet.Cyan

func (v *view) emphasised(title string) string {
	return sheet.Styled(sheet.Unpainted(title), titleStyle).Paint(v.paint)
}

// withPlace says on the right of a line which rows are on the screen, if it is not all of them.
func (v *view) withPlace(l sheet.Text, rows int) sheet.Text {
	place := fmt.Sprintf("%d-%d of %d", v.offset+1, min(v.offset+v.page, rows), rows)
	if room := v.width - cli.Width(place); rows > v.page && l.Width()+2 <= room {
		l = append(l.Pad(room), sheet.Part{Text: place, Style: sheet.Dim})
	}
	return l
}

// highlighted returns the selected row.
func (v *view) highlighted(l string) string {
	return sheet.Styled(sheet.Plain(sheet.Unpainted(l)).Pad(v.width).Cut(v.width).String(), sheet.Reverse).Paint(v.paint)
}

// head returns which job it is and how it fares.
func (v *view) head(s *sample) []sheet.Text {
	program := printable.Line(s.Program)
	first := sheet.Text{{Text: program, Style: sheet.Bold}, {Text: strings.TrimPrefix(s.Headline(), program)}}
	now := s.At.Format("15:04:05")
	if room := v.width - cli.Width(now) - 2; first.Width() <= room {
		first = append(first.Pad(v.width-cli.Width(now)), sheet.Part{Text: now, Style: sheet.Dim})
	}
	head := []sheet.Text{first, v.stateLine(s), nil}
	for _, line := range v.found(s) {
		head = append(head, sheet.Plain(line))
	}
	if len(head) > 3 {
		head = append(head, nil)
	}
	return head
}

// found returns the sentences for which there is room: a twelfth of the screen, but of the first one a line at least.
func (v *view) found(s *sample) (lines []string) {
	if v.silent || v.findings == 0 || v.height < smallest || s.found == nil {
		return nil
	}
	for most := min(v.findings, len(s.found)); most > 0; most-- {
		if lines = sheet.Findings(s.Summary, s.found[:most], most, v.width, ""); len(lines) <= v.height/12 {
			return lines
		}
	}
	lines = lines[:max(v.height/12, 1)]
	lines[len(lines)-1] = cli.Cut(lines[len(lines)-1]+" …", v.width)
	return lines
}

// stateLine returns the state of the ranks, and what is being shown.
func (v *view) stateLine(s *sample) sheet.Text {
	var l sheet.Text
	if s.Over() {
		l = append(l, sheet.Part{Text: "the job has ended", Style: sheet.Bold | sheet.Yellow}, sheet.Part{Text: ": "})
	}
	for i, f := range s.Fates() {
		if i > 0 {
			l = append(l, sheet.Part{Text: ", "})
		}
		in := sheet.Style(0)
		if f.Bad {
			in = sheet.Red | sheet.Bold
		}
		l = append(l, sheet.Part{Text: fmt.Sprintf("%d %s", cli.Count(f.Ranks), f.Word), Style: in})
		if f.Bad {
			first := ""
			if ranks := f.First.Known(); len(ranks) > 0 {
				first = ", first " + cli.Cut(tree.Ranks(ranks), 20)
			}
			l = append(l, sheet.Part{Text: " (" + cli.Cut(tree.Ranks(f.Ranks), 20) + first + ")"})
		}
	}
	if text := s.ProblemCount(); text != "" {
		l = append(l, sheet.Part{Text: ", "}, sheet.Part{Text: text, Style: sheet.Red | sheet.Bold})
	}
	for _, chosen := range v.choices(s) {
		l = append(l, sheet.Part{Text: " · ", Style: sheet.Dim}, sheet.Part{Text: chosen})
	}
	return l
}

// choices returns what is shown, and how.
func (v *view) choices(s *sample) []string {
	var list []string
	if v.paused {
		list = append(list, "PAUSED")
	} else if last := s.lastInterval(); last != "" {
		list = append(list, last)
	}
	switch {
	case v.ranks && v.rankSort != byRank:
		list = append(list, "sorted by "+v.rankSort.String())
	case v.ranks:
	default:
		if v.order != byStart {
			list = append(list, "sorted by "+v.order.String())
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
func (v *view) panel(s *sample) []string {
	most := (v.height - 8) / 4
	groups := s.Groups()
	if v.ranks || most < 2 || len(groups) == 0 || v.height < smallest {
		return nil
	}
	groups, hidden := job.Few(groups, most) // with this many ranks nobody waits for a single one
	title, rows := job.GroupTable(groups).Draw(v.width, v.paint)
	lines := append([]string{"", v.emphasised(title)}, rows...)
	if hidden > 0 {
		lines = append(lines, v.painted([]sheet.Text{sheet.Styled(fmt.Sprintf("… and %s more", cli.Plural(hidden, "place")), sheet.Dim)})...)
	}
	return lines
}

// foot returns the line of the keys, or of the filter while it is typed.
func (v *view) foot() sheet.Text {
	if v.typing {
		return sheet.Text{{Text: "/", Style: sheet.Bold}, {Text: printable.Line(v.filter)}, {Text: "▏", Style: sheet.Dim}, {Text: "  enter: keep  esc: no filter", Style: sheet.Dim}}
	}
	keys := [][2]string{{"↑↓", "move"}, {"⏎", "fold"}, {"s", "sort"}, {"/", "filter"}, {"r", "ranks"}, {"i", "interval"}, {"p", "pause"}, {"?", "help"}, {"q", "quit"}}
	if v.ranks {
		keys = [][2]string{{"↑↓", "move"}, {"⏎", "stack"}, {"s", "sort"}, {"/", "filter"}, {"r", "tree"}, {"p", "pause"}, {"?", "help"}, {"q", "quit"}}
	}
	var l sheet.Text
	for i, k := range keys {
		if i > 0 {
			l = append(l, sheet.Part{Text: "  "})
		}
		l = append(l, sheet.Part{Text: k[0], Style: sheet.Bold}, sheet.Part{Text: " " + k[1], Style: sheet.Dim})
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
	f	what was found of the run so far, or not
	i	calls and times of the last interval, or of the whole run
	p	pause
	+ -	look more often, less often
	q	quit

columns
` + columnHelp

// columnHelp explains the columns: those of the moment, and then those of the tree.
const columnHelp = `	in	ranks whose main program is in the region and in none below it
	now %	share of the ranks' time, in the last interval
	calls/s	of all ranks and threads, in the last interval
	mean	of a rank's time, over the k of P ranks that ran the region; a
		rank's time is that of its slowest thread; min, max: and the rank
	imbalance	max − mean: the time lost to the slowest rank; share: as a share of max
	% total	share of the ranks' time, in the run; % parent: of the parent's`

func helpScreen() []sheet.Text {
	var lines []sheet.Text
	for _, text := range strings.Split(helpText, "\n") {
		heading, rest, indented := strings.Cut(text, "\t")
		if !indented {
			lines = append(lines, sheet.Styled(heading, titleStyle))
			continue
		}
		k, about, _ := strings.Cut(rest, "\t")
		lines = append(lines, sheet.Join(sheet.Styled("  "+k, sheet.Bold).Pad(len("  imbalance  ")), sheet.Plain(about)))
	}
	return append(lines, nil, sheet.Styled("any key goes back", sheet.Dim))
}

// once returns the plain output: all rows, and where the ranks are.
func (v *view) once(s *sample) string {
	lines := []string{s.Headline(), v.stateLine(s).String(), ""}
	if found := sheet.Findings(s.Summary, s.found, v.findings, v.width, "mpitimer serve"); len(found) > 0 {
		lines = append(append(lines, found...), "")
	}
	if v.ranks {
		lines = append(lines, rankTable(v.rankRows(s)).Lines(v.width, sheet.None)...)
		return job.Joined(append(lines, s.ProblemLines()...))
	}
	t, rows := v.tree(s)
	table, shown := v.treeTable(s, t, rows)
	lines = append(lines, table.Lines(v.width, sheet.None)...)
	if groups := s.Groups(); len(groups) > 0 {
		lines = append(append(lines, ""), job.GroupTable(groups).Lines(v.width, sheet.None)...)
	}
	if t != nil && len(rows) > 0 {
		lines = append(lines, "", "in: ranks whose main program is in the region and in none below it.",
			"now %, calls/s: share of the ranks' time, and calls of all ranks and threads, in the last interval.")
		for _, note := range t.Foot(shown) {
			lines = append(lines, sheet.Wrap(note, v.width)...)
		}
	}
	return job.Joined(append(lines, s.ProblemLines()...))
}
