package relay

import (
	"bufio"
	"encoding/gob"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Command returns the sub-command relay, which is started on the nodes of a job.
func Command() *cobra.Command {
	remove := false
	c := &cobra.Command{
		Use:    "relay",
		Short:  "Pass on what the tables of a node hold (started by top, stacks and recover)",
		Hidden: true,
		Args:   cli.Arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if remove {
				if self, err := os.Executable(); err == nil {
					_ = os.Remove(self)
				}
			}
			return serve(c.InOrStdin(), c.OutOrStdout(), os.Exit)
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "remove the binary, which was sent along")
	return c
}

// node is a relay, seen from within.
type node struct {
	crew   *crew
	run    *ranktable.Run
	ranks  []stats.Range // of it that are looked at
	skip   []stats.Range
	sought time.Time
	before map[int]*stats.Profile // at the last look
	last   *gathering
}

// serve answers questions until its input ends, whatever it is doing then.
func serve(in io.Reader, out io.Writer, exit func(int)) error {
	if _, err := io.WriteString(out, hello()); err != nil {
		return err
	}
	from := gob.NewDecoder(bufio.NewReader(in))
	var p plan
	if err := decode(from, &p); err != nil {
		return err
	}
	n := &node{crew: newCrew(p)}
	questions := make(chan question, 1)
	go func() {
		for {
			var q question
			if err := decode(from, &q); err != nil {
				break
			}
			questions <- q
		}
		n.crew.end()
		exit(0)
	}()
	to := gob.NewEncoder(out)
	for q := range questions {
		a := n.answer(q)
		if err := to.Encode(&a); err != nil {
			n.crew.end()
			return err
		}
	}
	return nil
}

func (n *node) answer(q question) answer {
	a := answer{Number: q.Number, At: time.Now()}
	below := q
	below.Wait = q.Wait * 4 / 5 // what comes too late below must not make this one late
	switch q.Kind {
	case forRuns:
		a.Runs = n.runs(below)
	case forLook:
		run := n.open(q.Run, q.Skip)
		g := n.crew.gather(below, n.ranks, func(g *gathering) { n.look(run, q, g) })
		n.last = g
		a.Digest, a.Spent, a.Timed, a.Link = g.digest, g.spent, g.timed, g.link
		for i := range g.parts {
			a.Trees = append(a.Trees, g.parts[i].Tree())
		}
	case forCount:
		a.Counts = n.counts(q, below.Wait)
	}
	return a
}

// folders are those of the plan, on this node.
func (n *node) folders() (list []string) {
	for _, f := range n.crew.Folders {
		list = append(list, strings.ReplaceAll(f, "{host}", n.crew.Host))
	}
	return list
}

// runs lists what is here and below.
func (n *node) runs(q question) []Run {
	done, _ := n.crew.ask(q, nil)
	found, _ := ranktable.Find(n.folders()...)
	var list []Run
	for _, r := range found {
		here(r)
		m := job.Glance(r, time.Now())
		list = joinRuns(list, []Run{{r.Name, r.Program, m.Job(), m.Begun(), ranksOf(r), m.Alive()}})
		_ = r.Close()
	}
	for _, a := range done {
		list = joinRuns(list, a.answer.Runs)
	}
	return list[:min(len(list), mostRuns)]
}

// here leaves of a run the ranks that are on this host, if its tables lie where the ranks of other hosts have
// theirs too.
func here(r *ranktable.Run) {
	host, err := os.Hostname()
	if err != nil {
		return
	}
	of := func(t *ranktable.Table) string {
		info, _ := t.Info()
		return info.Host
	}
	if !slices.ContainsFunc(r.Tables, func(t *ranktable.Table) bool { return of(t) == host }) {
		return // a container may call the host otherwise
	}
	leave(r, func(t *ranktable.Table) bool { return of(t) != host })
}

// leave closes some tables of a run.
func leave(r *ranktable.Run, which func(*ranktable.Table) bool) {
	r.Tables = slices.DeleteFunc(r.Tables, func(t *ranktable.Table) bool {
		if !which(t) {
			return false
		}
		_ = t.Close()
		return true
	})
}

func ranksOf(r *ranktable.Run) []stats.Range {
	var ranks []int
	for _, t := range r.Tables {
		if info, err := t.Info(); err == nil || info.Size > 0 {
			ranks = append(ranks, info.Rank)
		}
	}
	return cli.RangesOf(ranks)
}

// open finds the run; ranks that had no table before may have one now.
func (n *node) open(name string, skip []stats.Range) *ranktable.Run {
	now := time.Now()
	same := n.run != nil && n.run.Name == name && slices.Equal(n.skip, skip)
	if same && (len(n.run.Missing) == 0 || now.Sub(n.sought) < 10*time.Second) {
		return n.run
	}
	n.sought = now
	found, _ := ranktable.Find(n.folders()...)
	var run *ranktable.Run
	for _, r := range found {
		if r.Name == name && run == nil {
			run = r
		} else {
			_ = r.Close()
		}
	}
	if run != nil {
		here(run)
		left := job.RanksOf(skip)
		leave(run, func(t *ranktable.Table) bool {
			info, _ := t.Info()
			_, is := slices.BinarySearch(left, info.Rank)
			return is
		})
	}
	switch {
	case same && (run == nil || len(run.Tables) < len(n.run.Tables)):
		if run != nil {
			_ = run.Close()
		}
		return n.run // ranks have ended, whose tables we keep
	case n.run != nil:
		_ = n.run.Close()
	}
	n.run, n.skip, n.ranks = run, skip, nil
	if run != nil {
		n.ranks = ranksOf(run)
	}
	return run
}

// look looks at the tables of this node.
func (n *node) look(run *ranktable.Run, q question, g *gathering) {
	if run == nil {
		return // none of its ranks is here
	}
	m := job.LookEach(run, time.Now(), func(l *ranktable.Look) {
		for i, c := range q.Columns {
			if err := n.add(g, i, c, l); err != nil {
				g.digest.Problem(n.crew.Host + ": " + err.Error())
			}
		}
		if slices.Contains(q.Columns, Since) {
			if n.before == nil {
				n.before = map[int]*stats.Profile{}
			}
			n.before[l.Profile.Rank] = l.Profile
		}
	})
	if q.Ask {
		m.AskGoroutines(run)
	}
	m.Missing = nil // they are on other nodes
	d := m.Digest()
	d.Problems, d.More = append(d.Problems, g.digest.Problems...), d.More+g.digest.More
	g.digest = d
}

func (n *node) add(g *gathering, i int, c Column, l *ranktable.Look) error {
	p := l.Profile
	switch c {
	case Ended:
		p = l.Marked()
	case Since:
		before := n.before[p.Rank]
		if before == nil || before.PID != p.PID || p.To <= before.To {
			return nil
		}
		p = job.Since(p, before)
		g.spent += float64(l.Profile.To - before.To)
		g.timed++
	}
	return g.parts[i].Add(p)
}

// counts is the distribution of the ranks of the last look.
func (n *node) counts(q question, wait time.Duration) (counts [][]byte) {
	g := n.last
	if g == nil || len(q.Windows) != len(g.parts) {
		return nil
	}
	for i, w := range q.Windows {
		if g.parts[i].Within(w) != nil {
			return nil
		}
	}
	g.count(n.crew, wait)
	for i := range g.parts {
		counts = append(counts, g.parts[i].Distribution())
	}
	return counts
}
