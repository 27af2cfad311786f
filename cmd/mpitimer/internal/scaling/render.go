package scaling

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/scaling"
)

const dash = "-"

// head says what was studied.
func (r *report) head() (lines []string) {
	program := printable.Line(r.st.Program)
	if program == "" {
		program = "a program"
	}
	kind := string(r.st.Kind)
	return []string{fmt.Sprintf("%s scaling of %s", strings.ToUpper(kind[:1])+kind[1:], program)}
}

// remarks say what a reader has to know of the runs before the figures.
func (r *report) remarks() (lines []string) {
	st := r.st
	for _, note := range st.Notes {
		lines = append(lines, printable.Line(note))
	}
	if len(st.Ranks) < 5 {
		lines = append(lines, fmt.Sprintf("Runs on %d numbers of ranks tell little about laws; 5 or more are usual.", len(st.Ranks)))
	}
	for _, left := range st.Left {
		lines = append(lines, "Left out: "+printable.Line(left)+".")
	}
	return lines
}

// shares are the figures of a point that are shares of 1.
func shares(p *scaling.Point) []float64 {
	return []float64{p.Efficiency, p.Computation, p.Parallel, p.LoadBalance, p.Communication, p.Global}
}

// pointTable has a row for each number of ranks, of one region.
func (r *report) pointTable(g *scaling.Region) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "ranks", Right: true}, {Title: "runs", Right: true, Drop: 1}, {Title: "time", Right: true}, {Title: "differ by", Right: true, Drop: 2},
		{Title: "speed-up", Right: true, Drop: 4}, {Title: "efficiency", Right: true}, {Title: "computation", Right: true, Drop: 5}, {Title: "parallel", Right: true, Drop: 6},
		{Title: "balance", Right: true, Drop: 3}, {Title: "communication", Right: true, Drop: 3}, {Title: "global", Right: true, Drop: 7},
	}}
	for k := range g.Points {
		p := &g.Points[k]
		if p.Runs == 0 {
			continue
		}
		differ := dash
		if p.Runs > 1 {
			differ = fmt.Sprintf("%.1f %%", 100*(p.High/p.Low-1))
		}
		row := []sheet.Text{sheet.Plain(strconv.Itoa(p.Ranks)), sheet.Plain(strconv.Itoa(p.Runs)), sheet.Plain(cli.Duration(p.Time)), sheet.Plain(differ), sheet.Plain(fmt.Sprintf("%.2f", p.SpeedUp))}
		for _, share := range shares(p) {
			row = append(row, shareText(share))
		}
		t.Add(row...)
	}
	return t
}

func shareText(share float64) sheet.Text {
	switch {
	case math.IsNaN(share):
		return sheet.Plain(dash)
	case share < scaling.Enough:
		return sheet.Styled(cli.Percent(share), sheet.Red)
	}
	return sheet.Plain(cli.Percent(share))
}

// regionTable has a row for each region: its time on each number of ranks, what it comes to, and its law.
func (r *report) regionTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Title: "region", Names: true, Least: 24}}}
	n := len(r.st.Ranks)
	for k, ranks := range r.st.Ranks {
		c := sheet.Column{Title: "on " + strconv.Itoa(ranks), Right: true}
		if k > 0 && k < n-1 {
			c.Drop = 1 + k
		}
		t.Columns = append(t.Columns, c)
	}
	t.Columns = append(t.Columns, sheet.Column{Title: "efficiency", Right: true, Drop: n + 3}, sheet.Column{Title: "law", Drop: n + 4}, sheet.Column{Title: "below 70 %", Right: true, Drop: n + 2})
	for _, g := range r.list {
		row := []sheet.Text{sheet.Plain(printable.Line(g.Text()))}
		efficiency := math.NaN()
		for k := range g.Points {
			time := dash
			if p := &g.Points[k]; p.Runs > 0 {
				time, efficiency = cli.Duration(p.Time), p.Efficiency
			}
			row = append(row, sheet.Plain(time))
		}
		t.Add(append(row, shareText(efficiency), sheet.Plain(lawText(&g.Law)), sheet.Plain(fallText(&g.Falls)))...)
	}
	return t
}

// lawText returns a law with how sure it is.
func lawText(l *scaling.Law) string {
	switch {
	case !l.Known():
		return dash
	case l.Verdict == scaling.Poor:
		return "none fits"
	case l.Verdict == scaling.Several && len(l.Or) == 1:
		return l.String() + " or " + l.Or[0].String()
	case l.Verdict == scaling.Several:
		return fmt.Sprintf("%s or %d others", l.String(), len(l.Or))
	}
	return l.String()
}

func fallText(f *scaling.Fall) string {
	switch {
	case f.Measured:
		return "on " + ranks(f.Ranks)
	case !f.Known:
		return dash
	case f.Ranks == 0 && math.IsInf(f.Low, 1):
		return "nowhere"
	case math.IsInf(f.High, 1):
		return "perhaps from " + ranks(f.Low)
	case f.Low < f.High:
		return ranks(f.Low) + " to " + ranks(f.High)
	}
	return "about " + ranks(f.Ranks)
}

// ranks returns a number of ranks that was computed, in two digits.
func ranks(v float64) string {
	if unit := math.Pow(10, math.Floor(math.Log10(v))-1); unit > 1 {
		v = math.Round(v/unit) * unit
	}
	return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
}

// outlook says what the laws come to on more ranks.
func (r *report) outlook() (lines []string) {
	var untold []string
	for _, g := range r.st.Grows {
		if g.Region == nil {
			untold = append(untold, fmt.Sprint(g.Times))
			continue
		}
		on := fmt.Sprintf("On %d times the ranks, %d, ", g.Times, g.Ranks)
		where := printable.Line(g.Region.Text())
		switch {
		case len(g.Or) > mostOr:
			lines = append(lines, on+"the runs do not tell which region takes the most: for too many, several laws fit.")
		case len(g.Or) == 0:
			lines = append(lines, fmt.Sprintf("%s%s itself takes the most, %.0f %%, and the run takes %s (%s to %s).", on, where, 100*g.Share, length(g.Time), length(g.Low), length(g.High)))
		default:
			lines = append(lines, fmt.Sprintf("%s%s itself takes the most, or else %s: the runs do not tell. The run takes %s to %s.", on, where, others(g.Or), length(g.Low), length(g.High)))
		}
	}
	if n := len(untold); n > 0 {
		lines = append(lines, fmt.Sprintf("Which region takes the most on %s times the ranks is not told by these runs: regions whose law is not known take more than 10 %% of the time.", strings.Join(untold, ", ")))
	}
	switch f := &r.st.Whole.Falls; {
	case f.Measured:
		lines = append(lines, fmt.Sprintf("The efficiency of the run is below 70 %% on %s ranks.", ranks(f.Ranks)))
	case !f.Known:
		lines = append(lines, "Where the efficiency of the run falls below 70 % is not told by these runs.")
	case f.Ranks == 0 && math.IsInf(f.Low, 1):
		lines = append(lines, "The efficiency of the run does not fall below 70 % up to 100 times the ranks.")
	default:
		lines = append(lines, fmt.Sprintf("The efficiency of the run falls below 70 %% on %s ranks, by the laws.", fallText(f)))
	}
	return lines
}

// mostOr is how many regions are named that may take the most.
const mostOr = 3

func others(list []*scaling.Region) string {
	var names []string
	for _, g := range list {
		names = append(names, printable.Line(g.Text()))
	}
	return strings.Join(names, ", or ")
}

func length(ns float64) string { return strings.TrimSpace(cli.Duration(ns)) }

// notes explain the tables.
func (r *report) notes() (lines []string) {
	st := r.st
	lines = append(lines, "time: of the slowest rank, median of the runs; differ by: the slowest run over the fastest.")
	first := st.Ranks[0]
	if st.Kind == scaling.Weak {
		lines = append(lines, fmt.Sprintf("efficiency: the time on %s, of the time here; speed-up: efficiency times ranks, over those of the first.", cli.Plural(first, "rank")))
	} else {
		lines = append(lines, fmt.Sprintf("speed-up: over the run on %s; efficiency: speed-up over the ratio of the ranks.", cli.Plural(first, "rank")))
	}
	if math.IsNaN(st.Whole.Points[len(st.Ranks)-1].Parallel) {
		lines = append(lines, answers.NoEfficiency)
	} else {
		lines = append(lines, "computation: computation scaling, useful time on the fewest ranks, of that here, for the same work; parallel: parallel efficiency = balance × communication; global = computation × parallel.")
	}
	lines = append(lines, "In brackets: the interval of 95 %, if the laws of all regions go on.")
	lines = append(lines, "law: how the time depends on p ranks, a + …: with a constant; or others: the runs do not tell them apart; none fits: a law deviates by more than runs differ.")
	if r.more > 0 {
		lines = append(lines, cli.Plural(r.more, "more region")+": see --top.")
	}
	if st.Because != "" {
		lines = append(lines, fmt.Sprintf("%s scaling: %s.", st.Kind, printable.Line(st.Because)))
	}
	return lines
}

func (r *report) plain() string {
	var b strings.Builder
	wrap := func(lines []string) {
		for _, line := range lines {
			for _, part := range sheet.Wrap(line, r.o.page.Width) {
				b.WriteString(part + "\n")
			}
		}
	}
	table := func(t *sheet.Table) {
		b.WriteString("\n" + strings.Join(t.Lines(r.o.page.Width, r.o.page.Paint()), "\n") + "\n\n")
	}
	wrap(append(r.head(), r.remarks()...))
	table(r.pointTable(r.st.Whole))
	wrap(r.outlook())
	table(r.regionTable())
	wrap(r.notes())
	return b.String()
}

func (r *report) markdown() string {
	var b strings.Builder
	list := func(lines []string) {
		for _, line := range lines {
			b.WriteString("- " + sheet.Markdown(line) + "\n")
		}
		b.WriteString("\n")
	}
	list(append(r.head(), r.remarks()...))
	b.WriteString(r.pointTable(r.st.Whole).Markdown() + "\n")
	list(r.outlook())
	b.WriteString(r.regionTable().Markdown() + "\n")
	list(r.notes())
	return strings.TrimRight(b.String(), "\n") + "\n"
}
