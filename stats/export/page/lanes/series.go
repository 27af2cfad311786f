package lanes

import (
	"io"
	"math"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// The points of a series, and how many series a page has.
const (
	points     = 1024
	mostSeries = 256
)

// Series is the course of a value of statistics.
type Series struct {
	Node, Group, Name, Unit string
	Mean, Max               []float32 // over equal parts of the time; NaN where nothing was measured

	// At and Values are, where there are so few that Mean and Max are longer, what was measured: from when to when, which the
	// values of a group share, and the value, NaN for none.
	At     [][2]int64
	Values []float32
}

// entries gives the entries of statistics.
func (r *reader) entries(name string, f func(*stat.Header, *stat.Entry)) error {
	return r.read(name, func(file io.Reader, o hdtrace.ReadOptions) error {
		s, err := stat.NewReader(file, o)
		if err != nil {
			return err
		}
		for e, err := range s.Entries() {
			if err != nil {
				return err
			}
			f(s.Header(), e)
		}
		return nil
	})
}

func (r *reader) extent(n *hdtrace.Node, name string) error {
	clock := r.clocks.of(n)
	return r.entries(name, func(_ *stat.Header, e *stat.Entry) {
		r.from, r.to = min(r.from, r.moved(clock, e.Start)), max(r.to, r.moved(clock, e.End))
	})
}

// course is a series in the making: for each part of the time the integral of the value, and for how long it is.
type course struct {
	sum, time []float64
	most      []float64
	values    []float32
}

func (c *course) add(from, to, width, v float64) {
	for k := min(int(from/width), points-1); k < points && float64(k)*width < to; k++ {
		part := min(to, float64(k+1)*width) - max(from, float64(k)*width)
		if part <= 0 {
			continue
		}
		if c.time[k] == 0 || v > c.most[k] {
			c.most[k] = v
		}
		c.sum[k] += v * part
		c.time[k] += part
	}
}

func (r *reader) series(n *hdtrace.Node, g project.GroupFile) error {
	var courses []*course
	var values []stat.Value
	var at [][2]int64
	width := float64(r.t.Length) / points
	clock := r.clocks.of(n)
	err := r.entries(g.File, func(h *stat.Header, e *stat.Entry) {
		if courses == nil {
			values = h.Values
			for range h.Values {
				courses = append(courses, &course{sum: make([]float64, points), time: make([]float64, points), most: make([]float64, points)})
			}
		}
		from, to := r.since(clock, e.Start), r.since(clock, e.End)
		if len(at) <= points/2 {
			at = append(at, [2]int64{from, to})
		}
		for i, c := range courses {
			v := e.Float(i)
			if e.Type(i) == stat.TypeString || math.IsInf(v, 0) {
				v = math.NaN()
			}
			if v == v {
				c.add(float64(from), float64(to), width, v)
			}
			if len(c.values) <= points/2 {
				c.values = append(c.values, float32(v))
			}
		}
	})
	if err != nil {
		return err
	}
	for i, c := range courses {
		if len(r.t.Series) >= mostSeries {
			break
		}
		s := Series{Node: n.Path(), Group: g.Group, Name: values[i].Name, Unit: values[i].Unit, Mean: make([]float32, points), Max: make([]float32, points)}
		if len(at) <= points/2 {
			s.At, s.Values = at, c.values
		}
		empty := true
		for k := range points {
			s.Mean[k], s.Max[k] = float32(math.NaN()), float32(math.NaN())
			if c.time[k] > 0 {
				s.Mean[k], s.Max[k], empty = float32(c.sum[k]/c.time[k]), float32(c.most[k]), false
			}
		}
		if !empty {
			r.t.Series = append(r.t.Series, s)
		}
	}
	return nil
}
