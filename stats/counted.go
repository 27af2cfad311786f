package stats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// countedShare is for which share of the time a counter was counted on the rank that did so least.
type countedShare struct {
	name  string // code of the counter
	share float64
}

// countedShares are those of a Profile that are below 1, by name.
func countedShares(p *Profile) (list []countedShare) {
	for j, share := range p.Counted {
		if share < 1 {
			list = append(list, countedShare{p.Counters[j].code(), max(share, 0) + 0})
		}
	}
	slices.SortFunc(list, compareCounted)
	return list
}

func compareCounted(a, b countedShare) int { return cmp.Compare(a.name, b.name) }

func leastCounted(a, b countedShare) countedShare {
	return countedShare{a.name, min(a.share, b.share)}
}

// countedOf is Summary.Counted.
func (m *meta) countedOf(counters []Counter) []float64 {
	var list []float64
	for j := range counters {
		at, found := slices.BinarySearchFunc(m.counted, countedShare{name: counters[j].code()}, compareCounted)
		if !found {
			continue
		}
		if list == nil {
			list = slices.Repeat([]float64{1}, len(counters))
		}
		list[j] = m.counted[at].share
	}
	return list
}

// Counts reports whether counter j was counted at least for some of the time.
func (p *Profile) Counts(j int) bool { return j >= len(p.Counted) || p.Counted[j] > 0 }

// CountedShare returns the smallest share of the time in which a rank really counted counter j. Below 1 the
// values of that counter are estimates.
func (s *Summary) CountedShare(j int) float64 {
	if j >= len(s.Counted) {
		return 1
	}
	return s.Counted[j]
}

// Estimates reports whether values of counter j in r are estimates: it was not counted all the time, or counted
// in a sample of the calls only.
func (s *Summary) Estimates(r *Region, j int) bool {
	return s.CountedShare(j) < 1 || r.Estimated && !s.Counters[j].Peak
}

// CountedNote returns a footnote that lists the counters which were not counted all the time, or "" if all
// were. Name makes a name safe to print.
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

// checkCounted says what is wrong with the shares of so many counters.
func checkCounted(counted []float64, counters int) error {
	if len(counted) > counters {
		return fmt.Errorf("%d counted shares of %d counters", len(counted), counters)
	}
	for j, share := range counted {
		if !(share >= 0 && share <= 1) {
			return fmt.Errorf("counter %d was counted for %g of the time, want 0 to 1", j, share)
		}
	}
	return nil
}

func encodeCounted(e *encoder, list []countedShare) {
	e.uint(uint64(len(list)))
	for _, c := range list {
		e.text(c.name)
		e.float(c.share)
	}
}

func decodeCounted(d *decoder) []countedShare {
	return list(d, 9, func(c *countedShare) {
		*c = countedShare{d.text(), d.float()}
		if !(c.share >= 0 && c.share <= 1) {
			d.fail("a share that is none")
		}
	})
}

func encodeShares(e *encoder, shares []float64) {
	e.uint(uint64(len(shares)))
	for _, v := range shares {
		e.float(v)
	}
}

func decodeShares(d *decoder) []float64 {
	return list(d, 8, func(v *float64) { *v = d.float() })
}
