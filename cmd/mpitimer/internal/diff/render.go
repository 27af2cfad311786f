package diff

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
)

// result is a comparison on its way to the page.
type result struct {
	o     *options
	sides [2][]*load.Run
	facts []fact
	list  []*region // those that are wanted, in order
	paths bool      // rows have whole paths, since they do not stand below their parents

	single bool // one run on each side
	tested int  // regions that alpha is for
	notes  []string
}

// text prints the comparison. The error is the verdict of --threshold.
func (o *options) text(sides [2][]*load.Run) (string, error) {
	r := &result{o: o, sides: sides, facts: facts(sides), single: len(sides[0]) == 1 && len(sides[1]) == 1}
	r.collect(merge(sides, o.of, o.alpha), 0)
	r.test()
	r.paths = o.sort == "change" || o.match != "" || o.changed
	if o.sort == "change" {
		byChange(r.list)
	}
	table := r.table()
	r.explain()
	if o.format == "markdown" {
		return r.markdown(table), r.verdict()
	}
	return r.plain(table), r.verdict()
}

// test tests the regions that are wanted: those that --threshold counts as one family, and those too short for it as another.
func (r *result) test() {
	if !r.single {
		var families [2][]*region
		for _, b := range r.list {
			at := 0
			if b.short(r.o) {
				at = 1
			}
			families[at] = append(families[at], b)
		}
		r.tested = test(families[0], len(r.sides[0]), len(r.sides[1]), r.o.alpha)
		test(families[1], len(r.sides[0]), len(r.sides[1]), r.o.alpha)
	}
	if r.o.changed {
		r.list = slices.DeleteFunc(r.list, func(b *region) bool {
			return b.status() == inBoth && (b.change == 0 || !r.single && b.judged && !b.significant())
		})
	}
}

// short reports whether a region takes less than --min-time.
func (b *region) short(o *options) bool {
	return max(b.sides[0].median, b.sides[1].median) < float64(o.minTime)
}

// collect lists the regions that are wanted.
func (r *result) collect(top *region, level int) {
	if r.o.depth > 0 && level >= r.o.depth {
		return
	}
	for _, b := range top.below {
		if r.wanted(b) {
			r.list = append(r.list, b)
		}
		r.collect(b, level+1)
	}
}

func (r *result) wanted(b *region) bool { return r.o.match == "" || r.o.pattern.MatchString(b.path()) }

// name returns that of a row.
func (r *result) name(b *region) string {
	environment := ""
	if b.environment != "" && (r.paths || b.parent.environment != b.environment) {
		environment = " @" + printable.Line(b.environment)
	}
	if r.paths {
		return printable.Line(b.path()) + environment
	}
	const most = 40
	level := 0
	for p := b.parent; p.parent != nil; p = p.parent {
		level++
	}
	if level > most {
		return strings.Repeat("  ", most) + fmt.Sprintf("…%d ", level) + cmp.Or(printable.Line(b.name), `""`) + environment
	}
	return strings.Repeat("  ", level) + cmp.Or(printable.Line(b.name), `""`) + environment
}

func (r *result) table() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "region", Least: 16, Names: true},
		{Title: "old", Right: true, Drop: 4},
		{Title: "new", Right: true, Drop: 3},
		{Title: "change", Right: true, Drop: 5},
		{Title: "", Drop: 2},
	}}
	if r.misses() {
		t.Columns = append(t.Columns, sheet.Column{Title: "counted", Right: true, Drop: 1})
	}
	for _, b := range r.list {
		cells := []sheet.Text{sheet.Plain(r.name(b)), sheet.Plain(r.side(b, 0)), sheet.Plain(r.side(b, 1)), r.change(b), sheet.Styled(r.certainty(b), sheet.Dim), sheet.Plain(b.counted())}
		t.Add(cells[:len(t.Columns)]...)
	}
	if all := factors(r.list); len(all) > 1 {
		words := []string{"geomean", r.figure(geomean(medians(r.list, 0))), r.figure(geomean(medians(r.list, 1))), percent(geomean(all) - 1), "", ""}
		t.Words(words[:len(t.Columns)]...)
	}
	return t
}

// misses reports whether a counter was not counted all the time in some region.
func (r *result) misses() bool {
	return slices.ContainsFunc(r.list, func(b *region) bool { return max(b.missed[0], b.missed[1]) > 0 })
}

// counted returns for which share of the region each side counted the counter.
func (b *region) counted() string {
	if max(b.missed[0], b.missed[1]) == 0 {
		return ""
	}
	var shares [2]string
	for side := range shares {
		if shares[side] = "-"; b.present[side] > 0 {
			shares[side] = fmt.Sprintf("%.0f %%", 100*(1-b.missed[side]))
		}
	}
	return shares[0] + " / " + shares[1]
}

func (r *result) figure(v float64) string {
	if r.o.of.time {
		return cli.Duration(v)
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// plusMinus takes one column in either form.
func (r *result) plusMinus() string {
	if r.o.ascii {
		return "+-"
	}
	return "±"
}

// side returns the median of one side, with the width of its interval.
func (r *result) side(b *region, side int) string {
	if len(b.values[side]) == 0 {
		return "-"
	}
	s := r.figure(b.sides[side].median)
	if len(r.sides[side]) == 1 {
		return s
	}
	spread := b.sides[side].spread()
	if math.IsInf(spread, 1) {
		infinite := "∞"
		if r.o.ascii {
			infinite = "?"
		}
		return fmt.Sprintf("%s %s %3s  ", s, r.plusMinus(), infinite)
	}
	return fmt.Sprintf("%s %s %3.0f %%", s, r.plusMinus(), 100*spread)
}

func percent(change float64) string {
	switch {
	case change == 0:
		return "0.0 %"
	case math.IsInf(change, 0):
		return "from 0"
	}
	return fmt.Sprintf("%+.1f %%", 100*change)
}

// change returns the row's change as text.
func (r *result) change(b *region) sheet.Text {
	switch b.status() {
	case gone:
		return sheet.Styled("gone", sheet.Yellow)
	case appeared:
		return sheet.Styled("new", sheet.Yellow)
	}
	switch {
	case !b.both:
		return sheet.Plain("-")
	case r.single:
		return sheet.Plain(percent(b.change))
	case !b.significant():
		return sheet.Plain("~")
	case b.change > 0:
		return sheet.Styled(percent(b.change), sheet.Red)
	case b.change < 0:
		return sheet.Styled(percent(b.change), sheet.Green)
	}
	return sheet.Plain(percent(b.change))
}

// certainty returns how certain the change is.
func (r *result) certainty(b *region) string {
	if r.single || !b.both {
		return ""
	}
	n := fmt.Sprintf("n=%d+%d", len(b.values[0]), len(b.values[1]))
	if len(b.values[0]) == len(b.values[1]) {
		n = fmt.Sprintf("n=%d", len(b.values[0]))
	}
	if b.p < 0.0005 {
		return "(p<0.001 " + n + ")"
	}
	return fmt.Sprintf("(p=%.3f %s)", b.p, n)
}

// explain explains the table below it.
func (r *result) explain() {
	r.notes = append(r.notes, r.o.of.name+": "+r.o.of.about+".")
	if r.single {
		r.notes = append(r.notes, "One run of each: the changes have no significance; ranks of a run wait for each other, and are not independent samples.")
	} else {
		n, m := len(r.sides[0]), len(r.sides[1])
		if !detects(n, m, r.o.alpha) {
			r.notes = append(r.notes, fmt.Sprintf("Needs more samples: with %d and %d runs no change is significant; it takes %d on each side.", n, m, leastRuns(r.o.alpha)))
		}
		if min(n, m) < leastForInterval {
			r.notes = append(r.notes, fmt.Sprintf("Needs more samples: a 95 %% interval takes %d runs on a side.", leastForInterval))
		}
		r.notes = append(r.notes, fmt.Sprintf("~: chance can explain the difference (p above %g).", r.o.alpha))
		if r.tested > 0 {
			r.notes = append(r.notes, fmt.Sprintf("p: adjusted for the %s tested together: if nothing has changed, %g of 100 comparisons show a slower region, and as many a faster one.",
				cli.Plural(r.tested, "region"), 100*r.o.alpha))
		}
	}
	if all := factors(r.list); len(all) > 1 {
		r.notes = append(r.notes, fmt.Sprintf("geomean: over the %d regions with values above 0 on both sides, including regions inside others.", len(all)))
	}
	if r.misses() {
		r.notes = append(r.notes, "counted, old / new: the share of a region's calls and time that the counter covers, in the run with the smallest share. Below 100 % a value is an estimate, or covers only part of the calls.")
	}
	count := [3]int{}
	for _, b := range r.list {
		count[b.status()]++
	}
	if count[gone]+count[appeared] > 0 {
		r.notes = append(r.notes, fmt.Sprintf("%s gone, %d new.", cli.Plural(count[gone], "region"), count[appeared]))
	}
}

// verdict returns the error that --threshold asks for.
func (r *result) verdict() error {
	if !r.o.judges {
		return nil
	}
	var slower []string
	unjudged := 0
	for _, b := range r.list {
		if !b.both || b.change*100 <= r.o.threshold || b.short(r.o) {
			continue
		}
		switch {
		case b.significant(), !b.judged && r.o.untested:
			slower = append(slower, fmt.Sprintf("%s %s", printable.Line(b.path()), percent(b.change)))
		case !b.judged:
			unjudged++
		}
	}
	switch {
	case len(slower) > 0:
		const most = 5
		if more := len(slower) - most; more > 0 {
			slower = append(slices.Clone(slower[:most]), fmt.Sprintf("and %d more", more))
		}
		return fmt.Errorf("%w, %g %%: %s", ErrSlower, r.o.threshold, strings.Join(slower, ", "))
	case unjudged > 0:
		return fmt.Errorf("%w: %s slower by more than %g %%, perhaps by chance; a test takes %d runs on each side (--untested counts them all the same)",
			cli.ErrIncomplete, cli.Plural(unjudged, "region"), r.o.threshold, leastRuns(r.o.alpha))
	}
	return nil
}

// title names the runs of one side by the names of their files, with the directory if only that differs.
func (r *result) title(side int) string {
	names := [2]string{r.sides[0][0].Name, r.sides[1][0].Name}
	name := names[side]
	if filepath.Base(names[0]) == filepath.Base(names[1]) {
		name = filepath.Join(filepath.Base(filepath.Dir(name)), filepath.Base(name))
	} else {
		name = filepath.Base(name)
	}
	if n := len(r.sides[side]); n > 1 {
		return cli.Plural(n, "run") + ": " + printable.Line(name) + ", …"
	}
	return printable.Line(name)
}

// factTable says in what else the runs differ.
func (r *result) factTable() *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{{Title: "changed"}, {Title: "old", Least: 8}, {Title: "new", Least: 8}}}
	for _, f := range r.facts {
		t.Words(f.key, f.before, f.after)
	}
	return t
}

func (r *result) plain(t *sheet.Table) string {
	var b strings.Builder
	write := func(lines ...string) {
		for _, l := range lines {
			b.WriteString(l + "\n")
		}
	}
	wrap := func(text string) { write(sheet.Wrap(text, r.o.page.Width)...) }
	wrap("old: " + r.title(0))
	wrap("new: " + r.title(1))
	write("")
	if len(r.facts) > 0 {
		write(r.factTable().Lines(r.o.page.Width, r.o.page.Paint())...)
		write("")
	}
	if len(r.list) == 0 {
		wrap("no region to compare, or none has changed")
	} else {
		write(t.Lines(r.o.page.Width, r.o.page.Paint())...)
	}
	write("")
	for _, n := range r.notes {
		wrap(n)
	}
	return b.String()
}

func (r *result) markdown(t *sheet.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **old:** %s\n- **new:** %s\n\n", sheet.Markdown(r.title(0)), sheet.Markdown(r.title(1)))
	if len(r.facts) > 0 {
		b.WriteString(r.factTable().Markdown() + "\n")
	}
	b.WriteString(t.Markdown() + "\n")
	for _, n := range r.notes {
		b.WriteString("- " + sheet.Markdown(n) + "\n")
	}
	return b.String()
}
