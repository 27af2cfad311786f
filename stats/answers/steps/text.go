package steps

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// mostRanges is how many pieces of a set of ranks a sentence has.
const mostRanges = 8

// Since is a Change in the numbers of the program: which ranks take longer in a region, and in which steps.
type Since struct {
	Pattern Pattern       `json:"pattern"`
	Ranks   []stats.Range `json:"ranks"`
	Count   int           `json:"count"`            // of these ranks
	All     bool          `json:"all,omitempty"`    // they are all that there are
	First   int           `json:"first"`            // the number of the first slow step, …
	Last    int           `json:"last"`             // … and that of the last; where one stands for several, the last of these
	Slow    int           `json:"slow"`             // how many there are, …
	Of      int           `json:"of"`               // … of so many
	Start   int           `json:"start"`            // the number of the first step of all, …
	End     int           `json:"end"`              // … and that of the last
	Period  int           `json:"period,omitempty"` // of Periodic
	Mean    bool          `json:"mean,omitempty"`   // as Change has it
	Longer  float64       `json:"longer"`           // in a slow step, nanoseconds; of Growing from the first step to the last
	Before  bool          `json:"before,omitempty"` // than in other steps, not than other ranks
	Unit    string        `json:"unit,omitempty"`   // what the steps are called, see Times
}

// Since returns the Change in the numbers of the program: ranks and columns of steps are places in what was given.
func (c *Change) Since(ranks []int, t *Times) *Since {
	s := &Since{
		Pattern: c.Pattern, Count: len(c.Ranks), All: c.All, First: t.Numbers[c.First], Last: t.Numbers[c.Last+1] - 1,
		Slow: c.Slow, Of: c.Of, Start: t.Numbers[0], End: t.Numbers[len(t.Numbers)-1] - 1, Period: c.Period, Mean: c.Mean, Longer: 1e9 * c.Seconds, Before: c.Before, Unit: t.Unit,
	}
	for _, rank := range c.Ranks {
		n := ranks[rank]
		if k := len(s.Ranks) - 1; k >= 0 && s.Ranks[k].Last+1 == n {
			s.Ranks[k].Last = n
		} else {
			s.Ranks = append(s.Ranks, stats.Range{First: n, Last: n, Stride: 1})
		}
	}
	return s
}

// Text is the sentence for people about a region.
func (s *Since) Text(region string) string {
	const place = "\x00" // of its name, which may be anything
	text := s.text(place)
	if s.Unit != "" {
		text = strings.ReplaceAll(text, "step", s.Unit)
	}
	return strings.ReplaceAll(text, place, region)
}

func (s *Since) text(region string) string {
	took, than := strings.TrimSpace(tree.Duration(s.Longer)), " than the others"
	if s.Before {
		than = " than in other steps"
	}
	switch s.Pattern {
	case InTurn:
		return fmt.Sprintf("In %d of %d steps one rank alone takes longer in %s than the others, by %s, and in turn another: %s. No single rank is to blame.", s.Slow, s.Of, region, took, s.who())
	case Growing:
		return fmt.Sprintf("What %s %s in %s grows from step to step, by %s from step %d to step %d.", s.who(), s.verb("takes longer", "take longer"), region, took, s.First, s.Last)
	}
	who := s.who()
	return fmt.Sprintf("%s %s %s longer in %s%s %s.", strings.ToUpper(who[:1])+who[1:], s.verb("takes", "take"), took, region, than, s.when())
}

func (s *Since) when() string {
	each := "in each step"
	if s.Mean {
		each = "on average"
	}
	switch {
	case s.Pattern == Always && s.Mean:
		return "on average over all steps"
	case s.Pattern == Always:
		return "in every step"
	case s.Pattern == Periodic:
		return fmt.Sprintf("in every %s step from step %d on, of %d", ordinal(s.Period), s.First, s.End)
	case s.Pattern == Some:
		return fmt.Sprintf("in %d of %d steps, first in step %d", s.Slow, s.Of, s.First)
	case s.First == s.Last && s.Last >= s.End && s.Unit == "": // nothing marks its end
		return fmt.Sprintf("in step %d, the last one, or after it", s.First)
	case s.First == s.Last:
		return fmt.Sprintf("in step %d of %d only", s.First, s.End)
	case s.Last >= s.End:
		return fmt.Sprintf("%s from step %d of %d on", each, s.First, s.End)
	case s.First == s.Start:
		return fmt.Sprintf("%s until step %d of %d", each, s.Last, s.End)
	}
	return fmt.Sprintf("%s from step %d to step %d of %d", each, s.First, s.Last, s.End)
}

func (s *Since) verb(one, several string) string {
	if s.Count == 1 {
		return one
	}
	return several
}

// who names the ranks.
func (s *Since) who() string {
	switch {
	case s.Count == 1:
		return fmt.Sprint("rank ", s.Ranks[0].First)
	case s.All:
		return "all ranks"
	}
	var names []string
	for i, r := range s.Ranks {
		if i == mostRanges {
			names = append(names, "…")
			break
		}
		names = append(names, r.String())
	}
	return "ranks " + strings.Join(names, ", ")
}

func ordinal(n int) string {
	switch {
	case n == 2:
		return "second"
	case n == 3:
		return "third"
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprint(n, "st")
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprint(n, "nd")
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprint(n, "rd")
	}
	return fmt.Sprint(n, "th")
}
