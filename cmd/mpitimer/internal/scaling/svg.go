package scaling

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/scaling"
)

// A plot has a line for each of the regions that take longest, in colours that everyone can tell apart (Okabe and Ito).
const mostPlotted = 8

var colours = [mostPlotted]string{"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f"}

// chart is a plot over ranks, in logarithms.
type chart struct {
	b             strings.Builder
	title, unit   string
	from, to      float64 // ranks
	low, high     float64 // values
	logarithmic   bool    // values, too
	left, top     float64
	width, height float64
}

const (
	plotWidth, plotHeight   = 760, 430
	marginLeft, marginRight = 76, 250
	marginTop, marginBottom = 34, 46
)

func newChart(title, unit string, from, to, low, high float64, logarithmic bool) *chart {
	return &chart{title: title, unit: unit, from: from, to: to, low: low, high: high, logarithmic: logarithmic, left: marginLeft, top: marginTop,
		width: plotWidth - marginLeft - marginRight, height: plotHeight - marginTop - marginBottom}
}

func (c *chart) x(ranks float64) float64 {
	return c.left + c.width*math.Log(ranks/c.from)/math.Log(c.to/c.from)
}

func (c *chart) y(v float64) float64 {
	share := (v - c.low) / (c.high - c.low)
	if c.logarithmic {
		share = math.Log(v/c.low) / math.Log(c.high/c.low)
	}
	return c.top + c.height*(1-min(max(share, 0), 1))
}

func (c *chart) add(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

func (c *chart) label(x, y float64, anchor, text string) {
	c.add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(printable.Line(text)))
}

// line draws points that are joined; extra has further attributes.
func (c *chart) line(points [][2]float64, colour, extra string) {
	var at []string
	for _, p := range points {
		at = append(at, fmt.Sprintf("%.1f,%.1f", c.x(p[0]), c.y(p[1])))
	}
	if len(at) > 1 {
		c.add(`<polyline points="%s" fill="none" stroke="%s" %s/>`, strings.Join(at, " "), colour, extra)
	}
}

// frame draws the axes, with a mark at each number of ranks that was measured, and the values of marks.
func (c *chart) frame(ranks []int, marks []float64, text func(float64) string) {
	c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#888"/>`, c.left, c.top, c.width, c.height)
	c.add(`<text x="%.1f" y="20" font-weight="bold">%s</text>`, c.left, html.EscapeString(c.title))
	last := math.Inf(-1)
	for _, p := range ranks {
		x := c.x(float64(p))
		c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd"/>`, x, c.top, x, c.top+c.height)
		if x-last > 26 {
			c.label(x, c.top+c.height+16, "middle", strconv.Itoa(p))
			last = x
		}
	}
	c.label(c.left+c.width/2, c.top+c.height+36, "middle", "ranks")
	for _, v := range marks {
		y := c.y(v)
		c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd"/>`, c.left, y, c.left+c.width, y)
		c.label(c.left-6, y+4, "end", text(v))
	}
}

// document is the chart as a file.
func (c *chart) document() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="12" role="img" aria-label="%s">
<rect width="100%%" height="100%%" fill="#fff"/>
%s</svg>
`, plotWidth, plotHeight, plotWidth, plotHeight, html.EscapeString(c.title), c.b.String())
}

// plotted are the regions of plots: those that are shown, at most so many, the longest on the most ranks.
func (r *report) plotted() []*scaling.Region {
	some := *r
	options := *r.o
	if options.top == 0 || options.top > mostPlotted {
		options.top = mostPlotted
	}
	options.format = "svg"
	some.o, some.list = &options, nil
	some.choose()
	return some.list
}

// decades are the powers of ten in a range.
func decades(low, high float64) (list []float64) {
	for k := math.Ceil(math.Log10(low) - 1e-9); math.Pow(10, k) <= high*1.000001; k++ {
		list = append(list, math.Pow(10, k))
	}
	return list
}

// timeChart has the time of regions over ranks, the laws with what they may be, and for the first the ideal.
func (r *report) timeChart() *chart {
	list := r.plotted()
	low, high := math.Inf(1), 0.0
	for _, g := range list {
		for k := range g.Points {
			if p := &g.Points[k]; p.Runs > 0 && p.Low > 0 {
				low, high = min(low, p.Low), max(high, p.High)
			}
		}
	}
	if !(low < high) {
		low, high = max(high, 1)/10, max(high, 1)
	}
	first, last := float64(r.st.Ranks[0]), float64(r.st.Ranks[len(r.st.Ranks)-1])
	low, high = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high)+1e-9))
	c := newChart(r.head()[0]+", time of the slowest rank", "s", first, 2*last, low, high, true)
	if len(r.st.Crowded) > 0 {
		c.label(c.left+c.width+10, c.top+c.height, "start", "ranks share processors on "+strings.Trim(strings.ReplaceAll(fmt.Sprint(r.st.Crowded), " ", ", "), "[]"))
	}
	c.frame(r.st.Ranks, decades(low, high), func(v float64) string { return strings.TrimSpace(cli.Duration(v)) })
	for k, g := range list {
		r.timeLine(c, g, colours[k])
		y := c.top + 12 + 34*float64(k)
		c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="2"/>`, c.left+c.width+10, y-4, c.left+c.width+28, y-4, colours[k])
		c.label(c.left+c.width+32, y, "start", shortened(g.Text()))
		c.label(c.left+c.width+32, y+14, "start", lawText(&g.Law))
	}
	y := c.top + 12 + 34*float64(len(list))
	c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#888" stroke-dasharray="2 3"/>`, c.left+c.width+10, y-4, c.left+c.width+28, y-4)
	c.label(c.left+c.width+32, y, "start", "ideal")
	return c
}

func shortened(text string) string {
	const most = 32
	if len(text) <= most {
		return text
	}
	return cli.CutLeft(text, most)
}

// timeLine draws one region: its runs as points with bars from the fastest to the slowest, its law, and the interval of that.
func (r *report) timeLine(c *chart, g *scaling.Region, colour string) {
	var first *scaling.Point
	for k := range g.Points {
		p := &g.Points[k]
		if p.Runs == 0 || !(p.Low > 0) {
			continue
		}
		if first == nil {
			first = p
		}
		x := c.x(float64(p.Ranks))
		c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>`, x, c.y(p.Low), x, c.y(p.High), colour)
		c.add(`<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%s on %d ranks: %s</title></circle>`, x, c.y(p.Time), colour, html.EscapeString(printable.Line(g.Text())), p.Ranks, strings.TrimSpace(cli.Duration(p.Time)))
	}
	if first == nil {
		return
	}
	if g == r.st.Whole {
		end, ideal := c.to, first.Time
		if r.st.Kind == scaling.Strong {
			ideal = first.Time * float64(first.Ranks) / end
		}
		c.line([][2]float64{{float64(first.Ranks), first.Time}, {end, ideal}}, "#888", `stroke-dasharray="2 3"`)
	}
	if !g.Law.Known() || g.Law.Verdict == scaling.Poor {
		return
	}
	var law, low, high [][2]float64
	for step := range 65 {
		p := c.from * math.Pow(c.to/c.from, float64(step)/64)
		if time, least, most := g.Law.At(p); time > 0 && p >= float64(first.Ranks) {
			law, low, high = append(law, [2]float64{p, time}), append(low, [2]float64{p, least}), append(high, [2]float64{p, most})
		}
	}
	c.line(law, colour, `stroke-width="1.5"`)
	c.line(low, colour, `stroke-width="0.5" stroke-opacity="0.6"`)
	c.line(high, colour, `stroke-width="0.5" stroke-opacity="0.6"`)
}

// efficiencyChart has the efficiencies of the run over ranks.
func (r *report) efficiencyChart() *chart {
	first, last := float64(r.st.Ranks[0]), float64(r.st.Ranks[len(r.st.Ranks)-1])
	high := 1.0
	for k := range r.st.Whole.Points {
		for _, share := range shares(&r.st.Whole.Points[k]) {
			if !math.IsNaN(share) {
				high = max(high, share)
			}
		}
	}
	c := newChart("Efficiencies of the run", "%", first, max(last, 2*first), 0, 1.05*high, false)
	var marks []float64
	for v := 0.0; v <= high; v += 0.2 {
		marks = append(marks, v)
	}
	c.frame(r.st.Ranks, marks, func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
	c.line([][2]float64{{c.from, scaling.Enough}, {c.to, scaling.Enough}}, "#888", `stroke-dasharray="2 3"`)
	names := []string{"efficiency", "computation scaling", "parallel efficiency", "load balance", "communication efficiency", "global efficiency"}
	row := 0
	for i, name := range names {
		var points [][2]float64
		for k := range r.st.Whole.Points {
			p := &r.st.Whole.Points[k]
			if v := shares(p)[i]; p.Runs > 0 && !math.IsNaN(v) {
				points = append(points, [2]float64{float64(p.Ranks), v})
				c.add(`<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%s on %d ranks: %.1f %%</title></circle>`, c.x(float64(p.Ranks)), c.y(v), colours[i], name, p.Ranks, 100*v)
			}
		}
		if len(points) == 0 {
			continue
		}
		c.line(points, colours[i], `stroke-width="1.5"`)
		y := c.top + 12 + 20*float64(row)
		row++
		c.add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="2"/>`, c.left+c.width+10, y-4, c.left+c.width+28, y-4, colours[i])
		c.label(c.left+c.width+32, y, "start", name)
	}
	return c
}

// svg is the plot of times alone, for a paper.
func (r *report) svg() string { return r.timeChart().document() }
