// Package watch looks at a running job again and again: at the tables of this node, or through relays at those of other
// nodes. The commands top and serve share it.
package watch

import (
	"iter"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/heat"
)

// Source is a run that is looked at again and again.
type Source interface {
	// Look returns the run as it is now. Of one that has ended the Summary says how its ranks did.
	Look() *job.Moment

	// Times are those of single ranks at the last Look, where its Moment does not have them: of ranks on other nodes. What
	// could not be had of them is told.
	Times() (m *heat.Map, problems []string)

	// Recorded reports whether there is a flight recorder, as far as Look and Times have seen.
	Recorded() bool

	// Records are what the flight recorders of the ranks of the last Look have.
	Records() iter.Seq2[flights.Rank, error]

	Close()
}

// Find finds the run that a command's arguments and flags mean.
func Find(c *cobra.Command, args []string, flags *relay.Flags) (Source, error) {
	nodes, args, err := flags.Sort(c, args)
	switch {
	case err != nil:
		return nil, err
	case nodes == nil:
		run, err := job.Find(c, args, job.Running)
		if err != nil {
			return nil, err
		}
		return &near{run: run}, nil
	}
	if err := nodes.Find(c, func(alive bool) bool { return alive }); err != nil {
		nodes.Close()
		return nil, err
	}
	return &far{nodes: nodes}, nil
}

// far is a run on other nodes.
type far struct {
	nodes    *relay.Nodes
	last     *job.Moment // that could be had
	recorded bool
}

func (f *far) Look() *job.Moment {
	seen, err := f.nodes.Look(relay.Now, relay.Since, relay.Ended)
	if err != nil {
		if f.last == nil {
			f.last = job.Unseen(err)
		}
		return f.last
	}
	m := seen.Moment
	m.Interval = &job.Interval{Summary: seen.Summaries[1], Spent: seen.Spent, Ranks: seen.Timed}
	if m.Over() {
		m.Summary = seen.Summaries[2]
	}
	f.last = m
	return m
}

func (f *far) Times() (*heat.Map, []string) {
	if f.last == nil || f.last.Summary == nil {
		return nil, nil
	}
	m, recorded, problems := f.nodes.Times(f.last.Summary)
	f.recorded = f.recorded || recorded
	return m, problems
}

func (f *far) Recorded() bool { return f.recorded }

func (f *far) Records() iter.Seq2[flights.Rank, error] { return f.nodes.Records(f.last.Size) }

func (f *far) Close() { f.nodes.Close() }

// near is a run on this node.
type near struct {
	run      *ranktable.Run
	sought   time.Time // when its directories were last searched
	recorded bool
}

// Look reads the tables. Ranks that had none before may have one now: a job starts bit by bit.
func (w *near) Look() *job.Moment {
	now := time.Now()
	if len(w.run.Missing)+len(w.run.Problems) > 0 && now.Sub(w.sought) > 2*time.Second {
		w.sought = now
		w.searchAgain()
	}
	m := job.Look(w.run, now)
	if m.Over() { // the fate of the ranks is known, as recover reports it
		if ended, err := w.run.Summary(); err == nil {
			m.Summary = ended
		}
	}
	return m
}

// searchAgain takes the current tables if there are more of them. There are fewer when ranks have ended,
// whose tables we keep.
func (w *near) searchAgain() {
	runs, _ := ranktable.Find(w.run.Folders...)
	for _, r := range runs {
		if r.Name == w.run.Name && r.Owner == w.run.Owner && len(r.Tables) > len(w.run.Tables) {
			r, w.run = w.run, r
		}
		_ = r.Close()
	}
}

func (w *near) Times() (*heat.Map, []string) { return nil, nil }

func (w *near) Recorded() bool {
	w.recorded = w.recorded || flights.Beside(w.run.Tables)
	return w.recorded
}

func (w *near) Records() iter.Seq2[flights.Rank, error] {
	return flights.Each(w.run.Tables, math.MaxInt)
}

func (w *near) Close() { _ = w.run.Close() }

// Since is what was measured between two moments. Ranks that had started before and are still alive take part.
func Since(m, before *job.Moment) *job.Interval {
	in := &job.Interval{}
	if before == nil {
		return in
	}
	earlier := map[int]*job.Rank{}
	for i := range before.Ranks {
		earlier[before.Ranks[i].Rank] = &before.Ranks[i]
	}
	var profiles []*stats.Profile
	for i := range m.Ranks {
		r, e := &m.Ranks[i], earlier[m.Ranks[i].Rank]
		if r.Profile == nil || e == nil || e.Profile == nil || r.PID != e.PID || r.Profile.To <= e.Profile.To {
			continue
		}
		profiles = append(profiles, job.Since(r.Profile, e.Profile))
		in.Spent += float64(r.Profile.To - e.Profile.To)
	}
	if len(profiles) == 0 {
		return in
	}
	// If the ranks contradict each other, the Summary of the moment has already reported it.
	in.Summary, _ = stats.Merge(profiles)
	in.Ranks = len(profiles)
	return in
}
