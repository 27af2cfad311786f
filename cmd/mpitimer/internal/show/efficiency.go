package show

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/timeline"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/efficiency"
)

// efficiencies returns the view of what share of the time of all ranks was useful.
func (v *view) efficiencies() []string {
	e := efficiency.Of(v.s, nil)
	if v.o.rank < 0 {
		e = efficiency.Of(v.s, v.run.Ranks.All())
		e.SetTransfer(v.o.transfer)
	}
	if e.Whole != nil && !v.o.waits.Known(v.s.Path(e.Whole.Index)) {
		e.Whole = nil
	}
	e.Regions = slices.DeleteFunc(e.Regions, func(g efficiency.Region) bool { return !v.o.waits.Known(v.s.Path(g.Index)) })
	if len(e.Regions) == 0 && v.o.part != (timeline.Part{}) {
		return v.wrapped([]string{answers.NoPartEfficiency})
	}
	if len(e.Regions) == 0 {
		return v.wrapped([]string{answers.NoEfficiency})
	}
	var lines []string
	if e.Whole != nil {
		lines = append(v.wholeEfficiency(e.Whole), "")
	}
	v.notes = append(v.notes, answers.EfficiencyNotes(e, v.s.Size)...)
	if taken := v.o.waits.Taken; len(taken) > 0 {
		v.notes = append(v.notes, printable.Line(answers.TakenNote(taken)))
	}
	return append(lines, v.regionEfficiencies(e)...)
}

// checkPart reads which part of the run is wanted.
func (o *options) checkPart() error {
	switch {
	case o.interval != "" && o.stepRange != "":
		return cli.Usagef("expected one of --interval and --steps")
	case o.interval != "":
		from, to, _ := strings.Cut(o.interval, "-")
		first, err := time.ParseDuration(from)
		last, wrong := time.ParseDuration(to)
		if err != nil || wrong != nil || first < 0 || last <= first {
			return cli.Usagef("--interval %q: expected two times, such as 1.5s-3s", o.interval)
		}
		o.part = timeline.Part{From: first.Nanoseconds(), To: last.Nanoseconds()}
	case o.stepRange != "":
		from, to, is := strings.Cut(o.stepRange, "-")
		if !is {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, wrong := strconv.Atoi(to)
		if err != nil || wrong != nil || first < 1 || last < first {
			return cli.Usagef("--steps %q: expected a step, or a range such as 10-20", o.stepRange)
		}
		o.part = timeline.Part{First: first, Last: last}
	}
	return nil
}

// wholeEfficiency returns the efficiencies of the run, with what each costs.
func (v *view) wholeEfficiency(g *efficiency.Region) []string {
	t := &sheet.Table{Columns: []sheet.Column{{Title: "the run", Least: leastName}, {Title: "%", Right: true}, {Title: "costs", Right: true, Drop: 1}}}
	for k := range efficiency.Kinds {
		share, known := g.Share(k)
		if !known || k.Parent() == efficiency.LoadBalance && v.s.Hosts == 1 {
			continue
		}
		costs, _ := g.Costs(k)
		t.Add(sheet.Plain(strings.Repeat("  ", k.Level())+k.String()), sheet.Styled(cli.Percent(share), shareStyle(share)), sheet.Plain(cli.Duration(costs)))
	}
	return t.Lines(v.o.page.Width, v.o.page.Paint())
}

// shareStyle makes an efficiency stand out that is low, as reports of the POP centre do.
func shareStyle(share float64) sheet.Style {
	switch {
	case share < 0.7:
		return sheet.Red
	case share < 0.85:
		return sheet.Yellow
	}
	return 0
}

// regionEfficiencies returns a row for each region that is wanted, except those in which ranks only communicate.
func (v *view) regionEfficiencies(e *efficiency.Run) []string {
	shown := []efficiency.Kind{efficiency.Parallel, efficiency.LoadBalance, efficiency.Communication}
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "parallel", Right: true}, {Title: "balance", Right: true, Drop: 9}, {Title: "communication", Right: true, Drop: 8},
	}}
	if e.Nodes > 1 {
		shown = append(shown, efficiency.InNodes, efficiency.BetweenNodes)
		t.Columns = append(t.Columns, sheet.Column{Title: "in nodes", Right: true, Drop: 4}, sheet.Column{Title: "between", Right: true, Drop: 3})
	}
	if e.Knows(func(g *efficiency.Region) float64 { return g.Thread }) {
		shown = append(shown, efficiency.Threads)
		t.Columns = append(t.Columns, sheet.Column{Title: "threads", Right: true, Drop: 5})
	}
	if e.Knows(func(g *efficiency.Region) float64 { return g.Device }) {
		shown = append(shown, efficiency.Devices)
		t.Columns = append(t.Columns, sheet.Column{Title: "devices", Right: true, Drop: 5})
	}
	t.Columns = append(t.Columns, sheet.Column{Title: "costs", Right: true, Drop: 7}, sheet.Column{Title: "max", Right: true, Drop: 6}, sheet.Column{Title: "ranks", Right: true, Drop: 2})
	ipc := e.Knows(func(g *efficiency.Region) float64 { return g.IPC })
	if ipc {
		t.Columns = append(t.Columns, sheet.Column{Title: "IPC", Right: true, Drop: 1}, sheet.Column{Title: "GHz", Right: true, Drop: 1})
	}
	t.Columns = append(t.Columns, sheet.Column{Title: "region", Least: 2 * leastName, Names: true})
	for i := range e.Regions {
		g := &e.Regions[i]
		r := &v.s.Regions[g.Index]
		if !v.wanted(g.Index) || r.Communication() || v.o.depth > 0 && len(v.s.Path(g.Index)) > v.o.depth {
			continue
		}
		var cells []sheet.Text
		for _, k := range shown {
			cell := sheet.Plain(dash)
			if share, known := g.Share(k); known {
				cell = sheet.Styled(cli.Percent(share), shareStyle(share))
			}
			cells = append(cells, cell)
		}
		costs, _ := g.Costs(efficiency.Parallel)
		cells = append(cells, sheet.Plain(cli.Duration(costs)), sheet.Plain(cli.Duration(g.Elapsed)),
			sheet.Plain(fmt.Sprintf("%d/%d", g.Ranks, v.s.Environments[r.Environment].Size)))
		if ipc {
			cells = append(cells, sheet.Plain(decimals(g.IPC)), sheet.Plain(decimals(g.Hertz/1e9)))
		}
		t.Add(append(cells, sheet.Plain(v.pathOf(g.Index)))...)
	}
	if len(t.Rows) == 0 {
		return v.wrapped([]string{"no region is as --match and --environment want it"})
	}
	return t.Lines(v.o.page.Width, v.o.page.Paint())
}

func decimals(value float64) string {
	if math.IsNaN(value) {
		return dash
	}
	return strconv.FormatFloat(value, 'f', 2, 64)
}
