package steps

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// mostRanges is how many pieces of a set of ranks a sentence has.
const mostRanges = 8

// Text is the sentence for people about a region. The ranks have these numbers, the last step has that one, and number
// tells that of a step: where one stands for several, of the first of these.
func (c *Change) Text(region string, ranks []int, last int, number func(step int) int) string {
	took, than := strings.TrimSpace(tree.Duration(1e9*c.Seconds)), " than the others"
	if c.Before {
		than = " than in other steps"
	}
	first, until := number(c.First), number(c.Last+1)-1
	switch c.Pattern {
	case InTurn:
		return fmt.Sprintf("In %d of %d steps one rank alone takes longer in %s than the others, by %s, and in turn another: %s. No single rank is to blame.", c.Slow, c.Of, region, took, c.who(ranks))
	case Growing:
		return fmt.Sprintf("What %s %s in %s grows from step to step, by %s from step %d to step %d.", c.who(ranks), c.verb("takes longer", "take longer"), region, took, first, until)
	}
	when, each := "", "in each step"
	if c.Mean {
		each = "on the mean of the steps"
	}
	switch {
	case c.Pattern == Always && c.Mean:
		when = "on the mean of all steps"
	case c.Pattern == Always:
		when = "in every step"
	case c.Pattern == Periodic:
		when = fmt.Sprintf("in every %s step from step %d on, of %d", ordinal(c.Period), first, last)
	case c.Pattern == Some:
		when = fmt.Sprintf("in %d of %d steps, first in step %d", c.Slow, c.Of, first)
	case first == until:
		when = fmt.Sprintf("in step %d of %d only", first, last)
	case until >= last:
		when = fmt.Sprintf("%s from step %d of %d on", each, first, last)
	case c.First == 0:
		when = fmt.Sprintf("%s until step %d of %d", each, until, last)
	default:
		when = fmt.Sprintf("%s from step %d to step %d of %d", each, first, until, last)
	}
	who := c.who(ranks)
	return fmt.Sprintf("%s %s %s longer in %s%s %s.", strings.ToUpper(who[:1])+who[1:], c.verb("takes", "take"), took, region, than, when)
}

func (c *Change) verb(one, several string) string {
	if len(c.Ranks) == 1 {
		return one
	}
	return several
}

// who names the ranks.
func (c *Change) who(numbers []int) string {
	switch {
	case len(c.Ranks) == 1:
		return fmt.Sprint("rank ", numbers[c.Ranks[0]])
	case c.All:
		return "all ranks"
	}
	var list []stats.Range
	for _, rank := range c.Ranks {
		n := numbers[rank]
		if k := len(list) - 1; k >= 0 && list[k].Last+1 == n {
			list[k].Last = n
		} else {
			list = append(list, stats.Range{First: n, Last: n, Stride: 1})
		}
	}
	var names []string
	for i, r := range list {
		if i == mostRanges {
			names = append(names, "…")
			break
		}
		names = append(names, r.String())
	}
	return "ranks " + strings.Join(names, ",")
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
