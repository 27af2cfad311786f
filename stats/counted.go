package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/order"
)

// countedHow is how a counter was counted on the rank that did so worst.
type countedHow struct {
	name  string // code of the counter
	share float64
	empty int64 // what a region counts in which nothing is done
}

// countedShares are those of a Profile of which there is something to say, by name.
func countedShares(p *Profile) (list []countedHow) {
	for j := range p.Counters {
		how := countedHow{p.Counters[j].code(), 1, 0}
		if j < len(p.Counted) {
			how.share = max(p.Counted[j], 0) + 0
		}
		how.share = min(how.share, p.turnsOf(j))
		if j < len(p.Empty) {
			how.empty = p.Empty[j]
		}
		if how.share < 1 || how.empty > 0 {
			list = append(list, how)
		}
	}
	order.By(list, compareCounted)
	return list
}

// turnsOf is the share of its turns in the whole run for which counter j was counted, in whole percent.
func (p *Profile) turnsOf(j int) float64 {
	var turns Turns
	for i := range p.Nodes {
		if p.Nodes[i].Parent < 0 {
			turns = turns.Add(p.Nodes[i].turns(j))
		}
	}
	if turns.Share() == 1 {
		return 1
	}
	return max(math.Floor(100*turns.Share()), 1) / 100
}

func compareCounted(a, b countedHow) int { return cmp.Compare(a.name, b.name) }

func leastCounted(a, b countedHow) countedHow {
	return countedHow{a.name, min(a.share, b.share), max(a.empty, b.empty)}
}

// countedOf is Summary.Counted and Summary.Empty of what is known of counters.
func countedOf(counters []Counter, known []countedHow) (shares []float64, empty []int64) {
	for j := range counters {
		at, found := slices.BinarySearchFunc(known, countedHow{name: counters[j].code()}, compareCounted)
		if !found {
			continue
		}
		if how := &known[at]; how.share < 1 {
			if shares == nil {
				shares = slices.Repeat([]float64{1}, len(counters))
			}
			shares[j] = how.share
		}
		if how := &known[at]; how.empty > 0 {
			if empty == nil {
				empty = make([]int64, len(counters))
			}
			empty[j] = how.empty
		}
	}
	return shares, empty
}

// Counts reports whether counter j was counted for at least some of the time.
func (p *Profile) Counts(j int) bool { return j >= len(p.Counted) || p.Counted[j] > 0 }

// CountedShare returns the smallest share of the time in which a rank really counted counter j. Below 1 the
// values of that counter are estimates.
func (s *Summary) CountedShare(j int) float64 {
	if j >= len(s.Counted) {
		return 1
	}
	return s.Counted[j]
}

// Estimates reports whether the values of counter j in r are estimates: it was not counted all the
// time, or only in a sample of the calls.
func (s *Summary) Estimates(r *Region, j int) bool {
	return s.CountedShare(j) < 1 || r.Estimated && !s.Counters[j].Peak || j < len(r.Values) && r.Values[j].Turns.Share() < 1
}

// CountedIn returns the share of r in which counter j was counted: the share of the timed calls that
// are not left out, times the share of their time in which the counter had its turn.
func (s *Summary) CountedIn(r *Region, j int) float64 { return s.TurnsShare(r, j) * r.CallsCounted(j) }

// TurnsShare returns the share of the time in r in which counter j had its turn in the hardware.
func (s *Summary) TurnsShare(r *Region, j int) float64 {
	if j >= len(r.Values) || r.Values[j].Turns.Due == 0 {
		return s.CountedShare(j)
	}
	return r.Values[j].Turns.Share()
}

// CountedIn returns the share of node i in which counter j was counted, see [Summary.CountedIn].
func (p *Profile) CountedIn(i, j int) float64 {
	n := &p.Nodes[i]
	share := n.turns(j).Share()
	if j < len(p.Counted) && n.turns(j).Due == 0 {
		share = max(p.Counted[j], 0)
	}
	calls := (&Region{Estimated: n.Estimated, Timed: n.Timed, Calls: n.Calls, Recursion: n.Recursion}).Countable()
	return share * (1 - float64(min(n.left(j), calls))/float64(max(calls, 1)))
}

// Countable returns the number of calls that counters can cover: in a sampled region, the timed ones.
func (r *Region) Countable() uint64 {
	if r.Estimated {
		return r.Timed
	}
	return max(r.Timed, r.Calls-r.Recursion)
}

// CallsCounted returns the share of these calls that counter j covers.
func (r *Region) CallsCounted(j int) float64 {
	if j >= len(r.Values) || r.Values[j].LeftOut == 0 {
		return 1
	}
	return 1 - float64(min(r.Values[j].LeftOut, r.Countable()))/float64(max(r.Countable(), 1))
}

// CountedNote returns a footnote that lists the counters that were not counted all the time, or "" if
// all were. Name makes a name safe to print.
func (s *Summary) CountedNote(name func(string) string) string {
	var parts []string
	for j := range s.Counters {
		if share := s.CountedShare(j); share < 1 {
			parts = append(parts, fmt.Sprintf("%s %.0f %%", name(s.Counters[j].Name), 100*share))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "~ before a count: estimated, since the hardware counted it only for a part of the time, on the rank where that was least: " +
		strings.Join(parts, ", ") + "."
}

func codeCounted(c *coder, entries *[]countedHow) {
	list(c, 10, entries, func(how *countedHow) {
		c.text(&how.name)
		c.float(&how.share)
		c.int64(&how.empty)
		if c.reading && !(how.share >= 0 && how.share <= 1 && how.empty >= 0) {
			c.fail("a share that is none")
		}
	})
}

// Turns holds how long a counter should have been counted and how long it was counted, in nanoseconds:
// a processor has few counters, and more events take turns. Both are 0 if it was counted all the time.
type Turns struct {
	Due     uint64 `json:"due"`
	Counted uint64 `json:"counted"`
}

// Share returns the counted share of the time.
func (t Turns) Share() float64 {
	if t.Counted >= t.Due {
		return 1
	}
	return float64(t.Counted) / float64(t.Due)
}

// Add returns both together.
func (t Turns) Add(more Turns) Turns {
	return Turns{addBounded(t.Due, more.Due), addBounded(t.Counted, more.Counted)}
}

// less returns what t has more than an earlier one.
func (t Turns) less(was Turns) Turns {
	return Turns{t.Due - min(t.Due, was.Due), t.Counted - min(t.Counted, was.Counted)}
}

// shrink returns what was really counted of an estimate: nothing of one that is not known.
func (t Turns) shrink(estimate int64) int64 {
	switch {
	case estimate == NoValue:
		return 0
	case t.Counted >= t.Due || estimate < 0:
		return estimate
	}
	return nearest(uint64(estimate), t.Counted, t.Due)
}

// stretch returns the estimate for all of the time from what was counted: unknown if there was no turn in it.
func (t Turns) stretch(count int64) int64 {
	switch {
	case t.Counted >= t.Due || count < 0:
		return count
	case t.Counted == 0:
		return NoValue
	}
	return nearest(uint64(count), t.Due, t.Counted)
}

// nearest returns v·by/of, or the largest number.
func nearest(v, by, of uint64) int64 {
	high, low := bits.Mul64(v, by)
	low, carry := bits.Add64(low, of/2, 0)
	if high += carry; high >= of {
		return math.MaxInt64
	}
	scaled, _ := bits.Div64(high, low, of)
	return int64(min(scaled, math.MaxInt64))
}
