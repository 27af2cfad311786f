package campaign

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	series "github.com/go-hpc/timers/stats/answers/steps"
)

// What the figures are to be, in percent.
const (
	MinRight = 98
	MaxFalse = 0.5
)

// A Report collects the scores of runs.
type Report struct {
	Worst int // how many of the worst runs are shown; 0: ten

	total tally
	by    [len(dimensions)]map[string]*tally
	worst []scored
}

type tally struct {
	runs, sufficing, region, ranks, saves, right, wrong, unknown, named, steps, since, link int
}

type scored struct {
	run  *Run
	list []answers.Finding
	Score
	weight float64
}

var dimensions = [...]string{"culprit", "slow", "coupling", "record", "trap", "shape", "ranks", "regions", "depth", "noise", "since"}

// keys are where a run stands in each dimension.
func (r *Run) keys() [len(dimensions)]string {
	return [...]string{r.Culprit, r.Slow, r.Coupling, r.Record, r.Trap, r.Shape, upTo(r.Ranks, 2, 8, 64, 1000, 100_000),
		upTo(len(r.nodes), 8, 32, 100, 400), upTo(r.Depth, 4, 9, 20), upTo(int(r.Noise*100+0.5), 0, 5, 10, 20) + " %", r.since.when}
}

func upTo(v int, list ...int) string {
	for _, most := range list {
		if v <= most {
			return fmt.Sprintf("≤%6d", most)
		}
	}
	return "more"
}

// Add runs the run of a seed and scores what is found.
func (c *Report) Add(seed uint64, find func(*stats.Summary, *series.Times) []answers.Finding) error {
	r := New(seed)
	s, err := r.Summary()
	if err != nil {
		return fmt.Errorf("run %d: %w", seed, err)
	}
	times := r.Times()
	c.add(r, s, times, find(s, times))
	return nil
}

// AddReal scores what is found in the Summary and the steps of a real run, of which each rank measured what it took.
func (c *Report) AddReal(r *Run, ranks []Measured, s *stats.Summary, times *series.Times, find func(*stats.Summary, *series.Times) []answers.Finding) error {
	if err := r.measured(ranks); err != nil {
		return fmt.Errorf("run %d: %w", r.Seed, err)
	}
	r.is = s
	c.add(r, s, times, find(s, times))
	return nil
}

// AddRead is Add of what a file of another program holds of the run: read writes and reads it. Runs of which such files do not
// tell one region from another, or that have many ranks, are passed over.
func (c *Report) AddRead(seed uint64, read func(list []*stats.Profile) (*stats.Summary, error), find func(*stats.Summary) []answers.Finding) error {
	r := New(seed)
	if r.Ranks > 64 || r.Shape == groups || r.lost >= 0 || r.Trap == running || !r.flat() {
		return nil
	}
	var list []*stats.Profile
	err := r.Profiles(func(p *stats.Profile) error {
		one := *p
		one.Nodes, one.Environments = slices.Clone(p.Nodes), slices.Clone(p.Environments)
		list = append(list, &one)
		return nil
	})
	if err != nil {
		return fmt.Errorf("run %d: %w", seed, err)
	}
	s, err := read(list)
	if err != nil {
		return fmt.Errorf("run %d: %w", seed, err)
	}
	r.is = s
	c.add(r, s, nil, find(s))
	return nil
}

func (c *Report) add(r *Run, s *stats.Summary, times *series.Times, list []answers.Finding) {
	score := r.Score(s, times, list)
	c.total.add(r, &score)
	for d, key := range r.keys() {
		if c.by[d] == nil {
			c.by[d] = make(map[string]*tally)
		}
		if c.by[d][key] == nil {
			c.by[d][key] = new(tally)
		}
		c.by[d][key].add(r, &score)
	}
	one := scored{r, list, score, r.Truth.Low / r.Truth.Run}
	switch {
	case len(score.False) > 0:
		one.weight++
	case score.Right || !r.Truth.Suffices:
		return
	}
	c.worst = append(c.worst, one)
	slices.SortStableFunc(c.worst, func(a, b scored) int { return cmp.Compare(b.weight, a.weight) })
	c.worst = c.worst[:min(len(c.worst), cmp.Or(c.Worst, 10))]
}

func (t *tally) add(r *Run, s *Score) {
	t.runs++
	t.wrong += count(len(s.False) > 0)
	t.unknown += count(s.Unknown)
	if r.Truth.Suffices {
		t.sufficing++
		t.named += count(s.Right && s.Named)
		t.steps, t.since, t.link = t.steps+count(s.Steps), t.since+count(s.Since), t.link+count(s.Link)
		t.region, t.ranks, t.saves, t.right = t.region+count(s.Region), t.ranks+count(s.Ranks), t.saves+count(s.Saves), t.right+count(s.Right)
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// Right returns which share of the runs with a sufficient record got the right answer, in percent.
func (c *Report) Right() float64 { return percent(c.total.right, c.total.sufficing) }

// False returns which share of all runs got a statement that is not so, in percent.
func (c *Report) False() float64 { return percent(c.total.wrong, c.total.runs) }

// Unknown returns which share of all runs was answered with "not known", in percent.
func (c *Report) Unknown() float64 { return percent(c.total.unknown, c.total.runs) }

// Write writes a table by dimension, the worst runs, and the figures.
func (c *Report) Write(w io.Writer) error { return c.write(w, "") }

// WriteReal is Write of real runs.
func (c *Report) WriteReal(w io.Writer) error { return c.write(w, "real-") }

func (c *Report) write(w io.Writer, of string) error {
	fmt.Fprintln(w, "dimension                    runs  suffice  region %  ranks %  saves %  right %  false %  unknown %  named %  steps  since %  link %")
	row := func(dimension, key string, n *tally) {
		fmt.Fprintf(w, "%-10s %-16s %5d %8d %9.1f %8.1f %8.1f %8.1f %8.1f %10.1f %8.1f %6d %8.1f %7.1f\n", dimension, key, n.runs, n.sufficing, percent(n.region, n.sufficing),
			percent(n.ranks, n.sufficing), percent(n.saves, n.sufficing), percent(n.right, n.sufficing), percent(n.wrong, n.runs), percent(n.unknown, n.runs), percent(n.named, n.right), n.steps, percent(n.since, n.steps), percent(n.link, n.steps))
	}
	row("all", "", &c.total)
	for d, name := range dimensions {
		for _, k := range slices.Sorted(maps.Keys(c.by[d])) {
			row(name, k, c.by[d][k])
		}
	}
	for i := range c.worst {
		one := &c.worst[i]
		fmt.Fprintf(w, "\nworst %d: ", i+1)
		one.run.Dump(w, one.list, &one.Score)
	}
	limits := [2]string{fmt.Sprintf(" limit >=%v", MinRight), fmt.Sprintf(" limit <=%v", MaxFalse)}
	if of != "" { // other work of the machine makes ranks slow, too
		limits = [2]string{}
	}
	_, err := fmt.Fprintf(w, "\nfigure answers/%sright %.1f %%%s\nfigure answers/%sfalse %.2f %%%s\nfigure answers/%sunknown %.1f %%\n",
		of, c.Right(), limits[0], of, c.False(), limits[1], of, c.Unknown())
	return err
}

// Dump writes the truth of a run, what was found, and the regions that take most.
func (r *Run) Dump(w io.Writer, list []answers.Finding, score *Score) {
	t := &r.Truth
	fmt.Fprintf(w, "seed %d: %s, slow: %s, %s, record: %s, trap: %s, shape: %s, %d ranks, %d steps, %d nodes, %d deep, noise %.1f %%\n",
		r.Seed, r.Culprit, r.Slow, r.Coupling, r.Record, r.Trap, r.Shape, r.Ranks, r.Steps, len(r.nodes), r.Depth, 100*r.Noise)
	fmt.Fprintf(w, "  truth: %s, %s, steps %d to %d", t.Kind, r.since.when, r.since.first+1, r.since.last+1)
	if t.node >= 0 {
		fmt.Fprintf(w, " %s, own %t, %.3g to %.3g s of %.3g, ranks", r.path(t.node), t.own, t.Low/1e9, t.High/1e9, t.Run/1e9)
		for rank, is := range t.Slow {
			if is && rank < 100 {
				fmt.Fprint(w, " ", rank)
			}
		}
	}
	if b := &r.second; b.node >= 0 {
		fmt.Fprintf(w, "; and %s, ranks", r.path(b.node))
		for rank, is := range b.slow {
			if is && rank < 100 {
				fmt.Fprint(w, " ", rank)
			}
		}
	}
	fmt.Fprintln(w)
	s, err := r.Summary()
	if err != nil {
		return
	}
	nodes := r.regions(s)
	name := func(region int) string {
		if region < 0 || region >= len(nodes) {
			return fmt.Sprint(region)
		}
		return r.path(nodes[region])
	}
	for i := range list {
		f := &list[i]
		for k, one := range append([]answers.Finding{*f}, f.Either...) {
			waits := make([]string, len(one.Waits))
			for n := range waits {
				waits[n] = name(one.Waits[n])
			}
			fmt.Fprintf(w, "  found: %s%s %s, own %t, ranks %+v, saves %.3g s, waits in %s %s\n", strings.Repeat("or ", min(k, 1)),
				one.Kind, name(one.Region), one.Own, one.Ranks, one.Saves/1e9, strings.Join(waits, ", "), one.Because)
			if one.Since != nil {
				fmt.Fprintf(w, "    %s %+v\n", one.Since.Text("it"), *one.Evidence)
			}
		}
	}
	for _, text := range score.False {
		fmt.Fprintln(w, "  false:", text)
	}
	r.dumpNodes(w)
}

// dumpNodes writes least, mean and most of work and of waiting of the nodes that take most by themselves.
func (r *Run) dumpNodes(w io.Writer) {
	order := make([]int, len(r.nodes))
	size := make([]float64, len(order))
	for i := range order {
		order[i], size[i] = i, mean(r.work[i])+mean(r.wait[i])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	for _, i := range order[:min(len(order), 8)] {
		fmt.Fprintf(w, "    %s: work %.3g, %.3g, %.3g s; waits %.3g, %.3g, %.3g s\n", r.path(i),
			slices.Min(r.work[i])/1e9, mean(r.work[i])/1e9, slices.Max(r.work[i])/1e9, slices.Min(r.wait[i])/1e9, mean(r.wait[i])/1e9, slices.Max(r.wait[i])/1e9)
	}
}
