package top

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/tree"
)

// sample is a moment of a run and what was measured since the one before.
type sample struct {
	*job.Moment
	regions []region // as in the Summary
	index   map[*stats.Region]int
	seconds float64 // how long the interval was; 0: there was none before
	spent   float64 // in it, by all ranks together, nanoseconds

	last *tree.Tree // of the interval; nil: there was none

	found []answers.Finding // of the run so far, the most first
}

// region is a call path in one environment, with what the view shows of it besides its times.
type region struct {
	*stats.Region
	index  int    // in the Summary
	key    string // identifies it, also in later samples
	name   string // followed by the environment
	below  bool   // there are regions below it
	inside int    // ranks whose main program stands in it

	last *stats.Region // of the last interval; nil: it did not run then
	at   int           // its index there
	now  float64       // its share of the last interval, over ranks
	rate float64       // calls a second in the last interval, of all ranks and threads
}

// newSample compares a moment with the one before, of the same run, or nil if there is none.
func newSample(m, before *job.Moment) *sample {
	s := &sample{Moment: m, index: map[*stats.Region]int{}}
	if m.Summary == nil {
		return s
	}
	if m.Summary.Ranks > 1 {
		s.found = m.Findings()
	}
	rates := watch.RatesOf(m, before)
	s.seconds, s.spent = rates.Seconds, rates.Spent
	if rates.Last != nil {
		s.last, _ = tree.New(rates.Last, tree.Options{Partial: true}) // nil if the ranks contradict each other
	}
	for i := range m.Summary.Regions {
		now := &rates.Of[i]
		r := region{Region: &m.Summary.Regions[i], index: i, key: now.Key, name: regionName(m.Summary, i), inside: now.Inside}
		if now.At >= 0 && s.last != nil {
			r.last, r.at, r.now, r.rate = &rates.Last.Regions[now.At], now.At, now.Share, now.Calls
		}
		s.regions = append(s.regions, r)
		s.index[r.Region] = i
		if r.Parent >= 0 {
			s.regions[r.Parent].below = true
		}
	}
	return s
}

func regionName(s *stats.Summary, i int) string {
	name := printable.Line(s.Regions[i].Name)
	if c := s.Regions[i].Environment; c > 0 {
		name += job.EnvironmentMark(s.Environments[c].Name)
	}
	return name
}

// lastInterval says how long the interval was, for the screen.
func (s *sample) lastInterval() string {
	switch {
	case s.seconds == 0:
		return ""
	case s.seconds < 99.95:
		return fmt.Sprintf("last %.1f s", s.seconds)
	}
	return "last " + cli.Length(time.Duration(s.seconds*1e9))
}
