package top

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
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
	of := m.Interval
	if of == nil {
		of = interval(m, before)
	}
	last := of.Summary
	byKey := map[string]int{}
	if last != nil && of.Ranks > 0 {
		for i := range last.Regions {
			byKey[regionKey(last, i)] = i
		}
		s.spent = of.Spent
		s.seconds = of.Spent / float64(of.Ranks) / 1e9
		s.last, _ = tree.New(last, tree.Options{Partial: true}) // nil if the ranks contradict each other
	}
	at := make(map[string]int, len(m.Summary.Regions))
	for i := range m.Summary.Regions {
		r := region{Region: &m.Summary.Regions[i], index: i, key: regionKey(m.Summary, i), name: regionName(m.Summary, i)}
		if k, ran := byKey[r.key]; ran && s.last != nil && s.spent > 0 {
			r.last, r.at = &last.Regions[k], k
			r.now = r.last.Wall.Float64() / s.spent
			r.rate = float64(r.last.Calls) / s.seconds
		}
		s.regions = append(s.regions, r)
		s.index[r.Region] = i
		if r.Parent >= 0 {
			s.regions[r.Parent].below = true
		}
		at[r.key] = i
	}
	s.placeRanks(at)
	return s
}

// placeRanks counts in each region the ranks that stand in it.
func (s *sample) placeRanks(at map[string]int) {
	for key, ranks := range s.Inside() {
		if k, ok := at[key]; ok {
			s.regions[k].inside += ranks
		}
	}
}

func regionKey(s *stats.Summary, i int) string {
	environment := ""
	if c := s.Regions[i].Environment; c > 0 {
		environment = s.Environments[c].Name
	}
	return job.Key(s.Path(i), environment)
}

func regionName(s *stats.Summary, i int) string {
	name := printable.Line(s.Regions[i].Name)
	if c := s.Regions[i].Environment; c > 0 {
		name += job.EnvironmentMark(s.Environments[c].Name)
	}
	return name
}

// interval is what was measured between two moments. Ranks that had started before and are still alive take part.
func interval(m, before *job.Moment) *job.Interval {
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
