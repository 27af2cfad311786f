package relay

import (
	"sync"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/stats"
)

// gathering is what one look has brought together: of this node, if there is one, and of all below.
type gathering struct {
	digest *job.Digest
	parts  []stats.Part // by column
	spent  float64
	timed  int
	link   int
	joined []joined
}

// joined is a child of which something was taken in, with its numbers in the parts.
type joined struct {
	asked
	numbers []int // -1: it was not taken in
}

// gather asks the crew, while own looks at what lies here: the tables of these ranks.
func (c *crew) gather(q question, ranks []stats.Range, own func(*gathering)) *gathering {
	g := &gathering{digest: &job.Digest{Owner: -1}, parts: make([]stats.Part, len(q.Columns))}
	var done []asked
	var late []string
	var all sync.WaitGroup
	all.Go(func() { done, late = c.ask(q, ranks) })
	if own != nil {
		own(g)
	}
	all.Wait()
	for _, a := range done {
		g.take(a)
	}
	for _, p := range append(late, c.wrong()...) {
		g.digest.Problem(p)
	}
	return g
}

// clockError is by how much clocks may differ before their times are mended.
const clockError = time.Second

// take takes in what a child has answered.
func (g *gathering) take(a asked) {
	j := joined{asked: a}
	if a.answer.Digest == nil || len(a.answer.Trees) != len(g.parts) {
		g.digest.Problem(a.link.host + ": its answer is no look at a run")
		return
	}
	for i, tree := range a.answer.Trees {
		n, err := g.parts[i].Join(tree)
		if err != nil {
			n = -1
			g.digest.Problem(a.link.host + ": " + err.Error())
		}
		j.numbers = append(j.numbers, n)
	}
	later := a.sent.Sub(a.answer.At)
	if later.Abs() < clockError {
		later = 0
	}
	g.digest.Join(a.answer.Digest, later)
	g.spent += a.answer.Spent
	g.timed += a.answer.Timed
	g.link = max(g.link, a.answer.Link)
	g.joined = append(g.joined, j)
}

// count asks for the distributions of ranks. Those who don't answer any more are missing from the quantiles.
func (g *gathering) count(c *crew, wait time.Duration) {
	c.number++
	number := c.number
	var all sync.WaitGroup
	answers := make([]*answer, len(g.joined))
	for i := range g.joined {
		j := &g.joined[i]
		q := question{Number: number, Kind: forCount, Wait: wait}
		for k, n := range j.numbers {
			var windows []byte
			if n >= 0 {
				windows = g.parts[k].Windows(n)
			}
			q.Windows = append(q.Windows, windows)
		}
		all.Go(func() {
			a, _ := j.child.ask(q, j.link)
			answers[i] = a.answer
		})
	}
	all.Wait()
	for i, a := range answers {
		j := &g.joined[i]
		if a != nil {
			c.slowest = max(c.slowest, a.Busy)
		}
		for k, n := range j.numbers {
			if n < 0 {
				continue
			}
			if a == nil || k >= len(a.Counts) || g.parts[k].Count(n, a.Counts[k]) != nil {
				g.digest.Problem(j.link.host + ": it is missing from the distributions over ranks")
				break
			}
		}
	}
}
