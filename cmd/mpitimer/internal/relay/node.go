package relay

import (
	"bufio"
	"encoding/gob"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
)

// Command returns the sub-command relay, which is started on the nodes of a job.
func Command() *cobra.Command {
	remove, lines := false, false
	c := &cobra.Command{
		Use:    "relay",
		Short:  "Pass on the tables of a node (started by top, stacks and recover)",
		Hidden: true,
		Args:   cli.Arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if remove {
				if self, err := os.Executable(); err == nil {
					_ = os.Remove(self)
				}
			}
			lean()
			return serve(c.InOrStdin(), c.OutOrStdout(), lines, os.Exit)
		},
	}
	c.Flags().BoolVar(&lines, "lines", false, "answer in lines of text")
	c.Flags().BoolVar(&remove, "remove", false, "remove the copied binary")
	return c
}

// lean makes a relay take little of a node whose processors are the job's. It lives for a look or two as a rule, and
// most of them end before there is anything to collect.
func lean() {
	runtime.GOMAXPROCS(min(runtime.GOMAXPROCS(0), 2))
	debug.SetGCPercent(800) // the first time at 32 MB
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

	recorded bool // there is a flight recorder

	found   []*ranktable.Run // by the last question for runs
	foundAt time.Time
}

// serve answers questions until its input ends, whatever it is doing then.
func serve(in io.Reader, out io.Writer, lines bool, exit func(int)) error {
	if _, err := io.WriteString(out, hello()); err != nil {
		return err
	}
	if lines {
		out = toLines{out}
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
	case forTimes:
		a.Times, a.Record, a.Problems = n.times(below)
	case forRecords:
		a.Sent = n.records(below)
	}
	a.Busy = n.crew.chain()
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
	var done []asked
	var below sync.WaitGroup
	below.Go(func() { done, _ = n.crew.ask(q, nil) })
	closeAll(n.found)
	n.found, n.foundAt = n.find(), time.Now()
	var list []Run
	for _, r := range n.found {
		m := job.Glance(r, n.foundAt)
		list = joinRuns(list, []Run{{r.Name, r.Program, m.Job(), m.Begun(), ranksOf(r), m.Alive()}})
	}
	below.Wait()
	for _, a := range done {
		list = joinRuns(list, a.answer.Runs)
	}
	return latest(list)
}

// latest leaves of many runs those that are most likely the wanted one: a node may have the tables of hundreds of dead
// ones.
func latest(list []Run) []Run {
	slices.SortStableFunc(list, func(a, b Run) int {
		switch {
		case a.Alive && !b.Alive:
			return -1
		case b.Alive && !a.Alive:
			return 1
		}
		return b.Begun.Compare(a.Begun)
	})
	return list[:min(len(list), mostRuns)]
}

// find finds the runs of this node.
func (n *node) find() []*ranktable.Run {
	found, _ := ranktable.Find(n.folders()...)
	for _, r := range found {
		here(r)
	}
	return found
}

func closeAll(runs []*ranktable.Run) {
	for _, r := range runs {
		_ = r.Close()
	}
}

// here leaves of a run the ranks that are on this host, if its tables lie where the ranks of other hosts have
// theirs too.
func here(r *ranktable.Run) {
	host, err := os.Hostname()
	if err != nil {
		return
	}
	for info := range r.Infos() {
		if info.Host == host {
			r.Keep(func(i *ranktable.Info) bool { return i.Host == host })
			return
		}
	} // a container may call the host otherwise
}

func ranksOf(r *ranktable.Run) []stats.Range {
	var ranks []int
	for info := range r.Infos() {
		ranks = append(ranks, info.Rank)
	}
	return cli.RangesOf(ranks)
}

// foundFor is how old what was found may be: the question for runs comes right before the first look, but the slowest of
// many nodes may have taken long to answer it.
const foundFor = time.Minute

// takeFound is the runs that the question for them has found, which are the caller's then, or those that there are now,
// and when they were sought.
func (n *node) takeFound(now time.Time) ([]*ranktable.Run, time.Time) {
	found, at := n.found, n.foundAt
	n.found = nil
	if found != nil && now.Sub(at) < foundFor {
		return found, at
	}
	closeAll(found)
	return n.find(), now
}

// open finds the run; ranks that had no table before may have one now.
func (n *node) open(name string, skip []stats.Range) *ranktable.Run {
	now := time.Now()
	same := n.run != nil && n.run.Name == name && slices.Equal(n.skip, skip)
	if same && (len(n.run.Missing) == 0 || now.Sub(n.sought) < 10*time.Second) {
		return n.run
	}
	found, at := n.takeFound(now)
	n.sought = at
	var run *ranktable.Run
	for _, r := range found {
		if r.Name == name && run == nil {
			run = r
		} else {
			_ = r.Close()
		}
	}
	if run != nil {
		run.Keep(func(i *ranktable.Info) bool { return !job.Within(skip, i.Rank) })
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
			p := *l.Profile
			p.Nodes = slices.Clone(p.Nodes)
			n.before[p.Rank] = &p
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
