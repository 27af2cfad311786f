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
	numbers []int         // -1: it was not taken in
	later   time.Duration // this clock than its
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
	j.later = laterThan(&a)
	g.digest.Join(a.answer.Digest, j.later)
	g.spent += a.answer.Spent
	g.timed += a.answer.Timed
	g.link = max(g.link, a.answer.Link)
	g.joined = append(g.joined, j)
}

// again asks those that have answered a look for more of it: the processes, not others on their hosts. Who does not answer
// has nil. Each may be asked in its own way.
func (g *gathering) again(c *crew, q question, each func(j *joined, q *question)) []*answer {
	c.number++
	q.Number = c.number
	var all sync.WaitGroup
	answers := make([]*answer, len(g.joined))
	for i := range g.joined {
		j, its := &g.joined[i], q
		if each != nil {
			each(j, &its)
		}
		all.Go(func() {
			a, _ := j.child.ask(its, j.link)
			answers[i] = a.answer
		})
	}
	all.Wait()
	for _, a := range answers {
		if a != nil {
			c.slowest = max(c.slowest, a.Busy)
		}
	}
	return answers
}

// count asks for the distributions of ranks. Those who don't answer any more are missing from the quantiles.
func (g *gathering) count(c *crew, wait time.Duration) {
	answers := g.again(c, question{Kind: forCount, Wait: wait}, func(j *joined, q *question) {
		for k, n := range j.numbers {
			var windows []byte
			if n >= 0 {
				windows = g.parts[k].Windows(n)
			}
			q.Windows = append(q.Windows, windows)
		}
	})
	for i, a := range answers {
		j := &g.joined[i]
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
