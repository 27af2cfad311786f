package export

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Point is one run of a series with varied parameters.
type Point struct {
	Coordinates []float64 // one for each parameter
	Summary     *stats.Summary
}

// WriteExtraP writes a series of runs as text for Extra-P, which makes models of how the time of regions
// grows with the parameters. Runs at one point are repetitions. A region that did not run at a point has 0
// there.
func WriteExtraP(w io.Writer, parameters []string, points []Point) error {
	g, err := seriesOf(parameters, points)
	if err != nil {
		return err
	}
	p := newPlain(w)
	p.raw("PARAMETER " + strings.Join(g.parameters, " ") + "\nPOINTS")
	for _, at := range g.points {
		p.raw(" (")
		for i, c := range at[0].Coordinates {
			if i > 0 {
				p.raw(" ")
			}
			p.decimal(c)
		}
		p.raw(")")
	}
	p.raw("\n")
	for _, m := range g.metrics() {
		metric := extraPMetrics[m]
		p.raw("METRIC " + metric + "\n")
		for _, path := range g.paths {
			p.raw("REGION " + path + "\n")
			for at := range g.points {
				p.raw("DATA")
				for run := range g.points[at] {
					p.raw(" ")
					p.decimal(g.figures[at][run][path].metric(m))
				}
				p.raw("\n")
			}
		}
	}
	return p.Flush()
}

// WriteExtraPLines writes the same as JSON lines. A region has no line for a point at which it did not run.
func WriteExtraPLines(w io.Writer, parameters []string, points []Point) error {
	g, err := seriesOf(parameters, points)
	if err != nil {
		return err
	}
	p := newPlain(w)
	for _, m := range g.metrics() {
		metric := extraPMetrics[m]
		for _, path := range g.paths {
			for at := range g.points {
				g.line(p, m, metric, path, at)
			}
		}
	}
	return p.Flush()
}

func (g *series) line(p *plain, m int, metric, path string, at int) {
	before := "["
	for run := range g.points[at] {
		f := g.figures[at][run][path]
		if f == nil {
			continue
		}
		if before == "[" {
			p.raw(`{"params":{`)
			for i, name := range g.parameters {
				p.key([]string{"", ","}[min(i, 1)], name)
				p.float(g.points[at][0].Coordinates[i])
			}
			p.raw(`},"callpath":`)
			p.text(path)
			p.raw(`,"metric":"` + metric + `","value":`)
		}
		p.raw(before)
		before = ","
		p.float(f.metric(m))
	}
	if before == "," {
		p.raw("]}\n")
	}
}

// decimal writes a number without an exponent, which the text form has not.
func (p *plain) decimal(v float64) {
	p.raw(strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.9f", v), "0"), "."))
}

// extraPMetrics are per rank: seconds, seconds outside of children, seconds of the slowest rank, calls.
var extraPMetrics = []string{"time", "self_time", "max_time", "calls"}

// metrics returns those that the sources of all points have.
func (g *series) metrics() (list []int) {
	needs := [...]stats.Lacks{stats.LacksWall, stats.LacksSelf, 0, stats.LacksCalls}
	for m, n := range needs {
		if g.lacks&n == 0 {
			list = append(list, m)
		}
	}
	return list
}

// figure is what was measured of a call path in one run, over all environments.
type figure struct {
	wall, self, calls float64
	most              float64
	ranks             int
}

func (f *figure) metric(m int) float64 {
	if f == nil {
		return 0
	}
	ranks := float64(max(f.ranks, 1))
	return [...]float64{f.wall / ranks / 1e9, f.self / ranks / 1e9, f.most / 1e9, f.calls / ranks}[m]
}

type series struct {
	parameters []string
	points     [][]Point              // those at one point together, in ascending order
	paths      []string               // of all runs
	figures    [][]map[string]*figure // by point, run and path
	lacks      stats.Lacks            // what the source of some point lacks
}

func seriesOf(parameters []string, points []Point) (*series, error) {
	if len(parameters) == 0 || len(points) == 0 {
		return nil, fmt.Errorf("%w: %d runs and %d parameters, expected one or more of each", ErrRun, len(points), len(parameters))
	}
	g := &series{}
	for _, name := range parameters {
		if name == "" || strings.ContainsAny(name, " \t(){}#\\\"") || name != oneLine(name) || slices.Contains(g.parameters, name) {
			return nil, fmt.Errorf("%w: %.60q is not a parameter name, or appears twice", ErrRun, name)
		}
		g.parameters = append(g.parameters, name)
	}
	for i, at := range points {
		if len(at.Coordinates) != len(parameters) {
			return nil, fmt.Errorf("%w: run %d has %d values of %d parameters", ErrRun, i, len(at.Coordinates), len(parameters))
		}
		for j, c := range at.Coordinates {
			if math.IsNaN(c) || math.Abs(c) > 1e15 {
				return nil, fmt.Errorf("%w: run %d has %s = %g", ErrRun, i, parameters[j], c)
			}
		}
	}
	sorted := slices.Clone(points)
	slices.SortStableFunc(sorted, func(a, b Point) int { return slices.Compare(a.Coordinates, b.Coordinates) })
	seen := make(map[string]bool)
	for i, at := range sorted {
		if i == 0 || !slices.Equal(at.Coordinates, sorted[i-1].Coordinates) {
			g.points, g.figures = append(g.points, nil), append(g.figures, nil)
		}
		last := len(g.points) - 1
		paths, figures, err := figuresOf(at.Summary)
		if err != nil {
			return nil, err
		}
		g.points[last] = append(g.points[last], at)
		for i := range at.Summary.Regions {
			g.lacks |= at.Summary.Regions[i].Lacks
		}
		g.figures[last] = append(g.figures[last], figures)
		for _, path := range paths {
			if !seen[path] {
				seen[path] = true
				g.paths = append(g.paths, path)
			}
		}
	}
	return g, nil
}

func figuresOf(s *stats.Summary) ([]string, map[string]*figure, error) {
	if s == nil {
		return nil, nil, fmt.Errorf("%w: a point without a Summary", ErrRun)
	}
	v, err := viewOf(s)
	if err != nil {
		return nil, nil, err
	}
	paths := make([]string, len(v.names))
	figures := make(map[string]*figure)
	for i := range s.Regions {
		g := &s.Regions[i]
		paths[i] = callPathPart(g.Name)
		if g.Parent >= 0 {
			paths[i] = paths[g.Parent] + "->" + paths[i]
		}
		if g.Ranks == 0 {
			continue
		}
		f := figures[paths[i]]
		if f == nil {
			f = &figure{}
			figures[paths[i]] = f
		}
		f.wall += g.Wall.Float64()
		f.self += g.Self.Float64()
		f.calls += float64(g.Calls)
		f.most = max(f.most, float64(g.Max.Value))
		// Ranks are of one environment or of another, but never more than there are.
		f.ranks = min(f.ranks+g.Ranks, s.Ranks)
	}
	return slices.DeleteFunc(paths, func(path string) bool { return figures[path] == nil }), figures, nil
}

// callPathPart returns a name as part of a call path, whose parts have "->" between them.
func callPathPart(name string) string {
	name = strings.TrimSpace(strings.ReplaceAll(oneLine(name), "->", "=>"))
	if name == "" {
		return "(unnamed)"
	}
	return name
}
