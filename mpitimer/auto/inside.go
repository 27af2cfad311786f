package auto

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats"
)

// insidePrefix begins the names of rows for functions inside a region: they are estimates, and no regions.
const insidePrefix = "inside: "

// ownText stands for what a region's function does itself, others for all functions that have no row.
const (
	ownText = "its own text"
	others  = "other functions"
)

// Of the functions inside regions those have rows that have so much of the time, and so many.
const (
	leastInside = 0.02
	mostInside  = 10
	leastOthers = 0.05 // of a region's own time, for a row of functions that have none
)

// inside is what the samples of a run say.
type inside struct {
	samples, beside int64 // all; those that are in no goroutine of the program
	period          int64 // nanoseconds that a sample stands for
	regions         map[string]bool
	found           []place
	looks           int64 // at all goroutines
	standing        []standing
}

// place is a function inside a region.
type place struct {
	around   string // the regions in the stack, the innermost first, each followed by a line feed
	function string
	samples  int64
}

// insideOf sorts the samples of a profile.
func insideOf(p *profile.Profile, regions map[string]bool, modules []string) *inside {
	in, sums, plain := &inside{period: p.Period, regions: regions}, make(map[place]int64), make(map[string]string)
	for _, s := range p.Sample {
		n := s.Value[0]
		in.samples += n
		if at, ok := placeOf(frames(s, plain), regions, modules); ok {
			sums[at] += n
		} else {
			in.beside += n
		}
	}
	for at, n := range sums {
		at.samples = n
		in.found = append(in.found, at)
	}
	slices.SortFunc(in.found, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.samples, a.samples), strings.Compare(a.around, b.around), strings.Compare(a.function, b.function))
	})
	return in
}

// stretch makes each sample stand for its part of the time, too, in which threads waited for a processor: on a busy machine that
// lies in the same functions.
func (in *inside) stretch(waited time.Duration) {
	in.period += max(int64(waited), 0) / max(in.samples, 1)
}

// frames are the functions of a sample, the innermost first. Names without additions are kept: most come again and again.
func frames(s *profile.Sample, plain map[string]string) (list []string) {
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil {
				list = append(list, without(line.Function.Name, plain))
			}
		}
	}
	return list
}

// without is the plain name of a function, which is kept.
func without(name string, plain map[string]string) string {
	short, known := plain[name]
	if !known {
		short = plainName(name)
		plain[name] = short
	}
	return short
}

var parts = lazyregexp.New(`\[[^\]]*\]+|-range\d+`)

// plainName is the name of a function without what a stack trace adds to it: type arguments, and bodies of range loops.
func plainName(name string) string { return parts().ReplaceAllString(name, "") }

// placeOf is what a stack means: the regions in it, and inside the innermost one the program's innermost function, or what
// that calls of Go's library. A stack without a function of the program means nothing.
func placeOf(stack []string, regions map[string]bool, modules []string) (at place, ok bool) {
	called := ""
	for _, f := range stack {
		own := slices.ContainsFunc(modules, func(m string) bool {
			return m != "" && strings.HasPrefix(f, m) && strings.ContainsAny(f[len(m):min(len(f), len(m)+1)], "./")
		})
		if own && at.function == "" {
			if at.function = f; strings.Contains(called, ".") && !strings.HasPrefix(called, "runtime.") { // gcWriteBarrier and such have no package
				at.function = called
			}
		}
		if name, is := regionOf(f, regions); is {
			if at.around == "" && at.function == f {
				at.function = ownText
			}
			at.around += name + "\n"
		}
		called = f
	}
	return at, at.function != ""
}

// regionOf is the region of a function, whose name is relative to its module. In its own tests a command has a path.
func regionOf(function string, regions map[string]bool) (name string, is bool) {
	if rest, tested := strings.CutPrefix(function, underTest+"."); tested && underTest != "" && regions["main."+rest] {
		return "main." + rest, true
	}
	for name = function; !regions[name]; {
		_, rest, cut := strings.Cut(name, "/")
		if !cut {
			return "", false
		}
		name = rest
	}
	return name, true
}

// join returns a profile with rows for the functions that have most of the samples, below the regions that they are in.
func (in *inside) join(p *stats.Profile) *stats.Profile {
	if len(p.Nodes) == 0 || in.samples == 0 {
		return p
	}
	own, find := ownTimes(p), in.finder(p)
	sums, inner := make([]float64, len(own)), make([]bool, len(own)) // inner: there are rows below
	for i := range own {
		sums[i] = total(own[i])
		if up := p.Nodes[i].Parent; up >= 0 {
			inner[up] = true
		}
	}
	rows, below := make(map[row]float64), make(map[int]float64) // nanoseconds
	for _, at := range in.found {
		for i, ns := range split(float64(at.samples*in.period), find(at), sums) {
			rows[row{i, localName(at.function)}] += ns
			below[i] += ns
		}
	}
	leaveCommunication(p, rows, below)
	in.stand(p, find, sums, rows, below)
	joined := *p
	joined.Nodes = p.Nodes[:len(p.Nodes):len(p.Nodes)]
	// Samples are of the processor's time, and few: all together have no more than there is.
	add := func(at row, ns float64) {
		share := ns / max(below[at.node], sums[at.node])
		joined.Nodes = append(joined.Nodes, estimate(&p.Nodes[at.node], at, own[at.node], share))
		inner[at.node] = true
	}
	left := make(map[row]float64)
	for i, r := range sorted(rows) {
		switch {
		case r.function == ownText && below[r.node]-r.ns < in.worth() && !inner[r.node]: // the row of the region says as much
		case i < mostInside && r.ns >= in.worth():
			add(r.row, r.ns)
		default:
			left[row{r.node, others}] += r.ns
		}
	}
	for _, r := range sorted(left) { // what is a small part of all may be most of a region
		if r.ns >= in.worth() || r.ns >= leastOthers*sums[r.node] && inner[r.node] {
			add(r.row, r.ns)
		}
	}
	return &joined
}

// split divides time among nodes as they have it themselves.
func split(ns float64, nodes []int, own []float64) map[int]float64 {
	sum, parts := 0.0, make(map[int]float64)
	for _, i := range nodes {
		sum += own[i]
	}
	for _, i := range nodes {
		if own[i] > 0 {
			parts[i] = ns * own[i] / sum
		}
	}
	return parts
}

// worth is how many nanoseconds are worth a row.
func (in *inside) worth() float64 { return leastInside * float64(in.samples*in.period) }

// localName is the name of a function as regions have it, relative to the main module.
func localName(function string) string {
	if rest, tested := strings.CutPrefix(function, underTest+"."); tested && underTest != "" {
		return rest
	}
	if rest, inModule := strings.CutPrefix(function, mainModule); inModule && mainModule != "" {
		switch rest[:min(len(rest), 1)] {
		case "/":
			return rest[1:]
		case ".":
			return path.Base(mainModule) + rest
		}
	}
	return function
}

// row is a function inside a node of the tree.
type row struct {
	node     int
	function string
}

// sorted lists rows by the time in them, the longest first.
func sorted(rows map[row]float64) []timedRow {
	list := make([]timedRow, 0, len(rows))
	for at, ns := range rows {
		list = append(list, timedRow{at, ns})
	}
	slices.SortFunc(list, func(a, b timedRow) int {
		return cmp.Or(cmp.Compare(b.ns, a.ns), cmp.Compare(a.node, b.node), strings.Compare(a.function, b.function))
	})
	return list
}

type timedRow struct {
	row
	ns float64
}

// estimate is the node of a row: a share of the time that each track spent in the region itself.
func estimate(region *stats.Node, at row, own map[int]int64, share float64) stats.Node {
	n := stats.Node{
		Parent: at.node, Name: insidePrefix + at.function, Environment: region.Environment, Level: region.Level, Estimated: true,
		Lacks: stats.LacksCalls | stats.LacksRecursion | stats.LacksCallDeviation,
	}
	part := func(ns int64) int64 { return int64(share * float64(ns)) }
	if region.ByTrack == nil {
		n.Total = part(own[0])
		return n
	}
	for i := range region.ByTrack {
		if track := region.ByTrack[i].Track; own[track] > 0 {
			n.ByTrack = append(n.ByTrack, stats.TrackMeasure{Track: track, Measure: stats.Measure{Total: part(own[track])}})
			n.Total += part(own[track])
		}
	}
	return n
}

// finder returns what finds the nodes that a place may be in: those of its innermost region with most of the others around them,
// and what is marked by hand below them, which no stack shows. Goroutines stand below regions that are not in their stacks.
func (in *inside) finder(p *stats.Profile) func(at place) []int {
	named, unseen := map[string][]int{"": {0}}, []int(nil)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		named[n.Name] = append(named[n.Name], i)
		if in.unseen(n) {
			unseen = append(unseen, i)
		}
	}
	return func(at place) (list []int) {
		around := strings.Split(strings.TrimSuffix(at.around, "\n"), "\n")
		best := -1
		for _, i := range named[around[0]] {
			matched := 0
			for up := p.Nodes[i].Parent; up >= 0 && matched+1 < len(around); up = p.Nodes[up].Parent {
				if p.Nodes[up].Name == around[matched+1] {
					matched++
				}
			}
			if matched > best {
				best, list = matched, nil
			}
			if matched == best {
				list = append(list, i)
			}
		}
		for _, i := range unseen {
			if slices.Contains(list, p.Nodes[i].Parent) {
				list = append(list, i)
			}
		}
		return list
	}
}

// unseen reports whether a region is part of a function that has a region, or may have one, itself.
func (in *inside) unseen(n *stats.Node) bool {
	return !(in.regions[n.Name] && strings.Contains(n.Name, ".")) && !stats.OnDevice(n.Name) && !n.Communication() && !strings.HasPrefix(n.Name, stats.Waits)
}

// ownTimes are the times that tracks spent in nodes outside the nodes below.
func ownTimes(p *stats.Profile) []map[int]int64 {
	own := make([]map[int]int64, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		own[i] = make(map[int]int64)
		add := func(track int, ns int64) {
			if own[i][track] += ns; n.Parent >= 0 && !stats.OnDevice(n.Name) {
				if _, runs := own[n.Parent][track]; runs {
					own[n.Parent][track] -= ns
				}
			}
		}
		if n.ByTrack == nil {
			add(0, n.Total)
		}
		for j := range n.ByTrack {
			add(n.ByTrack[j].Track, n.ByTrack[j].Total)
		}
	}
	return own
}

// total is the time of all tracks.
func total(own map[int]int64) (sum float64) {
	for _, ns := range own {
		sum += float64(max(ns, 0))
	}
	return sum
}
