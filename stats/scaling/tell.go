package scaling

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Enough is the efficiency below which a run on so many ranks is not worth while, as computing centres have it.
const Enough = 0.7

// A Fall is where the efficiency of a region falls below Enough.
type Fall struct {
	Measured bool    // it is a number of ranks that was measured
	Ranks    float64 // 0: it does not, as far as 100 times the most ranks, or that is not known
	Low      float64 // from where on it may, and …
	High     float64 // … where it does at the latest; +Inf: perhaps nowhere
	Known    bool
}

// A Growth says which region takes the most on more ranks than were measured.
type Growth struct {
	Times  int // so many times the most ranks
	Ranks  int
	Region *Region   // nil: the data do not tell
	Share  float64   // of the time of all regions
	Or     []*Region // others that may be
	Time   float64   // of the whole, nanoseconds, with its interval
	Low    float64
	High   float64
}

// beyondMost are how many times the most ranks studies look at.
var beyondMost = []int{2, 10, 100}

// efficiencyAt returns the efficiency of a region that takes so long on so many ranks.
func (st *Study) efficiencyAt(first *Point, time, ranks float64) float64 {
	share := first.Time / time
	if st.Kind == Strong {
		share *= float64(first.Ranks) / ranks
	}
	return share
}

// falls finds where the efficiency of a region falls below Enough: among the points, or by its law, or for the whole by those of all.
func (st *Study) falls(r *Region) (f Fall) {
	at := r.Law.At
	known := r.Law.Known() && r.Law.Verdict != Poor
	if r == st.Whole && st.laws.known {
		at, known = st.laws.at, true
	}
	var first *Point
	for k := range r.Points {
		p := &r.Points[k]
		if p.Runs == 0 {
			continue
		}
		if first == nil {
			first = p
		}
		if p.Efficiency < Enough {
			here := float64(p.Ranks)
			return Fall{Measured: true, Ranks: here, Low: here, High: here, Known: true}
		}
	}
	if first == nil || !known {
		return f
	}
	f = Fall{Low: math.Inf(1), High: math.Inf(1), Known: true}
	most := float64(st.Ranks[len(st.Ranks)-1])
	for step := 1; step <= 8*7; step++ { // up to 128 times, by steps of 9 %
		p := most * math.Pow(2, float64(step)/8)
		time, low, high := at(p)
		if f.Ranks == 0 && st.efficiencyAt(first, time, p) < Enough {
			f.Ranks = p
		}
		if st.efficiencyAt(first, high, p) < Enough {
			f.Low = min(f.Low, p)
		}
		if st.efficiencyAt(first, low, p) < Enough {
			f.High = min(f.High, p)
		}
	}
	return f
}

// little is the share of the time up to which regions without a law do not matter.
const little = 0.1

// together are the laws of all regions by themselves, which add up to the whole.
type together struct {
	list  []*Region
	scale float64 // the slowest rank takes longer than the mean of all by so much
	known bool    // regions without a law do not matter
}

// add finds them.
func (st *Study) add() {
	last, all, lawless := len(st.Ranks)-1, 0.0, 0.0
	for _, r := range st.Regions {
		own := r.Points[last].Own
		if !(own > 0) {
			continue
		}
		if all += own; r.Own.Known() && r.Own.Verdict != Poor {
			st.laws.list = append(st.laws.list, r)
		} else {
			lawless += own
		}
	}
	st.laws.known = all > 0 && lawless <= little*all
	st.laws.scale = st.Whole.Points[last].Time / (all - lawless)
}

// at returns the time of the whole on so many ranks, with its interval.
func (t *together) at(ranks float64) (time, low, high float64) {
	for _, r := range t.list {
		one, least, most := r.Own.At(ranks)
		time, low, high = time+t.scale*one, low+t.scale*least, high+t.scale*most
	}
	return time, low, high
}

// grow finds the regions that take the most on more ranks.
func (st *Study) grow() {
	for _, times := range beyondMost {
		g := Growth{Times: times, Ranks: times * st.Ranks[len(st.Ranks)-1]}
		if st.laws.known {
			g.fill(&st.laws)
		}
		st.Grows = append(st.Grows, g)
	}
}

// fill finds the largest of the regions.
func (g *Growth) fill(t *together) {
	ranks, most := float64(g.Ranks), 0.0
	g.Time, g.Low, g.High = t.at(ranks)
	for _, r := range t.list {
		if time, _, _ := r.Own.At(ranks); time > most {
			most, g.Region = time, r
		}
	}
	if g.Region == nil {
		return
	}
	g.Share = most * t.scale / g.Time
	_, least, _ := g.Region.Own.At(ranks)
	for _, r := range t.list {
		if _, _, high := r.Own.At(ranks); r != g.Region && high > least {
			g.Or = append(g.Or, r)
		}
	}
}

// How the time that a rank needs for its work changes on more ranks, as the power of their number: -1 where the whole work stays the
// same, 0 where that of a rank does.
const (
	shrinks = -0.5
	stays   = -0.2

	computes = 0.95 // a region of which so much is useful on some rank only computes
)

// kind finds out what stayed the same, and says how it is known, or why it is not. What a rank has to compute is taken to be as many calls of
// the innermost regions that only compute as it makes, each as long as the shortest of all: whole times would tell as well how many
// ranks share a processor, and its memory.
func (m *merged) kind() (Kind, string) {
	least := make(map[int]float64)
	regions := m.computing()
	for k, run := range m.runs {
		if v := m.work(k, regions); v > 0 {
			if size := run.Summary.Size; least[size] == 0 || v < least[size] {
				least[size] = v
			}
		}
	}
	var samples []Sample
	for ranks, v := range least {
		samples = append(samples, Sample{ranks, v})
	}
	slices.SortFunc(samples, func(a, b Sample) int { return a.Ranks - b.Ranks })
	s, known := slope(samples)
	switch text := fmt.Sprintf("the work of a rank, judged by its fastest calls, changes as p^%.2f on p ranks", s); {
	case !known:
		return "", "no region is known to compute only"
	case s <= shrinks:
		return Strong, text
	case s >= stays:
		return Weak, text
	default:
		return "", text
	}
}

// computing lists the regions without others inside in which no rank waits in any run, as far as that is known.
func (m *merged) computing() (list []*Region) {
	parents := make(map[*Region]bool)
	for _, r := range m.regions {
		parents[r.Parent] = true
	}
	for _, r := range m.regions {
		only := !parents[r]
		for k, run := range m.runs {
			i, there := m.at[k][r]
			if !there || !only {
				only = false
				break
			}
			g, e := &run.Summary.Regions[i], run.Efficiency.At(i)
			waits := e != nil && run.Summary.Size > 1 && e.Most < computes*e.Elapsed
			only = g.Ranks > 0 && !g.Communication() && !g.OnDevice() && !waits
		}
		if only {
			list = append(list, r)
		}
	}
	return list
}

// work returns how long a rank of a run computes at least in some regions, in nanoseconds; 0 if that is not known.
func (m *merged) work(k int, regions []*Region) (sum float64) {
	for _, r := range regions {
		g := &m.runs[k].Summary.Regions[m.at[k][r]]
		switch {
		case g.Lacks&stats.LacksCalls == 0 && g.CallMin.Rank >= 0:
			sum += float64(g.Calls) / float64(g.Ranks) * float64(g.CallMin.Value)
		case g.Min.Rank >= 0:
			sum += float64(g.Min.Value)
		}
	}
	return sum
}

// slope returns that of the logarithm of times over that of ranks, or false if it is not known.
func slope(samples []Sample) (float64, bool) {
	var x, y []float64
	for _, s := range samples {
		if s.Time > 0 {
			x, y = append(x, math.Log(float64(s.Ranks))), append(y, math.Log(s.Time))
		}
	}
	mean := func(v []float64) (sum float64) {
		for _, one := range v {
			sum += one / float64(len(v))
		}
		return sum
	}
	mx, my, xx, xy := mean(x), mean(y), 0.0, 0.0
	for i := range x {
		xx, xy = xx+square(x[i]-mx), xy+(x[i]-mx)*(y[i]-my)
	}
	return xy / xx, xx > 0
}

// plain writes a number with so many significant digits and without an exponent.
func plain(v float64, digits int) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// remark notes what is odd about the runs.
func (st *Study) remark(m *merged) {
	if kind, why := m.kind(); st.Because == "" && kind != "" && kind != st.Kind {
		st.Notes = append(st.Notes, fmt.Sprintf("These runs look like %s scaling: %s.", kind, why))
	}
	if !slices.ContainsFunc(st.Runs, func(n int) bool { return n > 1 }) {
		st.Notes = append(st.Notes, "There is one run on each number of ranks: how much runs differ is not known.")
	}
	var apart []string
	for k := range st.Ranks {
		if p := &st.Whole.Points[k]; p.Runs > 1 && p.High > differ*p.Low {
			apart = append(apart, fmt.Sprintf("%s to %s s on %d", plain(p.Low/1e9, 3), plain(p.High/1e9, 3), p.Ranks))
		}
	}
	if odd := m.larger(); odd != "" {
		st.Notes = append(st.Notes, odd)
	}
	if len(apart) > 0 {
		st.Notes = append(st.Notes, fmt.Sprintf("Runs on as many ranks differ, %s: is the machine shared, or are they of other machines or inputs?", listed(apart)))
	}
	var some []string
	for _, r := range st.Regions {
		if path := r.Path(); stats.Communicates(path[len(path)-1]) { // a rank that is alone in its environment calls nobody
			continue
		}
		missing := slices.ContainsFunc(r.Points, func(p Point) bool { return p.Runs == 0 })
		if missing && (r.Parent == nil || !slices.ContainsFunc(r.Parent.Points, func(p Point) bool { return p.Runs == 0 })) {
			some = append(some, r.Text()+" on "+st.where(r))
		}
	}
	if len(some) > 0 {
		st.Notes = append(st.Notes, "Regions that are not in all runs (renamed, or not used there): "+listed(some)+".")
	}
	m.inputs(st)
	m.crowded(st)
}

// differ is by how much runs on as many ranks may differ before it is noted.
const differ = 1.5

// where says on which numbers of ranks a region was measured.
func (st *Study) where(r *Region) string {
	var on []string
	for k, p := range r.Points {
		if p.Runs > 0 {
			on = append(on, fmt.Sprint(st.Ranks[k]))
		}
	}
	if len(on) == 1 && on[0] == "1" {
		return "1 rank"
	}
	return listed(on) + " ranks"
}

func listed(words []string) (text string) {
	const most = 8
	for i, w := range words {
		if i == most {
			return fmt.Sprintf("%s and %d more", text, len(words)-most)
		}
		if i > 0 {
			text += ", "
		}
		text += w
	}
	return text
}

// crowded notes runs whose ranks did not have a processor each: as the time tells that they ran, or as calls that only compute take far
// longer than the shortest of them, more so than on the fewest ranks.
func (m *merged) crowded(st *Study) {
	regions, slowed := m.computing(), make(map[int]float64)
	ran := make(map[int]float64)
	for k, run := range m.runs {
		s := run.Summary
		if least := m.work(k, regions); least > 0 {
			mean := 0.0
			for _, r := range regions {
				mean += s.Regions[m.at[k][r]].MeanOverRanks()
			}
			if v := mean / least; slowed[s.Size] == 0 || v < slowed[s.Size] {
				slowed[s.Size] = v
			}
		}
		clock := slices.IndexFunc(s.Counters, func(c stats.Counter) bool { return strings.HasPrefix(c.Name, "TASK_CLOCK") })
		if g := &s.Regions[m.at[k][m.whole]]; clock >= 0 && clock < len(g.Values) && g.Values[clock].Ranks > 0 {
			ran[s.Size] = max(ran[s.Size], g.Values[clock].Mean()*s.Counters[clock].Step*1e9/g.MeanOverRanks())
		}
	}
	var shares, factors []string
	for _, ranks := range st.Ranks {
		switch share, times := ran[ranks], slowed[ranks]/slowed[st.Ranks[0]]; {
		case share > 0 && share < runs:
			shares = append(shares, fmt.Sprintf("%.0f %% on %d", 100*share, ranks))
		case times > crowds:
			factors = append(factors, fmt.Sprintf("%.1f times as long on %d", times, ranks))
		default:
			continue
		}
		st.Crowded = append(st.Crowded, ranks)
	}
	const so = "and these figures are of the machine more than of the program."
	if len(factors) > 0 {
		st.Notes = slices.Insert(st.Notes, 0, fmt.Sprintf("Calls that only compute take %s ranks, of the shortest ones, as on %d: ranks share processors, %s", listed(factors), st.Ranks[0], so))
	}
	if len(shares) > 0 {
		st.Notes = slices.Insert(st.Notes, 0, fmt.Sprintf("Ranks had a processor for part of the time only (%s ranks): they share processors, or slept, %s", listed(shares), so))
	}
}

const (
	runs   = 0.8 // the share of the time for which a rank that has a processor of its own runs
	crowds = 1.7 // how much longer calls take that others interrupt
)
