package scaling

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Sample is a time that was measured on so many ranks, in one run.
type Sample struct {
	Ranks int
	Time  float64 // nanoseconds
}

// A Shape is how a time depends on the number of ranks p: as p^(Above/Below) · log₂(p)^Log.
type Shape struct {
	Above int `json:"above"`
	Below int `json:"below"`
	Log   int `json:"log"`
}

// Power returns the exponent of p.
func (s Shape) Power() float64 { return float64(s.Above) / float64(s.Below) }

// at returns its logarithm for so many ranks.
func (s Shape) at(p float64) float64 {
	v := s.Power() * math.Log(p)
	if s.Log > 0 {
		v += float64(s.Log) * math.Log(math.Log2(p))
	}
	return v
}

// String returns it as text: p^(1/3) log2(p)^2.
func (s Shape) String() string {
	var parts []string
	switch {
	case s.Above == 0:
	case s.Below > 1:
		parts = append(parts, fmt.Sprintf("p^(%d/%d)", s.Above, s.Below))
	case s.Above == 1:
		parts = append(parts, "p")
	default:
		parts = append(parts, fmt.Sprintf("p^%d", s.Above))
	}
	switch {
	case s.Log == 1:
		parts = append(parts, "log2(p)")
	case s.Log > 1:
		parts = append(parts, fmt.Sprintf("log2(p)^%d", s.Log))
	}
	if len(parts) == 0 {
		return "1"
	}
	return strings.Join(parts, " ")
}

// shapes are those that laws may have, as Extra-P has them, and their like for times that fall.
var shapes = func() (list []Shape) {
	for _, power := range [][2]int{{-2, 1}, {-3, 2}, {-4, 3}, {-5, 4}, {-1, 1}, {-3, 4}, {-2, 3}, {-1, 2}, {-1, 3}, {-1, 4}, {0, 1},
		{1, 4}, {1, 3}, {1, 2}, {2, 3}, {3, 4}, {1, 1}, {5, 4}, {4, 3}, {3, 2}, {5, 3}, {7, 4}, {2, 1}, {9, 4}, {7, 3}, {5, 2}, {8, 3}, {11, 4}, {3, 1}} {
		for log := range 3 {
			list = append(list, Shape{power[0], power[1], log})
		}
	}
	return list
}()

// Shapes lists the shapes that laws may have.
func Shapes() []Shape { return slices.Clone(shapes) }

// A Verdict says how far a law can be relied upon.
type Verdict string

const (
	Told    Verdict = "told"             // the data fit this law and no other one of its kind
	Several Verdict = "several"          // they fit others as well, see Law.Or
	Poor    Verdict = "poor"             // they fit none: times that it gives are rough within the numbers of ranks that were measured, and beyond them nothing
	TooFew  Verdict = "too few"          // it takes three different numbers of ranks
	Short   Verdict = "not always timed" // a time is 0
)

// A Law is Constant + Factor · Shape, in nanoseconds.
type Law struct {
	Shape
	Constant float64 `json:"constant"`
	Factor   float64 `json:"factor"`
	Verdict  Verdict `json:"verdict"`
	Noise    float64 `json:"noise"`        // standard deviation of a run from the law, as a share
	Or       []Shape `json:"or,omitempty"` // others that fit as well, the best first

	fits []fit // that the data do not tell apart, the best first
}

// fit is a shape with what the data make of it.
type fit struct {
	shape            Shape
	constant, factor float64
	rest             float64 // sum of squares of relative deviations
	error            float64 // of a time, as a share: half of its interval of 95 %
}

func (f *fit) at(p float64) float64 { return f.constant + f.factor*math.Exp(f.shape.at(p)) }

const (
	leastPoints = 3    // different numbers of ranks, …
	forConstant = 5    // … and for a constant, too
	confidence  = 0.95 // of intervals
	lacksFit    = 0.01 // chance of a deviation above which a law is poor, …
	matters     = 0.05 // … if it is more than this share of the time: nothing is exactly as a law has it
	quiet       = 1e-3 // runs are not taken to be closer to each other
)

// Known reports whether the law gives times.
func (l *Law) Known() bool { return len(l.fits) > 0 }

// At returns the time that the law has for so many ranks, with the interval in which all laws lie that the data do not tell from it, each
// with a confidence of 95 %.
func (l *Law) At(ranks float64) (time, low, high float64) {
	if !l.Known() {
		return math.NaN(), math.NaN(), math.NaN()
	}
	low = math.Inf(1)
	for i := range l.fits {
		v := l.fits[i].at(ranks)
		low, high = min(low, v*math.Exp(-l.fits[i].error)), max(high, v*math.Exp(l.fits[i].error))
	}
	return l.fits[0].at(ranks), low, high
}

// String returns the law as text, without its factor.
func (l *Law) String() string {
	switch {
	case !l.Known():
		return "-"
	case l.Constant > 0:
		return "a + " + l.Shape.String()
	}
	return l.Shape.String()
}

// Fit finds the law of some times.
func Fit(samples []Sample) Law {
	d := dataOf(samples)
	switch {
	case len(d.means) < leastPoints:
		return Law{Verdict: TooFew}
	case d.zero:
		return Law{Verdict: Short}
	}
	law := d.choose(d.fitAll(d.alone), 1)
	if law.Verdict == Poor && len(d.means) >= forConstant {
		if with := d.choose(d.fitAll(d.withConstant), 2); with.Known() && with.Verdict != Poor {
			return with
		}
	}
	return law
}

// data are the samples of a region, by number of ranks.
type data struct {
	ranks, times []float64
	means        map[float64]float64 // of the logarithm
	within       float64             // sum of squares about the means: what runs differ by
	zero         bool
}

func dataOf(samples []Sample) *data {
	d := &data{means: make(map[float64]float64)}
	count := make(map[float64]float64)
	for _, s := range samples {
		if !(s.Time > 0) || s.Ranks < 1 {
			d.zero = true
			continue
		}
		p := float64(s.Ranks)
		d.ranks, d.times = append(d.ranks, p), append(d.times, s.Time)
		d.means[p] += math.Log(s.Time)
		count[p]++
	}
	for p := range d.means {
		d.means[p] /= count[p]
	}
	for i, p := range d.ranks {
		d.within += square(math.Log(d.times[i]) - d.means[p])
	}
	return d
}

func square(v float64) float64 { return v * v }

// fitAll fits all shapes, the best first.
func (d *data) fitAll(one func(Shape) (fit, bool)) (list []fit) {
	for _, s := range shapes {
		if f, ok := one(s); ok {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b fit) int { return cmp.Compare(a.rest, b.rest) })
	return list
}

// alone fits a factor of a shape.
func (d *data) alone(s Shape) (f fit, ok bool) {
	f.shape = s
	sum, n := 0.0, float64(len(d.ranks))
	for i, p := range d.ranks {
		if s.Log > 0 && p == 1 { // it has 0 there, and something was measured
			return f, false
		}
		sum += math.Log(d.times[i]) - s.at(p)
	}
	f.factor = math.Exp(sum / n)
	for i, p := range d.ranks {
		f.rest += square(math.Log(d.times[i]) - s.at(p) - sum/n)
	}
	return f, true
}

// withConstant fits a constant and a factor of a shape, both above 0, so that relative deviations are least.
func (d *data) withConstant(s Shape) (f fit, ok bool) {
	f.shape = s
	if s.Above == 0 && s.Log == 0 {
		return f, false
	}
	var aa, ab, bb, a, b float64
	for i, p := range d.ranks {
		u, v := 1/d.times[i], math.Exp(s.at(p))/d.times[i]
		aa, ab, bb, a, b = aa+u*u, ab+u*v, bb+v*v, a+u, b+v
	}
	det := aa*bb - ab*ab
	f.constant, f.factor = (a*bb-b*ab)/det, (b*aa-a*ab)/det
	if !(f.constant > 0) || !(f.factor > 0) {
		return f, false
	}
	for i, p := range d.ranks {
		f.rest += square(math.Log(d.times[i] / f.at(p)))
	}
	return f, true
}

// choose makes a law of the best of some fits with so many free numbers each.
func (d *data) choose(list []fit, free int) (l Law) {
	n, points := len(d.ranks), len(d.means)
	if len(list) == 0 || points <= free {
		return Law{Verdict: Poor}
	}
	best := &list[0]
	variance, freedom := best.rest/float64(n-free), float64(n-free)
	// What repeated runs do not explain counts once for each number of ranks, however often that was run.
	lack, left := (best.rest-d.within)/float64(points-free), float64(n-points)
	poor := math.Sqrt(best.rest/float64(n)) > 2*matters
	if left >= 2 {
		poor = lack*float64(points)/float64(n) > square(matters) && beyond(lack/max(d.within/left, square(quiet)), float64(points-free), left) < lacksFit
	}
	if lack > variance {
		variance, freedom = lack, float64(points-free)
	}
	variance = max(variance, square(quiet))
	limit := exceeded(1-confidence, freedom)
	l = Law{Shape: best.shape, Constant: best.constant, Factor: best.factor, Verdict: Told, Noise: math.Sqrt(best.rest / float64(n-free))}
	for _, f := range list {
		if f.rest-best.rest > variance*limit {
			break
		}
		f.error = math.Sqrt(limit * variance * float64(free) / float64(n))
		if l.fits = append(l.fits, f); len(l.fits) > 1 {
			l.Verdict, l.Or = Several, append(l.Or, f.shape)
		}
	}
	if poor {
		l.Verdict = Poor
	}
	return l
}
