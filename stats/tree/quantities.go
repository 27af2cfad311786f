package tree

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Derived is a column that is computed from others.
type Derived struct {
	Name, Unit string

	// Value computes it from means over ranks: quantities by name, in their units, and TIME in seconds.
	// Unknown values are NaN.
	Value func(mean func(name string) float64) float64
}

// TimeName is the name by which a Derived asks for the mean time of a rank.
const TimeName = "TIME"

// quantities appends the table of what was measured beside time.
func (p *page) quantities(to []byte) []byte {
	if len(p.s.Quantities) == 0 {
		return to
	}
	deeper := p.deeper // which were counted
	p.regionsOnly = true
	rows := p.rows()
	p.deeper = deeper
	g := grid{columns: []gridColumn{{title: "region", left: true}}}
	add := func(title string, left bool) {
		g.columns = append(g.columns, gridColumn{title: title, left: left, gap: map[bool]string{true: " ", false: "  "}[left]})
	}
	for i := range p.s.Quantities {
		add(p.quantityTitle(&p.s.Quantities[i]), false)
		if !p.serial() {
			add("max", false)
			add("(rank)", true)
		}
	}
	for _, d := range p.o.Derived {
		add(p.name(d.Name), false)
	}
	for i := range rows {
		at := g.row()
		p.label(&g, at, &rows[i], -1)
		for c, text := range p.measured(rows[i].region) {
			g.put(at, 1+c, text)
		}
	}
	for c := range g.columns {
		g.measure(c)
	}
	return g.write(append(to, '\n'))
}

func (p *page) quantityTitle(q *stats.Quantity) string {
	name := p.name(q.Name)
	if q.Peak {
		return name + ", largest"
	}
	return name
}

// measured is the cells of a region.
func (p *page) measured(region int) []string {
	r := &p.s.Regions[region]
	var cells []string
	for i := range p.s.Quantities {
		q := &p.s.Quantities[i]
		var v stats.Value
		if i < len(r.Values) {
			v = r.Values[i]
		}
		mean, most, rank := dash, dash, ""
		if v.Ranks > 0 {
			sign := p.about(p.s.Estimates(r, i))
			mean = sign + p.amount(v.Mean()*q.Step, q.Unit)
			most, rank = sign+p.amount(float64(v.Max.Value)*q.Step, q.Unit), fmt.Sprintf("(%d)", v.Max.Rank)
		}
		cells = append(cells, mean)
		if !p.serial() {
			cells = append(cells, most, rank)
		}
	}
	for _, d := range p.o.Derived {
		estimated := false
		cell := p.amount(d.Value(p.meanOf(r, &estimated)), d.Unit)
		if cell != dash {
			cell = p.about(estimated) + cell
		}
		cells = append(cells, cell)
	}
	return cells
}

// about stands before what was estimated, as before times.
func (p *page) about(estimated bool) string {
	if estimated {
		return "~"
	}
	return ""
}

// meanOf finds means of a region by name, and whether any of them was estimated.
func (p *page) meanOf(r *stats.Region, estimated *bool) func(name string) float64 {
	return func(name string) float64 {
		if name == TimeName && r.Ranks > 0 {
			*estimated = *estimated || r.Estimated
			return r.MeanOverRanks() / 1e9
		}
		for i := range p.s.Quantities {
			if q := &p.s.Quantities[i]; q.Name == name && i < len(r.Values) && r.Values[i].Ranks > 0 {
				*estimated = *estimated || p.s.Estimates(r, i)
				return r.Values[i].Mean() * q.Step
			}
		}
		return math.NaN()
	}
}

// prefixes of units: each is a thousand times the one before.
const prefixes = "num kMGTPE"

// amount prints a value with four significant digits and a prefix of its unit.
func (p *page) amount(v float64, unit string) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return dash
	}
	at, size := strings.IndexByte(prefixes, ' '), math.Abs(v)
	if unit == "" && size < 1000 {
		return p.signed(strconv.FormatFloat(v, 'g', 4, 64))
	}
	for size >= 999.95 && at < len(prefixes)-1 {
		size, at = size/1000, at+1
	}
	for size < 1 && size > 0 && at > 0 && unit != "B" && unit != "" {
		size, at = size*1000, at-1
	}
	prefix := strings.TrimSpace(prefixes[at : at+1])
	if prefix == "u" && !p.ascii {
		prefix = "µ"
	}
	return p.signed(strings.TrimSpace(strconv.FormatFloat(math.Copysign(size, v), 'f', decimals(size), 64) + " " + prefix + p.text(unit)))
}

// signed gives a number the sign of the page.
func (p *page) signed(text string) string {
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		return p.minus + rest
	}
	return text
}

// quantityNotes says what the columns of quantities mean.
func (p *page) quantityNotes() []string {
	if len(p.s.Quantities) == 0 {
		return nil
	}
	lines := []string{"Below the times: what was counted during the calls of a region, mean of the ranks that measured it."}
	if p.serial() {
		lines[0] = "Below the times: what was counted during the calls of a region."
	}
	if text := p.s.CountedNote(p.name); text != "" {
		lines = append(lines, text)
	}
	shared, peaks := false, false
	for i := range p.s.Quantities {
		q := &p.s.Quantities[i]
		shared, peaks = shared || q.Domain != "process", peaks || q.Peak
	}
	if peaks {
		lines = append(lines, "largest: the largest reading at the end of a call, of the region or of one inside it.")
	}
	if shared {
		var names []string
		for i := range p.s.Quantities {
			if q := &p.s.Quantities[i]; q.Domain != "process" {
				names = append(names, p.name(q.Name)+" of the "+p.name(q.Domain))
			}
		}
		lines = append(lines, "Each rank sees all of what its node or device did meanwhile, other ranks' share included: "+strings.Join(names, ", ")+".")
	}
	for _, d := range p.o.Derived {
		if d.Unit != "" {
			lines = append(lines, fmt.Sprintf("%s in %s.", p.name(d.Name), p.name(d.Unit)))
		}
	}
	return lines
}
